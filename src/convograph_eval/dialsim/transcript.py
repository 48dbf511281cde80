"""What the agent has heard so far, scene by scene: all that a memory may know when a question is asked."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from convograph.types import Said
from convograph_eval.dialsim.renaming import Renaming
from convograph_eval.dialsim.shows.types import Scene, Utterance


@dataclass(slots=True)
class HeardScene:
    """The part of a scene heard so far. `number` counts the scenes of a date from 1; ids sort in the show's order."""

    id: str
    name: str
    episode: str
    said: Said
    number: int
    utterances: list[Utterance] = field(default_factory=list)

    @property
    def moment(self) -> datetime:
        """The scene's date."""
        return self.said.local

    @property
    def heading(self) -> str:
        """The heading above the scene's text, as in the release."""
        return f"[Date: {self.said.raw}, Session #{self.number}]"

    @property
    def lines(self) -> list[str]:
        """The utterances as lines."""
        return [f"{one.speaker}: {one.text}" for one in self.utterances]

    @property
    def text(self) -> str:
        """The heading and the lines."""
        return "\n".join((self.heading, *self.lines))

    def utterance_text(self, ordinal: int) -> str:
        """One utterance with its heading, in which utterances count from 1."""
        heading = f"[Date: {self.said.raw}, Session #{self.number}, Utterance #{ordinal + 1}]"
        return f"{heading}\n{self.lines[ordinal]}"


@dataclass(slots=True)
class Transcript:
    """The scenes heard so far; `renaming` is applied to everything heard."""

    renaming: Renaming = field(default_factory=Renaming)
    scenes: list[HeardScene] = field(default_factory=list)

    @property
    def now(self) -> HeardScene:
        """The current scene, or the last one after it has ended."""
        return self.scenes[-1]

    def begin(self, scene: Scene) -> HeardScene:
        """Begin a new scene, of which nothing was heard yet."""
        same_day = self.scenes and self.now.moment.date() == scene.day
        heard = HeardScene(
            id=f"{len(self.scenes):05}|{scene.episode}|{scene.number}",
            name=scene.name,
            episode=scene.episode,
            said=scene.said,
            number=self.now.number + 1 if same_day else 1,
        )
        self.scenes.append(heard)
        return heard

    def hear(self, utterance: Utterance) -> Utterance:
        """Rename an utterance, append it to the current scene, and return it."""
        heard = Utterance(self.renaming(utterance.speaker), self.renaming(utterance.text))
        self.now.utterances.append(heard)
        return heard
