"""Turns of a session with what is needed to understand them: their sentences, who is there, what was said before.

turns ── sentences, as deep as is read ── parses ──▶ TurnInContext, which mentions, triplets and events are read from
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from convograph.extraction.depth import EVERYTHING, Depth
from convograph.extraction.types import ParsedSentence, ParsedTurn, TurnInContext
from convograph.graph.sessions import SessionTurns
from convograph.graph.turns import speaker_key
from convograph.protocols import Parser
from convograph.types import SourceTurn

TURNS_BEFORE = 6  # three exchanges: further back, a pronoun seldom points


def turns_in_context(
    session: Sequence[SourceTurn], parser: Parser, depth: Depth = EVERYTHING, start: int = 0
) -> list[TurnInContext]:
    """The turns of one session from position `start` on; the session comes whole and in order.

    No more than the last turns before them are parsed, and nothing depends on the turns after.
    """
    first = max(0, start - TURNS_BEFORE)
    parsed = parsed_turns(session[first:], parser, depth)
    participants = session.participants if isinstance(session, SessionTurns) else _participants(session)
    return [
        TurnInContext(
            parsed[place - first],
            tuple(parsed[max(0, place - TURNS_BEFORE - first) : place - first]),
            participants,
            _addressee(session, place, participants),
        )
        for place in range(start, len(session))
    ]


def parsed_turns(turns: Sequence[SourceTurn], parser: Parser, depth: Depth = EVERYTHING) -> list[ParsedTurn]:
    """The turns with the sentences that are as deep as is read, parsed all in one batch."""
    spans = [depth.spans(turn) for turn in turns]
    parses = iter(
        parser.parse([turn.text[start:end] for turn, of in zip(turns, spans, strict=True) for start, end in of])
    )
    return [
        ParsedTurn(
            turn,
            tuple(
                ParsedSentence(start, end, turn.text[start:end], parse)
                for (start, end), parse in zip(of, islice(parses, len(of)), strict=True)
            ),
        )
        for turn, of in zip(turns, spans, strict=True)
    ]


def _participants(session: Sequence[SourceTurn]) -> tuple[str, ...]:
    """The speakers by their first spelling, in order of appearance."""
    found: dict[str, str] = {}
    for turn in session:
        if turn.speaker:
            found.setdefault(speaker_key(turn.speaker), turn.speaker)
    return tuple(found.values())


def _addressee(session: Sequence[SourceTurn], place: int, participants: Sequence[str]) -> str | None:
    """Whom a turn speaks to: the only other one, or the last other speaker before it; `None` if nobody is."""
    own = speaker_key(session[place].speaker or "")
    others = [name for name in participants if speaker_key(name) != own]
    if len(others) < 2:
        return others[0] if others else None
    earlier = (session[before].speaker for before in range(place - 1, -1, -1))
    last = next((name for name in earlier if name and speaker_key(name) != own), None)
    return next((name for name in others if last and speaker_key(name) == speaker_key(last)), None)
