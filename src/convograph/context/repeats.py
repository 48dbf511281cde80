"""What was said again in the same words: a context has it once, where it was said last."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime

from convograph.context.companions import FEW_TERMS, Neighbours
from convograph.extraction.asking import asks_with_mark
from convograph.terms import Analyzer
from convograph.times import moment_of
from convograph.types import SourceTurn

_Saying = tuple[str | None, tuple[str, ...]]
"""Who said something, and its words."""

_WORD = re.compile(r"\w+")


def last_of_same(turns: Iterable[SourceTurn], analyzer: Analyzer, neighbours: Neighbours) -> Mapping[str, SourceTurn]:
    """Of turns by one speaker in the same words the last, by the ids of the others; without times the first given.

    What says little by itself ("Yes.", "What is it?") may mean something else each time: it is a repetition only where
    what it replies to, or the reply to it, is in the same words too.
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
    """Those of some turns in the same words that mean the same, if there are several turns."""
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
    """The reply to a question, or what a short turn replies to; `None` where neither tells what this is about."""
    before, after = neighbours(turn)
    other, telling = (after, turn) if asks_with_mark(turn.text) else (before, before)
    return None if telling is None or _says_little(telling.text, analyzer) else other


def _says_little(text: str, analyzer: Analyzer) -> bool:
    return len(analyzer.terms(text)) <= FEW_TERMS


def _saying(turn: SourceTurn) -> _Saying:
    return turn.speaker, tuple(_WORD.findall(turn.text.casefold()))


def _said(turn: SourceTurn) -> datetime:
    return moment_of(turn.said)
