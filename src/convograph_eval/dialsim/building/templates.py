"""Templates of one-hop and two-hop questions (DialSim, Tables 5 to 7; Table 6 is lost, so its templates are ours [R]).

A hop in the present has no time; a hop with a time is in the past tense. `TIMELESS` relations are asked about without
a time.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from convograph_eval.dialsim.building.relations import DATING, FAMILY, PERSONAL, RELATIONS, TIMELESS

OPENING: Final = "By the way, "
"""The beginning of every question, since it comes in the middle of a scene (DialSim, section on style)."""


@dataclass(frozen=True, slots=True)
class Subject:
    """The subject of a question: a person by name, or the asker (`own`)."""

    name: str
    own: bool = False

    @property
    def forms(self) -> Mapping[str, str]:
        """The values of the templates' placeholders."""
        if self.own:
            return {"s": "I", "whose": "my", "whom": "me", "is": "am", "does": "do", "has": "have"}
        whose = f"{self.name}'s"
        return {"s": self.name, "whose": whose, "whom": self.name, "is": "is", "does": "does", "has": "has"}


@dataclass(frozen=True, slots=True)
class _Template:
    """The wording for the present and for a given time (`None`: there is none)."""

    now: str
    then: str | None = None

    def filled(self, time: str | None, places: Mapping[str, str]) -> str:
        if time is None or self.then is None:
            return self.now.format(**places)
        return self.then.format(time=time, **places)


def _one_hop() -> Iterator[tuple[str, _Template]]:
    for relation in RELATIONS:
        then = None if relation in TIMELESS else "who was {whose} " + relation + " {time}?"
        yield relation, _Template("who is {whose} " + relation + "?", then)
    for relation in ("job", "major"):
        yield relation, _Template("what is {whose} " + relation + "?", "what was {whose} " + relation + " {time}?")
    yield DATING, _Template("who is dating {whom}?", "who dated {whom} {time}?")
    yield "place of work", _Template("where {does} {s} work?", "where did {s} work {time}?")
    yield "age", _Template("how old {is} {s}?", "how old was {s} {time}?")
    yield "place of birth", _Template("where was {s} born?")
    yield "date of birth", _Template("when was {s} born?")
    yield "hometown", _Template("where is {whose} hometown?")


def _second_hop() -> Iterator[tuple[str, _Template]]:
    for relation in (*PERSONAL, "pet"):
        yield (
            relation,
            _Template("who is the " + relation + " of {person}?", "who was the " + relation + " of {person} {time}?"),
        )
    for relation in ("job", "major", "age"):
        yield (
            relation,
            _Template("what is the " + relation + " of {person}?", "what was the " + relation + " of {person} {time}?"),
        )
    for relation in FAMILY:
        yield relation, _Template("who is the " + relation + " of {person}?")
    yield DATING, _Template("who is dating {person}?", "who dated {person} {time}?")
    yield "place of work", _Template("where does {person} work?", "where did {person} work {time}?")
    yield "place of birth", _Template("where was {person} born?")
    yield "date of birth", _Template("when was {person} born?")
    yield "hometown", _Template("where is the hometown of {person}?")


_ONE_HOP: Final[Mapping[str, _Template]] = dict(_one_hop())
_SECOND_HOP: Final[Mapping[str, _Template]] = dict(_second_hop())
_HAS: Final = _Template("{s} {has} a {first}. ", "{s} had a {first} {time}. ")
_DATES: Final = _Template("{s} {is} dating a person. ", "{s} dated a person {time}. ")

ONE_HOP: Final = frozenset(RELATIONS) - {"son", "daughter"}
"""The relations with one-hop questions."""

SECOND: Final[Mapping[str, frozenset[str]]] = {
    **dict.fromkeys(PERSONAL, frozenset(_SECOND_HOP)),
    DATING: frozenset(PERSONAL),
    **dict.fromkeys(FAMILY, frozenset(_SECOND_HOP) - {"pet"}),
}
"""The first relation of a two-hop question -> the possible second relations (Table 7)."""


def one_hop(relation: str, subject: Subject, time: str | None) -> str:
    """The question about a relation in the present or at a time.

    >>> one_hop("age", Subject("Ross"), None), one_hop("age", Subject("Ross", own=True), "in 1994")
    ('By the way, how old is Ross?', 'By the way, how old was I in 1994?')
    """
    return OPENING + _ONE_HOP[relation].filled(time, subject.forms)


def two_hops(first: str, second: str, subject: Subject, times: tuple[str | None, str | None]) -> str:
    """The question about a relation of the first relation's tail, each in the present or at a time.

    >>> two_hops("wife", "job", Subject("Ross"), ("in 1994", None))
    'By the way, Ross had a wife in 1994. What is the job of the wife?'
    >>> two_hops("sister", "job", Subject("Ross"), (None, "in 1994"))
    "By the way, what was the job of Ross's sister in 1994?"
    """
    forms = subject.forms
    if first in FAMILY:
        return OPENING + _SECOND_HOP[second].filled(times[1], {"person": f"{forms['whose']} {first}"})
    told, person = (_DATES, "the person") if first == DATING else (_HAS, f"the {first}")
    asked = _SECOND_HOP[second].filled(times[1], {"person": person})
    return OPENING + told.filled(times[0], {**forms, "first": first}) + asked[0].upper() + asked[1:]
