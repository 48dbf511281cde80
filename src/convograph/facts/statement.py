"""A statement about a relation, and what else its sentence says: since when, and whether it replaces a value."""

from __future__ import annotations

import re
from dataclasses import dataclass

from convograph.extraction.asides import is_new
from convograph.extraction.asking import asks_without_mark
from convograph.extraction.lexicon import word_list
from convograph.extraction.times import times_in
from convograph.facts.acts import StatedAct
from convograph.patterns import lazy_pattern
from convograph.types import Said, When

UNPLACED = -1
"""The row and the place of a statement's turn until it is placed among the others."""
_WORKS_AS = lazy_pattern(r"\bwork(?:s|ing)? as\b", re.IGNORECASE)
_TITLE_DOT = r"(?:(?<=\bDr)|(?<=\bMr)|(?<=\bMs)|(?<=\bMrs)|(?<=\bProf))\."
"""A full stop that does not end a sentence, as a pattern: "Dr. Osei"."""
_WITHIN_NUMBER = r"(?<=\d)\.(?=\d)"
"""A full stop within a number, likewise: "0470/55.01.02"."""
_EMAIL = r"[\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)+"
SENTENCE = rf"(?:{_EMAIL}|[^.!?;\n…]|{_TITLE_DOT}|{_WITHIN_NUMBER})+"
"""A sentence without its closing punctuation, as a pattern."""
_SENTENCE_END = lazy_pattern(rf"(?!{_TITLE_DOT}|{_WITHIN_NUMBER})[.!?;\n…]")
_FIRST = lazy_pattern(r"\b(?:i|i['’]m|im|we|my|our|me|us)\b", re.IGNORECASE)
_TO_BEGIN = lazy_pattern(
    r"(?<!been )\b(?:start(?:s|ing)?|begin(?:s|ning)?|moving(?: in)?|joining)(?: there)?(?: (?:on|from|in))?(?: the)? "
    r"(?:\Z|(?=\d))",
    re.IGNORECASE,
)
_TEXTED = lazy_pattern(
    r"\W*(?:(?:what|which) \w+ (?:r|are|is|do|did|have) (?:u|ya)"  # "what sandwiches r u eating"
    r"|(?:did|do|does|is|are|was|were|has|have|ca|wo|would|could|should)n['’]?t"  # "didnt your kid have it"
    r" (?:you|u|ya|your|ur|he|she|it|they|this|that))\b",
    re.IGNORECASE,
)
"""Questions without a mark as people type them, further than `asks_without_mark` goes."""
_OPENING_VERB = lazy_pattern(r"\W*(?:do|does|did|is|are|was|were|has|have|can|will) ", re.IGNORECASE)
_CALLED = lazy_pattern(r"\W*([^\W\d_]+),? ")
_FAR = 200  # characters before a clause in which its sentence must begin


@dataclass(frozen=True, slots=True)
class Statement:
    """What a turn states about a relation.

    `value` is empty for an end that does not name it ("I quit my job"): the value that holds is meant. `start` is the
    character offset in the turn, or the number of the statement among those that the same rules read. `turn` is the row
    of the turn, `place` its position among all turns in the order of saying. `precise` means that another value may
    supersede this one, `replaces` that this one may supersede another, `further` that it comes on top of others.
    `since` is when a value that holds or begins began, or when one that ends ended, as far as told. `instead_of` is the
    wrong value of a correction, or the former value of a change, if named. `over` means that an end is told as one
    ("anymore", "gave up"), not merely denied ("I don't eat seafood that often"). `unsure` means that the statement
    counts only if `instead_of` is a value of the relation or, if there is none, if the last value ended and none holds
    now. `generic` means that a similar relation may be meant ("at … now"). `likely` is the learned reader's probability
    that this is stated, from 0 to 1; 1 for what rules read. `borne_out` is the place and row of a later turn, if only
    that makes the statement sure. `former` means that the turn of an end also names what replaced the value, so that
    the value held until then.
    """

    subject: str
    relation: str
    value: str
    told: StatedAct
    claimed_by: str | None
    start: int
    turn: int = UNPLACED
    place: int = UNPLACED
    precise: bool = True
    replaces: bool = True
    further: bool = False
    taken_back: bool = False
    since: When | None = None
    instead_of: str | None = None
    over: bool = False
    unsure: bool = False
    generic: bool = False
    brought: bool = False
    likely: float = 1.0
    borne_out: tuple[int, int] | None = None
    former: bool = False

    @property
    def known(self) -> tuple[int, int]:
        """Place and row of the turn since which the statement is known: its own, or the one that bears it out."""
        return self.borne_out or (self.place, self.turn)


def tells_a_change(relation: str, told: StatedAct, sentence: str) -> bool:
    """Whether a value may supersede another: "I'm a gardener" does not, since it may be a second job."""
    return relation != "occupation" or told != "holds" or is_new(sentence) or _WORKS_AS.search(sentence) is not None


def sentence_of(text: str, start: int, end: int) -> str:
    """The sentence around a clause: "two years ago", "too" or "last May" may stand outside the clause."""
    begins = max((mark.end() for mark in _SENTENCE_END.finditer(text, max(start - _FAR, 0), start)), default=0)
    found = _SENTENCE_END.search(text, end)
    return text[max(begins, start - _FAR, 0) : len(text) if found is None else found.start()]


def is_asked(text: str, start: int, end: int, *, of_speaker: bool) -> bool:
    """Whether the sentence around a clause asks what the clause says: it opens or ends like a question.

    Such a sentence may still state something about its speaker (`of_speaker`): "Did I tell you that I moved?", "I
    moved to Porto, can you believe it?"
    """
    sentence = sentence_of(text, start, end)
    if of_speaker and _FIRST.search(sentence):
        return False
    found, called = _SENTENCE_END.search(text, end), _CALLED.match(sentence)
    if called is not None and called[1].lower() in word_list("first_names"):  # "ben how's your dog"
        sentence = sentence[called.end() :]
    if asks_without_mark(sentence) or _TEXTED.match(sentence):
        return True
    return not of_speaker and found is not None and "?" in found[0]


def is_inverted(sentence: str, subject: str) -> bool:
    """Whether a sentence opens with a verb and its subject, as a question does: "does rhodri eat meat".

    >>> is_inverted("does rhodri eat meat", "rhodri"), is_inverted("has ben over, rhodri does", "rhodri")
    (True, False)
    """
    verb = _OPENING_VERB.match(sentence)
    return verb is not None and sentence.startswith(subject, verb.end())


def since_in(clause: str, said: Said | None) -> When | None:
    """The first non-recurring time in a clause; if something is yet to begin, it is in the future: "start on 6 May"."""
    found = next((one for one in times_in(clause, said) if one.when is not None and one.when.every is None), None)
    if found is None:
        return None
    if not _TO_BEGIN.match(found.text) and not _TO_BEGIN.search(clause, 0, found.start):
        return found.when
    ahead = (one.when for one in times_in(clause, said, tense="future") if one.start == found.start)
    return next(ahead, found.when)
