"""Memories that a model keeps, in `convograph-eval retrieval` and `answers`, against a server on this machine."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from convograph.llm.scripted import Fail, ReceivedRequest, Say
from convograph_eval.cli.commands import app
from support import profiles, writers
from support.locomo import sample
from support.shell import Run, call, serving

pytest.importorskip("openai")


SAMPLE = sample(
    "talk",
    {
        "1:56 pm on 8 May, 2023": [
            ("Ana", "He is called Miso."),
            ("Ben", "A fine name."),
        ],
        "2:00 pm on 9 May, 2023": [
            ("Ben", "I moved there last week."),
            ("Ana", "How nice."),
        ],
    },
    [
        {"question": "What is the cat called?", "answer": "Miso", "evidence": ["D1:1"], "category": 4},
        {"question": "Who lives in Porto?", "answer": "Ben", "evidence": ["D2:1"], "category": 4},
    ],
)
OTHER = {**SAMPLE, "sample_id": "walk"}
SUMMARIES = {"Miso": "Ana has a cat called Miso.", "moved": "Ben moved to Porto."}
FACTS = {"Miso": "The cat is called Miso.", "moved": "Ben lives in Porto."}


def served(asked: ReceivedRequest) -> Any:
    """Summaries, facts and triplets of the two sessions; an answer that cites the first line."""
    system, prompt = (str(message["content"]) for message in asked.body["messages"][:2])
    about = next((mark for mark in SUMMARIES if mark in prompt), "")
    if system.startswith("Summarise"):
        return {"summary": SUMMARIES[about]}
    if '"facts"' in system:
        return {"facts": [FACTS[about]]}
    if "knowledge graphs" in system:
        stated = {"Miso": ("cat", "is called", "Miso"), "moved": ("Ben", "lives in", "Porto")}.get(about)
        parts = ("subject", "relation", "object")
        return {"triplets": [] if stated is None else [dict(zip(parts, stated, strict=True))]}
    return "Miso [1]."


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    """Calls a command in a folder with the data, checks its exit code, and gives its output and report."""
    monkeypatch.setenv("COLUMNS", "160")
    monkeypatch.setenv("CONVOGRAPH_API_KEY", "sk-test")
    monkeypatch.setenv("CONVOGRAPH_EVAL_CACHE", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)
    Path("talk.json").write_text(json.dumps([SAMPLE]))
    Path("both.json").write_text(json.dumps([SAMPLE, OTHER]))

    def written(*arguments: object, data: str = "talk.json", exits: int = 0) -> tuple[str, Any]:
        command, *rest = arguments
        given = [command, "--dataset", "locomo", "--data", data, *rest, "--json", "report.json"]
        result = call(*given, exits=exits, by=app)
        report = Path("report.json")
        return result.output, json.loads(report.read_text()) if report.exists() else None

    return written


@dataclass
class Served:
    """A server that the commands find; `answer` may be replaced while it runs."""

    answer: Callable[[ReceivedRequest], Any] = served
    requests: list[ReceivedRequest] = field(default_factory=list)

    def reply(self, asked: ReceivedRequest) -> Any:
        """By the answer of the moment."""
        return self.answer(asked)


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[Served]:
    """One that answers as `served`."""
    made = Served()
    with serving(monkeypatch, made.reply) as running:
        made.requests = running.requests
        yield made


def ranked(report: Any) -> list[list[str]]:
    return [question["ranked"] for question in report["questions"]]


def test_triplets_of_a_model_find_turns(run: Run, server: Served) -> None:
    """A call a turn; what no rule reads in these turns is found, and the report says what it cost."""
    output, report = run("retrieval", "-a", "glong", "--upkeep", "openai:m")
    assert [one[:1] for one in ranked(report)] == [["talk#D1:1"], ["talk#D2:1"]]
    upkeep = report["cost"]["upkeep"]
    assert (upkeep["calls"], upkeep["failed"]) == (4, {})
    assert upkeep["prompt_tokens"] > 0
    assert "4 to keep the memories" in output
    assert report["settings"]["upkeep"] == "openai:m"


def test_ld_agent_finds_sessions_by_summaries(run: Run, server: Served) -> None:
    """Two calls a session: the summaries share words with the questions, the turns do not."""
    _, report = run("retrieval", "-a", "ld-agent", "--unit", "session", "--upkeep", "openai:m", "--k", "1")
    assert report["summary"]["hit@1"] == 1.0
    assert report["cost"]["upkeep"]["calls"] == 4


def test_an_answer_reads_what_ld_agent_has_and_no_turn(run: Run, server: Served) -> None:
    """Its prompt holds summaries and facts; what was said is not in it."""
    _, report = run("answers", "-a", "ld-agent", "--unit", "session", "--upkeep", "openai:m", "-m", "openai:m")
    asked = [str(one.body["messages"][1]["content"]) for one in server.requests]
    prompts = [text for text in asked if "What is the cat called?" in text]
    assert prompts
    assert all("Ana has a cat called Miso." in text and "He is called Miso." not in text for text in prompts)
    assert report["cost"]["upkeep"]["calls"] == 4
    assert report["summary"]["means"]["covered"]["mean"] == 1.0


@pytest.mark.parametrize(
    ("name", "unit", "calls"),
    [("associa", "turn", 2), ("sgmem-si", "session", 3), ("unified", "turn", 5), ("hipporag", "turn", 4)],
)
def test_other_architectures_have_their_kinds_written(
    run: Run, server: Served, name: str, unit: str, calls: int
) -> None:
    """Events of blocks, facts and insights over them, all three kinds, a triplet a turn: the questions are asked."""
    server.answer = writers.served
    _, report = run("retrieval", "-a", name, "--unit", unit, "--upkeep", "openai:m")
    assert (report["cost"]["upkeep"]["calls"], report["cost"]["upkeep"]["failed"]) == (calls, {})
    assert len(report["questions"]) == 2


def test_lightgmem_has_profiles_written(run: Run, server: Served) -> None:
    """Of somebody who speaks in four sessions, at once, though not much was said."""
    texts = ("I like chess.", "I visited Porto.", "Ben lives in Lisbon.", "Ben likes tea.")
    talk = {"speaker_a": "Ana", "speaker_b": "Ben"}
    for number, text in enumerate(texts, start=1):
        talk[f"session_{number}_date_time"] = f"1:56 pm on {number} May, 2023"
        talk[f"session_{number}"] = [{"speaker": "Ana", "dia_id": f"D{number}:1", "text": text}]
    Path("talk.json").write_text(json.dumps([{**SAMPLE, "conversation": talk}]))

    def answer(asked: ReceivedRequest) -> Any:
        prompt = str(asked.body["messages"][1]["content"])
        return profiles.told(prompt) if "ENTITY" in prompt else {"name": "Two", "description": "Two people."}

    server.answer = answer
    _, report = run("retrieval", "-a", "lightgmem", "--unit", "chunk500", "--upkeep", "openai:m")
    assert any("ENTITY" in str(asked.body["messages"][1]) for asked in server.requests)
    assert report["cost"]["upkeep"]["failed"] == {}
    assert len(report["questions"]) == 2


def test_a_second_run_asks_nothing(run: Run, server: Served) -> None:
    """Memories stay beside the report, and in a folder of their own serve another architecture and command."""
    run("retrieval", "-a", "glong", "--upkeep", "openai:m")
    asked = len(server.requests)
    _, report = run("retrieval", "-a", "glong", "--upkeep", "openai:m")
    assert len(server.requests) == asked
    assert report["cost"]["upkeep"]["calls"] == 4  # of the run before
    assert len(list(Path("report.json.memories").glob("*.db"))) == 1
    run("retrieval", "-a", "glong-two-hops", "--upkeep", "openai:m", "--memories", "report.json.memories")
    assert len(server.requests) == asked
    run("retrieval", "-a", "glong", "--upkeep", "openai:other")
    assert len(server.requests) == 2 * asked


@pytest.mark.parametrize("command", ["retrieval", "answers"])
def test_a_memory_that_was_not_kept_is_left_out_and_asked_for_again(run: Run, server: Served, command: str) -> None:
    """One reply of eight is unusable: nothing is asked of that memory, the exit code says so; then it is mended."""
    broken = True

    def answer(asked: ReceivedRequest) -> Any:
        first = "moved" in str(asked.body["messages"][1]["content"])
        facts = '"facts"' in str(asked.body["messages"][0]["content"])
        return Say("No.") if broken and first and facts else served(asked)

    server.answer = answer
    arguments = (command, "-a", "ld-agent", "--unit", "session", "--upkeep", "openai:m")
    output, report = run(*arguments, exits=5)
    assert "no memory was kept" in output
    assert "fact" in output or "No." in output
    broken = False
    before = len(server.requests)
    _, report = run(*arguments)
    assert len(server.requests) == before + 1
    assert len(report["questions"]) == 2


def test_questions_of_other_memories_are_asked(run: Run, server: Served) -> None:
    """Of two conversations one is not kept: the report has the other's questions, and says why."""
    texts = json.loads(Path("both.json").read_text())
    texts[1]["conversation"]["session_2"][0]["text"] = "I moved house."
    Path("both.json").write_text(json.dumps(texts))

    def answer(asked: ReceivedRequest) -> Any:
        return Say("No.") if "moved house" in str(asked.body["messages"][1]["content"]) else served(asked)

    server.answer = answer
    output, report = run(
        "retrieval", "-a", "ld-agent", "--unit", "session", "--upkeep", "openai:m", data="both.json", exits=1
    )
    assert len(report["questions"]) == 2
    assert set(report["cost"]["upkeep"]["failed"]) == {"walk"}
    assert "1 memory was not kept" in output
    reasons = set(report["left_out"]["questions"].values())
    assert any(reason.startswith("memory not kept: 2 model calls failed") for reason in reasons)


@pytest.mark.parametrize("command", ["retrieval", "answers"])
def test_a_server_that_is_down_ends_the_run(run: Run, server: Served, command: str) -> None:
    """No report, and the exit code of a model's failure."""
    server.answer = lambda asked: Fail(401)
    output, report = run(command, "-a", "glong", "--upkeep", "openai:m", exits=5)
    assert report is None
    assert "401" in output


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("-a", "bm25", "--upkeep", "openai:m"), "nothing that bm25 finds by is written by a model"),
        (("-a", "glong", "--memories", "kept"), "--memories is for memories that a model keeps"),
        (("-a", "glong", "--upkeep", "openai:m", "--memories", "talk.json"), "cannot keep memories in talk.json"),
        (("-a", "glong", "--upkeep", "m"), "m"),
    ],
)
def test_what_does_not_go_together_is_refused(run: Run, server: Served, arguments: Any, said: str) -> None:
    """One error, and nothing is asked."""
    output, report = run("retrieval", *arguments, exits=2)
    assert said in output
    assert (report, server.requests) == (None, [])
