"""The features of turns, worked by hand where a few turns are enough."""

from __future__ import annotations

from dataclasses import replace
from math import exp, log, sqrt

import numpy as np
import pytest

from convograph.architectures.unified.features import THREAD, _standardised, features_of
from convograph.architectures.unified.levels import weighted_sum
from convograph.architectures.unified.matches import matches_of
from convograph.architectures.unified.outline import outline_of
from convograph.architectures.unified.weights import FORMS
from convograph.graph.vectors import rounded
from convograph.terms import ENGLISH
from support.conversations import conversation
from support.encoders import HashingEncoder, TableEncoder
from support.ranking import FewWords, Looked, look, remembering, said

TALK = (
    said("a", "Ana: Where is the cat?", "Ben: It sleeps. The cat is on the boiler.", "Ana: Thanks."),
    said("b", "Ben: The cat barks."),
)


def values(looked: Looked) -> dict[str, list[float]]:
    """All features."""
    return {name: row.tolist() for name, row in looked.scored.features.values.items()}


def test_bm25_of_a_turn_and_two_on_either_side() -> None:
    """For `cat boiler`, divided by the highest. Three windows have 8 words, one 3: boiler is in three, cat in all."""
    with remembering(*TALK) as memory:
        looked = look(memory, "cat boiler")
    cat, boiler = log(1 + 0.5 / 4.5), log(1 + 1.5 / 3.5)

    def damping(length: int) -> float:
        return 1.5 * (0.25 + 0.75 * length / (27 / 4))

    # ana cat, ben sleeps cat boiler, ana thanks: each with both others; ben cat barks
    first = cat * 2 / (2 + damping(8)) + boiler / (1 + damping(8))
    assert looked.ids() == ["a0", "a1", "a2", "b0"]
    expected = {"a0": 1, "a1": 1, "a2": 1, "b0": cat / (1 + damping(3)) / first}
    assert looked.values("bm25_wide") == pytest.approx(expected)


def test_what_is_covered_and_how_alike() -> None:
    """Shares of what the question asks about, rare words more of it; similar words by their cosine, or its cube."""
    words = FewWords(("cat", "boiler", "thanks"), {("boiler", "thanks"): 0.5})
    with remembering(*TALK, words=words) as memory:
        looked = look(memory, "cat boiler")
    weights = log(1 + 1.5 / 3.5), log(1 + 3.5 / 1.5)
    cat, boiler = weights[0] / sum(weights), weights[1] / sum(weights)
    found = looked.scored.features
    assert found.covered == pytest.approx(np.array([cat, 1, 0, cat]))
    assert looked.values("covered_near") == pytest.approx({"a0": 1, "a1": 1, "a2": 1, "b0": cat})
    assert looked.values("alike") == pytest.approx({"a0": cat, "a1": 1, "a2": boiler / 2, "b0": cat})
    assert found.alike == pytest.approx(np.array([cat, 1, boiler / 8, cat]))


def test_cosines_are_standardised() -> None:
    """That of a turn is of the sum of its sentences, longer ones weighing more; `cosine` is that of the best one."""
    table = {"cat boiler": (1, 0), "It sleeps.": (0, 1), "The cat is on the boiler.": (0.75, 0), "Thanks.": (0.25, 0)}
    with remembering(*TALK, encoder=TableEncoder(table, dimensions=2)) as memory:
        looked = look(memory, "cat boiler")
    best = np.array([0, 0.75, 0.25, 0])
    assert looked.scored.features.cosine == pytest.approx(best)
    expected = (best - best.mean()) / best.std()
    assert list(looked.values("cosine_sentence").values()) == pytest.approx(expected)
    sums = 0.75 * sqrt(3), 1 * sqrt(2)  # of two and of one word
    turn = np.array([0, sums[0] / sqrt(sums[0] ** 2 + sums[1] ** 2), 1, 0])
    assert list(looked.values("cosine_turn").values()) == pytest.approx((turn - turn.mean()) / turn.std())
    near = 0.75 * sqrt(3) + 0.25 * sqrt(2)  # the last two of a, the first of a being nothing
    around = np.array([turn[1], near / sqrt(near**2 + 2), near / sqrt(near**2 + 2), 0])
    assert list(looked.values("cosine_near").values()) == pytest.approx((around - around.mean()) / around.std())
    session = np.array([0.75, 0.75, 0.75, 0])  # the best sentence of each
    expected = (session - session.mean()) / session.std()
    assert list(looked.values("cosine_session").values()) == pytest.approx(expected)


