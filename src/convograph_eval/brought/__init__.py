"""Triplets and memos from files, extracted or written by others: to search, add to keys, or store.

file ── records ── triplets, memos ──▶ Brought ── share ──▶ the part of one conversation

Nothing here reads questions, so gold cannot leak into memos.
"""

from __future__ import annotations

from collections.abc import Iterator
from os import PathLike
from pathlib import Path
from typing import Final

from convograph.errors import InputError
from convograph.formats.recorded_events import EVENTS
from convograph.formats.source import source_of_file
from convograph_eval.brought import memos as memo_files
from convograph_eval.brought.source_records import KnownSources, known
from convograph_eval.brought.triplets import read_triplets
from convograph_eval.brought.types import Brought, LostSource, Share, SourcedTriplet, needed_triplets
from convograph_eval.datasets import Dataset

__all__ = [
    "EVENTS_FILE",
    "Brought",
    "LostSource",
    "Share",
    "SourcedTriplet",
    "bring",
    "brought_files",
    "needed_triplets",
]

EVENTS_FILE: Final = f"{EVENTS}.jsonl"


def bring(
    dataset: Dataset, triplets: str | PathLike[str] | None = None, memos: str | PathLike[str] | None = None
) -> Brought:
    """The contents of files for the conversations of a data set; files are plain, or compressed with gzip or xz.

    In a folder, the files `NAME.events.jsonl` of these conversations are read. Raises an `InputError` that names the
    file, the place in it, the value and the remedy.
    """
    there = known(dataset)
    found, lost = (None, ()) if triplets is None else read_triplets(map(source_of_file, _files(triplets, there)), there)
    return Brought(found, None if memos is None else memo_files.read(_files(memos, there), there), lost)


def brought_files(path: Path) -> tuple[Path, ...]:
    """The files to read at `path`: itself, or every `NAME.events.jsonl` of a folder.

    Raises `InputError` for a folder without one.
    """
    if not path.is_dir():
        return (path,)
    found = tuple(sorted(path.glob(f"*{EVENTS_FILE}")))
    if not found:
        raise InputError(f"{path} holds no *{EVENTS_FILE}; name a file, or a folder with the events of conversations")
    return found


def _files(path: str | PathLike[str], there: KnownSources) -> Iterator[Path]:
    """The files to read: in a folder, only those of known conversations."""
    folder = Path(path).is_dir()
    for file in brought_files(Path(path)):
        if not folder or file.name.removesuffix(EVENTS_FILE) in there.turns:
            yield file
