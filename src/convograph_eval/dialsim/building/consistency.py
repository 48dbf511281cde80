"""Contradictions among quadruples: what cannot be true together. What is said less often goes; at a tie, all of it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Final

from convograph_eval.dialsim.building.relations import FAMILY, ONE_AT_A_TIME, Quadruple

Triple = tuple[str, str, str]

OPPOSITES: Final = (
    ("wife", "husband"),
    ("girlfriend", "boyfriend"),
    ("fiancee", "fiance"),
    ("ex-wife", "ex-husband"),
    ("ex-girlfriend", "ex-boyfriend"),
    ("ex-fiancee", "ex-fiance"),
    ("mother", "father"),
    ("daughter", "son"),
    ("sister", "brother"),
)
"""Hers and his: nobody is both."""

ONLY_ONE: Final = frozenset({"mother", "father", "date of birth", "place of birth", "hometown"})
"""Relations of which nobody has two, ever."""

ONESELF: Final = "related to oneself"

_PARENTS: Final = frozenset({"mother", "father"})
_CHILDREN: Final = frozenset({"son", "daughter"})
_COUPLES: Final = frozenset(one for pair in OPPOSITES for one in pair) - frozenset(FAMILY)

Claim = tuple[Hashable, Hashable]
"""What a quadruple claims: about what, and what. Two claims about one thing contradict each other."""


def consistent(quadruples: Sequence[Quadruple]) -> tuple[tuple[Quadruple, ...], Mapping[str, int]]:
    """Those that contradict no other, in their order, and how many were left out, by reason."""
    kept = tuple(one for one in quadruples if one.head != one.tail)
    left_out = Counter({ONESELF: len(quadruples) - len(kept)})
    for reason, claims in CHECKS.items():
        fine = _undisputed(kept, claims)
        left_out[reason] += len(kept) - len(fine)
        kept = fine
    return kept, dict(+left_out)


def _undisputed(
    quadruples: tuple[Quadruple, ...], claims: Callable[[Quadruple], Iterable[Claim]]
) -> tuple[Quadruple, ...]:
    said: dict[Hashable, Counter[Hashable]] = defaultdict(Counter)
    for one in quadruples:
        for about, what in claims(one):
            said[about][what] += 1
    return tuple(one for one in quadruples if all(_prevails(said[about], what) for about, what in claims(one)))


def _prevails(said: Counter[Hashable], what: Hashable) -> bool:
    return all(said[what] > count for other, count in said.items() if other != what)


def _gender(one: Quadruple) -> Iterator[Claim]:
    for pair in OPPOSITES:
        if one.relation in pair:
            yield one.tail, pair.index(one.relation)


def _roles(one: Quadruple) -> Iterator[Claim]:
    if one.relation in FAMILY or one.relation in _COUPLES:
        yield (one.head, one.tail), one.relation if one.relation in FAMILY else "a couple"


def _only_one(one: Quadruple) -> Iterator[Claim]:
    if one.relation in ONLY_ONE:
        yield (one.head, one.relation), one.tail


def _at_a_time(one: Quadruple) -> Iterator[Claim]:
    if one.relation in ONE_AT_A_TIME:
        yield (one.head, one.relation, one.day), one.tail


def _generations(one: Quadruple) -> Iterator[Claim]:
    if one.relation in _PARENTS:
        yield frozenset((one.head, one.tail)), one.tail
    elif one.relation in _CHILDREN:
        yield frozenset((one.head, one.tail)), one.head


CHECKS: Final[Mapping[str, Callable[[Quadruple], Iterable[Claim]]]] = {
    "she and he": _gender,
    "in two roles of a family": _roles,
    "parent and child of one another": _generations,
    "two where nobody has two": _only_one,
    "two at a time": _at_a_time,
}
