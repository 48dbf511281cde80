"""The entity layer: who and what the triplets of a session are about, each name with its vector and its search terms.

G-Long's node index (SPEC §1.2). A name stands in it once for each session: sessions come and go.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from convograph.extraction.types import FoundTriplet
from convograph.graph.rows import NodeBatch
from convograph.layers.bases import ReadLayer
from convograph.layers.chunks import by_session
from convograph.layers.items import whole_turn_items
from convograph.layers.triplets import stated
from convograph.types import SourceTurn


@dataclass(frozen=True, slots=True)
class EntityLayer(ReadLayer):
    """Names as items of scope `"session"`, resting on the turns that state something of them; the payload is the name.

    Spellings are told apart: which of them mean the same is for the architecture to say.
    """

    name = "entities"
    version = "1"

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
