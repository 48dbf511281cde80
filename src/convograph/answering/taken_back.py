"""What a speaker took back soon after: a joke, which answers nothing, or something they corrected.

Both may be in the same turn, or in one of the next two of the session.
"""

from __future__ import annotations

from collections.abc import Sequence

from convograph.extraction.asides import calls_a_joke, joked_until, takes_back
from convograph.extraction.corrections import bare_correction_in, contact_correction_in, correction_in, kinds_of_values
from convograph.terms import has_words
from convograph.types import SourceTurn


def joke_in(turn: SourceTurn, after: Sequence[SourceTurn]) -> int:
    """The number of leading characters of a turn that are a joke, by its own words or by what is said `after` it."""
    if after and calls_a_joke(after[0].text):
        return len(turn.text)
    return 0 if calls_a_joke(turn.text) else joked_until(turn.text)


def corrects(text: str, sentence: str) -> bool:
    """Whether a text corrects a sentence said just before: it names a value of the same kind.

    >>> sentence = "We married on the 12th."
    >>> [corrects(one, sentence) for one in ("No, sorry, it was the 14th.", "No, it was Ben.", "The 14th was nice.")]
    [True, False, False]
    >>> corrects("Sorry, the 14th.", sentence), corrects("Sorry, Tom.", "I live with Eva.")
    (True, False)
    """
    found = correction_in(text)
    if found is not None and not found.sure and not takes_back(text):
        return False
    found = found or bare_correction_in(text) or contact_correction_in(text)
    if found is None:
        return False
    if found.instead_of is not None:
        return has_words(sentence, found.instead_of)
    shared = kinds_of_values(found.value) & kinds_of_values(sentence)
    return bool(shared) and (not found.bare or found.sure or shared != {"name"})  # "Sorry, Tom." may address somebody
