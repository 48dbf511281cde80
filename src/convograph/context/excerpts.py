"""Cuts a long turn to what is relevant to the question.

text ─▶ pieces, roughly sentences ── scores, tokens ─▶ the best and its neighbours, the next best, … ─▶ spans
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

Spans = tuple[tuple[int, int], ...]
"""Characters `[start, end)` of a text, in order; empty for all of it."""

GAP_TOKENS = 1  # of "…"
ENDS = 2  # a cut text may have one at its beginning and one at its end


@dataclass(frozen=True, slots=True)
class Pieces:
    """The pieces of a text, in order: spans, tokens, and the number of line breaks before each, a token each."""

    spans: Sequence[tuple[int, int]]
    tokens: Sequence[int]
    breaks: Sequence[int]

    @property
    def least(self) -> int:
        """The tokens of the shortest piece as an excerpt."""
        return min(map(self._most, range(len(self.spans)))) + ENDS * GAP_TOKENS

    def whole(self) -> int:
        """The tokens of the text."""
        return sum(self.tokens) + sum(self.breaks)

    def chosen(self, scores: Sequence[float], room: int, kept: Collection[int] = ()) -> list[int]:
        """The positions of the best pieces that fit into `room` tokens, with their neighbours, and of those `kept`.

        Only pieces with a score above 0 are chosen in their own right; if there are none, pieces are taken from the
        beginning of the text. A piece that does not fit is skipped.

        >>> pieces = Pieces([(0, 9), (10, 19), (20, 29), (30, 39)], [5, 5, 5, 5], [0, 0, 0, 0])
        >>> pieces.chosen([0, 0, 0, 1], room=15)
        [2, 3]
        """
        chosen = set(kept)
        left = room - ENDS * GAP_TOKENS - sum(map(self._most, chosen))
        for place in _ranked(scores):
            for other in (place, place - 1, place + 1):
                if place != other and place not in chosen:
                    break  # the neighbours of a piece are no use without it
                if 0 <= other < len(self.spans) and other not in chosen and self._most(other) <= left:
                    left -= self._most(other)
                    chosen.add(other)
        return sorted(chosen)

    def cost(self, places: Sequence[int]) -> int:
        """The tokens of the pieces at ascending positions, with "…" wherever one is missing.

        >>> Pieces([(0, 9), (10, 19), (20, 29), (30, 39)], [5, 5, 5, 5], [0, 0, 1, 0]).cost([1, 2])
        13
        """
        before = [-2, *places[:-1]]
        joints = [
            self.breaks[place] if place == last + 1 else GAP_TOKENS for last, place in zip(before, places, strict=True)
        ]
        starts_whole, ends_whole = places[0] == 0, places[-1] == len(self.spans) - 1
        return sum(self.tokens[place] for place in places) + sum(joints) - starts_whole + GAP_TOKENS * (not ends_whole)

    def joined(self, places: Sequence[int]) -> Spans:
        """The spans of pieces at ascending positions, adjacent ones merged; empty if these are all pieces.

        >>> Pieces([(0, 9), (10, 19), (20, 29)], [5, 5, 5], [0, 0, 0]).joined([1, 2])
        ((10, 29),)
        """
        if len(places) == len(self.spans):
            return ()
        joined: list[tuple[int, int]] = []
        for number, place in enumerate(places):
            start, end = self.spans[place]
            if number and places[number - 1] == place - 1:
                start, _ = joined.pop()
            joined.append((start, end))
        return tuple(joined)

    def _most(self, place: int) -> int:
        """The most tokens that a piece can take, with what stands before it."""
        return self.tokens[place] + max(GAP_TOKENS, self.breaks[place])


def _ranked(scores: Sequence[float]) -> list[int]:
    telling = [place for place, score in enumerate(scores) if score > 0]
    return sorted(telling or range(len(scores)), key=lambda place: -scores[place])
