"""Alignment of dialogues with a script: the scene that a dialogue was taken from, and its numbered speakers' names.

A scene is scored by its n-grams of `RUN` words in common with the dialogue, each weighted by 1 / the number of scenes
that contain it. A numbered speaker is the character who says most of the number's n-grams in that scene.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from convograph_eval.dialsim.plan import EVERYBODY
from convograph_eval.dialsim.shows.types import Scene, Utterance

RUN: Final = 4
LEAST_SHARE: Final = 0.3
"""The minimum share of a dialogue's weighted n-grams that its scene must contain."""

CLEAR: Final = 1.1
"""The minimum ratio of the best scene's score to the second best one's."""

_WORDS: Final = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Aligned:
    """The index of a dialogue's scene in the script, and the speakers by their labels in the dialogue."""

    scene: int
    speakers: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Unaligned:
    """The reason why a dialogue has no scene."""

    reason: str


NOWHERE: Final = Unaligned("no scene has its words")
AMBIGUOUS: Final = Unaligned("two scenes have its words")


class Aligner:
    """Finds the scenes of dialogues in a script."""

    def __init__(self, scenes: Sequence[Scene]) -> None:
        self._scenes = scenes
        found: dict[tuple[str, ...], set[int]] = defaultdict(set)
        for place, scene in enumerate(scenes):
            for run in _runs(scene.utterances):
                found[run].add(place)
        self._scenes_with = found

    def __call__(self, dialogue: Sequence[Utterance]) -> Aligned | Unaligned:
        """The scene of a dialogue, or the reason why it has none."""
        weights: dict[int, float] = defaultdict(float)
        total = 0.0
        for run in set(_runs(dialogue)):
            places = self._scenes_with.get(run, ())
            total += 1 / max(1, len(places))
            for place in places:
                weights[place] += 1 / len(places)
        best = sorted(weights.items(), key=lambda one: -one[1])[:2]
        if not best or best[0][1] < LEAST_SHARE * total:
            return NOWHERE
        if len(best) == 2 and best[0][1] < CLEAR * best[1][1]:
            return AMBIGUOUS
        place = best[0][0]
        return Aligned(place, _speakers(dialogue, self._scenes[place]))


def _speakers(dialogue: Sequence[Utterance], scene: Scene) -> Mapping[str, str]:
    """The speaker behind each label: who says most of its n-grams. Labels of `EVERYBODY` are left out."""
    who: dict[tuple[str, ...], str] = {}
    for one in scene.utterances:
        for run in _runs_of(one.text):
            who.setdefault(run, one.speaker)
    said: dict[str, Counter[str]] = defaultdict(Counter)
    for one in dialogue:
        for run in _runs_of(one.text):
            if run in who:
                said[one.speaker][who[run]] += 1
    named = {label: counts.most_common(1)[0][0] for label, counts in said.items()}
    return {label: speaker for label, speaker in named.items() if speaker != EVERYBODY}


def _runs(utterances: Sequence[Utterance]) -> Iterator[tuple[str, ...]]:
    for one in utterances:
        yield from _runs_of(one.text)


def _runs_of(text: str) -> Iterator[tuple[str, ...]]:
    """The n-grams of `RUN` words of an utterance; a shorter utterance is a single one.

    >>> list(_runs_of("Oh my God!"))
    [('oh', 'my', 'god')]
    """
    words = _WORDS.findall(text.lower())
    for first in range(max(1, len(words) - RUN + 1)):
        if run := tuple(words[first : first + RUN]):
            yield run
