"""Thresholds carried over from one encoder to another."""

from __future__ import annotations

import math

import pytest

from convograph.calibration import ANCHOR_COSINES, MINILM_EQUIVALENT, anchor_cosine, equivalent_cosine
from convograph.errors import InputError


@pytest.mark.parametrize(("minilm", "static"), [(0.0, 0.1272), (0.2, 0.3982), (0.5, 0.6336)])
def test_row_of_the_table_is_returned_as_it_is(minilm: float, static: float) -> None:
    """SGMem's three thresholds are the static encoder's measured equivalents."""
    assert equivalent_cosine(minilm, "static") == static


def test_between_two_rows_the_line_is_followed() -> None:
    """Half way between 0.2 (0.3982) and 0.3 (0.4811) lies 0.43965."""
    assert equivalent_cosine(0.25, "static") == pytest.approx(0.43965, abs=1e-12)


def test_beyond_the_table_lines_lead_to_the_ends() -> None:
    """0.9 is half way from (0.8, 0.8239) to (1, 1): 0.91195; the ends themselves stay."""
    assert equivalent_cosine(0.9, "static") == pytest.approx(0.91195, abs=1e-12)
    assert equivalent_cosine(1.0, "static") == 1.0
    assert equivalent_cosine(-1.0, "static") == -1.0


def test_encoder_without_table_keeps_the_cosine() -> None:
    """For MiniLM itself, and for encoders nobody measured, a threshold is what the paper says."""
    assert equivalent_cosine(0.2, "sentence-transformers:all-MiniLM-L6-v2") == 0.2


@pytest.mark.parametrize("cosine", [1.2, -1.0001, math.nan])
def test_number_that_is_no_cosine_is_refused(cosine: float) -> None:
    """A paper's γ = cosine + 1, given by mistake, is named in the error."""
    with pytest.raises(InputError, match="not a cosine"):
        equivalent_cosine(cosine, "static")


@pytest.mark.parametrize("encoder", sorted(MINILM_EQUIVALENT))
def test_tables_rise(encoder: str) -> None:
    """A higher threshold for MiniLM never becomes a lower one."""
    minilm, other = zip(*MINILM_EQUIVALENT[encoder], strict=True)
    assert list(minilm) == sorted(set(minilm))
    assert list(other) == sorted(set(other))


def test_similar_names_have_the_papers_cosine_where_nobody_measured() -> None:
    """The bundled encoders have their own."""
    assert anchor_cosine("openai:text-embedding-3-small") == 0.75
    assert {name: anchor_cosine(name) for name in ANCHOR_COSINES} == {"static": 0.85, "static-sentences": 0.75}
