"""Packs hits and memos into a text within a token budget, with dates and citations, and reports what was left out.

hits ── units of dialogue ──┐
memos ─ a list per kind ────┴──▶ text (dialogue first, then summaries, facts, insights)
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from convograph.errors import InputError
from convograph.protocols import TokenCounter
from convograph.times import show_said
from convograph.tokens import Fitting
from convograph.types import PLURALS, Citation, Context, Hit, LeftOut, MemoCitation, MemoHit, Recall, SourceTurn

DEFAULT_BUDGET = 2_000  # tokens: about twenty exchanges, a small part of any model's context window
WIDEST_NUMBER = 10_000  # space for a citation's number is reserved before it is known
MEMO_SHARE = 1 / 3  # of the budget at most: memos must not crowd out what was actually said


def pack(recall: Recall, budget: int, counter: TokenCounter) -> Context:
    """The hits, best first, as far as they fit.

    The text starts with the time of the question, if given: the model needs both dates, as in SGMem's cases. Each unit
    starts with its session's time and id; each turn is a line `[number] speaker: text`, and the number is its citation.
    A turn that several hits share is packed once. If a unit does not fit as a whole, its turns with evidence are
    packed, if they fit; the rest is in `left_out`. Memos take at most `MEMO_SHARE` of the budget, the best of each kind
    in turn; dialogue takes the rest. Raises `InputError` if the budget is not positive.
    """
    if budget <= 0:
        raise InputError(f"the budget must be a positive number of tokens, not {budget}")
    memos = _memos_that_fit(recall.memos, int(budget * MEMO_SHARE), counter)
    packing = _Packing(budget, counter, reserved=_memo_blocks(memos, WIDEST_NUMBER))
    if recall.asked_at is not None:
        packing.put(f"asked at {recall.asked_at:%Y-%m-%d %H:%M}")
    left_out = [rest for hit in recall.hits if (rest := packing.take(hit))]
    first = len(packing.packed) + 1
    text = "\n\n".join([*packing.blocks, *_memo_blocks(memos, first)])
    return Context(
        question=recall.question,
        text=text,
        tokens=counter.count([text])[0],
        budget=budget,
        counter=counter.name,
        citations=tuple(Citation(number, turn) for number, turn in enumerate(packing.packed.values(), start=1)),
        left_out=tuple(left_out),
        recall=recall,
        memo_citations=tuple(MemoCitation(number, memo) for number, memo in enumerate(memos, start=first)),
    )


@dataclass(slots=True)
class _Packing:
    """What has been packed so far; `reserved` blocks follow it and share the budget."""

    budget: int
    counter: TokenCounter
    reserved: Sequence[str] = ()
    blocks: list[str] = field(default_factory=list)
    packed: dict[str, SourceTurn] = field(default_factory=dict)
    fitting: Fitting = field(init=False)

    def __post_init__(self) -> None:
        self.fitting = Fitting(self.counter, "\n\n")

    def take(self, hit: Hit) -> LeftOut | None:
        """Pack a hit, whole or its evidence; what was left out of it."""
        missing = [turn for turn in hit.turns if turn.id not in self.packed]
        if not missing or self._fits(missing, excerpt=False):
            return None
        evidence = {evidence.span.turn.id for evidence in hit.evidence}
        spoken = [turn for turn in missing if turn.id in evidence]
        if 0 < len(spoken) < len(missing):
            self._fits(spoken, excerpt=True)
        rest = tuple(turn for turn in missing if turn.id not in self.packed)
        return LeftOut(hit, rest, sum(self.counter.count([_line(0, turn) for turn in rest])))

    def put(self, block: str) -> bool:
        """Append a block of text if it fits."""
        if not self.fitting.fit([*self.blocks, block, *self.reserved], self.budget):
            return False
        self.blocks.append(block)
        return True

    def _fits(self, turns: Sequence[SourceTurn], *, excerpt: bool) -> bool:
        if not self.put(_block(turns, len(self.packed) + 1, excerpt=excerpt)):
            return False
        self.packed.update((turn.id, turn) for turn in turns)
        return True


def _block(turns: Sequence[SourceTurn], first_number: int, *, excerpt: bool) -> str:
    lines: Iterable[str] = (_line(number, turn) for number, turn in enumerate(turns, start=first_number))
    note = ", excerpt" if excerpt else ""
    return "\n".join((f"{show_said(turns[0].said)} (session {turns[0].session}{note})", *lines))


def _line(number: int, turn: SourceTurn) -> str:
    return f"[{number}] {turn.speaker or 'unknown speaker'}: {turn.text}"


def _memos_that_fit(memos: Sequence[MemoHit], budget: int, counter: TokenCounter) -> list[MemoHit]:
    """The best memo of each kind, then the second best, and so on while they fit; grouped by kind."""
    kinds = list(dict.fromkeys(memo.kind for memo in memos))
    kept: list[MemoHit] = []
    fitting = Fitting(counter, "\n")
    for memo in sorted(memos, key=lambda memo: memo.rank):  # stable: kinds keep their order
        more = sorted([*kept, memo], key=lambda memo: (kinds.index(memo.kind), memo.rank))
        if fitting.fit("\n\n".join(_memo_blocks(more, WIDEST_NUMBER)).split("\n"), budget):
            kept = more
    return kept


def _memo_blocks(memos: Sequence[MemoHit], first_number: int) -> list[str]:
    """A block for each kind: its name, and a line `[number] time: text` for each memo."""
    numbered = enumerate(memos, start=first_number)
    return [
        "\n".join((PLURALS[kind], *(f"[{number}] {show_said(memo.said)}: {memo.text}" for number, memo in group)))
        for kind, group in groupby(numbered, key=lambda pair: pair[1].kind)
    ]
