"""Units of dialogue: how the turns of a session are grouped into each kind."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Protocol, TypeVar

from convograph.segmentation.windows import windows
from convograph.types import Unit

TOOL = "tool"
"""The speaker of a tool's output."""

_ASSISTANTS = frozenset({"assistant", "ai", "bot", "chatbot", "model"})

BRIEF_WORDS = (
    5.5  # mean words per message, stop words left out, below which people chat; people who talk have 6: set by hand
)
REQUEST_WORDS = (
    17.0  # the same of messages to an assistant: from here, requests explain themselves; LongMemEval's have 27,
)
# those of our own conversations with assistants 6 to 15

BLOCK_TURNS = 4  # two rounds of two people: Associa's unit on LoCoMo


class Spoken(Protocol):
    """What grouping needs to know about a turn."""

    @property
    def speaker(self) -> str | None:
        """Who said it."""
        ...

    @property
    def text(self) -> str:
        """What was said."""
        ...


TurnLike = TypeVar("TurnLike", bound=Spoken)
Grouping = Callable[[Sequence[Spoken]], list[range]]
"""Maps a session's turns to the positions of each unit; units may overlap, and none is empty."""


def rounds(speakers: Sequence[str | None]) -> list[range]:
    """The rounds of a session, as ranges of positions, from the speakers of its turns in order.

    A round is a user's turn followed by the assistant's reply (SGMem, Associa). If someone is called `user`, a round
    begins at each of their turns that follows another speaker's; otherwise it is two turns.

    >>> rounds(["user", "assistant", "assistant", "user"])
    [range(0, 3), range(3, 4)]
    >>> rounds(["Ana", "Ben", "Ana"])
    [range(0, 2), range(2, 3)]
    """
    users = [is_user(speaker) for speaker in speakers]
    if any(users):
        starts = [place for place, user in enumerate(users) if place == 0 or (user and not users[place - 1])]
    else:
        starts = list(range(0, len(speakers), 2))
    return [range(start, end) for start, end in pairwise([*starts, len(speakers)])]


def grouped(turns: Sequence[TurnLike], unit: Unit) -> list[tuple[TurnLike, ...]]:
    """A session's turns grouped into units; `user-turn` leaves out other speakers' turns, and chunks share turns."""
    return [tuple(turns[part.start : part.stop]) for part in grouping(unit)(turns)]


def grouping(unit: Unit) -> Grouping:
    """How a session is cut into units of dialogue, one of `DIALOGUE_UNITS`."""
    return _GROUPINGS[unit]


def line(turn: Spoken) -> str:
    """A turn as it appears in units: `speaker: text`, or the text alone if the speaker is unknown."""
    return f"{turn.speaker}: {turn.text}" if turn.speaker else turn.text


def is_user(speaker: str | None) -> bool:
    """Whether this is the name of an assistant's user."""
    return speaker is not None and speaker.strip().casefold() == "user"


def is_role(speaker: str | None) -> bool:
    """Whether this is the name of an assistant or of its user."""
    return is_user(speaker) or is_assistant(speaker)


def is_tool(speaker: str | None) -> bool:
    """Whether this is the speaker of tool output, which is data and nobody's words."""
    return speaker is not None and speaker.strip().casefold() == TOOL


def is_assistant(speaker: str | None) -> bool:
    """Whether this is the name of an assistant."""
    return speaker is not None and speaker.strip().casefold() in _ASSISTANTS


def _single(turns: Sequence[Spoken]) -> list[range]:
    return [range(place, place + 1) for place in range(len(turns))]


def _users(turns: Sequence[Spoken]) -> list[range]:
    return [range(place, place + 1) for place, turn in enumerate(turns) if is_user(turn.speaker)]


def _rounds(turns: Sequence[Spoken]) -> list[range]:
    return rounds([turn.speaker for turn in turns])


def _blocks(turns: Sequence[Spoken]) -> list[range]:
    starts = range(0, len(turns), BLOCK_TURNS)
    return [range(start, min(start + BLOCK_TURNS, len(turns))) for start in starts]


def _windows(turns: Sequence[Spoken]) -> list[range]:
    return windows([line(turn) for turn in turns])


def _whole(turns: Sequence[Spoken]) -> list[range]:
    return [range(len(turns))] if turns else []


_GROUPINGS: Mapping[Unit, Grouping] = {
    "turn": _single,
    "user-turn": _users,
    "round": _rounds,
    "block4": _blocks,
    "chunk500": _windows,
    "session": _whole,
}

DIALOGUE_UNITS: tuple[Unit, ...] = tuple(_GROUPINGS)
"""The units that are runs of a session's turns."""
