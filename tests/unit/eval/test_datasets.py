"""LoCoMo and LongMemEval with questions and gold: literal samples with every flaw, then the real files."""

from __future__ import annotations

import gzip
import json
import lzma
import subprocess
import sys
from collections import Counter, defaultdict
from datetime import datetime

import pytest

import convograph
from convograph.errors import InputError
from convograph_eval.datasets import Dataset, Question, Unresolved, load, pooled, turn_ids
from support.encoders import HashingEncoder

MIB = 2**20


def turn(dia_id: str, text: str = "Hi.") -> dict:
    return {"speaker": "Ann", "dia_id": dia_id, "text": text}


def sample(*questions: dict, sample_id: str = "c") -> dict:
    """Two sessions: three turns on 8 May, of which D1:3 has no word, and one on 9 May."""
    conversation = {
        "session_1": [turn("D1:1"), turn("D1:2"), turn("D1:3", "")],
        "session_1_date_time": "1:56 pm on 8 May, 2023",
        "session_2": [turn("D2:1")],
        "session_2_date_time": "10:00 am on 9 May, 2023",
    }
    return {"sample_id": sample_id, "conversation": conversation, "qa": list(questions)}


def asked(*evidence: str, category: int = 1, **more: object) -> dict:
    return {"question": "Why?", "answer": "So.", "category": category, "evidence": list(evidence), **more}


HAYSTACK = {
    "question_id": "q1",
    "question_type": "multi-session",
    "question": "How many?",
    "question_date": "2023/05/30 (Tue) 23:40",
    "answer": 3,
    "answer_session_ids": ["late", "twice"],
    "haystack_session_ids": ["late", "twice", "twice"],
    "haystack_dates": ["2023/05/20 (Sat) 10:00", "2023/05/19 (Fri) 10:00", "2023/05/18 (Thu) 10:00"],
    "haystack_sessions": [
        [
            {"role": "user", "content": " \n"},
            {"role": "assistant", "content": "Two.", "has_answer": True},
            {"role": "user", "content": "Three\x07.", "has_answer": True},
            {"role": "user", "content": "Four.", "has_answer": False},
        ],
        [{"role": "user", "content": "Second time.", "has_answer": True}],
        [{"role": "user", "content": "First time."}],
    ],
}


@pytest.fixture
def written(tmp_path):
    """Writes a value as JSON and returns the file's path."""

    def write(value: object, name: str = "data.json"):
        path = tmp_path / name
        path.write_text(json.dumps(value))
        return path

    return write


@pytest.fixture(scope="module")
def locomo(data_file) -> Dataset:
    return load("locomo", data_file("locomo/locomo_dev5.json"))


@pytest.fixture(scope="module")
def oracle(data_file) -> Dataset:
    return load("longmemeval", data_file("longmemeval/longmemeval_oracle_dev.json.gz"))


@pytest.fixture(scope="module")
def full(data_file) -> Dataset:
    return load("longmemeval", data_file("longmemeval/longmemeval_s_dev.json.xz"))


def texts_by_id(dataset: Dataset) -> list[dict[str, str]]:
    """For each case, the stored turns' texts by their ids."""
    return [
        {
            name: turn.text
            for session in case.conversation.sessions
            for name, turn in zip(turn_ids(session), session.turns, strict=True)
        }
        for case in dataset.cases
    ]


def test_a_locomo_question_has_its_gold_its_time_and_its_category(written):
    """Turn ids as stored, their sessions, the last session's time, the category's name, an integer answer as text."""
    dataset = load("locomo", written([sample(asked("D2:1", "D1:1", category=2, answer=2022))]))
    assert dataset.name == "locomo"
    assert dataset.cases[0].conversation.name == "c"
    assert dataset.cases[0].questions == (
        Question(
            id="c/q0",
            text="Why?",
            category="temporal",
            asked_at=datetime(2023, 5, 9, 10),
            gold_turns=("c#D2:1", "c#D1:1"),
            gold_sessions=("c#2", "c#1"),
            answer="2022",
            abstention=False,
        ),
    )


def test_locomos_categories_have_names(written):
    """One to five, in the release's order; only the adversarial ones are to be abstained from, without an answer."""
    questions = [asked(category=number) for number in range(1, 5)]
    adversarial = {"question": "Why?", "adversarial_answer": "So.", "category": 5, "evidence": ["D1:1"]}
    found = load("locomo", written(sample(*questions, adversarial))).questions
    assert [each.category for each in found] == ["multi-hop", "temporal", "open-domain", "single-hop", "adversarial"]
    assert [each.abstention for each in found] == [False, False, False, False, True]
    assert (found[4].answer, found[4].gold_turns) == (None, ("c#D1:1",))


