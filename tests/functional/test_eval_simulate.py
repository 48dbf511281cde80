"""`convograph-eval simulate` as a user runs it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from convograph.llm.scripted import Fail, ReceivedRequest, ScriptedServer
from convograph_eval.cli.commands import app
from support.shell import serving
from support.shows import write_pickles


def invoke(*arguments: object, exits: int = 0) -> Result:
    result = CliRunner().invoke(app, ["simulate", *map(str, arguments)], env={"COLUMNS": "160"})
    assert result.exit_code == exits, (result.output, result.exception)
    return result


@pytest.fixture
def show(tmp_path: Path) -> Path:
    """The released form of a tiny show."""
    return write_pickles(tmp_path)


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[ScriptedServer]:
    """A server that summarises in a word, and answers by the first option that the history names."""
    pytest.importorskip("openai")

    def answer(asked: ReceivedRequest) -> object:
        if "[Question]" not in asked.last:
            return "Vermont and Carol."
        if "1996" in asked.last:
            return Fail(400, "no questions about the future")
        history, question = asked.last.split("[Question]")
        found = re.findall(r"\((\w)\) (.*)", question)
        return next((f"({letter})" for letter, text in found if text in history), "(E)")

    monkeypatch.setenv("CONVOGRAPH_API_KEY", "sk-test")
    with serving(monkeypatch, answer) as running:
        yield running


def test_a_show_is_played_without_a_model(show: Path, tmp_path: Path) -> None:
    """Tables by type and over runs, a report that `compare` reads, a log; the same command gives the same report."""
    reports = [tmp_path / "one.json", tmp_path / "other.json"]
    result = invoke("--show", show, "-a", "bm25", "--json", reports[0])
    assert "packed bm25 · dialsim:friends · reader" in result.stdout
    assert "accuracy over 3 runs: " in result.stdout
    assert "evidence found" not in result.stdout  # no scene is known that tells any
    assert "run 2: 1 scene without a question: fewer than two speakers" in result.stdout
    written = reports[0].read_bytes()
    invoke("--show", show, "-a", "bm25", "--json", reports[0])
    assert reports[0].read_bytes() == written
    log = (tmp_path / "one.json.log.jsonl").read_text().splitlines()
    assert len(log) == 1 + 9
    invoke("--show", show, "--history", "oracle", "--json", reports[1])
    compared = CliRunner().invoke(app, ["compare", *map(str, reports)], env={"COLUMNS": "160"})
    assert compared.exit_code == 0, compared.output
    assert "accuracy" in compared.stdout


def test_a_chronicle_is_a_show_too() -> None:
    """A part of it, on standard output as JSON alone."""
    path = Path(__file__).parents[2] / "data" / "chronicles" / "lantern.json"
    report = json.loads(invoke("--show", path, "-a", "bm25", "--scenes", 6, "--runs", 1, "--json", "-").stdout)
    assert report["show"]["scenes"] == 6
    assert {one["category"] for one in report["questions"]} <= {
        "fan/ans_wo_time",
        "fan/before_event_unans",
        "fan/dont_know_unans",
    }


def test_a_model_answers_and_summarises(show: Path, tmp_path: Path, server: ScriptedServer) -> None:
    """Failures end in exit code 1; the same command asks only what is not in the log: here, all of it fails again."""
    output = tmp_path / "report.json"
    arguments = ("--show", show, "--history", "summaries", "-a", "dense", "-m", "openai:scripted", "--json", output)
    invoke(*arguments, exits=1)
    report = json.loads(output.read_text())
    assert report["cost"]["summaries"]["calls"] == 5
    failed = [one for one in report["questions"] if one["failed"]]
    assert failed
    assert all("1996" in one["question"] for one in failed)
    before = len(server.requests)
    invoke(*arguments, exits=5)
    again = server.requests[before:]
    assert again
    assert all("1996" in one.last for one in again)
    result = invoke(*arguments[:-2], "--names", "swapped", "--scenes", 2, "--runs", 1, exits=0)
    assert "swapped names" in " ".join(result.stdout.split())


def test_what_cannot_be_simulated_is_refused_in_one_line(show: Path, tmp_path: Path) -> None:
    """Bad names, combinations and files."""
    renamed, chronicle = tmp_path / "x_dialsim.pickle", tmp_path / "lantern.json"
    report, broken = tmp_path / "report.json", tmp_path / "broken.json"
    renamed.touch()
    chronicle.write_text(json.dumps({"name": "lantern", "sessions": []}))
    report.write_text(json.dumps({"settings": {}, "summary": {}, "questions": []}))
    broken.write_text("{")
    for arguments, message in (
        (("--show", show, "--history", "all"), "no history is called 'all'"),
        (("--show", show, "--history", "newest", "-k", "3"), "the history newest is scenes, not the 3 best units"),
        (("--show", show, "--history", "oracle", "-a", "bm25"), "oracle is found by no architecture; leave out"),
        (("--show", show, "--format", "open-ended"), "without options there is nothing to choose; name a --model"),
        (("--show", show, "--names", "none"), "no mode of names is called 'none'"),
        (("--show", show, "--reader", "none"), "no reader is called 'none'"),
        (("--show", renamed), "names no show of LongDialQA"),
        (("--show", chronicle), "its questions are not beside it: lantern.questions.json is missing"),
        (("--show", report), "is a report of an evaluation, and no show"),
        (("--show", broken), "near '{'; fix it\n"),
        (("--show", tmp_path), "is a folder; name the file of one show in it"),
        (("--show", tmp_path / "bigbang_dialsim.pickle"), "no such file"),
        (("--show", show, "--json", show), "is an input of the run"),
    ):
        result = invoke(*arguments, exits=2)
        assert message.replace("\n", "") in result.stderr.replace("\n", "")
        assert not message.endswith("\n") or result.stderr.endswith(message)


def test_a_show_without_questions_says_so(tmp_path: Path) -> None:
    """By the reasons, and by the code of nothing found."""
    path = tmp_path / "ours.json"
    scene = {"episode": 1, "number": 1, "date": "2024-05-01", "script": "Ana: Hi\nBen: Ho"}
    path.write_text(json.dumps({"name": "ours", "agent": "Ana", "scenes": [scene]}))
    told = invoke("--show", path, exits=1).stdout
    assert "No question was asked: run 1: 1 scene without a question: no questions" in told


def test_a_single_run_is_one(show: Path) -> None:
    """In words too."""
    assert "accuracy over 1 run: " in invoke("--show", show, "-a", "bm25", "--runs", 1).stdout


def test_a_log_that_cannot_be_written_is_told_in_words(show: Path, tmp_path: Path) -> None:
    """As the report itself is."""
    (tmp_path / "report.json.log.jsonl").mkdir()
    told = " ".join(invoke("--show", show, "-a", "bm25", "--json", tmp_path / "report.json", exits=2).stderr.split())
    assert told.startswith("error: cannot write ")
    assert told.endswith("report.json.log.jsonl: Is a directory; name another file")


def test_the_show_of_the_page_is_played(tmp_path: Path) -> None:
    """The example of a show of one's own asks its question, and its evidence is found."""
    page = (Path(__file__).parents[2] / "docs" / "papers" / "dialsim.md").read_text()
    show = tmp_path / "show.json"
    show.write_text(page.partition("```json\n")[2].partition("```")[0])
    report = json.loads(invoke("--show", show, "-a", "bm25", "--runs", 1, "--json", "-").stdout)
    (asked,) = report["questions"]
    assert asked["question"] == "Who has my boat now?"
    assert asked["gold"] == ["A"]
    assert asked["hops"] == [True]
