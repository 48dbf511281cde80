"""Removal of contradictory quadruples, which cannot be true together: the less frequent ones, or on a tie all of them.

A removed quadruple also removes its inverse in the same scene: without the wife, no husband.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Final

from convograph.extraction.times.words import NUMBER, amount, time_pattern
from convograph_eval.dialsim.building.relations import DATING, FAMILY, ONE_AT_A_TIME, Quadruple

Quadruples = tuple[Quadruple, ...]

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
"""Relations for her and for him: nobody is both."""

ONLY_ONE: Final = frozenset({"mother", "father", "date of birth", "place of birth", "hometown"})
"""Relations with at most one tail per head, ever."""

ONESELF: Final = "related to oneself"

FORMER: Final = "ex-"

REVERSIBLE: Final[Mapping[str, int]] = {
    relation: number
    for number, relations in enumerate(
        (
            (*(one for pair in OPPOSITES[:6] for one in pair), DATING),
            ("mother", "father", "son", "daughter"),
            ("sister", "brother"),
            ("neighbor",),
            ("roommate", "ex-roommate"),
            ("alumni",),
        )
    )
    for relation in relations
}
"""The relations with an inverse, each with the number of its kind, which both share."""

_PARENTS: Final = frozenset({"mother", "father"})
_SIBLINGS: Final = frozenset({"sister", "brother"})
_CHILDREN: Final = frozenset({"son", "daughter"})
_COUPLES: Final = frozenset(one for pair in OPPOSITES for one in pair) - frozenset(FAMILY)
_TOGETHER: Final = frozenset(one for one in _COUPLES if not one.startswith(FORMER)) | {DATING}
_DAYS_A_YEAR: Final = 365.25
_NUMBER: Final = time_pattern(NUMBER)

Claim = tuple[Hashable, Hashable]
"""A topic and a value claimed for it by a quadruple. Different values for one topic contradict each other."""


def consistent(quadruples: Sequence[Quadruple]) -> tuple[Quadruples, Mapping[str, int]]:
    """The quadruples that contradict no other, in order, and the number of those left out by reason."""
    kept = tuple(one for one in quadruples if one.head != one.tail)
    left_out = Counter({ONESELF: len(quadruples) - len(kept)})
    for reason, claims in CHECKS.items():
        fine = _with_their_reverse(kept, _undisputed(kept, claims))
        left_out[reason] += len(kept) - len(fine)
        kept = fine
    for reason, sifted in FILTERS.items():
        fine = _with_their_reverse(kept, sifted(kept))
        left_out[reason] += len(kept) - len(fine)
        kept = fine
    return kept, dict(+left_out)


def _with_their_reverse(quadruples: Quadruples, fine: Quadruples) -> Quadruples:
    """The quadruples of `fine`, without those whose inverse in the same scene was removed from `quadruples`."""
    gone = {_said(one) for one in set(quadruples) - set(fine) if one.relation in REVERSIBLE}
    return tuple(one for one in fine if one.relation not in REVERSIBLE or _said(one) not in gone)


def _said(one: Quadruple) -> Claim:
    """The statement of a relation in a scene, shared with its inverse; of parent and child, the parent comes first."""
    both = (one.head, one.tail)
    if one.relation in FAMILY and one.relation not in _SIBLINGS:
        return (one.scene, REVERSIBLE[one.relation]), both if one.relation in _CHILDREN else both[::-1]
    return (one.scene, REVERSIBLE[one.relation]), frozenset(both)


def _before_the_end(quadruples: Quadruples) -> Quadruples:
    """The quadruples without those of couples from the day on which a scene first says that it is over.

    A couple may get together again, but scripts seldom say so clearly enough.
    """
    ends: dict[frozenset[str], Quadruple] = {}
    for one in quadruples:
        if one.relation.startswith(FORMER):
            ends.setdefault(frozenset((one.head, one.tail)), one)
    return tuple(
        one
        for one in quadruples
        if one.relation not in _TOGETHER
        or (end := ends.get(frozenset((one.head, one.tail)))) is None
        or one.day < end.day
    )


def _of_age(quadruples: Quadruples) -> Quadruples:
    """The quadruples without ages that do not agree with more than half of the ages of the same person.

    Two ages agree if the dates of birth that they imply differ by at most a year.
    """
    ages: dict[str, list[float]] = defaultdict(list)
    for one in quadruples:
        if (born := _born(one)) is not None:
            ages[one.head].append(born)
    return tuple(
        one
        for one in quadruples
        if (born := _born(one)) is None
        or 2 * sum(abs(born - other) <= 1 for other in ages[one.head]) > len(ages[one.head])
    )


def _born(one: Quadruple) -> float | None:
    """The latest date of birth implied by an age, in years; `None` for anything but a numeric age."""
    if one.relation != "age" or not _NUMBER.fullmatch(one.tail):
        return None
    return one.day.toordinal() / _DAYS_A_YEAR - amount(one.tail)[0]


def _of_one_family(quadruples: Quadruples) -> Quadruples:
    """The quadruples without siblings whose parents are all known and who have none in common."""
    parents = {(one.head, one.relation): one.tail for one in quadruples if one.relation in _PARENTS}

    def may_share(one: Quadruple, relation: str) -> bool:
        both = {parents.get((name, relation)) for name in (one.head, one.tail)}
        return None in both or len(both) == 1

    return tuple(
        one
        for one in quadruples
        if one.relation not in _SIBLINGS or any(may_share(one, relation) for relation in _PARENTS)
    )


def _undisputed(quadruples: Quadruples, claims: Callable[[Quadruple], Iterable[Claim]]) -> Quadruples:
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
    if one.relation == DATING:
        yield (one.tail, one.relation, one.day), one.head


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

FILTERS: Final[Mapping[str, Callable[[Quadruples], Quadruples]]] = {
    "an age that another one contradicts": _of_age,
    "siblings of other parents": _of_one_family,
    "together after it was told to be over": _before_the_end,
}
