"""A layer that wraps another and caches what it extracts from each turn or session."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from convograph.graph.rows import LayerKey, NodeBatch
from convograph.graph.sessions import Part, SessionTurns
from convograph.graph.snapshot import Snapshot
from convograph.protocols import Layer, TurnScope
from convograph.types import SourceTurn
from convograph_eval.cache.file import CacheFile, digest
from convograph_eval.cache.packing import pack, unpack


@dataclass(frozen=True, slots=True)
class CachedLayer:
    """Returns the items of `layer`, and extracts each group (a turn or a session, by the layer's scope) only once.

    The cache key of a group covers the layer's key and everything that a layer may read: id, session, speaker, text
    and time of its turns.
    """

    layer: Layer
    cache: CacheFile

    @property
    def key(self) -> LayerKey:
        """The key of the wrapped layer."""
        return self.layer.key

    @property
    def scope(self) -> TurnScope:
        """The scope of the wrapped layer."""
        return self.layer.scope

    @property
    def encoder(self) -> str:
        """The encoder of the wrapped layer."""
        return self.layer.encoder

    def resume(self, session: SessionTurns, position: int, begun: int | None) -> int:
        """As the wrapped layer does."""
        return self.layer.resume(session, position, begun)

    def link(self, graph: Snapshot, parts: Sequence[Part], items: NodeBatch) -> NodeBatch:
        """As the wrapped layer does."""
        return self.layer.link(graph, parts, items)

    def extract(self, parts: Sequence[Part]) -> NodeBatch:
        """The items of the parts, in order; not cached if a session is extracted from a later turn on."""
        if self.scope != "turn" and any(part.start for part in parts):
            return self.layer.extract(parts)
        groups = [Part([turn]) for part in parts for turn in part] if self.scope == "turn" else parts
        keys = [self._group_key(group.turns) for group in groups]
        kept = self.cache.get(keys)
        missing = {key: group for key, group in zip(keys, groups, strict=True) if key not in kept}
        if missing:
            made = self._extract_groups(missing)
            self.cache.put(made.items())
            kept.update(made)
        return unpack([kept[key] for key in keys], [[turn.key for turn in group] for group in groups])

    def _extract_groups(self, groups: dict[bytes, Part]) -> dict[bytes, bytes]:
        """The packed items of each group; no item has sources in more than one group."""
        extracted = self.layer.extract(list(groups.values()))
        owner = _group_of_items(extracted, [group.turns for group in groups.values()])
        return {
            key: pack(extracted.where(owner == number), [turn.key for turn in group])
            for number, (key, group) in enumerate(groups.items())
        }

    def _group_key(self, group: Sequence[SourceTurn]) -> bytes:
        parts: list[str | None] = ["items", self.key.name, self.key.fingerprint]
        for turn in group:
            said = f"{turn.said.local.isoformat()} {turn.said.offset_minutes}" if turn.said else None
            parts += [turn.id, turn.session, turn.speaker, turn.text, said]
        return digest(*parts)


def _group_of_items(items: NodeBatch, groups: Sequence[Sequence[SourceTurn]]) -> npt.NDArray[np.int64]:
    keys = np.array([turn.key for group in groups for turn in group], np.int64)
    numbers = np.repeat(np.arange(len(groups)), [len(group) for group in groups])
    order = np.argsort(keys)
    places: npt.NDArray[np.int64] = numbers[order][np.searchsorted(keys[order], items.first_turns())]
    return places
