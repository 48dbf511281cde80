"""Features to scores, by hand."""

from __future__ import annotations

from dataclasses import fields, replace
from math import exp
from typing import Any

import numpy as np
import pytest

from convograph import Memory
from convograph.architectures.unified import FORMS, Form, FormWeights, RankerWeights
from convograph.architectures.unified.features import RankedFeatures
from convograph.architectures.unified.ranking import (
    ALONE,
    AROUND,
    BUNDLES,
    OF_SESSIONS,
    PARTS,
    TOOL,
    around,
    session_features,
    session_scores,
    turn_scores,
)
from convograph.architectures.unified.weights import bundled_weights
from convograph.retrieval import SCORE_DECIMALS
from support.ranking import look, remembering, said

MIXED = (said("a", "Ana: The cat sleeps.", "Ben: A cat?"), said("b", "user: My cat.", "assistant: A cat!", "user: Hm."))


NAMES = [name for names in BUNDLES.values() for name in names]


def features(sessions: list[int], forms: list[Form], **values: list[float]) -> RankedFeatures:
    """Turns with some features, all others being 0; scoring looks at nothing else."""
    rows = {name: np.array(values.get(name, [0.0] * len(sessions)), np.float64) for name in NAMES}
    others: dict[str, Any] = dict.fromkeys(field.name for field in fields(RankedFeatures))
    made = {
        "places": np.arange(len(sessions)),
        "sessions": np.array(sessions),
        "forms": np.array(list(map(FORMS.index, forms)), np.int8),
        "by_tool": np.zeros(len(sessions), np.bool_),
    }
    return RankedFeatures(**{**others, **made, "values": rows})


def form_weights(
    turn: dict[str, float], session: dict[str, float], scale: float = 1.0, offset: float = 0.0, **around: float
) -> FormWeights:
    """The weights for a form; those not given are 0."""
    nothing = dict.fromkeys((*NAMES, "score_best", "score_second", "score_mass"), 0.0)
    shipped = bundled_weights().by_form["people"]
    alone = {**dict.fromkeys(AROUND, 0.0), "own": 1.0}
    own = {"turn": {**nothing, **turn}, "around": {**alone, **around}, "session": {**nothing, **session}}
    return replace(shipped, **own, scale=scale, offset=offset)


WEIGHTS = RankerWeights(
    {
        "people": form_weights({"bm25_wide": 2.0, "asks": -1.0}, {"alike": 1.0}, scale=0.5, offset=-3.0),
        "chat": form_weights({"bm25_wide": -1.0, "asks": 2.0}, {"alike": 3.0}, scale=1.0, offset=0.5),
        "assistant": form_weights({"bm25_wide": 1.0, "asks": 4.0}, {"alike": -1.0}, scale=2.0, offset=1.0),
        "assistant_chat": form_weights({"bm25_wide": 3.0, "asks": 1.0}, {"alike": 2.0}, scale=1.5, offset=-1.0),
    },
    bundled_weights().whole_certainty,
)


def test_every_feature_is_in_one_bundle() -> None:
    """Those that are measured, those that have weights, and no other."""
    with remembering(*MIXED) as memory:
        measured = set(look(memory, "cat").scored.features.values)
    for form in FORMS:
        weights = bundled_weights().by_form[form]
        assert set(weights.turn) == measured
        assert set(weights.around) == set(AROUND)
        assert set(weights.session) == {*OF_SESSIONS, "score_best", "score_second", "score_mass"}
    assert len(NAMES) == len(set(NAMES))
    assert set(NAMES) == measured
    assert [[one for one in BUNDLES if name in BUNDLES[one]] for name in ("alike", "asks")] == [
        ["similar words"],
        ["form"],
    ]


@pytest.mark.parametrize("values", [{**dict.fromkeys(NAMES, 0.0), "height": 0.0}, dict.fromkeys(NAMES[1:], 0.0)])
def test_features_that_would_not_count_are_refused(values: dict[str, float]) -> None:
    """One without a bundle, which was trained for nothing; and a bundle without one of its own."""
    given = features([0], ["people"])
    (odd,) = values.keys() ^ set(NAMES)
    with pytest.raises(ValueError, match=rf"differ in {odd}; give each a bundle"):
        turn_scores(replace(given, values={name: np.array([value]) for name, value in values.items()}), WEIGHTS)


