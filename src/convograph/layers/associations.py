"""The association layer: Associa's graph around events, as nodes and edges with texts and vectors. No model call.

    utterances (units of dialogue) ─┐
                                    ├─▶ entities, times, and six kinds of edges, each with a vector
    events, read or brought ────────┘

Utterances and events are items of their own layers; this layer has what connects them, per event and utterance.
Duplicates are collapsed by the readers of the graph, so that forgetting one of two sources leaves what the other says.
An item's `rests` are the keys of its utterance and, unless it concerns the utterance alone, of its event. If a session
has events of a later layer, those of earlier layers are not used [R].
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal

import numpy as np
import numpy.typing as npt

from convograph.extraction.times import show_when
from convograph.graph.arrays import Indices
from convograph.graph.columns import Column
from convograph.graph.rows import Change, LayerKey, NodeBatch
from convograph.graph.runs import combined
from convograph.graph.snapshot import EMPTY_LAYER, LayerTable, Snapshot
from convograph.graph.turns import speaker_key
from convograph.layers.brought_events import BroughtEvents
from convograph.layers.chunks import ChunkLayer, unit_text
from convograph.layers.events import EventLayer, event_of, event_text
from convograph.layers.items import whole_turn_items
from convograph.layers.triplets import spoken
from convograph.protocols import Encoder, TextKind
from convograph.quotation import relation_in_words
from convograph.types import MemoKind, SourceTurn

VERSION = "1"  # raised by hand whenever the layer's output changes for a reason other than its parts

EdgeTexts = Literal["ends", "label"]
"""The text encoded for an edge other than a relation: its label between the texts of its ends, or the label alone."""

ItemKind = Literal["entity", "time", "occur", "fact", "event-entity", "utterance-entity", "ask", "relation"]
LABELS: dict[ItemKind, str] = {
    "occur": "event occur at",
    "fact": "event fact",
    "event-entity": "event include",
    "utterance-entity": "include",
    "ask": "ask",
}
"""The labels of the paper's edges; a relation has its own."""

ITEM_KINDS: tuple[ItemKind, ...] = ("entity", "time", *LABELS, "relation")
ENTITY_ITEM, TIME_ITEM, OCCUR, FACT, EVENT_ENTITY, UTTERANCE_ENTITY, ASK, RELATION = range(len(ITEM_KINDS))

UNKNOWN_SPEAKER = "user"  # who asks an utterance without a known speaker


@dataclass(frozen=True, slots=True)
class GraphItem:
    """The content of an item: the name of a node (`entity`, `time`), or what an edge needs besides its rests.

    `words` are the name of the entity or time for nodes and the edges to them, the speaker for `ask`, empty for
    `fact`, and subject, relation and object for a relation. `text` is what is encoded.
    """

    kind: ItemKind
    words: tuple[str, ...]
    text: str


@dataclass(frozen=True, slots=True)
class AssociationLayer:
    """Nodes and edges between the items of `units` and those of `events`, whose last layer takes precedence."""

    units: ChunkLayer
    events: tuple[EventLayer | BroughtEvents, ...]
    texts: EdgeTexts = "ends"
    scope: Literal["items"] = "items"

    @property
    def encoder(self) -> str:
        """The fingerprint of the encoder it uses."""
        return self.units.encoder

    @property
    def needs(self) -> tuple[ChunkLayer | EventLayer | BroughtEvents, ...]:
        """The utterances and the events."""
        return (self.units, *self.events)

    @property
    def decisions(self) -> tuple[MemoKind, ...]:
        """None."""
        return ()

    @property
    def key(self) -> LayerKey:
        """Changes with the utterances, the events and the texts encoded for edges."""
        parts = (VERSION, self.texts, *(f"{need.key.name}|{need.key.fingerprint}" for need in self.needs))
        return LayerKey(f"associations-{self.units.unit}", "|".join(parts))

    def derive(self, snapshot: Snapshot) -> Change:
        """What to put for utterances and events that exist, and what to drop of those that are gone."""
        own, units = snapshot.layers.get(self.key, EMPTY_LAYER), snapshot.layers[self.units.key]
        events = [snapshot.layers[layer.key] for layer in self.events]
        wanted = _pairs(snapshot, units, events)
        held = rests_of(snapshot, self.key, own)
        living = own.living()
        there, gone = _compared(wanted, held[living])
        items = self._items(snapshot, units, events, wanted[~there])
        return Change(items, own.keys.values[living[gone]].tolist())

    def _items(
        self, snapshot: Snapshot, units: LayerTable, events: Sequence[LayerTable], pairs: npt.NDArray[np.int64]
    ) -> NodeBatch:
        utterances = {unit: _utterance(snapshot, units, unit) for unit in np.unique(pairs[:, 0]).tolist()}
        payloads = _payloads(events, pairs[:, 1])
        made: list[tuple[GraphItem, tuple[int, ...], int]] = []
        for unit, event in pairs.tolist():
            turns, text = utterances[unit]
            if event:
                made += [(one, (unit, event), turns[0].key) for one in of_event(payloads[event], text, self.texts)]
            else:
                made += [(one, (unit,), turns[0].key) for one in of_utterance(turns, text, self.texts)]
        return whole_turn_items(
            [one.text for one, _, _ in made],
            [(turn,) for _, _, turn in made],
            _EachOnce(self.units.model),
            payloads=tuple(json.dumps([one.kind, *one.words], ensure_ascii=False) for one, _, _ in made),
            rests=tuple(rests for _, rests, _ in made),
        )


