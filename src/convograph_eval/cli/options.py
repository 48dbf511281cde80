"""Options that runs share: data, questions, caches, reports."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from convograph.errors import InputError
from convograph.formats.source import source_of_file
from convograph_eval.cache import default_folder
from convograph_eval.datasets import DATASETS
from convograph_eval.units import UNITS

DatasetName = Annotated[str, typer.Option("--dataset", help=f"One of {', '.join(DATASETS)}.")]
Data = Annotated[
    Path,
    typer.Option(
        "--data", help="The data set's file, plain or compressed; of the chronicles, their folder, or one conversation."
    ),
]
UnitName = Annotated[str, typer.Option("--unit", "-u", help=f"One of {', '.join(UNITS)}.")]
EncoderName = Annotated[
    str, typer.Option("--encoder", help="static-sentences, static, or sentence-transformers:<model>.")
]
Deliberator = Annotated[
    str | None,
    typer.Option(
        metavar="NAME", help="openai:MODEL that says what a first recall leaves out, for associa and its kin."
    ),
]
Importance = Annotated[
    str | None, typer.Option(help="The scorer of the importance of triplets, for glong and its kin: t5:FOLDER.")
]
Audit = Annotated[Path | None, typer.Option("--audit", help="LoCoMo: a file with corrected citations.")]
Memos = Annotated[
    Path | None,
    typer.Option(
        "--memos",
        help="Memos to store, for sgmem-sf and its kin; facts for longmemeval-uf; events for glong, associa and "
        "bm25-events. A folder: each conversation's NAME.events.jsonl.",
    ),
]
Limit = Annotated[int | None, typer.Option("--limit", help="Only the first N conversations.")]
Ids = Annotated[Path | None, typer.Option("--ids", help="Only the questions with the ids in this file, one per line.")]
Sample = Annotated[
    int | None, typer.Option("--sample", help="Only a sample of N questions, in proportion to the categories.")
]
Seed = Annotated[int, typer.Option("--seed", help="Seed of the sample.")]
Cache = Annotated[
    Path | None,
    typer.Option(
        "--cache", envvar="CONVOGRAPH_EVAL_CACHE", help="Folder of vectors and extractions kept for later runs."
    ),
]
NoCache = Annotated[bool, typer.Option("--no-cache", help="Use no cache.")]
Output = Annotated[Path | None, typer.Option("--json", help="Write the whole report to this file; - for stdout.")]


def read_ids(ids: Path | None, sample: int | None) -> tuple[str, ...] | None:
    """The ids in the `--ids` file, if given. Raises `InputError` if a sample is given too."""
    if ids and sample:
        raise InputError("--ids and --sample both select questions; give one of them")
    return None if ids is None else tuple(source_of_file(ids).text.split())


def cache_folder(cache: Path | None, no_cache: bool) -> Path | None:
    """The cache folder; `None` for no cache. Raises `InputError` if both options are given."""
    if cache and no_cache:
        raise InputError("--cache and --no-cache contradict each other; give one of them")
    return None if no_cache else cache or default_folder()


def numbers(text: str, option: str) -> tuple[int, ...]:
    """The distinct numbers in `"1,3,5"`, sorted. Raises an `InputError` that names the option."""
    parts = [part.strip() for part in text.split(",")]
    if not all(part.isdigit() and int(part) > 0 for part in parts):
        raise InputError(f"{option} takes whole numbers from 1, with commas between: {text!r}")
    return tuple(sorted({int(part) for part in parts}))
