"""Agents that remember in a `Memory`: all utterances are stored, in one session per scene, before anything is asked.

packed            the architecture's hits, packed into a budget of tokens, as `Memory.context` does
utterances        the best utterances under headings, best first (DialSim's `utts`)
sessions          the best scenes, as far as heard, under headings, best first (`session-entire`)
summaries         the same, with a model's summary in place of each scene that has ended (`session-summary`)
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from convograph.memory import Memory
from convograph.types import Context, Hit, Said, Session, Turn
from convograph_eval.dialsim.agents.summary import Summariser
from convograph_eval.dialsim.agents.types import DialsimQuestion, FoundEvidence, FoundLine, scene_lines
from convograph_eval.dialsim.shows.types import Utterance
from convograph_eval.dialsim.transcript import HeardScene, Transcript

FINER: Final = 10
"""The factor by which more hits are requested from an architecture that does not find whole sessions."""


@dataclass(frozen=True, slots=True)
class Listener:
    """A memory that buffers what was said, and stores it all at once before the next question."""

    memory: Memory
    _heard: dict[str, HeardScene] = field(default_factory=dict)

    def hear(self, scene: HeardScene) -> None:
        """Note that something was said in a scene."""
        self._heard[scene.id] = scene

    def catch_up(self) -> None:
        """Store the scenes that were heard since the last call."""
        if self._heard:
            self.memory.add([_session(scene) for scene in self._heard.values()])
            self._heard.clear()


def _session(scene: HeardScene) -> Session:
    turns = (Turn(one.text, one.speaker, scene.said) for one in scene.utterances)
    return Session(tuple(turns), scene.id, scene.said)


@dataclass(frozen=True, slots=True)
class _Listening:
    """The common part of agents that remember in a memory; subclasses define what they find."""

    listener: Listener

    def hear(self, scene: HeardScene, utterance: Utterance) -> None:
        """Note the scene, which is stored before the next question."""
        self.listener.hear(scene)

    def end(self, scene: HeardScene) -> None:
        """Do nothing."""

    def catch_up(self) -> None:
        """Store the scenes that were heard since the last call."""
        self.listener.catch_up()

    def close(self) -> None:
        """Close the memory."""
        self.listener.memory.close()


@dataclass(frozen=True, slots=True)
class PackedMemory(_Listening):
    """Shows what the memory recalls (`k` hits), packed into `budget` tokens."""

    k: int
    budget: int

    def find(self, asked: DialsimQuestion, transcript: Transcript) -> FoundEvidence:
        """The packed hits, and as lines the packed turns in the order of the hits."""
        memory = self.listener.memory
        recall = memory.recall(asked.query, k=self.k, asked_at=asked.said.local, touch=False)
        context = memory.pack(recall, self.budget)
        return FoundEvidence(context.text, tuple(packed_lines(context, asked.said)))


@dataclass(frozen=True, slots=True)
class UtteranceMemory(_Listening):
    """Shows the `k` best utterances."""

    k: int

    def find(self, asked: DialsimQuestion, transcript: Transcript) -> FoundEvidence:
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
        return FoundEvidence("\n".join(scene.utterance_text(ordinal) for scene, ordinal in found), tuple(lines))


@dataclass(frozen=True, slots=True)
class SceneMemory(_Listening):
    """Shows the `k` best scenes. With a `summariser`, each scene that has ended is replaced by its summary.

    A scene stays as it is if its summary fails.
    """

    k: int
    summariser: Summariser | None = None
    _summaries: dict[str, str] = field(default_factory=dict)

    def end(self, scene: HeardScene) -> None:
        """Replace the scene by its summary."""
        if self.summariser is None or not scene.utterances:
            return
        summary = self.summariser.summary(scene)
        if summary is not None:
            session = Session((Turn(summary, None, scene.said),), scene.id, scene.said)
            self.listener.catch_up()
            self.listener.memory.add(session, replace=True)
            self._summaries[scene.id] = summary

    def find(self, asked: DialsimQuestion, transcript: Transcript) -> FoundEvidence:
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
        return FoundEvidence("\n".join(map(self._text, found)), tuple(lines))

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
    """The quoted texts of the packed turns, sorted by the rank of their hit; undated turns get the date `now`."""
    ranks = {turn.id: hit.rank for hit in reversed(context.recall.hits) for turn in hit.turns}
    last = len(ranks) + 1  # the rank of turns that belong to no hit
    cited = sorted(context.citations, key=lambda one: ranks.get(one.turn.id, last))
    return [
        FoundLine(one.turn.speaker or "", one.text, one.turn.said or now, ranks.get(one.turn.id, last), one.turn.id)
        for one in cited
    ]
