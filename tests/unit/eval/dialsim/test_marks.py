"""Relations that rules or a model mark in scenes, for shows whose relations nobody marked."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from convograph.errors import ModelOutputError
from convograph.llm.scripted import ScriptedChat
from convograph.times import parse_said
from convograph_eval.dialsim.building.marked import marked_lines, marked_relations
from convograph_eval.dialsim.building.model_marks import model_marks
from convograph_eval.dialsim.building.offline_marks import offline_marks
from convograph_eval.dialsim.building.relations import MarkedRelation
from convograph_eval.dialsim.shows import Scene, Utterance


def scene_of(*lines: str, number: str = "1") -> Scene:
    said = tuple(Utterance(*line.split(": ", 1)) for line in lines)
    return Scene("S1E1", number, parse_said("September 22, 1994"), said, {"tkg": {}, "fan": {}})


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (["Ross: My sister Monica is a chef."], {("Monica", "job", "chef"), ("Ross", "sister", "Monica")}),
        (["Rachel: Ross is my brother."], {("Rachel", "brother", "Ross")}),
        (["Monica: My mom Judy called."], {("Monica", "mother", "Judy")}),
        (["Ross: I am 26.", "Ross: I am married to Emily."], {("Ross", "age", "26"), ("Ross", "wife", "Emily")}),
        (["Joey: I was born in Queens."], {("Joey", "place of birth", "Queens")}),
        (["Phoebe: I'm from New York."], {("Phoebe", "hometown", "New York")}),
        (["Ross: I'm dating Julie."], {("Ross", "dating with", "Julie")}),
        (["Ross: I was married to Carol.", "Ross: I'm not a doctor.", "Ross: If I were a spy!"], set()),
        (["Joey: You are the best actor.", "Ross: My sister lives with me."], set()),
    ],
)
def test_rules_mark_what_is_stated(lines: list[str], expected: set[tuple[str, str, str]]) -> None:
    """Of the present, of people with names; nothing denied, supposed or over, and no praise."""
    marked = offline_marks([scene_of(*lines)])
    assert {(one.head, one.relation, one.tail) for one in marked} == expected


def test_a_model_marks_scene_by_scene() -> None:
    """What no question asks about, and whoever the scene does not name, is left out; doubles count once."""
    replies = iter(
        (
            [("Ross", "sister", "Monica"), ("Ross", "sister", "Monica"), ("Ross", "nemesis", "Monica")],
            [("Joey", "job", "actor"), ("Joey", "roommate", "Chandler"), ("the man", "job", "actor")],
        )
    )
    chat = ScriptedChat(
        lambda request: json.dumps(
            {"relations": [{"head": head, "relation": told, "tail": tail} for head, told, tail in next(replies)]}
        )
    )
    watched: list[tuple[int, int]] = []
    scenes = [scene_of("Ross: Hi, Monica."), scene_of("Joey: I am an actor, said the man.", number="2")]
    marked = model_marks(scenes, chat, lambda done, total: watched.append((done, total)))
    assert marked == (MarkedRelation(0, "Ross", "sister", "Monica"), MarkedRelation(1, "Joey", "job", "actor"))
    assert watched == [(1, 2), (2, 2)]


def test_a_model_that_marks_nothing_usable_fails() -> None:
    """It is asked twice, and no relation is not what it found."""
    asked: list[str] = []

    def answer(request: object) -> str:
        asked.append(str(request))
        return "There are none, I think."

    with pytest.raises(ModelOutputError, match="no usable reply"):
        model_marks([scene_of("Ross: Hi.")], ScriptedChat(answer))
    assert len(asked) == 2


def test_marks_are_written_as_they_are_read(tmp_path: Path) -> None:
    """So that a person can correct them."""
    scenes = [scene_of("Ross: Hi."), scene_of("Zo\u00eb: Hi.", number="2")]
    marked = (MarkedRelation(1, "Zo\u00eb", "job", "baker"), MarkedRelation(0, "Ross", "sister", "Monica"))
    path = tmp_path / "marked.jsonl"
    path.write_text(marked_lines(marked, scenes), encoding="utf-8")
    assert marked_relations(path, scenes) == marked
