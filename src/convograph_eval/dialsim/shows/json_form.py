"""Our JSON form of a show, for shows that are not in the release: a list of scenes with named fields.

{"name", "agent", "scenes": [{"episode", "number", "date", "script" or "utterances": [{"speaker", "text"}],
  "questions": [{"id", "source", "type", "wordings": {…}, "options": [five], "answer", "evidence": [dates],
    "told_in": [["S1E1#3", …] for each hop]}]}]}
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from datetime import date
from pathlib import Path
from typing import Annotated, Any, Final

from pydantic import Field, StrictStr, TypeAdapter

from convograph.errors import InputError
from convograph.formats.limits import shortened, within
from convograph.formats.shapes import NameField, SaidField, Shape, validate
from convograph.formats.source import source_of_file
from convograph_eval.dialsim.shows.official import place_of
from convograph_eval.dialsim.shows.scripts import utterances
from convograph_eval.dialsim.shows.types import (
    DONT_KNOW,
    LETTERS,
    ChoiceQuestion,
    QuestionSource,
    Scene,
    Show,
    Utterance,
)

_Options = Annotated[list[StrictStr], Field(min_length=len(LETTERS), max_length=len(LETTERS))]


class _Utterance(Shape):
    speaker: NameField
    text: StrictStr


class _Question(Shape):
    id: NameField
    source: QuestionSource = "fan"
    type: StrictStr
    wordings: Annotated[dict[StrictStr, StrictStr], Field(min_length=1)]
    options: _Options
    answer: StrictStr
    evidence: list[SaidField] | None = None
    told_in: list[list[StrictStr]] = Field(default_factory=list)


class _Scene(Shape):
    episode: NameField
    number: NameField
    date: SaidField
    script: StrictStr | None = None
    utterances: list[_Utterance] | None = None
    questions: list[_Question] = Field(default_factory=list)


class _Show(Shape):
    name: NameField
    agent: NameField
    scenes: Annotated[list[_Scene], Field(min_length=1)]


_SHOW = TypeAdapter(_Show)
_REPORT: Final = frozenset(("settings", "summary"))  # the keys of every evaluation report


def is_conversation(path: Path) -> bool:
    """Whether a JSON file has sessions and no scenes, as a chronicle does. Raises `InputError`."""
    value = source_of_file(path).json
    return isinstance(value, Mapping) and "sessions" in value and "scenes" not in value


def json_show(path: Path) -> Show:
    """The show in a file of our form. Raises `InputError` with the place of anything invalid.

    Unlike in the release, invalid questions are not left out, since their author can correct them.
    """
    source = source_of_file(path)
    if isinstance(source.json, Mapping) and source.json.keys() >= _REPORT:
        raise InputError(f"{path} is a report of an evaluation, and no show; give the show that it was made with")
    shape = validate(_SHOW, source.json, source.place)
    scenes = within(source.place, "scenes")
    return Show(
        shape.name, shape.agent, tuple(_scene(one, within(scenes, place)) for place, one in enumerate(shape.scenes))
    )


def _scene(shape: _Scene, place: str) -> Scene:
    if (shape.script is None) == (shape.utterances is None):
        raise InputError(f"{place} has both a script and utterances, or neither; give one of them")
    said = (
        utterances(shape.script)
        if shape.script is not None
        else tuple(Utterance(one.speaker, one.text) for one in shape.utterances or ())
    )
    questions: dict[QuestionSource, dict[str, list[ChoiceQuestion]]] = {
        "tkg": defaultdict(list),
        "fan": defaultdict(list),
    }
    for number, one in enumerate(shape.questions):
        questions[one.source][one.type].append(_question(one, within(place, "questions", number)))
    return Scene(
        shape.episode,
        shape.number,
        shape.date,
        said,
        {source: {kind: tuple(ones) for kind, ones in types.items()} for source, types in questions.items()},
    )


def _question(shape: _Question, place: str) -> ChoiceQuestion:
    options = tuple(shape.options)
    gold = place_of(shape.answer, options)
    if gold is None:
        raise InputError(f"{within(place, 'answer')} is none of the options: {shortened(shape.answer)}; name one")
    evidence: tuple[date, ...] | None = None
    if shape.evidence is not None:
        evidence = tuple(dict.fromkeys(said.local.date() for said in shape.evidence))
    told_in = tuple(map(tuple, shape.told_in))
    made = ChoiceQuestion(shape.id, shape.source, shape.type, shape.wordings, options, gold, evidence, told_in)
    if made.unanswerable and made.letter != DONT_KNOW:
        raise InputError(
            f"{within(place, 'type')} says that there is no answer, and the answer is "
            f"{shortened(shape.answer)}; the last option says so"
        )
    return made


def show_record(show: Show) -> dict[str, Any]:
    """The show as a JSON object that `json_show` reads."""
    return {"name": show.name, "agent": show.agent, "scenes": [_scene_record(scene) for scene in show.scenes]}


def _scene_record(scene: Scene) -> dict[str, Any]:
    return {
        "episode": scene.episode,
        "number": scene.number,
        "date": scene.said.raw,
        "utterances": [{"speaker": one.speaker, "text": one.text} for one in scene.utterances],
        "questions": [
            {
                "id": one.id,
                "source": one.source,
                "type": one.type,
                "wordings": dict(one.wordings),
                "options": list(one.options),
                "answer": one.options[one.gold],
                **({} if one.evidence is None else {"evidence": [day.isoformat() for day in one.evidence]}),
                **({"told_in": list(map(list, one.told_in))} if one.told_in else {}),
            }
            for types in scene.questions.values()
            for ones in types.values()
            for one in ones
        ],
    }
