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
from convograph_eval.cli import app

pytest.importorskip("openai")

PAGE = Path(__file__).parents[2] / "docs" / "papers" / "glong.md"
COMMANDS = re.findall(r"^convograph-eval (.+)$", PAGE.read_text().partition("## Reproduce")[2], re.MULTILINE)

TALK = [["I live in Porto.", "Is it warm?"], ["I have a cat.", "What is it called?"]]
PAIRS = [
    [{"dialog": [{"SPEAKER_1": first, "SPEAKER_2": second}], "time_pass": 3_600} for first, second in (*TALK, TALK[0])]
]
LOCOMO = {
    "sample_id": "c",
    "conversation": {
        "speaker_a": "Ana",
        "speaker_b": "Ben",
        **{
            f"session_{number}": [
                {"speaker": speaker, "dia_id": f"D{number}:{place}", "text": text}
                for place, (speaker, text) in enumerate(zip(("Ana", "Ben"), said, strict=True), start=1)
            ]
            for number, said in enumerate(TALK, start=1)
        },
        "session_1_date_time": "1:00 pm on 1 May, 2023",
        "session_2_date_time": "1:00 pm on 2 May, 2023",
    },
    "qa": [],
}
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
    "expert judge": "Coherence: 4\nEngagingness: 3\nFluency: 5",
    "expert in communication": "Yes.",
    "You check": "yes",
    "helpful assistant": "Porto [1].",
    "": {"triplets": [{"subject": "Ana", "relation": "lives in", "object": "Porto"}]},
}


def served(asked: ReceivedRequest) -> Any:
    """What each request wants, by a mark in its instructions."""
    system = str(asked.body["messages"][0]["content"])
    return next(reply for mark, reply in REPLIES.items() if mark in system)


@pytest.fixture
def folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Path]:
    """A folder with the data under the names of the page, and a server."""
    monkeypatch.setenv("CONVOGRAPH_EVAL_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("CONVOGRAPH_API_KEY", "sk-test")
    monkeypatch.chdir(tmp_path)
    data = {"msc_test": PAIRS, "cc_test": PAIRS, "locomo10": [LOCOMO], "longmemeval_s": [HAYSTACK]}
    for name, value in data.items():
        Path(f"{name}.json").write_text(json.dumps(value))
    with ScriptedServer(served) as server:
        monkeypatch.setenv("CONVOGRAPH_BASE_URL", server.url)
        yield tmp_path


def test_the_page_has_a_command_for_each_table() -> None:
    """Tables 1 to 14 and the figure."""
    named = PAGE.read_text().partition("## Reproduce")[2].partition("```\n\n")[0]
    headings = re.findall(r"^# Tables? (\d+(?:, \d+)*)", named, re.MULTILINE)
    tables = {int(number) for heading in headings for number in heading.split(",")}
    assert tables == set(range(1, 15))
    assert "# Figure 4" in named


@pytest.mark.parametrize("command", COMMANDS)
def test_the_command_runs(folder: Path, command: str) -> None:
    """As it stands, but for the size of the sample; it gives figures, and nothing fails."""
    arguments = shlex.split(re.sub(r"--sample \d+", "--sample 1", re.sub(r" --json \S+", "", command)))
    result = CliRunner().invoke(app, [*arguments, "--json", "out.json"])
    assert result.exit_code == 0, (result.output, result.exception)
    report = json.loads(Path("out.json").read_text())
    if arguments[0] == "responses":
        said = 0 if "--prompts-only" in arguments else 1
        assert all(
            one["all"]["said"] >= said and one["cost"]["a_reply"]["prompt_tokens"] for one in report["agents"].values()
        )
    else:
        assert len(report["questions"]) == 1
