"""How the descriptions of a memory are resolved: under the name that is told for each, or under words of their own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from convograph.graph.columns import Column, Listing
from convograph.graph.rows import LayerKey
from convograph.graph.runs import numbered
from convograph.graph.snapshot import Snapshot
from convograph.graph.turns import speaker_key
from convograph.layers.episodes import InEpisodes
from convograph.layers.mentions import NamedMention, read_mentions
from convograph.resolution.decisions import Decisions
from convograph.resolution.described import Described, Identities, Meant, is_loose

Mask = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Meanings:
    """How mentions are resolved, by place: `None` for a name. `kept` are the places, among those given, that mean
    somebody: of a description of nobody who is known there is no mention.
    """

    kept: Mask
    meant: tuple[Meant | None, ...]


def meanings(graph: Snapshot, key: LayerKey, said: InEpisodes, decisions: Decisions) -> Meanings:
    """How all mentions are resolved; what a person decided about the name of a description goes before what is told."""
    mentions = read_mentions(graph, key, graph.layers[key])
    described = _are_described(graph, key, mentions)[said.items]
    if not described.any():
        return Meanings(np.ones(len(said.items), np.bool_), ())
    told = _told(graph, key, said, mentions, described)
    found: list[Meant | None] = [None] * len(told.items)
    for place, one, session in told.descriptions:
        meant = told.identities.meant(one, session)
        if one.stands or (meant.named and not is_loose(one)):
            found[place] = _decided(mentions[told.items[place]].name, meant, one, decisions)
    kept = np.array([one is not None for one in found], np.bool_) | ~described
    return Meanings(kept, tuple(found[place] for place in np.flatnonzero(kept).tolist()))


@dataclass(frozen=True, slots=True)
class _Told:
    """The items by place, the descriptions with places and sessions, and what they tell."""

    items: list[int]
    descriptions: list[tuple[int, Described, int]]
    identities: Identities


def _told(graph: Snapshot, key: LayerKey, said: InEpisodes, mentions: Listing[NamedMention], described: Mask) -> _Told:
    items = said.items.tolist()
    sessions = numbered(graph.turns.sessions.values[graph.layers[key].first_turns()[said.items]])[described].tolist()
    keys = _keys(graph, key, mentions)
    names = {keys[item] for item in said.items[~described].tolist()}
    found = [
        (place, _called_by_name(one, names), session)
        for place, session in zip(np.flatnonzero(described).tolist(), sessions, strict=True)
        if (one := mentions[items[place]].described) is not None
    ]
    return _Told(items, found, Identities.of(((one, session) for _, one, session in found), graph.turns.speaker_keys))


def _called_by_name(one: Described, names: set[str]) -> Described:
    """A description, called by its name where there is a mention of it: "a dog called hope" may be no name."""
    return one if one.called is None or speaker_key(one.called) in names else replace(one, called=None)


def _decided(name: str, meant: Meant, one: Described, decisions: Decisions) -> Meant | None:
    key = speaker_key(name)
    if key in decisions.roots:
        return Meant(name, named=False)
    if meant.named and decisions.keep_apart(key, [speaker_key(meant.surface)]):
        return Meant(name, named=False) if one.stands else None
    return meant


def _are_described(graph: Snapshot, key: LayerKey, mentions: Listing[NamedMention]) -> Mask:
    """Which items of the mention layer are descriptions; only new items are looked at."""

    def more(held: Column, new: Sequence[NamedMention]) -> Column:
        return held.extended(np.array([one.described is not None for one in new], np.bool_))

    made: Column = graph.derived.of(("described-mentions", key), mentions, lambda: Column(np.empty(0, np.bool_)), more)
    found: Mask = made.values
    return found


def _keys(graph: Snapshot, key: LayerKey, mentions: Listing[NamedMention]) -> Listing[str]:
    """The keys of the names of all items; only new items are looked at."""

    def more(held: Listing[str], new: Sequence[NamedMention]) -> Listing[str]:
        return held.extended([speaker_key(one.name) for one in new])

    made: Listing[str] = graph.derived.of(("mention-keys", key), mentions, Listing[str], more)
    return made
