"""The entity layer: who and what the triplets of a session are about, each name with its vector and its search terms.

G-Long's node index (SPEC §1.2). A name stands in it once for each session: sessions come and go.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from convograph.extraction.reading import Reader
from convograph.extraction.types import FoundTriplet
from convograph.graph.rows import LayerKey, NodeBatch
from convograph.layers.chunks import by_session
from convograph.layers.items import whole_turn_items
from convograph.layers.triplets import stated
from convograph.protocols import Encoder, Scope
from convograph.terms import ENGLISH, Analyzer
from convograph.types import SourceTurn

VERSION = "1"  # raised by hand whenever the layer would come out differently for another reason than its parts


@dataclass(frozen=True, slots=True)
class EntityLayer:
    """Names as items of scope `"session"`, resting on the turns that state something of them; the payload is the name.

    Spellings are told apart: which of them mean the same is for the architecture to say.
    """

    model: Encoder
    reader: Reader
    analyzer: Analyzer = ENGLISH
    scope: Scope = "session"

    @property
    def encoder(self) -> str:
        """The fingerprint of the encoder inside."""
        return self.model.fingerprint

    @property
    def key(self) -> LayerKey:
        """Changes with the reader, the terms and the encoder."""
        parts = (VERSION, self.reader.fingerprint, self.analyzer.fingerprint, self.model.fingerprint)
        return LayerKey("entities", "|".join(parts))

    def extract(self, turns: Sequence[SourceTurn]) -> NodeBatch:
        """The names in the sessions whose turns these are, in order of appearance."""
        found = [named for session in by_session(turns) for named in _named(stated(session, self.reader))]
        names = tuple(name for name, _ in found)
        held = [turns for _, turns in found]
        return whole_turn_items(names, held, self.model, analyzer=self.analyzer, payloads=names)


def _named(triplets: Sequence[FoundTriplet]) -> list[tuple[str, list[int]]]:
    """The names of one session, each with the keys of its turns."""
    found: dict[str, dict[int, None]] = {}
    for one in triplets:
        for name in (one.subject, one.object):
            found.setdefault(name, {})[one.turn.key] = None
    return [(name, list(turns)) for name, turns in found.items()]
