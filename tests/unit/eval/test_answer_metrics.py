"""Text metrics of answers: values by hand, what holds for every pair of answers, and values of NLTK's BLEU."""

from __future__ import annotations

from math import exp

import pytest
from hypothesis import given
from hypothesis import strategies as st

from convograph.errors import InputError
from convograph_eval.answer_metrics import bleu1, gold_words, holds_gold, locomo_f1, token_f1
from convograph_eval.answer_metrics.normalization import words
from convograph_eval.datasets.locomo import CATEGORIES

# answer, gold, F1 = 2m/(|ŷ|+|y|), BLEU-1 = m/|ŷ| · BP
BY_HAND: list[tuple[str | int, str | int, float, float]] = [
    ("a red bicycle", "the bicycle", 2 / 3, 0.5),
    ("bicycle", "the red city bicycle", 0.5, exp(-2)),
    ("Sweden.", "sweden", 1.0, 1.0),
    ("Norway", "Sweden", 0.0, 0.0),
    ("very very good", "very good good", 2 / 3, 2 / 3),  # m = 2: each word as often as in both
    ("good good good good", "good", 0.4, 0.25),  # clipped
    ("In 2022", 2022, 2 / 3, 0.5),
    (2022, 2022, 1.0, 1.0),
    (7, "7 cats", 2 / 3, exp(-1)),
    ("7:30 pm", "7.30 PM", 1.0, 1.0),  # split at punctuation, not joined
    ("mother-in-law", "mother in law", 1.0, 1.0),
    ("her_dog", "her dog", 1.0, 1.0),  # an underscore is neither letter nor digit
    ("another theatre", "other heat", 0.0, 0.0),  # articles are words, not letters
    ("Café Zürich", "café zürich", 1.0, 1.0),
    ("cafe\u0301", "caf\u00e9", 1.0, 1.0),  # two ways to write é
    ("京都", "京都", 1.0, 1.0),
    ("", "dog", 0.0, 0.0),
    ("dog", "", 0.0, 0.0),
    ("", "", 1.0, 1.0),
    ("The!", "…", 1.0, 1.0),  # no word on either side
]

# From NLTK 3.10.4, `sentence_bleu([gold], answer, weights=(1,))` over the same words.
NLTK_BLEU = [
    ("she went to bergen by train", "she took train to bergen in may", 0.5643211499270759),
    ("in june in june", "she moved in june 2023", 0.38940039153570244),
    ("dogs dogs cats", "cats", 0.3333333333333333),
]

# answer, gold, category, F1 over stems
LOCOMO_BY_HAND: list[tuple[str | int, str | int | None, str, float]] = [
    ("She was running", "runs", "single-hop", 0.5),  # she wa run | run
    ("cats, and the dogs", "dog cat", "single-hop", 1.0),
    ("I", "is", "single-hop", 0.0),  # two letters are not stemmed
    ("1,000", 1000, "single-hop", 1.0),  # commas go, without a space
    (2022, 2022, "temporal", 1.0),
    ("7 May 2023", "May 7th, 2023", "temporal", 2 / 3),
    ("well-known", "well known", "single-hop", 0.0),  # punctuation goes, without a space
    ("", "", "single-hop", 0.0),
    ("the", "the", "temporal", 0.0),
    ("swimming, pottery", "pottery, camping, painting, swimming", "multi-hop", 0.5),  # (1 + 0 + 0 + 1) / 4
    ("painting", "oil painting, pottery", "multi-hop", 1 / 3),  # (2/3 + 0) / 2
    ("oil painting and pottery", "oil painting, pottery", "multi-hop", 0.65),  # (4/5 + 2/4) / 2
    ("a cat", "cats", "multi-hop", 1.0),
    ("", "cats", "multi-hop", 0.0),
    ("Likely no", "Likely no; though she likes reading", "open-domain", 1.0),
    ("Likely no; though she likes reading", "Likely no", "open-domain", 0.5),  # 4/8: only the gold is cut
    ("Likely no", "Likely no; though she reads", "single-hop", 4 / 7),
    ("yes, liberal", "Liberal, yes", "open-domain", 1.0),
    ("No information available", None, "adversarial", 1.0),
    ("This is NOT MENTIONED anywhere.", "self-care", "adversarial", 1.0),
    ("self-care", "self-care", "adversarial", 0.0),  # the trap
    ("I do not know", None, "adversarial", 0.0),  # the release knows two phrases
    ("", None, "adversarial", 0.0),
]

texts = st.text(alphabet="abc thé7-,.; ADN\n", max_size=40) | st.text(max_size=20)


@pytest.mark.parametrize(("answer", "gold", "expected", "_bleu"), BY_HAND)
def test_token_f1_by_hand(answer: str | int, gold: str | int, expected: float, _bleu: float) -> None:
    """Token F1 gives the value of its formula on paper."""
    assert token_f1(answer, gold) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize(("answer", "gold", "_f1", "expected"), BY_HAND)
