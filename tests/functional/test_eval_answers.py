"""`convograph-eval answers` and `judges` against a server on this machine, with a tiny data set."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from convograph.llm.scripted import Fail, ReceivedRequest, Say, ScriptedServer
from convograph_eval.cli.commands import app
from convograph_eval.judges import planted_cases
from support.locomo import sample
from support.shell import KEY, Run, call, serving

pytest.importorskip("openai")


SAMPLE = sample(
    "talk",
    {
        "1:56 pm on 8 May, 2023": [
            ("Ana", "My cat is called Miso."),
            ("Ben", "A fine name for a cat."),
        ],
        "2:00 pm on 9 June, 2023": [
            ("Ben", "I moved to Porto last week."),
            ("Ana", "My sister moved to Vigo long ago."),
        ],
    },
    [
        {"question": "What is Ana's cat called?", "answer": "Miso", "evidence": ["D1:1"], "category": 4},
        {"question": "Where did Ben move?", "answer": "Porto", "evidence": ["D2:1"], "category": 4},
        {"question": "When did Ben move?", "answer": "early June 2023", "evidence": ["D2:1"], "category": 2},
        {"question": "What is Ben's cat called?", "adversarial_answer": "Miso", "evidence": ["D1:1"], "category": 5},
    ],
)
ANSWERS = {
    "Ana's cat": "Miso [{n}].",
    "Where did Ben": "Vigo [{n}].",
    "When did Ben": "June 2023 [{n}].",
    "": "Not in memory.",
}


def cited(prompt: str) -> int:
    """The number of the last line of dialogue in a prompt, 1 where there is none."""
    return int(["1", *re.findall(r'^\[(\d+)\] "', prompt, re.MULTILINE)][-1])


def purpose(asked: ReceivedRequest) -> str:
    """Who asks: `answering`, or the name of a judge."""
    system = str(asked.body["messages"][0]["content"])
    marks = {
        "helpful assistant": "answering",
        "You grade": "sgmem",
        "You label": "lightgmem",
        "You check": "longmemeval",
    }
    return next(name for mark, name in marks.items() if mark in system)


def served(asked: ReceivedRequest) -> Any:
    """A model that answers by `ANSWERS`, and judges that want every word of the gold answer."""
    prompt = str(asked.body["messages"][1]["content"])
    who = purpose(asked)
    if who == "answering":
        text = next(text for mark, text in ANSWERS.items() if mark in prompt)
        return text.format(n=cited(prompt)) if "{n}" in text else text
    right = judged_right(prompt)
    return {"sgmem": {"score": int(right)}, "lightgmem": {"label": "CORRECT" if right else "WRONG"}}.get(
        who, "yes" if right else "no"
    )


def judged_right(prompt: str) -> bool:
    gold, answer = (
        json.loads(re.search(rf'^{name}: (".*")$', prompt, re.MULTILINE)[1])
        for name in ("Gold answer", "Candidate answer")
    )  # type: ignore[index]
    return set(re.findall(r"\w+", gold.lower())) <= set(re.findall(r"\w+", answer.lower()))


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    """Calls a command in a folder with the data set, checks its exit code, and gives its output and report."""
    for name in ("CONVOGRAPH_BASE_URL", "OPENAI_API_KEY", "CONVOGRAPH_EVAL_CACHE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("COLUMNS", "160")
    monkeypatch.setenv("CONVOGRAPH_API_KEY", KEY)
    monkeypatch.chdir(tmp_path)
    Path("talk.json").write_text(json.dumps([SAMPLE]))

    def written(*arguments: object, command: str = "answers", exits: int = 0) -> Any:
        own = command == "answers" and "--dataset" not in arguments
        data = ["--dataset", "locomo", "--data", "talk.json", "--no-cache"] if own else []
        return call(command, *data, *arguments, "--json", "report.json", exits=exits, by=app)

    return written


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[ScriptedServer]:
    """The server of `served`, which the commands find."""
    with serving(monkeypatch, served) as running:
        yield running


def report() -> Any:
    return json.loads(Path("report.json").read_text())


def asked_of(server: ScriptedServer) -> list[str]:
    return [json.dumps(asked.body["messages"]) for asked in server.requests]


MEMORY = ("-a", "bm25")
ASKED = (*MEMORY, "--model", "openai:m")
JUDGED = (*ASKED, "--judge", "openai:j")


def test_answers_are_scored_and_judged(run: Run, server: ScriptedServer) -> None:
    """A right, a wrong and a half right answer: their records, their means, and what they cost."""
    output = run(*JUDGED, "--price", "1000000,0", "--judge-price", "0,1000000").stdout
    made = report()
    assert set(made) == {"settings", "summary", "by_category", "cost", "memory", "left_out", "questions"}
    first, second, third = made["questions"]
    assert (first["answer"], first["raw"], first["gold_answer"]) == ("Miso.", f"Miso [{cited_by(first)}].", "Miso")
    assert first["found"] is True
    assert first["verdicts"] == {"sgmem": True, "longmemeval": True, "lightgmem": True}
    assert second["verdicts"] == {"sgmem": False, "longmemeval": False, "lightgmem": False}
    assert [each["metrics"]["token_f1"] for each in made["questions"]] == [1.0, 0.0, pytest.approx(4 / 5)]
    assert third["metrics"]["quoted"] == 1.0
    means = made["summary"]["means"]
    assert means["sgmem"]["mean"] == pytest.approx(1 / 3)
    assert means["token_f1"]["mean"] == pytest.approx((1 + 4 / 5) / 3)
    assert means["token_f1"]["low"] <= means["token_f1"]["mean"] <= means["token_f1"]["high"]
    assert made["by_category"]["temporal"]["questions"] == 1
    assert made["left_out"]["questions"] == {"talk/q3": "not answerable"}
    cost = made["cost"]
    assert (cost["answering"]["calls"], cost["judging"]["sgmem"]["calls"]) == (3, 3)
    assert cost["answering"]["money"] == cost["answering"]["prompt_tokens"] > 0
    assert cost["judging"]["sgmem"]["money"] == cost["judging"]["sgmem"]["completion_tokens"] > 0
    assert cost["answering"]["a_question"]["prompt_tokens"] == cost["answering"]["prompt_tokens"] / 3
    assert "bm25 · locomo · openai:m" in output
    assert len(server.requests) == 3 + 3 * 3


def cited_by(record: dict[str, Any]) -> int:
    """The number under which a record's first citation was packed."""
    return record["context"].index(record["citations"][0]) + 1


