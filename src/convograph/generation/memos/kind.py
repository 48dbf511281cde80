"""A kind of memo that a model writes, as a value: its material, its requests, and how answers become memos.

a session's turns, or all memos of another kind ─▶ Material ─▶ Kind.jobs ─▶ requests ─▶ answers ─▶ drafts of memos
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from convograph.chat import ChatRequest
from convograph.graph.details import NO_DETAILS, MemoDetails
from convograph.graph.rows import MemoRow
from convograph.structured import FIRST_OBJECT, ReplyReading
from convograph.types import MemoKind, Said, SourceTurn, WrittenKind


@dataclass(frozen=True, slots=True)
class ShownMemo:
    """A memo as shown to a model: its text, its time in words, and the keys of its source turns."""

    key: int
    text: str
    time: str
    turns: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Material:
    """What the memos under one mark are written from: the turns of a session, or memos and their source turns.

    Turns are in order of session and ordinal, memos in order of time. `owner` is the owner of the memory, `lines` the
    number of turns per request, for kinds whose requests show a few turns at a time.
    """

    owner: str
    turns: tuple[SourceTurn, ...]
    memos: tuple[ShownMemo, ...] = ()
    lines: int = 1


@dataclass(frozen=True, slots=True)
class Draft:
    """A memo that a model wrote: its text, the keys of its source turns, and the rest as in `MemoRow`."""

    text: str
    turns: tuple[int, ...]
    said: Said | None = None
    details: MemoDetails = NO_DETAILS
    shown: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Job:
    """One request to a model: the shape of the answer, how it is read, and the drafts it becomes.

    `about` tells users what the request is about.
    """

    about: str
    request: Callable[[], ChatRequest]
    shape: type[Any]
    drafts: Callable[[Any], Iterable[Draft]]
    reading: ReplyReading = FIRST_OBJECT


def _nothing(memo: MemoRow) -> bool:
    return False


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of memo that a model writes: from the turns of each session, or from all memos of the kind `of`.

    `jobs` returns the requests for some material; the memos of all of them are stored together, or none. `replaced_by`
    says whether a memo that a user brought leaves nothing to write about its turns, or about its whole session for a
    kind with `one_a_session`. A kind with `only_where_taken` is written by default only for architectures that use such
    memos.
    """

    name: WrittenKind
    jobs: Callable[[Material], Sequence[Job]]
    of: MemoKind | None = None
    replaced_by: Callable[[MemoRow], bool] = _nothing
    only_where_taken: bool = False
    one_a_session: bool = False


def statements(
    name: WrittenKind,
    ask: Callable[[str, Sequence[SourceTurn]], ChatRequest],
    shape: type[Any],
    texts: Callable[[Any], Iterable[str]],
    *,
    one_a_session: bool = False,
) -> Kind:
    """A kind whose memos are texts about a session, written in one request and based on all turns shown."""

    def jobs(material: Material) -> list[Job]:
        turns = tuple(turn.key for turn in material.turns)
        request = partial(ask, material.owner, material.turns)
        about = material.turns[0].session
        return [Job(about, request, shape, lambda answer: [Draft(text, turns) for text in texts(answer)])]

    return Kind(name, jobs, replaced_by=lambda memo: memo.kind == name, one_a_session=one_a_session)
