"""`convograph-eval language` as a user runs it, with the bundled parser, on data of a few lines."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from convograph.llm.scripted import ScriptedServer
from convograph_eval.cli.commands import app
from convograph_eval.language.statements.sentences import key_of

WIDE = {"COLUMNS": "120"}

DIALOGUES = [
    [
        ["Speaker 1: Ross is my brother. Ross lives in London.", "Speaker 2: I like London."],
        [
            {"x": "Speaker 1", "y": "Ross", "r": ["per:siblings"]},
            {"x": "Ross", "y": "London", "r": ["per:place_of_residence"]},
            {"x": "Speaker 2", "y": "actor", "r": ["per:title"]},
        ],
    ]
]
CONVERSATION = {
    "sample_id": "conv-1",
    "conversation": {
        "speaker_a": "Ana",
        "speaker_b": "Ben",
        "session_1_date_time": "1:56 pm on 8 May, 2023",
        "session_1": [
            {"speaker": "Ana", "dia_id": "D1:1", "text": "Yesterday I visited Paris."},
            {"speaker": "Ben", "dia_id": "D1:2", "text": "Wow!"},
        ],
    },
    "qa": [{"question": "Where was Ana?", "answer": "Paris", "evidence": ["D1:1"], "category": 4}],
}
BLOCK = {
    "sample_id": "conv-1",
    "turns": ["D1:1", "D1:2"],
    "timestamp": "1:56 pm on 8 May, 2023",
    "events": [
        {
            "event": "Ana visits Paris",
            "event_time": "7 May 2023",
            "description": "Ana visited Paris on 7 May 2023.",
            "sources": ["D1:1"],
            "triplets": [["Ana", "visited", "Paris"], ["Ben", "was amazed by", "Ana's trip"]],
        }
    ],
}
LABELLED = {
    "source": "chronicles",
    "pattern": "denial",
    "text": "I do not want a bun.",
    "statements": ["Ana | not want | bun"],
}


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A folder laid out as the real one, with a sentence, a dialogue and a conversation in it."""
    for name in ("personaext", "dialogre", "locomo", "statements"):
        (tmp_path / name).mkdir()
    marked = {"tokens": ["i", "have", "a", "dog", "."], "head": [0], "tail": [3], "label": "have_pet"}
    line = json.dumps({"triplets": [marked]}).encode()
    (tmp_path / "personaext" / "dev.jsonl.gz").write_bytes(gzip.compress(line))
    (tmp_path / "dialogre" / "v2_en_dev.json").write_text(json.dumps(DIALOGUES))
    (tmp_path / "locomo" / "locomo_dev5.json").write_text(json.dumps([CONVERSATION]))
    for part in ("seen", "chat"):
        (tmp_path / "statements" / f"{part}.jsonl").write_text(json.dumps(LABELLED))
    unseen = {**LABELLED, "source": "personaext", "key": key_of("i have a dog."), "statements": ["Ana | have | dog"]}
    (tmp_path / "statements" / "unseen.jsonl").write_text(json.dumps({**unseen, "text": None}))
    (tmp_path / "locomo" / "recorded_events_dev5.jsonl").write_text(json.dumps(BLOCK))
    return tmp_path


def invoke(data: Path, *arguments: str) -> Result:
    return CliRunner().invoke(
        app, ["language", "--data", str(data), "--statements", str(data / "statements"), *arguments], env=WIDE
    )


def test_everything_is_measured_into_tables_and_a_file(data: Path, tmp_path: Path) -> None:
    """A table for each data set; the file has a record an item, and summaries that follow from the few lines."""
    output = tmp_path / "language.json"
    result = invoke(data, "--json", str(output))
    assert result.exit_code == 0, result.output
    for title in ("PersonaExt · 1 sentence", "DialogRE · 1 dialogue", "2 recorded triplets", "LoCoMo · 2 turns"):
        assert title in result.stdout
    report = json.loads(output.read_text())
    assert set(report) == {
        *("settings", "personaext", "dialogre", "recorded"),
        *("statements-seen", "statements-unseen", "statements-chat", "speed"),
    }
    assert report["personaext"]["summary"]["labels"]["have_pet"]["f1"] == 1
    assert [one["found"] for one in report["dialogre"]["items"]] == [True, True, False]
    recorded = report["recorded"]["summary"]
    assert recorded["triplets"]["recorded"]["same_turns"]["exact"] == 0.5
    assert recorded["times"]["kinds"]["another day"]["nearest"]["day"] == 1
    assert report["statements-seen"]["summary"]["denied"]["f1"] == 1
    assert report["statements-unseen"]["summary"]["all"]["recall"] == 1
    assert all(rate > 0 for rates in report["speed"]["summary"]["turns_a_second"].values() for rate in rates.values())


