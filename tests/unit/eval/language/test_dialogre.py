"""DialogRE: reading its dialogues and names, and the recall of pairs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from convograph.errors import InputError
from convograph.types import Triplet
from convograph_eval.language.dialogre.corpus import LabelledDialogue, Related, alternate_names, read_dialogre
from convograph_eval.language.dialogre.recall import in_group, joins, measure
from support.findings import reads, triplet, turn


def relation(first: str, name: str, second: str) -> dict:
    return {"x": first, "y": second, "r": [name], "t": [""], "rid": [1], "x_type": "PER", "y_type": "PER"}


def test_a_dialogue_is_one_session_and_a_pair_is_read_once(tmp_path: Path) -> None:
    """Inverse relations are one pair, by all of its names; relations that are not measured are left out."""
    path = tmp_path / "dev.json"
    relations = [
        relation("Speaker 1", "per:parents", "Jack"),
        relation("Jack", "per:children", "Speaker 1"),
        relation("Speaker 1", "per:alternate_names", "Ross"),
        relation("Speaker 1", "per:friends", "Speaker 2"),
        relation("Ross", "per:place_of_residence", "New York"),
    ]
    path.write_text(json.dumps([[["Speaker 1: Hi: you!", "Speaker 2: Hey."], relations]]))
    (dialogue,) = read_dialogre(path)
    assert [(turn.speaker, turn.text, turn.session) for turn in dialogue.turns] == [
        ("Speaker 1", "Hi: you!", "dialogre/0"),
        ("Speaker 2", "Hey.", "dialogre/0"),
    ]
    assert dialogue.related == (
        Related(("Speaker 1", "Ross"), ("Jack",), "kinship", "parents and children"),
        Related(("Ross", "Speaker 1"), ("New York",), "residence", "residence"),
    )


def test_a_line_that_nobody_says_is_named(tmp_path: Path) -> None:
    """The place leads to the line."""
    path = tmp_path / "dev.json"
    path.write_text(json.dumps([[["nothing"], []]]))
    with pytest.raises(InputError, match=r"dev\.json: \[0\]\[0\]\[0\] names no speaker: 'nothing'"):
        read_dialogre(path)


def test_a_name_that_two_speakers_share_is_no_name() -> None:
    """Whom "buddy" means is not to be told from the name."""
    names = alternate_names([("Speaker 1", "buddy"), ("Speaker 2", "buddy"), ("Speaker 2", "Rachel")])
    assert names["Speaker 1"] == ("Speaker 1",)
    assert names["Speaker 2"] == ("Speaker 2", "Rachel")
    assert names["Rachel"] == ("Rachel", "Speaker 2")


def test_pairs_are_joined_either_way_round_by_any_name() -> None:
    """Names match word by word, as parts of longer ones too; a speaker's label has to be whole."""
    pair = Related(("Speaker 1", "Monica Geller"), ("New York",), "residence", "residence")
    assert joins(Triplet("Monica", "lives_in", "New York City"), pair)
    assert joins(Triplet("New York", "be home of", "speaker 1"), pair)
    assert not joins(Triplet("Monica", "lives_in", "city"), Related(("Monica",), ("New York City",), "residence", ""))
    assert not joins(Triplet("Speaker 11", "lives_in", "New York"), pair)
    assert not joins(Triplet("1", "lives_in", "New York"), pair)
    assert not joins(Triplet("Monica's brother", "lives_in", "New York"), pair)
    assert not joins(Triplet("Monica", "like", "Monica"), pair)


def test_groups_are_told_by_label_or_words() -> None:
    """A label of ours or a word of the phrase; what says neither is of no group."""
    assert in_group(triplet("a", "family_member", "b", phrase="have").stated, "kinship")
    assert in_group(triplet("a", "be sister of", "b").stated, "kinship")
    assert in_group(triplet("a", "is", "actor", phrase="be").stated, "job")
    assert in_group(triplet("a", "originates from", "b", phrase="be from").stated, "residence")
    assert not in_group(triplet("a", "see", "b").stated, "residence")


def test_recall_by_hand() -> None:
    """One of three pairs is found, another related in another way, of the third one name is there."""
    text = "Ross is my brother. I work with him."
    pairs = [
        Related(("Speaker 1",), ("Ross",), "kinship", "siblings"),
        Related(("Speaker 1",), ("Ross",), "residence", "visited"),
        Related(("Speaker 1",), ("actor",), "job", "title"),
    ]
    found = reads({text: [triplet("Ross", "be brother of", "Speaker 1")]})
    measured = measure([LabelledDialogue((turn(text),), tuple(pairs))], found)
    assert [one["miss"] for one in measured.items] == [None, "relation", "one named"]
    summary = measured.summary
    assert (summary["pairs"], summary["found"], summary["any_relation"]) == (3, 1, 2)
    assert summary["groups"]["kinship"]["relations"] == {
        "siblings": {"pairs": 1, "found": 1, "any_relation": 1, "recall": 1.0, "any_recall": 1.0}
    }
    assert summary["misses"] == {"neither named": 0, "one named": 1, "pair": 0, "relation": 1}
