"""A run on a conversation small enough to know every figure."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from convograph.context import pack
from convograph.tokens import WordPieceCounter
from convograph.types import (
    Citation,
    Context,
    Conversation,
    Evidence,
    Hit,
    Memo,
    MemoHit,
    Reason,
    Recall,
    Session,
    SourceTurn,
    Span,
    Turn,
    Usage,
)
from convograph_eval.brought import Brought
from convograph_eval.datasets import Case, Dataset, Question, load, with_ids
from convograph_eval.retrieval import RunSettings, run
from convograph_eval.retrieval.context_recall import survival, survived
from support.data_files import DataFile

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


def without_times(made: dict) -> dict:
    """A report without what differs from run to run."""
    return {
        **{name: value for name, value in made.items() if name != "cost"},
        "questions": [
            {name: value for name, value in one.items() if name != "milliseconds"} for one in made["questions"]
        ],
    }


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


def test_triplets_of_an_architecture_are_right_when_they_rest_on_a_gold_turn() -> None:
    """The gold of a question are the triplets found that do, or a name for none, so that it counts as missed."""
    made = report("glong-sources", "triplet")
    assert [one["id"] for one in made["questions"]] == ["q1", "q2"]
    for one in made["questions"]:
        found = set(one["gold"]) & set(one["ranked"])
        assert found == set(one["gold"]) or one["gold"] == ["a triplet of a gold turn"]
    assert any(set(one["gold"]) & set(one["ranked"]) for one in made["questions"])


def test_a_run_is_the_same_twice() -> None:
    """But for times, two runs write the same report."""
    assert without_times(report("sgmem")) == without_times(report("sgmem"))


@pytest.mark.parametrize("architecture", ["bm25", "sgmem"])
def test_processes_and_cache_change_times_only(architecture: str, tmp_path: Path) -> None:
    """One process or two, without a cache, with an empty one and with a full one: the same report."""
    two = replace(
        SMALL, cases=(*SMALL.cases, Case(replace(TALK, name="again"), (question("q5", "Who sails?", "B:0"),)))
    )
    settings = RunSettings("small", "none", architecture, "turn", ks=(1,))
    plain = without_times(run(settings, two))
    assert len(plain["questions"]) == 3
    for _ in range(2):
        assert without_times(run(settings, two, processes=2, cache=tmp_path)) == plain
    assert without_times(run(settings, two, cache=tmp_path)) == plain


def test_a_stopped_run_goes_on(tmp_path: Path) -> None:
    """What was asked before the stop is not asked again; the report is that of a run in one go."""
    again = Case(replace(TALK, name="again"), (question("q5", "Who sails?", "B:0"),))
    two = replace(SMALL, cases=(*SMALL.cases, again))
    settings = RunSettings("small", "none", "bm25", "turn")
    output = tmp_path / "report.json"

    def stop_after_one(stage: str, done: int, total: int) -> None:
        if stage == "cases":
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(settings, two, output=output, watch=stop_after_one)
    seen: list[str] = []
    made = run(settings, two, output=output, watch=lambda stage, done, total: seen.append(stage))
    assert seen.count("cases") == 1
    assert without_times(made) == without_times(run(settings, two))
    assert list(tmp_path.iterdir()) == []


def test_a_cut_off_beyond_the_usual_depth_is_reached() -> None:
    """k 30 of 40 turns: thirty distinct units are ranked."""
    long = Conversation("long", (Session(tuple(Turn(f"the cat number {n}", "Ana") for n in range(40)), id="L"),))
    data = Dataset("small", (Case(long, (question("q", "cat", "L:39"),)),), ())
    made = run(RunSettings("small", "none", "bm25", "turn", ks=(30,)), data)
    assert len(made["questions"][0]["ranked"]) == 30
    assert made["settings"]["ranked"] == 30


def test_what_a_run_says_of_itself() -> None:
    """Version and hash of the code, the encoder's fingerprint, sizes, and the tokens of the best units by k."""
    made = report("bm25", "session")
    assert made["settings"]["encoder_fingerprint"].startswith("static:")
    assert len(made["settings"]["code"]) == 16
    assert made["memory"] == {"conversations": 1, "sessions": 2, "turns": 4}
    assert made["cost"]["model_calls"] == 0
    counts = made["cost"]["tokens"]
    assert counts["counter"] == "wordpiece"
    assert 5 < counts["mean_of_best_units"]["1"] < counts["mean_of_best_units"]["2"] < 60


def test_bm25_on_locomo_is_the_known_control(data_file: DataFile) -> None:
    """BM25 over turns of the five development conversations, written independently: hit@5 .583, hit@10 .676."""
    data = load("locomo", data_file("locomo/locomo_dev5.json"))
    made = run(RunSettings("locomo", "locomo_dev5.json", "bm25", "turn"), data)
    assert made["summary"]["hit@5"] == pytest.approx(0.583, abs=0.02)
    assert made["summary"]["hit@10"] == pytest.approx(0.676, abs=0.02)
    assert len(made["questions"]) == 764


