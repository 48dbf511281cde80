"""The turn that asks: a question that was appended before memory is asked it, and would be its own best hit."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from convograph.formats.limits import text_with_replacements
from convograph.graph.turns import TurnTable
from convograph.types import Hit

LATEST = 64  # turns: what was appended to an owner's other sessions between storing a question and asking it


def asking_turns(turns: TurnTable, question: str) -> tuple[int, ...]:
    """The keys of the turns that are the question itself: its text, as the newest turn of a session, stored just now.

    Just now are the last `LATEST` turns of all sessions. White space at the ends does not count. A question that was
    replied to is not one of them, nor one that was asked again: these belong to the conversation.
    """
    newest = {row.session: row for row in turns.rows[max(0, len(turns) - LATEST) :]}
    wording = text_with_replacements(question).strip()
    return tuple(row.key for row in newest.values() if row.text.strip() == wording)


def without_turns(hits: Collection[Hit], keys: Collection[int]) -> tuple[Hit, ...]:
    """The hits without the turns of these keys; a hit that is left empty is dropped."""
    left = (
        replace(
            hit,
            turns=tuple(turn for turn in hit.turns if turn.key not in keys),
            evidence=tuple(one for one in hit.evidence if one.span.turn.key not in keys),
        )
        for hit in hits
    )
    return tuple(hit for hit in left if hit.turns)