@pytest.mark.parametrize(
    "evidence",
    [
        ["D1:2; D2:1"],
        ["D1:2 D2:1"],
        ["D1:2,D2:1"],
        ["D:1:2", "D2:1"],
        ["D01:02", "D2:01"],
        ["d1:2", "D 2 : 1"],
        ["D1:2D2:1"],
        ["D1:2", "D2:1", "D1:2"],
    ],
)
def test_malformed_evidence_is_understood(written, evidence):
    """Several ids in one string with any separator, a colon too many, zeros in front; each turn counts once."""
    dataset = load("locomo", written(sample(asked(*evidence))))
    assert dataset.questions[0].gold_turns == ("c#D1:2", "c#D2:1")
    assert dataset.questions[0].gold_sessions == ("c#1", "c#2")
    assert dataset.unresolved == ()


@pytest.mark.parametrize(
    ("citation", "reason"),
    [
        ("D9:1", "no turn D9:1"),
        ("D1:3", "no turn D1:3"),
        ("D", "'D' names no turn"),
        ("D2:", "'D2:' names no turn"),
    ],
)
def test_evidence_that_leads_nowhere_is_listed(written, citation, reason):
    """A turn that is not there, one without a word, an id without a number; the rest of the evidence still counts."""
    dataset = load("locomo", written(sample(asked("D1:1", citation), asked(citation))))
    assert [question.gold_turns for question in dataset.questions] == [("c#D1:1",), ()]
    assert dataset.unresolved == (Unresolved("c/q0", citation, reason), Unresolved("c/q1", citation, reason))
    assert dataset.without_gold == ("c/q1",)


def test_only_questions_to_be_answered_can_lack_gold(written):
    """A question without evidence does, an adversarial one does not."""
    assert load("locomo", written(sample(asked(), asked(category=5)))).without_gold == ("c/q0",)


def test_an_audit_replaces_citations(written):
    """By sample and position; a question counts as corrected when its gold turns changed; answers stay as they are."""
    release = written(sample(asked("D1:1"), asked("D1:1; D2:1"), asked("D")))
    records = [
        {"question_id": f"locomo_3_qa{number}", "sample_id": "c", "question": "Why?", "correct_evidence": evidence}
        for number, evidence in enumerate([["D1:2"], ["D1:1", "D2:1"], ["D2:1"]])
    ]
    absent = {"question_id": "locomo_4_qa0", "sample_id": "absent", "question": "What?", "correct_evidence": []}
    records[0]["correct_answer"] = "Not so."
    dataset = load("locomo", release, written([*records, absent], "audit.json"))
    assert [each.gold_turns for each in dataset.questions] == [("c#D1:2",), ("c#D1:1", "c#D2:1"), ("c#D2:1",)]
    assert dataset.corrected == ("c/q0", "c/q2")
    assert dataset.unresolved == ()
    assert dataset.questions[0].answer == "So."


RECORD = {"question_id": "locomo_3_qa0", "sample_id": "c", "question": "Why?", "correct_evidence": []}


@pytest.mark.parametrize(
    ("audit", "message"),
    [
        ({}, "is not an audit: {}; give a list of records"),
        ([RECORD | {"question_id": "qa"}], "[0].question_id has no number: 'qa'; end it with _qa<n>"),
        ([RECORD, RECORD], "[1] corrects 'locomo_3_qa0' again; keep one record per question"),
        (
            [RECORD | {"question": "When?"}],
            "[0].question is not what the data set asks there: 'When?'; give the audit of this release",
        ),
    ],
)
def test_an_audit_of_something_else_is_refused(written, audit, message):
    """The line names the place in the audit's file, the value and what to do."""
    path = written(audit, "audit.json")
    with pytest.raises(InputError) as caught:
        load("locomo", written(sample(asked("D1:1"))), path)
    assert str(caught.value) == f"{path}: {message}"


def test_a_longmemeval_question_has_the_ids_that_turns_are_stored_under(written):
    """Turns count without the empty one before; a session's second time by date is `#2`; users' turns are named."""
    dataset = load("longmemeval", written([HAYSTACK]))
    assert dataset.questions == (
        Question(
            id="q1",
            text="How many?",
            category="multi-session",
            asked_at=datetime(2023, 5, 30, 23, 40),
            gold_turns=("twice#2:0", "late:0", "late:1"),
            gold_sessions=("twice", "twice#2", "late"),
            answer="3",
            abstention=False,
            gold_user_turns=("twice#2:0", "late:1"),
        ),
    )
    assert texts_by_id(dataset) == [
        {
            "twice:0": "First time.",
            "twice#2:0": "Second time.",
            "late:0": "Two.",
            "late:1": "Three .",
            "late:2": "Four.",
        }
    ]
    assert dataset.unresolved == ()


