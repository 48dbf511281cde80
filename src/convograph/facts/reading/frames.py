"""Where people live, work and study, with whom and as what: read from sentences by frames, without syntax.

People report a change in many ways, and often in half a sentence ("guess who's in Porto now", "back at Siemens").
`frames.txt` lists these ways by relation. A frame says what its sentence does with a value. Questions, conditions,
wishes, quotations and hearsay are skipped.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from convograph.extraction.asides import is_long_ago
from convograph.extraction.asking import asks_with_mark
from convograph.extraction.favorites import favorite_noun
from convograph.extraction.lexicon import word_list
from convograph.facts.acts import PhraseAct
from convograph.facts.names import NO_NAMES
from convograph.facts.reading.frame_subjects import subject_of, third_in
from convograph.facts.reading.frame_table import Frame, frames
from convograph.facts.relations import FAVORITE
from convograph.facts.statement import SENTENCE
from convograph.facts.values.forms import CLOSED, SHAPES
from convograph.facts.values.kinds import is_animal, is_job
from convograph.facts.values.words import begins_with_place
from convograph.patterns import lazy_pattern

ANY_FAVORITE = f"{FAVORITE} *"  # a favorite of an unstated kind: "it's not my favourite anymore"
_SCHOOL = lazy_pattern(
    r"\b(?:school|college|university|uni|academy|high|institute|polytechnic|campus|faculty|grammar|elementary|kindergarten)\b",
    re.IGNORECASE,
)
_PHONE = lazy_pattern(
    r"\b(?:phone|iphone|pixel|galaxy|nokia|fairphone|oneplus|moto|motorola|xperia|redmi|xiaomi|huawei|samsung|blackberry|zenfone"
    r"|honor|oppo|realme|nothing phone)\b|\b[A-Z]+\d+\b",
    re.IGNORECASE,
)
_FORMS: Mapping[str, tuple[str, ...]] = {
    "lives_in": ("place", "name", "other"),
    "works_at": ("name", "other"),
    "attends": ("school",),
    "partner": ("person", "name"),
    "phone": ("phone",),
}
_SUPPOSED = lazy_pattern(
    r"\b(?:if|suppos(?:e|ing)|imagine|unless|pretend|as if|wish(?:es|ed)?|hoping|hopes?)\b", re.IGNORECASE
)
_UNREAL = lazy_pattern(
    r"\b(?:might|(?-i:may)|maybe|perhaps|could|would|should|dream(?:s|ed|ing)?|think(?:s|ing)? (?:about|of)|considering"
    r"|want(?:s|ed)?|planning|plan|almost|nearly|rumou?r|apparently|fairly sure|pretty sure|i heard|i thought|i think"
    r"|supposedly|going to|gonna|will|won't|doubt)\b|['’](?:d|ll)\b",
    re.IGNORECASE,
)
_PART = lazy_pattern(r"[,;:]\s|\band\b|\bbut\b|\bso\b|\bbecause\b")
_ENDED = lazy_pattern(
    r"\b(?:quit|quitting|left|leaving|lost|losing|resign(?:ed|ing)?|gave up|given up|giving up|fired|sacked|laid off"
    r"|no longer|any ?more|used to|former(?:ly)?|ex|broke up|split up|dropped out|last day|not|never)\b|n['’]t\b",
    re.IGNORECASE,
)
_WHEN = lazy_pattern(r"\b(?:when|whenever|before|until|till|once|every time)\b", re.IGNORECASE)  # dates other events
_CLAUSE = lazy_pattern(r"[,;:]\s|\bbut\b|\bthough\b")
_PRESENT = lazy_pattern(
    r"\b(?:am|is|are|do|does)\b|['’](?:m|re)\b|['’]s(?! \w+(?:ed|en)\b)|\b(?:do|does|is|are)n['’]t", re.IGNORECASE
)
_PASSING = lazy_pattern(
    r"\b(?:weekend|(?<!since )this week|visit(?:ing|s)?|holidays?|vacation|conference|borrowed|just for|helping"
    r"|covering|for (?:a|the|two|three|one|a few) (?:day|week|night|meeting|conference)s?|as friends|just friends"
    r"|cinema|trip|coffee with|on sunday|on saturday|landed|open day|training|shadowing|once)\b",
    re.IGNORECASE,
)
_THAT_DAY = lazy_pattern(r"\b(?:today|tonight)\b", re.IGNORECASE)
_CHANGED = lazy_pattern(
    r"\b(?:moved|relocated|started|joined|hired|promoted|made|accepted|got|switched|transferred|engaged|married"
    r"|first (?:day|shift))\b",
    re.IGNORECASE,
)  # happens on a day and lasts: "started at Asda today"
_NOT = lazy_pattern(r"\bnot\b|n['’]t\b", re.IGNORECASE)
_SENTENCE = lazy_pattern(rf"{SENTENCE}(?:[.!?;\n…]+|$)")
_OPENING = lazy_pattern(
    r"^(?:(?:these days|since \w+|actually|definitely|easily|officially|so|well|ok|now|turns out|lately|honestly|then"
    r"|and|my|for me it's|yes|yeah|proper"
    r"|(?:again|once more) an?)\b[\s,]*)+",
    re.IGNORECASE,
)
_NEWS = lazy_pattern(
    r"\b(new (?:phone|job|school|team|employer|flat|address)|my job|my profession|favou?rite \w+)[!.?]+ ", re.IGNORECASE
)  # "New job! It's …"
_MARKS = lazy_pattern(r"[\"“”«»]|(?:^|\s)['‘]\w.*\w[.,!?]?['’](?:[\s,.!?;:]|$)")  # quotation marks, also single ones
_LONGEST = 400  # characters; longer sentences are lists and pasted text
_EDGE = " '\"’‘.,;:!-"


class Framed(NamedTuple):
    """What a frame found: the subject, the relation, the value, what happens to it (`act`), and the sentence.

    The value is empty if the sentence ends a value without naming it: "I quit my job".
    `instead_of` is the former value, if the sentence names both. An `unsure` match counts only if the relation is
    known to have had this former value. A `generic` frame fits several relations.
    """

    subject: str
    relation: str
    act: PhraseAct
    value: str
    sentence: str
    instead_of: str | None = None
    unsure: bool = False
    generic: bool = False


def framed(text: str, speaker: str) -> list[Framed]:
    """The frame matches in the sentences of a turn, in order; the value that ends comes before the one that begins.

    Values are not checked yet, so the same words may give a home, an employer and a school.

    >>> [(one.relation, one.act, one.value) for one in framed("We left Porto for Lisbon!", "Ana")][:2]
    [('lives_in', 'ends', 'Porto'), ('lives_in', 'begins', 'Lisbon')]
    """
    found: list[Framed] = []
    third: str | None = None
    for match in _SENTENCE.finditer(_NEWS.sub(r"\1: ", text)):
        sentence = match[0]
        read: list[Framed] = []
        if not (len(sentence) > _LONGEST or asks_with_mark(sentence) or _MARKS.search(sentence)):
            read = list(_of_sentence(sentence, speaker, third, match.string[: match.start()]))
        third = third_in(sentence, speaker, {one.value for one in read}) or third
        found += read
    return found


def is_begun_today(one: Framed) -> bool:
    """Whether a match tells that something begins on the day of its sentence, which a reader may take for a visit."""
    return one.act == "begins" and bool(one.value) and _THAT_DAY.search(one.sentence) is not None


def _of_sentence(sentence: str, speaker: str, third: str | None, earlier: str) -> Iterator[Framed]:
    passing = _PASSING.search(sentence) is not None
    that_day = _THAT_DAY.search(sentence) is not None
    told: set[tuple[str, str, str]] = set()
    lowered, long_ago = sentence.lower(), is_long_ago(sentence)
    for frame in frames():
        if (passing and frame.act != "ends" and frame.relation != "age") or not frame.may_match(lowered):
            continue
        for match in frame.pattern.finditer(sentence):
            subject, relation = subject_of(match, speaker, third, earlier), _relation(frame, match)
            if subject is None or not relation or _is_unreal(sentence, match) or _is_over(frame, match):
                continue
            if long_ago and not _is_present(match):
                continue
            if that_day and not _lasts(frame, match):
                continue
            if not is_animal(match.groupdict().get("KIND") or "dog"):
                continue
            for one in _values(frame, match, subject, relation):
                if (subject, relation, one.value) not in told:
                    told.add((subject, relation, one.value))
                    yield one


def _lasts(frame: Frame, match: re.Match[str]) -> bool:
    """Whether what a frame finds lasts beyond the day that its sentence names.

    "I started at Asda today" and "I left Asda today" do, "I'm at Asda today" and "I'm not at Asda today" may not.
    """
    if frame.act == "ends":
        return _NOT.search(match[0]) is None
    return frame.relation == "age" or _CHANGED.search(match[0]) is not None


def _is_unreal(sentence: str, match: re.Match[str]) -> bool:
    """Whether the clause is hypothetical, a wish or a plan; a condition may also stand in an earlier clause."""
    begins = _begins(_CLAUSE, match)
    return bool(_SUPPOSED.search(sentence, 0, match.end()) or _UNREAL.search(sentence, begins, match.end()))


def _is_present(match: re.Match[str]) -> bool:
    """Whether a match is in the present tense, and only a later clause is about the past: "I'm not allergic to nuts,
    that was a rash when I was four".
    """
    end = _CLAUSE.search(match.string, match.end())
    return end is not None and _PRESENT.search(match[0]) is not None and not is_long_ago(match.string[: end.start()])


def _is_over(frame: Frame, match: re.Match[str]) -> bool:
    """Whether the same clause ends what the frame takes to hold: "I quit my job at …"."""
    begins = _begins(_PART, match)
    return frame.act == "holds" and _ENDED.search(match.string, begins, match.end()) is not None


def _begins(boundary: re.Pattern[str], match: re.Match[str]) -> int:
    """The start of the part of the sentence that contains the match."""
    return max((found.end() for found in boundary.finditer(match.string, 0, match.start() + 1)), default=0)


def _values(frame: Frame, match: re.Match[str], subject: str, relation: str) -> Iterator[Framed]:
    """The value that ends, then the one that holds or begins; an empty value if the frame captures none."""
    sentence = match.string
    groups = match.groupdict()
    if not groups.keys() & {"OLD", "V"}:
        if not _WHEN.search(sentence, _begins(_PART, match), match.end()):
            yield Framed(subject, relation, frame.act, "", sentence)
        return
    edge = _EDGE.removesuffix("-") if frame.relation in CLOSED else _EDGE  # "A-" is a blood type
    old, new = (_OPENING.sub("", groups.get(name) or "").strip(edge) for name in ("OLD", "V"))
    if old and _fits(frame, old, among_two=bool(new)):
        yield Framed(subject, relation, "ends", old, sentence)
    if new and frame.generic and frame.relation == "age":  # applies to whoever is known to have been a year younger
        yield Framed(subject, relation, frame.act, new, sentence, str(int(new) - 1), unsure=True, generic=True)
    elif new and _fits(frame, new, among_two=bool(old)):
        unsure = frame.generic and bool(old)
        yield Framed(subject, relation, frame.act, new, sentence, old or None, unsure, frame.generic)


def _relation(frame: Frame, match: re.Match[str]) -> str:
    if frame.relation != FAVORITE:
        return frame.relation
    groups = match.groupdict()
    noun = (groups.get("NOUN") or groups.get("FIRST") or "").lower()
    noun = noun.removeprefix("number one ")
    return f"{FAVORITE} {favorite_noun(noun)}" if noun else ANY_FAVORITE


def _fits(frame: Frame, value: str, *, among_two: bool) -> bool:
    """Whether a value suits the frame's relation; for a generic frame, by the form of the value.

    If the sentence also names the other value (`among_two`), the form is not checked: the former value decides later.
    """
    if frame.relation == "occupation":
        return is_job(value)
    if frame.relation in CLOSED:
        return True
    if not any(map(str.isalpha, value)):
        return False
    if value.split(maxsplit=1)[0].lower() in NO_NAMES and not begins_with_place(value):
        return False
    if frame.relation in SHAPES or frame.act == "ends" or not frame.generic or among_two:
        return frame.relation != "phone" or frame.act == "ends" or among_two or _form(value) == "phone"
    return _form(value) in _FORMS[frame.relation]


def _form(value: str) -> str:
    """What a value looks like: a school, a phone, a listed place or first name, another single word, or other."""
    if _SCHOOL.search(value):
        return "school"
    if _PHONE.search(value):
        return "phone"
    words = value.lower()
    if words in word_list("places"):
        return "place"
    if words in word_list("first_names"):
        return "person"
    return "name" if value.isalpha() else "other"
