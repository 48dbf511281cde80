"""The table of frames, compiled: regular expressions whose placeholders stand for people, verbs and values."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import pairwise
from typing import get_args

from convograph.extraction.lexicon import word_list
from convograph.facts.relations import FAVORITE, Act
from convograph.facts.word_files import damaged, lines_of

_ADVERB = (
    r"(?:now|just|actually|officially|finally|recently|since|already|still|also|then|currently|really|happily|both|all"
    r"|even|have|has|had|only)"
)
_BE = r"(?: ?['’]m| am| ?['’]re| are| ?['’]s| is| ?ain['’]t|(?= is\b))"
_HAVE = r"(?: ?['’]ve| have| ?['’]s| has)"
_SOON = r"(?:,? (?:now|these days|nowadays|for good|permanently|again|once more|as of now|at the moment))"
GREETINGS = r"hi|hello|hey|hiya|heya|hullo|howdy|yo|g['’]?day|greetings|good (?:morning|afternoon|evening|day)"
"""How people begin before they say who they are, as a pattern."""
SOMETHING = (
    r" (?:(?:our|my|his|her|their|it|some)\b"
    r"|(?:the|an?) (?!(?:day|night|week|weekend|month|year|summer|few|couple|while)\b))"
)
"""What two people share rather than part, as a pattern: "split the bill", but not "split the day after"."""
_APART = rf"(?:broke|broken|split|separated|divorced)(?: up)?(?!{SOMETHING})"
_NAME = r"(?-i:(?:The )?(?:[A-Z0-9]|i[A-Z])[\w'’&.+-]*(?:(?: (?:of|de|da|do|and the|&))? [A-Z0-9][\w'’&+-]*)*)"
_COMMON = r"[\w'’-]+(?: [\w'’-]+){0,3}?"
_STOP = (
    r"(?=\s*(?:[,.!?;:()\n–—\"“”…]|[^\w\s'’]|$)|\s+(?:now|again|these|any|anymore|for|as|since|but|and|so|because|by|after|once"
    r"|hands|today|at|instead|in|on|to|is|are|was|best|then|who|which|with|of|from|too|either|over|more|used|not|beats?|over|has|have|still|though|lol|lmao"
    r"|ha(?:ha)+)\b)"
)
_JOB = r"(?:an? |the )?(?P<{0}>[a-z][\w'’-]*(?: [a-z][\w'’-]*){0,2}?)" + _STOP
_TEAMS = ("team", "crew", "squad", "department", "group", "unit", "desk")
_TEAM = r"(?:the |our |their )?(?P<{0}>[\w-]+(?: [\w-]+)? (?:" + "|".join(_TEAMS) + r"))\b"
_THING = r"(?:the |an? )?(?P<{0}>" + _COMMON + ")" + _STOP
_NAMED = r"(?:the |an? |my |our )?(?P<{0}>" + _NAME + r")(?!\w)"
NO_NAMES = frozenset(
    "he she they we you i his her its their so well yes no ok okay honestly guess still also now then and but hi hey"
    " home my our the this that it there here what who when new last since in at on if is are was yeah oh by way thing"
    " things everyone everybody someone nobody people today yesterday tomorrow once after before during ever never"
    " maybe work life back days did not did do does breaking unfortunately fortunately sadly luckily hopefully"
    " apparently obviously basically clearly".split()
)
"""Words that may have a capital and name nobody, in lower case."""
_BEGIN_REQUESTS = frozenset("ask can email has have invite let remind shall tell thank".split())
_WILL = re.compile(
    r"^\W*(?:(?:and|but|hey|hi|so)\W+)?Will(?= (?:[A-Z]|(?:he|it|my|our|she|the|they|we|you|your)\b)[^?]*\?\s*$)"
)
_NO_NAME_LISTS = ("usual_words", "time_adverbs", "calendar_names", "interjections", "discourse_markers")
_PET = r"(?P<{0}>[a-z][\w-]*(?: [a-z][\w-]*)??(?: (?-i:[A-Z])[\w-]+)?)"  # "guinea pig Momo"
_DIET = (
    r"(?:an? )?(?:strict |lifelong )?(?P<{0}>vegetarian|veggie|vegan|pescatarian|pescetarian|flexitarian|omnivore)"
    + _STOP
)
_NEED = (
    r"(?P<{0}>(?:gluten|dairy|lactose|nut|sugar|alcohol)[ -]free|(?:lactose|gluten|fructose)[ -]intolerant|c(?:o?e)liac"
    r"|diabetic|keto|paleo|low[ -]carb|low[ -]salt|halal|kosher|teetotal)(?: (?:diet|food))?" + _STOP
)
_MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t(?:ember)?)?|oct(?:ober)?"
    r"|nov(?:ember)?|dec(?:ember)?)"
)
_DAYS = r"mon(?:day)?|tues?(?:day)?|wed(?:nesday)?|thu(?:rs)?(?:day)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?"
_DAY = rf"(?P<{{0}}>\d{{1,2}}(?:st|nd|rd|th)?(?: of)? {_MONTH}|{_MONTH} \d{{1,2}}(?:st|nd|rd|th)?)\b"
_AGE = (
    r"(?P<{0}>\d{1,3})(?=(?: years?| yrs?|[ -]year[ -]old)? (?:old|young)\b|\s*(?:[.,!;](?!\d)|$)"
    r"| (?:now|today|only|already|as of|lol|btw|tho|though|haha)\b"
    r"| (?:and|but) (?!\w+ half\b|counting\b|an?\b|\d)| so (?:i|we|he|she|they|that|my)\b)"
)
_NEW_AGE = (
    r"(?P<V>\d{1,3})(?=(?: years? (?:old|young))?(?:\s*(?:[.,!;:(](?!\d)|$)"
    r"| (?:yesterday|today|now|already|and|but|so|lol|btw|tho|though|haha)\b"
    rf"| (?:last|this) (?:week|weekend|month|night|morning|{_DAYS})\b| on (?:{_DAYS})\b))"
)
CLOSED: Mapping[str, str] = {
    "age": _AGE,
    "diet": _DIET,
    "dietary need": _NEED,
    "phone number": r"(?P<{0}>\+?\(?\d(?:[\d ()/-]|\.(?=\d)){4,}\d)\b",
    "email": r"(?P<{0}>[\w.+-]+@[\w-]+(?:\.[\w-]+)+)",
    "birthday": _DAY,
    "blood type": r"(?P<{0}>(?:AB|A|B|O)(?: ?[+−-]| (?:rhesus )?(?:positive|negative))?)(?!\w)",
}
"""Values that are known by their form alone."""
_ASIDE = (
    r"such|like|including|especially|btw|please|sadly|unfortunately|apparently|tho|you|i|we|he|she|they|it|my|when|if"
    r"|that"
)
_TRIGGER = r"(?P<{0}>[\w'’-]+(?: [\w'’-]+){0,2}?)(?:(?= (?:" + _ASIDE + r")\b)|" + _STOP + ")"  # "tree nuts"
_RUN = r"[A-Z][\w-]+(?: (?:(?:d[aeio]s?|v[ao]n(?: der?)?|del) )?[A-Z][\w-]+){0,3}"
_CALLED = r"(?P<{0}>(?-i:" + _RUN + r"))(?=[.!,;]|$| and\b| from\b| btw\b| by the way\b| here\b| is (?:my|our)\b)"
SHAPES: Mapping[str, str] = {
    "occupation": _JOB,
    "team": _TEAM,
    FAVORITE: _THING,
    "has_pet": _PET,
    "name": _CALLED,
    "surname": _CALLED,
    "be_allergic_to": _TRIGGER,
    **CLOSED,
}
_FIRST_VERBS = "bought|found|got|left|moved|quit|rented|signed|sold|started"
_PERSON = rf"(?!(?i:{_ADVERB}|{_FIRST_VERBS})\b){_RUN}"  # "Tom", "Tom Becker", "Maria da Silva"
WHENCE = r" from (?:next door|the \w+|(?!(?:here|now|that|then|there|this|time|what|where|which)\b)\w+)\b"
"""Where somebody is known from: "Tom from work", "Tom from the office"."""
_NO_NOUN = (
    r"(?!(?:now|is|again|too|any|after|used|has|since|these|by|and|but|so|anymore|once|for|to|in|on|at"
    r"|of|with|from|or|because|when|right)\b)"
)
_FAVORITE = (
    rf"(?:(?:all-time |absolute |new |current )*favou?rite(?: (?P<NOUN>time of (?:the )?year|{_NO_NOUN}[a-z]+))?\b"
    rf"|(?P<FIRST>number one {_NO_NOUN}[a-z]+))"
)


@dataclass(frozen=True)
class Frame:
    """One way of telling a change, as a line of the file has it."""

    line: str
    relation: str
    act: Act
    wording: str  # its expression, without placeholders
    generic: bool  # told of several relations
    anchors: tuple[str, ...]  # one of these is in every sentence that the frame matches, in lower case

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """The expression, compiled when a sentence first may match it: to compile all takes a second."""
        try:
            return re.compile(self.wording, re.IGNORECASE)
        except re.error as error:
            raise damaged("frames", f"{self.line}: {error}") from error

    def may_match(self, lowered: str) -> bool:
        """Whether a sentence, in lower case, has what the frame needs: a look that spares most of them the pattern."""
        return any(anchor in lowered for anchor in self.anchors)


@cache
def closed_form(relation: str) -> re.Pattern[str] | None:
    """How the values of a relation are written, if they are known by their form alone."""
    shape = CLOSED.get(relation)
    return None if shape is None else re.compile(shape.replace("{0}", "V"), re.IGNORECASE)


@cache
def third_persons() -> re.Pattern[str]:
    """What may name somebody other than the speaker: "my sister", or up to four words with a capital."""
    return re.compile(rf"\b(?:my|our) (?:{_kin()})\b|(?-i:\b{_RUN}\b)", re.IGNORECASE)


def asking_end(sentence: str) -> int:
    """Where a question goes on behind "Will", which is a name elsewhere; 0 for any other sentence.

    >>> asking_end("Will Bea come?"), asking_end("Will lives in Hull.")
    (4, 0)
    """
    will = _WILL.match(sentence)
    return 0 if will is None else will.end()


def name_start(run: str) -> int:
    """Where a name begins in words with capitals: behind what names nobody, as "Yesterday" of "Yesterday Tom".

    >>> name_start("Yesterday Tom Becker"), name_start("Tom Becker")
    (10, 0)
    """
    start = 0
    for word, following in pairwise(run.split(" ")):
        if not (names_nobody(word) or _is_only_a_place(word) or _is_a_month_before(word, following)):
            break
        start += len(word) + 1
    return start


def names_nobody(word: str) -> bool:
    """Whether a word with a capital is no name, but one that may begin a sentence, or a day."""
    lowered = word.lower()
    if lowered in NO_NAMES or lowered in _BEGIN_REQUESTS:
        return True
    return lowered in word_list(*_NO_NAME_LISTS) and lowered not in word_list("first_names")


def _is_a_month_before(word: str, following: str) -> bool:
    """Whether a word is rather the month than the first name before what is one: "in April Lucy moved"."""
    return word.lower() in word_list("calendar_names") and following.lower() in word_list("first_names")


def _is_only_a_place(word: str) -> bool:
    return word.lower() in word_list("places") and word.lower() not in word_list("first_names")


@cache
def _kin() -> str:
    return "|".join(sorted(map(re.escape, word_list("relatives")), key=len, reverse=True))


@cache
def frames() -> tuple[Frame, ...]:
    """The frames of the file, which is damaged if a line is none."""
    return tuple(map(_frame, lines_of("frames")))


def _frame(line: str) -> Frame:
    columns = line.split("\t")
    if len(columns) != 3 or columns[1].rstrip("?") not in get_args(Act):
        raise damaged("frames", line)
    relation, told, template = columns
    act = next(one for one in get_args(Act) if one == told.rstrip("?"))
    pattern = template.replace("'", "['’]")
    for placeholder, meant in _placeholders(SHAPES.get(relation, _NAMED)):
        pattern = pattern.replace(placeholder, meant)
    return Frame(line, relation, act, _once(pattern), told.endswith("?"), _anchors(relation, template))


def _placeholders(shape: str) -> tuple[tuple[str, str], ...]:
    """What stands for each placeholder of `frames.txt`; `shape` is the form of the relation's values."""
    kin = rf"(?:my|our) (?:{_kin()})\b(?: (?-i:{_RUN}))?"
    named = rf"(?-i:{_PERSON})(?:{WHENCE})?"
    person = rf"(?-i:I)|i|we|{kin}|he|she|they|{named}"
    adverbs = rf"(?: {_ADVERB}\b)*"
    nobody = rf"(?:^|[,:]|\band\b)\W*(?:(?:and|so|ok|well|but|{_ADVERB})\W+)*"
    return (
        ("<who?>", rf"(?:(?<!\w)(?P<WHO>{person}){adverbs} ?|{nobody})"),
        ("<who>", rf"(?<!\w)(?P<WHO>{person}){adverbs}(?= |['’]|n['’]t)"),
        ("<my>", rf"(?<!\w)(?P<WHOSE>my|our|his|her|their|{kin}['’]s|{named}['’]s)"),
        ("<kin>", rf"(?<!\w)(?P<WHO>(?:my|our) (?:{_kin()}))\b"),
        ("<me>", "(?P<WHOSE>me|us|him|her)"),
        ("<them>", rf"(?P<WHOSE>me|us|him|her|them|{kin}|{named})"),
        ("<be>", rf"{_BE}{adverbs}"),
        ("<have>", rf"{_HAVE}{adverbs}"),
        ("<adv>", rf"(?:{_ADVERB} )*"),
        ("<soon>", _SOON),
        ("<apart>", _APART),
        ("<new age>", _NEW_AGE),
        ("<greeting>", f"(?:{GREETINGS})"),
        ("<favorite>", _FAVORITE),
        ("<v>", shape.replace("{0}", "V")),
        ("<old>", shape.replace("{0}", "OLD")),
    )


