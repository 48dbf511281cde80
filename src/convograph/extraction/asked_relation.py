"""Questions about one relation of one person: "Where does Ana live?" asks what Ana "lives in". English only."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache

from convograph.extraction.asking import ranges, times_named
from convograph.extraction.descriptions.nouns import plain_kin
from convograph.extraction.favorites import favorite_noun
from convograph.extraction.lexicon import word_list
from convograph.graph.turns import speaker_key
from convograph.patterns import lazy_pattern
from convograph.segmentation import is_user

_NO_VERB = r"(?!(?-i:can|could|will|would|should|shall|may|might|must|did|had|has|have)(?:n?['’]t)?\b)"
_WHO = (  # compiled to ignore case: "my sister" matches too
    rf"(?P<who>{_NO_VERB}[A-Z][\w'’-]*?(?: [A-Z][\w-]+){{0,2}}?|I|i)"
)
_ME = r"(?P<who>I|i)"
_WHOSE = r"(?P<who>[A-Z][\w-]*(?: [A-Z][\w-]+){0,2}?|my)(?:['’]s?)?"
_DO, _BE = r"(?:(?:do|does) )?", r"(?: (?:is|are|am)|['’]?s|['’]re)"  # "remind me where I live", "whats my name"
_NOW = r"(?: (?:now|currently|these days|nowadays|at the moment|right now|then|again|exactly))?"
_NEW = r"(?: (?:current|new|all-time|absolute))?"
_SPOUSE = "<spouse>"  # `_compile` puts the word list of spouses here
_TOWN = r"(?:which|what) (?:city|town|village|country|state|place|part of the (?:country|world))"
_FIRM = r"(?:who|(?:what|which) (?:company|firm))"
_SCHOOL = r"(?:school|college|uni|university)"
_NUMBER = r"(?:phone |mobile |cell |telephone |contact )?number"
_PET = (
    r"(?P<kind>dog|cat|puppy|kitten|hamster|rabbit|bunny|parrot|horse|pony|tortoise|turtle|budgie|snake|lizard|ferret"
    r"|pet)"
)
_SURNAME = r"(?P<surname>surname|last name|family name)"
ANY_PET = "pet"
"""The `kind` of a question about any pet."""

_FORMS: Mapping[str, tuple[str, ...]] = {
    rf"where {_DO}{_WHO}{_NOW} lives?": ("lives in",),
    rf"where{_BE} {_WHO}{_NOW} (?:living|based)": ("lives in",),
    rf"{_TOWN} {_DO}{_WHO}{_NOW} lives?(?: in)?": ("lives in",),
    rf"{_TOWN}{_BE} {_WHO}{_NOW} (?:living |based )?in": ("lives in",),
    rf"where {_DO}{_WHO}{_NOW} works?": ("works at",),
    rf"{_FIRM} {_DO}{_WHO}{_NOW} works? (?:for|at)": ("works at",),
    rf"who{_BE} {_WHOSE}{_NEW} employer": ("works at",),
    rf"what {_DO}{_WHO}{_NOW} (?:do|does)(?: for (?:a living|work))?": ("occupation", "works at"),
    rf"what {_DO}{_WHO}{_NOW} works? as": ("occupation", "works at"),
    rf"what{_BE} {_WHOSE}{_NEW} (?:job|profession|occupation)": ("occupation", "works at"),
    rf"who{_BE} {_WHOSE}{_NEW} {_SPOUSE}": ("partner",),
    rf"who{_BE} {_WHO}{_NOW} (?:married to|dating|seeing|engaged to|together with)": ("partner",),
    rf"what{_BE} {_WHOSE}{_NEW} {_SPOUSE}(?:['’]s name| called)": ("partner",),
    rf"what{_BE} the name of {_WHOSE}{_NEW} {_SPOUSE}": ("partner",),
    rf"what(?: kind of)? pets? {_DO}{_WHO}{_NOW} have": ("has pet",),
    rf"(?:do|does) {_WHO}{_NOW} have (?:any pets|a pet)": ("has pet",),
    rf"what{_BE} {_WHOSE} {_PET}(?: called|['’]s name)": ("has pet",),
    rf"what{_BE} the name of {_WHOSE} {_PET}": ("has pet",),
    rf"how old{_BE} {_WHO}": ("age",),
    rf"what{_BE} {_WHOSE} age": ("age",),
    rf"what{_BE} {_WHOSE} {_SURNAME}": ("surname", "name"),
    rf"what{_BE} {_WHOSE}(?: (?:full|first|real|own))? name": ("name", "nickname"),
    rf"who{_BE} {_ME}": ("name", "nickname"),
    rf"what{_BE} {_WHO} called": ("name", "nickname"),
    rf"(?:which|what) {_SCHOOL} {_DO}{_WHO}{_NOW} (?:attends?|go(?:es)? to)": ("attends",),
    rf"where {_DO}{_WHO}{_NOW} (?:study|studies|go(?:es)? to {_SCHOOL})": ("attends",),
    rf"what{_BE} {_WHOSE}{_NEW} {_NUMBER}": ("phone number", "number"),
    rf"what{_BE} {_WHOSE}{_NEW} e-?mail(?: address)?": ("email",),
    rf"(?:when|what (?:day|date)){_BE} {_WHOSE} birthday": ("birthday",),
    rf"what{_BE} {_WHOSE} blood (?:type|group)": ("blood type",),
    rf"(?:is|are|am) {_WHO}{_NOW} (?:still )?(?:an? )?(?:vegetarian|vegan|pescatarian)": ("diet",),
    rf"what{_BE} {_WHOSE} diet": ("diet", "dietary need"),
    rf"what(?: kind of)? diet {_DO}{_WHO}{_NOW} (?:follow|keep|have)": ("diet", "dietary need"),
    rf"(?:what|which|who){_BE} {_WHOSE}{_NEW} favou?rite (?P<noun>\w+)": ("favorite {noun}",),
}
_DID_FORMS: Mapping[str, tuple[str, ...]] = {
    rf"where did {_WHO}(?: use to)? live": ("lives in",),
    rf"where did {_WHO}(?: use to)? work": ("works at",),
    rf"who did {_WHO}(?: use to)? work for": ("works at",),
}
"""Questions about what held before, or at a time that the question names."""
_FORMER_FORMS: Mapping[str, tuple[str, ...]] = {**_DID_FORMS, rf"where did {_WHO} move (?:here )?from": ("lives in",)}
_THEN_FORMS: Mapping[str, tuple[str, ...]] = {
    **_DID_FORMS,
    rf"where was {_WHO} (?:living|based|staying)": ("lives in",),
    rf"where was {_WHO} working": ("works at",),
    rf"what was {_WHOSE} (?:job|profession|occupation)": ("occupation", "works at"),
    rf"what did {_WHO} do(?: for (?:a living|work))": ("occupation", "works at"),
    rf"who was {_WHOSE} {_SPOUSE}": ("partner",),
    rf"who was {_WHO} (?:married to|dating|seeing|engaged to|together with)": ("partner",),
}
"""Questions about what held at a time that the question names."""
_OF_TIME = lazy_pattern(r"[\s,]*(?:\b(?:back )?(?:in|on|at|during|around|over))?\s*$", re.IGNORECASE)
_BEFORE = r"(?: (?:before|previously|at first|originally)(?: that| this)?)?"
_CAME = (  # "before he moved to …", "before joining …"
    r"(?:(?:(?:[a-z]\w*) (?:moved|went|came|relocated|settled|switched|started|began|joined|worked|lived|met|dated)"
    r"|moving|going|coming|relocating|settling|switching|starting|joining|working|living|meeting|dating)"
    r"(?: (?:over |back |a job |work |working )?(?:to|at|for|in|with|as))? )?"
)
_BEFORE_ANOTHER = rf" before {_CAME}(?:the )?(?P<than>\w[\w .,'’&-]*?)"
_PLEASE = lazy_pattern(
    r"\W*(?:(?:so|ok|okay|hey|hi|please)\W+)*(?:do you (?:still )?(?:know|remember)"
    r"|(?:(?:can|could) you )?(?:tell|remind) me)\W+",
    re.IGNORECASE,
)
_PAST = lazy_pattern(r"\b(?:did|was|were)\b", re.IGNORECASE)
_SPOKEN_OF = (  # one of these words is in every question of a known form; compiling the forms takes 30 ms
    rf"\b(?:live|lives|living|based|staying|move|work|works|working|employer|job|profession|occupation|{_SPOUSE}|married"
    rf"|dating|seeing|engaged|together|pets|{_PET}|old|age|name|surname|called|{_SCHOOL}|study|studies|number|e-?mail"
    r"|city|town|village|country|state|place|part"
    r"|birthday|blood|vegetarian|vegan|pescatarian|diet|favou?rite)\b|\b(?:I|do|does)\W*\Z"
)
_BEFORE_WORD = lazy_pattern(r"\bbefore\b", re.IGNORECASE)
_WHOLE_NAME = 2  # words in a name with a surname, at least
_ONESELF = frozenset({"i", "my"})
_ADDRESSEE = frozenset({"you", "your"})
_UNNAMED = frozenset("he she it they we his her its their our the this that these those a an".split())


@dataclass(frozen=True, slots=True)
class AskedFor:
    """What a question asks for: a relation of `who`, or the next one if nothing is known about those before it.

    `relations` are worded as in facts ("lives in"). `former` asks for what held before (before the value `than`, if
    given), `at` for what held in that time, from start to end. A name needs at least `least_words` words. For a `kind`
    of pet (`ANY_PET`: any kind), the name after the kind is wanted. `who` is "you" or "your" if the question is about
    the person it is put to.
    """

    who: str
    relations: Sequence[str]
    former: bool = False
    at: tuple[datetime, datetime] | None = None
    least_words: int = 1
    kind: str | None = None
    than: str | None = None

    @property
    def of_user(self) -> bool:
        """Whether it is about the user of an assistant, or someone of the user's: "I", "my sister"."""
        return self.who.split(" ")[0].casefold() in _ONESELF

    @property
    def of_addressee(self) -> bool:
        """Whether it is about the person it is put to."""
        return self.who.casefold() in _ADDRESSEE

    @property
    def is_named(self) -> bool:
        """Whether it says who it is about, which "she" and "you" do not."""
        first = self.who.split(" ")[0].casefold()
        return first not in _UNNAMED | _ADDRESSEE

    @property
    def named(self) -> str | None:
        """The word that turns use for the person it is about: "sister", "Ana"; `None` for the user."""
        words = self.who.split(" ")
        return next(iter(words[1:]), None) if self.of_user else words[0]

    def accepts(self, relation: str, value: str) -> bool:
        """Whether a value can be the answer: for a surname, a full name; for a pet, a name after its kind."""
        words = value.split()
        is_pet = self.kind is None or ((self.kind == ANY_PET or self.kind in words[:-1]) and words[-1][:1].isupper())
        return is_pet and (relation != "name" or len(words) >= self.least_words)

    def is_about(self, name: str) -> bool:
        """Whether a name is that of the person it is about.

        A first name matches a full name, and "my mum" matches "user's mother".
        """
        subject = speaker_key(name)
        if not self.of_user:
            return _begins(subject, speaker_key(self.who))
        owner, _, rest = subject.replace("’", "'").partition("'s ")
        if self.named is None:
            return is_user(subject)
        noun = self.named.casefold()
        return is_user(owner) and (_begins(rest, noun) or plain_kin(rest) == plain_kin(noun))


