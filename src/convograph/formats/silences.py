"""Sessions of a chat that has none of its own: a silence ends one, and each is named by its first minute.

A chat only grows at its end, so a later, longer file of it keeps the names of earlier sessions, and extends the last.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import timedelta
from typing import Final

from convograph.times import seconds_between
from convograph.types import Said, Session, Turn

SILENCE: Final = timedelta(hours=6)
"""The silence that ends a session: longer than a meal or an afternoon's work, shorter than most nights."""

_COPY = re.compile(r" ?\(\d+\)\Z")  # "… (1)", what a second download is called

Message = tuple[Said, Turn]
"""What somebody says, and when: as in the turn, where the time may be missing."""


def split(messages: Sequence[Message], name: str, silence: timedelta = SILENCE) -> Iterator[Session]:
    """The messages, of which there is one at least, cut at silences; a time that goes back ends none.

    `name` is that of the chat, in front of the first minute in each id; that of a copy is its original's.
    """
    stem = _COPY.sub("", name) or name
    current: list[Message] = []
    latest = messages[0][0]
    for said, turn in messages:
        seconds = seconds_between(latest, said)
        if seconds > silence.total_seconds():
            yield _session(current, stem)
            current = []
        current.append((said, turn))
        latest = said if seconds > 0 else latest
    yield _session(current, stem)


def _session(messages: Sequence[Message], stem: str) -> Session:
    said = messages[0][0]
    return Session(tuple(turn for _, turn in messages), f"{stem}#{said.local:%Y-%m-%d-%H%M}", said)
