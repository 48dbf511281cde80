"""The file of the ranker's weights."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from convograph.architectures.unified import FORMS, Unified
from convograph.architectures.unified.weights import BUNDLED_FILE, bundled_weights, of_features, read_weights
from convograph.errors import InputError
from support.ranking import remembering, said

VALUES = json.loads(BUNDLED_FILE.read_text())


def changed(*path: str, value: Any) -> Any:
    """The weights that ship with one of them replaced; `None` leaves it out."""
    values = json.loads(json.dumps(VALUES))
    inside = values
    for name in path[:-1]:
        inside = inside[name]
    if value is None:
        del inside[path[-1]]
    else:
        inside[path[-1]] = value
    return values


def test_the_weights_that_ship_are_read_once() -> None:
    """Both forms, every number as it is written."""
    weights = bundled_weights()
    assert weights is bundled_weights()
    assert {*weights.by_form, "whole_certainty"} == {*FORMS, "whole_certainty"} == set(VALUES)
    assert {**weights.whole_certainty} == VALUES["whole_certainty"]
    for form in FORMS:
        of_form = weights.by_form[form]
        assert {**of_form.turn} == VALUES[form]["turn"]
        assert {**of_form.around} == VALUES[form]["around"]
        assert {**of_form.session} == VALUES[form]["session"]
        assert (of_form.scale, of_form.offset) == (VALUES[form]["scale"], VALUES[form]["offset"])
        assert of_form.scale > 0  # else log odds fell as scores rise


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "7",
        "[]",
        '"people"',
        "{}",
        json.dumps(changed("assistant", value=None)),
        json.dumps(changed("people", value=[])),
        json.dumps(changed("people", "turn", value=None)),
        json.dumps(changed("people", "turn", value=[1.0])),
        json.dumps(changed("people", "turn", "bm25_turn", value="1.0")),
        json.dumps(changed("people", "turn", "bm25_turn", value=True)),
        json.dumps(changed("people", "turn", "bm25_turn", value=float("nan"))),
        json.dumps(changed("people", "session", "score_best", value=float("inf"))),
        json.dumps(changed("people", "session", "score_best", value=10**400)),
        json.dumps(changed("assistant", "scale", value=None)),
        json.dumps(changed("whole_certainty", value=None)),
        json.dumps(changed("assistant", "offset", value="none")),
        '{"people": "\ud800"}',
    ],
    ids=range(19),
)
def test_a_damaged_file_is_refused_in_one_line(tmp_path: Path, text: str) -> None:
    """It is named, with what is wrong and what to do."""
    path = tmp_path / "weights.json"
    path.write_bytes(text.encode("utf-8", "surrogatepass"))
    with pytest.raises(InputError) as error:
        read_weights(path)
    message = str(error.value)
    assert str(path) in message
    assert "name a file that was trained" in message
    assert "\n" not in message
    assert len(message) < len(str(path)) + 200


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    """As one that is damaged."""
    with pytest.raises(InputError, match="no weights of a ranker in"):
        read_weights(tmp_path / "none.json")


def test_a_feature_without_a_weight_is_named() -> None:
    """Weights of an older ranker are refused when they are used."""
    assert of_features({"a": 1.0, "b": 2.0}, ["b", "a"]).tolist() == [2.0, 1.0]
    by_form = bundled_weights().by_form
    for part, unit in (("turn", "turn"), ("session", "session")):
        fewer = {name: value for name, value in getattr(by_form["chat"], part).items() if name != "alike"}
        older = replace(bundled_weights(), by_form={**by_form, "chat": replace(by_form["chat"], **{part: fewer})})
        with remembering(said("a", "Ana: A cat.", "Ben: A dog."), weights=older) as memory:
            assert isinstance(memory.architecture, Unified)
            with pytest.raises(InputError, match="no weight for the feature 'alike'"):
                memory.recall("cat", unit=unit)
