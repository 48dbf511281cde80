"""The duplicates of a graph around events as a person reads them: what joins what, why, and where both were said."""

from __future__ import annotations

from hashlib import blake2b

from convograph.graph.snapshot import Snapshot
from convograph.graph.turns import speaker_key
from convograph.layers.associations import AssociationLayer
from convograph.layers.distinct_things import distinct_things
from convograph.layers.duplicates import KINDS, DuplicateLayer, duplicates_of
from convograph.types import Merge, MergeKind, SourceTurn

_ID_BYTES = 6


def merges_in(graph: Snapshot, layer: DuplicateLayer) -> list[Merge]:
    """All of them by kind, in the order in which what joins was first said."""
    table = graph.layers[layer.key]
    said = duplicates_of(graph, layer.key, table)
    of_kind = {kind: first_turns(graph, layer.associations, kind) for kind in KINDS}
    found = []
    for item in table.living().tolist():
        one, turns = said[item], of_kind[said[item].kind]
        parts = one.kind, speaker_key(one.text), speaker_key(one.into)
        id_ = blake2b("\0".join(parts).encode("utf-8"), digest_size=_ID_BYTES).hexdigest()
        both = turns[speaker_key(one.text)], turns[speaker_key(one.into)]
        least = None if one.decided else getattr(layer.thresholds, one.kind)
        found.append(Merge(id_, one.kind, one.text, one.into, one.similarity, least, both))
    order = {kind: {name: place for place, name in enumerate(turns)} for kind, turns in of_kind.items()}
    return sorted(found, key=lambda one: (KINDS.index(one.kind), order[one.kind][speaker_key(one.text)]))


def first_turns(graph: Snapshot, layer: AssociationLayer, kind: MergeKind) -> dict[str, SourceTurn]:
    """For each thing of a kind, as it is compared, the turn that says it first; in the order of saying."""
    things = distinct_things(graph, layer, kind)
    rows = graph.turns.keys.values.searchsorted(things.turns)
    return {name: graph.turns.source_turn(row) for name, row in zip(things.names, rows.tolist(), strict=True)}
