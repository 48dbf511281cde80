"""A plan as a conversation: sessions over months, with small talk between the steps, and replies."""

from __future__ import annotations

import calendar
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from random import Random
from typing import Final

from convograph.times import parse_said
from convograph.types import Conversation, Session, Turn
from convograph_eval.update_chains.phrasing import ASSISTED, BY_THE_OTHER, Phrasing
from convograph_eval.update_chains.plan import Plan, draw_plan
from convograph_eval.update_chains.types import Chain, Statement, Step
from convograph_eval.update_chains.wordings import STATING, Wordings

_ASSISTANT: Final = "assistant"
_ASSISTED_SHARE: Final = 0.5
_FIRST_DAY: Final = datetime(2022, 1, 3)
_FIRST_DAYS: Final = 365  # chains begin within this many days from the first
_GAP_DAYS: Final = (35, 60)  # more than "a fortnight ago" and a month, so that dated changes are in order
_SMALL_TALK: Final = 0.4  # the chance of an exchange about something else before a step
_REPLY_BEFORE_CORRECTION: Final = 0.5
_UNITS_A_SESSION: Final = (1, 3)


def update_chains(wordings: Wordings, count: int, seed: int) -> Iterator[Chain]:
    """`count` conversations with their truth, which depend on the wordings and the seed, but not on `count`."""
    for number in range(count):
        yield _chain(wordings, f"chain-{number}", Random(f"{seed}/{number}"))  # noqa: S311 - a sample, no secret


def _chain(wordings: Wordings, name: str, draw: Random) -> Chain:
    one, other = draw.sample(wordings.people.speakers, 2)
    assisted = draw.random() < _ASSISTED_SHARE
    speaker, listener = (ASSISTED, _ASSISTANT) if assisted else (one.name, other.name)
    plan = draw_plan(wordings, speaker, one.pronoun, draw)
    talk = _Talk(wordings, plan, speaker, listener, draw)
    sessions = tuple(
        talk.session(f"{name}#{number}", said, units)
        for number, (said, units) in enumerate(zip(_dates(draw), _sittings(plan, draw), strict=False), 1)
    )
    return Chain(Conversation(name, sessions), speaker, plan.topics, tuple(talk.statements), plan.current)


def _dates(draw: Random) -> Iterator[datetime]:
    """The start times of successive sessions."""
    said = _FIRST_DAY + timedelta(
        days=draw.randrange(_FIRST_DAYS), hours=draw.randint(8, 21), minutes=draw.randrange(60)
    )
    while True:
        yield said
        said += timedelta(days=draw.randint(*_GAP_DAYS), minutes=draw.randint(-90, 90))


def _sittings(plan: Plan, draw: Random) -> Iterator[Sequence[tuple[Step, ...]]]:
    """The units of each session: a few, without repeating a topic."""
    sitting: list[tuple[Step, ...]] = []
    most = draw.randint(*_UNITS_A_SESSION)
    for unit in plan.units:
        if len(sitting) == most or unit[0].topic in {each[0].topic for each in sitting}:
            yield sitting
            sitting, most = [], draw.randint(*_UNITS_A_SESSION)
        sitting.append(unit)
    yield sitting


class _Shuffled:
    """Texts in random order, with each text used once before any is repeated."""

    def __init__(self, texts: Sequence[str], draw: Random) -> None:
        self._texts, self._draw = texts, draw
        self._left: list[str] = []

    def next(self) -> str:
        if not self._left:
            self._left = self._draw.sample(self._texts, len(self._texts))
        return self._left.pop()


@dataclass
class _Talk:
    """Writes the sessions of a chain, and records the turn of each statement."""

    wordings: Wordings
    plan: Plan
    speaker: str
    listener: str
    draw: Random
    statements: list[Statement] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._phrasing = Phrasing(self.wordings, self.speaker, self.draw)
        self._small_talk = _Shuffled(self.wordings.shared["filler"], self.draw)
        self._replies = _Shuffled(self.wordings.shared["reply"], self.draw)
        self._stated_at: dict[int, datetime] = {}

    def session(self, name: str, said: datetime, units: Sequence[tuple[Step, ...]]) -> Session:
        """A session with these units; the speakers take turns, except for immediate corrections."""
        turns: list[Turn] = []
        for unit in units:
            for step in unit:
                self._lead_in(turns, name, step)
                turn = self._say(turns, name, self._of(step), self._worded(step, said))
                self.statements.append(Statement(turn, self._of(step), step))
        self._answer(turns, name)
        return Session(tuple(turns), id=name, said=parse_said(said))

    def _lead_in(self, turns: list[Turn], session: str, step: Step) -> None:
        """Add the turns before a step, after which it is the turn of the step's speaker."""
        if step.kind == "correction":
            if self.draw.random() < _REPLY_BEFORE_CORRECTION:
                self._say(turns, session, self.listener, self._replies.next())
            return
        if turns:
            self._answer(turns, session)
        small_talk = self.draw.random() < _SMALL_TALK
        if step.kind in BY_THE_OTHER or small_talk:
            self._say(turns, session, self.speaker, self._small_talk.next())
        if step.kind not in BY_THE_OTHER and small_talk:
            self._say(turns, session, self.listener, self._replies.next())

    def _answer(self, turns: list[Turn], session: str) -> None:
        """Add the listener's reply, unless they spoke last: replies to their claims might change the truth."""
        if turns[-1].speaker == self.speaker:
            self._say(turns, session, self.listener, self._replies.next())

    def _of(self, step: Step) -> str:
        return self.listener if step.kind in BY_THE_OTHER else self.speaker

    def _worded(self, step: Step, said: datetime) -> str:
        month = self._month(step.topic, said)
        if step.kind in STATING:
            self._stated_at[step.topic] = said
        topic = self.plan.topics[step.topic]
        return self._phrasing.phrased(step, topic, month)

    def _month(self, topic: int, said: datetime) -> str:
        """Last month's name, or this month's if the topic's previous statement was made last month or later."""
        last_month = said.replace(day=1) - timedelta(days=1)
        before = self._stated_at.get(topic)
        recent = before is not None and (before.year, before.month) >= (last_month.year, last_month.month)
        return calendar.month_name[(said if recent else last_month).month]

    @staticmethod
    def _say(turns: list[Turn], session: str, speaker: str, text: str) -> str:
        name = f"{session}:{len(turns)}"
        turns.append(Turn(text, speaker, id=name))
        return name
