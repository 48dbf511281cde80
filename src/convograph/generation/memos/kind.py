"""A kind of memo that a model writes, as a value: what it is written from, what is asked, and what comes of an answer.

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
    """A memo as a model is shown it: its text, its time in words, and the keys of the turns that it rests on."""

    key: int
    text: str
    time: str
    turns: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Material:
    """All that the memos under one mark are written from: the turns of a session, or memos and the turns of these.

    Turns stand in the order of their sessions and ordinals, memos in that of time. `owner` is whose memory it is,
    `lines` how many turns a request shows of a kind that shows some at a time.
    """

    owner: str
    turns: tuple[SourceTurn, ...]
    memos: tuple[ShownMemo, ...] = ()
    lines: int = 1


@dataclass(frozen=True, slots=True)
class Draft:
    """A memo that a model wrote: its text, the keys of the turns that it rests on, and the rest as in `MemoRow`."""

    text: str
    turns: tuple[int, ...]
    said: Said | None = None
    details: MemoDetails = NO_DETAILS
    shown: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Job:
    """One request to a model: the shape of its answer, how it is read, and the drafts that it becomes.

    `about` names for people what the request is about.
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
    """A kind of memo that a model writes: of the turns of each session, or `of` all memos of another kind.

    `jobs` are the requests about some material; the memos of all of them are kept together, or none. `replaced_by` says
    whether a memo that somebody brought leaves nothing to write about its turns, or, of a kind of which there is
    `one_a_session`, about its session. What is wanted `only_where_taken` is written by default for architectures that
    take such memos along, and for no other.
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
    """Texts about a session, which rest on all turns shown and are written at one request."""

    def jobs(material: Material) -> list[Job]:
        turns = tuple(turn.key for turn in material.turns)
        request = partial(ask, material.owner, material.turns)
        about = material.turns[0].session
        return [Job(about, request, shape, lambda answer: [Draft(text, turns) for text in texts(answer)])]

    return Kind(name, jobs, replaced_by=lambda memo: memo.kind == name, one_a_session=one_a_session)
