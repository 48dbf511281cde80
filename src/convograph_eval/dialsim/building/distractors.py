"""Wrong options: tails of the same relation, best those of the same head at other times (DialSim, on choices)."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from convograph_eval.dialsim.building.graph import TemporalGraph
from convograph_eval.dialsim.building.hops import Hop
from convograph_eval.dialsim.shows.choices import NOT_KNOWN, alike
from convograph_eval.dialsim.shows.types import LETTERS


def options(graph: TemporalGraph, hop: Hop, named: Sequence[str], chance: Random) -> tuple[str, ...] | None:
    """The tail of the hop among three wrong ones in a random order, then (E); `None` if there are not three.

    Wrong is no tail that is right too: one of the same head and relation in the span that is asked about, or ever, for
    a relation that may have several tails at once. Neither is anybody whom the question names (`named`), nor an option
    that contains another.
    """
    right = hop.quadruple
    ever, now = graph.tails(right.head, right.relation), graph.tails(right.head, right.relation, hop.valid)
    own = sorted(ever - now)
    others = [tail for tail in graph.all_tails(right.relation) if tail not in ever]
    taken = [right.tail]
    for tail in (*chance.sample(own, len(own)), *chance.sample(others, len(others))):
        if len(taken) < len(LETTERS) - 1 and tail not in named and not any(alike(tail, one) for one in (*taken, *now)):
            taken.append(tail)
    if len(taken) < len(LETTERS) - 1:
        return None
    return (*chance.sample(taken, len(taken)), NOT_KNOWN)
