"""From a script with marked relations to a show with questions."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Final

from convograph.errors import InputError
from convograph_eval.dialsim.building.consistency import consistent
from convograph_eval.dialsim.building.dialogre import dialogre_relations
from convograph_eval.dialsim.building.friends import BareScript, friends_script
from convograph_eval.dialsim.building.graph import TemporalGraph
from convograph_eval.dialsim.building.marked import marked_relations, rejected_relations
from convograph_eval.dialsim.building.questions import QuestionMaker
from convograph_eval.dialsim.building.relations import MarkedRelation, Quadruple
from convograph_eval.dialsim.plan import EVERYBODY, is_agent
from convograph_eval.dialsim.shows import read_show, show_files
from convograph_eval.dialsim.shows.types import ChoiceQuestion, Scene, Show
from convograph_eval.names.friends import EPISODES, UTTERANCES

SEASONS: Final = 5
A_TYPE: Final = 5
"""The default for the maximum number of questions of each type per scene."""

REJECTED: Final = "rejected by hand"
IN_FLASHBACKS: Final = "told in a flashback, or after one in the same episode"

_NAMED: Final = 3  # how many of the most frequent speakers a message names
_LINES: Final = ".jsonl"
_WORD: Final = re.compile(r"\w+")


Marker = Callable[[Sequence[Scene]], tuple[MarkedRelation, ...]]
"""A function that marks relations in scenes, by rules or a model."""


@dataclass(frozen=True, slots=True)
class Script:
    """A show, and the relations marked in it; `dialogues` and `aligned` count DialogRE's dialogues."""

    show: Show
    relations: tuple[MarkedRelation, ...]
    dialogues: int = 0
    aligned: int = 0
    left_out: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class BuiltShow:
    """A show with questions, its graph, and the number of relations left out of the graph, by reason.

    `told_in` has, by question id, the indices of the scenes that state what it asks.
    """

    show: Show
    graph: TemporalGraph
    left_out: Mapping[str, int]
    told_in: Mapping[str, tuple[int, ...]]

    @property
    def questions(self) -> tuple[ChoiceQuestion, ...]:
        """All questions, in the order of their scenes."""
        return tuple(one for scene in self.show.scenes for ones in scene.questions["tkg"].values() for one in ones)


def script_files(script: Path) -> tuple[Path, ...]:
    """The files from which `read_script` reads the script."""
    return (script / UTTERANCES, script / EPISODES) if script.is_dir() else show_files(script)


def read_script(
    script: Path,
    relations: Sequence[Path],
    *,
    rejected: Sequence[Path] = (),
    seasons: int = SEASONS,
    agent: str | None = None,
    marker: Marker | None = None,
) -> Script:
    """The script in the folder of Friends or in the file of a show, and the relations marked in it.

    Relation files ending in `.jsonl` are in our form (`marked`), others are DialogRE's; `marker` marks more. Relations
    in the files `rejected` are left out. `agent` replaces the show's main character. Raises `InputError` for files of
    another form and for an agent who says nothing, and what `marker` raises.
    """
    if script.is_dir() and not all(file.exists() for file in script_files(script)):
        raise InputError(
            f"{script} is a folder, and not Friends': it lacks {UTTERANCES} or {EPISODES}; name the file of a show"
        )
    read = friends_script(script, seasons) if script.is_dir() else BareScript(read_show(script), {}, frozenset())
    show = read.show if agent is None else replace(read.show, agent=agent)
    if not any(is_agent(speaker, show.agent) for scene in show.scenes for speaker in scene.speakers):
        raise InputError(
            f"{script}: nobody is called {show.agent}; name a character who speaks with --agent, such as "
            f"{_loudest(show)}"
        )
    found: list[MarkedRelation] = []
    dialogues, aligned, left_out = 0, 0, Counter[str]()
    for path in relations:
        if _LINES in path.suffixes:
            found += marked_relations(path, show.scenes)
            continue
        marked = dialogre_relations(path, show.scenes, read.full_names)
        found += marked.relations
        dialogues, aligned = dialogues + marked.dialogues, aligned + marked.aligned
        left_out.update(marked.left_out)
    if marker is not None:
        found += marker(show.scenes)
    wrong = frozenset[tuple[str, str, str]]().union(*map(rejected_relations, rejected))
    right = [one for one in found if (one.head, one.relation, one.tail) not in wrong]
    told = tuple(one for one in right if one.scene not in read.flashbacks)
    left_out[REJECTED] += len(found) - len(right)
    left_out[IN_FLASHBACKS] += len(right) - len(told)
    return Script(show, told, dialogues, aligned, dict(left_out))


def build(script: Script, *, a_type: int = A_TYPE, seed: int = 0) -> BuiltShow:
    """The scenes with the main character, each with up to `a_type` questions of each type, drawn by `seed`."""
    show = script.show
    kept = [
        place for place, scene in enumerate(show.scenes) if any(is_agent(one, show.agent) for one in scene.speakers)
    ]
    scenes = [show.scenes[place] for place in kept]
    graph, left_out = graph_of(script.relations, {place: new for new, place in enumerate(kept)}, scenes)
    maker = QuestionMaker(
        graph=graph,
        first_named=first_named({one.tail for one in graph.quadruples}, scenes),
        names=[scene.name for scene in scenes],
        a_type=a_type,
        chance=Random(f"{seed}/{show.name}"),  # noqa: S311 - a draw of questions, no secret
    )
    asked = [
        replace(
            scene,
            questions={
                "tkg": maker.questions(scene.name, place, scene.day, _askers(scene, show.agent)),
                "fan": {},
            },
        )
        for place, scene in enumerate(scenes)
    ]
    return BuiltShow(replace(show, scenes=tuple(asked), skipped={}), graph, left_out, maker.told_in)


def _askers(scene: Scene, agent: str) -> frozenset[str]:
    return frozenset(one for one in scene.speakers if not is_agent(one, agent)) - {EVERYBODY}


def _loudest(show: Show) -> str:
    """The most frequent speakers, for a message."""
    said = Counter(one.speaker for scene in show.scenes for one in scene.utterances)
    del said[EVERYBODY]
    return ", ".join(name for name, _ in said.most_common(_NAMED))


def graph_of(
    relations: Sequence[MarkedRelation], places: Mapping[int, int], scenes: Sequence[Scene]
) -> tuple[TemporalGraph, Mapping[str, int]]:
    """The graph of the relations stated in scenes with the main character, and what was left out, by reason.

    `places` maps a scene's index in the script to its index in `scenes`. A relation counts once per scene.
    """
    unheard = sum(one.scene not in places for one in relations)
    quadruples = {
        Quadruple(one.head, one.relation, one.tail, scenes[places[one.scene]].day, places[one.scene]): None
        for one in relations
        if one.scene in places
    }
    kept, contradictory = consistent(sorted(quadruples, key=lambda one: (one.scene, one.triple)))
    return TemporalGraph(kept), {"told without the main character": unheard, **contradictory}


def first_named(names: Iterable[str], scenes: Sequence[Scene]) -> Mapping[str, int]:
    """The index of the first scene that contains all words of a name, for each name; names in no scene are left out."""
    words = [_words(scene) for scene in scenes]
    wanted = {name: set(_WORD.findall(name.lower())) for name in names}
    firsts = {
        name: next((place for place, has in enumerate(words) if need <= has), None) for name, need in wanted.items()
    }
    return {name: place for name, place in firsts.items() if place is not None}


def _words(scene: Scene) -> set[str]:
    """All words of a scene, including those of its speakers' names."""
    return {word for one in scene.utterances for word in _WORD.findall(f"{one.speaker} {one.text}".lower())}
