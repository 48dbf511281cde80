"""Histories told in lines, and facts as lines: what a test says of them fits on one screen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from itertools import count

from convograph.memory import Memory
from convograph.types import Fact

JANUARY, MARCH, JUNE = "2024-01-10 10:00", "2024-03-05 10:00", "2024-06-01 10:00"

Told = tuple[str | None, str]
"""A session: when it was said, and its turns as lines, each "Speaker: text"."""

Message = tuple[str, str]
"""A speaker and a text."""

_NUMBERS = count()


def another(memory: Memory) -> Memory:
    """The memory of an owner in the same store of whom nothing is known yet."""
    return memory.for_owner(f"owner {next(_NUMBERS)}")


def turns_of(lines: str) -> list[dict[str, str]]:
    """The messages of a session that is written in lines."""
    parts = [line.strip().partition(": ") for line in lines.strip().splitlines()]
    return [{"speaker": speaker, "text": text} for speaker, _, text in parts]


def tell(memory: Memory, *sessions: Told) -> None:
    """Adds sessions `s0`, `s1`, …"""
    for number, (said, lines) in enumerate(sessions):
        memory.add(turns_of(lines), session=f"s{number}", said=said)


def stated_by(memory: Memory, *messages: Message) -> set[tuple[str, str, str]]:
    """Who has which relation to what, after a greeting of Jess and some messages."""
    memory.add([{"speaker": who, "text": text} for who, text in (("Jess", "hiya"), *messages)], said="2025-03-01")
    return {(one.subject, one.relation, one.value) for one in memory.facts()}


def lines_of(facts: Sequence[Fact]) -> list[str]:
    """A line each: "lives_in Porto: outdated newer, since … until …, s0:0, by s1:0, then Lisbon".

    The subject stands before it where it is not Ana, who says so behind it where it is not the subject.
    """
    values = {fact.id: fact.value for fact in facts}
    return [_line(fact, values) for fact in facts]


def _line(fact: Fact, values: dict[str, str]) -> str:
    subject = "" if fact.subject == "Ana" else f"{fact.subject} "
    parts = [f"{subject}{fact.relation} {fact.value}: {' '.join(filter(None, (fact.status, fact.reason)))}"]
    held = [f"{word} {_day(when)}" for word, when in (("since", fact.valid_from), ("until", fact.valid_to)) if when]
    parts += [" ".join(held)] if held else []
    parts.append(" ".join(turn.id for turn in fact.turns))
    parts += [f"by {turn.id}" for turn in fact.ended_by if fact.reason != "past"]
    parts += [f"then {values[fact.superseded_by]}"] if fact.superseded_by else []
    parts += [f"says {fact.claimed_by}"] if fact.claimed_by not in ("Ana", None) else []
    return ", ".join(parts)


def _day(moment: datetime) -> str:
    return f"{moment:%Y-%m-%d}"


def without_keys(facts: Sequence[Fact]) -> list[Fact]:
    """The facts with all but the store's keys of turns, which follow the order of adding."""
    return [
        replace(
            fact,
            turns=tuple(replace(turn, key=0) for turn in fact.turns),
            ended_by=tuple(replace(turn, key=0) for turn in fact.ended_by),
        )
        for fact in facts
    ]
