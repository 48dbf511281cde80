"""What was said again in the same words: a context has it once, where it was said last."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from datetime import datetime

from convograph.context.companions import FEW_TERMS, asks
from convograph.terms import Analyzer
from convograph.types import SourceTurn

_WORD = re.compile(r"\w+")


def last_of_same(turns: Iterable[SourceTurn], analyzer: Analyzer) -> Mapping[str, SourceTurn]:
    """Of turns by one speaker in the same words the last, by the ids of the others; without times the first given.

    What says little by itself ("Yes.", "What is it?") may mean something else each time, and is no repetition.
    """
    same: dict[tuple[str | None, tuple[str, ...]], list[SourceTurn]] = {}
    for turn in turns:
        same.setdefault((turn.speaker, tuple(_WORD.findall(turn.text.casefold()))), []).append(turn)
    last: dict[str, SourceTurn] = {}
    for group in same.values():
        if len(group) > 1 and not asks(group[0].text) and len(analyzer.terms(group[0].text)) > FEW_TERMS:
            kept = max(group, key=_said)
            last |= {turn.id: kept for turn in group if turn.id != kept.id}
    return last


def _said(turn: SourceTurn) -> datetime:
    return datetime.min if turn.said is None else turn.said.local
