"""Agents that remember in a `Memory`: every utterance is stored in the session of its scene before anything is asked.

packed            the architecture's hits, packed into a budget of tokens, as `Memory.context` does
utterances        the best utterances under headings, best first (DialSim's `utts`)
sessions          the best scenes, as far as heard, under headings, best first (`session-entire`)
summaries         likewise, with a model's summary in place of every scene that is over (`session-summary`)
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from convograph.memory import Memory
from convograph.types import Context, Hit, Said, Session, Turn
from convograph_eval.dialsim.agents.summary import Summariser
from convograph_eval.dialsim.agents.types import DialsimQuestion, Found, FoundLine, scene_lines
from convograph_eval.dialsim.shows.types import Utterance
from convograph_eval.dialsim.transcript import HeardScene, Transcript

FINER: Final = 10
"""How many times more hits are asked for where an architecture finds no whole sessions."""


@dataclass(frozen=True, slots=True)
class Listener:
    """A memory that stores what was said all at once before it is asked: nothing is asked of it in between."""

    memory: Memory
    _heard: dict[str, HeardScene] = field(default_factory=dict)

    def hear(self, scene: HeardScene) -> None:
        """Something was said in a scene."""
        self._heard[scene.id] = scene

    def catch_up(self) -> None:
        """Store what was heard."""
        if self._heard:
            self.memory.add([_session(scene) for scene in self._heard.values()])
            self._heard.clear()


def _session(scene: HeardScene) -> Session:
    turns = (Turn(one.text, one.speaker, scene.said) for one in scene.utterances)
    return Session(tuple(turns), scene.id, scene.said)


@dataclass(frozen=True, slots=True)
class _Listening:
    """What agents that remember in a memory have in common; what they find, each says by itself."""

    listener: Listener

    def hear(self, scene: HeardScene, utterance: Utterance) -> None:
        """It is stored before the next question."""
        self.listener.hear(scene)

    def end(self, scene: HeardScene) -> None:
        """Nothing is left to do."""

    def catch_up(self) -> None:
        """Store what was heard."""
        self.listener.catch_up()

    def close(self) -> None:
        """The memory goes."""
        self.listener.memory.close()


@dataclass(frozen=True, slots=True)
class PackedMemory(_Listening):
    """What the memory recalls (`k` hits), packed into `budget` tokens."""

    k: int
    budget: int

    def find(self, asked: DialsimQuestion, transcript: Transcript) -> Found:
        """The packed hits; the lines are the turns that were packed, in the order of the hits."""
        memory = self.listener.memory
        recall = memory.recall(asked.query, k=self.k, asked_at=asked.said.local, touch=False)
        context = memory.pack(recall, self.budget)
        return Found(context.text, tuple(packed_lines(context, asked.said)))


@dataclass(frozen=True, slots=True)
class UtteranceMemory(_Listening):
    """The `k` best utterances."""

    k: int

    def find(self, asked: DialsimQuestion, transcript: Transcript) -> Found:
        """The utterances found, best first."""
        memory = self.listener.memory
        recall = memory.recall(asked.query, k=self.k, unit="turn", asked_at=asked.said.local, touch=False)
        scenes = {scene.id: scene for scene in transcript.scenes}
        turns = [hit.turns[0] for hit in recall.hits]
        found = [(scenes[turn.session], turn.ordinal) for turn in turns]
        lines = [
            FoundLine(scene.utterances[ordinal].speaker, scene.utterances[ordinal].text, scene.said, rank, turn.id)
            for rank, (turn, (scene, ordinal)) in enumerate(zip(turns, found, strict=True), start=1)
        ]
        return Found("\n".join(scene.utterance_text(ordinal) for scene, ordinal in found), tuple(lines))


@dataclass(frozen=True, slots=True)
class SceneMemory(_Listening):
    """The `k` best scenes. With a `summariser`, its summary takes the place of each scene that is over.

    A scene whose summary fails stays as it is.
    """

    k: int
    summariser: Summariser | None = None
    _summaries: dict[str, str] = field(default_factory=dict)

    def end(self, scene: HeardScene) -> None:
        """Put the summary in the place of the scene."""
        if self.summariser is None or not scene.utterances:
            return
        summary = self.summariser.summary(scene)
        if summary is not None:
            session = Session((Turn(summary, None, scene.said),), scene.id, scene.said)
            self.listener.catch_up()
            self.listener.memory.add(session, replace=True)
            self._summaries[scene.id] = summary

    def find(self, asked: DialsimQuestion, transcript: Transcript) -> Found:
        """The scenes found, best first."""
        memory = self.listener.memory
        whole = "session" in memory.architecture.units
        recall = memory.recall(
            asked.query,
            k=self.k if whole else self.k * FINER,
            unit="session" if whole else None,
            asked_at=asked.said.local,
            touch=False,
        )
        scenes = {scene.id: scene for scene in transcript.scenes}
        found = [scenes[session] for session in _sessions(recall.hits)[: self.k]]
        lines = [line for rank, scene in enumerate(found, start=1) for line in self._lines(scene, rank)]
        return Found("\n".join(map(self._text, found)), tuple(lines))

    def _text(self, scene: HeardScene) -> str:
        summary = self._summaries.get(scene.id)
        return scene.text if summary is None else f"{scene.heading}\n{summary}"

    def _lines(self, scene: HeardScene, rank: int) -> list[FoundLine]:
        summary = self._summaries.get(scene.id)
        if summary is None:
            return scene_lines(scene, rank)
        return [FoundLine("", summary, scene.said, rank, f"{scene.id}:0")]


def _sessions(hits: Iterable[Hit]) -> list[str]:
    """The sessions of the hits, best first."""
    return list(dict.fromkeys(turn.session for hit in hits for turn in hit.turns))


def packed_lines(context: Context, now: Said) -> list[FoundLine]:
    """The turns that were packed, as far as they are quoted, by the rank of their hit; `now` dates those without."""
    ranks = {turn.id: hit.rank for hit in reversed(context.recall.hits) for turn in hit.turns}
    last = len(ranks) + 1  # of turns that came along with others
    cited = sorted(context.citations, key=lambda one: ranks.get(one.turn.id, last))
    return [
        FoundLine(one.turn.speaker or "", one.text, one.turn.said or now, ranks.get(one.turn.id, last), one.turn.id)
        for one in cited
    ]
