"""Retrieval code that architectures share: which turns count, units of dialogue, hits with their sources."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from convograph.errors import UnsupportedError
from convograph.graph.arrays import Mask, Rows
from convograph.graph.snapshot import LayerTable, Snapshot
from convograph.graph.turns import TurnTable
from convograph.protocols import Architecture, Query
from convograph.segmentation import DIALOGUE_UNITS, grouping, line
from convograph.terms import Analyzer
from convograph.types import Evidence, Filters, Hit, Reason, SourceTurn, Span, Unit

SCORE_DECIMALS = 6  # of log odds: smaller differences are rounding errors


def visible_turns(turns: TurnTable, query: Query | Filters) -> Mask | None:
    """The turns that exist for this question (`as_of`) and are not hidden from it, or `None` for all."""
    if not query.hidden:
        return _existing_turns(turns, query)
    shown = ~np.isin(turns.keys.values, query.hidden)
    existing = _existing_turns(turns, query)
    return shown if existing is None else shown & existing


def evidence_turns(turns: TurnTable, query: Query | Filters) -> Mask | None:
    """The turns that may serve as evidence (not hidden; `as_of`, `speakers`, `between`, `where`), `None` for all."""
    masks = [visible_turns(turns, query)]
    if query.speakers is not None:
        masks.append(turns.spoken_by(query.speakers))
    if query.between is not None:
        masks.append(turns.said_between(*query.between))
    if query.where is not None:
        masks.append(turns.noted(query.where))
    given = [mask for mask in masks if mask is not None]
    return np.logical_and.reduce(given) if given else None


def _existing_turns(turns: TurnTable, query: Query | Filters) -> Mask | None:
    return None if query.as_of is None else turns.said_by(query.as_of, strict=query.strict)


def items_resting_on(layer: LayerTable, turns: Mask | None, *, every_source: bool = True) -> Mask | None:
    """The items not dropped whose sources (all, or at least one) are among `turns`; `None` for all items."""
    if turns is None:
        return layer.alive
    starts = layer.source_starts.values
    if len(starts) == 0:
        return np.zeros(0, np.bool_)
    combine = np.logical_and if every_source else np.logical_or
    resting = combine.reduceat(turns[layer.source_turns.values], starts)
    return resting if layer.alive is None else resting & layer.alive


def units_allowed(layer: LayerTable, turns: TurnTable, query: Query) -> Mask | None:
    """The items all of whose turns exist and one of whose turns may serve as evidence; `None` for all items.

    A hidden turn does not exclude the other turns of its unit.
    """
    existing = items_resting_on(layer, _existing_turns(turns, query))
    evidence = items_resting_on(layer, evidence_turns(turns, query), every_source=False)
    if existing is None or evidence is None:
        return existing if evidence is None else evidence
    return existing & evidence


def all_units(first: Unit) -> tuple[Unit, ...]:
    """All units of dialogue, the default first, for an architecture that can return all of them."""
    return (first, *(unit for unit in DIALOGUE_UNITS if unit != first))


def check_unit(architecture: Architecture, unit: Unit) -> None:
    """Raise `UnsupportedError` for a unit that an architecture cannot return."""
    if unit not in architecture.units:
        units = ", ".join(architecture.units)
        raise UnsupportedError(f"{architecture.name} cannot return the unit {unit!r:.80}; it has {units}")


@dataclass(frozen=True, slots=True)
class Units:
    """Sentences grouped into units: `of_item[i]` names the unit of item i, `members` the turn rows of each unit."""

    unit: Unit
    of_item: Rows
    members: Mapping[int, Rows]


def units_of_items(snapshot: Snapshot, layer: LayerTable, items: Rows, unit: Unit, visible: Mask | None) -> Units:
    """The units that sentences belong to. Units consist of visible turns only."""
    rows = layer.source_turns.values[layer.first_source(items)].astype(np.int64)
    if unit == "turn":
        return Units(unit, rows, {int(row): np.array([row]) for row in rows})
    members: dict[int, Rows] = {}
    names: dict[int, int] = {}  # turn row -> the unit's name: the row of its first turn
    for session in np.unique(snapshot.turns.sessions.values[rows]):
        for part in _parts(snapshot.turns, int(session), unit, visible):
            members[int(part[0])] = part
            names.update(dict.fromkeys(part.tolist(), int(part[0])))
    return Units(unit, np.array([names[row] for row in rows.tolist()], np.int64), members)


def _parts(turns: TurnTable, session: int, unit: Unit, visible: Mask | None) -> list[Rows]:
    rows = turns.of_session(session)
    if visible is not None:
        rows = rows[visible[rows]]
    return [rows[part.start : part.stop] for part in cut_into(unit, turns, rows)]


def cut_into(unit: Unit, turns: TurnTable, rows: Rows) -> list[range]:
    """The units of a session, as ranges of positions in `rows`, its turns in order."""
    return grouping(unit)([turns.rows[row] for row in rows.tolist()])


@dataclass(frozen=True, slots=True)
class FoundUnit:
    """A retrieved unit: the rows of its turns, its score, and its reason, without the words of each turn."""

    rows: Sequence[int]
    score: float
    reason: Reason


def unit_hits(
    snapshot: Snapshot, found: Iterable[FoundUnit], query: Query, analyzer: Analyzer, *, sharing_only: bool = False
) -> list[Hit]:
    """A hit for each unit, best first.

    Its evidence is the turns that pass the filters; with `sharing_only`, those that share words with the question, if
    any do. The words of a reason are those of the whole line, including the speaker's name.
    """
    allowed = evidence_turns(snapshot.turns, query)
    hits = []
    for rank, one in enumerate(found, start=1):
        turns = [snapshot.turns.source_turn(row) for row in one.rows]
        telling = [turn for row, turn in zip(one.rows, turns, strict=True) if allowed is None or allowed[row]]
        if sharing_only:
            telling = _sharing_words(telling, query.wording, analyzer)
        evidence = _whole_turns(telling, one.score, one.reason, query.wording, analyzer)
        hits.append(hit(rank, query.unit, one.score, turns, evidence))
    return hits


def _sharing_words(turns: list[SourceTurn], question: str, analyzer: Analyzer) -> list[SourceTurn]:
    """The turns that share words with a question; all of them if none do."""
    return [turn for turn in turns if analyzer.shared_words(turn.text, question)] or turns


def _whole_turns(
    turns: Sequence[SourceTurn], score: float, reason: Reason, question: str, analyzer: Analyzer
) -> list[Evidence]:
    """Whole turns as evidence: the reason, with the words that each line, speaker and all, shares with the question."""
    return [
        Evidence(
            Span(turn, 0, len(turn.text)), score, replace(reason, words=analyzer.shared_words(line(turn), question))
        )
        for turn in turns
    ]


def hit(rank: int, unit: Unit, score: float, turns: Sequence[SourceTurn], evidence: Sequence[Evidence]) -> Hit:
    """A hit with its id (see `Hit`)."""
    first = turns[0]
    names: Mapping[Unit, str] = {"session": first.session, "turn": first.id, "user-turn": first.id}
    return Hit(rank, unit, names.get(unit, f"{first.session}~{first.ordinal}"), score, tuple(turns), tuple(evidence))