def test_what_is_left_of_the_gold_in_a_context() -> None:
    """Ten tokens hold no turn, a hundred hold the gold one."""
    brought = Brought(memos={"talk": (Memo("fact", "The cat likes warmth.", None, ("A:0",)),)})
    settings = RunSettings("small", "none", "rag-tf", "turn", ks=(1,), budgets=(10, 100), ids=("q1",))
    (one,) = run(settings, with_ids(SMALL, ["q1"]), brought=brought)["questions"]
    assert one["metrics"]["quoted@10"] == 0
    assert one["metrics"]["quoted@100"] == 1
    assert one["metrics"]["covered@100"] == 1


def question_about(*gold: str, text: str = "What opens the padlock?", answer: str = "4711") -> Question:
    return Question("q", text, "one", None, gold, (), answer, abstention=False)


def test_a_memo_covers_the_turns_that_it_rests_on() -> None:
    """Of two gold turns, one is in no hit and rests below a memo in the context, the other is lost: 0 and one half."""
    turn = SourceTurn(1, "A:0", "A", 0, "Ana", "The cat sleeps.", None)
    memo = MemoHit(1, "fact", "The cat likes warmth.", 1.5, None, (turn,))
    recall = Recall("why", "test", "turn", (), Usage({}, 0), memos=(memo,))
    counter = WordPieceCounter()
    scores = survival(lambda budget: pack(recall, budget, counter), question_about("A:0", "A:1"), (90,), counter)
    assert scores == {"quoted@90": 0.0, "covered@90": 0.5, "plain@90": 0.0}


PADLOCK = "Hello there. I bought a padlock. The padlock opens with 4711. The other one, with 0815. It is blue."


def cut(*quoted: str) -> Context:
    """A context with the turn `PADLOCK` cut to these parts."""
    turn = SourceTurn(1, "A:0", "A", 0, "Ana", PADLOCK, None)
    spans = tuple((PADLOCK.index(part), PADLOCK.index(part) + len(part)) for part in quoted)
    recall = Recall("?", "test", "turn", (), Usage({}, 0))
    return Context("?", "", 0, 90, "words", (Citation(1, turn, spans),), (), recall)


def test_a_cut_turn_counts_only_with_the_sentence_that_answers() -> None:
    """The one with the most words of the answer, and of the question where several have as many."""
    answered, asked = question_about("A:0"), question_about("A:0", answer="opens")
    assert survived(cut("I bought a padlock. The padlock opens with 4711."), answered) == (1.0, 1.0)
    assert survived(cut("I bought a padlock.", "It is blue."), answered) == (0.0, 0.0)
    assert survived(cut("The padlock opens"), answered) == (0.0, 0.0)  # not all of it
    assert survived(cut("The padlock opens with 4711."), asked) == (1.0, 1.0)  # no word but the question's own


def test_a_cut_turn_without_a_word_of_the_answer_does_not_count() -> None:
    """As for "two weeks", which nobody said; a whole turn does."""
    never_said = question_about("A:0", answer="two weeks")
    assert survived(cut("The padlock opens with 4711."), never_said) == (0.0, 0.0)
    assert survived(cut(), never_said) == (1.0, 1.0)


def test_by_labels_a_cut_turn_counts_with_all_sentences_that_answer() -> None:
    """Whatever its words say; a whole turn counts, and so does a cut one in which nothing answers for none."""
    answered = question_about("A:0", answer="blue")
    labels = replace(answered, answering={"A:0": ("The padlock opens with 4711.", "The other one, with 0815.")})
    assert survived(cut("The padlock opens with 4711. The other one, with 0815."), labels) == (1.0, 1.0)
    assert survived(cut("Hello there.", "The padlock opens with 4711.", "The other one, with 0815."), labels)[0] == 1
    assert survived(cut("The padlock opens with 4711.", "It is blue."), labels) == (0.0, 0.0)
    assert survived(cut(), labels) == (1.0, 1.0)
    of_two = replace(question_about("A:0", "B:0"), answering={"A:0": ("It is blue.",), "B:0": ()})
    assert survived(cut("It is blue."), of_two) == (1.0, 1.0)


def test_plain_packing_stops_at_the_first_turn_that_does_not_fit() -> None:
    """Heading and line of the first hit take 12 tokens and more; the long second one ends it."""
    turns = [
        SourceTurn(key, f"A:{key}", "A", key, "Ana", "padlock " * many, None) for key, many in enumerate((1, 99, 1))
    ]
    hits = tuple(
        Hit(rank, "turn", turn.id, 1.0, (turn,), (Evidence(Span(turn, 0, 5), 1.0, Reason("unit", 0.5)),))
        for rank, turn in enumerate(turns, start=1)
    )
    recall, counter = Recall("padlock?", "test", "turn", hits, Usage({}, 0)), WordPieceCounter()
    scores = survival(lambda budget: pack(recall, budget, counter), question_about("A:0", "A:2"), (60,), counter)
    assert scores["plain@60"] == 0.5
