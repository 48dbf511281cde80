"""The duplicate layer: near duplicates among the names, relations and events of Associa's graph. No model call.

    distinct things, in the order in which they were first said ─▶ join, with decisions ─▶ an item per thing that joins

Things join what was said first. A person's decisions override similarity. An item rests on the items that first say
either thing; data appended at the end only adds items.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass
from typing import Literal, NamedTuple, get_args

import numpy as np
import numpy.typing as npt

from convograph.calibration import DuplicateCosines
from convograph.graph.arrays import Rows
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

VERSION = "3"  # raised by hand whenever the layer's output changes for a reason other than its parts

Joining = Literal["nearest", "clusters", "kept"]
"""Each thing in turn joins its nearest neighbour, all are clustered by average linkage, or only decided things join."""

KINDS: tuple[MergeKind, ...] = get_args(MergeKind)

_NUMBERS = re.compile(r"\d+")
_DENIALS = re.compile(r"\b(?:not|never|no)\b|n['’]t\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Duplicate:
    """A thing that joins another of its kind, which was said before it; both worded as first said.

    `decided` means by a person, whatever their cosine.
    """

    kind: MergeKind
    text: str
    into: str
    similarity: float
    decided: bool


class Resting(NamedTuple):
    """A duplicate with the keys of the items that it rests on: those that first say it and what it joins."""

    said: Duplicate
    rests: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class DuplicateLayer:
    """Duplicates among the things of `associations`: those with cosines above `thresholds` join, as `joining` says.

    With `tell_apart`, things that differ in a number or a negation do not join.
    """

    associations: AssociationLayer
    thresholds: DuplicateCosines
    joining: Joining = "nearest"
    tell_apart: bool = False
    scope: Literal["owner"] = "owner"

    @property
    def encoder(self) -> str:
        """The fingerprint of the encoder it uses."""
        return self.associations.encoder

    @property
    def needs(self) -> tuple[AssociationLayer]:
        """The graph that the things are from."""
        return (self.associations,)

    @property
    def decisions(self) -> tuple[MemoKind, ...]:
        """Decisions about names, or about relations or events."""
        return ("decision",)

    @property
    def key(self) -> LayerKey:
        """Changes with the graph and with what counts as a duplicate."""
        graph = self.associations.key
        settings = (*(f"{one:.6g}" for one in astuple(self.thresholds)), str(int(self.tell_apart)))
        return LayerKey(f"duplicates-{self.joining}", "|".join((VERSION, *settings, graph.name, graph.fingerprint)))

    def derive(self, snapshot: Snapshot) -> Change:
        """What is new since the layer was last derived: for each kind, from the first thing that may have changed.

        If a decision changed, or things are clustered, all things are compared again.
        """
        own = snapshot.layers.get(self.key, EMPTY_LAYER)
        verdicts = Verdicts.of([memo for memo in snapshot.memos if memo.kind in self.decisions])
        decided = any(memo.kind in self.decisions for memo in snapshot.memos_after(own.watermark))
        held = _held(snapshot, self.key, own)
        again: dict[Resting, int] = {}  # of those held: to be found again or dropped
        found: dict[Resting, int] = {}
        for kind in KINDS:
            things = distinct_things(snapshot, self.associations, kind)
            of_kind = {one: key for one, key in held.items() if one.said.kind == kind}
            start = 0
            if not (decided or self.joining == "clusters"):
                as_groups = self.tell_apart or bool(verdicts.apart)
                start = _unchanged(things, of_kind, own.watermark, as_groups=as_groups)
            unchanged = frozenset(things.keys[:start].tolist())
            before = [one for one in of_kind if one.rests[0] in unchanged]
            again |= {one: key for one, key in of_kind.items() if one.rests[0] not in unchanged}
            found |= self._found(kind, things, verdicts, before, np.arange(start, len(things)))
        drops = [key for one, key in again.items() if one not in found]
        return Change(_items({one: turn for one, turn in found.items() if one not in again}), drops)

    def _found(
        self, kind: MergeKind, things: Things, verdicts: Verdicts, before: Sequence[Resting], new: Rows
    ) -> Iterator[tuple[Resting, int]]:
        """The new things that join another, with their rests and their first turn; `before` are the earlier joins."""
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
            yield Resting(made, rests), int(things.turns[one.row])


def duplicates_of(snapshot: Snapshot, key: LayerKey, layer: LayerTable) -> Listing[Duplicate]:
    """The duplicate that each item of the layer states; only new items are read."""

    def more(held: Listing[Duplicate], payloads: Sequence[str]) -> Listing[Duplicate]:
        return held.extended([Duplicate(*json.loads(payload)) for payload in payloads])

    made: Listing[Duplicate] = snapshot.derived.incremental(
        ("duplicates", key), layer.payloads, Listing[Duplicate], more
    )
    return made


def _held(snapshot: Snapshot, key: LayerKey, layer: LayerTable) -> dict[Resting, int]:
    """The duplicates that the living items of the layer state, with what they rest on and their keys."""
    living = layer.living()
    if not len(living):
        return {}
    pairs = map(Resting, duplicates_of(snapshot, key, layer).at(living), layer.rests.at(living))
    return dict(zip(pairs, layer.keys.values[living].tolist(), strict=True))


def _unchanged(things: Things, before: Iterable[Resting], watermark: int, *, as_groups: bool) -> int:
    """How many of the first things join what they joined `before`, as of a watermark, whatever the rest do.

    The rest begin with the first thing that is new, that joined something now gone, or that joined by cosine and of
    which either side is now a speaker. If a thing that had joined another is gone, a later item may be the first to say
    its name, and has to be compared again. With `as_groups`, a thing must be allowed to join the whole group of
    another, which may have lost a member.
    """
    rows = {key: row for row, key in enumerate(things.keys.tolist())}
    positions = {name: row for row, name in enumerate(things.names)}
    alone = things.alone.tolist()
    changed = np.flatnonzero(things.keys > watermark)[:1].tolist()
    for said, rests in before:
        row, into = (rows.get(key) for key in rests)
        if row is None or into is None:
            names = (said.text,) if into is not None and not as_groups else (said.text, said.into)
            changed += [positions[name] for name in map(speaker_key, names) if name in positions]
        elif not said.decided and (alone[row] or alone[into]):
            changed.append(row)
    return min(changed, default=len(things))


def _by_similarity(things: Things, before: Sequence[Resting]) -> list[Joined]:
    """The earlier joins by cosine, as rows of the things."""
    if not before:
        return []
    rows = {key: row for row, key in enumerate(things.keys.tolist())}
    return [
        Joined(rows[one.rests[0]], rows[one.rests[1]], one.said.similarity) for one in before if not one.said.decided
    ]


def _decided(things: Things, verdicts: Verdicts, new: Rows) -> list[Joined]:
    """The new things that were decided to be the same as others, each with the first of these."""
    if not verdicts.roots:
        return []
    roots = [verdicts.root(text) for text in things.texts]
    firsts: dict[str, int] = {}
    for position, root in enumerate(roots):
        firsts.setdefault(root, position)
    pairs = [(row, firsts[roots[row]]) for row in new.tolist() if firsts[roots[row]] != row]
    return [
        Joined(row, into, min(float(similarities(things.vectors, np.array([row]), things.vectors[into])[0]), 1.0))
        for row, into in pairs
    ]


def _may_join(things: Things, verdicts: Verdicts, *, tell_apart: bool) -> MayJoin:
    """Which things a thing may join: no speakers, none decided to be different, none that must be told apart."""

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
    """The numbers in a text, and whether it has a negation."""
    return sorted(_NUMBERS.findall(text)), _DENIALS.search(text) is not None


def _items(found: Mapping[Resting, int]) -> NodeBatch:
    return whole_turn_items(
        [duplicate.said.text for duplicate in found],
        [(turn,) for turn in found.values()],
        None,
        payloads=tuple(_payload(duplicate.said) for duplicate in found),
        rests=tuple(duplicate.rests for duplicate in found),
    )


def _payload(duplicate: Duplicate) -> str:
    return json.dumps(
        [duplicate.kind, duplicate.text, duplicate.into, duplicate.similarity, duplicate.decided], ensure_ascii=False
    )
