"""A packed context as data in a prompt: numbered lines, each text a JSON string, which it cannot break out of."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise

from convograph.context.layout import between
from convograph.quotation import not_citing, quoted
from convograph.times import show_said
from convograph.types import PLURALS, Citation, Context, MemoCitation

NO_DATA = "There is no data."


def packed_data(context: Context) -> str:
    """A paragraph for each session under its time, then one for each kind of memo; or `NO_DATA`.

    It has the same citations as the packed text. Each stored text is a JSON string, as the prompts say, and bracketed
    numbers in it are changed so as not to look like citations. Session ids are left out: they do not help,
    and may give the answer away (a benchmark's ids name the sessions with the evidence).
    """
    sessions = [
        "\n".join(_session_lines(list(group)))
        for _, group in groupby(context.citations, key=lambda one: one.turn.session)
    ]
    memos = [
        "\n".join((PLURALS[kind], *map(_memo_line, group)))
        for kind, group in groupby(context.memo_citations, key=lambda one: one.memo.kind)
    ]
    return "\n\n".join([*sessions, *memos]) or NO_DATA


def packed_turns(context: Context) -> tuple[int, ...]:
    """The keys of all turns in the data, including the sources of memos, sorted."""
    turns = {one.turn.key for one in context.citations}
    return tuple(sorted(turns.union(turn.key for one in context.memo_citations for turn in one.memo.turns)))


def _session_lines(citations: Sequence[Citation]) -> Iterator[str]:
    yield show_said(citations[0].turn.said)
    yield _line(citations[0])
    for before, one in pairwise(citations):
        if line := between(before.turn, one.turn):
            yield line
        yield _line(one)


def _line(one: Citation) -> str:
    return f"[{one.number}] {quoted(one.turn.speaker or 'unknown speaker')}: {quoted(not_citing(one.text))}"


def _memo_line(one: MemoCitation) -> str:
    return f"[{one.number}] {show_said(one.memo.said)}: {quoted(not_citing(one.memo.text))}"