def test_bleu1_by_hand(answer: str | int, gold: str | int, _f1: float, expected: float) -> None:
    """BLEU-1 gives the value of its formula on paper, brevity penalty included."""
    assert bleu1(answer, gold) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize(("answer", "gold", "expected"), NLTK_BLEU)
def test_bleu1_equals_nltk(answer: str, gold: str, expected: float) -> None:
    """On texts that are their own normal form, BLEU-1 is NLTK's."""
    assert bleu1(answer, gold) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize(("answer", "gold", "category", "expected"), LOCOMO_BY_HAND)
def test_locomo_f1_by_hand(answer: str | int, gold: str | int | None, category: str, expected: float) -> None:
    """Each category goes by its own rule."""
    assert locomo_f1(answer, gold, category) == pytest.approx(expected, abs=1e-12)


def test_words_are_normalised_as_the_paper_says() -> None:
    """Lower case, articles out, everything but letters and digits a space, one space each."""
    assert words("  The Dentist's  appointment:\tA 7.30 on an Île! ") == [
        "dentist",
        "s",
        "appointment",
        "7",
        "30",
        "on",
        "île",
    ]


def test_there_is_a_rule_for_each_category_of_the_data_set() -> None:
    """`Question.category` can be given as it is."""
    assert all(locomo_f1("not mentioned", "not mentioned", category) == 1.0 for category in CATEGORIES.values())


@pytest.mark.parametrize("category", ["multi_hop", "1", "", "temporal-reasoning"])
def test_other_categories_are_refused(category: str) -> None:
    """The error names the category and those that there are."""
    with pytest.raises(
        InputError, match=f"no category '{category}'; its categories are multi-hop, temporal, open-domain"
    ):
        locomo_f1("yes", "yes", category)


def test_only_adversarial_questions_go_without_gold() -> None:
    """A missing gold is no empty gold."""
    with pytest.raises(InputError, match="a temporal question needs a gold answer"):
        locomo_f1("yes", None, "temporal")


@given(answer=texts, gold=texts)
def test_scores_lie_between_0_and_1(answer: str, gold: str) -> None:
    """No text leaves [0, 1], in any category."""
    assert 0.0 <= token_f1(answer, gold) <= 1.0
    assert 0.0 <= bleu1(answer, gold) <= 1.0
    assert all(0.0 <= locomo_f1(answer, gold, category) <= 1.0 for category in CATEGORIES.values())


@given(answer=texts, gold=texts)
def test_f1_is_symmetric(answer: str, gold: str) -> None:
    """Answer and gold may change places in token F1, and in LoCoMo's where neither side is split or cut."""
    assert token_f1(answer, gold) == token_f1(gold, answer)
    assert locomo_f1(answer, gold, "single-hop") == locomo_f1(gold, answer, "single-hop")


@given(text=texts)
def test_the_gold_itself_scores_1(text: str) -> None:
    """Word for word is perfect; LoCoMo's F1 wants at least one word, which "dog" gives."""
    assert token_f1(text, text) == 1.0
    assert bleu1(text, text) == 1.0
    assert locomo_f1(f"{text} dog", f"{text} dog", "single-hop") == 1.0


@given(answer=texts, gold=texts)
def test_bleu1_is_at_most_the_precision(answer: str, gold: str) -> None:
    """The brevity penalty never adds, and both metrics are 0 for the same answers."""
    assert (bleu1(answer, gold) == 0.0) == (token_f1(answer, gold) == 0.0)
    if ours := words(answer):
        assert bleu1(answer, gold) <= sum(word in words(gold) for word in ours) / len(ours)


@given(answer=texts, gold=texts)
def test_case_articles_and_spacing_do_not_count(answer: str, gold: str) -> None:
    """What normalisation takes away changes no score."""
    assert token_f1(f" the  {answer}!", gold) == token_f1(answer, gold)


@pytest.mark.parametrize(
    ("answer", "gold", "expected"),
    [
        ("My cat is called Miso, and she sleeps.", "a cat named Miso", 2 / 3),
        ("We adopted two dogs.", "Dogs", 1.0),  # by stems
        ("The dog, the dog", "a dog and a cat", 0.5),  # distinct words
        ("Yes, she did.", "Yes", 1.0),
        ("Not there.", "no, not here", 1 / 3),  # stop words alone count where there is nothing else
        ("", "Miso", 0.0),
        ("Miso", "", 0.0),
    ],
)
def test_gold_words_by_hand(answer: str, gold: str, expected: float) -> None:
    """The share of the gold's content words, whatever else the answer says."""
    assert gold_words(answer, gold) == pytest.approx(expected, abs=1e-12)


def test_two_of_three_words_hold_the_gold_and_one_of_two_does_not() -> None:
    """The threshold lies between."""
    assert holds_gold("My cat is called Miso.", "a cat named Miso") == 1.0
    assert holds_gold("A dog.", "a dog and a cat") == 0.0
