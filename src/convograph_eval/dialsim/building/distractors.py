"""Wrong options: tails of the same relation, preferably of the same head at other times (DialSim, on choices)."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import SequenceMatcher
from random import Random
from typing import Final

from convograph_eval.dialsim.building.graph import TemporalGraph
from convograph_eval.dialsim.building.hops import Hop
from convograph_eval.dialsim.shows.choices import NOT_KNOWN, alike
from convograph_eval.dialsim.shows.types import LETTERS

SAME: Final = 0.8
"""The similarity from which two options count as spellings of one."""


def options(graph: TemporalGraph, hop: Hop, named: Sequence[str], chance: Random) -> tuple[str, ...] | None:
    """The tail of the hop and three wrong tails in random order, then (E); `None` if there are not three.

    Tails that are or may be right too are not used as wrong ones: tails of the same head and relation in or shortly
    before or after the span asked about (or at any time, for a relation that may have several tails at once); tails
    that follow from others (a neighbor's roommate); a job that somebody has in addition to the right one. The heads in
    the question (`named`) are excluded, too, as are options that contain another or are spelled almost alike.
    """
    right = hop.quadruple
    ever = graph.tails(right.head, right.relation)
    now = graph.near_tails(right.head, right.relation, hop.valid)
    excluded = {
        *named,
        *graph.company(right.head, right.relation),
        *graph.also_called(right.tail, right.relation),
    }
    own = sorted(ever - now - excluded)
    others = [tail for tail in graph.all_tails(right.relation) if tail not in ever | excluded]
    taken = [right.tail]
    for tail in (*chance.sample(own, len(own)), *chance.sample(others, len(others))):
        if len(taken) < len(LETTERS) - 1 and not any(_same(tail, one) for one in (*taken, *now)):
            taken.append(tail)
    if len(taken) < len(LETTERS) - 1:
        return None
    return (*chance.sample(taken, len(taken)), NOT_KNOWN)


def _same(option: str, other: str) -> bool:
    return alike(option, other) or SequenceMatcher(None, option.casefold(), other.casefold()).ratio() >= SAME
