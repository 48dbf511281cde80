"""The chronicles as a data set, and the events that a model wrote for them."""

from __future__ import annotations

import json
from collections import Counter
from datetime import datetime
from pathlib import Path

import pytest

from convograph.errors import InputError
from convograph.tokens import WordPieceCounter
from convograph.types import Memo, Triplet
from convograph_eval.answering import AnswerSettings
from convograph_eval.answering.contexts import ContextBuilder, memory_settings
from convograph_eval.architectures import architecture_for
from convograph_eval.brought import SourcedTriplet, bring
from convograph_eval.datasets import Question, data_files, load, turn_ids
from convograph_eval.retrieval import RunSettings, built, chosen_questions, run
from support.encoders import HashingEncoder

ROOT = Path(__file__).parents[3]
CHRONICLES = ROOT / "data" / "chronicles"
TALK = {
    "name": "ferry",
    "sessions": [
        {
            "id": "ferry#1",
            "time": "2024-01-14T17:10",
            "turns": [
                {"speaker": "Ana", "text": "The ferry is blue."},
                {"speaker": "Ben", "text": "It sails at nine."},
            ],
        },
        {
            "id": "ferry#2",
            "time": "2024-02-01T09:00",
            "turns": [{"speaker": "Ana", "text": "The ferry is green now.", "id": "painted"}],
        },
    ],
}
ASKED = {
    "question": "What colour is the ferry?",
    "answer": "blue",
    "evidence": [{"session": "ferry#1", "turn": 0}],
    "kind": "changed-fact",
    "wording": "plain",
    "asked_at": "2024-01-20T10:00",
}
LATER = {
    **ASKED,
    "answer": "green",
    "evidence": [{"session": "ferry#2", "turn": 0}, {"session": "ferry#1", "turn": 0}],
    "asked_at": "2024-02-02T10:00",
}
NEVER = {**ASKED, "kind": "unanswerable", "answer": None, "evidence": [], "wording": "paraphrased"}
SAILING = {
    "block": 1,
    "events": [
        {
            "event": "Ferry sails",
            "event_time": "2024-01",
            "description": "The ferry sails at nine.",
            "sources": ["1.2"],
            "triplets": [["ferry", "sails at", "nine"]],
        }
    ],
}


def written(folder: Path, *questions: object, name: str = "ferry", talk: object = TALK) -> Path:
    """The conversation's file in a folder, with its questions beside it."""
    (folder / f"{name}.questions.json").write_text(json.dumps(questions), encoding="utf-8")
    path = folder / f"{name}.json"
    path.write_text(json.dumps(talk), encoding="utf-8")
    return path


def test_a_question_is_asked_at_its_moment_of_the_turns_it_names(tmp_path: Path) -> None:
    """Places count from 0; a turn's own id is its id; wording and kind make the category."""
    dataset = load("chronicles", written(tmp_path, ASKED, LATER))
    first, second = dataset.questions
    assert first == Question(
        id="ferry:0",
        text="What colour is the ferry?",
        category="plain/changed-fact",
        asked_at=datetime(2024, 1, 20, 10),
        gold_turns=("ferry#1:0",),
        gold_sessions=("ferry#1",),
        answer="blue",
        abstention=False,
        as_of=datetime(2024, 1, 20, 10),
    )
    assert (second.id, second.gold_turns) == ("ferry:1", ("painted", "ferry#1:0"))
    assert second.gold_sessions == ("ferry#2", "ferry#1")


def test_what_cannot_be_answered_is_an_abstention(tmp_path: Path) -> None:
    """It needs no evidence, and does not count as lacking gold."""
    dataset = load("chronicles", written(tmp_path, NEVER))
    assert [(one.abstention, one.answer, one.gold_turns) for one in dataset.questions] == [(True, None, ())]
    assert dataset.without_gold == ()


def test_a_folder_is_its_conversations_by_name(tmp_path: Path) -> None:
    """Other files in it are left alone; the same questions of one file alone have the same ids."""
    other = json.loads(json.dumps(TALK).replace("ferry#", "boat#"))
    question = json.loads(json.dumps(ASKED).replace("ferry#", "boat#"))
    written(tmp_path, ASKED)
    alone = written(tmp_path, question, name="boat", talk=other)
    (tmp_path / "notes.json").write_text("{}")
    dataset = load("chronicles", tmp_path)
    assert [case.conversation.name for case in dataset.cases] == ["boat", "ferry"]
    assert load("chronicles", alone).cases == dataset.cases[:1]