def test_lightgmems_contexts_are_answered_and_judged_as_in_its_paper(run: Run, server: ScriptedServer) -> None:
    """Chunks, with the F1, BLEU-1 and verdicts of Tables 2 and 3; each question is answered once and judged once."""
    run("-a", "lightgmem", "--unit", "chunk500", "--model", "openai:m", "--judge", "openai:m", "--judges", "lightgmem")
    means = report()["summary"]["means"]
    assert {"token_f1", "bleu1", "lightgmem"} <= means.keys()
    assert means["lightgmem"]["mean"] == pytest.approx(1 / 3)
    assert sorted(map(purpose, server.requests)) == ["answering"] * 3 + ["lightgmem"] * 3
    asked = [str(one.body["messages"][1]["content"]) for one in server.requests if purpose(one) == "answering"]
    assert any('"My cat is called Miso."' in prompt for prompt in asked)


@pytest.mark.parametrize("unit", [("lightgmem", "chunk500"), ("rag-4096", "session")])
def test_lightgmem_and_its_baseline_are_quoted_without_a_model(run: Run, unit: tuple[str, str]) -> None:
    """By the same metrics of words; nothing is called."""
    architecture, episodes = unit
    run("-a", architecture, "--unit", episodes)
    made = report()
    assert made["settings"]["answers"] == "quotations"
    assert {"token_f1", "bleu1"} <= made["summary"]["means"].keys()
    assert "My cat is called Miso." in made["questions"][0]["answer"]
    assert made["questions"][0]["metrics"]["token_f1"] > 0
    assert made["cost"]["answering"]["calls"] == 0


def test_the_same_run_again_asks_nothing(run: Run, server: ScriptedServer) -> None:
    """Its scores and tokens are those of the first run, and its calls are none; another style of answer asks anew."""
    run(*JUDGED)
    first = report()
    sent = len(server.requests)
    run(*JUDGED)
    again = report()
    assert len(server.requests) == sent
    assert again["summary"] == first["summary"]
    answering = again["cost"]["answering"]
    assert (answering["calls"], answering["kept"]) == (0, 3)
    assert answering["prompt_tokens"] == first["cost"]["answering"]["prompt_tokens"]
    assert answering["seconds"] == first["cost"]["answering"]["seconds"]
    run(*ASKED, "--paragraphs")
    assert len(server.requests) == sent + 3


