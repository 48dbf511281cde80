"""Cosine thresholds per encoder: the papers' values for their own encoders, and the equivalents for others.

A threshold such as SGMem's "cosine at least 0.2" (γ = 1.2) holds for the paper's encoder. Its equivalent for another
encoder is the cosine at the same quantile: the one that as many pairs reach.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from convograph.errors import InputError

Table = tuple[tuple[float, float], ...]
"""Pairs of MiniLM's cosine and the other encoder's, both rising."""

# Measured by `python scripts/calibrate_encoder.py data/longmemeval/longmemeval_oracle_dev.json.gz --encoder NAME`:
# 28,193 pairs of a question and a sentence of its own haystack (249 questions, at most 120 sentences each,
# seed 20240101; LongMemEval, MIT). 0.9 is missing, because fewer than 30 pairs reach it.
MINILM_EQUIVALENT: dict[str, Table] = {
    "static": (
        (-0.1, -0.0603),  # 28,126 pairs reach it
        (0.0, 0.1272),  # 26,219
        (0.1, 0.2879),  # 18,941
        (0.2, 0.3982),  # 11,319
        (0.3, 0.4811),  # 6,091
        (0.4, 0.5605),  # 2,865
        (0.5, 0.6336),  # 1,250
        (0.6, 0.6925),  # 504
        (0.7, 0.7590),  # 156
        (0.8, 0.8239),  # 34
    ),
    "static-sentences": (  # the same pairs
        (-0.1, -0.0420),
        (0.0, 0.0835),
        (0.1, 0.1899),
        (0.2, 0.2858),
        (0.3, 0.3805),
        (0.4, 0.4838),
        (0.5, 0.5850),
        (0.6, 0.6692),
        (0.7, 0.7528),
        (0.8, 0.8357),
    ),
}

# The ends of every table: opposite and equal vectors have the cosines -1 and 1 for any encoder.
OPPOSITE = (-1.0, -1.0)
SAME = (1.0, 1.0)


def equivalent_cosine(cosine: float, encoder: str) -> float:
    """The encoder's cosine that corresponds to this cosine of all-MiniLM-L6-v2, both in [-1, 1].

    Interpolated linearly in the encoder's table; unchanged for an encoder without a table.
    Raises `InputError` for a number outside [-1, 1].

    >>> equivalent_cosine(0.2, "static")
    0.3982
    """
    if not -1.0 <= cosine <= 1.0:
        raise InputError(f"not a cosine: {cosine!r}; give a number from -1 to 1")
    table = MINILM_EQUIVALENT.get(encoder)
    if table is None:
        return cosine
    minilm, other = zip(OPPOSITE, *table, SAME, strict=True)
    return float(np.interp(cosine, minilm, other))


@dataclass(frozen=True, slots=True)
class DuplicateCosines:
    """The cosines above which two names, two relations or two events count as the same."""

    entity: float
    relation: float
    event: float


# Our reading of Associa, section 3.2, which gives no number.
PAPER_DUPLICATES = DuplicateCosines(0.90, 0.90, 0.92)

# Measured by `python scripts/calibrate_duplicates.py --encoder NAME` on 216 labelled pairs of LongMemEval and the
# chronicles: the lowest grid value above which at least 0.8 of all pairs mean the same.
DUPLICATE_COSINES: dict[str, DuplicateCosines] = {
    "static": DuplicateCosines(0.95, 0.97, 0.91),
    "static-sentences": DuplicateCosines(0.93, 0.97, 0.94),
}


def duplicate_cosines(encoder: str) -> DuplicateCosines:
    """The thresholds for an encoder, by name; `PAPER_DUPLICATES` if it was not measured.

    >>> duplicate_cosines("static-sentences").entity
    0.93
    """
    return DUPLICATE_COSINES.get(encoder, PAPER_DUPLICATES)


PAPER_ANCHOR = 0.75  # LightGMEM, table 7, for its encoder

# Measured by `python scripts/calibrate_anchors.py data/names DATA --encoder NAME` on 19,721 pairs of names from the
# same conversation, 471 of which mean the same: the lowest grid value from which on at least 0.8 of the pairs do.
ANCHOR_COSINES: dict[str, float] = {"static": 0.85, "static-sentences": 0.75}


def anchor_cosine(encoder: str) -> float:
    """The cosine from which on two names may mean the same, for an encoder by name; else `PAPER_ANCHOR`.

    >>> anchor_cosine("static")
    0.85
    """
    return ANCHOR_COSINES.get(encoder, PAPER_ANCHOR)
