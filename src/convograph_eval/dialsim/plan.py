"""Which question is asked in each scene, when and by whom: Algorithm 1 of DialSim, with the release's choices.

The plan depends on the show and the seed alone, not on what a memory answers, so that all memories are asked the same.
Every draw comes from one generator, and what is drawn from is in a fixed order (the release draws from sets, unseeded).
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
"""How often a question comes from the knowledge graph, where there are questions from both sources."""

UNANSWERABLE_SHARE: Final[Mapping[QuestionSource, float]] = {"tkg": 0.215, "fan": 0.27}
"""The share of unanswerable types that a draw stays below: some 20 % of all questions."""

CANDIDATES: Final = 20
BEFORE, AFTER = 3, 2
"""How many utterances before and after the moment of asking the asker may have said."""

EVERYBODY: Final = "All"

NO_QUESTIONS: Final = "no questions"
FEW_SPEAKERS: Final = "fewer than two speakers"
AGENT_SILENT: Final = "the agent says nothing"
NOBODY_TO_ASK: Final = "nobody else speaks nearby"
AMBIGUOUS: Final = "all candidates name the present as the past"
NO_WORDING: Final = "no wording for the asker"


@dataclass(frozen=True, slots=True)
class PlannedQuestion:
    """A question that is asked in the scene at place `scene`, right after its utterance `after`, by `asker`."""

    scene: int
    after: int
    asker: str
    text: str
    question: ChoiceQuestion


@dataclass(frozen=True, slots=True)
class Plan:
    """At most one question a scene, in order, and how many scenes have none, by reason."""

    questions: tuple[PlannedQuestion, ...]
    silent: Mapping[str, int] = field(hash=False)


def plan_of(show: Show, seed: int) -> Plan:
    """The questions of one run over a show.

    A scene with fewer than two speakers is heard and not asked about (as printed, Algorithm 1 would not hear it).
    """
    chance = Random(f"{seed}/{show.name}")  # noqa: S311 - a draw of questions, no secret
    drawn = [_drawn(place, scene, show.agent, chance) for place, scene in enumerate(show.scenes)]
    return Plan(
        tuple(one for one in drawn if isinstance(one, PlannedQuestion)),
        dict(Counter(one for one in drawn if isinstance(one, str))),
    )


def balanced(types: Sequence[str], source: QuestionSource, chance: Random) -> list[str]:
    """The types to draw from: answerable ones again, one by one, until the share of the others is below its bound.

    They are added in a random order, which begins anew when it ends. Without an answerable type, nothing is added.
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
    """Whether a text names the scene's own year ("in 1994") or month ("September 1994"), as if it were past."""
    day = scene.day
    return re.search(rf"\b(?:in|on) {day.year}\b|\b{day:%B} {day.year}\b", text, re.IGNORECASE) is not None


def moments(scene: Scene, agent: str) -> list[int]:
    """The utterances after which a question may be asked: the agent's, without the first of several."""
    own = [place for place, one in enumerate(scene.utterances) if is_agent(one.speaker, agent)]
    return own[1:] if len(own) > 1 else own


def askers(scene: Scene, after: int, agent: str) -> list[str]:
    """Who may ask after an utterance: who speaks around it, except the agent and everybody at once; sorted."""
    around = scene.utterances[max(0, after - BEFORE) : after + AFTER + 1]
    return sorted({one.speaker for one in around if not is_agent(one.speaker, agent) and one.speaker != EVERYBODY})


def is_agent(speaker: str, agent: str) -> bool:
    """Whether a speaker is the agent: "Ross Geller" is Ross."""
    return agent.casefold() in speaker.casefold()


def _drawn(place: int, scene: Scene, agent: str, chance: Random) -> PlannedQuestion | str:
    """The question of a scene, or the reason why there is none."""
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
    """Where the question comes from; one draw, whatever there is to draw from."""
    drawn: QuestionSource = "tkg" if chance.random() < GRAPH_SHARE else "fan"
    other: QuestionSource = "fan" if drawn == "tkg" else "tkg"
    return next((source for source in (drawn, other) if scene.questions[source]), None)


def _candidates(scene: Scene, questions: Sequence[ChoiceQuestion], chance: Random) -> list[ChoiceQuestion]:
    """Draws with replacement, without those from the graph that are ambiguous."""
    drawn = chance.choices(questions, k=CANDIDATES)
    return [one for one in drawn if one.source == "fan" or not names_present(next(iter(one.wordings.values())), scene)]
