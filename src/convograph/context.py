"""Packs hits into a text of at most so many tokens, with dates and citations, and says what was left out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from convograph.errors import InputError
from convograph.protocols import TokenCounter
from convograph.times import show_said
from convograph.types import Citation, Context, Hit, LeftOut, Recall, SourceTurn

DEFAULT_BUDGET = 2_000  # tokens: some twenty exchanges, a small share of any model's window


def pack(recall: Recall, budget: int, counter: TokenCounter) -> Context:
    """The hits, best first, as far as they fit.

    The text opens with the time of the question, when that was given (SPEC §2.4: the model needs both dates).
    Each unit opens with its session's time and id; each turn is a line `[number] speaker: text`, and the
    number is its citation. A turn that several hits share is packed once. Of a unit that does not fit as
    a whole, the turns that hold its evidence are packed, if they fit; what is not packed is in `left_out`.
    Raises `InputError` when the budget is not positive.
    """
    if budget <= 0:
        raise InputError(f"a budget is a positive number of tokens: {budget}")
    packing = _Packing(budget, counter)
    if recall.asked_at is not None:
        packing.put(f"asked at {recall.asked_at:%Y-%m-%d %H:%M}")
    left_out = [rest for hit in recall.hits if (rest := packing.take(hit))]
    return Context(
        question=recall.question,
        text="\n\n".join(packing.blocks),
        tokens=packing.tokens,
        budget=budget,
        counter=counter.name,
        citations=tuple(Citation(number, turn) for number, turn in enumerate(packing.packed.values(), start=1)),
        left_out=tuple(left_out),
        recall=recall,
    )


@dataclass(slots=True)
class _Packing:
    """What has been packed so far. `tokens` is the count of the joined text."""

    budget: int
    counter: TokenCounter
    blocks: list[str] = field(default_factory=list)
    packed: dict[str, SourceTurn] = field(default_factory=dict)
    tokens: int = 0

    def take(self, hit: Hit) -> LeftOut | None:
        """Pack a hit, whole or its evidence; what of it stayed outside."""
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
        (tokens,) = self.counter.count(["\n\n".join([*self.blocks, block])])
        if tokens > self.budget:
            return False
        self.blocks.append(block)
        self.tokens = tokens
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
