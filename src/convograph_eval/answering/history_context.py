"""Contexts without retrieval: all of the history, its newest sessions, or nothing.

full-context      every turn in reading order; if they do not fit, the oldest are dropped
recent-sessions   the newest k sessions that fit as a whole, in reading order (SGMem's LC-Latest)
no-history        only the question
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby

from convograph.context import pack
from convograph.context.layout import between, entry, heading
from convograph.protocols import TokenCounter
from convograph.retrieval import hit
from convograph.types import Citation, Context, Evidence, Hit, Reason, Recall, SourceTurn, Span, Usage

FULL_CONTEXT, RECENT_SESSIONS, NO_HISTORY = "full-context", "recent-sessions", "no-history"
HISTORIES = (FULL_CONTEXT, RECENT_SESSIONS, NO_HISTORY)

FULL_BUDGET = 100_000  # of a window of 128,000: leaves space for prompt, answer, and tokenizers that count more
FIRST_LINE = 20  # tokens reserved for the line with the time of the question


@dataclass(frozen=True, slots=True)
class HistoryContext:
    """The turns of a conversation that fit, in reading order; `cut` counts those left out."""

    name: str
    hits: tuple[Hit, ...]
    cut: int

    def context(self, question: str, asked_at: datetime | None, budget: int, counter: TokenCounter) -> Context:
        """The history packed for a question asked at this time."""
        recall = Recall(question, self.name, "session", self.hits, Usage({}, 0), asked_at)
        return pack(recall, budget, counter)


def history(name: str, turns: Sequence[SourceTurn], k: int, budget: int, counter: TokenCounter) -> HistoryContext:
    """The part of `turns`, given in reading order, that the history `name` (one of `HISTORIES`) contains."""
    kept = _KEPT[name](turns, k, budget, counter)
    sessions = [tuple(group) for _, group in groupby(kept, key=lambda turn: turn.session)]
    hits = tuple(
        hit(rank, "session", 1 / rank, session, [_evidence(turn, rank) for turn in session])
        for rank, session in enumerate(sessions, start=1)
    )
    return HistoryContext(name, hits, len(turns) - len(kept))


def _newest_turns(turns: Sequence[SourceTurn], _: int, budget: int, counter: TokenCounter) -> Sequence[SourceTurn]:
    costs = _costs(turns, counter)
    left = budget - FIRST_LINE
    first = len(turns)
    while first and (left := left - costs[first - 1]) >= 0:
        first -= 1
    return turns[first:]


def _newest_sessions(turns: Sequence[SourceTurn], k: int, budget: int, counter: TokenCounter) -> Sequence[SourceTurn]:
    costs = _costs(turns, counter)
    left = budget - FIRST_LINE
    sessions = [list(rows) for _, rows in groupby(range(len(turns)), key=lambda row: turns[row].session)]
    first = len(turns)
    for rows in sessions[: -k - 1 : -1]:
        left -= sum(costs[row] for row in rows)
        if left < 0:
            break
        first = rows[0]
    return turns[first:]


_KEPT: Mapping[str, Callable[[Sequence[SourceTurn], int, int, TokenCounter], Sequence[SourceTurn]]] = {
    FULL_CONTEXT: _newest_turns,
    RECENT_SESSIONS: _newest_sessions,
    NO_HISTORY: lambda turns, k, budget, counter: (),
}


def _costs(turns: Sequence[SourceTurn], counter: TokenCounter) -> list[int]:
    """The maximum tokens of each turn with its number; the last turn of a session also counts the heading."""
    before = [None, *turns[:-1]]
    lines = [_lines(one, turn, len(turns)) for one, turn in zip(before, turns, strict=True)]
    headings = [f"\n\n{heading(turn)}" for turn in turns]
    counts = dict(zip(dict.fromkeys(headings), counter.count(list(dict.fromkeys(headings))), strict=True))
    follows = [*(turn.session for turn in turns[1:]), None]
    return [
        tokens + counts[above] * (turn.session != following)
        for turn, following, tokens, above in zip(turns, follows, counter.count(lines), headings, strict=True)
    ]


def _lines(before: SourceTurn | None, turn: SourceTurn, number: int) -> str:
    """The lines of a turn, including the line between it and the turn before it in its session, if any."""
    above = between(before, turn) if before is not None and before.session == turn.session else None
    return "".join(f"\n{line}" for line in (above, entry(Citation(number, turn))) if line is not None)


def _evidence(turn: SourceTurn, rank: int) -> Evidence:
    return Evidence(Span(turn, 0, len(turn.text)), 1 / rank, Reason("unit", 0.0, (), rank))
