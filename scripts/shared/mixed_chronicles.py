"""The chronicles mixed into one script, and questions built from the relations marked in them.

One conversation has two to four people, so that a few lines about somebody stand out. Mixed by date, nine of them have
some 1,600 turns of two dozen people, and the builder of DialSim's questions asks about any of them ("By the way, who
was Teo's wife in October 2022?"). This is as close to a show as conversations of our own can be.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Final

from convograph_eval.datasets import Case
from convograph_eval.dialsim.agents import DialsimQuestion
from convograph_eval.dialsim.building.marked import marked_relations
from convograph_eval.dialsim.building.questions import QuestionMaker
from convograph_eval.dialsim.building.relations import MarkedRelation
from convograph_eval.dialsim.building.show import first_named, graph_of
from convograph_eval.dialsim.readers.support import is_to_come
from convograph_eval.dialsim.shows.chronicles import show_of
from convograph_eval.dialsim.shows.types import DEFAULT_WORDING, ChoiceQuestion, Scene

RENAMED: Final = {"fourth-floor": ("Jory", "Corin")}
"""People with the same name as somebody in another conversation, and a new name for them."""

A_TYPE: Final = 2
FIRST: Final = 60  # scenes played before the first question
KNOWN: Final = 6  # answerable questions drawn per scene
COMING: Final = 1  # unanswerable questions drawn per scene


@dataclass(frozen=True)
class MixedQuestion:
    """A question asked in a scene: `case` is the conversation it is about, `told` the scenes that tell the answer."""

    case: str
    asked: DialsimQuestion
    gold: int
    told: frozenset[str]


def mixed_scenes(cases: Sequence[Case], folder: Path) -> tuple[list[Scene], dict[str, str], list[MarkedRelation]]:
    """All scenes by date, the conversation of each relation's head, and the relations marked in the scenes."""
    scenes: list[Scene] = []
    relations: list[MarkedRelation] = []
    owners: dict[str, str] = {}
    for case in cases:
        name = case.conversation.name
        path = folder / f"{name}.relations.jsonl"
        if path.exists():
            show = show_of(case)
            old, new = RENAMED.get(name, (name, name))
            for one in marked_relations(path, show.scenes):
                head, tail = (each.replace(old, new) for each in (one.head, one.tail))
                relations.append(replace(one, scene=one.scene + len(scenes), head=head, tail=tail))
                owners.setdefault(head, name)
            scenes += (_renamed(scene, old, new) for scene in show.scenes)
    order = sorted(range(len(scenes)), key=lambda place: scenes[place].said.local)
    places = {old: place for place, old in enumerate(order)}
    return [scenes[old] for old in order], owners, [replace(one, scene=places[one.scene]) for one in relations]


def mixed_questions(
    scenes: Sequence[Scene], owners: Mapping[str, str], relations: Sequence[MarkedRelation]
) -> Iterator[tuple[int, MixedQuestion]]:
    """Questions with the index of the scene they are asked in, without those about a time yet to come."""
    graph, _ = graph_of(relations, {place: place for place in range(len(scenes))}, scenes)
    names = [scene.name for scene in scenes]
    first = first_named({one.tail for one in graph.quadruples}, scenes)
    maker = QuestionMaker(graph, first, names, A_TYPE, Random("mixed"))  # noqa: S311 - no secret
    chance = Random("drawn")  # noqa: S311 - no secret
    for place, scene in enumerate(scenes[FIRST:], start=FIRST):
        made = maker.questions(scene.name, place, scene.day, scene.speakers)
        for question in _drawn([one for ones in made.values() for one in ones], chance):
            asker = chance.choice(sorted(scene.speakers))
            text = question.wordings.get(asker, question.wordings[DEFAULT_WORDING])
            asked = DialsimQuestion(scene.utterances[0].speaker, asker, text, question.options, scene.said)
            if not is_to_come(asked):
                head = next(head for head in owners if head in question.wordings[DEFAULT_WORDING])
                told = frozenset(name for hop in question.told_in for name in hop)
                yield place, MixedQuestion(owners[head], asked, question.gold, told)


def _drawn(made: Sequence[ChoiceQuestion], chance: Random) -> list[ChoiceQuestion]:
    coming = [one for one in made if one.unanswerable]
    others = [one for one in made if not one.unanswerable]
    return chance.sample(others, min(KNOWN, len(others))) + chance.sample(coming, min(COMING, len(coming)))


def _renamed(scene: Scene, old: str, new: str) -> Scene:
    said = tuple(
        replace(one, speaker=one.speaker.replace(old, new), text=one.text.replace(old, new)) for one in scene.utterances
    )
    return replace(scene, utterances=said)
