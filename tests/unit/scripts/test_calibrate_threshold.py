"""The script that measures SGMem by the threshold of its seeds."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from calibrate_threshold import PAPER, cosines_for, main, outcomes, table
from convograph.architectures.sgmem import SGMemSettings
from convograph.calibration import equivalent_cosine
from convograph.types import Conversation, Session, Turn
from convograph_eval.datasets import Case, Question

SAID = ("My cat is called Miso.", "I moved to Porto.", "The boiler is broken.")


def case() -> Case:
    """Three turns, and a question about two of them."""
    turns = tuple(Turn(text, "Ana") for text in SAID)
    conversation = Conversation("c", (Session(turns, "s"),))
    asked = [("What is my cat called?", "s:0"), ("What is broken?", "s:2")]
    questions = tuple(
        Question(f"q{number}", text, "x", None, (gold,), ("s",), "x", False)
        for number, (text, gold) in enumerate(asked)
    )
    return Case(conversation, questions)


def test_the_grid_has_the_papers_thresholds_for_the_encoder() -> None:
    """Rising, from no threshold on."""
    cosines = cosines_for("static")
    assert list(cosines) == sorted(set(cosines))
    assert cosines[0] == -1
    assert {equivalent_cosine(one, "static") for one in PAPER} <= set(cosines)


def test_a_high_threshold_finds_nothing() -> None:
    """Without one, or where the best are taken then, the turns with the words come back."""
    settings = SGMemSettings(neighbours=1, threshold_scale="paper")
    found = outcomes(case(), (-1.0, 0.999), "static", "turn", settings)
    assert found.shape == (2, 2, 3)
    assert found[:, 0].tolist() == [[True, True, False]] * 2
    assert found[:, 1].tolist() == [[False, False, True]] * 2
    anyway = outcomes(case(), (-1.0, 0.999), "static", "turn", replace(settings, fallback=True))
    assert anyway[:, 1].tolist() == anyway[:, 0].tolist() == found[:, 0].tolist()


def test_the_papers_thresholds_are_marked() -> None:
    """A line for each cosine, with shares of the questions."""
    cosines = cosines_for("static")
    lines = list(table(cosines, np.ones((4, len(cosines), 3), np.bool_), "static"))
    assert len(lines) == len(cosines)
    assert sum("calibrated" in line for line in lines) == 2
    assert all("hit@1 1.000" in line for line in lines)


def test_a_wrong_file_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Exit code 2, as for any wrong argument."""
    with pytest.raises(SystemExit):
        main(["locomo", str(tmp_path / "nothing.json")])
    assert "nothing.json" in capsys.readouterr().err
