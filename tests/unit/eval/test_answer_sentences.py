"""Labels of the sentences that answer: what is read, what is refused, and that those in the repository fit the data."""

from __future__ import annotations

import json
from collections import Counter
from datetime import datetime
from pathlib import Path

import pytest

from convograph.errors import InputError
from convograph.types import Conversation, Session, Turn
from convograph_eval.datasets import Case, Dataset, Question, answer_sentences, labelled, load, pooled, turn_ids
from support.data_files import DataFile

LABELS = Path(__file__).parents[3] / "data" / "longmemeval_answers" / "answers.jsonl"
TALK = Conversation("c", (Session((Turn("It is late. My cat is Miso. Good night."), Turn("Sleep well.")), id="s"),))
ASKED = Question("q1", "What is the cat called?", "user", datetime(2024, 1, 1), ("s:0",), ("s",), "Miso", False)
SMALL = Dataset("small", (Case(TALK, (ASKED,)),), ())
LABEL = {"question": "q1", "turn": "s:0", "sentences": ["My cat is Miso."]}


def written(folder: Path, *labels: object) -> Path:
    path = folder / "answers.jsonl"
    path.write_text("\n".join(json.dumps(label) for label in labels), encoding="utf-8")
    return path


def test_sentences_are_by_question_and_turn(tmp_path: Path) -> None:
    """Labels of questions that are not asked are left alone; a turn may hold no answer."""
    elsewhere = {**LABEL, "question": "q2"}
    assert answer_sentences(written(tmp_path, LABEL, elsewhere), SMALL) == {"q1": {"s:0": ("My cat is Miso.",)}}
    assert answer_sentences(written(tmp_path, {**LABEL, "sentences": []}), SMALL) == {"q1": {"s:0": ()}}


def test_labelled_questions_have_their_sentences(tmp_path: Path) -> None:
    """The other questions are left out; the sentences stay with their turns when conversations are pooled."""
    other = Question("q2", "And the dog?", "user", None, ("s:1",), ("s",), None, False)
    both = Dataset("small", (Case(TALK, (ASKED, other)),), ())
    (case,) = labelled(both, written(tmp_path, LABEL)).cases
    assert [(one.id, one.answering) for one in case.questions] == [("q1", {"s:0": ("My cat is Miso.",)})]
    (question,) = pooled(labelled(both, written(tmp_path, LABEL))).questions
    assert set(question.answering) == set(question.gold_turns)


@pytest.mark.parametrize(
    ("labels", "message"),
    [
        ([{**LABEL, "turn": "s:1"}], "line 1: turn is no gold turn of q1: 's:1'; its gold turns are s:0"),
        (
            [{**LABEL, "sentences": ["My cat is Miso.", "my cat"]}],
            "line 1: sentences[1] is no part of s:0: 'my cat'; copy it from the turn as it is",
        ),
        ([{**LABEL, "sentences": [" "]}], "line 1: sentences[0] is no part of s:0: ' '"),
        ([LABEL, LABEL], "line 2: labels 's:0' again; keep one label of a turn"),
        ([{**LABEL, "sentences": "My cat"}], "line 1: sentences is not a list: 'My cat'"),
        ([{"turn": "s:0", "sentences": []}], "line 1: question is missing"),
        ([{**LABEL, "question": "q2"}], "no label is of a question of small; give the labels of this data set"),
    ],
)
def test_a_wrong_label_is_refused(tmp_path: Path, labels: list[object], message: str) -> None:
    """One line with the file, the place, the value and the remedy."""
    path = written(tmp_path, *labels)
    with pytest.raises(InputError) as caught:
        answer_sentences(path, SMALL)
    assert str(caught.value).startswith(f"{path}: {message}")


def test_the_labels_are_counted_as_their_readme_says() -> None:
    """202 gold turns of 100 questions, 213 sentences, 4 turns without; together at most 100 KB."""
    labels = [json.loads(line) for line in LABELS.read_text(encoding="utf-8").splitlines()]
    assert (len(labels), len({label["question"] for label in labels})) == (202, 100)
    assert sum(len(label["sentences"]) for label in labels) == 213
    assert sum(not label["sentences"] for label in labels) == 4
    assert all(len(set(label["sentences"])) == len(label["sentences"]) for label in labels)
    assert sum(len(sentence.encode()) for label in labels for sentence in label["sentences"]) < 100_000


def test_the_labels_fit_the_release(data_file: DataFile) -> None:
    """Every gold turn of a labelled question has a label, and each sentence is in its turn."""
    dataset = load("longmemeval", data_file("longmemeval/longmemeval_oracle_dev.json.gz"))
    found = answer_sentences(LABELS, dataset)
    assert len(found) == 100
    for case in dataset.cases:
        (question,) = case.questions
        if question.id in found:
            assert not question.abstention
            assert tuple(found[question.id]) == question.gold_turns
            texts = {
                name: turn.text
                for session in case.conversation.sessions
                for name, turn in zip(turn_ids(session), session.turns, strict=True)
            }
            assert all(part in texts[turn] for turn, parts in found[question.id].items() for part in parts)
            assert any(found[question.id].values())
    types = Counter(question.category for question in dataset.questions if question.id in found)
    assert types == {
        **{"temporal-reasoning": 27, "multi-session": 26, "knowledge-update": 15},
        **{"single-session-user": 14, "single-session-assistant": 12, "single-session-preference": 6},
    }
