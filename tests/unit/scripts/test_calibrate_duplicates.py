"""The script that calibrates near duplicates: the shipped table is what it prints, and the rule by hand."""

from __future__ import annotations

from collections import Counter
from dataclasses import astuple

import numpy as np
import pytest

import calibrate_duplicates
from calibrate_duplicates import Pair, precisions
from convograph.calibration import DUPLICATE_COSINES


@pytest.mark.parametrize("encoder", sorted(DUPLICATE_COSINES))
def test_the_shipped_thresholds_are_those_of_the_labelled_pairs(
    encoder: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """For each kind, in the order of the table."""
    calibrate_duplicates.main(["--encoder", encoder])
    chosen = [line.split(": ")[1] for line in capsys.readouterr().out.splitlines() if not line.startswith(" ")]
    assert [float(one) for one in chosen] == list(astuple(DUPLICATE_COSINES[encoder]))


def test_each_label_counts_for_its_band() -> None:
    """Above .95 one of two is the same, but it stands for thirty pairs and the other for ten: three in four."""
    pairs = [Pair("entity", ("a", "b"), True, 30.0), Pair("entity", ("c", "d"), False, 10.0)]
    rows = precisions(pairs, np.array([0.96, 0.97]))
    assert rows[10] == (0.95, 0.75, 2)
    assert rows[11] == (0.96, 0.0, 1)
    assert len(rows) == 12


def test_the_labelled_pairs_are_twelve_for_each_band() -> None:
    """Of each of three kinds, in six bands of cosines."""
    counts = Counter(pair.kind for pair in calibrate_duplicates.read(calibrate_duplicates.PAIRS))
    assert counts == {"entity": 72, "relation": 72, "event": 72}