def test_equal_cosines_do_not_differ() -> None:
    """What rounding alone tells apart is the same: for any number of turns, and whatever their order."""
    assert _standardised(np.full(3, 0.1)).tolist() == [0, 0, 0]  # of which numpy has a deviation above 0
    assert _standardised(np.array([0.1, 0.1 + 1e-9])).tolist() == [0, 0]
    assert _standardised(np.array([0.1, 0.3])).tolist() == pytest.approx([-1, 1])
    assert _standardised(np.empty(0)).tolist() == []
    for count in (3, 7, 30):
        with remembering(said("a", *["Ana: Cat soup today."] * count)) as memory:
            found = values(look(memory, "cat soup"))
        assert {name for name, row in found.items() if name.startswith("cosine") and any(row)} == set()


def test_who_speaks() -> None:
    """Among people whom the question names; with an assistant, whom it is about; nothing where nobody is named."""
    talk = said("a", "Ana: Cat.", "Ben: Cat.", ": Cat.", "user: Cat.", "Assistant: Cat.")
    with remembering(talk) as memory:
        ana, nobody, told = (
            look(memory, question) for question in ("Ana's cat", "a cat", "Which was the cat that you recommended?")
        )
    assert list(ana.values("speaker_meant").values()) == [1, 0, 0, 1, 0]
    assert list(ana.values("speaker_other").values()) == [0, 1, 1, 0, 1]
    assert list(nobody.values("speaker_meant").values()) == [0, 0, 0, 1, 0]
    assert list(nobody.values("speaker_other").values()) == [0, 0, 0, 0, 1]
    assert list(told.values("speaker_meant").values()) == [0, 0, 0, 0, 1]
    assert list(told.values("speaker_other").values()) == [0, 0, 0, 1, 0]
    assert set(ana.scored.features.forms) == {FORMS.index("assistant_chat")}


def test_what_asks_and_what_answers() -> None:
    """A question is a turn whose last sentence asks; what follows it in its session may answer."""
    with remembering(*TALK, said("c", "Ana: Cat? No, cat.", "Ben: Cat.")) as memory:
        looked = look(memory, "cat boiler")
    assert looked.values("asks") == {"a0": 1, "a1": 0, "a2": 0, "b0": 0, "c0": 0, "c1": 0}
    assert looked.values("before_asks") == {"a0": 0, "a1": 1, "a2": 0, "b0": 0, "c0": 0, "c1": 0}
    assert looked.values("answers_match") == {**dict.fromkeys(looked.ids(), 0), "a1": 1}


def test_a_reply_counts_by_what_was_asked_shortly_before_and_around_it() -> None:
    """By somebody else, up to three turns before; a bare question is about what was said around it."""
    talk = said("a", "Ana: The cat.", "Ben: How much?", "Ana: Ten.", "Ben: Oh.", "Ana: Ten.", "Ana: Ten.")
    with remembering(talk, said("b", "Ben: Cat?", "Ben: Ten.")) as memory:
        found = look(memory, "cat").values("replies_match")
    assert found == {"a0": 0, "a1": 0, "a2": 1, "a3": 0, "a4": 1, "a5": 0, "b0": 0, "b1": 0}


def test_what_was_said_before_tells_what_a_turn_is_about() -> None:
    """The turn itself and the eight before it, in its session."""
    talk = said("a", "Ana: Cat.", *["Ben: Hm."] * (THREAD + 1))
    with remembering(talk, said("b", "Ana: Hm.", "Ana: Cat.")) as memory:
        found = look(memory, "cat").values("alike_before")
    assert list(found.values()) == [*[1] * (THREAD + 1), 0, 0, 1]


def test_an_answer_counts_by_what_was_asked() -> None:
    """The more, the more like the question it is what the turn before asks."""
    talk = said("a", "Ana: Is the cat on the boiler?", "Ben: Yes.", "Ana: Is the cat ill?", "Ben: No.", "Ben: Cat?")
    with remembering(talk) as memory:
        found = look(memory, "cat boiler").values("answers_match")
    assert {turn for turn, value in found.items() if value} == {"a1", "a3"}
    assert found["a1"] == 1 > found["a3"]


@pytest.mark.parametrize(
    ("question", "feature", "expected"),
    [
        ("When was the cat ill?", "when_time", [1, 0, 0]),
        ("Was the cat ill?", "when_time", [0, 0, 0]),
        ("How many cats?", "many_number", [0, 1, 0]),
        ("cat", "has_time_word", [1, 0, 0]),
    ],
)
def test_signs_that_the_question_asks_for(question: str, feature: str, expected: list[float]) -> None:
    """A time for when, a number for how many."""
    talk = said("a", "Ana: The cat was ill yesterday.", "Ben: We have two cats.", "Ana: The cat is in Porto.")
    with remembering(talk) as memory:
        assert list(look(memory, question).values(feature).values()) == expected