def test_a_judge_that_repairs_its_json_counts(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two calls for each of its verdicts; one that never gets it right is a failure, and no verdict."""

    def script(asked: ReceivedRequest) -> Any:
        if purpose(asked) == "sgmem" and len(asked.body["messages"]) == 2:
            return "I would say that this one is right."
        return "no idea" if purpose(asked) == "lightgmem" else served(asked)

    with ScriptedServer(script) as server:
        monkeypatch.setenv("CONVOGRAPH_BASE_URL", server.url)
        output = run(*JUDGED, "--judges", "sgmem,lightgmem", exits=1).stdout
    made = report()
    assert [each["verdicts"] for each in made["questions"]] == [
        {"sgmem": True, "lightgmem": None},
        {"sgmem": False, "lightgmem": None},
        {"sgmem": False, "lightgmem": None},
    ]
    assert made["cost"]["judging"]["sgmem"]["calls"] == 6
    assert made["summary"]["failed"] == {"lightgmem": 3}
    assert made["summary"]["means"]["lightgmem"] is None
    assert "Failed, and in no mean: lightgmem 3" in output
    assert "lightgmem, 3: ModelOutputError: openai:j gave no usable reply" in " ".join(output.split())
    costs = made["cost"]["judging"]
    assert (costs["lightgmem"]["calls"], costs["lightgmem"]["failures"]) == (6, 6)
    assert costs["sgmem"]["failures"] == 0


def test_busy_is_waited_for_and_a_lasting_error_is_a_record(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """429 passes; 500 for one question leaves it without a score, and the next run asks that question alone."""
    busy = [Fail(429, "slow down", retry_after="0")]

    def script(asked: ReceivedRequest) -> Any:
        if "Where did Ben" in asked.last:
            return Fail(500, "out of memory")
        return busy.pop() if busy else served(asked)

    with ScriptedServer(script) as server:
        monkeypatch.setenv("CONVOGRAPH_BASE_URL", server.url)
        run(*ASKED, exits=1)
    first, second, third = report()["questions"]
    assert "out of memory" in second["failed"]["answering"]
    assert (second["answer"], second["metrics"]["token_f1"]) == (None, None)
    assert report()["summary"]["means"]["token_f1"]["questions"] == 2
    assert first["failed"] == third["failed"] == {}
    with ScriptedServer(served) as server:
        monkeypatch.setenv("CONVOGRAPH_BASE_URL", server.url)
        run(*ASKED)
        assert ["Where did Ben" in asked.last for asked in server.requests] == [True]
    assert report()["questions"][1]["failed"] == {}


def test_a_killed_run_repeats_no_answered_call(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """SIGKILL while the third request waits: the same command asks that one and the rest, and nothing twice."""
    asked: list[ReceivedRequest] = []

    def script(one: ReceivedRequest) -> Any:
        asked.append(one)
        return Say(served(one), delay=30.0 if len(asked) == 3 else 0.0)

    arguments = (*JUDGED, "--judges", "sgmem", "--workers", "1")
    with ScriptedServer(script) as server:
        monkeypatch.setenv("CONVOGRAPH_BASE_URL", server.url)
        command = [sys.executable, "-c", "from convograph_eval.cli import main; main()", "answers"]
        command += ["--dataset", "locomo", "--data", "talk.json", "--no-cache", *arguments, "--json", "report.json"]
        running = subprocess.Popen(command, stdout=subprocess.DEVNULL, env=dict(os.environ))
        deadline = time.monotonic() + 120
        while len(server.requests) < 3:
            assert running.poll() is None
            assert time.monotonic() < deadline
            time.sleep(0.02)
        running.kill()
        running.wait()
        answered = asked_of(server)[:2]
        assert not Path("report.json").exists()
        run(*arguments)
        sent = asked_of(server)
    assert sent[3] == sent[2]
    assert not set(answered) & set(sent[3:])
    assert len(sent) == 2 + 1 + 4
    cost = report()["cost"]
    assert (cost["answering"]["calls"], cost["answering"]["kept"]) == (2, 1)
    assert sorted(path.name for path in Path().iterdir()) == ["report.json", "report.json.replies", "talk.json"]


def test_histories_show_all_the_newest_or_nothing(run: Run, server: ScriptedServer) -> None:
    """The prompts hold the turns that each history shows, in reading order, whatever the question."""
    shown = {}
    for name, options in (
        ("full-context", ()),
        ("recent-sessions", ("--k", 1)),
        ("no-history", ()),
        ("full-context", ("--budget", 80)),
    ):
        run("-a", name, "--model", "openai:m", *options)
        texts = re.findall(r'^\[\d+\] "\w+": "(.*)"$', server.requests[-1].last, re.MULTILINE)
        shown[name, *options] = texts, report()["questions"][0]["cut_turns"]
    cat, name_, porto, vigo = (
        turn["text"] for number in (1, 2) for turn in SAMPLE["conversation"][f"session_{number}"]
    )  # type: ignore[index]
    assert shown == {
        ("full-context",): ([cat, name_, porto, vigo], 0),
        ("recent-sessions", "--k", 1): ([porto, vigo], 2),
        ("no-history",): ([], 4),
        ("full-context", "--budget", 80): ([name_, porto, vigo], 1),
    }


def test_without_a_model_answers_are_quotations(run: Run) -> None:
    """Nothing is sent, and the output says that these are no answers of a model."""
    output = run(*MEMORY).stdout
    assert "quoted from what was found" in output
    made = report()
    assert made["settings"]["answers"] == "quotations"
    assert made["questions"][0]["answer"] == "My cat is called Miso."
    assert made["questions"][0]["metrics"]["token_f1"] == pytest.approx(2 / 6)
    assert made["cost"]["answering"]["calls"] == 0
    assert not Path("report.json.replies").exists()


def test_adversarial_questions_are_right_when_nothing_is_found(run: Run, server: ScriptedServer) -> None:
    """Asked only when wanted; by LoCoMo's rule a refusal scores 1, and the judges are told that nothing is known."""
    run(*JUDGED, "--abstentions", "--judges", "lightgmem")
    adversarial = report()["questions"][3]
    assert (adversarial["abstention"], adversarial["found"], adversarial["gold_answer"]) == (True, False, None)
    assert adversarial["metrics"]["locomo_f1"] == 1.0
    assert adversarial["metrics"]["token_f1"] is None
    assert sum("The conversation does not say." in asked.last for asked in server.requests) == 1


def test_a_dead_server_ends_with_5_and_keeps_what_was_answered(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """A judge that is never reached makes no report; the answers are not asked for again."""

    def script(asked: ReceivedRequest) -> Any:
        return served(asked) if purpose(asked) == "answering" else Fail(401, f"wrong key {KEY}")

    with ScriptedServer(script) as server:
        monkeypatch.setenv("CONVOGRAPH_BASE_URL", server.url)
        output = run(*JUDGED, exits=5).stderr
    assert "calls in a row failed" in output
    assert "the same command resumes" in output
    assert not Path("report.json").exists()
    with ScriptedServer(served) as server:
        monkeypatch.setenv("CONVOGRAPH_BASE_URL", server.url)
        run(*JUDGED)
        assert "answering" not in {purpose(asked) for asked in server.requests}


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--judge", "openai:j", "--judges", "vibes"], "no judge is called 'vibes'"),
        (["--words"], "name a model"),
        (["--model", "gpt"], "no chat model is called 'gpt'"),
        (["--model", "openai:m", "--price", "free"], "not a price: 'free'"),
        (["--architecture", "magic"], "no architecture is called 'magic'"),
        (["--sample", "1", "--ids", "talk.json"], "give one of them"),
        (["--model", "openai:m", "--replies", "talk.json"], "with --replies"),
    ],
)
def test_wrong_use_is_one_line(run: Run, server: ScriptedServer, arguments: list[str], says: str) -> None:
    """Exit code 2, and nothing is sent."""
    output = " ".join(run(*MEMORY, *arguments, exits=2).stderr.split())
    assert says in output
    assert output.startswith("error: ")
    assert server.requests == []


