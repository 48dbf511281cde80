"""Packed contexts without a store, and models that answer from what they are shown."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime

from convograph.chat import ChatReply, ChatRequest
from convograph.llm.scripted import ReceivedRequest
from convograph.times import parse_said
from convograph.types import (
    Citation,
    Context,
    Evidence,
    Hit,
    MemoCitation,
    MemoHit,
    MemoKind,
    Reason,
    Recall,
    SourceTurn,
    Span,
    Usage,
)

MAY = parse_said("2023-05-08 13:56")
QUESTION = "Who is Miso?"


def turn(text: str, key: int = 1, *, speaker: str | None = "Ana", session: str = "s") -> SourceTurn:
    """A turn in May; its key is its place in the session."""
    return SourceTurn(key, f"{session}:{key}", session, key, speaker, text, MAY)


def memo(text: str, turns: Sequence[SourceTurn], kind: MemoKind = "fact") -> MemoHit:
    """A memo of May."""
    return MemoHit(1, kind, text, 1.5, MAY, tuple(turns))


def context_of(
    *turns: SourceTurn, memos: Sequence[MemoHit] = (), question: str = QUESTION, asked_at: datetime | None = None
) -> Context:
    """These turns, each a hit of its own, and memos, numbered in their order."""
    hits = tuple(
        Hit(place, "turn", one.id, 1.5, (one,), (Evidence(Span(one, 0, 4), 1.5, Reason("seed", 0.5)),))
        for place, one in enumerate(turns, start=1)
    )
    recall = Recall(question, "test", "turn", hits, Usage({}, 0), asked_at, tuple(memos))
    citations = tuple(Citation(number, one) for number, one in enumerate(turns, start=1))
    first = len(turns) + 1
    memo_citations = tuple(MemoCitation(number, one) for number, one in enumerate(memos, start=first))
    return Context(question, "", 0, 2_000, "test", citations, (), recall, memo_citations)


def said(text: str, *, complete: bool = True) -> ChatReply:
    """A model's reply."""
    return ChatReply(text, "m", 10, 5, 0.0, complete)


def cites_the_line(prompt: str, word: str) -> str:
    """What a model says that cites the line in which a word stands, or that there is none."""
    found = re.search(rf"^\[(\d+)\].*{word}", prompt, re.MULTILINE)
    return f"It is {word} [{found[1]}]." if found else "not in memory"


def knows(word: str, request: ChatRequest | ReceivedRequest) -> str:
    """An answer to a request, within the process or at a server, by a model that looks for a word."""
    prompt = request.messages[1].content if isinstance(request, ChatRequest) else request.body["messages"][1]["content"]
    return cites_the_line(prompt, word)
