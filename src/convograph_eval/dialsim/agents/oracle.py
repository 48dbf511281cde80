"""The oracle: the scenes that hold the evidence, as far as they were heard."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from convograph.graph.bm25 import empty_postings
from convograph.terms import ENGLISH
from convograph_eval.dialsim.agents.types import DialsimQuestion, Found, scene_lines
from convograph_eval.dialsim.shows.types import Utterance
from convograph_eval.dialsim.transcript import HeardScene, Transcript

MOST_SCENES: Final = 20


@dataclass(frozen=True, slots=True)
class Oracle:
    """Sees the dates of a question's evidence.

    For a question without known dates, all scenes of its episode count as evidence. Of more than `MOST_SCENES`, those
    are taken that BM25 ranks highest for the question. Scenes are shown in order, and none that was not heard yet.
    """

    def hear(self, scene: HeardScene, utterance: Utterance) -> None:
        """Nothing: the transcript has it."""

    def end(self, scene: HeardScene) -> None:
        """Nothing."""

    def catch_up(self) -> None:
        """Nothing."""

    def find(self, asked: DialsimQuestion, transcript: Transcript) -> Found:
        """The evidence."""
        days, now = asked.evidence, transcript.now
        scenes = [
            scene
            for scene in transcript.scenes
            if (scene.episode == now.episode if days is None else scene.moment.date() in days)
        ]
        ranked = _ranked(scenes, asked.query)[:MOST_SCENES]
        lines = [line for rank, place in enumerate(ranked, start=1) for line in scene_lines(scenes[place], rank)]
        return Found("\n".join(scenes[place].text for place in sorted(ranked)), tuple(lines))

    def close(self) -> None:
        """Nothing is open."""


def _ranked(scenes: list[HeardScene], query: str) -> list[int]:
    """The places of the scenes by BM25, ties in their order."""
    postings = empty_postings().extended(*ENGLISH.hashes([scene.text for scene in scenes]))
    scores = postings.scores(ENGLISH.hashes([query])[1])
    ranked: list[int] = np.argsort(-scores, kind="stable").tolist()
    return ranked
