"""What a speaker took back soon after: a joke, which answers nothing, and what they corrected.

Both may stand in the same turn, or in one of the next two of the session.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from convograph.context.companions import Neighbours
from convograph.extraction.asides import calls_a_joke, joked_until, takes_back
from convograph.extraction.asking import signs_in
from convograph.extraction.corrections import bare_correction_in, correction_in
from convograph.extraction.lexicon import word_list
from convograph.graph.turns import speaker_key
from convograph.terms import has_words
from convograph.types import SourceTurn

_SOON = 2  # turns of the session
_CAPITAL = re.compile(r"\b[A-Z][\w-]+")
_NO_NAMES = ("usual_words", "speaker_pronouns", "people_pronouns", "addressee_pronouns", "sentence_openers")
_DIGIT = re.compile(r"\d")


def sayings_after(turn: SourceTurn, neighbours: Neighbours) -> Iterator[SourceTurn]:
    """The turns of the same speaker among the next two of the session."""
    after = neighbours(turn)[1]
    for _ in range(_SOON):
        if after is None:
            return
        if speaker_key(after.speaker or "") == speaker_key(turn.speaker or ""):
            yield after
        after = neighbours(after)[1]


def saying_before(turn: SourceTurn, neighbours: Neighbours) -> SourceTurn | None:
    """The latest turn of the same speaker among the two before it in the session; `None` for none."""
    before = neighbours(turn)[0]
    for _ in range(_SOON):
        if before is None or speaker_key(before.speaker or "") == speaker_key(turn.speaker or ""):
            return before
        before = neighbours(before)[0]
    return None


def joke_in(turn: SourceTurn, after: Sequence[SourceTurn]) -> int:
    """How many characters of a turn are a joke by what it says, or by what its speaker says `after` it."""
    if after and calls_a_joke(after[0].text):
        return len(turn.text)
    return 0 if calls_a_joke(turn.text) else joked_until(turn.text)


def corrects(text: str, sentence: str) -> bool:
    """Whether a text puts a sentence right that was said just before: it names a value of the same kind.

    >>> sentence = "We married on the 12th."
    >>> [corrects(one, sentence) for one in ("No, sorry, it was the 14th.", "No, it was Ben.", "The 14th was nice.")]
    [True, False, False]
    >>> corrects("Sorry, the 14th.", sentence), corrects("Sorry, Tom.", "I live with Eva.")
    (True, False)
    """
    found = correction_in(text)
    if found is not None and not found.sure and not takes_back(text):
        return False
    found = found or bare_correction_in(text)
    if found is None:
        return False
    if found.instead_of is not None:
        return has_words(sentence, found.instead_of)
    shared = _kinds(found.value) & _kinds(sentence)
    return bool(shared) and (not found.bare or found.sure or shared != {"name"})  # "Sorry, Tom." may call somebody


def _kinds(text: str) -> set[str]:
    """Whether a text has a number, a time, a name: values of one kind may stand in each other's place."""
    named = any(word.lower() not in word_list(*_NO_NAMES) for word in _CAPITAL.findall(text))
    kinds = {"number": _DIGIT.search(text) is not None, "time": "t" in signs_in(text), "name": named}
    return {kind for kind, has in kinds.items() if has}
