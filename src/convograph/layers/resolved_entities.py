"""Resolved entities: which mentions of all sessions mean the same person or thing. No model call by default.

    mentions, episode by episode ─▶ fold, in batches of 50 episodes, with decisions ─▶ an item per mention: its entity

LightGMEM's canonical entities (section 4.3, stage 3), by `convograph.resolution`. An item rests on its mention and on
the entity's first mention, which names the entity: so a mention at the end adds an item and changes none, however many
mentions its entity has. A person's decisions override the rules, and a model's choices override the resolver.

The state of the fold before its last batch is remembered with the snapshot, so that data appended at the end only
repeats that batch. A new process starts with the first batch.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Any, Literal

import numpy as np

from convograph.graph.arrays import Rows
from convograph.graph.columns import Column
from convograph.graph.rows import Change, LayerKey, NodeBatch
from convograph.graph.snapshot import EMPTY_LAYER, LayerTable, Snapshot
from convograph.layers.brought_mentions import BroughtMentions, MentionKeys
from convograph.layers.chunks import ChunkLayer
from convograph.layers.first_names import FirstNames
from convograph.layers.items import whole_turn_items
from convograph.layers.mentions import MentionLayer
from convograph.layers.said_mentions import SaidMentions
from convograph.layers.verdicts import Verdicts, is_about_names
from convograph.layers.written_choices import Choices, WrittenResolver, written_choices
from convograph.resolution import (
    OFFLINE,
    Decisions,
    OfflineResolver,
    Resolution,
    ResolutionSettings,
    Resolved,
    Resolver,
    State,
    beginning,
    resolve,
)
from convograph.resolution.resolutions import Ground
from convograph.types import MemoKind

VERSION = "5"  # raised by hand whenever the layer's output changes for a reason other than its parts
DECIMALS = 6  # of a stored score

_Item = tuple[tuple[int, ...], str]


@dataclass(frozen=True, slots=True)
class ResolvedMention:
    """The entity of a mention, as its item says: the name that it was made with, and why (see `Resolution`)."""

    entity: str
    ground: Ground
    score: float | None


@dataclass(frozen=True, slots=True)
class ResolvedEntities:
    """An item for each mention in `mentions` and `brought`; `episodes` are the chunks for batches and contexts.

    Its `rests` are the keys of its mention and of its entity's first mention; if it made the entity though another was
    a candidate, the key of that one's first mention follows. The payload is read by `resolved_mention_of`.
    """

    episodes: ChunkLayer
    mentions: MentionLayer
    settings: ResolutionSettings = OFFLINE
    resolver: OfflineResolver = field(default_factory=OfflineResolver)
    scope: Literal["owner"] = "owner"

    @property
    def encoder(self) -> str:
        """The fingerprint of the encoder it uses."""
        return self.mentions.encoder

    @property
    def brought(self) -> BroughtMentions:
        """The mentions in triplets that somebody brought or a model wrote."""
        return BroughtMentions(self.mentions.model, self.mentions.analyzer)

    @property
    def mention_keys(self) -> MentionKeys:
        """The keys of both mention layers."""
        return MentionKeys(self.mentions.key, self.brought.key)

    @property
    def needs(self) -> tuple[ChunkLayer, MentionLayer, BroughtMentions]:
        """The episodes and the mentions."""
        return (self.episodes, self.mentions, self.brought)

    @property
    def decisions(self) -> tuple[MemoKind, ...]:
        """Decisions about names, and about whom single mentions mean."""
        return ("decision", "resolution")

    @property
    def key(self) -> LayerKey:
        """Changes with the mentions, the episodes, the settings and the resolver's weights."""
        weights = self.resolver.weights
        numbers = (self.settings, sorted(weights.features.items()), weights.bias, weights.join, weights.apart)
        digest = blake2b(repr(numbers).encode("utf-8"), digest_size=8).hexdigest()
        needs = (f"{need.key.name}|{need.key.fingerprint}" for need in self.needs)
        return LayerKey("resolved-entities", "|".join((VERSION, digest, *needs)))

    def derive(self, snapshot: Snapshot) -> Change:
        """What is new since the layer was last derived, or was changed by something inserted or decided."""
        own = snapshot.layers.get(self.key, EMPTY_LAYER)
        known = self.known(snapshot)
        remembered = snapshot.derived.cached(("resolved-entities", self.key), _Remembered)
        state = remembered.state(known) or beginning(self.settings, known.decisions)
        found = self.folded(known, self.resolver, state)
        remembered.held = _Held(found.state, known)
        keys = known.said.said.keys
        made = {_made(one, found, keys): one.mention for one in found.resolutions}
        held = _held(own, rests_of_mentions(snapshot, self.key, own)[:, 0], keys[: state.mentions])
        new = {one: position for one, position in made.items() if one not in held}
        rows = known.said.layer.first_turns()[known.said.said.items[list(new.values())]]
        turns = snapshot.turns.keys.values[rows].tolist()
        return Change(_items(new, turns), [key for one, key in held.items() if one not in made])

    def known(self, snapshot: Snapshot) -> Known:
        """What resolution is given from a snapshot; the layers in `needs` have to be up to date."""
        verdicts = Verdicts.of([memo for memo in snapshot.memos if is_about_names(memo)])
        first_names = FirstNames.of(snapshot, self.mention_keys, _decisions(verdicts))
        decisions = _decisions(verdicts, first_names.same)
        chunks = snapshot.layers[self.episodes.key]
        said = SaidMentions.of(snapshot, chunks, self.mention_keys, decisions, first_names.parted)
        return Known(said, decisions, written_choices(snapshot.memos))

    def folded(self, known: Known, resolver: Resolver, state: State) -> Resolved:
        """The fold from a state on: written choices are used, and the resolver is asked about the rest."""
        resolver = WrittenResolver(known.choices, known.said, resolver) if known.choices else resolver
        first = state.batch * state.settings.batch
        mentions = known.said.mentions(state.mentions, first)
        return resolve(mentions, resolver, state, known.said.contexts(first))


