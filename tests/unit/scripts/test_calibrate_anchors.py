"""How the cosine of similar names is chosen."""

from __future__ import annotations

import numpy as np

from calibrate_anchors import lowest_threshold, pairs, precisions
from convograph_eval.names.labels import NamedMention
from support.encoders import TableEncoder

VECTORS = {"Ana": (1.0, 0.0, 0.0), "Anna": (0.75, 0.5, 0.0), "Ben": (0.0, 1.0, 0.0)}


def mention(text: str, entity: str) -> NamedMention:
    return NamedMention("s", "t", 0, len(text), text, "person", entity, "exact", False)


def test_pairs_are_different_names_of_one_conversation() -> None:
    """Three names make three pairs, a name said twice is one; names of two conversations make none."""
    said = [
        [mention("Ana", "A"), mention("ana", "A"), mention("Anna", "A"), mention("Ben", "B")],
        [mention("Ben", "A")],
    ]
    cosines, same = pairs(said, TableEncoder(VECTORS))
    assert cosines.tolist() == [0.75, 0.0, 0.5]
    assert same.tolist() == [True, False, False]


def test_the_lowest_threshold_with_the_share_is_taken() -> None:
    """Of .5, .6, .7 and .9 the last two are of one; from .65 on all are."""
    rows = list(precisions(np.array([0.5, 0.6, 0.7, 0.9], np.float32), np.array([False, False, True, True])))
    assert lowest_threshold(rows, 0.8) == 0.65
    assert lowest_threshold(rows, 0.5) == 0.5
    assert lowest_threshold([], 0.5) == 1.0
