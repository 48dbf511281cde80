"""G-Long's memory: the best triplets of earlier sessions, one per line."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from convograph.errors import ModelError
from convograph.memory import Memory
from convograph.protocols import ChatModel
from convograph.quotation import quoted
from convograph.types import Hit, Session
from convograph_eval.responding.agents.ages import age
from convograph_eval.responding.agents.types import Inquiry
from convograph_eval.responding.prompt import NO_MEMORIES

TripletLines = Literal["arrows", "ranked"]
"""The form of a triplet in a prompt: `s —r→ o` (the paper), or `[Rank i] (Active … ago) s r o` (its authors' code)."""

TRIPLETS: Final = 3
"""The paper's K."""


@dataclass(frozen=True, slots=True)
class TripletMemory:
    """The `k` best triplets in `memory`, whose architecture is a G-Long; each recall marks them as used.

    The model `extractor` reads the triplets of every session; without one, the rules do.
    """

    memory: Memory
    k: int
    lines: TripletLines
    extractor: ChatModel | None = None

    def remember(self, session: Session) -> None:
        """Store the session and extract its triplets. Raises `ModelError` if any of the model's calls failed."""
        self.memory.add(session)
        if self.extractor is not None:
            report = self.memory.enrich(self.extractor, kinds=("triplet",), workers=1)
            if report.failures:
                raise ModelError(f"triplets of {session.id}: {report.failures[0].message}")

    def recall(self, inquiry: Inquiry) -> str:
        """The triplets, best first."""
        found = self.memory.recall(inquiry.text, k=self.k, unit="triplet", asked_at=inquiry.at)
        return "\n".join(self._line(hit, inquiry) for hit in found.hits) or NO_MEMORIES

    def close(self) -> None:
        """Close the memory."""
        self.memory.close()

    def _line(self, hit: Hit, inquiry: Inquiry) -> str:
        if self.lines == "arrows":
            return quoted(hit.evidence[0].reason.path[-1])
        created = min(turn.said.local for turn in hit.turns if turn.said is not None)
        words = hit.id.replace(" | ", " ").replace("_", " ")
        return f"[Rank {hit.rank}] (Active {age(inquiry.at - created)} ago) {quoted(words)}"