def asked_for(question: str, moment: datetime | None = None) -> AskedFor | None:
    """What a question asked at a `moment` (`None`: now) asks for; `None` if it has no known form.

    >>> asked_for("Where does Ana live now?")
    AskedFor(who='Ana', relations=['lives in'], former=False, at=None, least_words=1, kind=None, than=None)
    """
    please = _PLEASE.match(question)
    text = question if please is None else question[please.end() :]
    if _compile(_SPOKEN_OF).search(text) is None:
        return None
    for form, relations, former in _compiled():
        found = form.fullmatch(text)
        if found is not None:
            return _asked(found, relations, former=former)
    if _PAST.search(text) is None:
        return None
    return _asked_then(text, moment) or _asked_before_another(text, moment)


def _asked_before_another(text: str, moment: datetime | None) -> AskedFor | None:
    """What a question like "Where did I live before Leeds?" asks for; `None` if a time follows "before"."""
    if _BEFORE_WORD.search(text) is None:
        return None
    for form, relations in _compiled_before_another():
        found = form.fullmatch(text)
        if found is not None and not times_named(f"in {found['than']}", moment):
            return replace(_asked(found, relations, former=True), than=found["than"])
    return None


def _asked_then(text: str, moment: datetime | None) -> AskedFor | None:
    """What a question that begins or ends with a time asks for: "Where did I live in September?"."""
    times = times_named(text, moment)
    if len(times) != 1:
        return None
    (one,), ((start, end),) = times, ranges(times)
    before, after = _OF_TIME.sub("", text[: one.start]), text[one.end :].strip(" ,?.!")
    if before and after:
        return None
    for form, relations in _compiled_then():
        found = form.fullmatch(before or after)
        if found is not None:
            return replace(_asked(found, relations), at=(start, end))
    return None