def test_remarks_are_a_data_set_of_their_own(tmp_path: Path) -> None:
    """Beside the questions, with ids that are none of theirs; what is wrong is named likewise."""
    path = written(tmp_path, ASKED)
    remark = {**ASKED, "question": "I'll paint the ferry.", "kind": "statement", "wording": None, "answer": None}
    beside = tmp_path / "ferry.remarks.json"
    beside.write_text(json.dumps([remark]), encoding="utf-8")
    for given in (path, tmp_path):
        (question,) = load("remarks", given).questions
        assert (question.id, question.text, question.category) == (
            "remarks:ferry:0",
            "I'll paint the ferry.",
            "statement",
        )
        assert (question.gold_turns, question.answer, question.abstention) == (("ferry#1:0",), None, False)
        assert data_files("remarks", given) == (path, beside)
    assert len(load("chronicles", tmp_path).questions) == 1
    with pytest.raises(InputError, match=r"holds questions; name the conversation that they are about: .*ferry\.json"):
        load("remarks", beside)
    beside.unlink()
    with pytest.raises(InputError, match=r"holds no \*\.remarks\.json"):
        load("remarks", tmp_path)


def test_a_question_without_wording_has_its_kind_as_category(tmp_path: Path) -> None:
    """As in the example."""
    (question,) = load("chronicles", written(tmp_path, {**ASKED, "wording": None})).questions
    assert question.category == "changed-fact"


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"kind": None}, "[0].kind is missing"),
        ({"asked_at": None}, "[0].asked_at is missing"),
        ({"asked_at": "soon"}, "[0].asked_at: "),
        ({"wording": 3}, "[0].wording is not a string: 3; give a string"),
        ({"evidence": "ferry#1"}, "[0].evidence is not a list: 'ferry#1'; give a list"),
        ({"evidence": [{"session": "ferry#1", "turn": -1}]}, "[0].evidence[0].turn is wrong"),
        (
            {"evidence": [{"session": "ferry#1", "turn": 2}]},
            "[0].evidence[0].turn is no turn of ferry#1: 2; give a place from 0 to 1",
        ),
        (
            {"evidence": [{"session": "ferry#9", "turn": 0}]},
            "[0].evidence[0].session is no session of ferry: 'ferry#9'; its sessions have ids such as 'ferry#1'",
        ),
        (
            {"evidence": [{"session": "ferry#2", "turn": 0}]},
            "[0].evidence[0] is said at 2024-02-01T09:00:00, after the question at 2024-01-20T10:00:00; "
            "correct asked_at, or leave it out",
        ),
    ],
)
def test_a_wrong_question_is_refused(tmp_path: Path, changes: dict[str, object], message: str) -> None:
    """One line with the file, the place, the value and the remedy."""
    path = written(tmp_path, {**ASKED, **changes})
    with pytest.raises(InputError) as caught:
        load("chronicles", path)
    assert str(caught.value).startswith(f"{tmp_path / 'ferry.questions.json'}: {message}")


def test_a_wrong_path_is_refused(tmp_path: Path) -> None:
    """A folder without chronicles, a conversation without questions, and questions in place of a conversation."""
    with pytest.raises(InputError, match=r"holds no \*\.questions\.json; give the folder of the chronicles"):
        load("chronicles", tmp_path)
    path = written(tmp_path, ASKED)
    questions = tmp_path / "ferry.questions.json"
    with pytest.raises(InputError, match=r"name the conversation that they are about: ferry\.json$"):
        load("chronicles", questions)
    with pytest.raises(InputError, match=r"ferry\.json: there is no audit for the chronicles; leave it out$"):
        load("chronicles", path, audit=path)
    questions.write_text("[]")
    with pytest.raises(InputError, match="holds no questions"):
        load("chronicles", path)
    questions.write_text("{}")
    with pytest.raises(InputError, match=r"ferry\.questions\.json: is not a list"):
        load("chronicles", path)
    questions.unlink()
    with pytest.raises(InputError, match=r"cannot read .*ferry\.questions\.json"):
        load("chronicles", path)


def test_what_is_said_later_is_hidden_unless_all_turns_are_asked_for(tmp_path: Path) -> None:
    """The turn of February cannot be found in January."""
    dataset = load("chronicles", written(tmp_path, ASKED))
    settings = RunSettings("chronicles", "ferry.json", "bm25", "turn", ks=(1,))
    (asked,) = run(settings, dataset)["questions"]
    assert set(asked["ranked"]) == {"ferry#1:0"}
    everything = chosen_questions(RunSettings("chronicles", "ferry.json", "bm25", "turn", all_turns=True), dataset)[1]
    (asked,) = run(settings, everything)["questions"]
    assert set(asked["ranked"]) == {"ferry#1:0", "painted"}


