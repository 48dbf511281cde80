"""A session's turns as data in a prompt."""

from __future__ import annotations

from collections.abc import Sequence

from convograph.quotation import quoted
from convograph.times import show_said
from convograph.types import SourceTurn


def transcript(turns: Sequence[SourceTurn]) -> str:
    """The time of the session, then a line per turn: speaker and text as JSON strings."""
    lines = (line_of(turn, "unknown speaker") for turn in turns)
    return "\n".join((f"Time of the conversation: {show_said(turns[0].said)}", *lines))


def line_of(turn: SourceTurn, unnamed: str) -> str:
    """Speaker and text as JSON strings; an unknown speaker is called `unnamed`."""
    return f"{quoted(turn.speaker or unnamed)}: {quoted(turn.text)}"


def has_words(turn: SourceTurn) -> bool:
    """Whether the turn has a letter or digit; turns of only punctuation and emoji cannot state anything."""
    return any(character.isalnum() for character in turn.text)


def subject(turns: Sequence[SourceTurn]) -> str:
    """The people that facts are about: an assistant's user or, beyond SGMem's prompt, the speakers of the turns."""
    names = dict.fromkeys(turn.speaker for turn in turns if turn.speaker)
    people = [name for name in names if name.casefold() != "assistant"]
    if not people or any(name.casefold() == "user" for name in people):
        return "the user"
    return " and ".join(quoted(name) for name in people)
