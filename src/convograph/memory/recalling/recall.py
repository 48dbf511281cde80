"""One recall from a snapshot, without the facts.

query ─▶ with what was said just before, without the turn that asks ─▶ architecture ─▶ recall with its filters
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from convograph.graph.snapshot import Snapshot
from convograph.memory.recalling.asked_turns import asking_turns, without_turns
from convograph.memory.recalling.likelihood import nothing_asked
from convograph.memory.recalling.query_options import Recent, check_speakers, has_a_word, texts_before
from convograph.memory.recalling.question_completion import needed
from convograph.protocols import Architecture, Query, Touching
from convograph.types import Recall


def recalled(architecture: Architecture, graph: Snapshot, query: Query, recent: Recent, *, itself: bool) -> Recall:
    """What an architecture recalls for a question that follows on `recent`; nothing for a message without words.

    The question's own turns are left out, unless `itself`. Raises `InputError` for anything in `recent` that is not a
    text or message, and `NotFoundError` for a speaker who has said nothing.
    """
    check_speakers(query.speakers, graph.turns)
    before = texts_before(recent, query.question)
    if not has_a_word(query.question):
        nothing = nothing_asked(architecture, query.question, query.asked_at)
        return replace(nothing, unit=query.unit, filters=query.filters)
    before = needed(before, query.question, architecture.analyzer, graph.turns.speaker_keys)
    query = replace(query, recent=before, hidden=() if itself else asking_turns(graph.turns, query.question))
    found = architecture.recall(graph, query)
    hits = without_turns(found.hits, query.hidden) if query.hidden else found.hits
    return replace(found, hits=hits, filters=query.filters)


def with_marks(graph: Snapshot, marks: Mapping[int, str]) -> Snapshot:
    """The snapshot with use marks that are not written yet."""
    return replace(graph, used={**graph.used, **marks}) if marks else graph


def touches(architecture: Architecture) -> bool:
    """Whether recall marks turns as used by default, following the architecture's paper."""
    return isinstance(architecture, Touching) and architecture.touches
