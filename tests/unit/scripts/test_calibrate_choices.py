"""The script that fits the reader of choices: which questions it learns from, and what it writes."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import calibrate_choices
from calibrate_choices import ONE_IN, OfferedQuestion, fitted, report, table
from convograph_eval.datasets import load
from convograph_eval.dialsim.readers import evidence
from convograph_eval.dialsim.readers.support import FEATURES, is_to_come
from convograph_eval.dialsim.shows import LETTERS
from shared.mixed_chronicles import mixed_questions, mixed_scenes

DATA = Path(__file__).parents[3] / "data" / "chronicles"


def made(case: str, gold: int, words: int, seed: int) -> OfferedQuestion:
    """A question whose right choice has the first feature, and whose last has "unknown"; the rest is noise."""
    features = np.random.default_rng(seed).normal(0, 0.1, (len(LETTERS), len(FEATURES)))
    if gold < len(LETTERS) - 1:
        features[gold, 0] += 5
    features[-1, FEATURES.index("unknown")] = 1
    kind = "answerable" if gold < len(LETTERS) - 1 else "unanswerable"
    return OfferedQuestion(case, f"mixed, packed, {kind}", features, gold, words)


def test_what_tells_is_weighted_and_what_it_is_worth_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    """Each conversation is scored by weights that left it out; intervals are of paired differences."""
    asked = [made(case, seed % 5, 0, seed) for seed, case in enumerate("ab" * 150)]
    weights = {"": fitted(asked), "a": fitted([one for one in asked if one.case == "b"])}
    weights["b"] = fitted([one for one in asked if one.case == "a"])
    assert weights[""][0] > 0 < weights[""][FEATURES.index("unknown")]
    report(asked, weights)
    printed = capsys.readouterr().out
    assert "mixed, packed: 300 questions, evidence 1.000, words 0.200, difference +0.800 [+0." in printed
    assert "mixed, packed, unanswerable: 60 questions, evidence 1.000, words 0.000" in printed


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
    groups = [one.group for one in found if one.group.startswith("packed")]
    asked = [*["answerable"] * ONE_IN, "too early", *["answerable"] * ONE_IN, "too early", "unanswerable"]
    assert groups == [f"packed, {kind}" for kind in asked]
    assert [one.group for one in found if one.group.startswith("utterances")] == [f"utterances, {one}" for one in asked]
    assert all((one.gold == 4) == (not one.group.endswith(" answerable")) for one in found)
    assert all(one.features.shape == (5, len(FEATURES)) for one in found)


def test_the_chronicles_are_mixed_by_date() -> None:
    """Two of them: scenes in turn, relations where they were told, and questions about either's people."""
    cases = [case for case in load("chronicles", DATA).cases if case.conversation.name in ("brass-season", "dawn-run")]
    scenes, owners, relations = mixed_scenes(cases, DATA)
    assert len(scenes) == sum(len(case.conversation.sessions) for case in cases)
    assert [scene.day for scene in scenes] == sorted(scene.day for scene in scenes)
    assert owners["Tolly"] == "brass-season"
    assert owners["Jasna"] == "dawn-run"
    (declan,) = [one for one in relations if one.tail == "Declan"]
    assert any("brother declan" in one.text for one in scenes[declan.scene].utterances)


def test_who_has_the_name_of_another_is_called_by_another() -> None:
    """The Jory of the fourth floor is Corin, in what is said and in relations."""
    cases = [case for case in load("chronicles", DATA).cases if case.conversation.name in ("ferrymen", "fourth-floor")]
    scenes, owners, _ = mixed_scenes(cases, DATA)
    assert (owners["Jory"], owners["Corin"]) == ("ferrymen", "fourth-floor")
    said = {one.speaker for scene in scenes if "Corin" in scene.speakers for one in scene.utterances}
    assert said == {"Ansgar", "Mirembe", "Corin"}


def test_mixed_questions_are_not_decided_by_their_date() -> None:
    """No question of a time to come; what tells them was heard before."""
    cases = load("chronicles", DATA).cases
    scenes, owners, relations = mixed_scenes(cases, DATA)
    found = list(mixed_questions(scenes, owners, relations))
    assert len(found) > 500
    assert not any(is_to_come(one.asked) for _, one in found)
    for place, one in found:
        assert one.told <= {scene.name for scene in scenes[:place]}
        assert one.told or one.gold == len(LETTERS) - 1
