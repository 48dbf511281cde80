"""Compares all architectures and baselines on the same turns and sessions: the README's table.

    python -m benchmarks.side_by_side locomo_dev5.json [longmemeval_s_dev.json.xz] [-a NAME]… [--encoder static]

Prints hit@5 as a Markdown table, each row as soon as it is measured. All architectures use the default encoder unless
another is named, and extract names, triplets and events by rules; items derived from texts are kept in the evaluation's
cache. Some architectures parse LongMemEval's sessions in full, which takes hours the first time.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from benchmarks.retrieval_report import retrieval_report
from benchmarks.tables import markdown_line, share
from convograph.build import DEFAULT_ENCODER
from convograph_eval.cache import default_folder
from convograph_eval.datasets import Dataset, load

CUT = 5
ARCHITECTURES = (
    "unified",
    "bm25",
    "hybrid",
    "dense",
    "sgmem",
    "glong",
    "glong-sources",
    "associa",
    "associa-sources",
    "lightgmem",
    "lightgmem-sentences",
)


class Column(NamedTuple):
    """A data set and the unit of its hits."""

    name: str
    dataset: Dataset
    unit: str


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("locomo", type=Path)
    parser.add_argument("longmemeval", type=Path, nargs="?")
    parser.add_argument("--architecture", "-a", action="append", help="all, unless some are named")
    parser.add_argument("--encoder", default=DEFAULT_ENCODER)
    parser.add_argument("--processes", type=int, default=2)
    given = parser.parse_args()
    columns = columns_of(given.locomo, given.longmemeval)
    heads = (f"hit@{CUT}", *(column.name for column in columns))
    print(markdown_line(heads), markdown_line(["---"] * len(heads)), sep="\n")
    for name in given.architecture or ARCHITECTURES:
        figures = (figure(name, column, given.processes, default_folder(), given.encoder) for column in columns)
        print(markdown_line((name, *figures)), flush=True)


def columns_of(locomo: Path, longmemeval: Path | None) -> list[Column]:
    """The columns to measure: LoCoMo's turns and sessions, and LongMemEval's sessions if there is a file."""
    chats = load("locomo", locomo)
    columns = [Column("LoCoMo, turns", chats, "turn"), Column("LoCoMo, sessions", chats, "session")]
    if longmemeval is not None:
        columns.append(Column("LongMemEval_S, sessions", load("longmemeval", longmemeval), "session"))
    return columns


def figure(name: str, column: Column, processes: int, cache: Path | None, encoder: str = DEFAULT_ENCODER) -> str:
    """hit@5 of an architecture, as ".794"."""
    report = retrieval_report(
        column.dataset, column.name, name, column.unit, processes=processes, cache=cache, encoder=encoder
    )
    summary: Mapping[str, float] = report["summary"]
    return share(summary[f"hit@{CUT}"])


if __name__ == "__main__":
    main()
