"""What a memory holds and answers, in a form that two memories can be compared by."""

from __future__ import annotations

import json
from typing import Any

from convograph.memory import Memory
from convograph.types import Recall


def exported(memory: Memory, *, content_only: bool = True) -> list[str]:
    """The content with all memos and marks, as lines; without the times of storing, unless `content_only` is false."""
    lines: list[str] = []
    memory.export_to(lines.append, content_only=content_only)
    return lines


def content(memory: Memory) -> list[dict[str, Any]]:
    """The content export with ordinals renumbered from 0 in each session; its memos are taken as they are."""
    records = [json.loads(line) for line in exported(memory)]
    ordinal = 0
    for record in records:
        if "turn" in record:
            record["ordinal"] = ordinal
            ordinal += 1
        elif "session" in record:
            ordinal = 0
    counts: dict[str | None, int] = {}
    session = None
    for record in records:
        session = record.get("session", session)
        counts[session] = counts.get(session, -1) + ("memo" not in record)
    for record in records:
        if "session" in record:
            record["next_ordinal"] = counts[record["session"]]
    return records


def derived(memory: Memory) -> dict[str, list[tuple[Any, ...]]]:
    """Every item of every layer of every unit, in reading order: its sources, its vector, its payload."""
    for unit in memory.architecture.units:
        memory._keeper.caught_up(unit=unit)
    snapshot = memory._keeper.caught_up()
    found = {}
    for key, layer in snapshot.layers.items():
        alive = range(len(layer)) if layer.alive is None else layer.alive.nonzero()[0].tolist()
        items = []
        for item in alive:
            spans = [snapshot.span(layer, place) for place in range(*layer.sources(item).indices(1 << 60))]
            sources = tuple((span.turn.id, span.start, span.end) for span in spans)
            place = (spans[0].turn.session, spans[0].turn.id, spans[0].start)
            payload = layer.payloads[item] if layer.payloads else None
            items.append((place, sources, layer.vectors.values[item].tobytes(), payload))
        found[f"{key.name}|{key.fingerprint}"] = sorted(items)
    return found


def answers(recall: Recall) -> list[tuple[Any, ...]]:
    """Hits as values: turns, score, evidence with its reasons; then memos. Ids of rounds are left out: they name
    ordinals.
    """
    memos = [
        (memo.rank, memo.kind, memo.text, memo.score, memo.said, tuple(turn.id for turn in memo.turns))
        for memo in recall.memos
    ]
    return memos + [
        (
            hit.rank,
            tuple(turn.id for turn in hit.turns),
            hit.score,
            tuple(
                (
                    evidence.span.turn.id,
                    evidence.span.start,
                    evidence.score,
                    evidence.reason.kind,
                    evidence.reason.rank,
                    evidence.reason.words,
                    tuple((step.weight, step.origin.turn.id, step.origin.start) for step in evidence.reason.steps),
                )
                for evidence in hit.evidence
            ),
        )
        for hit in recall.hits
    ]