@pytest.mark.parametrize("architecture", ["bm25", "full-context"])
def test_contexts_hold_nothing_said_later(tmp_path: Path, architecture: str) -> None:
    """What is packed for an answer was said before the question, retrieved or not."""
    (case,) = load("chronicles", written(tmp_path, ASKED, LATER)).cases
    settings = AnswerSettings(RunSettings("chronicles", "ferry.json", architecture, "turn"))
    made = architecture_for(memory_settings(settings).architecture, HashingEncoder(), "turn")
    with built(case, made) as memory:
        prepared = list(ContextBuilder(settings, WordPieceCounter()).prepared(case, memory.memory))
    assert ["painted" in {citation.turn.id for citation in one.context.citations} for one in prepared] == [False, True]


def test_a_report_has_figures_of_the_wording_and_of_each_kind_in_it(tmp_path: Path) -> None:
    """The wider group has the mean of both kinds."""
    fact = {**ASKED, "kind": "single-fact", "question": "When does it sail?"}
    report = run(
        RunSettings("chronicles", "f", "bm25", "turn", ks=(1,)), load("chronicles", written(tmp_path, ASKED, fact))
    )
    groups = {name: (group["questions"], group["hit@1"]) for name, group in report["by_category"].items()}
    assert groups == {"plain": (2, 0.5), "plain/changed-fact": (1, 1.0), "plain/single-fact": (1, 0.0)}


def test_events_of_a_conversation_name_turns_by_numbers_from_one(tmp_path: Path) -> None:
    """`1.2` is the second turn of the first session; the file's name is the conversation's."""
    dataset = load("chronicles", written(tmp_path, ASKED))
    path = tmp_path / "ferry.events.jsonl"
    path.write_text(json.dumps(SAILING))
    brought = bring(dataset, triplets=path, memos=path)
    triplet = Triplet("ferry", "sails at", "nine")
    assert brought.triplets == {"ferry": (SourcedTriplet(triplet, ("ferry#1:1",)),)}
    (memo,) = (brought.memos or {})["ferry"]
    assert isinstance(memo, Memo)
    assert (memo.kind, memo.turns, memo.triplets, memo.when_text) == ("event", ("ferry#1:1",), (triplet,), "2024-01")


def test_a_folder_of_events_is_read_for_the_conversations_that_are_there(tmp_path: Path) -> None:
    """Those of others are skipped; a wrong source is refused; a folder without events too."""
    dataset = load("chronicles", written(tmp_path, ASKED))
    with pytest.raises(InputError, match=r"holds no \*\.events\.jsonl; name a file, or a folder with the events"):
        bring(dataset, memos=tmp_path)
    (tmp_path / "boat.events.jsonl").write_text(json.dumps(SAILING))
    assert bring(dataset, memos=tmp_path).memos == {}
    (tmp_path / "ferry.events.jsonl").write_text(json.dumps(SAILING))
    assert list(bring(dataset, memos=tmp_path, triplets=tmp_path).memos or {}) == ["ferry"]
    (tmp_path / "ferry.events.jsonl").write_text(json.dumps(SAILING).replace("1.2", "1.3"))
    with pytest.raises(InputError, match=r"memo 1 of ferry\[0\] is no turn of ferry: 'ferry#1:2'"):
        bring(dataset, memos=tmp_path)


@pytest.fixture(scope="module")
def chronicles():
    """The ten conversations in the repository."""
    return load("chronicles", CHRONICLES)


def test_the_chronicles_are_counted_as_their_readme_says(chronicles) -> None:
    """Ten conversations, 268 sessions, 3,445 turns, 1,000 questions; 114 are asked before the last session."""
    turns = [turn for case in chronicles.cases for one in case.conversation.sessions for turn in one.turns]
    assert (len(chronicles.cases), chronicles.session_count, len(turns)) == (10, 268, 3445)
    assert sum(len(turn.text.split()) for turn in turns) == 88_265
    wordings, kinds = zip(*(one.category.split("/") for one in chronicles.questions), strict=True)
    assert Counter(wordings) == {"paraphrased": 600, "plain": 400}
    assert Counter(kinds) == {
        **{"single-fact": 416, "temporal": 198, "multi-hop": 160, "changed-fact": 83},
        **{"who-said": 63, "inferred": 50, "unanswerable": 30},
    }
    early = 0
    for case in chronicles.cases:
        last = case.conversation.sessions[-1].said
        assert last is not None
        early += sum(one.asked_at is not None and one.asked_at < last.local for one in case.questions)
    assert early == 114


