"""The weights by which data that the ranker was trained on is scored."""

from __future__ import annotations

import json
from pathlib import Path

from convograph.architectures.unified import FORMS
from convograph.architectures.unified.weights import bundled_weights
from convograph_eval.left_out import FOLDS_FILE, weights_without

FOLDS = json.loads(FOLDS_FILE.read_text())
CHRONICLES = Path(__file__).parents[3] / "data" / "chronicles"
ASSISTANTS = CHRONICLES.with_name("assistants")


def test_what_was_never_seen_is_scored_by_the_weights_that_ship() -> None:
    """Then there are no others."""
    assert weights_without("conv-26") is None
    assert weights_without("") is None


def test_each_chronicle_is_scored_by_weights_of_its_own() -> None:
    """They are those of its part in the file, and not those that ship."""
    names = {path.name.removesuffix(".questions.json") for path in CHRONICLES.glob("*.questions.json")}
    assert names
    assert names <= set(FOLDS["part"])
    shipped = bundled_weights()
    for name in names:
        assert FOLDS["part"][name] == name
        weights = weights_without(name)
        assert weights is not None
        assert weights is weights_without(name)
        assert weights != shipped
        for form in FORMS:
            assert {**weights.by_form[form].turn} == FOLDS["weights"][name][form]["turn"]


def test_longmemeval_and_the_assistants_are_left_out_by_fifths() -> None:
    """Every part that a conversation belongs to has weights, for every feature that those that ship have."""
    assert set(FOLDS["part"].values()) == set(FOLDS["weights"])
    fifths = {part for part in FOLDS["weights"] if part.startswith(("longmemeval ", "assistants "))}
    assert fifths == {f"{name} {fifth}" for name in ("longmemeval", "assistants") for fifth in range(5)}
    written = {path.name.removesuffix(".questions.json") for path in ASSISTANTS.glob("*.questions.json")}
    assert {FOLDS["part"][name].partition(" ")[0] for name in written} == {"assistants"}
    for conversation, part in FOLDS["part"].items():
        if part in fifths:
            weights = weights_without(conversation)
            assert weights is not None
            for form in FORMS:
                assert set(weights.by_form[form].turn) == set(bundled_weights().by_form[form].turn)
                assert set(weights.by_form[form].session) == set(bundled_weights().by_form[form].session)
