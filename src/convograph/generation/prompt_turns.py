"""A session's turns as data within a prompt."""

from __future__ import annotations

from collections.abc import Sequence

from convograph.structured import quoted
from convograph.times import show_said
from convograph.types import SourceTurn


def transcript(turns: Sequence[SourceTurn]) -> str:
    """When it was said, then a line a turn: speaker and text as JSON strings."""
    lines = (line_of(turn, "unknown speaker") for turn in turns)
    return "\n".join((f"Time of the conversation: {show_said(turns[0].said)}", *lines))


def line_of(turn: SourceTurn, unnamed: str) -> str:
    """Speaker and text as JSON strings; a speaker who is not known goes by `unnamed`."""
    return f"{quoted(turn.speaker or unnamed)}: {quoted(turn.text)}"


def subject(turns: Sequence[SourceTurn]) -> str:
    """Who facts are about: the user of an assistant, or the people who talk (SPEC §2.6 [R])."""
    names = dict.fromkeys(turn.speaker for turn in turns if turn.speaker)
    people = [name for name in names if name.casefold() != "assistant"]
    if not people or any(name.casefold() == "user" for name in people):
        return "the user"
    return " and ".join(quoted(name) for name in people)
