"""What is asked of a model at once, and a digest of what the memos that come of it cover."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

from convograph.chat import ChatRequest
from convograph.graph.rows import MemoRow, TurnRow
from convograph.structured import FIRST_OBJECT, Reading
from convograph.types import SourceTurn, WrittenKind


@dataclass(frozen=True, slots=True)
class ShownSession:
    """A session as a model is shown it: its key, its turns with a digest of them, and whose memory it is of."""

    key: int
    turns: Sequence[SourceTurn]
    covers: str
    owner: str


@dataclass(frozen=True, slots=True)
class Job:
    """One request to a model: the shape of its answer, how it is read, and the memos that it becomes.

    The memos of a kind about a session (or of several) may take several jobs, one behind the other: they are one
    group, of which all is kept or nothing. `about` names for people what the job is about; `covers` is what the mark
    of its group will say; `facts` are the keys of all facts that insights rest on.
    """

    kind: WrittenKind
    session: int
    about: str
    covers: str
    request: Callable[[], ChatRequest]
    shape: type[Any]
    memos: Callable[[Any, str], list[MemoRow]]
    facts: frozenset[int] = frozenset()
    reading: Reading = FIRST_OBJECT

    @property
    def group(self) -> tuple[WrittenKind, int]:
        """What the job's mark is about."""
        return self.kind, self.session


def covers_of_turns(turns: Iterable[TurnRow]) -> str:
    """A digest of which turns a model was shown: what stands under an id does not change."""
    return digest([row.id for row in turns])


def digest(value: object) -> str:
    """A short text that stands for a JSON value."""
    return blake2b(json.dumps(value).encode(), digest_size=16).hexdigest()
