"""Triplets and memos brought from files: what others extracted or wrote, to be searched, added to keys, remembered.

file ── records ── triplets, memos ──▶ Brought ── share ──▶ what one conversation is given

Gold and memos do not mix: nothing here reads questions.
"""

from __future__ import annotations

from os import PathLike
from pathlib import Path

from convograph.formats.source import source_of_file
from convograph_eval.brought import memos as memo_files
from convograph_eval.brought.source_records import known
from convograph_eval.brought.triplets import read_triplets
from convograph_eval.brought.types import Brought, LostSource, Share, SourcedTriplet, needed_triplets
from convograph_eval.datasets import Dataset

__all__ = ["Brought", "LostSource", "Share", "SourcedTriplet", "bring", "needed_triplets"]


def bring(
    dataset: Dataset, triplets: str | PathLike[str] | None = None, memos: str | PathLike[str] | None = None
) -> Brought:
    """What the files bring for the conversations of a whole data set, plain or compressed by gzip or xz.

    Raises `InputError` that names the file, the place in it, the value and what to do.
    """
    there = known(dataset)
    found, lost = (None, ()) if triplets is None else read_triplets(source_of_file(Path(triplets)), there)
    return Brought(found, None if memos is None else memo_files.read(memos, there), lost)
