"""Scores from features: linear models for turns and for sessions, with weights by the form of the session."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from convograph.architectures.unified.features import MEMO_FEATURES, RankedFeatures
from convograph.architectures.unified.levels import weighted_sum
from convograph.architectures.unified.weights import FORMS, FormWeights, RankerWeights, of_features
from convograph.graph.arrays import Floats, Rows
from convograph.graph.runs import changes, located
from convograph.retrieval import SCORE_DECIMALS

TOOL = 2.0  # log odds that tool output is lowered by: set by hand, since the data at hand has none

ALONE = 5.0  # log odds below the only scored turn of a session at which a second is assumed

BUNDLES: Mapping[str, tuple[str, ...]] = {
    "words": ("bm25_wide", "covered_near"),
    "similar words": ("alike", "alike_before"),
    "meaning": ("cosine_sentence", "cosine_turn", "cosine_near"),
    "its session": ("cosine_session",),
    "who speaks": ("speaker_meant", "speaker_other"),
    "time": ("said_near", "names_time", "has_time_word", "when_time"),
    "memos": MEMO_FEATURES,
    "form": ("asks", "before_asks", "answers_match", "replies_match", "many_number"),
}
"""All features, in bundles by what they are about, which explanations show.

A feature in no bundle would not count.
"""

_FEATURES = frozenset(name for names in BUNDLES.values() for name in names)

PARTS = (*BUNDLES, "turns beside it", "tool output", "form of session", "statement")
"""The summands of a turn's log odds: its features by bundle, the shares of its neighbours' scores, the loss of tool
output, the offset of its form, and the gain of a turn that states what is asked."""

_BESIDE, _TOOL, _FORM = map(PARTS.index, ("turns beside it", "tool output", "form of session"))
_DISTANCES = (-1, 1, -2, 2, -3, 3)

AROUND = ("own", *(f"{abs(one)}_{'before' if one < 0 else 'after'}" for one in _DISTANCES))
"""The scores that make a turn's final score: its own, and those of up to three turns before and after it."""


@dataclass(frozen=True, slots=True)
class TurnScores:
    """The scores of turns, in log odds, and their parts, shape (`PARTS`, turns), each minus its mean."""

    turns: Floats
    parts: Floats


def turn_scores(features: RankedFeatures, weights: RankerWeights) -> TurnScores:
    """The scores of turns. Raises `ValueError` if the features are not those of `BUNDLES`."""
    if different := sorted(features.values.keys() ^ _FEATURES):
        raise ValueError(f"the features and those of BUNDLES differ in {', '.join(different)}; give each a bundle")
    parts = np.zeros((len(PARTS), len(features.places)))
    totals = np.zeros(len(features.places))
    for number, form in enumerate(FORMS):
        meant = features.forms == number
        if not meant.any():
            continue
        chosen = weights.by_form[form]
        of_form = _parts(features.values, chosen)[:, meant]
        beside = around(features.places[meant], features.sessions[meant], of_form.sum(axis=0))
        own, *others = of_features(chosen.around, AROUND).tolist()
        of_form *= own
        of_neighbours = weighted_sum(beside[1:], np.array(others))
        parts[: len(BUNDLES), meant] = of_form
        parts[_BESIDE, meant] = of_neighbours
        parts[_FORM, meant] = chosen.offset
        totals[meant] = of_form.sum(axis=0) + of_neighbours + chosen.offset
    totals[features.by_tool] -= TOOL
    parts[_TOOL, features.by_tool] = -TOOL
    means = parts.mean(axis=1, keepdims=True) if parts.shape[1] else 0.0
    return TurnScores(np.round(totals, SCORE_DECIMALS), parts - means)


def around(places: Rows, sessions: Rows, scores: Floats) -> Floats:
    """The scores of some turns, at ascending places, and of their neighbours, as in `AROUND`: shape (7, turns).

    A neighbour that is in another session, or was not scored, counts as the mean of all.
    """
    rows = [scores]
    for distance in _DISTANCES:
        at, there = located(places, places + distance)
        joined = there & (sessions[at] == sessions)
        rows.append(np.where(joined, scores[at], scores.mean()))
    return np.array(rows)


def _parts(values: Mapping[str, Floats], weights: FormWeights) -> Floats:
    """What each bundle adds to the log odds of each turn, shape (bundles, turns)."""
    return np.array(
        [
            weighted_sum(
                np.array([values[name] for name in names]),
                of_features(weights.turn, names) * weights.scale,
            )
            for names in BUNDLES.values()
        ]
    )


OF_SESSIONS = ("covered_near", "alike", "cosine_turn", "cosine_near", "said_near", "names_time")
"""The turn features whose maximum, beside the scores of its turns, tells how good a session is."""


@dataclass(frozen=True, slots=True)
class Sessions:
    """Sessions by ascending number, with their features and the number of each one's form in `FORMS`."""

    numbers: Rows
    values: dict[str, Floats]
    forms: npt.NDArray[np.int8]


def session_features(features: RankedFeatures, scores: Floats) -> Sessions:
    """The features of the sessions of the scored turns.

    These are the maxima of some features of their turns (`OF_SESSIONS`), how far their best and second-best turns lie
    below the best of all, and the sum of their turns' odds relative to the best of all.
    """
    numbers, of_turn = np.unique(features.sessions, return_inverse=True)
    count = len(numbers)
    values = {name: _highest(features.values[name], of_turn, count) for name in OF_SESSIONS}
    below = scores - scores.max(initial=-np.inf)
    order = np.lexsort((-below, of_turn))
    firsts = np.flatnonzero(changes(of_turn[order]))
    best = below[order[firsts]]
    seconds = np.minimum(firsts + 1, len(order) - 1)
    has_second = (seconds > firsts) & (of_turn[order[seconds]] == of_turn[order[firsts]])
    values["score_best"] = best
    values["score_second"] = np.where(has_second, below[order[seconds]], best - ALONE)
    mass = np.zeros(count)
    np.add.at(mass, of_turn, np.exp(below))
    values["score_mass"] = mass
    return Sessions(numbers, values, features.forms[order[firsts]])


def session_scores(sessions: Sessions, weights: RankerWeights) -> Floats:
    """The scores of sessions, shape (sessions,), which are not comparable with those of turns."""
    scores = np.zeros(len(sessions.numbers))
    rows = np.array(list(sessions.values.values()))
    for number, form in enumerate(FORMS):
        meant = sessions.forms == number
        if meant.any():
            scores[meant] = weighted_sum(rows, of_features(weights.by_form[form].session, sessions.values))[meant]
    return np.round(scores, SCORE_DECIMALS)


def _highest(values: Floats, groups: Rows, count: int) -> Floats:
    highest = np.full(count, -np.inf)
    np.maximum.at(highest, groups, values)
    return highest
