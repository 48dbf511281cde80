"""Relations that people or a model marked in any script, one per line.

    {"episode": "S1E1", "number": "3", "head": "Ross", "relation": "sister", "tail": "Monica"}
    {"episode": "2022-03", "number": "lantern#1", "head": "Nerea", "relation": "job", "tail": "sound designer"}

`episode` and `number` name the scene as in the show; in a chronicle, they are the month and the session's id. Relations
rejected by a person have no scene: they are wrong wherever they were marked.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from pydantic import TypeAdapter

from convograph.errors import InputError
from convograph.formats.limits import MAX_SPEAKER_CHARACTERS, check_name, shortened, within
from convograph.formats.shapes import NameField, Shape, validate
from convograph.formats.source import json_lines, source_of_file
from convograph.quotation import quoted
from convograph_eval.dialsim.building.relations import RELATIONS, MarkedRelation
from convograph_eval.dialsim.shows.types import Scene

_REMEDY = "give the relations, one JSON object per line"


class _Relation(Shape):
    head: NameField
    relation: NameField
    tail: NameField


class _Line(_Relation):
    episode: NameField
    number: NameField


_LINE = TypeAdapter(_Line)
_REJECTED = TypeAdapter(_Relation)


def marked_relations(path: Path, scenes: Sequence[Scene]) -> tuple[MarkedRelation, ...]:
    """The relations of a file. Raises `InputError` for a line of another form, or with an unknown scene or relation."""
    places = {(scene.episode, scene.number): place for place, scene in enumerate(scenes)}
    found = []
    for value, place in json_lines(source_of_file(path), _REMEDY):
        line = validate(_LINE, value, place)
        if (line.episode, line.number) not in places:
            given = f"{shortened(line.episode)}, {shortened(line.number)}"
            raise InputError(f"{place} names no scene of the show: {given}; {_example(scenes)}")
        _check(line, place)
        found.append(MarkedRelation(places[line.episode, line.number], line.head, line.relation, line.tail))
    return tuple(found)


def marked_lines(relations: Sequence[MarkedRelation], scenes: Sequence[Scene]) -> str:
    """The text of a file for `marked_relations`, which people can correct by hand."""
    return "".join(f"{json.dumps(_line(one, scenes[one.scene]), ensure_ascii=False)}\n" for one in relations)


def _line(one: MarkedRelation, scene: Scene) -> dict[str, str]:
    place = {"episode": scene.episode, "number": scene.number}
    return place | {"head": one.head, "relation": one.relation, "tail": one.tail}


def rejected_relations(path: Path) -> frozenset[tuple[str, str, str]]:
    """The rejected relations in a file, as head, relation and tail. Raises `InputError` for another form."""
    found = set()
    for value, place in json_lines(source_of_file(path), _REMEDY):
        line = validate(_REJECTED, value, place)
        _check(line, place)
        found.add((line.head, line.relation, line.tail))
    return frozenset(found)


def _check(line: _Relation, place: str) -> None:
    """Raise `InputError` for a name that is too long, or a relation that questions do not use."""
    for name in ("head", "tail"):
        check_name(getattr(line, name), within(place, name), MAX_SPEAKER_CHARACTERS)
    if line.relation not in RELATIONS:
        raise InputError(
            f"{within(place, 'relation')} is none of questions: {shortened(line.relation)}; "
            f"name one of {', '.join(RELATIONS)}"
        )


def _example(scenes: Sequence[Scene]) -> str:
    """An example for error messages: the first scene's episode and number."""
    first = scenes[0]
    return f'the first is {{"episode": {quoted(first.episode)}, "number": {quoted(first.number)}}}'