def test_log_odds_are_those_of_the_form_of_the_session() -> None:
    """The weighted sum, scaled and shifted: both forms in one memory."""
    given = features([0, 0, 1], ["people", "people", "assistant"], bm25_wide=[1.0, 0.5, 1.0], asks=[1.0, 0.0, 1.0])
    scores = turn_scores(given, WEIGHTS)
    assert scores.turns.tolist() == [0.5 * (2 - 1) - 3, 0.5 * 1 - 3, 2 * (1 + 4) + 1]
    words, form = (list(BUNDLES).index(name) for name in ("words", "form"))
    assert scores.parts[words] == pytest.approx(np.array([1, 0.5, 2]) - 3.5 / 3)
    assert scores.parts[form] == pytest.approx(np.array([-0.5, 0, 8]) - 2.5)
    assert not np.delete(scores.parts, [words, form, PARTS.index("form of session")], axis=0).any()
    assert scores.parts[PARTS.index("form of session")] == pytest.approx(np.array([-3, -3, 1]) - -5 / 3)
    assert scores.parts.shape == (len(PARTS), 3)
    assert scores.parts.sum(axis=0) == pytest.approx(scores.turns - scores.turns.mean())


def test_the_turns_around_it_tell_for_a_turn() -> None:
    """Those of its session that were scored, up to three away; for any other the mean counts."""
    scores = np.array([1.0, 2.0, 4.0, 8.0])
    rows = around(np.array([3, 4, 6, 7]), np.array([0, 0, 0, 1]), scores)
    mean = 15 / 4
    expected = {
        "own": [1, 2, 4, 8],
        "1_before": [mean, 1, mean, mean],
        "1_after": [2, mean, mean, mean],
        "2_before": [mean, mean, 2, mean],
        "2_after": [mean, 4, mean, mean],
        "3_before": [mean, mean, 1, mean],
        "3_after": [4, mean, mean, mean],
    }
    assert dict(zip(AROUND, rows.tolist(), strict=True)) == expected


def test_what_the_turns_around_it_add_is_told_apart() -> None:
    """Weighted sums of the scores of both; a part of their own."""
    plain = form_weights({"bm25_wide": 2.0}, {}, scale=0.5, offset=-1.0, own=0.5, **{"1_before": 3.0})
    given = features([0, 0], ["people"] * 2, bm25_wide=[1.0, 0.5])
    scores = turn_scores(given, RankerWeights(dict.fromkeys(FORMS, plain), {}))
    added = [3 * 0.75, 3 * 1.0]  # the mean of both, for want of a turn; the turn before
    assert scores.turns.tolist() == [0.5 * 1 + added[0] - 1, 0.5 * 0.5 + added[1] - 1]
    beside = PARTS.index("turns beside it")
    assert scores.parts[beside] == pytest.approx(np.array(added) - np.mean(added))


def test_what_a_tool_put_out_lies_below_what_people_say() -> None:
    """By two log odds, whatever it matches, and the parts say so; what matches better by more still comes first."""
    given = features([0, 0], ["people"] * 2, bm25_wide=[1.0, 1.0])
    given = replace(given, by_tool=np.array([False, True]))
    scores = turn_scores(given, WEIGHTS)
    people, tool = scores.turns.tolist()
    assert people - tool == TOOL == 2.0
    assert scores.parts[PARTS.index("tool output")].tolist() == [TOOL / 2, -TOOL / 2]
    with remembering(said("a", "user: The boiler leaks.", "tool: The boiler leaks.")) as memory:
        assert look(memory, "boiler").scored.features.by_tool.tolist() == [False, True]
        assert [hit.id for hit in memory.recall("boiler").hits] == ["a0", "a1"]
    people, tool = turn_scores(replace(given, values=features([0, 0], [], bm25_wide=[0.0, 5.0]).values), WEIGHTS).turns
    assert tool - people == 5 * 2.0 * 0.5 - TOOL


