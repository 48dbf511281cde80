"""Labelled statements: reading them, pairing ours with them, and counting which are denied rightly."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from convograph.errors import InputError
from convograph_eval.language.statements.corpus import (
    PARTS,
    LabelledSentence,
    LabelledStatement,
    read_statements,
)
from convograph_eval.language.statements.scores import measure, pair, pairs
from convograph_eval.language.statements.sentences import key_of
from support.findings import reads, triplet

LABELS = Path(__file__).parents[4] / "data" / "statements"


def labelled(*parts: str) -> LabelledStatement:
    return LabelledStatement(*parts)


def line(**changes: object) -> str:
    whole = {"source": "chronicles", "pattern": "denial", "text": "I sing.", "statements": ["Ana | hobby | singing"]}
    return json.dumps({**whole, **changes}) + "\n"


def test_labels_that_ship_are_as_their_readme_says() -> None:
    """The counted sentences and statements of each part; no text of the sets that may not be copied."""
    counts = {}
    for part in PARTS:
        lines = [json.loads(each) for each in (LABELS / f"{part}.jsonl").read_text(encoding="utf-8").splitlines()]
        statements = [labelled(*each.split(" | ")) for one in lines for each in one["statements"]]
        counts[part] = len(lines), len(statements), sum(one.negated for one in statements)
        assert all(("text" in one) == (one["source"] in {"longmemeval", "chronicles", "own"}) for one in lines)
        assert part != "seen" or {one["source"] for one in lines} == {"longmemeval", "chronicles"}
    assert counts == {"seen": (180, 183, 45), "unseen": (180, 165, 42), "chat": (76, 87, 62)}


def test_sentences_with_a_key_are_looked_up(tmp_path: Path) -> None:
    """A key finds its sentence in the data set; one of no sentence is an error that names the line."""
    (tmp_path / "msc").mkdir()
    for number in (2, 3):
        said = {"dialog": [{"text": f"I have {number} cats. Do you?"}]}
        (tmp_path / "msc" / f"dialogue_session_{number}_valid.jsonl.gz").write_text(json.dumps(said))
    labels = tmp_path / "labels.jsonl"
    labels.write_text(line(source="msc", text=None, key=key_of("I have 3 cats.")))
    assert [one.text for one in read_statements(labels, tmp_path)] == ["I have 3 cats."]
    labels.write_text(line(source="msc", text=None, key="0123456789abcdef"))
    with pytest.raises(InputError, match=r"line 1: key is of no sentence of msc: '0123456789abcdef'"):
        read_statements(labels, tmp_path)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"statements": ["Ana | sings"]}, r"statements\[0\] is no statement: 'Ana | sings'"),
        ({"text": None}, "text is missing; only sentences of msc, personaext go without"),
    ],
)
def test_wrong_labels_are_named(tmp_path: Path, changes: dict[str, object], words: str) -> None:
    """A statement that lacks a part, and a sentence that is neither written out nor in a data set."""
    (tmp_path / "labels.jsonl").write_text(line(**changes))
    with pytest.raises(InputError, match=words.replace("|", r"\|")):
        read_statements(tmp_path / "labels.jsonl", tmp_path)


def test_a_pair_needs_the_same_relation_and_says_what_else_is_right() -> None:
    """Denials are left out of the comparison of relations; Ana's sister is not Ana; a cut date is no date."""
    gold = labelled("Ana", "not drink", "coffee")
    same = pair(triplet("Ana", "drink", "black coffee"), gold)
    assert same is not None
    assert same.arguments
    assert not same.right
    assert pair(triplet("Ana", "buy", "coffee"), gold) is None
    other = pair(triplet("Ana's sister", "not drink", "coffee", negated=True), gold)
    assert other is not None
    assert not other.subject
    cut = pair(triplet("Ana", "marry on", "12"), labelled("Ana", "marry on", "12 July 2019"))
    assert cut is not None
    assert not cut.object


def test_each_statement_is_in_one_pair_and_the_best_come_first() -> None:
    """Of two that say "not sing", the one with the right object is paired."""
    gold = [labelled("Ana", "not like", "tea")]
    ours = [triplet("Ana", "not like", "milk", negated=True), triplet("Ana", "not like", "tea", negated=True)]
    assert [(one.ours.triplet.object, one.right) for one in pairs(ours, gold)] == [("tea", True)]


def test_denials_are_counted_where_either_side_denies() -> None:
    """One denial found, one invented, one missed, and a question that does not count."""
    sentences = [
        LabelledSentence("a", "denial", (labelled("Ana", "not like", "tea"), labelled("Ana", "not eat", "fish"))),
        LabelledSentence("b", "denial", (labelled("Ana", "drink", "tea"),)),
    ]
    found = {
        "a": [triplet("Ana", "dislikes", "tea", phrase="not like", negated=True)],
        "b": [
            triplet("Ana", "not drink", "tea", negated=True),
            triplet("Ben", "not drink", "tea", negated=True, hypothetical=True),
        ],
    }
    measured = measure(sentences, reads(found))
    denied = measured.summary["denied"]
    assert (denied["right"], denied["stated"], denied["gold"]) == (1, 2, 2)
    assert measured.summary["arguments"] == {"right": 2, "paired": 2, "share": 1.0}
    assert [one["miss"] for one in measured.items] == ["denial not found", "denied, not labelled so"]