@pytest.mark.parametrize(("name", "value"), [("locomo", sample(asked("D1:1; D2:1"))), ("longmemeval", HAYSTACK)])
@pytest.mark.parametrize("change", [lambda dataset: dataset, pooled])
def test_gold_is_named_as_memory_stores_it(written, tmp_path, name, value, change):
    """A conversation that was added has turns with the ids of `turn_ids`; gold turns and sessions are among them."""
    (case,) = change(load(name, written(value))).cases
    with convograph.open(tmp_path / "memory.db", encoder=HashingEncoder()) as memory:
        memory.add(case.conversation)
        stored = memory.picture().turns
    expected = [(name, session.id) for session in case.conversation.sessions for name in turn_ids(session)]
    assert [(turn.id, turn.session) for turn in stored] == expected
    (question,) = case.questions
    assert set(question.gold_turns) < {turn.id for turn in stored}
    assert set(question.gold_sessions) <= {turn.session for turn in stored}


def test_longmemevals_abstention_is_a_suffix(written):
    """`_abs` at the end of the id; such a question never counts as lacking gold."""
    plain = HAYSTACK | {"haystack_sessions": [[{"role": "user", "content": "Hm."}]] * 3}
    dataset = load("longmemeval", written([plain, plain | {"question_id": "q2_abs"}]))
    assert [question.abstention for question in dataset.questions] == [False, True]
    assert dataset.without_gold == ("q1",)


def test_longmemevals_gold_that_is_not_stored_is_listed(written):
    """A flagged turn without a word, a session of the answer that the haystack lacks, and one without any word."""
    flaws = HAYSTACK | {
        "answer_session_ids": ["late", "absent"],
        "haystack_sessions": [
            [{"role": "user", "content": "", "has_answer": True}],
            [{"role": "user", "content": "Hm."}],
            [{"role": "user", "content": "Hm."}],
        ],
    }
    dataset = load("longmemeval", written([flaws]))
    nowhere = "no such session in the haystack, or none with a word"
    assert (dataset.questions[0].gold_turns, dataset.questions[0].gold_sessions) == ((), ())
    assert dataset.unresolved == (
        Unresolved("q1", "haystack_sessions[0][0]", "a turn without a word is not stored"),
        Unresolved("q1", "late", nowhere),
        Unresolved("q1", "absent", nowhere),
    )


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("locomo", [sample()], "holds no questions; give the release of locomo with its questions"),
        ("locomo", {**sample(), "qa": None}, "qa is missing: "),
        ("locomo", [sample(asked(category=6))], "[0].qa[0].category is wrong (Input should be 1, 2, 3, 4 or 5): 6;"),
        ("locomo", [sample(asked()), sample(asked())], "2 questions have the id 'c/q0'; take all but one out"),
        ("longmemeval", [HAYSTACK] * 3, "3 questions have the id 'q1'; take all but one out"),
        ("longmemeval", [HAYSTACK | {"question_type": 4}], "[0].question_type is not a string: 4; give a string"),
    ],
)
def test_a_broken_release_is_refused(written, name, value, message):
    """The line names the file, the place in it, the value and what to do."""
    path = written(value)
    with pytest.raises(InputError) as caught:
        load(name, path)
    assert str(caught.value).startswith(f"{path}: {message}")


def test_a_data_set_is_one_of_those_known(written):
    """An unknown name lists the known ones; an audit of LongMemEval is refused."""
    path = written([HAYSTACK])
    with pytest.raises(
        InputError,
        match=r"^no data set 'msc'; the data sets are assistants, chats, chronicles, locomo, longmemeval, remarks$",
    ):
        load("msc", path)
    with pytest.raises(InputError, match=r"there is no audit for LongMemEval; leave it out$"):
        load("longmemeval", path, audit=path)


