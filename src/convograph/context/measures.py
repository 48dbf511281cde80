"""The tokens of turns, whole and in pieces, counted in batches: calling a counter costs more than a text does."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from convograph.context.excerpts import Pieces
from convograph.context.layout import Notes, entry_head
from convograph.protocols import TokenCounter
from convograph.quotation import line_breaks, marked
from convograph.segmentation import cut_spans
from convograph.types import SourceTurn


@dataclass(frozen=True, slots=True)
class Measured:
    """A turn's tokens: those of its head (number, speaker and notes), and those of its text in pieces."""

    head: int
    pieces: Pieces

    @property
    def whole(self) -> int:
        """The tokens of the turn when it is not cut."""
        return self.head + self.pieces.whole()


@dataclass(slots=True)
class Measures:
    """Measures each turn once, with the notes about it; a turn of up to `short` characters is one piece."""

    counter: TokenCounter
    short: int
    notes: Notes = field(default_factory=dict)
    _turns: dict[str, Measured] = field(default_factory=dict)
    _counts: dict[str, int] = field(default_factory=dict)

    def measure(self, turns: Iterable[SourceTurn]) -> None:
        """Count the tokens of turns in one batch."""
        fresh = {turn.id: turn for turn in turns if turn.id not in self._turns}
        widest = len(self._turns) + len(fresh)
        heads = {turn.id: self._head(turn, widest) for turn in fresh.values()}
        spans = {turn.id: self._spans(turn.text) for turn in fresh.values()}
        texts = {turn.id: [marked(turn.text[start:end]) for start, end in spans[turn.id]] for turn in fresh.values()}
        self._count([*heads.values(), *(text for those in texts.values() for text in those)])
        for turn in fresh.values():
            tokens = [self._counts[text] for text in texts[turn.id]]
            pieces = Pieces(spans[turn.id], tokens, _breaks(turn.text, spans[turn.id]))
            self._turns[turn.id] = Measured(self._counts[heads[turn.id]], pieces)

    def of(self, turn: SourceTurn) -> Measured:
        """The tokens of a turn."""
        if turn.id not in self._turns:
            self.measure([turn])
        return self._turns[turn.id]

    def lines(self, lines: Sequence[str]) -> int:
        """The total tokens of some lines of the frame."""
        self._count([f"\n\n{line}" for line in lines])
        return sum(self._counts[f"\n\n{line}"] for line in lines)

    def _head(self, turn: SourceTurn, number: int) -> str:
        return "\n".join((f"\n{entry_head(number, turn)}", *self.notes.get(turn.id, ())))

    def _count(self, texts: Sequence[str]) -> None:
        fresh = [text for text in dict.fromkeys(texts) if text not in self._counts]
        if fresh:
            self._counts.update(zip(fresh, self.counter.count(fresh), strict=True))

    def _spans(self, text: str) -> list[tuple[int, int]]:
        if len(text) > self.short:
            return cut_spans(text)
        return [(len(text) - len(text.lstrip()), len(text.rstrip()))]


def _breaks(text: str, spans: Sequence[tuple[int, int]]) -> list[int]:
    """The number of line breaks right before each span; 0 for the first, whose are not shown."""
    ends = [end for _, end in spans]
    return [0, *(line_breaks(text[end:start]) for end, (start, _) in zip(ends, spans[1:], strict=False))]
