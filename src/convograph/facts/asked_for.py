"""What holds of what a question asks for: "Where does Ana live?" asks for the place that Ana lives in.

Only questions about one person and one relation, in the present; English.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from convograph.extraction.asking import period_of
from convograph.facts.relations import FAVORITE, plain
from convograph.graph.turns import speaker_key
from convograph.segmentation import is_user
from convograph.types import Fact

_WHO = r"(?P<who>[A-Z][\w'’-]*?(?: [A-Z][\w-]+){0,2}?|I|i)"
_WHOSE = r"(?P<who>[A-Z][\w-]*(?: [A-Z][\w-]+){0,2}?|my)(?:['’]s?)?"
_DO, _BE = r"(?:do|does)", r"(?: (?:is|are|am)|['’]s)"
_NOW = r"(?: (?:now|currently|these days|nowadays|at the moment|right now))?"
_SPOUSE = r"(?:partner|boyfriend|girlfriend|husband|wife|spouse|fiancée?|fiancee)"

_FORMS: Mapping[str, tuple[str, ...]] = {
    rf"where {_DO} {_WHO}{_NOW} live": ("lives_in",),
    rf"where{_BE} {_WHO}{_NOW} (?:living|based)": ("lives_in",),
    rf"(?:which|what) (?:city|town|village|country|place) {_DO} {_WHO}{_NOW} live(?: in)?": ("lives_in",),
    rf"where {_DO} {_WHO}{_NOW} work": ("works_at",),
    rf"who {_DO} {_WHO}{_NOW} work for": ("works_at",),
    rf"who{_BE} {_WHOSE}(?: current)? employer": ("works_at",),
    rf"what {_DO} {_WHO}{_NOW} do(?: for (?:a living|work))?": ("occupation", "works_at"),
    rf"what{_BE} {_WHOSE}(?: current)? (?:job|profession|occupation)": ("occupation", "works_at"),
    rf"who{_BE} {_WHOSE}(?: current)? {_SPOUSE}": ("partner",),
    rf"who{_BE} {_WHO}{_NOW} (?:married to|dating|seeing|engaged to|together with)": ("partner",),
    rf"what(?: kind of)? pets? {_DO} {_WHO}{_NOW} have": ("has_pet",),
    rf"(?:which|what) (?:school|university|college) {_DO} {_WHO}{_NOW} (?:attend|go to)": ("attends",),
    rf"what{_BE} {_WHOSE}(?: current| new)? (?:phone |telephone |mobile )?number": ("phone_number", "number"),
    rf"what{_BE} {_WHOSE}(?: current| new)? favou?rite (?P<noun>\w+)": (FAVORITE,),
}
_ASKED = tuple((re.compile(rf"\W*{form}{_NOW}\W*", re.IGNORECASE), relations) for form, relations in _FORMS.items())
_ONESELF = frozenset({"i", "my"})


def asked_for(question: str, facts: Iterable[Fact]) -> tuple[Fact, ...]:
    """The facts that hold and that a question asks for, in their order; "I" is the user of an assistant.

    None for a question about the past.
    """
    if period_of(question) == "former":
        return ()
    for form, relations in _ASKED:
        found = form.fullmatch(question)
        if found is not None:
            wanted = _named(relations, found.groupdict().get("noun"))
            return _first_of(wanted, [one for one in facts if _holds_of(one, found["who"])])
    return ()


def _named(relations: Sequence[str], noun: str | None) -> list[str]:
    return [plain(f"{one} {noun}" if noun else one) for one in relations]


def _first_of(relations: Sequence[str], facts: Sequence[Fact]) -> tuple[Fact, ...]:
    """Those of the first relation that any is of."""
    of_each = (tuple(one for one in facts if plain(one.relation) == relation) for relation in relations)
    return next(filter(None, of_each), ())


def _holds_of(fact: Fact, who: str) -> bool:
    """Whether a fact holds, and of the one that a question means: a first name may stand for a whole one."""
    if fact.status != "current":
        return False
    if who.casefold() in _ONESELF:
        return is_user(fact.subject)
    named, subject = speaker_key(who), speaker_key(fact.subject)
    return subject == named or subject.split(" ")[0] == named
