"""Entities for a person to read: their names, why these were merged, and where they were said."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import get_args

import numpy as np

from convograph.architectures.lightgmem.entity_graph import EntityGraph
from convograph.architectures.lightgmem.structure import canonical_name, names_first
from convograph.architectures.lightgmem.weak_edges import present_in
from convograph.graph.arrays import Rows
from convograph.graph.rows import WHOLE_TURN
from convograph.graph.snapshot import LayerTable
from convograph.graph.turns import speaker_key
from convograph.layers.mentions import NamedMention, as_named
from convograph.layers.resolved_entities import ResolvedMention, resolved_mention_of
from convograph.protocols import Mergeable
from convograph.resolution.resolutions import JoinGround
from convograph.segmentation import sentence_spans
from convograph.types import EntityMention, KnownEntity, Merge, MergeGround, SourceTurn

_GROUNDS: Mapping[str, MergeGround] = {
    "exact": "same name",
    "alias": "alias",
    "fuzzy": "spelling",
    "decision": "decision",
}
JOINS = frozenset(get_args(JoinGround))  # a deferred mention may join a later one, so either has the reason


def entities_in(graph: EntityGraph, episodes: LayerTable, least: float) -> list[KnownEntity]:
    """All entities, those with most mentions first, ties in the order in which they were first mentioned."""
    width = graph.structure.entities
    mentions = np.bincount(graph.mentions.entities, minlength=width)
    present = present_in(graph.presence[:, ::-1], episodes)
    counts = np.bincount(present[:, 1], minlength=width)
    lasts = np.zeros(width, np.int64)
    np.maximum.at(lasts, graph.mentions.entities, np.arange(len(graph.mentions)))
    grounds, kinds = _grounds(graph), graph.kinds()
    found: list[KnownEntity] = []
    for rows in _names(graph):
        entity, (name, others) = int(graph.mentions.entities[rows[0]]), _called(graph, rows)
        said = _turn(graph, rows[0]), _turn(graph, int(lasts[entity]))
        merges = tuple(one for _, one in _merges(graph, rows, grounds, least))
        numbers = int(mentions[entity]), int(counts[entity])
        found.append(KnownEntity(name, kinds[entity], others, *numbers, *said, merges))
    return sorted(found, key=lambda one: -one.mentions)


def mentions_of(graph: EntityGraph, entity: KnownEntity) -> list[EntityMention]:
    """The mentions of one of `entities_in`, in the order of saying."""
    first = int(np.searchsorted(graph.snapshot.turns.keys.values, entity.first.key))
    begun = (rows for rows in _names(graph) if int(graph.mentions.turns[rows[0]]) == first)
    meant = next(rows for rows in begun if _called(graph, rows) == (entity.name, entity.aliases))
    own = graph.mentions.entities == graph.mentions.entities[meant[0]]
    return [_told(graph, row) for row in np.flatnonzero(own).tolist()]


def _called(graph: EntityGraph, rows: Sequence[int]) -> tuple[str, tuple[str, ...]]:
    """The canonical name of an entity and its other names; `rows` has the first row of each name."""
    name = _name(graph, _canonical(graph, rows))
    return name, tuple(other for row in rows if (other := _name(graph, row)) != name)


def _told(graph: EntityGraph, row: int) -> EntityMention:
    """A mention for a person to read, with its sentence."""
    item, turn, layer = int(graph.mentions.items[row]), _turn(graph, row), graph.layer
    mention, source = graph.read[item], layer.sources(item).start
    start, end = int(layer.span_starts.values[source]), int(layer.span_ends.values[source])
    around = (
        [] if start == WHOLE_TURN else [one for one in sentence_spans(turn.text) if one[0] < end and start < one[1]]
    )
    sentence = turn.text[around[0][0] : around[-1][1]] if around else turn.text
    return EntityMention(mention.text, sentence, turn, mention.seeded)


def merges_in(graph: EntityGraph, least: float) -> list[Merge]:
    """A merge for each name other than its entity's canonical name, in the order in which the names were first said.

    Its similarity is the certainty of the resolver, or the Jaccard of the spellings; `least` is the threshold.
    """
    grounds = _grounds(graph)
    found = [each for rows in _names(graph) for each in _merges(graph, rows, grounds, least)]
    return [one for _, one in sorted(found, key=lambda each: each[0])]


def mergeable_in(graph: EntityGraph) -> dict[str, Mergeable]:
    """Each name by its normalised form, with its first turn."""
    found: dict[str, Mergeable] = {}
    firsts = np.sort(np.unique(graph.mentions.said, return_index=True)[1])
    for row in firsts.tolist():
        name = _name(graph, row)
        found[speaker_key(name)] = Mergeable(name, _turn(graph, row))
    return found


def _names(graph: EntityGraph) -> list[list[int]]:
    """For each entity, the first row of each of its names, in the order of saying."""
    pairs = np.stack((graph.mentions.entities, graph.mentions.said), axis=1)
    _, firsts = np.unique(pairs, axis=0, return_index=True)
    found: dict[int, list[int]] = {}
    for row in np.sort(firsts).tolist():
        found.setdefault(int(pairs[row, 0]), []).append(row)
    return list(found.values())


def _canonical(graph: EntityGraph, rows: Sequence[int]) -> int:
    """The row with the canonical name of an entity; names are preferred to descriptions."""
    read = [_mention(graph, row) for row in rows]
    spoken = graph.speaks_as(int(graph.mentions.entities[rows[0]]))
    return rows[[mention.name for mention in read].index(canonical_name(names_first(read), spoken))]


def _merges(
    graph: EntityGraph, rows: Sequence[int], grounds: dict[int, ResolvedMention], least: float
) -> list[tuple[int, Merge]]:
    """The merge of each other name of an entity into its canonical name, with the row of the other name.

    Names join the name that was said first; the merge of that one has the reason why the canonical name joined it.
    """
    first, own = rows[0], _canonical(graph, rows)
    found = []
    for row in rows:
        if row == own:
            continue
        later = own if row == first else row
        told = [each for each in (later, first) if grounds[int(graph.mentions.items[each])].ground in JOINS]
        why = grounds[int(graph.mentions.items[told[0]])] if told else ResolvedMention("", "exact", None)
        similarity, threshold = 1.0 if why.score is None else why.score, None if why.ground == "decision" else least
        names, both = (_name(graph, row), _name(graph, own)), (_turn(graph, row), _turn(graph, own))
        cause = told[0] if told else later
        ground = _ground(why, [graph.mention(row), graph.mention(own)])
        found.append((row, Merge("entity", *names, similarity, threshold, both, ground, _turn(graph, cause))))
    return found


def _ground(why: ResolvedMention, both: Sequence[NamedMention]) -> MergeGround:
    """The reason that two names are one entity's, given a mention by each.

    A resolver without a certainty is a model, whose choice was stored. A description by a noun is resolved by the name
    stated for it, a first name by the speaker called so.
    """
    if len({speaker_key(mention.name) for mention in both}) == 1:
        return "speaker"
    if why.ground == "resolver":
        return "model" if why.score is None else "score"
    if any(mention.described is not None for mention in both) and why.ground in ("exact", "alias"):
        return "description"
    return _GROUNDS[why.ground]


def _grounds(graph: EntityGraph) -> dict[int, ResolvedMention]:
    """The resolution of each mention, by the mention's item."""
    table = graph.snapshot.layers[graph.keys.resolved]
    rows: Rows = table.living()
    mentions = graph.layer.keys.values
    items = {int(key): item for item, key in enumerate(mentions.tolist())}
    told = ((items.get(table.rests[row][0]), resolved_mention_of(table.payloads[row])) for row in rows.tolist())
    return {item: one for item, one in told if item is not None}


def _name(graph: EntityGraph, row: int) -> str:
    return _mention(graph, row).name


def _mention(graph: EntityGraph, row: int) -> NamedMention:
    """A mention under its name as the turn has it."""
    return as_named(graph.read[int(graph.mentions.items[row])], as_said=True)


def _turn(graph: EntityGraph, row: int) -> SourceTurn:
    return graph.snapshot.turns.source_turn(int(graph.mentions.turns[row]))
