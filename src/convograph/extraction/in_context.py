"""Turns of a session with what is needed to understand them: sentences, participants, and the turns before.

turns ── sentences within the depth ── parses ──▶ TurnInContext, the input for mentions, triplets and events
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

TURNS_BEFORE = 6  # three exchanges: pronouns seldom refer further back


def turns_in_context(
    session: Sequence[SourceTurn], parser: Parser, depth: Depth = EVERYTHING, start: int = 0
) -> list[TurnInContext]:
    """The turns of one session from position `start` on; the session must be whole and in order.

    Of the turns before `start`, only the last `TURNS_BEFORE` are parsed. Later turns only tell a turn who takes part.
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
    """The turns with their sentences within `depth`, all parsed in one batch."""
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
    """The speakers in their first spelling, in order of appearance."""
    found: dict[str, str] = {}
    for turn in session:
        if turn.speaker:
            found.setdefault(speaker_key(turn.speaker), turn.speaker)
    return tuple(found.values())


def _addressee(session: Sequence[SourceTurn], place: int, participants: Sequence[str]) -> str | None:
    """The only other participant, or else the last other speaker before a turn; `None` if there is none."""
    own = speaker_key(session[place].speaker or "")
    others = [name for name in participants if speaker_key(name) != own]
    if len(others) < 2:
        return others[0] if others else None
    earlier = (session[before].speaker for before in range(place - 1, -1, -1))
    last = next((name for name in earlier if name and speaker_key(name) != own), None)
    return next((name for name in others if last and speaker_key(name) == speaker_key(last)), None)
