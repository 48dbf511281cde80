"""The oracle: the scenes with the evidence, as far as they were heard."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from convograph.graph.bm25 import empty_postings
from convograph.terms import ENGLISH
from convograph_eval.dialsim.agents.types import DialsimQuestion, FoundEvidence, scene_lines
from convograph_eval.dialsim.shows.types import Utterance
from convograph_eval.dialsim.transcript import HeardScene, Transcript

MOST_SCENES: Final = 20


@dataclass(frozen=True, slots=True)
class Oracle:
    """Shows the scenes on the dates of a question's evidence.

    If the dates are unknown, all scenes of the current episode count as evidence. Of more than `MOST_SCENES` scenes,
    those that BM25 ranks highest for the question are taken. Only scenes heard so far are shown, in order.
    """

    def hear(self, scene: HeardScene, utterance: Utterance) -> None:
        """Do nothing: the transcript has the utterance."""

    def end(self, scene: HeardScene) -> None:
        """Do nothing."""

    def catch_up(self) -> None:
        """Do nothing."""

    def find(self, asked: DialsimQuestion, transcript: Transcript) -> FoundEvidence:
        """The scenes with the evidence."""
        days, now = asked.evidence, transcript.now
        scenes = [
            scene
            for scene in transcript.scenes
            if (scene.episode == now.episode if days is None else scene.moment.date() in days)
        ]
        ranked = _ranked(scenes, asked.query)[:MOST_SCENES]
        lines = [line for rank, place in enumerate(ranked, start=1) for line in scene_lines(scenes[place], rank)]
        return FoundEvidence("\n".join(scenes[place].text for place in sorted(ranked)), tuple(lines))

    def close(self) -> None:
        """Do nothing."""


def _ranked(scenes: list[HeardScene], query: str) -> list[int]:
    """The indices of the scenes, sorted by BM25; ties keep their order."""
    postings = empty_postings().extended(*ENGLISH.hashes([scene.text for scene in scenes]))
    scores = postings.scores(ENGLISH.hashes([query])[1])
    ranked: list[int] = np.argsort(-scores, kind="stable").tolist()
    return ranked