def test_a_pool_holds_each_session_of_a_date_once(written):
    """The same session in two haystacks is one; other turns or another date make it another; gold follows, by date."""
    other_turns = [*HAYSTACK["haystack_sessions"][:2], [{"role": "user", "content": "Changed."}]]
    other_dates = [*HAYSTACK["haystack_dates"][:1], "2023/05/21 (Sun) 10:00", HAYSTACK["haystack_dates"][2]]
    second = HAYSTACK | {"question_id": "q2", "haystack_dates": other_dates, "haystack_sessions": other_turns}
    pool = pooled(load("longmemeval", written([HAYSTACK, second])))
    (case,) = pool.cases
    assert (pool.name, case.conversation.name, pool.session_count) == ("longmemeval-pooled", "longmemeval-pooled", 5)
    assert [session.id for session in case.conversation.sessions] == [
        "twice@2023-05-18T10:00",
        "twice@2023-05-18T10:00#2",
        "twice@2023-05-19T10:00",
        "late@2023-05-20T10:00",
        "twice@2023-05-21T10:00",
    ]
    late = ("late@2023-05-20T10:00:0", "late@2023-05-20T10:00:1")
    assert [each.gold_turns for each in case.questions] == [
        ("twice@2023-05-19T10:00:0", *late),
        (*late, "twice@2023-05-21T10:00:0"),
    ]
    assert [each.gold_user_turns for each in case.questions] == [
        ("twice@2023-05-19T10:00:0", late[1]),
        (late[1], "twice@2023-05-21T10:00:0"),
    ]
    assert case.questions[1].gold_sessions == (
        "twice@2023-05-18T10:00#2",
        "late@2023-05-20T10:00",
        "twice@2023-05-21T10:00",
    )


def test_a_pool_keeps_the_ids_that_turns_bring(written):
    """LoCoMo's turns keep theirs, and sessions without a time keep theirs and come last."""
    undated = sample(asked("D1:1"), sample_id="u")
    del undated["conversation"]["session_1_date_time"]
    pool = pooled(load("locomo", written([undated, sample(asked("D1:2"))])))
    assert [session.id for session in pool.cases[0].conversation.sessions] == [
        "c#1@2023-05-08T13:56",
        "u#2@2023-05-09T10:00",
        "c#2@2023-05-09T10:00",
        "u#1",
    ]
    assert [each.gold_turns for each in pool.questions] == [("u#D1:1",), ("c#D1:2",)]
    assert [each.gold_sessions for each in pool.questions] == [("u#1",), ("c#1@2023-05-08T13:56",)]


def test_the_real_locomo_is_counted(locomo):
    """1,010 questions, 768 of them not adversarial; two citations lead nowhere, and four questions cite nothing."""
    assert Counter(question.category for question in locomo.questions) == {
        "multi-hop": 143,
        "temporal": 161,
        "open-domain": 45,
        "single-hop": 419,
        "adversarial": 242,
    }
    assert sum(not question.abstention for question in locomo.questions) == 768
    assert locomo.unresolved == (
        Unresolved("conv-42/q58", "D10:19", "no turn D10:19"),
        Unresolved("conv-42/q88", "D", "'D' names no turn"),
    )
    assert locomo.without_gold == ("conv-26/q30", "conv-26/q46", "conv-50/q39", "conv-50/q42")


def test_the_real_locomos_gold_exists_where_it_says(locomo):
    """Every gold turn is in a session of its own conversation, which is gold too."""
    for case in locomo.cases:
        session_of = {name: session.id for session in case.conversation.sessions for name in turn_ids(session)}
        for question in case.questions:
            assert {session_of[name] for name in question.gold_turns} == set(question.gold_sessions)


def test_the_real_locomos_well_formed_evidence_is_taken_as_it_is(locomo, data_file):
    """Where every citation is the id of a turn, gold is just these, in their order: all but five questions."""
    samples = json.loads(data_file("locomo/locomo_dev5.json").read_text())
    malformed = []
    for sample_, case in zip(samples, locomo.cases, strict=True):
        there = {name for session in case.conversation.sessions for name in turn_ids(session)}
        for given, question in zip(sample_["qa"], case.questions, strict=True):
            cited = tuple(f"{case.conversation.name}#{citation}" for citation in given["evidence"])
            if there.issuperset(cited):
                assert question.gold_turns == tuple(dict.fromkeys(cited))
            else:
                malformed.append(question.id)
    assert malformed == ["conv-26/q37", "conv-42/q58", "conv-42/q88", "conv-43/q18", "conv-50/q69"]


def test_the_real_audit_corrects_57_questions(data_file):
    """Ninety records, of which 57 name other gold turns than the release; with them, every citation resolves."""
    audit = data_file("locomo/audit_dev5.json")
    audited = load("locomo", data_file("locomo/locomo_dev5.json"), audit)
    by_id = {question.id: question for question in audited.questions}
    assert len(audited.corrected) == 57
    assert audited.unresolved == ()
    assert by_id["conv-26/q1"].gold_turns == ("conv-26#D1:14",)
    records = json.loads(audit.read_text())
    assert len(records) == 90
    for record in records:
        question = by_id[f"{record['sample_id']}/q{record['question_id'].split('_qa')[1]}"]
        assert question.gold_turns == tuple(
            dict.fromkeys(f"{record['sample_id']}#{citation}" for citation in record["correct_evidence"])
        )


