"""The script that fits the reader of choices: which questions it learns from, and what it writes."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parents[3] / "scripts"))  # scripts belong to the checkout and are not installed

import calibrate_choices
from calibrate_choices import ONE_IN, Asked, fitted, report, table
from convograph_eval.datasets import load
from convograph_eval.dialsim.readers import evidence
from convograph_eval.dialsim.readers.support import FEATURES
from convograph_eval.dialsim.shows import LETTERS

DATA = Path(__file__).parents[3] / "data" / "chronicles"


def made(case: str, gold: int, words: int, seed: int) -> Asked:
    """A question whose right choice has the first feature, and whose last has "unknown"; the rest is noise."""
    features = np.random.default_rng(seed).normal(0, 0.1, (len(LETTERS), len(FEATURES)))
    if gold < len(LETTERS) - 1:
        features[gold, 0] += 5
    features[-1, FEATURES.index("unknown")] = 1
    return Asked(case, "answerable" if gold < len(LETTERS) - 1 else "unanswerable", features, gold, words)


def test_what_tells_is_weighted_and_what_it_is_worth_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    """Each conversation is scored by weights that left it out; intervals are of paired differences."""
    asked = [made(case, seed % 5, 0, seed) for seed, case in enumerate("ab" * 150)]
    weights = {"": fitted(asked), "a": fitted([one for one in asked if one.case == "b"])}
    weights["b"] = fitted([one for one in asked if one.case == "a"])
    assert weights[""][0] > 0 < weights[""][FEATURES.index("unknown")]
    report(asked, weights)
    printed = capsys.readouterr().out
    assert "all: 300 questions, evidence 1.000, words 0.200, difference +0.800 [+0." in printed
    assert "unanswerable: 60 questions, evidence 1.000, words 0.000" in printed


def test_the_weights_that_ship_are_as_the_script_writes_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All features, for all chronicles and for each left out."""
    written = json.loads(Path(evidence.__file__).with_name(evidence.WEIGHTS_FILE).read_text())
    names = {case.conversation.name for case in load("chronicles", DATA).cases}
    assert set(written) == {"", *names}
    assert all(list(one) == list(FEATURES) for one in written.values())
    monkeypatch.setattr(calibrate_choices.reader, "__file__", str(tmp_path / "evidence.py"))
    calibrate_choices.write({name: np.array(list(one.values())) for name, one in written.items()})
    assert json.loads((tmp_path / evidence.WEIGHTS_FILE).read_text()) == written


def test_questions_are_asked_at_their_moment_and_before_their_evidence() -> None:
    """Of the answerable ones, one in four also too early; what is too early has the last choice."""
    (case,) = load("chronicles", DATA / "lantern.json").cases
    unanswerable = next(one for one in case.questions if one.abstention)
    answerable = [one for one in case.questions if not one.abstention][: 2 * ONE_IN]
    found = table(replace(case, questions=(*answerable, unanswerable)))
    groups = [one.group for one in found]
    assert groups == [*["answerable"] * ONE_IN, "too early", *["answerable"] * ONE_IN, "too early", "unanswerable"]
    assert all((one.gold == 4) == (one.group != "answerable") for one in found)
    assert all(one.features.shape == (5, len(FEATURES)) for one in found)
