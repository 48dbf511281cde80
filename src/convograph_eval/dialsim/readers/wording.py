"""The wording of a chosen option as a reply."""

from __future__ import annotations

from collections.abc import Sequence

from convograph_eval.dialsim.formats import NOT_KNOWN
from convograph_eval.dialsim.shows.types import LETTERS


def reply_in(form: str, options: Sequence[str], choice: int) -> str:
    """The reply that chooses the option with index `choice`: its letter, or its words.

    >>> options = ("Ben", "Carol", "Emma", "Susan", "None of the above")
    >>> [reply_in("structured", options, 1), reply_in("unstructured", options, 1), reply_in("unstructured", options, 4)]
    ['(B)', 'Carol', "I don't know."]
    """
    if form == "structured":
        return f"({LETTERS[choice]})"
    return NOT_KNOWN if choice == len(LETTERS) - 1 else options[choice]