def test_times_said_and_times_named() -> None:
    """In a range or near it, by e-folds of a week; or naming a time that overlaps it."""
    talk = (
        said("a", "Ana: A cat.", time="2023-05-20"),
        said("b", "Ana: A cat.", time="2023-06-08"),
        said("c", "Ana: We got the cat in May 2023."),
        said("d", "Ana: A cat since 2023."),
    )
    with remembering(*talk) as memory:
        looked, none = (look(memory, question, asked_at="2024-01-01") for question in ("a cat in May 2023", "a cat"))
    assert list(looked.values("said_near").values()) == pytest.approx([1, exp(-1), 0, 0])
    assert list(looked.values("names_time").values()) == [0, 0, 1, 0]
    assert not any(any(none.values(name).values()) for name in ("said_near", "names_time"))


def test_one_turn_has_all_features() -> None:
    """And nothing to be compared with."""
    with remembering(said("a", "Ana: The cat.")) as memory:
        found = values(look(memory, "cat"))
    assert {len(row) for row in found.values()} == {1}
    assert found["bm25_wide"] == found["alike"] == found["covered_near"] == [1]
    assert found["cosine_turn"] == found["cosine_session"] == found["before_asks"] == [0]


@pytest.mark.parametrize("as_of", ["1990-01-01", None])
def test_no_turn_has_no_features(as_of: str | None) -> None:
    """In an empty memory, and where all is hidden: every name is there all the same."""
    with remembering(said("a", "Ana: The cat.", time="2024-01-01")) as memory:
        whole = set(values(look(memory, "cat")))
        none = look(memory if as_of else memory.for_owner("other"), "cat", as_of=as_of)
    assert set(values(none)) == whole
    assert all(row == [] for row in values(none).values())


def test_a_turn_whose_sentences_are_gone_has_none() -> None:
    """Its neighbours' words and its session still speak for it; nothing fails."""
    with remembering(*TALK) as memory:
        looked = look(memory, "cat boiler")
        layer = replace(looked.layer, alive=np.array([True, False, False, True, True]))
        key = memory.architecture.layers[0].key
        snapshot = replace(looked.snapshot, layers={key: layer})
        outline = outline_of(snapshot, key, np.ones(4, np.bool_), ENGLISH)
        matches = matches_of(layer, outline, looked.asked, FewWords())
        found = features_of(looked.snapshot.turns, layer, matches, looked.memos, np.arange(4))
    assert found.covered[1] == found.values["alike"][1] == found.cosine[1] == 0
    assert found.values["covered_near"][1] > 0
    assert found.values["asks"].tolist() == [1, 0, 0, 0]
    assert all(np.isfinite(row).all() for row in found.values.values())


def test_what_is_hidden_has_no_influence() -> None:
    """Features are those of a memory that never had the later sessions, nor those who speak only there."""
    early = [said("a", "Ana: Where is Cleo's cat?", "Ben: It sleeps.", time="2024-01-01")]
    late = [said("b", "Cleo: The cat? Cleo's cat sleeps yesterday.", "Cleo: Ben!", time="2024-03-01")]
    with remembering(*early) as memory:
        alone = values(look(memory, "Where does Cleo's cat sleep, Ben?", as_of="2024-02-01"))
    with remembering(*early, *late) as memory:
        hidden = values(look(memory, "Where does Cleo's cat sleep, Ben?", as_of="2024-02-01"))
        whole = values(look(memory, "Where does Cleo's cat sleep, Ben?"))
    assert hidden == alone
    assert whole != alone


def test_features_do_not_depend_on_the_order_of_sessions() -> None:
    """Stored backwards, every turn has the same, but for the last bits of means."""
    sessions = conversation(8)
    found = []
    for order in (sessions, sessions[::-1]):
        with remembering(*order) as memory:
            looked = look(memory, "who has a guitar in the garden", asked_at="2024-03-01")
        found.append({name: looked.values(name) for name in looked.scored.features.values})
    for name, row in found[0].items():
        assert row == pytest.approx(found[1][name], abs=1e-9), name


def test_support_says_how_much_a_sentence_bears_on_the_question() -> None:
    """The share of words that occur, of their like, and the cosine."""
    encoder = HashingEncoder()
    with remembering(*TALK, encoder=encoder) as memory:
        looked = look(memory, "cat boiler")
    features = looked.scored.features
    texts = ["Where is the cat?", "It sleeps.", "The cat is on the boiler.", "Thanks.", "The cat barks."]
    vectors = rounded(encoder.encode(texts, "passage"))
    cosines = vectors @ looked.asked.vectors[1]
    occurring = np.array([[1, 0, 1, 0, 1], [0, 0, 1, 0, 0]], np.float64)
    shares = weighted_sum(occurring, looked.matches.importance)
    assert features.cosines == pytest.approx(cosines, abs=1e-6)
    assert features.support == pytest.approx(2 * shares + np.maximum(cosines, 0), abs=1e-6)
