"""The entity layer: the names at the ends of a session's triplets, each with its vector and its search terms.

G-Long's node index (section 3.1). It has each name once per session, on the first turn that states something about it:
sessions come and go, and repeating a name costs nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from convograph.extraction.types import FoundTriplet
from convograph.graph.rows import NodeBatch
from convograph.graph.sessions import Part
from convograph.graph.snapshot import Snapshot
from convograph.layers.bases import ReadLayer
from convograph.layers.items import whole_turn_items
from convograph.layers.triplets import told


@dataclass(frozen=True, slots=True)
class EntityLayer(ReadLayer):
    """Names as items of scope `"session"`, each on the first turn that states something of it; the payload is the name.

    Spellings are kept apart: the architecture decides which of them mean the same.
    """

    name = "entities"
    version = "2"

    def extract(self, parts: Sequence[Part]) -> NodeBatch:
        """The names in the parts, in order of appearance, each once in a part."""
        found = [named for part in parts for named in _named(told(self, part))]
        names = tuple(name for name, _ in found)
        turns = [(turn,) for _, turn in found]
        return whole_turn_items(names, turns, self.model, analyzer=self.analyzer, payloads=names)

    def link(self, snapshot: Snapshot, parts: Sequence[Part], items: NodeBatch) -> NodeBatch:
        """The names that their session does not have yet."""
        grown = {part.session[0].session: part for part in parts if part.start}
        if not grown or not len(items):
            return items
        sessions = {turn.key: turn.session for part in grown.values() for turn in part}
        known = _known(snapshot, self, list(grown.values()))
        stated = zip(items.first_turns().tolist(), items.payloads, strict=True)
        return items.where(np.array([(sessions.get(turn, ""), name) not in known for turn, name in stated]))


def _named(triplets: Sequence[FoundTriplet]) -> list[tuple[str, int]]:
    """The names in some triplets, each with the key of the first turn that states something about it."""
    found: dict[str, int] = {}
    for statement in triplets:
        for name in (statement.triplet.subject, statement.triplet.object):
            found.setdefault(name, statement.turn.key)
    return list(found.items())


def _known(snapshot: Snapshot, layer: EntityLayer, parts: Sequence[Part]) -> set[tuple[str, str]]:
    """The session and name of each item that stays: those before the parts."""
    table = snapshot.layers.get(layer.key)
    if table is None:
        return set()
    items = table.living()
    turns = snapshot.turns.keys.values[table.first_turns()[items]]
    sessions = snapshot.turns.sessions.values[table.first_turns()[items]]
    known: set[tuple[str, str]] = set()
    for part in parts:
        first, begins = part.session[0], part.session[part.start].key
        row = int(np.searchsorted(snapshot.turns.keys.values, first.key))
        kept = items[(sessions == snapshot.turns.sessions.values[row]) & (turns < begins)]
        known |= {(first.session, table.payloads[item]) for item in kept.tolist()}
    return known
