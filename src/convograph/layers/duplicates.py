"""The duplicate layer: which names, relations and events of Associa's graph are nearly the same. No model call.

    distinct things, in the order in which they were first said ─▶ join, with decisions ─▶ an item per thing that joins

What was said first is what others join. What a person decided goes before similarity. An item rests on the items that
first say either thing; what is said last of all only adds items.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass
from typing import Literal, get_args

import numpy as np
import numpy.typing as npt

from convograph.calibration import DuplicateCosines
from convograph.graph.columns import Listing
from convograph.graph.merging import Joined, MayJoin, clustered, joined_to_nearest
from convograph.graph.rows import Change, LayerKey, NodeBatch
from convograph.graph.snapshot import EMPTY_LAYER, LayerTable, Snapshot
from convograph.graph.turns import speaker_key
from convograph.graph.vectors import similarities
from convograph.layers.associations import AssociationLayer
from convograph.layers.distinct_things import Things, distinct_things
from convograph.layers.items import whole_turn_items
from convograph.layers.verdicts import Verdicts
from convograph.types import MemoKind, MergeKind

VERSION = "2"  # raised by hand whenever the layer's output changes for a reason other than its parts

Joining = Literal["nearest", "clusters", "kept"]
"""Each thing in turn joins its nearest neighbour, all are clustered by average linkage, or none joins undecided."""

KINDS: tuple[MergeKind, ...] = get_args(MergeKind)

_NUMBERS = re.compile(r"\d+")
_DENIALS = re.compile(r"\b(?:not|never|no)\b|n['’]t\b", re.IGNORECASE)

Rows = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Duplicate:
    """A thing that joins another of its kind, which was said before it; both in the words that came first.

    `decided` by a person, whatever their cosine.
    """

    kind: MergeKind
    text: str
    into: str
    similarity: float
    decided: bool


@dataclass(frozen=True, slots=True)
class DuplicateLayer:
    """Duplicates among the things of `associations`: cosines above `thresholds` join, as `joining` says.

    With `tell_apart`, things that differ in a number or in a denial do not.
    """

    associations: AssociationLayer
    thresholds: DuplicateCosines
    joining: Joining = "nearest"
    tell_apart: bool = False
    scope: Literal["owner"] = "owner"

    @property
    def encoder(self) -> str:
        """The fingerprint of the encoder inside."""
        return self.associations.encoder

    @property
    def needs(self) -> tuple[AssociationLayer]:
        """The graph whose things they are."""
        return (self.associations,)

    @property
    def decisions(self) -> tuple[MemoKind, ...]:
        """Those about names, which may be relations or events as well."""
        return ("decision",)

    @property
    def key(self) -> LayerKey:
        """Changes with the graph and with what counts as a duplicate."""
        graph = self.associations.key
        settings = (*(f"{one:.6g}" for one in astuple(self.thresholds)), str(int(self.tell_apart)))
        return LayerKey(f"duplicates-{self.joining}", "|".join((VERSION, *settings, graph.name, graph.fingerprint)))

    def derive(self, graph: Snapshot) -> Change:
        """What is new since the layer was last derived; everything, where the order or a decision changed."""
        own = graph.layers.get(self.key, EMPTY_LAYER)
        things = {kind: distinct_things(graph, self.associations, kind) for kind in KINDS}
        goes_on = self.joining != "clusters" and self._goes_on(graph, own, things)
        verdicts = Verdicts.of([memo for memo in graph.memos if memo.kind in self.decisions])
        said = duplicates_of(graph, self.key, own)
        held = {(said[item], own.rests[item]): int(own.keys.values[item]) for item in own.living().tolist()}
        found: dict[tuple[Duplicate, tuple[int, ...]], int] = {}
        for kind, of_kind in things.items():
            before = [one for one, _ in held if one.kind == kind] if goes_on else []
            new = of_kind.keys > (own.watermark if goes_on else 0)
            found |= self._found(kind, of_kind, verdicts, before, np.flatnonzero(new))
        drops = [] if goes_on else [key for one, key in held.items() if one not in found]
        return Change(_items({one: turn for one, turn in found.items() if one not in held}), drops)

    def _found(
        self, kind: MergeKind, things: Things, verdicts: Verdicts, before: Sequence[Duplicate], new: Rows
    ) -> Iterator[tuple[tuple[Duplicate, tuple[int, ...]], int]]:
        """The new things that join one, with what they rest on and their first turn; `before` are those of the rest."""
        decided = _decided(things, verdicts, new)
        settled = {one.row for one in decided}
        may_join, threshold = _may_join(things, verdicts, tell_apart=self.tell_apart), getattr(self.thresholds, kind)
        similar: list[Joined] = []
        if self.joining == "nearest":
            joined = _by_similarity(things, before)
            free = np.setdiff1d(np.arange(len(things)), [*new.tolist(), *(one.row for one in joined)])
            similar = joined_to_nearest(things.vectors, free, new, threshold, may_join, before=joined, settled=settled)
        elif self.joining == "clusters":
            similar = clustered(things.vectors, new[~np.isin(new, list(settled))], threshold, may_join)
        for one in (*decided, *similar):
            texts = things.texts[one.row], things.texts[one.into]
            made = Duplicate(kind, *texts, round(one.similarity, 6), decided=one.row in settled)
            rests = int(things.keys[one.row]), int(things.keys[one.into])
            yield (made, rests), int(things.turns[one.row])

    def _goes_on(self, graph: Snapshot, own: LayerTable, things: Mapping[MergeKind, Things]) -> bool:
        """Whether what is new was said after all the rest, nothing that an item rests on is gone, and none decided."""
        if any(memo.kind in self.decisions for memo in graph.memos_after(own.watermark)):
            return False
        there = np.concatenate([of_kind.keys for of_kind in things.values()])
        rests = np.array([own.rests[item] for item in own.living().tolist()], np.int64)
        if not np.isin(rests, there).all():
            return False
        is_new = [of_kind.keys > own.watermark for of_kind in things.values()]
        return all(bool((np.diff(new.astype(np.int8)) >= 0).all()) for new in is_new)


def duplicates_of(graph: Snapshot, key: LayerKey, layer: LayerTable) -> Listing[Duplicate]:
    """What each item of a layer of duplicates says; only those of new items are looked at."""

    def more(held: Listing[Duplicate], payloads: Sequence[str]) -> Listing[Duplicate]:
        return held.extended([Duplicate(*json.loads(payload)) for payload in payloads])

    made: Listing[Duplicate] = graph.derived.of(("duplicates", key), layer.payloads, Listing[Duplicate], more)
    return made


def _by_similarity(things: Things, before: Sequence[Duplicate]) -> list[Joined]:
    """What joined by its cosine before, as rows of the things."""
    if not before:
        return []
    places = {name: place for place, name in enumerate(things.names)}
    return [
        Joined(places[speaker_key(one.text)], places[speaker_key(one.into)], one.similarity)
        for one in before
        if not one.decided
    ]


def _decided(things: Things, verdicts: Verdicts, new: Rows) -> list[Joined]:
    """The new things that were decided to be the same as another, each with the first of those."""
    if not verdicts.roots:
        return []
    roots = [verdicts.root(text) for text in things.texts]
    firsts: dict[str, int] = {}
    for place, root in enumerate(roots):
        firsts.setdefault(root, place)
    pairs = [(row, firsts[roots[row]]) for row in new.tolist() if firsts[roots[row]] != row]
    return [
        Joined(row, into, min(float(similarities(things.vectors, np.array([row]), things.vectors[into])[0]), 1.0))
        for row, into in pairs
    ]


def _may_join(things: Things, verdicts: Verdicts, *, tell_apart: bool) -> MayJoin:
    """Which things a thing may join: not those that were decided to be others, nor those that must be told apart."""

    def allowed(row: int, others: Rows) -> npt.NDArray[np.bool_]:
        passing: npt.NDArray[np.bool_] = ~things.alone[others] & ~things.alone[row]
        texts = [things.texts[one] for one in others[passing].tolist()]
        if verdicts.apart:
            passing[passing] = [not verdicts.are_apart(things.texts[row], [text]) for text in texts]
            texts = [things.texts[one] for one in others[passing].tolist()]
        if tell_apart:
            own = _signs(things.texts[row])
            passing[passing] = [_signs(text) == own for text in texts]
        return passing

    return allowed


def _signs(text: str) -> tuple[list[str], bool]:
    """The numbers of a text, and whether it denies something."""
    return sorted(_NUMBERS.findall(text)), _DENIALS.search(text) is not None


def _items(found: Mapping[tuple[Duplicate, tuple[int, ...]], int]) -> NodeBatch:
    return whole_turn_items(
        [one.text for one, _ in found],
        [(turn,) for turn in found.values()],
        None,
        payloads=tuple(_payload(one) for one, _ in found),
        rests=tuple(rests for _, rests in found),
    )


def _payload(one: Duplicate) -> str:
    return json.dumps([one.kind, one.text, one.into, one.similarity, one.decided], ensure_ascii=False)
