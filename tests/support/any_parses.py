"""Parses without sense, for what must hold of every one."""

from __future__ import annotations

import string

from hypothesis import strategies as st

from convograph.extraction.types import ParsedSentence
from convograph.syntax import Parse, Word

TAGS = ["NOUN", "PROPN", "VERB", "ADJ", "PRON", "ADP", "PUNCT", "NUM", "DET", "X", "AUX"]
RELATIONS = [
    "nsubj",
    "obj",
    "flat",
    "compound",
    "nmod",
    "amod",
    "case",
    "appos",
    "conj",
    "cop",
    "nmod:poss",
    "det",
    "obl",
]
FORMS = ["Ana", "sister", "he", "her", "of", "-", "'s", "Google", "dog", "Dr.", "named", "New", "York", "I", "you", "&"]


@st.composite
def sentences(draw: st.DrawFn) -> ParsedSentence:
    """Any words in any tree, cyclic ones as well."""
    forms = draw(st.lists(st.one_of(st.sampled_from(FORMS), st.text(string.ascii_letters, min_size=1)), max_size=9))
    words: list[Word] = []
    text = ""
    for form in forms:
        start = len(text) + (1 if text else 0)
        text = f"{text} {form}" if text else form
        head = draw(st.integers(-1, len(forms) - 1))
        tag, relation = draw(st.sampled_from(TAGS)), draw(st.sampled_from(RELATIONS))
        words.append(Word(form, start, start + len(form), form.lower(), tag, "", head, relation))
    return ParsedSentence(0, len(text), text, Parse(tuple(words)))
