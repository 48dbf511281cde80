"""Events in Associa's sense: what happened, happens or is planned, with an absolute time.

Associa's prompt for graph construction has a model infer events and their times. Here each sentence that states
something is an event, and nothing else is inferred. Its time is the one that the sentence names, or roughly the day it
was said.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime, time, timedelta

from convograph.extraction.times import TimeMention, show_when, times_in
from convograph.extraction.types import FoundEvent, FoundTriplet, ParsedSentence, Tense, TurnInContext
from convograph.types import Said, When


def events_in(turn: TurnInContext, triplets: Sequence[FoundTriplet]) -> list[FoundEvent]:
    """An event for each sentence of the turn that states one of its `triplets` as a fact or a plan, in order."""
    events = []
    for sentence in turn.parsed.sentences:
        stated = [one for one in triplets if sentence.start <= one.start < sentence.end and not one.hypothetical]
        if stated:
            events.append(_event(turn, sentence, tuple(stated)))
    return events


def _event(turn: TurnInContext, sentence: ParsedSentence, stated: tuple[FoundTriplet, ...]) -> FoundEvent:
    said = turn.turn.said
    times = [each for each in times_in(sentence.text, said, tense=_tense(stated)) if each.when is not None]
    first = stated[0].stated
    return FoundEvent(
        turn=turn.turn,
        start=sentence.start,
        end=sentence.end,
        name=f"{first.triplet.subject} {first.phrase} {first.triplet.object}",
        description=_description(turn, sentence, times),
        when=_when(times, said),
        triplets=stated,
    )


def _tense(stated: Iterable[FoundTriplet]) -> Tense:
    """The tense of the first statement; a "want" is future."""
    first = next(iter(stated)).stated
    return "future" if first.modality == "want" else first.tense


def _when(times: Sequence[TimeMention], said: Said | None) -> When | None:
    """The first interval named, else the first recurring time, else roughly the day it was said."""
    named = [each.when for each in times if each.when is not None]
    once = next((when for when in named if when.every is None), None)
    if once or named:
        return once or named[0]
    return None if said is None else replace(_day(said.local), approximate=True)


def _day(moment: datetime) -> When:
    start = datetime.combine(moment.date(), time())
    return When(start, start + timedelta(days=1), "day")


def _description(turn: TurnInContext, sentence: ParsedSentence, times: Sequence[TimeMention]) -> str:
    """The speaker and the sentence, with the absolute time after each relative one."""
    text = sentence.text
    for each in reversed(times):
        if each.when is not None and (shown := show_when(each.when)).lower() not in text.lower():
            text = f"{text[: each.end]} ({shown}){text[each.end :]}"
    return f"{turn.turn.speaker}: {text}" if turn.turn.speaker else text
