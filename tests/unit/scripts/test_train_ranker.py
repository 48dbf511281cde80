"""The script that fits the ranker: on choices whose weights are known, and from files to files."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import train_ranker
from convograph import Session, Turn
from convograph.architectures.unified import FORMS, Unified, weights_of
from convograph.architectures.unified.weights import BUNDLED_FILE, bundled_weights, read_weights
from convograph.encoders.static import StaticEncoder
from convograph.encoders.word_table import bundled_words
from convograph.types import Conversation
from convograph_eval.datasets import Case, Question
from shared.ranker_tables import table
from train_ranker import PARTS, Choice, fit, fit_in_favour, logistic

KNOWN = np.array([2.0, -1.0, 0.0])


def choices(number: int, seed: int = 1) -> list[Choice]:
    """Questions with eight choices each, of which one is right by the odds of the known weights."""
    chance = np.random.default_rng(seed)
    made = []
    for _ in range(number):
        features = chance.normal(size=(8, 3))
        odds = np.exp(features @ KNOWN)
        right = np.zeros(8, np.bool_)
        right[chance.choice(8, p=odds / odds.sum())] = True
        made.append(Choice(features, right))
    return made


def test_a_question_that_compares_is_kept_as_it_is_asked() -> None:
    """Not the last of the things that it compares, which are scored after it."""
    said = Session((Turn("I bought a red kayak.", "Ana", id="kayak"), Turn("We saw Skye.", "Ana", id="skye")), "s")
    text = "How many days passed between the day I bought the red kayak and my trip to Skye?"
    question = Question("q", text, "c", None, ("kayak",), ("s",), None, abstention=False)
    (kept,) = table([Case(Conversation("c", (said,)), (question,))], 1)
    (alone,) = table([Case(Conversation("c", (said,)), (replace(question, text="When was my trip to Skye?"),))], 1)
    assert kept.words == len({"days", "passed", "bought", "red", "kayak", "trip", "skye"})
    assert kept.words > alone.words


def test_known_weights_are_found_again() -> None:
    """With enough questions, and next to no penalty."""
    assert fit(choices(4_000), penalty=1e-6) == pytest.approx(KNOWN, abs=0.1)


def test_no_match_counts_against_a_choice() -> None:
    """What would is left out; anything else may."""
    made = choices(4_000)
    weights = fit_in_favour(made, ("alike", "near", "asks"), {"alike", "near"})
    assert (weights["near"], weights["alike"] > 0) == (0, True)
    assert fit_in_favour(made, ("alike", "asks", "near"), {"alike"})["asks"] == pytest.approx(KNOWN[1], abs=0.1)


def test_a_penalty_draws_weights_to_nothing() -> None:
    """The greater, the nearer."""
    sizes = [float(np.abs(fit(choices(50), penalty)).sum()) for penalty in (0.01, 1.0, 100.0)]
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[-1] < 0.5 * sizes[0]


def test_what_teaches_nothing_changes_nothing() -> None:
    """Questions all or none of whose choices are right, and a feature that never differs."""
    used = choices(60)
    idle = [Choice(np.ones((2, 3)), np.array([flag, flag])) for flag in (True, False)]
    assert fit([*idle, *used]).tolist() == fit(used).tolist()
    with_constant = [Choice(np.insert(one.features, 1, 5.0, axis=1), one.right) for one in used]
    weights = fit(with_constant)
    assert weights[1] == 0
    assert np.delete(weights, 1) == pytest.approx(fit(used))


def test_the_fit_is_the_least_of_the_likelihood() -> None:
    """By the formula, for a question with two right choices: no step in any direction leads further down."""
    made = [Choice(np.array([[1.0, 0], [0.5, 2], [0, 1], [-1, 0.5]]), np.array([True, True, False, False]))]
    made += [Choice(np.array([[0.0, 0], [1, 1], [2, 0]]), np.array([True, False, False]))]
    rows = np.concatenate([one.features for one in made])
    mean, deviation = rows.mean(axis=0), rows.std(axis=0)

    def loss(weights: np.ndarray) -> float:
        total = 0.5 * float(((weights * deviation) ** 2).sum())
        for one in made:
            scores = (one.features - mean) @ weights
            wrong = np.exp(scores[~one.right]).sum()
            total -= float(np.log(np.exp(scores[one.right]) / (np.exp(scores[one.right]) + wrong)).mean())
        return total

    found = fit(made, penalty=0.5)
    assert all(loss(found + step) > loss(found) for step in np.array([[1, 0], [-1, 0], [0, 1], [0, -1]]) * 1e-2)


def test_the_likelihood_is_finite_however_far_scores_lie_apart() -> None:
    """A step too far, where one right choice is thousands above all others: a loss, and no gain without end."""
    rows = np.array([[2_000.0], [0.0], [-1.0]])
    made = train_ranker._Likelihood(
        rows,
        np.array([True, True, False]),
        np.array([0]),
        np.zeros(3, np.int64),
        np.array([0.5, 0.5]),
        0.0,
    )
    # the first right choice is certain, the second by e to 1 or to -1 likelier than the wrong one
    assert made.value(np.array([1.0])) == pytest.approx(np.log1p(np.exp(-1)) / 2)
    assert made.value(np.array([-1.0])) == pytest.approx((2_001 + np.log1p(np.e)) / 2)
    assert all(np.isfinite(part).all() for part in made.slopes(np.array([1.0])))


def test_calibration_finds_the_odds_that_made_the_gold() -> None:
    """Scale and offset of a logistic curve; a rising one, so that order stays."""
    chance = np.random.default_rng(3)
    scores = chance.normal(size=20_000) * 2
    gold = chance.random(20_000) < 1 / (1 + np.exp(-(1.5 * scores - 2)))
    scale, offset = logistic(scores[:, None], gold)
    assert (scale, offset) == (pytest.approx(1.5, abs=0.1), pytest.approx(-2, abs=0.1))
    likely = 1 / (1 + np.exp(-(scale * np.sort(scores) + offset)))
    assert (np.diff(likely) >= 0).all()
    assert likely.sum() == pytest.approx(gold.sum())  # as many are expected as there are


def test_rows_count_as_often_as_they_are_told_to() -> None:
    """Twice the same row is one row that counts twice."""
    signs = np.array([[0.0], [1.0], [2.0], [2.0], [0.5]])
    right = np.array([False, True, True, True, True])
    counted = logistic(signs[[0, 1, 2, 4]], right[[0, 1, 2, 4]], np.array([1.0, 1.0, 2.0, 1.0]))
    assert counted == pytest.approx(logistic(signs, right))


def named(prefix: str, fifth: int) -> str:
    """A name of some fifth."""
    return next(name for number in count() if train_ranker._fifth(name := f"{prefix}{number}") == fifth)


AT_LENGTH = " Neighbours painted fences yesterday while thunder rolled over distant hills and sparrows fled."
THINGS = ("cat", "boat", "guitar", "lamp", "bicycle")


def haystack(fifth: int) -> dict[str, Any]:
    """A question of LongMemEval, with a session that answers it and one that has much the same words."""
    thing = THINGS[fifth]
    sessions = [
        [("user", f"My {thing} is red."), ("assistant", f"A red {thing} is fine."), ("user", "Thanks.")],
        [("user", f"I saw a {thing}, is it blue?"), ("assistant", f"Which {thing} is yours?")],
    ]
    sessions = [[(role, text + 2 * AT_LENGTH) for role, text in turns] for turns in sessions]
    return {
        "question_id": named("question", fifth),
        "question_type": "single-session-user",
        "question": f"What colour is my {thing}?",
        "question_date": "2023/05/20 (Sat) 02:21",
        "answer": "red",
        "answer_session_ids": ["red"],
        "haystack_session_ids": ["red", "blue"],
        "haystack_dates": ["2023/05/01 (Mon) 02:21", "2023/05/02 (Tue) 02:21"],
        "haystack_sessions": [
            [
                {"role": role, "content": text, "has_answer": session + place == 0}
                for place, (role, text) in enumerate(turns)
            ]
            for session, turns in enumerate(sessions)
        ],
    }


def write_chronicle(folder: Path, fifth: int, more: str = AT_LENGTH, speakers: tuple[str, str] = ("Ana", "Ben")) -> str:
    """A conversation of two people about a thing, with two questions and a remark; each turn says something more."""
    name, thing = named("chronicle" if "Ana" in speakers else "diary", fifth), THINGS[fifth]
    lines = [[f"The {thing} is green.", "Is it?", "It is."], [f"Where is the {thing}?", f"The {thing} is in Porto."]]
    sessions = [
        {
            "id": f"{name}#{number}",
            "time": f"2024-01-0{number + 1}T10:00",
            "turns": [{"speaker": speakers[place % 2], "text": text + more} for place, text in enumerate(turns)],
        }
        for number, turns in enumerate(lines)
    ]
    questions = [
        {
            "question": text,
            "kind": "single",
            "asked_at": "2024-02-01T10:00",
            "answer": answer,
            "evidence": [{"session": f"{name}#{session}", "turn": turn}],
        }
        for text, answer, session, turn in (
            (f"What colour is Ana's {thing}?", "green", 0, 0),
            (f"Where is the {thing}?", "Porto", 1, 1),
        )
    ]
    remark = {**questions[0], "question": f"I'd like to repaint Ana's {thing}.", "kind": "statement"}
    (folder / f"{name}.remarks.json").write_text(json.dumps([remark]))
    event = {"event": f"The {thing} is painted", "description": f"Ana's {thing} is green.", "sources": ["1.1"]}
    block = {"block": 1, "events": [{**event, "triplets": [[f"Ana's {thing}", "is", "green"]]}]}
    (folder / f"{name}.events.jsonl").write_text(json.dumps(block))
    (folder / f"{name}.json").write_text(json.dumps({"name": name, "sessions": sessions}))
    (folder / f"{name}.questions.json").write_text(json.dumps(questions))
    return name


def test_from_conversations_to_weights(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both files are written, read by those who use them, and the same again."""
    questions = tmp_path / "longmemeval.json"
    questions.write_text(json.dumps([haystack(fifth) for fifth in range(PARTS)]))
    chronicles = tmp_path / "chronicles"
    chronicles.mkdir()
    names = [write_chronicle(chronicles, fifth) for fifth in range(3)]
    chats = tmp_path / "chats"
    chats.mkdir()
    names += [write_chronicle(chats, fifth, more="") for fifth in range(3, 5)]
    assistants = tmp_path / "assistants"
    assistants.mkdir()
    diaries = [write_chronicle(assistants, fifth, "", ("user", "assistant")) for fifth in (1, 4)]
    small_talk = tmp_path / "small_talk.txt"
    small_talk.write_text("ok thanks\nhello\nsee you\n")
    data = map(str, (questions, chronicles, chats, assistants, small_talk))
    monkeypatch.setattr(sys, "argv", ["train_ranker.py", *data, "--processes", "1"])
    written = []
    for run in ("first", "second"):
        files = tmp_path / run / "weights.json", tmp_path / run / "folds.json"
        monkeypatch.setattr(train_ranker, "BUNDLED_FILE", files[0])
        monkeypatch.setattr(train_ranker, "FOLDS_FILE", files[1])
        train_ranker.main()
        written.append([file.read_bytes() for file in files])
    assert written[0] == written[1]
    said = files[0].with_name("SOURCE").read_text()
    assert "    python scripts/train_ranker.py longmemeval.json chronicles chats assistants small_talk.txt\n" in said
    weights = read_weights(files[0])
    for form in FORMS:
        assert set(weights.by_form[form].turn) == set(bundled_weights().by_form[form].turn)
        assert set(weights.by_form[form].session) == set(bundled_weights().by_form[form].session)
        assert set(weights.by_form[form].unit_certainty) == set(bundled_weights().by_form[form].unit_certainty)
        assert any(weights.by_form[form].turn.values())
    assert set(weights.whole_certainty) == set(bundled_weights().whole_certainty)
    folds = json.loads(files[1].read_text())
    assert folds["part"] == {
        **{named("question", fifth): f"longmemeval {fifth}" for fifth in range(PARTS)},
        **{name: name for name in names},
        **{name: f"assistants {train_ranker._fifth(name)}" for name in diaries},
    }
    assert set(folds["weights"]) == set(folds["part"].values())
    assert weights_of(folds["weights"][names[0]]) != weights
    assert Unified(StaticEncoder(), bundled_words(), weights=weights).weights == weights


def test_what_ships_says_what_it_was_fitted_to() -> None:
    """In the words of the script, by the command in its own text."""
    data = train_ranker.__doc__.partition('DATA="')[2].partition('"')[0]
    said = BUNDLED_FILE.with_name("SOURCE").read_text()
    assert said == train_ranker.source([Path(one) for one in data.split()])
    assert f"    python scripts/train_ranker.py {data}\n" in said
