"""BLEU-1 to BLEU-4, ROUGE-L and distinct-n of replies: values by hand, and some that others computed."""

from __future__ import annotations

from math import exp, sqrt

import pytest

from convograph_eval.answer_metrics import cumulative_bleu, distinct, rouge_l
from convograph_eval.answer_metrics.penn_words import penn_words


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Don't! It\u2019s Ana's.", ["do", "n't", "!", "it", "'s", "ana", "'s", "."]),
        ("I'd say they'll come, won't they?", "i 'd say they 'll come , wo n't they ?".split()),
        (
            "At 7:30... or.. 1,000 well-known o'clocks",
            ["at", "7:30", "...", "or", "..", "1,000", "well-known", "o'clocks"],
        ),
        ("", []),
        (" \n", []),
    ],
)
def test_words_are_split_as_in_the_treebank(text: str, words: list[str]) -> None:
    """Clitics and punctuation stand alone."""
    assert penn_words(text) == words


def test_a_reply_equal_to_the_reference_scores_one() -> None:
    """Four words or more; of fewer, longer n-grams do not exist."""
    assert cumulative_bleu("We met in Porto.", "We met in Porto.") == pytest.approx((1, 1, 1, 1))
    assert rouge_l("We met in Porto.", "We met in Porto.") == pytest.approx(1)


def test_precisions_are_clipped_and_short_replies_pay() -> None:
    """The words of "the the cat" are all in "the cat sat on the mat", one of two pairs is; exp(1 − 6/3)."""
    first, second, third, _ = cumulative_bleu("the the cat", "the cat sat on the mat")
    assert first == pytest.approx(exp(-1))
    assert second == pytest.approx(sqrt(1 / 2) * exp(-1))
    assert 0 < third < 1e-4
    assert cumulative_bleu("the the the", "the cat")[0] == pytest.approx(1 / 3)


@pytest.mark.parametrize(("reply", "reference"), [("i am a boy", "am i a boy"), ("she is a girl", "is she a girl")])
def test_the_values_are_those_of_the_coco_scorer(reply: str, reference: str) -> None:
    """Bleu_1, Bleu_2 and ROUGE_L as published for these two pairs; of three words, 1e-15 of the two runs is shared."""
    found = cumulative_bleu(reply, reference)
    assert found[:2] == pytest.approx((0.99999999975, 0.577350269), abs=1e-9)
    assert found[2:] == pytest.approx(((1e-15 / 3 / 2) ** (1 / 3), (1e-30 / 3 / 2) ** (1 / 4)), rel=1e-6)
    assert rouge_l(reply, reference) == pytest.approx(0.75)


def test_rouge_weighs_recall_more() -> None:
    """lcs "the car" of 3 and 4 words: 2.44 · 2/3 · 1/2 / (1/2 + 1.44 · 2/3); turned round, recall is the better one."""
    assert rouge_l("the red car", "the car is red") == pytest.approx(2.44 / 3 / (0.5 + 0.96))
    assert rouge_l("the car is red", "the red car") == pytest.approx(2.44 / 3 / (2 / 3 + 0.72))
    assert rouge_l("the car is red", "the red car") > rouge_l("the red car", "the car is red")


@pytest.mark.parametrize(("reply", "reference"), [("", "Yes."), ("Yes.", ""), ("", ""), ("no", "yes")])
def test_nothing_shared_is_nothing(reply: str, reference: str) -> None:
    """Empty replies and references too."""
    assert cumulative_bleu(reply, reference)[0] == pytest.approx(0, abs=1e-5)
    assert rouge_l(reply, reference) == 0


def test_distinct_counts_over_all_replies() -> None:
    """Two replies that begin alike."""
    assert distinct(["I like it", "I like tea"], 1) == 4 / 6
    assert distinct(["I like it", "I like tea"], 2) == 3 / 4
    assert distinct(["Hm"], 2) is None
