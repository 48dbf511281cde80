"""The interface of agents, which hear utterances one by one and find the evidence for a question in them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Protocol

from convograph.types import Said
from convograph_eval.dialsim.shows.types import Utterance
from convograph_eval.dialsim.transcript import HeardScene, Transcript


@dataclass(frozen=True, slots=True)
class DialsimQuestion:
    """A question to the character `agent`: who asks, its text, its options, and when it is asked.

    `evidence` has the dates of the scenes that answer it (`None`: unknown); only the oracle may read it.
    """

    agent: str
    asker: str
    text: str
    options: tuple[str, ...]
    said: Said
    evidence: tuple[date, ...] | None = None

    @property
    def query(self) -> str:
        """The text of the search query."""
        return f"{self.asker}: {self.text}"


@dataclass(frozen=True, slots=True)
class FoundLine:
    """A line that was found: its speaker, text and time, the rank of its unit, and the turn's id."""

    speaker: str
    text: str
    said: Said
    rank: int
    turn: str


@dataclass(frozen=True, slots=True)
class FoundEvidence:
    """What an agent finds: the text for a model, and the lines in it, best units first."""

    text: str
    lines: tuple[FoundLine, ...]


class Agent(Protocol):
    """A memory as driven by the simulator; it learns nothing before it is said."""

    def hear(self, scene: HeardScene, utterance: Utterance) -> None:
        """Hear the newest utterance of a scene; it is already the last one in `scene.utterances`."""
        ...

    def end(self, scene: HeardScene) -> None:
        """Note that the scene has ended."""
        ...

    def catch_up(self) -> None:
        """Make everything heard so far searchable, right before a question."""
        ...

    def find(self, asked: DialsimQuestion, transcript: Transcript) -> FoundEvidence:
        """Find the evidence for a question that is asked now."""
        ...

    def close(self) -> None:
        """Release the agent's resources."""
        ...


def scene_lines(scene: HeardScene, rank: int) -> list[FoundLine]:
    """All lines heard of a scene, with the given rank."""
    return [
        FoundLine(one.speaker, one.text, scene.said, rank, f"{scene.id}:{ordinal}")
        for ordinal, one in enumerate(scene.utterances)
    ]
