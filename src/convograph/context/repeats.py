"""Turns repeated in the same words: a context has them once, where they were said last."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime

from convograph.context.companions import FEW_TERMS, Neighbours
from convograph.extraction.asking import asks_with_mark
from convograph.patterns import lazy_pattern
from convograph.terms import Analyzer
from convograph.times import moment_of
from convograph.types import SourceTurn

_Saying = tuple[str | None, tuple[str, ...]]
"""Who said something, and its words."""

_WORD = lazy_pattern(r"\w+")


def last_of_same(turns: Iterable[SourceTurn], analyzer: Analyzer, neighbours: Neighbours) -> Mapping[str, SourceTurn]:
    """For turns by one speaker in the same words, the last, by the ids of the others; without times, the first given.

    A question, or a turn that says little by itself ("Yes."), may mean something else each time: it is a repetition
    only if the reply to it, or what it replies to, is in the same words too. "What is it?" never is.
    """
    same: dict[_Saying, list[SourceTurn]] = {}
    for turn in turns:
        same.setdefault(_saying(turn), []).append(turn)
    last: dict[str, SourceTurn] = {}
    for said in same.values():
        for group in _of_one_meaning(said, analyzer, neighbours):
            kept = max(group, key=_said)
            last |= {turn.id: kept for turn in group if turn.id != kept.id}
    return last


def _of_one_meaning(
    turns: Sequence[SourceTurn], analyzer: Analyzer, neighbours: Neighbours
) -> Iterator[Sequence[SourceTurn]]:
    """Groups of turns in the same words that mean the same; none if there is only one turn."""
    if len(turns) < 2:
        return
    text = turns[0].text
    if not asks_with_mark(text) and not _says_little(text, analyzer):
        yield turns
        return
    exchanges: dict[_Saying, list[SourceTurn]] = {}
    for turn in turns:
        other = _other_side(turn, analyzer, neighbours)
        if other is not None:
            exchanges.setdefault(_saying(other), []).append(turn)
    yield from exchanges.values()


def _other_side(turn: SourceTurn, analyzer: Analyzer, neighbours: Neighbours) -> SourceTurn | None:
    """The turn after a question, or before a short turn; `None` if the question or that turn before says little."""
    before, after = neighbours(turn)
    other, telling = (after, turn) if asks_with_mark(turn.text) else (before, before)
    return None if telling is None or _says_little(telling.text, analyzer) else other


def _says_little(text: str, analyzer: Analyzer) -> bool:
    return len(analyzer.terms(text)) <= FEW_TERMS


def _saying(turn: SourceTurn) -> _Saying:
    return turn.speaker, tuple(_WORD.findall(turn.text.casefold()))


def _said(turn: SourceTurn) -> datetime:
    return moment_of(turn.said)
