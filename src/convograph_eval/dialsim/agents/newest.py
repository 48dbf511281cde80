"""The agent without retrieval: the newest scenes that fit, in order (DialSim's `no_ret`)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from convograph.protocols import TokenCounter
from convograph_eval.dialsim.agents.types import DialsimQuestion, FoundEvidence, scene_lines
from convograph_eval.dialsim.shows.types import Utterance
from convograph_eval.dialsim.transcript import HeardScene, Transcript

WINDOW: Final = 128_000  # of the paper's models
RESERVED: Final = 500  # tokens for the prompt and the answer


@dataclass(frozen=True, slots=True)
class NewestScenes:
    """Shows the newest whole scenes that fit into `window - RESERVED` tokens."""

    window: int
    counter: TokenCounter
    _tokens: dict[str, int] = field(default_factory=dict)

    def hear(self, scene: HeardScene, utterance: Utterance) -> None:
        """Do nothing: the transcript has the utterance."""

    def end(self, scene: HeardScene) -> None:
        """Count the tokens of the finished scene."""
        (self._tokens[scene.id],) = self.counter.count([scene.text])

    def catch_up(self) -> None:
        """Do nothing."""

    def find(self, asked: DialsimQuestion, transcript: Transcript) -> FoundEvidence:
        """The scenes in chronological order; the newest has the best rank."""
        room = self.window - RESERVED
        taken: list[HeardScene] = []
        for scene in reversed(transcript.scenes):
            room -= self._count(scene)
            if room < 0:
                break
            taken.append(scene)
        lines = [line for rank, scene in enumerate(taken, start=1) for line in scene_lines(scene, rank)]
        return FoundEvidence("\n".join(scene.text for scene in reversed(taken)), tuple(lines))

    def close(self) -> None:
        """Do nothing."""

    def _count(self, scene: HeardScene) -> int:
        return self._tokens.get(scene.id) or self.counter.count([scene.text])[0]
