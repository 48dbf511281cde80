"""`convograph-eval` as a user runs it."""

from __future__ import annotations

import json
from pathlib import Path

from typer.testing import CliRunner

from convograph_eval.cli import app

runner = CliRunner()


def test_a_run_shows_a_table_and_writes_its_report(data_folder: Path, tmp_path: Path) -> None:
    """The table names the categories; the report has the documented keys and a record a question."""
    locomo = data_folder / "locomo" / "locomo_dev5.json"
    output = tmp_path / "report.json"
    arguments = ["retrieval", "--dataset", "locomo", "--data", str(locomo), "-a", "bm25", "--limit", "1"]
    result = runner.invoke(app, [*arguments, "--json", str(output)], env={"COLUMNS": "100"})
    assert result.exit_code == 0, result.output
    assert "multi-hop" in result.output
    report = json.loads(output.read_text())
    assert set(report) == {"settings", "summary", "by_category", "cost", "memory", "left_out", "questions"}
    assert {"id", "category", "ranked", "gold", "milliseconds", "metrics"} < set(report["questions"][0])
    assert runner.invoke(app, [*arguments, "--json", "-"]).stdout.startswith("{")


def test_wrong_use_is_one_line(tmp_path: Path) -> None:
    """A missing file, an unknown architecture and a bad cut-off end with exit code 2 and no traceback."""
    missing = ["retrieval", "--dataset", "locomo", "--data", str(tmp_path / "none.json"), "-a", "bm25"]
    for arguments in (missing, [*missing, "--k", "0"], [*missing[:-1], "magic"]):
        result = runner.invoke(app, arguments)
        assert result.exit_code == 2
        assert result.output.startswith("error: ")
        assert "Traceback" not in result.output
