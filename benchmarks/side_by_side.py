"""All architectures and baselines beside each other, over the same turns and sessions: the README's table.

    python -m benchmarks.side_by_side locomo_dev5.json [longmemeval_s_dev.json.xz] [-a NAME]… [--encoder static]

hit@5 in a table of Markdown, a row printed as soon as it is measured. The encoder is the default for all unless one is
named, and whoever reads names, triplets and events does so by rules; what is derived from texts is kept in the
evaluation's cache. LongMemEval's sessions are parsed whole by some: hours at first.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from benchmarks.tables import markdown_line, share
from convograph.build import DEFAULT_ENCODER
from convograph_eval.cache import default_folder
from convograph_eval.datasets import Dataset, load
from convograph_eval.retrieval import RunSettings, run

CUT = 5
ARCHITECTURES = (
    "unified",
    "bm25",
    "hybrid",
    "rag",
    "sgmem",
    "glong",
    "glong-sources",
    "associa",
    "associa-sources",
    "lightgmem",
    "lightgmem-sentences",
)


class Column(NamedTuple):
    """A data set in some units."""

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
    """What is measured: LoCoMo's turns and sessions, and LongMemEval's sessions if there is a file."""
    chats = load("locomo", locomo)
    columns = [Column("LoCoMo, turns", chats, "turn"), Column("LoCoMo, sessions", chats, "session")]
    if longmemeval is not None:
        columns.append(Column("LongMemEval_S, sessions", load("longmemeval", longmemeval), "session"))
    return columns


def figure(name: str, column: Column, processes: int, cache: Path | None, encoder: str = DEFAULT_ENCODER) -> str:
    """hit@5 of an architecture, as ".794"."""
    settings = RunSettings(column.dataset.name, column.name, name, column.unit, encoder)
    report = run(settings, column.dataset, processes=processes, cache=cache)
    summary: Mapping[str, float] = report["summary"]
    return share(summary[f"hit@{CUT}"])


if __name__ == "__main__":
    main()