def of_utterance(turns: Sequence[SourceTurn], text: str, texts: EdgeTexts) -> Iterator[GraphItem]:
    """Who asks an utterance: a node for each speaker, and the edge from it."""
    for speaker in dict.fromkeys(turn.speaker or UNKNOWN_SPEAKER for turn in turns):
        yield GraphItem("entity", (speaker,), speaker)
        yield _edge("ask", (speaker,), (speaker, text), texts)


def of_event(payload: str, utterance: str, texts: EdgeTexts) -> Iterator[GraphItem]:
    """What an event adds to its utterance: time, entities, their edges, and a relation for each triplet."""
    description, details = event_of(payload)
    event = event_text(description, details)
    yield _edge("fact", (), (event, utterance), texts)
    if details.when is not None or details.when_text:
        time = details.when_text or show_when(details.when)
        yield GraphItem("time", (time,), time)
        yield _edge("occur", (time,), (event, time), texts)
    for name in dict.fromkeys(name for triplet in details.triplets for name in (triplet.subject, triplet.object)):
        yield GraphItem("entity", (name,), name)
        yield _edge("event-entity", (name,), (event, name), texts)
        yield _edge("utterance-entity", (name,), (utterance, name), texts)
    for triplet in details.triplets:
        yield GraphItem("relation", triplet.parts, spoken(triplet))


def association_of(payload: str) -> tuple[ItemKind, tuple[str, ...]]:
    """The kind and the words of the item that has this payload."""
    kind, *words = json.loads(payload)
    return kind, tuple(words)


def rests_of(snapshot: Snapshot, key: LayerKey, layer: LayerTable) -> npt.NDArray[np.int64]:
    """The keys of each item's utterance and event (0 for none), shape (items, 2); only new items are read."""

    def more(held: Column, rests: Sequence[tuple[int, ...]]) -> Column:
        return held.extended(np.array([(one[0], one[1] if len(one) > 1 else 0) for one in rests], np.int64))

    made: Column = snapshot.derived.incremental(
        ("rests", key), layer.rests, lambda: Column(np.empty((0, 2), np.int64)), more
    )
    return made.values


@dataclass(frozen=True, slots=True)
class ItemWords:
    """Numbers for the words of items, only added, never changed. `numbers` has a row for each item.

    Its columns: the kind of item, the name or time that it leads to (or the subject), the relation, the object, and the
    spelling of all words. Names, times and relations that differ only in case and spacing share a number.
    """

    numbers: Column
    names: dict[str, int] = field(default_factory=dict)
    times: dict[str, int] = field(default_factory=dict)
    relations: dict[str, int] = field(default_factory=dict)
    spellings: dict[tuple[str, ...], int] = field(default_factory=dict)

    def row(self, payload: str) -> tuple[int, int, int, int, int]:
        """The numbers of an item."""
        kind, words = association_of(payload)
        code = ITEM_KINDS.index(kind)
        spelling = self.spellings.setdefault(words, len(self.spellings))
        if code == FACT:
            return code, 0, 0, 0, spelling
        if code in (TIME_ITEM, OCCUR):
            return code, _number(self.times, words[0]), 0, 0, spelling
        first = _number(self.names, words[0])
        if code != RELATION:
            return code, first, 0, 0, spelling
        relation = _number(self.relations, relation_in_words(words[1]))
        return code, first, relation, _number(self.names, words[2]), spelling