_OPTIONAL = re.compile(r"\[[^\]]*\][?*+]?|\\.[?*+]?|[\w ][?*]|\{[^}]*\}\??|['.^$+*?:]")
_GROUP = re.compile(r"\((\?[:=!]|\?-i:|\?<!|\?P<\w+>)?([^()]*)\)(\?|\{0,\d\}\??)?")
_GAP = "\0"
_ARTICLES = (" a ", " an ", " the ")


def _anchors(relation: str, template: str) -> tuple[str, ...]:
    """Words of which every match has at least one: those of the part whose shortest word is longest.

    So have values of a few relations: a team, a favorite; and a job comes with an article.
    """
    if relation == FAVORITE and "<favorite>" in template:
        return ("favorite", "favourite", "number one")
    if relation == "team":
        return _TEAMS
    groups: list[frozenset[str]] = []

    def numbered(match: re.Match[str]) -> str:
        kind, inner, optional = match.groups()
        if optional or kind in {"?=", "?!", "?<!"}:
            return _GAP
        found = [_best(alternative, groups) for alternative in inner.split("|")]
        groups.append(frozenset().union(*found) if all(found) else frozenset())
        return f"{_GAP}{len(groups) - 1}\1{_GAP}"

    text = re.sub(r"<[a-z? ]+>", _GAP, re.sub(r"\(\?P<\w+>", "(", template))
    while _GROUP.search(text):
        text = _GROUP.sub(numbered, text)
    found = tuple(sorted(_best(text, groups)))
    return found if all(found) and found else _ARTICLES if relation == "occupation" else ("",)


def _best(text: str, groups: Sequence[frozenset[str]]) -> frozenset[str]:
    """The words of a sequence's part that says most; `groups` are those of the numbered groups in it."""
    parts: list[frozenset[str]] = []
    for piece in text.split(_GAP):
        if piece.endswith("\1"):
            parts.append(groups[int(piece[:-1])])
        else:
            parts += [frozenset({run.strip().lower()}) for run in _OPTIONAL.sub(_GAP, piece).split(_GAP) if run.strip()]
    return max(parts, key=lambda words: min(map(len, words), default=0), default=frozenset())


def _once(pattern: str) -> str:
    """The pattern with each group named once: in a later alternative the same name stands for the same."""
    seen: set[str] = set()

    def named(match: re.Match[str]) -> str:
        name = match[1]
        if name in seen:
            return "(?:"
        seen.add(name)
        return match[0]

    return re.sub(r"\(\?P<(\w+)>", named, pattern)
