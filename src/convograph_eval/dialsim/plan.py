"""The question of each scene, its moment and its asker: Algorithm 1 of DialSim, with the choices of the release.

The plan depends only on the show and the seed, not on a memory's answers, so that all memories are asked the same.
All draws use one generator and draw from fixed orders (the release draws from sets, unseeded).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import cycle
from random import Random
from typing import Final

from convograph_eval.dialsim.shows.types import (
    DEFAULT_WORDING,
    ChoiceQuestion,
    QuestionSource,
    Scene,
    Show,
    is_unanswerable,
)

GRAPH_SHARE: Final = 0.7
"""The share of questions from the knowledge graph if a scene has questions from both sources."""

UNANSWERABLE_SHARE: Final[Mapping[QuestionSource, float]] = {"tkg": 0.215, "fan": 0.27}
"""The upper bound on the share of unanswerable types in a draw, for about 20 % of all questions."""

CANDIDATES: Final = 20
BEFORE, AFTER = 3, 2
"""The asker must speak in one of this many utterances before or after the moment of asking."""

EVERYBODY: Final = "All"

NO_QUESTIONS: Final = "no questions"
FEW_SPEAKERS: Final = "fewer than two speakers"
AGENT_SILENT: Final = "the agent says nothing"
NOBODY_TO_ASK: Final = "nobody else speaks nearby"
AMBIGUOUS: Final = "all candidates name the present as the past"
NO_WORDING: Final = "no wording for the asker"


@dataclass(frozen=True, slots=True)
class PlannedQuestion:
    """A question that `asker` asks in the scene with index `scene`, right after its utterance with index `after`."""

    scene: int
    after: int
    asker: str
    text: str
    question: ChoiceQuestion


@dataclass(frozen=True, slots=True)
class Plan:
    """At most one question per scene, in order, and the number of scenes without a question by reason."""

    questions: tuple[PlannedQuestion, ...]
    silent: Mapping[str, int] = field(hash=False)


def plan_of(show: Show, seed: int) -> Plan:
    """The questions of one run over a show.

    A scene with fewer than two speakers is heard but has no question (in Algorithm 1 as printed, it is not even heard).
    """
    chance = Random(f"{seed}/{show.name}")  # noqa: S311 - a draw of questions, no secret
    drawn = [_drawn(place, scene, show.agent, chance) for place, scene in enumerate(show.scenes)]
    return Plan(
        tuple(one for one in drawn if isinstance(one, PlannedQuestion)),
        dict(Counter(one for one in drawn if isinstance(one, str))),
    )


def balanced(types: Sequence[str], source: QuestionSource, chance: Random) -> list[str]:
    """The types to draw from, with answerable ones repeated until the share of unanswerable ones is below its bound.

    They are added one by one, in a random order that is repeated as needed. Without an answerable type, none is added.
    """
    answerable = [kind for kind in types if not is_unanswerable(source, kind)]
    unanswerable = len(types) - len(answerable)
    drawn_from = list(types)
    chance.shuffle(answerable)
    for kind in cycle(answerable):
        if unanswerable / len(drawn_from) < UNANSWERABLE_SHARE[source]:
            break
        drawn_from.append(kind)
    return drawn_from


def names_present(text: str, scene: Scene) -> bool:
    """Whether a text names the scene's own year ("in 1994") or month ("September 1994") as if it were past."""
    day = scene.day
    return re.search(rf"\b(?:in|on) {day.year}\b|\b{day:%B} {day.year}\b", text, re.IGNORECASE) is not None


def moments(scene: Scene, agent: str) -> list[int]:
    """The indices of utterances after which a question may be asked: the agent's, without the first if several."""
    own = [place for place, one in enumerate(scene.utterances) if is_agent(one.speaker, agent)]
    return own[1:] if len(own) > 1 else own


def askers(scene: Scene, after: int, agent: str) -> list[str]:
    """The speakers near an utterance who may ask after it, sorted; without the agent and `EVERYBODY`."""
    around = scene.utterances[max(0, after - BEFORE) : after + AFTER + 1]
    return sorted({one.speaker for one in around if not is_agent(one.speaker, agent) and one.speaker != EVERYBODY})


def is_agent(speaker: str, agent: str) -> bool:
    """Whether a speaker is the agent: "Ross Geller" is Ross."""
    return agent.casefold() in speaker.casefold()


def _drawn(place: int, scene: Scene, agent: str, chance: Random) -> PlannedQuestion | str:
    """The question of a scene, or the reason why it has none."""
    if len(scene.speakers) < 2:
        return FEW_SPEAKERS
    source = _source(scene, chance)
    if source is None:
        return NO_QUESTIONS
    types = scene.questions[source]
    candidates = _candidates(scene, types[chance.choice(balanced(list(types), source, chance))], chance)
    return _timed(place, scene, agent, candidates, chance) if candidates else AMBIGUOUS


def _timed(
    place: int, scene: Scene, agent: str, candidates: Sequence[ChoiceQuestion], chance: Random
) -> PlannedQuestion | str:
    """One of the candidates with its moment and its asker, or the reason why there is none."""
    possible = moments(scene, agent)
    if not possible:
        return AGENT_SILENT
    after = chance.choice(possible)
    others = askers(scene, after, agent)
    if not others:
        return NOBODY_TO_ASK
    asker = chance.choice(others)
    for wording in (asker, DEFAULT_WORDING):
        for question in candidates:
            if wording in question.wordings:
                return PlannedQuestion(place, after, asker, question.wordings[wording], question)
    return NO_WORDING


def _source(scene: Scene, chance: Random) -> QuestionSource | None:
    """The source of the question: drawn once, then the other one if the drawn one has no questions."""
    drawn: QuestionSource = "tkg" if chance.random() < GRAPH_SHARE else "fan"
    other: QuestionSource = "fan" if drawn == "tkg" else "tkg"
    return next((source for source in (drawn, other) if scene.questions[source]), None)


def _candidates(scene: Scene, questions: Sequence[ChoiceQuestion], chance: Random) -> list[ChoiceQuestion]:
    """Questions drawn with replacement, without ambiguous ones from the graph."""
    drawn = chance.choices(questions, k=CANDIDATES)
    return [one for one in drawn if one.source == "fan" or not names_present(next(iter(one.wordings.values())), scene)]
