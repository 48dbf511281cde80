"""The page that shows facts over time: a bar for each value of a relation, with the turns that state it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import groupby
from typing import Final

from convograph.pages.document import escaped, render_static
from convograph.quotation import relation_in_words
from convograph.times import show_said
from convograph.types import FACT_ENDS, Fact, ProfileEntry, SourceTurn

_WIDTH: Final = 1000  # of a bar's drawing, in SVG units; the page scales it
_LEAST: Final = 4  # the length of the shortest bar, so that it is visible


_DAY = "%Y-%m-%d"


def render_facts(facts: Sequence[Fact], title: str, *, now: datetime) -> str:
    """One HTML page, readable offline and without scripts, that shows facts over time by subject and relation.

    A bar reaches from the time since which a value holds, else when it was said, else the start of the axis, to its
    end, else the end of the axis. The axis spans all times of the facts; `now` is used if there are too few.
    """
    axis = _Axis.of(facts, now)
    body = "\n".join(_subject(subject, list(group), axis) for subject, group in groupby(ordered(facts), _by_subject))
    return render_static("facts.html", title, body or "<p>No facts are known.</p>", ("facts.css",))


def ordered(facts: Sequence[Fact]) -> list[Fact]:
    """Facts by subject, those with most facts first, then by relation; otherwise in the order given."""
    subjects: dict[str, int] = {}
    for fact in facts:
        subjects[fact.subject] = subjects.get(fact.subject, 0) + 1
    return sorted(facts, key=lambda fact: (-subjects[fact.subject], fact.subject, fact.relation))


class _Axis:
    """The time axis of the page."""

    def __init__(self, first: datetime, last: datetime) -> None:
        self.first, self.last = first, last

    @classmethod
    def of(cls, facts: Sequence[Fact], now: datetime) -> _Axis:
        told = [moment for fact in facts for moment in _moments(fact)]
        first, last = min(told, default=now), max(told, default=now)
        return cls(first, last if last > first else now if now > first else first)

    def place(self, moment: datetime) -> int:
        whole = (self.last - self.first).total_seconds()
        share = (moment - self.first).total_seconds() / whole if whole else 0.0
        return round(min(max(share, 0.0), 1.0) * _WIDTH)


def _moments(fact: Fact) -> list[datetime]:
    said = [turn.said.local for turn in (*fact.turns, *fact.ended_by) if turn.said is not None]
    return [*said, *(moment for moment in (fact.valid_from, fact.valid_to) if moment is not None)]


def _by_subject(fact: Fact) -> str:
    return fact.subject


def _subject(subject: str, facts: list[Fact], axis: _Axis) -> str:
    relations = "\n".join(
        f'<h3 dir="auto">{escaped(relation_in_words(relation))}</h3>\n'
        f"<ul>{''.join(_fact(fact, axis) for fact in group)}</ul>"
        for relation, group in groupby(facts, lambda fact: fact.relation)
    )
    ends = f"<span>{axis.first:%Y-%m-%d}</span><span>{axis.last:%Y-%m-%d}</span>"
    return f'<section><h2 dir="auto">{escaped(subject)}</h2>\n{relations}\n<p class="axis">{ends}</p></section>'


def _fact(fact: Fact, axis: _Axis) -> str:
    began = fact.valid_from or (fact.known_from.local if fact.known_from is not None else axis.first)
    left = axis.place(began)
    ended = began if fact.reason in ("corrected", "struck") else fact.valid_to or axis.last  # those two never held
    right = max(axis.place(ended), left + _LEAST)
    bar = (
        f'<svg viewBox="0 0 {_WIDTH} 12" preserveAspectRatio="none" aria-hidden="true">'
        f'<rect class="ground" y="5" width="{_WIDTH}" height="2"/>'
        f'<rect class="{fact.status}" x="{min(left, _WIDTH - _LEAST)}" width="{right - left}" height="12" rx="3"/>'
        "</svg>"
    )
    return (
        f'<li class="{fact.status}"><span><span class="value" dir="auto">{escaped(fact.value)}</span>'
        f'<br><span class="when">{span_of(fact)}</span></span>{bar}<details><summary>why</summary>'
        f"{''.join(_sources(fact))}</details></li>"
    )


def _sources(fact: Fact) -> Iterator[str]:
    for turn in fact.turns:
        yield _quoted("stated", turn)
    if fact.reason is not None:
        yield f'<p class="why">{FACT_ENDS[fact.reason]}</p>'
    for turn in fact.ended_by:
        if fact.reason != "past":
            yield _quoted("said", turn)


def _quoted(how: str, turn: SourceTurn) -> str:
    said = f", {show_said(turn.said)}" if turn.said is not None else ""
    return (
        f'<p class="why">{how} by {escaped(turn.speaker or "an unknown speaker")}{said} ({escaped(turn.id)})</p>'
        f'<blockquote dir="auto">{escaped(turn.text)}</blockquote>'
    )


def span_of(fact: Fact | ProfileEntry) -> str:
    """When a fact or a profile entry holds, in words: "since 2023-01-02", "until 2024-05-31".

    "from 2024-12-01" if it was said before it began. If its start is unknown, the date when it was said is given
    instead: "said 2023-01-02".
    """
    if fact.reason == "corrected":
        return "taken back"
    if fact.reason == "struck":
        return "never"
    if fact.status == "outdated":
        return _former_span(fact)
    if fact.valid_from is not None:
        is_planned = fact.known_from is not None and fact.valid_from > fact.known_from.local
        since = f"{'from' if is_planned else 'since'} {fact.valid_from:{_DAY}}"
    else:
        since = "at an unknown time" if fact.known_from is None else f"said {fact.known_from.local:{_DAY}}"
    return f"{since}, disputed" if fact.status == "disputed" else since


def _former_span(fact: Fact | ProfileEntry) -> str:
    if fact.valid_to is None:
        return "formerly"
    ended = f"{fact.valid_to:{_DAY}}"
    if fact.valid_from is not None:
        return f"{fact.valid_from:{_DAY}} – {ended}"
    if fact.known_from is None:
        return f"formerly – {ended}"
    said = fact.known_from.local
    return f"until {ended}" if said >= fact.valid_to else f"known {said:{_DAY}} – {ended}"
