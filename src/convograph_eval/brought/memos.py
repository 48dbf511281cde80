"""Memos from files, in the library's formats, for the conversations of a data set.

They are stored in memories that use memos; their facts also expand LongMemEval's keys. In LoCoMo's release,
`session_summary` and `observation` are read as summaries and facts; a model wrote both.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path

from convograph.formats.memos import read_memos
from convograph.types import Memo
from convograph_eval.brought.source_records import KnownSources


def read(paths: Iterable[Path], known: KnownSources) -> Mapping[str, tuple[Memo, ...]]:
    """The memos of each conversation in the files, in order.

    Raises `InputError` for an invalid memo, and for a conversation, session or turn that the data set lacks.
    """
    found: dict[str, list[Memo]] = defaultdict(list)
    for path in paths:
        for part in read_memos(path):
            conversation = known.conversation(part.conversation, str(path))
            for number, memo in enumerate(part.memos, start=1):
                _check(memo, conversation, known, f"{path}: memo {number} of {conversation}")
            found[conversation].extend(part.memos)
    return {name: tuple(memos) for name, memos in found.items()}


def _check(memo: Memo, conversation: str, known: KnownSources, place: str) -> None:
    """Raise `InputError` if the conversation lacks a turn or the session of the memo."""
    known.sources(conversation, memo.turns, place)
    if memo.session is not None:
        known.session(conversation, memo.session, place)