def test_what_rounding_tells_apart_is_equal() -> None:
    """Scores have six decimals."""
    scores = turn_scores(features([0, 0], ["people"] * 2, bm25_wide=[0.1, 0.1 + 1e-9], asks=[0.0, 0.0]), WEIGHTS).turns
    assert SCORE_DECIMALS == 6
    assert scores[0] == scores[1] == -2.9


def test_no_turns_have_no_scores() -> None:
    """Neither have their sessions."""
    none = features([], [], bm25_wide=[], asks=[])
    scores = turn_scores(none, WEIGHTS)
    assert (scores.turns.shape, scores.parts.shape) == ((0,), (len(PARTS), 0))
    sessions = session_features(none, scores.turns)
    assert session_scores(sessions, WEIGHTS).tolist() == []


def test_sessions_have_the_highest_of_their_turns_and_how_far_below_the_best_they_lie() -> None:
    """The second best of a session that has one turn is taken to lie further below."""
    given = features([3, 3, 3, 5], [*["assistant"] * 3, "people"], alike=[0.0, 1.0, 0.5, 0.25])
    sessions = session_features(given, np.array([1.0, 4.0, 3.0, 2.0]))
    assert sessions.numbers.tolist() == [3, 5]
    assert sessions.values["alike"].tolist() == [1, 0.25]
    assert set(sessions.values) == {*OF_SESSIONS, "score_best", "score_second", "score_mass"}
    assert sessions.values["score_best"].tolist() == [0, -2]
    assert sessions.values["score_second"].tolist() == [-1, -2 - ALONE]
    assert sessions.values["score_mass"] == pytest.approx([1 + exp(-1) + exp(-3), exp(-2)])
    assert [FORMS[form] for form in sessions.forms] == ["assistant", "people"]


def test_sessions_are_scored_by_their_form() -> None:
    """Each by the weights of its own."""
    sessions = session_features(features([0, 1], ["people", "assistant"], alike=[0.5, 1.0]), np.zeros(2))
    by_form = {form: form_weights({}, {**WEIGHTS.by_form[form].session, "score_mass": 1.0}) for form in FORMS}
    weights = RankerWeights(by_form, {})
    assert session_scores(sessions, weights).tolist() == [1.5, 0.0]


def test_the_forms_in_one_memory_are_told_apart() -> None:
    """By who speaks anywhere in the session, whether or not that turn is scored, and by how much is said at once."""
    letter = "Ana: The cat sleeps beside the stove, grey ashes on her paws, whiskers twitching, dreaming of sparrows."
    with remembering(*MIXED, said("c", *[letter] * 90), said("d", *["Ben: Good cat."] * 30)) as memory:
        forms = forms_in(memory)
    # of the first, two turns tell too little
    assert forms == {0: "people", 1: "assistant_chat", 2: "people", 3: "chat"}
    with remembering(said("a", "Ana: The cat sleeps.", "Bot: Hello.", "Ana: Bye.", "Ana: Bye.")) as memory:
        assert set(forms_in(memory).values()) == {"assistant_chat"}


def test_requests_that_explain_themselves_are_told_from_a_chat_with_an_assistant() -> None:
    """By what the user says, not by how much the assistant does; of a few turns, by all such sessions, too."""
    request = (
        "user: My cat sleeps beside the stove, grey ashes on her paws, whiskers twitching, dreaming of sparrows; please"
        " write a poem about winter mornings, kitchens, soup, snow, silence."
    )
    long = said("a", *[request, "assistant: A cat!"] * 40)
    with remembering(long, said("b", *["user: The cat?", f"assistant: {request[6:]}"] * 40)) as memory:
        assert forms_in(memory) == {0: "assistant", 1: "assistant_chat"}
    with remembering(long, said("b", "user: The cat?", "assistant: Which?")) as memory:
        assert forms_in(memory) == {0: "assistant", 1: "assistant"}


def forms_in(memory: Memory) -> dict[int, str]:
    """The form of each session by its number."""
    scored = look(memory, "cat").scored
    return {
        session: FORMS[form]
        for session, form in zip(scored.features.sessions.tolist(), scored.features.forms.tolist(), strict=True)
    }
