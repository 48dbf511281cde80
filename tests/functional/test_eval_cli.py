"""`convograph-eval` as a user runs it."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest
from typer.testing import CliRunner

from convograph_eval.cli.commands import app
from convograph_eval.datasets import load
from support.data_files import DataFile

runner = CliRunner()


def test_a_run_shows_a_table_and_writes_its_report(data_file: DataFile, tmp_path: Path) -> None:
    """The table names the categories; the report has the documented keys and a record a question."""
    locomo = data_file("locomo/locomo_dev5.json")
    output = tmp_path / "report.json"
    arguments = ["retrieval", "--dataset", "locomo", "--data", str(locomo), "-a", "bm25", "--limit", "1"]
    result = runner.invoke(app, [*arguments, "--json", str(output)], env={"COLUMNS": "100"})
    assert result.exit_code == 0, result.output
    assert "multi-hop" in result.output
    report = json.loads(output.read_text())
    assert set(report) == {"settings", "summary", "by_category", "cost", "memory", "left_out", "questions"}
    assert {"id", "category", "ranked", "gold", "milliseconds", "metrics"} < set(report["questions"][0])
    assert runner.invoke(app, [*arguments, "--json", "-"]).stdout.startswith("{")


def test_the_chronicles_are_measured_from_the_repository(tmp_path: Path) -> None:
    """BM25 finds a little more among the turns said before than among all; the events of a folder are read."""
    chronicles = Path(__file__).parents[2] / "data" / "chronicles"
    output = tmp_path / "report.json"
    base = ["retrieval", "--dataset", "chronicles", "-a", "bm25", "--no-cache", "--json", str(output), "--data"]

    def figures(*arguments: str) -> dict:
        result = runner.invoke(app, [*base, *arguments])
        assert result.exit_code == 0, result.output
        return json.loads(output.read_text())

    found = figures(str(chronicles), "--all-turns")
    hits = {name: found["by_category"][name]["hit@5"] for name in ("paraphrased", "plain")}
    assert hits == {"paraphrased": pytest.approx(0.196, abs=0.01), "plain": pytest.approx(0.882, abs=0.01)}
    assert len(found["questions"]) == 970
    assert set(found["left_out"]["questions"].values()) == {"not answerable"}
    before = figures(str(chronicles))
    assert hits["paraphrased"] < before["by_category"]["paraphrased"]["hit@5"] < hits["paraphrased"] + 0.03
    assert before["settings"]["digests"].keys() == {"chronicles"}
    one = figures(str(chronicles / "lantern.json"), "--memos", str(chronicles))
    assert one["settings"]["digests"].keys() == {"lantern.json", "chronicles/*.events.jsonl"}
    assert one["settings"]["digests"]["lantern.json"] != before["settings"]["digests"]["chronicles"]


def test_labels_choose_the_questions_and_say_what_a_context_must_keep(data_file: DataFile, tmp_path: Path) -> None:
    """One conversation of the release, its question labelled; the report names the labels with their digest."""
    release = data_file("longmemeval/longmemeval_oracle_dev.json.gz")
    question = next(one for one in load("longmemeval", release).questions if one.gold_turns)
    labels, output = tmp_path / "labels.jsonl", tmp_path / "report.json"
    labels.write_text(json.dumps({"question": question.id, "turn": question.gold_turns[0], "sentences": ["I"]}))
    arguments = ["retrieval", "--dataset", "longmemeval", "--data", str(release), "-a", "bm25", "--budgets", "2000"]
    result = runner.invoke(app, [*arguments, "--sentences", str(labels), "--json", str(output), "--no-cache"])
    assert result.exit_code == 0, result.output
    report = json.loads(output.read_text())
    assert [one["id"] for one in report["questions"]] == [question.id]
    assert report["settings"]["sentences"] == "labels.jsonl"
    assert "labels.jsonl" in report["settings"]["digests"]


def test_a_report_may_not_overwrite_a_file_of_the_folder_it_reads(tmp_path: Path) -> None:
    """Each file of the chronicles is an input."""
    folder = tmp_path / "chronicles"
    shutil.copytree(Path(__file__).parents[2] / "data" / "chronicles", folder)
    base = ["retrieval", "--dataset", "chronicles", "-a", "bm25", "--data", str(folder), "--memos", str(folder)]
    for name in ("lantern.json", "lantern.questions.json", "lantern.events.jsonl"):
        result = runner.invoke(app, [*base, "--json", str(folder / name)])
        assert result.exit_code == 2
        assert "is an input of the run" in result.output


def test_wrong_use_is_one_line(tmp_path: Path) -> None:
    """A missing file, an unknown architecture and a bad cut-off end with exit code 2 and no traceback."""
    missing = ["retrieval", "--dataset", "locomo", "--data", str(tmp_path / "none.json"), "-a", "bm25"]
    for arguments in (missing, [*missing, "--k", "0"], [*missing[:-1], "magic"]):
        result = runner.invoke(app, arguments)
        assert result.exit_code == 2
        assert result.output.startswith("error: ")
        assert "Traceback" not in result.output


def test_targets_are_checked_before_the_run(data_file: DataFile, tmp_path: Path) -> None:
    """A folder, a missing folder, one file for both, and the data itself are refused at once; nothing is written."""
    locomo = data_file("locomo/locomo_dev5.json")
    base = ["retrieval", "--dataset", "locomo", "--data", str(locomo), "-a", "bm25", "--limit", "1", "--no-cache"]
    both, notes = str(tmp_path / "both"), tmp_path / "notes.txt"
    notes.write_text("Mine.")
    for options, words in (
        (["--json", str(tmp_path)], "is a folder"),
        (["--html", str(tmp_path / "no" / "page.html")], "there is no folder"),
        (["--json", both, "--html", both], "name two files"),
        (["--json", str(locomo)], "is an input of the run"),
        (["--json", str(notes)], "exists and is no report"),
        (["--html", str(notes)], "exists and is no HTML page"),
        (["--cache", str(tmp_path)], "contradict each other"),
        (["--triplets", str(locomo)], "is for the unit triplet, and the unit is turn"),
    ):
        result = runner.invoke(app, [*base, *options])
        assert result.exit_code == 2
        assert words in result.output
    assert [(path.name, path.read_text()) for path in tmp_path.iterdir()] == [("notes.txt", "Mine.")]


def test_a_unit_that_nothing_is_cut_into_ends_and_says_so(data_file: DataFile) -> None:
    """LoCoMo has no turns by a user: no question is scored, and the run says why."""
    locomo = data_file("locomo/locomo_dev5.json")
    arguments = ["retrieval", "--dataset", "locomo", "--data", str(locomo), "-a", "bm25", "-u", "user-turn"]
    result = runner.invoke(app, [*arguments, "--limit", "1", "--no-cache"], env={"COLUMNS": "100"})
    assert result.exit_code == 0
    assert "No question could be scored with the unit user-turn" in result.output


def test_a_killed_run_leaves_no_process_and_goes_on(data_file: DataFile, tmp_path: Path) -> None:
    """SIGKILL to a run with two processes: its workers end by themselves, and the same command finishes the report."""
    output = tmp_path / "report.json"
    script = tmp_path / "run.py"  # a spawned worker imports the main module again: it must be a file
    script.write_text('from convograph_eval.cli import main\nif __name__ == "__main__":\n    main()\n')
    command = [
        *(sys.executable, str(script), "retrieval", "--dataset", "locomo", "-a", "bm25", "--processes", "2"),
        *("--data", str(data_file("locomo/locomo_dev5.json")), "--no-cache", "--json", str(output)),
    ]
    running = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    journal = output.with_name("report.json.partial")
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and (not journal.exists() or journal.read_bytes().count(b"\n") < 2):
        time.sleep(0.02)
    running.kill()
    assert running.stdout is not None
    running.stdout.read()  # ends when the last process that holds it has ended
    subprocess.run(command, check=True, capture_output=True)
    assert len(json.loads(output.read_text())["questions"]) == 764
    assert not journal.exists()


def test_what_the_ranker_was_trained_on_is_not_pooled() -> None:
    """No weights leave all of it out; an architecture without weights pools it."""
    chronicles = Path(__file__).parents[2] / "data" / "chronicles"
    base = ["retrieval", "--dataset", "chronicles", "--pooled", "--limit", "1", "--no-cache", "--data", str(chronicles)]
    for name in ("unified", "unified-no-times"):
        result = runner.invoke(app, [*base, "-a", name], env={"COLUMNS": "200"})
        assert result.exit_code == 2
        assert "the ranker was trained on brass-season, and has no weights without all of chronicles" in result.output
    assert runner.invoke(app, [*base, "-a", "bm25"]).exit_code == 0


def test_an_interruption_while_commands_are_put_together_is_no_traceback() -> None:
    """They are made anew in every run, before any command can see to it."""
    interrupted = (
        "import os, signal, typer.main\n"
        "typer.main.get_command = lambda app: os.kill(os.getpid(), signal.SIGINT)\n"
        "from convograph_eval.cli import main\n"
        "main()"
    )
    done = subprocess.run([sys.executable, "-c", interrupted, "compare"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (130, "")
