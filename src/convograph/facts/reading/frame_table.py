"""The table of frames, compiled to regular expressions: its placeholders stand for people, verbs and values."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import get_args

from convograph.facts.acts import PhraseAct
from convograph.facts.names import GREETINGS, RUN, WHENCE, kin_nouns
from convograph.facts.relations import FAVORITE
from convograph.facts.tables import damaged, lines_of
from convograph.facts.values.forms import NAMED, NEW_AGE, SHAPES, TEAMS
from convograph.patterns import lazy_pattern

_ADVERB = (
    r"(?:now|just|actually|officially|finally|recently|since|already|still|also|then|currently|really|happily|both|all"
    r"|even|have|has|had|only)"
)
_BE = r"(?: ?['’]m| am| ?['’]re| are| ?['’]s| is| ?ain['’]t|(?= is\b))"
_HAVE = r"(?: ?['’]ve| have| ?['’]s| has)"
_SOON = r"(?:,? (?:now|these days|nowadays|for good|permanently|again|once more|as of now|at the moment))"
SOMETHING = (
    r" (?:(?:our|my|his|her|their|it|some)\b"
    r"|(?:the|an?) (?!(?:day|night|week|weekend|month|year|summer|few|couple|while)\b))"
)
"""A pattern for something that two people split without parting: "split the bill", not "split the day after"."""
_APART = rf"(?:broke|broken|split|separated|divorced)(?: up)?(?!{SOMETHING})"
_FIRST_VERBS = "bought|found|got|left|moved|quit|rented|signed|sold|started"
_PERSON = rf"(?!(?i:{_ADVERB}|{_FIRST_VERBS})\b){RUN}"  # "Tom", "Tom Becker", "Maria da Silva"
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
    """A sentence pattern that states, begins or ends a relation: one line of `frames.txt`."""

    line: str
    relation: str
    act: PhraseAct
    wording: str  # the regular expression, with placeholders filled in
    generic: bool  # fits several relations
    anchors: tuple[str, ...]  # lower case; every matching sentence contains one of them

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """The compiled expression; compiled on first use, since compiling all of them takes a second."""
        try:
            return re.compile(self.wording, re.IGNORECASE)
        except re.error as error:
            raise damaged("frames", f"{self.line}: {error}") from error

    def may_match(self, lowered: str) -> bool:
        """Whether a lower-case sentence contains an anchor: a cheap check before the pattern."""
        return any(anchor in lowered for anchor in self.anchors)


@cache
def frames() -> tuple[Frame, ...]:
    """The frames of `frames.txt`. Raises `ConvographError` if a line is malformed."""
    return tuple(map(_frame, lines_of("frames", __package__)))


def _frame(line: str) -> Frame:
    columns = line.split("\t")
    if len(columns) != 3 or columns[1].rstrip("?") not in get_args(PhraseAct):
        raise damaged("frames", line)
    relation, told, template = columns
    act = next(one for one in get_args(PhraseAct) if one == told.rstrip("?"))
    pattern = template.replace("'", "['’]")
    for placeholder, meant in _placeholders(SHAPES.get(relation, NAMED)):
        pattern = pattern.replace(placeholder, meant)
    return Frame(line, relation, act, _once(pattern), told.endswith("?"), _anchors(relation, template))


def _placeholders(shape: str) -> tuple[tuple[str, str], ...]:
    """The expression for each placeholder of `frames.txt`; `shape` is the pattern for the relation's values."""
    kin = rf"(?:my|our) (?:{kin_nouns()})\b(?: (?-i:{RUN}))?"
    named = rf"(?-i:{_PERSON})(?:{WHENCE})?"
    person = rf"(?-i:I)|i|we|{kin}|he|she|they|{named}"
    adverbs = rf"(?: {_ADVERB}\b)*"
    nobody = rf"(?:^|[,:]|\band\b)\W*(?:(?:and|so|ok|well|but|{_ADVERB})\W+)*"
    return (
        ("<who?>", rf"(?:(?<!\w)(?P<WHO>{person}){adverbs} ?|{nobody})"),
        ("<who>", rf"(?<!\w)(?P<WHO>{person}){adverbs}(?= |['’]|n['’]t)"),
        ("<my>", rf"(?<!\w)(?P<WHOSE>my|our|his|her|their|{kin}['’]s|{named}['’]s)"),
        ("<kin>", rf"(?<!\w)(?P<WHO>(?:my|our) (?:{kin_nouns()}))\b"),
        ("<me>", "(?P<WHOSE>me|us|him|her)"),
        ("<them>", rf"(?P<WHOSE>me|us|him|her|them|{kin}|{named})"),
        ("<be>", rf"{_BE}{adverbs}"),
        ("<have>", rf"{_HAVE}{adverbs}"),
        ("<adv>", rf"(?:{_ADVERB} )*"),
        ("<soon>", _SOON),
        ("<apart>", _APART),
        ("<new age>", NEW_AGE),
        ("<greeting>", f"(?:{GREETINGS})"),
        ("<favorite>", _FAVORITE),
        ("<v>", shape.replace("{0}", "V")),
        ("<old>", shape.replace("{0}", "OLD")),
    )


_OPTIONAL = lazy_pattern(r"\[[^\]]*\][?*+]?|\\.[?*+]?|[\w ][?*]|\{[^}]*\}\??|['.^$+*?:]")
_GROUP = lazy_pattern(r"\((\?[:=!]|\?-i:|\?<!|\?P<\w+>)?([^()]*)\)(\?|\{0,\d\}\??)?")
_GAP = "\0"
_ARTICLES = (" a ", " an ", " the ")


def _anchors(relation: str, template: str) -> tuple[str, ...]:
    """Words at least one of which is in every match: those of the template part whose shortest word is longest.

    Team values contain a word of `TEAMS`, favorites the word itself. A job frame without anchors needs an article.
    """
    if relation == FAVORITE and "<favorite>" in template:
        return ("favorite", "favourite", "number one")
    if relation == "team":
        return TEAMS
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
    """The words of the most selective part of a sequence; `groups` has the words of its numbered groups."""
    parts: list[frozenset[str]] = []
    for piece in text.split(_GAP):
        if piece.endswith("\1"):
            parts.append(groups[int(piece[:-1])])
        else:
            parts += [frozenset({run.strip().lower()}) for run in _OPTIONAL.sub(_GAP, piece).split(_GAP) if run.strip()]
    return max(parts, key=lambda words: min(map(len, words), default=0), default=frozenset())


def _once(pattern: str) -> str:
    """The pattern with each group name used once, as `re` requires: later groups of the name do not capture."""
    seen: set[str] = set()

    def named(match: re.Match[str]) -> str:
        name = match[1]
        if name in seen:
            return "(?:"
        seen.add(name)
        return match[0]

    return re.sub(r"\(\?P<(\w+)>", named, pattern)
