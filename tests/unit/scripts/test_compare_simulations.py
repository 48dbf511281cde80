"""Reports of simulations beside each other."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

import compare_simulations


def report(path: Path, scores: list[float]) -> Path:
    kinds = ["tkg/past", "tkg/past_past", "tkg/fu"]
    questions = [
        {
            "case": f"0:{place}",
            "category": kind,
            "unanswerable": kind == "tkg/fu",
            "metrics": {"accuracy": score},
            "hops": [True, False][: 1 + kind.count("_")],
            "sources": ["1|S1E1|1:0", "1|S1E1|1:1"],
        }
        for place, (kind, score) in enumerate(zip(kinds, scores, strict=True))
    ]
    cost = {"hearing_seconds": 2.0, "answer_seconds_p50": 0.1, "answer_seconds_p95": 0.2}
    path.write_text(json.dumps({"questions": questions, "cost": cost, "show": {"utterances": 1_000}}))
    return path


def test_reports_are_printed_by_kind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """One question of each kind; of two reports, the second is right where the first was not, except without answer."""
    first, other = report(tmp_path / "first.json", [0, 0, 1]), report(tmp_path / "other.json", [1, 1, 1])
    monkeypatch.setattr(sys, "argv", ["compare_simulations", str(first), str(other)])
    compare_simulations.main()
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in capsys.readouterr().out.splitlines()]
    shown = [dict(zip(rows[0], row, strict=True)) for row in rows[2:]]
    assert [one["report"] for one in shown] == ["first", "other"]
    assert [one["one hop"] for one in shown] == ["0.000 [0.000, 0.000]", "1.000 [1.000, 1.000]"]
    assert shown[1]["answerable"] == "1.000 [1.000, 1.000]"
    assert shown[1]["second"] == "0.000 [0.000, 0.000]"
    assert shown[1]["of answerable"] == "+1.000 [+1.000, +1.000]"
    assert (shown[1]["scenes"], shown[1]["store"], shown[1]["answer"]) == ("1", "2.0 ms", "0.10 s (0.20)")


def test_other_questions_are_no_pairs() -> None:
    """They are named."""
    one, other = ([{"case": case, "metrics": {"accuracy": 1.0}}] for case in ("0:1", "0:2"))
    with pytest.raises(ValueError, match="not the same questions: 0:1 is not 0:2"):
        compare_simulations.difference(one, other)
