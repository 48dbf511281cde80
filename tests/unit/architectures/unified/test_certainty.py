"""How likely it is that a turn answers, and that anything does."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import convograph
from convograph.architectures.unified.certainty import UNIT_SIGNS, WHOLE_SIGNS
from convograph.architectures.unified.weights import FORMS, bundled_weights
from convograph.formats import read_file
from convograph.memory import Memory
from convograph.memory.recalling.likelihood import MIN_PROBABILITY
from convograph.types import Session
from convograph_eval.datasets import load

ROOT = Path(__file__).parents[4]


@pytest.fixture(scope="module")
def example() -> Memory:
    """The memory of the example."""
    memory = convograph.open(":memory:")
    (conversation,) = read_file(ROOT / "examples" / "allotment.json")
    memory.add(conversation.sessions)
    return memory


def test_the_weights_name_every_sign() -> None:
    """And nothing else."""
    for form in FORMS:
        of_form = bundled_weights().by_form[form]
        assert set(of_form.unit_certainty) == {*UNIT_SIGNS, "offset"}
    assert set(bundled_weights().whole_certainty) == {*WHOLE_SIGNS, "offset"}


def test_probabilities_lie_between_0_and_1_and_mostly_fall_with_the_rank(example: Memory) -> None:
    """The best hit of a plain question is likelier to answer than the twentieth."""
    recall = example.recall("How many cloves go into Aunt Bea's chutney?", k=20)
    likely = np.array([hit.probability for hit in recall.hits], np.float64)
    assert ((likely > 0) & (likely < 1)).all()
    assert likely[0] > 0.5 > likely[-1]
    assert recall.probability is not None and recall.probability > MIN_PROBABILITY


def test_the_probability_of_the_whole_does_not_depend_on_how_many_hits_are_asked_for(example: Memory) -> None:
    """Nor on their unit."""
    asked = "How many cloves go into Aunt Bea's chutney?"
    found = {
        example.recall(asked, k=k, unit=unit).probability for k in (1, 20) for unit in ("turn", "block4", "session")
    }
    assert len(found) == 1


def test_nine_lines_of_small_talk_in_ten_bring_no_context(example: Memory) -> None:
    """Of a hundred that nothing was fitted to."""
    lines = (ROOT / "data" / "small_talk" / "held_out.txt").read_text(encoding="utf-8").splitlines()
    assert len(lines) == 100
    assert sum(not example.context(line).citations for line in lines) >= 90


# Keys struck at random, words of nobody's, and what is short for something civil.
NOISE = (
    *("zxqv blorp", "hjkl", "blorp", "wibble", "foo bar", "qzx", "xkcd plugh", "grmblfx", "snorf gleep", "asdfgh"),
    *("idk", "brb", "nvm", "gtg", "sup", "omg", "yikes", "btw", "np", "idk, sorry"),
)


@pytest.mark.parametrize("count", [1, 10, 40])
@pytest.mark.parametrize("name", ["reunion", "lantern"])
def test_noise_brings_no_context_from_a_short_memory(name: str, count: int) -> None:
    """Nineteen in twenty such messages, though nothing in memory is any better than what they get."""
    turns = [turn for one in _session(name) for turn in one.turns][:count]
    with convograph.open(":memory:") as memory:
        memory.add([replace(_session(name)[0], turns=tuple(turns))])
        shown = [message for message in NOISE if memory.context(message).citations]
    assert len(shown) <= len(NOISE) / 20, shown


def test_noise_brings_no_context_from_a_long_memory(example: Memory) -> None:
    """But where a word occurs."""
    assert [message for message in NOISE if example.context(message).citations] in ([], ["foo bar"])


def test_a_question_in_other_words_has_a_context_in_a_memory_of_one_turn() -> None:
    """No word of it occurs, and none is like one that does: that alone is no reason to refuse."""
    with convograph.open(":memory:") as memory:
        memory.append({"speaker": "Ana", "text": "My cat is called Miso."})
        assert memory.context("What's the pet's name?").citations
        assert not memory.context("zxqv blorp").citations
        assert memory.recall("zxqv blorp").probability == 0.0


def _session(name: str) -> tuple[Session, ...]:
    (case,) = load("chronicles", ROOT / "data" / "chronicles" / f"{name}.json").cases
    return case.conversation.sessions


def test_the_examples_questions_keep_their_context(example: Memory) -> None:
    """At the default, none of the questions of the example that have an answer is taken for small talk."""
    (case,) = load("chronicles", ROOT / "examples" / "allotment.json").cases
    asked = [one for one in case.questions if not one.abstention]
    refused = [one.text for one in asked if not example.context(one.text, asked_at=one.asked_at).citations]
    assert refused == []
