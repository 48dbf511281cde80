"""Names joined across sessions: who and what goes by one name, or by several. Without a model.

    names of all sessions, in the order in which they were said ─▶ fold, with decisions ─▶ an item per person or thing

A name joins the entry that has it already (ignoring case). A first name joins the only full name that begins with it,
and a full name the one who has only been called by its first word so far; if two could be meant, it joins neither.
Decisions of a person or a model, that two names mean the same or do not, override these rules. The outcome depends on
the names before, so the order counts: said time, then session id, then ordinal.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

import numpy as np
import numpy.typing as npt

from convograph.graph.rows import Change, LayerKey, NodeBatch
from convograph.graph.snapshot import EMPTY_LAYER, LayerTable, Snapshot
from convograph.layers.entities import EntityLayer
from convograph.layers.items import whole_turn_items
from convograph.layers.verdicts import Verdicts
from convograph.terms import ENGLISH, Analyzer
from convograph.types import MemoKind

VERSION = "1"  # raised by hand whenever the layer's output changes for a reason other than its parts
LONGEST = 4  # words of a full name; anything longer is a phrase

Rows = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class JoinedName:
    """A person or thing under one name: the full name once known, else the first; and all its aliases."""

    name: str
    aliases: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class JoinedNames:
    """An item for each person or thing that names refer to, resting on the items of `names` that it is made of.

    The vector is that of the name, terms are those of all aliases, the payload is read by `joined_name_of`; the first
    turn that names it is its source.
    """

    names: EntityLayer
    analyzer: Analyzer = ENGLISH
    scope: Literal["owner"] = "owner"

    @property
    def encoder(self) -> str:
        """The fingerprint of the encoder inside."""
        return self.names.encoder

    @property
    def needs(self) -> tuple[EntityLayer, ...]:
        """The names of each session."""
        return (self.names,)

    @property
    def decisions(self) -> tuple[MemoKind, ...]:
        """Those about names."""
        return ("decision",)

    @property
    def key(self) -> LayerKey:
        """Changes with the names and the terms."""
        return LayerKey("joined-names", "|".join((VERSION, self.analyzer.fingerprint, self.names.key.fingerprint)))

    def derive(self, graph: Snapshot) -> Change:
        """What is new since the layer was last derived; everything, when a name vanished or a decision was added."""
        own, names = graph.layers.get(self.key, EMPTY_LAYER), graph.layers[self.names.key]
        said = in_order_of_saying(graph, names)
        fold = Fold(Verdicts.of([memo for memo in graph.memos if memo.kind in self.decisions]))
        held, done = _held(graph, own, names, said, self.decisions)
        fold.begin([[place for place in places if place < done] for places in held.values()], _spelled(names, said))
        for place in range(done, len(said)):
            fold.take(place, names.payloads[int(said[place])])
        kept = {tuple(places): item for item, places in held.items()}
        made = [entity for entity in fold.entities if tuple(entity.places) not in kept]
        there = {tuple(entity.places) for entity in fold.entities}
        drops = [int(own.keys.values[item]) for item in own.living().tolist() if tuple(held.get(item, ())) not in there]
        return Change(self._items(graph, names, said, made), drops)

    def _items(self, graph: Snapshot, names: LayerTable, said: Rows, entities: Sequence[Entity]) -> NodeBatch:
        sources = [said[entity.places] for entity in entities]
        first = [int(graph.turns.keys.values[names.first_turns()[items[0]]]) for items in sources]
        joined = [entity.joined() for entity in entities]
        items = whole_turn_items(
            [one.name for one in joined],
            [(turn,) for turn in first],
            self.names.model,
            payloads=tuple(_payload(one) for one in joined),
            rests=tuple(tuple(names.keys.values[of].tolist()) for of in sources),
        )
        counts, terms = self.analyzer.hashes([" ".join(one.aliases) for one in joined])
        return replace(items, term_counts=counts, terms=terms)


def joined_name_of(payload: str) -> JoinedName:
    """The person or thing that an item of the layer represents."""
    name, aliases = json.loads(payload)
    return JoinedName(name, tuple(aliases))


def in_order_of_saying(graph: Snapshot, layer: LayerTable) -> Rows:
    """The living items of a layer by said time, session id, ordinal, character, then by their payload."""
    items = layer.living()
    words = np.array([layer.payloads[item] for item in items.tolist()], np.str_) if len(items) else items
    ordered: Rows = items[np.lexsort((words, *graph.said(layer, items)[::-1]))]
    return ordered


def _held(
    graph: Snapshot, own: LayerTable, names: LayerTable, said: Rows, decisions: Sequence[MemoKind]
) -> tuple[dict[int, list[int]], int]:
    """The positions in `said` that each item of the layer is made of, and how many names from the start are done.

    None are, when a name that an item rests on is gone, or a decision was added since.
    """
    places = {key: place for place, key in enumerate(names.keys.values[said].tolist())}
    items = {item: [places.get(key, -1) for key in own.rests[item]] for item in own.living().tolist()}
    decided = any(memo.kind in decisions for memo in graph.memos_after(own.watermark))
    if decided or any(place < 0 for of in items.values() for place in of):
        return {}, 0
    taken = {place for of in items.values() for place in of}
    return items, next((place for place in range(len(said)) if place not in taken), len(said))


def _spelled(names: LayerTable, said: Rows) -> Callable[[int], str]:
    return lambda place: str(names.payloads[int(said[place])])


@dataclass(slots=True)
class Entity:
    """A person or thing while names are joined: the positions of its names, and its aliases."""

    places: list[int] = field(default_factory=list)
    aliases: dict[str, None] = field(default_factory=dict)
    full: str | None = None

    def joined(self) -> JoinedName:
        """The final result."""
        return JoinedName(self.full or next(iter(self.aliases)), tuple(sorted(self.aliases)))


@dataclass(slots=True)
class Fold:
    """Joins names one after the other. Earlier merges never depend on later names."""

    verdicts: Verdicts
    entities: list[Entity] = field(default_factory=list)
    _by_root: dict[str, Entity] = field(default_factory=dict)
    _by_first_word: dict[str, list[Entity]] = field(default_factory=lambda: defaultdict(list))

    def begin(self, held: Sequence[Sequence[int]], spelled: Callable[[int], str]) -> None:
        """Resume from earlier merges, given as the positions of each one's names."""
        for places in sorted(filter(None, map(sorted, held))):
            entity = Entity()
            self.entities.append(entity)
            for place in places:
                self._add(entity, place, spelled(place))

    def take(self, place: int, name: str) -> None:
        """Join the next name."""
        entity = self._by_root.get(self.verdicts.root(name)) or self._alike(name)
        if entity is None:
            entity = Entity()
            self.entities.append(entity)
        self._add(entity, place, name)

    def _add(self, entity: Entity, place: int, name: str) -> None:
        entity.places.append(place)
        entity.aliases[name] = None
        self._by_root[self.verdicts.root(name)] = entity
        words = proper_words(name)
        if len(words) > 1 and entity.full is None:
            entity.full = name
            self._by_first_word[words[0]].append(entity)

    def _alike(self, name: str) -> Entity | None:
        """The only one that a first name or a full name can mean, if it is not said to be another."""
        words = proper_words(name)
        if len(words) == 1:
            found = self._by_first_word.get(words[0], [])
        elif words:
            short = self._by_root.get(self.verdicts.root(words[0]))
            found = [short] if short is not None and short.full is None else []
        else:
            found = []
        return found[0] if len(found) == 1 and not self.verdicts.are_apart(name, found[0].aliases) else None


def proper_words(name: str) -> tuple[str, ...]:
    """The words of a name, if each has a capital and they are not too many for one; else none.

    >>> proper_words("Maria Lopez"), proper_words("the garden")
    (('Maria', 'Lopez'), ())
    """
    words = tuple(name.split())
    return words if len(words) <= LONGEST and all(word[0].isupper() and word.isalpha() for word in words) else ()


def _payload(joined: JoinedName) -> str:
    return json.dumps([joined.name, joined.aliases], ensure_ascii=False)