def test_the_remarks_are_counted_as_their_readme_says() -> None:
    """Forty about each conversation; few have a question mark."""
    cases = load("remarks", CHRONICLES).cases
    assert [len(case.questions) for case in cases] == [40] * 10
    remarks = [one for case in cases for one in case.questions]
    assert Counter(one.category for one in remarks) == {"statement": 251, "request": 149}
    assert all(one.gold_turns and not one.abstention for one in remarks)
    assert sum("?" in one.text for one in remarks) <= 20


def test_the_chats_are_counted_as_their_readme_says() -> None:
    """Thirty-four questions about each of eight, forty about the four with parallel topics, in short messages."""
    cases = load("chats", CHRONICLES.parent / "chats").cases
    assert Counter(len(case.questions) for case in cases) == {34: 8, 40: 4}
    messages = [turn.text for case in cases for session in case.conversation.sessions for turn in session.turns]
    assert (len(messages), sum(len(text.split()) for text in messages)) == (2_839, 20_103)
    kinds = Counter(one.category.split("/")[1] for case in cases for one in case.questions)
    assert kinds == {
        **{"single-fact": 221, "temporal": 53, "changed-fact": 52, "multi-hop": 48},
        **{"who-said": 26, "unanswerable": 32},
    }


def test_the_conversations_with_assistants_are_counted_as_their_readme_says() -> None:
    """Forty-four questions about each, four of which nothing answers."""
    cases = load("assistants", CHRONICLES.parent / "assistants").cases
    assert [len(case.questions) for case in cases] == [44] * 20
    turns = [turn for case in cases for session in case.conversation.sessions for turn in session.turns]
    assert (len(turns), sum(len(turn.text.split()) for turn in turns)) == (6_216, 106_155)
    assert {turn.speaker for turn in turns} == {"user", "assistant"}
    kinds = Counter(one.category.split("/")[1] for case in cases for one in case.questions)
    assert kinds == {
        **{"single-fact": 295, "changed-fact": 185, "temporal": 137, "multi-hop": 80},
        **{"who-said": 81, "inferred": 22, "unanswerable": 80},
    }


def test_only_what_cannot_be_answered_lacks_answer_and_evidence(chronicles) -> None:
    """For every other question, both are there, and each gold turn once."""
    assert sum(one.abstention for one in chronicles.questions) == 30
    for one in chronicles.questions:
        assert (one.answer is None) == (one.gold_turns == ()) == one.abstention
        assert len(set(one.gold_turns)) == len(one.gold_turns)


def test_gold_is_what_the_files_name(chronicles) -> None:
    """Read independently of the loader: the text of each gold turn is at the place that the evidence gives."""
    for case in chronicles.cases:
        name = case.conversation.name
        texts = {
            turn: given.text
            for session in case.conversation.sessions
            for turn, given in zip(turn_ids(session), session.turns, strict=True)
        }
        raw = {one["id"]: one["turns"] for one in json.loads((CHRONICLES / f"{name}.json").read_text())["sessions"]}
        asked = json.loads((CHRONICLES / f"{name}.questions.json").read_text())
        for given, question in zip(asked, case.questions, strict=True):
            cited = [raw[one["session"]][one["turn"]]["text"] for one in given["evidence"]]
            assert [texts[turn] for turn in question.gold_turns] == cited


def test_the_events_in_the_repository_fit_their_conversations(chronicles) -> None:
    """1,692 events of six conversations; every source is a stored turn."""
    brought = bring(chronicles, CHRONICLES, CHRONICLES)
    assert brought.memos and brought.triplets
    assert list(brought.memos) == ["brass-season", "ferrymen", "fourth-floor", "harbourmaster", "lantern", "meridian"]
    assert sum(map(len, brought.memos.values())) == 1_692
    assert brought.triplets.keys() == brought.memos.keys()
    assert brought.lost == ()


def test_the_example_is_a_chronicle() -> None:
    """38 questions, four of which cannot be answered."""
    (case,) = load("chronicles", ROOT / "examples" / "allotment.json").cases
    assert (len(case.questions), sum(one.abstention for one in case.questions)) == (38, 4)
    assert "paraphrased" not in {one.category.split("/")[0] for one in case.questions}


def test_the_default_finds_what_people_ask_of_a_chronicle_that_it_never_saw() -> None:
    """By weights that leave it out: 66 of 97 questions have gold among five hits (49 by BM25)."""
    dataset = load("chronicles", CHRONICLES / "reunion.json")
    report = run(RunSettings("chronicles", "reunion", "unified", "turn"), dataset)
    assert len(report["questions"]) == 97
    assert report["summary"]["hit@5"] >= 0.66