def test_one_measurement_with_its_misses(data: Path) -> None:
    """`--only` leaves the others out, `--examples` shows what was missed, and `-` writes nothing but the report."""
    result = invoke(data, "--only", "dialogre", "--examples", "1")
    assert result.exit_code == 0, result.output
    assert "PersonaExt" not in result.stdout
    assert "Speaker 2 | actor: title (dialogre/0)" in result.stdout
    report = json.loads(invoke(data, "--only", "personaext", "--limit", "1", "--json", "-").stdout)
    assert set(report) == {"settings", "personaext"}


def test_a_model_behind_a_server_is_measured_by_the_same_tables(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its name, calls and money below them; a second run takes the cached replies. Failures are named."""
    pytest.importorskip("openai")
    said = {"triplets": [{"subject": "Alex", "relation": "have_pet", "object": "dog"}]}
    held_out, output = tmp_path / "held-out.jsonl", tmp_path / "report.json"
    held_out.write_text('{"group": "i have a dog."}\n')
    with ScriptedServer(lambda asked: said) as server:
        monkeypatch.setenv("CONVOGRAPH_BASE_URL", server.url)
        asked = ("--only", "personaext", "--model", "openai:tuned", "--json", str(output), "--price", "1,1")
        first = invoke(data, *asked)
        again = invoke(data, *asked, "--held-out", str(held_out))
        assert len(server.requests) == 1
    assert first.exit_code == again.exit_code == 0, (first.output, again.output)
    assert "PersonaExt · 1 sentence" in first.stdout
    assert "openai:tuned: 1 call, 0 cached replies" in first.stdout
    assert "openai:tuned: 0 calls, 1 cached replies" in again.stdout
    report = json.loads(output.read_text())
    assert report["settings"]["reader"].startswith("openai:tuned")
    assert report["personaext"]["summary"]["levels"]["relation"]["f1"] == 1
    with ScriptedServer(lambda asked: "There is no list.") as server:
        monkeypatch.setenv("CONVOGRAPH_BASE_URL", server.url)
        failed = invoke(data, "--only", "personaext", "--model", "openai:other")
    assert failed.exit_code == 0, failed.output
    assert "Failed, and in no score: 1. The same command retries these." in failed.stdout


@pytest.mark.parametrize(
    ("missing", "arguments", "words"),
    [
        (None, ["--only", "everything"], "no measurement is called 'everything'"),
        (None, ["--only", "dialogre", "--model", "openai:m"], "add --only personaext"),
        (None, ["--held-out", "held-out.jsonl"], "add --only personaext"),
        (None, ["--only", "personaext", "--model", "m"], "no chat model is called 'm'"),
        ("dialogre/v2_en_dev.json", ["--only", "dialogre"], "no file dialogre/v2_en_dev.json"),
        ("personaext/dev.jsonl.gz", ["--only", "personaext"], "no file *.jsonl or *.jsonl.gz"),
        ("personaext/dev.jsonl.gz", ["--only", "statements-unseen"], "no file *.jsonl or *.jsonl.gz"),
    ],
)
def test_what_is_wrong_is_one_line(data: Path, missing: str | None, arguments: list[str], words: str) -> None:
    """An unknown measurement and a file that is not there end with exit code 2 and no traceback."""
    if missing:
        (data / missing).unlink()
    result = invoke(data, *arguments)
    assert result.exit_code == 2
    assert result.output.startswith("error: ")
    assert words in result.output