def words_of(snapshot: Snapshot, key: LayerKey) -> ItemWords:
    """The words of a layer's items as numbers; only new items are read."""

    def more(words: ItemWords, payloads: Sequence[str]) -> ItemWords:
        rows = np.array([words.row(payload) for payload in payloads], np.int64)
        return ItemWords(words.numbers.extended(rows), words.names, words.times, words.relations, words.spellings)

    made: ItemWords = snapshot.derived.incremental(
        ("associated-words", key),
        snapshot.layers[key].payloads,
        lambda: ItemWords(Column(np.empty((0, 5), np.int64))),
        more,
    )
    return made


def _number(numbers: dict[str, int], name: str) -> int:
    return numbers.setdefault(speaker_key(name), len(numbers))


def _edge(kind: ItemKind, words: tuple[str, ...], ends: tuple[str, str], texts: EdgeTexts) -> GraphItem:
    label = LABELS[kind]
    return GraphItem(kind, words, label if texts == "label" else f"{ends[0]} {label} {ends[1]}")


def _pairs(snapshot: Snapshot, units: LayerTable, events: Sequence[LayerTable]) -> npt.NDArray[np.int64]:
    """Each utterance by itself, and with each of its events: keys, shape (pairs, 2), sorted."""
    of_turn = np.zeros(len(snapshot.turns), np.int64)  # the key of the utterance that each turn is part of, or 0
    keys, rows = _sources(units, units.living())
    of_turn[rows] = keys
    found = [np.stack((units.keys.values[units.living()], np.zeros(len(units.living()), np.int64)), axis=1)]
    taken = np.zeros(0, np.int64)  # sessions with events of a later layer
    for layer in reversed(events):
        items = layer.living()
        sessions = snapshot.turns.sessions.values[layer.first_turns()[items]]
        keys, rows = _sources(layer, items[~np.isin(sessions, taken)])
        grounded = of_turn[rows] > 0
        found.append(np.stack((of_turn[rows], keys), axis=1)[grounded])
        taken = np.union1d(taken, sessions)
    pairs = np.concatenate(found)
    return pairs[np.unique(combined(*pairs.T), return_index=True)[1]]


def _sources(layer: LayerTable, items: Indices) -> tuple[Indices, Indices]:
    """For each source of some items, the key of the item and the row of the turn."""
    positions, rows = layer.sources_of(items)
    return layer.keys.values[items[positions]], rows


def _compared(
    wanted: npt.NDArray[np.int64], held: npt.NDArray[np.int64]
) -> tuple[npt.NDArray[np.bool_], npt.NDArray[np.bool_]]:
    """Which wanted pairs are held, and which held pairs are not wanted."""
    numbers = combined(*np.concatenate((wanted, held)).T)
    of_wanted, of_held = np.split(numbers, [len(wanted)])
    return np.isin(of_wanted, of_held), ~np.isin(of_held, of_wanted)


def _utterance(snapshot: Snapshot, units: LayerTable, key: int) -> tuple[list[SourceTurn], str]:
    item = int(np.searchsorted(units.keys.values, key))
    turns = snapshot.turns_of(units, item)
    return turns, unit_text(turns)


def _payloads(events: Sequence[LayerTable], keys: Indices) -> dict[int, str]:
    """The payloads of the events with these keys."""
    found: dict[int, str] = {}
    for layer in events:
        own = np.unique(keys[np.isin(keys, layer.keys.values)])
        items = np.searchsorted(layer.keys.values, own)
        found.update(zip(own.tolist(), layer.payloads.at(items) if len(items) else (), strict=True))
    return found


@dataclass(frozen=True, slots=True)
class _EachOnce:
    """Gives an encoder each distinct text only once."""

    model: Encoder

    @property
    def name(self) -> str:
        return self.model.name

    @property
    def fingerprint(self) -> str:
        return self.model.fingerprint

    @property
    def dimensions(self) -> int:
        return self.model.dimensions

    def encode(self, texts: Sequence[str], kind: TextKind) -> npt.NDArray[np.float32]:
        distinct = {text: position for position, text in enumerate(dict.fromkeys(texts))}
        return self.model.encode(list(distinct), kind)[[distinct[text] for text in texts]]
