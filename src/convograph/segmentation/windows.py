"""LightGMEM's chunk: a window of up to 500 tokens that shares up to 50 with the one before (LightGMEM, table 6).

Ours: turns stay whole, and the bundled WordPiece tokenizer counts the tokens of the line `speaker: text`.
"""

from __future__ import annotations

from collections.abc import Sequence

from convograph.tokens import WordPieceCounter

CHUNK_TOKENS = 500  # LightGMEM, table 6
OVERLAP_TOKENS = 50  # LightGMEM, table 6


def windows(lines: Sequence[str]) -> list[range]:
    """The windows of one session, from the lines of its turns, as ranges of positions."""
    return token_windows(WordPieceCounter().count(lines), CHUNK_TOKENS, OVERLAP_TOKENS)


def token_windows(tokens: Sequence[int], size: int, overlap: int) -> list[range]:
    """Windows over turns with these token counts: each begins and ends later than the one before.

    A window is filled until the next turn would exceed `size`; a turn above `size` is a window of its own. The next
    window begins with the last turns of the one before, if they take at most `overlap` and the new turn still fits.

    >>> token_windows([5, 3, 2, 4], size=10, overlap=3)
    [range(0, 3), range(2, 4)]
    """
    found: list[range] = []
    start = end = 0
    while end < len(tokens):
        room = size - sum(tokens[start:end])
        end += 1  # the turn that `start` left room for, or one too long for any window
        room -= tokens[end - 1]
        while end < len(tokens) and tokens[end] <= room:
            room -= tokens[end]
            end += 1
        found.append(range(start, end))
        if end < len(tokens):
            start = _overlap_start(tokens, found[-1], min(overlap, size - tokens[end]))
    return found


def _overlap_start(tokens: Sequence[int], window: range, most: int) -> int:
    """The start of a window's last turns that take at most `most` tokens: never the whole window, perhaps no turn."""
    start = window.stop
    while start - 1 > window.start and sum(tokens[start - 1 : window.stop]) <= most:
        start -= 1
    return start
