"""Triplets and facts brought from files: what other systems extracted, to be searched or added to keys.

file ── records ── triplets, facts ──▶ Brought ── share ──▶ what one conversation is given

Gold and facts do not mix: nothing here reads questions.
"""

from __future__ import annotations

from os import PathLike
from pathlib import Path

from convograph.formats.source import source_of_file
from convograph_eval.brought.facts import read_facts
from convograph_eval.brought.records import known
from convograph_eval.brought.triplets import read_triplets
from convograph_eval.brought.types import Brought, Fact, LostSource, Share, Triplet, needed_triplets
from convograph_eval.datasets import Dataset

__all__ = ["Brought", "Fact", "LostSource", "Share", "Triplet", "bring", "needed_triplets"]


def bring(
    dataset: Dataset, triplets: str | PathLike[str] | None = None, facts: str | PathLike[str] | None = None
) -> Brought:
    """What the files bring for the conversations of a whole data set, plain or compressed by gzip or xz.

    Raises `InputError` that names the file, the place in it, the value and what to do.
    """
    there = known(dataset)
    found, lost = (None, ()) if triplets is None else read_triplets(source_of_file(Path(triplets)), there)
    facts_found, facts_lost = (None, ()) if facts is None else read_facts(source_of_file(Path(facts)), there)
    return Brought(found, facts_found, (*lost, *facts_lost))
