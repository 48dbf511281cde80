"""The recall of gold turns in packed contexts, by token budget.

A model sees the packed context, not the ranking: gold that was found but did not fit is lost.
"""

from __future__ import annotations

from collections.abc import Sequence

from convograph.context import pack
from convograph.protocols import TokenCounter
from convograph.types import Context, Recall

CONTEXT_K = 10  # hits, and memos of each kind, that are packed; SGMem has K = 5 and 10


def survival(recall: Recall, gold: Sequence[str], budgets: Sequence[int], counter: TokenCounter) -> dict[str, float]:
    """`quoted@<budget>`: the share of gold turns in the context; `covered@<budget>`: the share of those in it or among
    the sources of a memo in it.

    A memo covers a turn without its text: it may or may not contain the answer.
    """
    scores: dict[str, float] = {}
    counter = _Remembering(counter)
    for budget in budgets:
        scores[f"quoted@{budget}"], scores[f"covered@{budget}"] = survived(pack(recall, budget, counter), gold)
    return scores


def survived(context: Context, gold: Sequence[str]) -> tuple[float, float]:
    """The shares of gold turns that a context quotes, and that it quotes or covers by a memo."""
    wanted = set(gold)
    quoted = wanted & {citation.turn.id for citation in context.citations}
    covered = quoted | (wanted & _rested_on(context))
    return len(quoted) / len(wanted), len(covered) / len(wanted)


class _Remembering:
    """A counter with a cache: all budgets are filled with the same texts."""

    def __init__(self, counter: TokenCounter) -> None:
        self.name = counter.name
        self._counter = counter
        self._counts: dict[str, int] = {}

    def count(self, texts: Sequence[str]) -> list[int]:
        fresh = [text for text in dict.fromkeys(texts) if text not in self._counts]
        self._counts.update(zip(fresh, self._counter.count(fresh), strict=True))
        return [self._counts[text] for text in texts]


def _rested_on(context: Context) -> set[str]:
    return {turn.id for citation in context.memo_citations for turn in citation.memo.turns}