def test_the_real_longmemeval_is_counted(oracle):
    """249 questions, 15 of them to be abstained from; every other one has gold, 25 have none that the user said."""
    assert Counter(question.category for question in oracle.questions) == {
        "multi-session": 66,
        "temporal-reasoning": 66,
        "knowledge-update": 39,
        "single-session-user": 35,
        "single-session-assistant": 28,
        "single-session-preference": 15,
    }
    assert sum(question.abstention for question in oracle.questions) == 15
    assert (oracle.without_gold, oracle.unresolved) == ((), ())
    lacking = [each for each in oracle.questions if not each.abstention and not each.gold_user_turns]
    assert {each.category for each in lacking} == {"single-session-assistant"}
    assert len(lacking) == 25


def assert_gold_is_what_is_flagged(dataset: Dataset, raw: list) -> None:
    """Each case's gold texts are those flagged in the release, in the same sessions; so are the users' among them."""
    for given, case, texts in zip(raw, dataset.cases, texts_by_id(dataset), strict=True):
        flagged = defaultdict(list)
        for session_id, turns in zip(given["haystack_session_ids"], given["haystack_sessions"], strict=True):
            for each in turns:
                if each.get("has_answer"):
                    flagged[each["role"]].append((session_id, each["content"]))
        (question,) = case.questions
        gold = [(name.rpartition(":")[0].partition("#")[0], texts[name]) for name in question.gold_turns]
        users = [(name.rpartition(":")[0].partition("#")[0], texts[name]) for name in question.gold_user_turns]
        assert Counter(gold) == Counter(flagged["user"] + flagged["assistant"])
        assert Counter(users) == Counter(flagged["user"])
        assert set(question.gold_sessions) == set(given["answer_session_ids"])
        assert {name.rpartition(":")[0] for name in question.gold_turns} <= set(question.gold_sessions)


def test_the_real_longmemevals_gold_is_what_is_flagged(oracle, data_file):
    """Every gold turn's text is the one flagged `has_answer`, in the evidence sessions alone."""
    path = data_file("longmemeval/longmemeval_oracle_dev.json.gz")
    assert_gold_is_what_is_flagged(oracle, json.loads(gzip.decompress(path.read_bytes())))


def gold_by_question(dataset: Dataset) -> dict[str, tuple[set[str], set[str]]]:
    """Gold turns and gold sessions of each question."""
    return {question.id: (set(question.gold_turns), set(question.gold_sessions)) for question in dataset.questions}


@pytest.mark.slow
def test_the_full_haystacks_gold_is_what_is_flagged(full, oracle, data_file):
    """The same among all 11,828 sessions: 441 gold turns, the same as in the oracle file, whose times differ."""
    path = data_file("longmemeval/longmemeval_s_dev.json.xz")
    with lzma.open(path) as file:
        assert_gold_is_what_is_flagged(full, json.load(file))
    assert sum(len(question.gold_turns) for question in full.questions) == 441
    assert gold_by_question(full) == gold_by_question(oracle)
    assert (full.session_count, full.unresolved, full.without_gold) == (11828, (), ())


@pytest.mark.slow
def test_the_full_pool_keeps_every_gold_turn(full):
    """No session comes twice at one time, so all 11,828 stay; each gold id leads to the text it led to before."""
    pool = pooled(full)
    assert pool.session_count == 11828
    assert len({session.id for session in pool.cases[0].conversation.sessions}) == 11828
    (texts,) = texts_by_id(pool)
    for question, before, own in zip(pool.questions, full.questions, texts_by_id(full), strict=True):
        assert [texts[name] for name in question.gold_turns] == [own[name] for name in before.gold_turns]


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="reads the peak of memory in kilobytes, as Linux gives it")
def test_the_full_haystacks_load_in_reasonable_memory(data_file):
    """122,374 turns take less than 1.5 GiB at the peak, interpreter and libraries included."""
    path = data_file("longmemeval/longmemeval_s_dev.json.xz")
    program = (  # not getrusage: that also counts what this process held when it forked
        "import sys; from convograph_eval.datasets import load, pooled;"
        "pooled(load('longmemeval', sys.argv[1]));"
        "print(next(line.split()[1] for line in open('/proc/self/status') if line.startswith('VmHWM')))"
    )
    done = subprocess.run([sys.executable, "-c", program, str(path)], capture_output=True, text=True, check=True)
    assert int(done.stdout) * 1024 < 1536 * MIB