def _asked(found: re.Match[str], relations: Sequence[str], *, former: bool = False) -> AskedFor:
    groups = {name: value.lower() for name, value in found.groupdict().items() if value}
    named = [one.format(noun=favorite_noun(groups.get("noun", ""))) for one in relations]
    least = _WHOLE_NAME if "surname" in groups else 1
    return AskedFor(found["who"], named, former, None, least, groups.get("kind"))


def _begins(name: str, word: str) -> bool:
    return name == word or name.startswith(f"{word} ")


@cache
def _compile(wording: str) -> re.Pattern[str]:
    spouses = "|".join(sorted(word_list("spouses"), key=len, reverse=True))
    return re.compile(wording.replace(_SPOUSE, f"(?:{spouses})"), re.IGNORECASE)


@cache
def _compiled() -> tuple[tuple[re.Pattern[str], tuple[str, ...], bool], ...]:
    """The forms of whole questions, the relations they ask for, and whether they ask what held before."""
    return tuple(
        (_compile(rf"\W*{form}{ending}\W*"), relations, former)
        for forms, ending, former in ((_FORMS, _NOW, False), (_FORMER_FORMS, _BEFORE, True))
        for form, relations in forms.items()
    )


@cache
def _compiled_then() -> tuple[tuple[re.Pattern[str], tuple[str, ...]], ...]:
    """The forms of questions about what held at a time, without the time."""
    return tuple((_compile(rf"\W*{form}"), relations) for form, relations in _THEN_FORMS.items())


@cache
def _compiled_before_another() -> tuple[tuple[re.Pattern[str], tuple[str, ...]], ...]:
    """The forms of questions about what held before something else did."""
    forms = {**_FORMER_FORMS, **_THEN_FORMS}
    return tuple((_compile(rf"\W*{form}{_BEFORE_ANOTHER}\W*"), relations) for form, relations in forms.items())
