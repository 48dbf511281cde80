"""The duplicates in the event graph for a person to read: what joins what, why, and where both were said."""

from __future__ import annotations

from collections.abc import Iterator

from convograph.graph.snapshot import Snapshot
from convograph.graph.turns import speaker_key
from convograph.layers.associations import AssociationLayer
from convograph.layers.distinct_things import Things, distinct_things, event_texts
from convograph.layers.duplicates import KINDS, DuplicateLayer, duplicates_of
from convograph.layers.events import event_of
from convograph.protocols import Mergeable
from convograph.types import Merge, MergeGround, MergeKind, SourceTurn


def merges_in(snapshot: Snapshot, layer: DuplicateLayer) -> list[Merge]:
    """All duplicates by kind, in the order in which the joining texts were first said."""
    table = snapshot.layers[layer.key]
    said = duplicates_of(snapshot, layer.key, table)
    of_kind = {kind: _first_turns(snapshot, distinct_things(snapshot, layer.associations, kind)) for kind in KINDS}
    found = []
    for item in table.living().tolist():
        merge, turns = said[item], of_kind[said[item].kind]
        both = turns[speaker_key(merge.text)], turns[speaker_key(merge.into)]
        least = None if merge.decided else getattr(layer.thresholds, merge.kind)
        ground: MergeGround = "decision" if merge.decided else "cosine"
        found.append(Merge(merge.kind, merge.text, merge.into, merge.similarity, least, both, ground, both[0]))
    order = {kind: {name: position for position, name in enumerate(turns)} for kind, turns in of_kind.items()}
    return sorted(found, key=lambda merge: (KINDS.index(merge.kind), order[merge.kind][speaker_key(merge.text)]))


def _first_turns(snapshot: Snapshot, things: Things) -> dict[str, SourceTurn]:
    """The first turn that says each thing, by the thing's normalised name; in the order of saying."""
    rows = snapshot.turns.keys.values.searchsorted(things.turns)
    return {name: snapshot.turns.source_turn(row) for name, row in zip(things.names, rows.tolist(), strict=True)}


def mergeable_in(snapshot: Snapshot, layer: AssociationLayer, kind: MergeKind) -> dict[str, Mergeable]:
    """Each thing of a kind by its normalised text; an event also by its name and its description.

    If several things share a name, it stands for the first that was said.
    """
    things = distinct_things(snapshot, layer, kind)
    turns = _first_turns(snapshot, things)
    found = {name: Mergeable(text, turns[name]) for name, text in zip(things.names, things.texts, strict=True)}
    if kind == "event":
        for name, other in _other_names(snapshot, layer):
            if name in found:
                found.setdefault(other, found[name])
    return found


def _other_names(snapshot: Snapshot, layer: AssociationLayer) -> Iterator[tuple[str, str]]:
    """Pairs of the normalised text of an event with its description, and with its short name, both normalised."""
    for one in layer.events:
        table = snapshot.layers[one.key]
        texts = event_texts(snapshot, one.key)
        for item in table.living().tolist():
            description, details = event_of(table.payloads[item])
            for other in filter(None, (description, details.name)):
                yield speaker_key(texts[item]), speaker_key(other)
