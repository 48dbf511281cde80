"""What holds of what a question asks for: "Where does Ana live?" asks for the place that Ana lives in.

Only questions about one person and one relation, in the present; English.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

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
    rf"what{_BE} {_WHOSE}(?: current| new)? e-?mail(?: address)?": ("email",),
    rf"(?:when|what (?:day|date))(?:{_BE}) {_WHOSE} birthday": ("birthday",),
    rf"what{_BE} {_WHOSE} blood (?:type|group)": ("blood type",),
    rf"(?:is|are|am) {_WHO}{_NOW} (?:still )?(?:an? )?(?:vegetarian|vegan|pescatarian)": ("diet",),
    rf"what{_BE} {_WHOSE} diet": ("diet", "dietary need"),
    rf"what(?: kind of)? diet {_DO} {_WHO}{_NOW} (?:follow|keep|have)": ("diet", "dietary need"),
    rf"what{_BE} {_WHOSE}(?: current| new)? favou?rite (?P<noun>\w+)": (FAVORITE,),
}
_ASKED = tuple((re.compile(rf"\W*{form}{_NOW}\W*", re.IGNORECASE), relations) for form, relations in _FORMS.items())
_ONESELF = frozenset({"i", "my"})


@dataclass(frozen=True, slots=True)
class AskedFor:
    """Of whom a question asks for what: a relation, or another where nothing is known of the one before it."""

    who: str
    relations: Sequence[str]

    def among(self, facts: Iterable[Fact]) -> tuple[Fact, ...]:
        """Those of some facts that hold and are asked for, in their order; "I" is the user of an assistant."""
        held = [one for one in facts if _holds_of(one, self.who)]
        of_each = (tuple(one for one in held if plain(one.relation) == relation) for relation in self.relations)
        return next(filter(None, of_each), ())


def asked_for(question: str) -> AskedFor | None:
    """What a question asks for; `None` for any other, and for one about the past.

    >>> asked_for("Where does Ana live now?")
    AskedFor(who='Ana', relations=['lives in'])
    """
    if period_of(question) == "former":
        return None
    for form, relations in _ASKED:
        found = form.fullmatch(question)
        if found is not None:
            noun = found.groupdict().get("noun")
            return AskedFor(found["who"], [plain(f"{one} {noun}" if noun else one) for one in relations])
    return None


def _holds_of(fact: Fact, who: str) -> bool:
    """Whether a fact holds, and of the one that a question means: a first name may stand for a whole one."""
    if fact.status != "current":
        return False
    if who.casefold() in _ONESELF:
        return is_user(fact.subject)
    named, subject = speaker_key(who), speaker_key(fact.subject)
    return subject == named or subject.split(" ")[0] == named
