"""A run on a conversation small enough to know every figure."""

from __future__ import annotations

from pathlib import Path

import pytest

from convograph.types import Conversation, Session, Turn
from convograph_eval.datasets import Case, Dataset, Question, load
from convograph_eval.retrieval import RunSettings, run

TALK = Conversation(
    "talk",
    (
        Session((Turn("The cat sleeps on the boiler.", "Ana"), Turn("I bought a blue bicycle.", "Ben")), id="A"),
        Session((Turn("We sail to Lisbon in June.", "Ana"), Turn("The harbour was closed.", "Ben")), id="B"),
    ),
)


def question(name: str, text: str, *gold: str, abstention: bool = False) -> Question:
    sessions = tuple(dict.fromkeys(turn.partition(":")[0] for turn in gold))
    return Question(name, text, "plain", None, gold, sessions, None, abstention)


SMALL = Dataset(
    "small",
    (
        Case(
            TALK,
            (
                question("q1", "Where does the cat sleep?", "A:0"),
                question("q2", "Which bicycle, and when do they sail to Lisbon?", "A:1", "B:0"),
                question("q3", "What is the dog called?", abstention=True),
                question("q4", "Anything?"),
            ),
        ),
    ),
    (),
)


def report(architecture: str, unit: str = "turn", **options: object) -> dict:
    return run(RunSettings("small", "none", architecture, unit, ks=(1, 2), **options), SMALL)


@pytest.mark.parametrize("architecture", ["bm25", "dense", "bm25+dense", "sgmem", "rag"])
def test_words_that_only_the_gold_has_are_found(architecture: str) -> None:
    """q1 at rank 1; q2's two turns at ranks 1 and 2: hit@1 1, recall_all@1 .5, recall_all@2 1, MRR 1."""
    summary = report(architecture)["summary"]
    assert [summary[name] for name in ("hit@1", "recall_all@1", "recall_all@2", "mrr")] == [1, 0.5, 1, 1]


def test_what_cannot_be_scored_is_listed_not_dropped() -> None:
    """Unanswerable questions and those without gold are out of the means, and named with the reason."""
    made = report("bm25")
    assert made["left_out"]["questions"] == {"q3": "not answerable", "q4": "no gold unit"}
    assert [one["id"] for one in made["questions"]] == ["q1", "q2"]
    assert made["by_category"]["plain"]["questions"] == 2


def test_sessions_are_credited_once_however_many_turns_are_found() -> None:
    """Turns of one session found twice leave room for the other session: both are ranked."""
    made = report("sgmem-t", "session")
    assert {tuple(sorted(one["ranked"])) for one in made["questions"]} == {("A", "B")}


def test_a_run_is_the_same_twice() -> None:
    """But for times, two runs write the same report."""
    reports = [report("sgmem"), report("sgmem")]
    for made in reports:
        made.pop("cost")
        for one in made["questions"]:
            one.pop("milliseconds")
    assert reports[0] == reports[1]


def test_ids_choose_questions() -> None:
    """Only the questions named are asked."""
    assert [one["id"] for one in report("bm25", ids=("q2",))["questions"]] == ["q2"]


def test_bm25_on_locomo_is_the_known_control(data_folder: Path) -> None:
    """BM25 over turns of the five development conversations, written independently: hit@5 .583, hit@10 .676."""
    data = load("locomo", data_folder / "locomo" / "locomo_dev5.json")
    made = run(RunSettings("locomo", "locomo_dev5.json", "bm25", "turn"), data)
    assert made["summary"]["hit@5"] == pytest.approx(0.583, abs=0.02)
    assert made["summary"]["hit@10"] == pytest.approx(0.676, abs=0.02)
    assert len(made["questions"]) == 764
