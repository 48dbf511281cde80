"""A packed context as data in a prompt: numbered lines, each text a JSON string that it cannot break out of."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from convograph.structured import quoted
from convograph.times import show_said
from convograph.types import PLURALS, Citation, Context

NO_DATA = "There is no data."


def packed_data(context: Context) -> str:
    """A paragraph for each run of consecutive turns under its time, then one for each kind of memo; or `NO_DATA`.

    It is made from the cited turns, not from the packed text, in which a stored text with line breaks could pass for
    several numbered lines. Session ids are left out: they can give the answer away (a benchmark's ids name the sessions
    with the evidence) and do not help to answer.
    """
    stretches = ["\n".join(_stretch(turns)) for turns in _stretches(context.citations)]
    memos = [
        "\n".join(
            (PLURALS[kind], *(f"[{one.number}] {show_said(one.memo.said)}: {quoted(one.memo.text)}" for one in group))
        )
        for kind, group in groupby(context.memo_citations, key=lambda one: one.memo.kind)
    ]
    return "\n\n".join([*stretches, *memos]) or NO_DATA


def packed_turns(context: Context) -> tuple[int, ...]:
    """The keys of all turns in the data, including the sources of memos, sorted."""
    turns = {one.turn.key for one in context.citations}
    return tuple(sorted(turns.union(turn.key for one in context.memo_citations for turn in one.memo.turns)))


def _stretches(citations: Sequence[Citation]) -> Iterator[Sequence[Citation]]:
    """The citations in runs of consecutive turns of a session."""
    start = 0
    for end in range(1, len(citations) + 1):
        if end == len(citations) or not _follows(citations[end], citations[end - 1]):
            yield citations[start:end]
            start = end


def _follows(later: Citation, earlier: Citation) -> bool:
    return (later.turn.session, later.turn.ordinal) == (earlier.turn.session, earlier.turn.ordinal + 1)


def _stretch(citations: Sequence[Citation]) -> Iterator[str]:
    yield show_said(citations[0].turn.said)
    for one in citations:
        yield f"[{one.number}] {quoted(one.turn.speaker or 'unknown speaker')}: {quoted(one.turn.text)}"
