"""Wrong options: tails of the same relation, best those of the same head at other times (DialSim, on choices)."""

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
"""From which similarity on two options are one, spelled in two ways."""


def options(graph: TemporalGraph, hop: Hop, named: Sequence[str], chance: Random) -> tuple[str, ...] | None:
    """The tail of the hop among three wrong ones in a random order, then (E); `None` if there are not three.

    Wrong is no tail that is, or may be, right too: one of the same head and relation in the span that is asked about or
    shortly before or after it, or ever, for a relation that may have several tails at once; one that follows from
    others (a neighbor's roommate); a job that somebody has beside the right one. Neither is anybody whom the question
    names (`named`), nor an option that contains another or is spelled nearly as it is.
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
