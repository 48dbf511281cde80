"""The layout of a context: a heading per session, a line per turn, in the order in which they were said.

    asked at 2024-05-01 09:05
    best match: [2]

    2024-03-01 18:30
    [1] Ana: What is it called?
    [2] Ben: Pepper. I live in Porto.
    until 2024-05-12: Ben lives in Porto; then Lisbon
    …
    [3] Ana: … The vet's number is on the fridge. …
    > A second line of what Ana said.

A line of the frame begins with a number in brackets, a time, "…", "asked at", "best match", the name of a kind of
memo, or says until when a fact held; every further line of a quoted text begins with a mark, so that no text can pass
for the frame (see `convograph.quotation`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import groupby, pairwise
from types import MappingProxyType

from convograph.quotation import fact_on_line, marked, name_on_line
from convograph.times import moment_of, show_moment, show_said
from convograph.types import PLURALS, Citation, Fact, MemoCitation, SourceTurn

Notes = Mapping[str, tuple[str, ...]]
"""Lines of the frame below turns, by the ids of the turns."""

NO_NOTES: Notes = MappingProxyType({})

UNKNOWN = "unknown speaker"
GAP = "…"


def asked_line(moment: datetime) -> str:
    """The line that says when the question was asked."""
    return f"asked at {show_moment(moment)}"


def best_line(number: int) -> str:
    """The line that names the turn of the best hit, by its number."""
    return f"best match: [{number}]"


def heading(turn: SourceTurn) -> str:
    """The line above the turns of a session, given the first of them: its time.

    Not its id, which takes as many tokens and answers nothing; a benchmark's session id may even reveal the answer.
    """
    return show_said(turn.said)


def entry(citation: Citation, notes: Notes = NO_NOTES) -> str:
    """The lines of a turn: its number, its speaker, what is quoted of its text, and the notes about it."""
    text = f"{entry_head(citation.number, citation.turn)}{marked(citation.text.strip())}"
    return "\n".join((text, *notes.get(citation.turn.id, ())))


def entry_head(number: int, turn: SourceTurn) -> str:
    """The part of a turn's line before its text."""
    name = UNKNOWN if turn.speaker is None else name_on_line(turn.speaker, UNKNOWN)
    return f"[{number}] {name}: "


def outdated_notes(facts: Sequence[Fact]) -> Notes:
    """A line about each outdated fact, by the ids of the turns that state it; `facts` may include its successor."""
    named = {fact.id: fact for fact in facts}
    notes: dict[str, tuple[str, ...]] = {}
    for fact in facts:
        if fact.status == "outdated":
            line = _outdated_line(fact, named.get(fact.superseded_by or ""))
            for turn in fact.turns:
                notes[turn.id] = (*notes.get(turn.id, ()), line)
    return notes


def _outdated_line(fact: Fact, successor: Fact | None) -> str:
    """The line that says until when a fact held, and what replaced it."""
    if fact.reason == "corrected":
        end = "corrected"
    else:
        end = "no longer" if fact.valid_to is None else f"until {fact.valid_to:%Y-%m-%d}"
    told = fact_on_line(fact.subject, fact.relation, fact.value)
    return f"{end}: {told}" + ("" if successor is None else f"; then {name_on_line(successor.value)}")


def between(before: SourceTurn, turn: SourceTurn) -> str | None:
    """The line between two turns of a session if turns are left out or the day changes, else `None`."""
    gap = GAP if turn.ordinal != before.ordinal + 1 else ""
    changed = show_said(turn.said) if _day(turn) != _day(before) else ""
    return " ".join(filter(None, (gap, changed))) or None


def frame(turns: Sequence[SourceTurn]) -> list[str]:
    """All lines of the frame around the turns of a session, given in order; none without turns."""
    if not turns:
        return []
    lines = (between(*pair) for pair in pairwise(turns))
    return [heading(turns[0]), *(line for line in lines if line is not None)]


def in_order(turns: Iterable[SourceTurn]) -> list[list[SourceTurn]]:
    """The turns by session, sessions by the time of their first turn here, then as stored; undated ones come first."""
    by_session = sorted(turns, key=lambda turn: (turn.session, turn.ordinal))
    sessions = [list(group) for _, group in groupby(by_session, key=lambda turn: turn.session)]
    return sorted(sessions, key=_place)


def dialogue(citations: Iterable[Citation], notes: Notes) -> list[str]:
    """A block of text for each session, from citations in order."""
    sessions = groupby(citations, key=lambda one: one.turn.session)
    return ["\n".join(_session_lines(list(group), notes)) for _, group in sessions]


def memo_blocks(citations: Iterable[MemoCitation]) -> list[str]:
    """A block for each kind of memo: its name, and a line `[number] time: text` for each memo."""
    return [
        "\n".join((PLURALS[kind], *(_memo_line(one) for one in group)))
        for kind, group in groupby(citations, key=lambda one: one.memo.kind)
    ]


def _memo_line(one: MemoCitation) -> str:
    return f"[{one.number}] {show_said(one.memo.said)}: {marked(one.memo.text)}"


def _session_lines(citations: Sequence[Citation], notes: Notes) -> Iterator[str]:
    yield heading(citations[0].turn)
    yield entry(citations[0], notes)
    for before, one in pairwise(citations):
        line = between(before.turn, one.turn)
        if line is not None:
            yield line
        yield entry(one, notes)


def _day(turn: SourceTurn) -> object:
    return None if turn.said is None else turn.said.local.date()


def _place(turns: Sequence[SourceTurn]) -> tuple[datetime, int]:
    first = turns[0]
    return moment_of(first.said), min(turn.key for turn in turns)
