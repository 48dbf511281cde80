"""`convograph-eval compare` as a user runs it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from convograph_eval.cli.app import write_whole
from convograph_eval.cli.commands import app
from support.data_files import DataFile

SETTINGS = {"dataset": "locomo", "data": "locomo10.json", "architecture": "bm25", "unit": "turn", "ranked": 20}
WIDE = {"COLUMNS": "120"}


def question(name: str, hit: float, ranked: str, text: str = "Where [red]is[/red] it\x1b[31m?") -> dict:
    metrics = {"hit@5": hit, "mrr": hit / 2}
    return {
        "id": name,
        "category": "plain",
        "question": text,
        "ranked": list(ranked),
        "gold": ["a"],
        "metrics": metrics,
    }


def write(path: Path, *questions: Mapping, **settings: str) -> str:
    path.write_text(json.dumps({"settings": SETTINGS | settings, "questions": questions}))
    return str(path)


@pytest.fixture
def reports(tmp_path: Path) -> list[str]:
    """A baseline, a report that wins one question and has one more, and a report that is the baseline again."""
    base = (question("q1", 0, "bcdefa"), question("q2", 1, "a"))
    return [
        write(tmp_path / "a.json", *base),
        write(tmp_path / "b.json", question("q1", 1, "ba"), base[1], question("q3", 1, "a"), architecture="sgmem"),
        write(tmp_path / "c.json", *base),
    ]


def invoke(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["compare", *arguments], env=WIDE)


def test_tables_show_each_report_against_the_first(reports: list[str]) -> None:
    """Means, interval, wins by category and the flipped question with its text as it stands, colours left out."""
    result = invoke(*reports)
    assert result.exit_code == 0, result.output
    first, second = result.stdout.split("A: ")[1:]
    assert "b.json (sgmem)" in first
    assert "2 questions in both · too few for its intervals to mean much · 1 question only in B, left out" in first
    assert [line.split() for line in first.splitlines() if line.startswith(" hit@5")] == [
        ["hit@5", ".500", "1.000", "+.500", ".000", "to", "+1.000", line_p(first)]
    ]
    assert ["plain", "2", "1", "0", "1"] in [line.split() for line in first.splitlines()]
    assert "B better, hit@5: 1" in first
    assert "Where [red]is[/red] it?" in first
    assert "\x1b" not in first
    assert [line.split()[-2:] for line in first.splitlines() if line.startswith(" q1")] == [["6", "2"]]
    assert "B worse" not in first
    assert "B better" not in second


def line_p(text: str) -> str:
    """The p of hit@5: a draw of two lacks the won question in a quarter of the resamples, so near twice that."""
    found = next(line.split()[-1] for line in text.splitlines() if line.startswith(" hit@5"))
    assert float(found) == pytest.approx(0.5, abs=0.03)
    return found


def test_json_has_everything(reports: list[str], tmp_path: Path) -> None:
    """Whatever is shown, all flips are written; to `-`, nothing else is."""
    output = tmp_path / "comparison.json"
    result = invoke(*reports[:2], "--show", "0", "--metric", "mrr", "--resamples", "500", "--json", str(output))
    assert result.exit_code == 0, result.output
    assert "B better" not in result.stdout
    made = json.loads(output.read_text())
    assert made["settings"] == {"confidence": 0.95, "resamples": 500, "seed": 0}
    (comparison,) = made["comparisons"]
    assert list(comparison["metrics"]) == ["mrr"]
    assert (comparison["by"], comparison["only_after"]) == ("mrr", ["q3"])
    assert comparison["total"] == {"wins": 1, "losses": 0, "ties": 1}
    assert [(flip["id"], flip["rank_before"], flip["rank_after"]) for flip in comparison["won"]] == [("q1", 6, 2)]
    piped = invoke(*reports[:2], "--metric", "mrr", "--resamples", "500", "--json", "-")
    assert json.loads(piped.stdout) == made


def test_only_the_first_flips_are_shown(tmp_path: Path) -> None:
    """The title says how many there are."""
    names = [f"q{number}" for number in range(5)]
    before = write(tmp_path / "a.json", *(question(name, 1, "a") for name in names))
    after = write(tmp_path / "b.json", *(question(name, 0, "b") for name in names))
    result = invoke(before, after, "--show", "2")
    assert "B worse, hit@5: the first 2 of 5" in result.stdout
    assert [line.split()[0] for line in result.stdout.splitlines() if line.startswith(" q")] == ["q0", "q1"]


def test_wrong_use_is_one_message(reports: list[str], tmp_path: Path) -> None:
    """One file, a file that is missing or no report, other data, an unknown metric, an input as output: exit code 2."""
    empty = tmp_path / "empty.json"
    empty.touch()
    other = write(tmp_path / "other.json", question("q1", 1, "a"), dataset="longmemeval")
    before = Path(reports[0]).read_text()
    for arguments, said in (
        (reports[:1], "name another report after it"),
        ([reports[0], str(tmp_path / "none.json")], "No such file"),
        ([reports[0], str(empty)], "is not a report"),
        ([reports[0], other], "dataset (locomo and longmemeval)"),
        ([*reports, "--metric", "hit@7"], "no metric 'hit@7'"),
        ([*reports, "--json", reports[0]], "would overwrite one of the reports"),
    ):
        result = invoke(*arguments)
        assert result.exit_code == 2
        assert result.output.startswith("error: ")
        assert said in " ".join(result.output.split())
    assert Path(reports[0]).read_text() == before


def test_reports_of_real_runs_compare(data_file: DataFile, tmp_path: Path) -> None:
    """What `retrieval` writes is what `compare` reads; the means are those of the reports."""
    locomo = str(data_file("locomo/locomo_dev5.json"))
    paths = [tmp_path / f"{name}.json" for name in ("bm25", "dense")]
    for path in paths:
        run = [
            "retrieval",
            "--dataset",
            "locomo",
            "--data",
            locomo,
            "-a",
            path.stem,
            "--limit",
            "1",
            "--json",
            str(path),
        ]
        assert CliRunner().invoke(app, run).exit_code == 0
    result = invoke(*map(str, paths), "--json", str(tmp_path / "comparison.json"))
    assert result.exit_code == 0, result.output
    (comparison,) = json.loads((tmp_path / "comparison.json").read_text())["comparisons"]
    for side, path in zip(("before", "after"), paths, strict=True):
        summary = json.loads(path.read_text())["summary"]
        means = {name: one[side] for name, one in comparison["metrics"].items()}
        assert means == pytest.approx({name: summary[name] for name in means})
    assert {"hit@1", "hit@5", "recall_all@10", "mrr"} < comparison["metrics"].keys()


def test_what_is_written_is_for_its_owner(reports: list[str], tmp_path: Path) -> None:
    """Mode 0600, also over a file that others could read; what cannot be encoded is a question mark."""
    written = tmp_path / "made.json"
    written.write_text("before")
    written.chmod(0o644)
    assert invoke(*reports, "--json", str(written)).exit_code == 0
    assert written.stat().st_mode & 0o777 == 0o600
    assert written.read_text().startswith("{")
    assert "is no regular file" in invoke(*reports, "--json", "/dev/null").output
    write_whole(written, "Where is \ud800 it?")
    assert written.read_text() == "Where is ? it?"
