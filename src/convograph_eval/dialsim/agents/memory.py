"""Agents that remember in a `Memory`: every utterance is stored as it is said, in the session of its scene.

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
from convograph_eval.dialsim.agents.types import AskedQuestion, Found, FoundLine, scene_lines
from convograph_eval.dialsim.shows.types import Utterance
from convograph_eval.dialsim.transcript import HeardScene, Transcript

FINER: Final = 10
"""How many times more hits are asked for where an architecture finds no whole sessions."""


@dataclass(frozen=True, slots=True)
class PackedMemory:
    """What `memory` recalls (`k` hits), packed into `budget` tokens."""

    memory: Memory
    k: int
    budget: int

    def hear(self, scene: HeardScene, utterance: Utterance) -> None:
        """Store it."""
        append(self.memory, scene, utterance)

    def end(self, scene: HeardScene) -> None:
        """Nothing is left to do: it is all stored."""

    def find(self, asked: AskedQuestion, transcript: Transcript) -> Found:
        """The packed hits; the lines are the turns that were packed, in the order of the hits."""
        recall = self.memory.recall(asked.query, k=self.k, asked_at=asked.said.local, touch=False)
        context = self.memory.pack(recall, self.budget)
        return Found(context.text, tuple(packed_lines(context, asked.said)))

    def close(self) -> None:
        """The memory goes."""
        self.memory.close()


@dataclass(frozen=True, slots=True)
class UtteranceMemory:
    """The `k` best utterances."""

    memory: Memory
    k: int

    def hear(self, scene: HeardScene, utterance: Utterance) -> None:
        """Store it."""
        append(self.memory, scene, utterance)

    def end(self, scene: HeardScene) -> None:
        """Nothing is left to do."""

    def find(self, asked: AskedQuestion, transcript: Transcript) -> Found:
        """The utterances found, best first."""
        recall = self.memory.recall(asked.query, k=self.k, unit="turn", asked_at=asked.said.local, touch=False)
        scenes = {scene.id: scene for scene in transcript.scenes}
        turns = [hit.turns[0] for hit in recall.hits]
        found = [(scenes[turn.session], turn.ordinal) for turn in turns]
        lines = [
            FoundLine(scene.utterances[ordinal].speaker, scene.utterances[ordinal].text, scene.said, rank, turn.id)
            for rank, (turn, (scene, ordinal)) in enumerate(zip(turns, found, strict=True), start=1)
        ]
        return Found("\n".join(scene.utterance_text(ordinal) for scene, ordinal in found), tuple(lines))

    def close(self) -> None:
        """The memory goes."""
        self.memory.close()


@dataclass(frozen=True, slots=True)
class SceneMemory:
    """The `k` best scenes. With a `summariser`, its summary takes the place of each scene that is over.

    A scene whose summary fails stays as it is.
    """

    memory: Memory
    k: int
    summariser: Summariser | None = None
    _summaries: dict[str, str] = field(default_factory=dict)

    def hear(self, scene: HeardScene, utterance: Utterance) -> None:
        """Store it."""
        append(self.memory, scene, utterance)

    def end(self, scene: HeardScene) -> None:
        """Put the summary in the place of the scene."""
        if self.summariser is None or not scene.utterances:
            return
        summary = self.summariser.summary(scene)
        if summary is not None:
            session = Session((Turn(summary, None, scene.said),), scene.id, scene.said)
            self.memory.add(session, replace=True)
            self._summaries[scene.id] = summary

    def find(self, asked: AskedQuestion, transcript: Transcript) -> Found:
        """The scenes found, best first."""
        whole = "session" in self.memory.architecture.units
        recall = self.memory.recall(
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

    def close(self) -> None:
        """The memory goes."""
        self.memory.close()

    def _text(self, scene: HeardScene) -> str:
        summary = self._summaries.get(scene.id)
        return scene.text if summary is None else f"{scene.heading}\n{summary}"

    def _lines(self, scene: HeardScene, rank: int) -> list[FoundLine]:
        summary = self._summaries.get(scene.id)
        if summary is None:
            return scene_lines(scene, rank)
        return [FoundLine("", summary, scene.said, rank, f"{scene.id}:0")]


def append(memory: Memory, scene: HeardScene, utterance: Utterance) -> None:
    """Store an utterance at the end of its scene's session."""
    memory.append(Turn(utterance.text, utterance.speaker, scene.said), scene.id)


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
