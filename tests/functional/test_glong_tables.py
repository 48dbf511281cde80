"""Every command of the section "Reproduce" of G-Long's page runs, on small made data and against a scripted server."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from convograph.llm.scripted import ReceivedRequest, ScriptedServer
from convograph_eval.cli.commands import app
from support.locomo import sample

pytest.importorskip("openai")

PAGE = Path(__file__).parents[2] / "docs" / "papers" / "glong.md"
TABLES = (*map(str, range(1, 15)), "figure-4")
COMMANDS = re.findall(r"^convograph-eval (.+)$", PAGE.read_text().partition("## Reproduce")[2], re.MULTILINE)

NEEDING_MORE = {
    "8": ["not measured: BERTScore: by an encoder in a folder; name it with --bert-score"],
    "13": ["not measured: a T5's importance: without one all triplets have the same; name it with --importance t5:DIR"],
}
"""What a table says that it lacks, with a model alone."""

TALK = [["I live in Porto.", "Is it warm?"], ["I have a cat.", "What is it called?"]]
PAIRS = [
    [{"dialog": [{"SPEAKER_1": first, "SPEAKER_2": second}], "time_pass": 3_600} for first, second in (*TALK, TALK[0])]
]
TIMES = ("1:00 pm on 1 May, 2023", "1:00 pm on 2 May, 2023")
LOCOMO = sample(
    "c",
    {time: list(zip(("Ana", "Ben"), said, strict=True)) for time, said in zip(TIMES, TALK, strict=True)},
    [],
)
HAYSTACK = {
    "question_id": "q1",
    "question_type": "single-session-user",
    "question": "Where do I live?",
    "question_date": "2023/05/30 (Tue) 23:40",
    "answer": "Porto",
    "answer_session_ids": ["s"],
    "haystack_session_ids": ["s"],
    "haystack_dates": ["2023/05/20 (Sat) 10:00"],
    "haystack_sessions": [
        [
            {"role": "user", "content": "I live in Porto.", "has_answer": True},
            {"role": "assistant", "content": "A fine city."},
        ]
    ],
}
REPLIES = {
    '"personality"': {"summary": "They met.", "personality": "Calm."},
    '"portrait"': {"summary": "All of it.", "portrait": "A calm one."},
    '"topics"': {"summary": "They met.", "topics": ["cat"]},
    '"agent": [': {"user": ["They have a cat."], "agent": []},
    "Summarise": {"summary": "The user lives in Porto."},
    '"facts"': {"facts": ["The user lives in Porto."]},
    "expert judge": "Coherence: 4\nEngagingness: 3\nFluency: 5",
    "expert in communication": "Yes.",
    "You check": "yes",
    "helpful assistant": "Porto [1].",
    "": {"triplets": [{"subject": "Ana", "relation": "lives in", "object": "Porto"}]},
}


@pytest.fixture
def answers() -> dict[str, Any]:
    """What the server replies, by a mark in the instructions."""
    return dict(REPLIES)


@pytest.fixture
def asked() -> list[ReceivedRequest]:
    """What the server was asked."""
    return []


@pytest.fixture
def folder(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, answers: dict[str, Any], asked: list[ReceivedRequest]
) -> Iterator[Path]:
    """A folder with the data under the names of the page, and a server."""
    monkeypatch.setenv("CONVOGRAPH_EVAL_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.setenv("CONVOGRAPH_API_KEY", "sk-test")
    monkeypatch.chdir(tmp_path)
    data = {"msc_test": PAIRS, "cc_test": PAIRS, "locomo10": [LOCOMO], "longmemeval_s": [HAYSTACK]}
    for name, value in data.items():
        Path(f"{name}.json").write_text(json.dumps(value))
    Path("text.jsonl").write_text("# Not JSON")

    def served(request: ReceivedRequest) -> Any:
        asked.append(request)
        system = str(request.body["messages"][0]["content"])
        return next(reply for mark, reply in answers.items() if mark in system)

    with ScriptedServer(served) as server:
        monkeypatch.setenv("CONVOGRAPH_BASE_URL", server.url)
        yield tmp_path


def test_the_page_has_a_command_for_each_table() -> None:
    """Tables 1 to 14 and the figure, each by one."""
    assert [shlex.split(command)[:3] for command in COMMANDS] == [["table", "glong", number] for number in TABLES]


@pytest.mark.parametrize("command", COMMANDS)
def test_the_command_runs(folder: Path, command: str) -> None:
    """As it stands, but for the size of the sample: every run makes a report, and nothing fails or is left out."""
    result = CliRunner().invoke(app, [*shlex.split(command), "--sample", "1"])
    assert result.exit_code == 0, (result.output, result.exception)
    missing = [line for line in result.output.splitlines() if line.startswith("not measured")]
    number = shlex.split(command)[2]
    assert missing == NEEDING_MORE.get(number, [])
    reports = [json.loads(path.read_text()) for path in Path(f"tables/glong-{number}").glob("*.json")]
    assert len(reports) >= command.count("--data")
    for report in reports:
        agents = report.get("agents", {})
        assert all(one["all"]["said"] == one["all"]["replies"] > 0 for one in agents.values())
        assert agents or len(report["questions"]) == 1


def table(*arguments: str, exits: int = 0) -> str:
    result = CliRunner().invoke(app, ["table", *arguments])
    assert result.exit_code == exits, (result.output, result.exception)
    return result.output


def test_a_table_has_the_papers_figures_below_ours(folder: Path) -> None:
    """Of Table 4, with answers that are right: accuracy 1, and what is printed."""
    output = table("glong", "4", "--data", "longmemeval=longmemeval_s.json", "--model", "openai:m")
    rows = {line.split("  ")[0].strip(): line.split()[-4:] for line in output.splitlines() if "." in line}
    assert rows["G-Long"] == ["1.0000", "1.0000", "1.0000", "1.0000"]
    assert rows["G-Long (paper)"] == ["0.6286", "0.7220", "0.5783", "0.6200"]
    assert rows["MemoryBank (paper)"] == ["0.4422", "0.5693", "0.4405", "0.5282"]


def test_without_a_model_a_table_has_what_needs_none(folder: Path) -> None:
    """Retrieval by rules, and prompts that are counted; what is missing is said, and nothing is asked."""
    output = table("glong", "4", "--data", "longmemeval=longmemeval_s.json")
    assert "not measured: MemoryBank: written by a model" in output
    assert "not measured: accuracy" in output
    output = table("glong", "6", "--data", "msc=msc_test.json", "--sample", "1")
    assert "msc: Long context" in output
    assert "not measured: MemoryBank, LD-Agent: written by a model" in output
    assert (
        "msc: the dialogues given end with session 3, as those of MSC's validation half do with 4; the paper's figures "
        "are of a test half, sessions 2 to 5"
    ) in output


def test_a_table_that_is_made_again_asks_nothing(folder: Path, asked: list[ReceivedRequest]) -> None:
    """Replies and memories stay, and are shared: Table 7 needs no more of them than Table 4."""
    given = ("--data", "longmemeval=longmemeval_s.json", "--model", "openai:m")
    table("glong", "4", *given)
    before = len(asked)
    assert before
    table("glong", "4", *given)
    table("glong", "7", *given)
    assert len(asked) == before


def test_the_extractor_reads_triplets_of_questions(folder: Path, asked: list[ReceivedRequest]) -> None:
    """A call a turn, and the turn is found by what it wrote."""
    output = table("glong", "13", "--data", "longmemeval=longmemeval_s.json", "--extractor", "openai:tuned")
    assert [str(one.body["model"]) for one in asked] == ["tuned", "tuned"]
    assert re.search(r"with importance +1\.0000", output)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("glong", "15", "--data", "msc=msc_test.json"), "glong has no table '15'; it has 1, 2, 3"),
        (("blong", "1", "--data", "msc=msc_test.json"), "no tables of 'blong'"),
        (("glong", "1", "--data", "locomo=locomo10.json"), "glong 1 takes msc=FILE and cc=FILE"),
        (("glong", "1", "--data", "msc_test.json"), "glong 1 takes msc=FILE and cc=FILE"),
        (("glong", "1", "--data", "msc=msc_test.json"), "name one with --model"),
        (("glong", "12", "--data", "msc=msc_test.json", "--folder", "msc_test.json", "-m", "openai:m"), "another"),
        (("glong", "4", "--data", "longmemeval=none.json"), "there is no such file"),
        (("glong", "6", "--data", "msc=text.jsonl"), "write a conversation on each line, or fix it\n"),
    ],
)
def test_what_makes_no_table_is_refused(folder: Path, arguments: tuple[str, ...], said: str) -> None:
    """One error that names what to give."""
    assert said in table(*arguments, exits=2)


def test_a_table_of_which_a_run_fails_says_so(folder: Path, answers: dict[str, Any]) -> None:
    """A judge that says nothing usable: the other figures are there, and the exit code is 1."""
    answers["expert judge"] = "Fine."
    output = table("glong", "2", "--data", "msc=msc_test.json", "--sample", "1", "--model", "openai:m", exits=1)
    assert "Fine." in output
    assert re.search(r"msc: G-Long +- +- +- +-", output)


def test_the_extractor_reads_triplets_of_replies_and_keeps_nothing_else(
    folder: Path, asked: list[ReceivedRequest]
) -> None:
    """G-Long's row is the extractor's, beside agents whose memories the other model keeps."""
    given = ("--data", "msc=msc_test.json", "--sample", "1", "--model", "openai:m", "--extractor", "openai:tuned")
    output = table("glong", "9", *given)
    assert "msc: G-Long, openai:tuned" in output
    assert "msc: G-Long, openai:tuned (paper)" in output
    extracted = ["knowledge graphs" in str(one.body["messages"][0]) for one in asked if one.body["model"] == "tuned"]
    assert extracted
    assert all(extracted)
    assert not any("knowledge graphs" in str(one.body["messages"][0]) for one in asked if one.body["model"] == "m")
