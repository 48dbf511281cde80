"""Memos from a file, in the library's formats, for the conversations of a data set.

They are stored in memories that use memos, and the facts among them expand LongMemEval's keys. In LoCoMo's own
release, `session_summary` and `observation` count as summaries and facts: a model wrote both.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from os import PathLike

from convograph.formats.memos import read_memos
from convograph.types import Memo
from convograph_eval.brought.source_records import Known


def read(path: str | PathLike[str], known: Known) -> Mapping[str, tuple[Memo, ...]]:
    """Each conversation's memos in order.

    Raises `InputError` for an invalid memo, and for a conversation, session or turn that the data set lacks.
    """
    found: dict[str, list[Memo]] = defaultdict(list)
    for part in read_memos(path):
        conversation = known.conversation(part.conversation, str(path))
        for number, memo in enumerate(part.memos, start=1):
            place = f"{path}: memo {number} of {conversation}"
            known.sources(conversation, memo.turns, place)
            if memo.session is not None:
                known.session(conversation, memo.session, place)
            found[conversation].append(memo)
    return {name: tuple(memos) for name, memos in found.items()}