def test_two_reports_are_compared(run: Run, server: ScriptedServer) -> None:
    """Quotations against a model, over the metrics that both have."""
    run(*MEMORY)
    Path("report.json").rename("quoted.json")
    run(*ASKED)
    result = CliRunner().invoke(app, ["compare", "quoted.json", "report.json", "--by", "token_f1"])
    assert result.exit_code == 0, result.output
    assert "A: quoted.json (bm25, static-sentences, quotations)" in result.output
    assert "B: report.json (bm25, static-sentences, openai:m, short)" in result.output
    assert "locomo_f1" in result.output
    assert "3 questions in both" in result.output


def test_judges_are_tried_on_planted_answers(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """One that calls all right agrees on the right ones alone; again, nothing is asked."""

    def script(asked: ReceivedRequest) -> Any:
        return {"score": 1} if purpose(asked) == "sgmem" else "yes"

    with ScriptedServer(script) as server:
        monkeypatch.setenv("CONVOGRAPH_BASE_URL", server.url)
        output = run("--judge", "openai:j", "--judges", "sgmem, longmemeval", command="judges").stdout
        sent = len(server.requests)
        run("--judge", "openai:j", "--judges", "sgmem,longmemeval", command="judges")
        assert len(server.requests) == sent
    planted = planted_cases("sgmem")
    wrong = [case.answered.id for case in planted if not case.right]
    found = report()["judges"]["sgmem"]
    assert (found["cases"], found["too_lenient"], found["mistaken"]) == (len(planted), len(wrong), wrong)
    assert found["kappa"] == 0.0
    assert wrong[0] in output


def test_a_judge_that_fails_says_why(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Exit code 1; the reason stands below the table and in the report."""
    with ScriptedServer(lambda asked: "perhaps") as server:
        monkeypatch.setenv("CONVOGRAPH_BASE_URL", server.url)
        output = run("--judge", "openai:j", "--judges", "longmemeval", command="judges", exits=1).stdout
    (reason,) = report()["judges"]["longmemeval"]["reasons"]
    assert "said neither yes nor no" in reason
    assert "longmemeval failed: ModelOutputError" in output


def test_a_judge_that_never_answers_is_no_agreement(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Exit code 5, and no report."""
    with ScriptedServer(lambda asked: Fail(401, "no")) as server:
        monkeypatch.setenv("CONVOGRAPH_BASE_URL", server.url)
        run("--judge", "openai:j", command="judges", exits=5)
    assert not Path("report.json").exists()


def served_with_deliberation(asked: ReceivedRequest) -> Any:
    """As `served`, and a model that misses Porto in whatever was retrieved."""
    if "for a retriever" in str(asked.body["messages"][0]["content"]):
        return {"add_entity": ["Porto"], "unrelated_content": []}
    return served(asked)


HAYSTACK = {
    "question_id": "q1",
    "question_type": "single-session-user",
    "question": "Where did Ben move?",
    "answer": "Vigo",
    "question_date": "2023/07/01 (Sat) 10:00",
    "haystack_session_ids": ["s1", "s2"],
    "haystack_dates": ["2023/05/08 (Mon) 13:56", "2023/06/09 (Fri) 14:00"],
    "haystack_sessions": [
        [{"role": "user", "content": "My cat is called Miso."}, {"role": "assistant", "content": "A fine name."}],
        [{"role": "user", "content": "I moved to Vigo last week.", "has_answer": True}],
    ],
    "answer_session_ids": ["s2"],
}


@pytest.mark.parametrize(("dataset", "unit"), [("locomo", "block4"), ("longmemeval", "user-turn")])
def test_associas_answers_are_judged_with_a_model_that_deliberates(
    run: Run, monkeypatch: pytest.MonkeyPatch, dataset: str, unit: str
) -> None:
    """Its Table 2 from end to end, in the units of the paper: recall, deliberation, answer, judgement."""
    Path("haystacks.json").write_text(json.dumps([HAYSTACK]))
    data = {"locomo": "talk.json", "longmemeval": "haystacks.json"}[dataset]
    with ScriptedServer(served_with_deliberation) as server:
        monkeypatch.setenv("CONVOGRAPH_BASE_URL", server.url)
        arguments = ["--dataset", dataset, "--data", data, "--unit", unit, "--no-cache"]
        arguments += ["-a", "associa", "--deliberator", "openai:d"]
        arguments += ["--model", "openai:m", "--judge", "openai:j", "--judges", "longmemeval", "--workers", "1"]
        run(*arguments)
        deliberated = [asked for asked in server.requests if "for a retriever" in json.dumps(asked.body["messages"])]
    made = report()
    assert made["settings"]["deliberator"] == "openai:d"
    assert len(deliberated) == len(made["questions"])
    assert all(asked.body["model"] == "d" and "Chunks:" in asked.last for asked in deliberated)
    asked = {each["question"]: each for each in made["questions"]}
    assert asked["Where did Ben move?"]["verdicts"] == {"longmemeval": dataset == "longmemeval"}
    assert 0 <= made["summary"]["means"]["longmemeval"]["mean"] <= 1


def test_a_deliberator_where_nothing_is_asked_twice_is_refused(run: Run) -> None:
    """Before anything is sent."""
    result = run(*MEMORY, "--deliberator", "openai:d", exits=2)
    assert "bm25 asks nothing twice" in result.stderr
