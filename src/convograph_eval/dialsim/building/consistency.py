"""Contradictions among quadruples: what cannot be true together. What is said less often goes; at a tie, all of it.

What goes takes along what the same scene says the other way round: without the wife, no husband.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Final

from convograph.extraction.times.words import NUMBER, amount, compiled
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
"""Hers and his: nobody is both."""

ONLY_ONE: Final = frozenset({"mother", "father", "date of birth", "place of birth", "hometown"})
"""Relations of which nobody has two, ever."""

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
"""The relations that say the same as another one the other way round, with a number for each kind."""

_PARENTS: Final = frozenset({"mother", "father"})
_SIBLINGS: Final = frozenset({"sister", "brother"})
_CHILDREN: Final = frozenset({"son", "daughter"})
_COUPLES: Final = frozenset(one for pair in OPPOSITES for one in pair) - frozenset(FAMILY)
_TOGETHER: Final = frozenset(one for one in _COUPLES if not one.startswith(FORMER)) | {DATING}
_DAYS_A_YEAR: Final = 365.25
_NUMBER: Final = compiled(NUMBER)

Claim = tuple[Hashable, Hashable]
"""What a quadruple claims: about what, and what. Two claims about one thing contradict each other."""


def consistent(quadruples: Sequence[Quadruple]) -> tuple[Quadruples, Mapping[str, int]]:
    """Those that contradict no other, in their order, and how many were left out, by reason."""
    kept = tuple(one for one in quadruples if one.head != one.tail)
    left_out = Counter({ONESELF: len(quadruples) - len(kept)})
    for reason, claims in CHECKS.items():
        fine = _with_their_reverse(kept, _undisputed(kept, claims))
        left_out[reason] += len(kept) - len(fine)
        kept = fine
    for reason, sifted in SIEVES.items():
        fine = _with_their_reverse(kept, sifted(kept))
        left_out[reason] += len(kept) - len(fine)
        kept = fine
    return kept, dict(+left_out)


def _with_their_reverse(quadruples: Quadruples, fine: Quadruples) -> Quadruples:
    """The fine ones, without those whose reverse is not among them and was before."""
    gone = {_said(one) for one in set(quadruples) - set(fine) if one.relation in REVERSIBLE}
    return tuple(one for one in fine if one.relation not in REVERSIBLE or _said(one) not in gone)


def _said(one: Quadruple) -> Claim:
    """What a relation says in a scene, the same the other way round: by its kind, a parent before the child."""
    both = (one.head, one.tail)
    if one.relation in FAMILY and one.relation not in _SIBLINGS:
        return (one.scene, REVERSIBLE[one.relation]), both if one.relation in _CHILDREN else both[::-1]
    return (one.scene, REVERSIBLE[one.relation]), frozenset(both)


def _before_the_end(quadruples: Quadruples) -> Quadruples:
    """Those of couples only as long as no earlier scene, and none of the day, told that it is over.

    A couple may come together again; that it did is seldom told clearly enough.
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
    """Those without the ages that as many others of the same person contradict as agree with.

    Two ages agree if somebody has both on their days.
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
    """When somebody was born at the latest, in years; `None` for what is no age in numbers."""
    if one.relation != "age" or not _NUMBER.fullmatch(one.tail):
        return None
    return one.day.toordinal() / _DAYS_A_YEAR - amount(one.tail)[0]


def _of_one_family(quadruples: Quadruples) -> Quadruples:
    """Those without siblings of whom both parents are known, and who have none in common."""
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

SIEVES: Final[Mapping[str, Callable[[Quadruples], Quadruples]]] = {
    "an age that another one contradicts": _of_age,
    "siblings of other parents": _of_one_family,
    "together after it was told to be over": _before_the_end,
}
