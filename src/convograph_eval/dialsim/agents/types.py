"""What an agent is: it hears utterances one by one, and finds what bears on a question in what it has heard."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Protocol

from convograph.types import Said
from convograph_eval.dialsim.shows.types import Utterance
from convograph_eval.dialsim.transcript import HeardScene, Transcript


@dataclass(frozen=True, slots=True)
class DialsimQuestion:
    """A question as it is asked of an agent, who is called `agent`: by whom, when, and with which options.

    `evidence` are the dates of the scenes that answer it (`None`: not known), for the oracle's eyes alone.
    """

    agent: str
    asker: str
    text: str
    options: tuple[str, ...]
    said: Said
    evidence: tuple[date, ...] | None = None

    @property
    def query(self) -> str:
        """What is searched for."""
        return f"{self.asker}: {self.text}"


@dataclass(frozen=True, slots=True)
class FoundLine:
    """A line of what was found: who says what, when, the rank of the unit that it is part of, and the turn's id."""

    speaker: str
    text: str
    said: Said
    rank: int
    turn: str


@dataclass(frozen=True, slots=True)
class Found:
    """What an agent finds: the text that a model reads, and the lines in it, the best units first."""

    text: str
    lines: tuple[FoundLine, ...]


class Agent(Protocol):
    """A memory as the simulator drives it; it is told nothing before it is said."""

    def hear(self, scene: HeardScene, utterance: Utterance) -> None:
        """The newest utterance of a scene, which is the last of `scene.utterances` already."""
        ...

    def end(self, scene: HeardScene) -> None:
        """The scene is over."""
        ...

    def catch_up(self) -> None:
        """Something is about to be asked: what was heard is to be found now."""
        ...

    def find(self, asked: DialsimQuestion, transcript: Transcript) -> Found:
        """What bears on a question that is asked now."""
        ...

    def close(self) -> None:
        """No more is said or asked."""
        ...


def scene_lines(scene: HeardScene, rank: int) -> list[FoundLine]:
    """All lines of a scene, as far as it was heard, found at a rank."""
    return [
        FoundLine(one.speaker, one.text, scene.said, rank, f"{scene.id}:{ordinal}")
        for ordinal, one in enumerate(scene.utterances)
    ]