def resolved_mention_of(payload: str) -> ResolvedMention:
    """What an item of the layer says about its mention."""
    return ResolvedMention(*json.loads(payload))


def rests_of_mentions(snapshot: Snapshot, key: LayerKey, layer: LayerTable) -> Rows:
    """The keys of each item's mention and of its entity's first mention, shape (items, 2); only new items are read."""

    def more(held: Column, rests: Sequence[tuple[int, ...]]) -> Column:
        return held.extended(np.array([one[:2] for one in rests], np.int64))

    made = snapshot.derived.incremental(
        ("resolved-rests", key), layer.rests, lambda: Column(np.empty((0, 2), np.int64)), more
    )
    found: Rows = made.values
    return found


@dataclass(frozen=True, slots=True)
class Known:
    """What resolution is given: the mentions, the decisions about names, and a model's choices."""

    said: SaidMentions
    decisions: Decisions
    choices: Choices


@dataclass(frozen=True, slots=True)
class _Held:
    """The state of a fold before its last batch, and what the fold was given."""

    state: State
    known: Known


@dataclass(slots=True)
class _Remembered:
    """The last fold of this process."""

    held: _Held | None = None

    def state(self, known: Known) -> State | None:
        """The state to continue from; `None` if something before it is new or gone, or a decision or choice changed."""
        held = self.held
        if held is None or (held.known.decisions, held.known.choices) != (known.decisions, known.choices):
            return None
        done, first = held.state.mentions, held.state.batch * held.state.settings.batch
        if not known.said.begins_like(held.known.said, done, first):
            return None
        episodes = known.said.said.episodes
        return held.state if done == len(episodes) or int(episodes[done]) >= first else None


def _decisions(verdicts: Verdicts, same: Sequence[tuple[str, str]] = ()) -> Decisions:
    return Decisions.of((*verdicts.roots.items(), *same), ((min(pair), max(pair)) for pair in verdicts.apart))


def _held(own: LayerTable, mentions: Rows, settled: Rows) -> dict[_Item, int]:
    """The items of the layer by rests and payload, given their `mentions`, without those of `settled` mentions."""
    living = own.living()
    return {
        (own.rests[item], own.payloads[item]): int(own.keys.values[item])
        for item in living[np.isin(mentions[living], settled, invert=True)].tolist()
    }


def _made(resolution: Resolution, found: Resolved, keys: Rows) -> _Item:
    """The rests and the payload of a mention's item."""
    entity = found.entities[resolution.entity]
    rests = [int(keys[resolution.mention]), int(keys[entity.first])]
    if resolution.is_new and resolution.best is not None:
        rests.append(int(keys[found.entities[resolution.best].first]))
    score = None if resolution.score is None else round(resolution.score, DECIMALS)
    fields: list[Any] = [entity.names[0].surface, resolution.ground, score]
    return tuple(rests), json.dumps(fields, ensure_ascii=False, separators=(",", ":"))


def _items(new: Mapping[_Item, int], turns: Sequence[int]) -> NodeBatch:
    return whole_turn_items(
        [""] * len(new),
        [(turn,) for turn in turns],
        None,
        payloads=tuple(payload for _, payload in new),
        rests=tuple(rests for rests, _ in new),
    )
