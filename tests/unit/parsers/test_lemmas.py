"""Lemmas of inflected words: which word a form is of, by spelling and by what is a word."""

from __future__ import annotations

import pytest

from convograph.parsers.lemmas import mended

PARTICIPLE = "Tense=Past|VerbForm=Part"


@pytest.mark.parametrize(
    ("form", "model", "lemma"),
    [
        ("swimming", "swimm", "swim"),
        ("hoping", "hop", "hope"),
        ("hopping", "hopp", "hop"),
        ("writing", "writ", "write"),
        ("Sharing", "shar", "share"),
        ("spending", "spende", "spend"),
        ("breathing", "breath", "breathe"),
        ("using", "us", "use"),
        ("adding", "ad", "add"),
        ("rolling", "rol", "roll"),
        ("travelling", "travell", "travel"),
        ("quoting", "quot", "quote"),
        ("visiting", "visite", "visit"),
        ("seeing", "see", "see"),
        ("doing", "do", "do"),
        ("bring", "bring", "bring"),
        ("dying", "dy", "die"),
    ],
)
def test_what_an_ing_form_is_of(form: str, model: str, lemma: str) -> None:
    """Doubled consonants, a mute e, and forms that have no ending at all."""
    assert mended(form, "VERB", "VerbForm=Ger", model) == lemma


@pytest.mark.parametrize(
    ("form", "model", "lemma"),
    [
        ("filled", "fil", "fill"),
        ("changed", "chang", "change"),
        ("named", "nam", "name"),
        ("tried", "try", "try"),
        ("agreed", "agre", "agree"),
        ("painted", "paint", "paint"),
        ("captivated", "captivat", "captivate"),
        ("googled", "googl", "google"),
        ("blown", "bly", "blow"),
        ("feed", "feed", "feed"),
    ],
)
def test_what_a_past_form_is_of(form: str, model: str, lemma: str) -> None:
    """As for -ing; words that the tokenizer does not know go by their spelling, a few are irregular."""
    assert mended(form, "VERB", PARTICIPLE, model) == lemma


@pytest.mark.parametrize(
    ("form", "model", "lemma"),
    [
        ("companies", "companey", "company"),
        ("services", "servix", "service"),
        ("potatoes", "potatoe", "potato"),
        ("relatives", "relatife", "relative"),
        ("lives", "life", "life"),
        ("wives", "wife", "wife"),
        ("glass", "glass", "glass"),
    ],
)
def test_what_a_plural_is_of(form: str, model: str, lemma: str) -> None:
    """The model's lemma wherever it is a word, so that what it knows by heart stays."""
    assert mended(form, "NOUN", "Number=Plur", model) == lemma


def test_the_third_person_is_like_a_plural() -> None:
    """But for the shortest forms, which are no regular verbs."""
    assert mended("watches", "VERB", "Person=3|Tense=Pres", "watche") == "watch"
    assert mended("has", "VERB", "Person=3|Tense=Pres", "have") == "have"
    assert mended("does", "VERB", "Person=3|Tense=Pres", "doe") == "do"


def test_other_words_keep_the_lemma_of_the_model() -> None:
    """Adjectives, names, singular nouns and infinitives, though they look like forms."""
    assert mended("exciting", "ADJ", "", "exciting") == "exciting"
    assert mended("Hastings", "PROPN", "Number=Plur", "Hastings") == "Hastings"
    assert mended("bus", "NOUN", "Number=Sing", "bus") == "bus"
    assert mended("need", "VERB", "VerbForm=Inf", "need") == "need"
