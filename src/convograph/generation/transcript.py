"""A session's turns as data within a prompt."""

from __future__ import annotations

from collections.abc import Sequence

from convograph.structured import quoted
from convograph.times import show_said
from convograph.types import SourceTurn


def transcript(turns: Sequence[SourceTurn]) -> str:
    """When it was said, then a line a turn: speaker and text as JSON strings."""
    lines = (f"{quoted(turn.speaker or 'unknown speaker')}: {quoted(turn.text)}" for turn in turns)
    return "\n".join((f"Time of the conversation: {show_said(turns[0].said)}", *lines))


def subject(turns: Sequence[SourceTurn]) -> str:
    """Who facts are about: the user of an assistant, or the people who talk (SPEC §2.6 [R])."""
    names = dict.fromkeys(turn.speaker for turn in turns if turn.speaker)
    people = [name for name in names if name.casefold() != "assistant"]
    if not people or any(name.casefold() == "user" for name in people):
        return "the user"
    return " and ".join(quoted(name) for name in people)
