"""Noun phrases and other spans of the words of a sentence."""

from __future__ import annotations

from collections.abc import Sequence

from convograph.extraction.lexicon import word_list
from convograph.syntax import Word

WordSpan = tuple[int, int]
"""Places `[first, last)` of a sentence's words."""

_BEFORE_HEAD = frozenset({"amod", "compound", "flat", "nmod:desc", "nummod", "goeswith", "compound:prt"})
_INSIDE = frozenset({"det", "amod", "compound", "nummod", "case", "punct"})
_SHORT = 4  # words after "of" in an of-phrase, at most: "of the old school"
_DAYS = frozenset({"yesterday", "today", "tonight", "tomorrow"})
_VAGUE = frozenset({"other", "own", "same", "such", "many", "few", "several", "more", "most", "much", "certain"})


def noun_phrase(words: Sequence[Word], head: int) -> WordSpan:
    """The phrase of the noun at `head`: its modifiers before it, and a short of-phrase after it.

    Articles, possessives and quantifiers are left out: "my first cup of coffee" is "first cup of coffee".
    """
    if words[head].lemma.lower() in _DAYS:  # "the group yesterday" is two phrases
        return head, head + 1
    first = head
    while first > 0 and _describes(words, first - 1, head):
        first -= 1
    while first < head and (words[first].tag == "PUNCT" or words[first].lemma.lower() in _VAGUE):
        first += 1
    return first, _end(words, head)


def head_of(words: Sequence[Word], span: WordSpan) -> int:
    """The place of the first word of a span whose head is outside the span."""
    first, last = span
    return next((place for place in range(first, last) if not first <= words[place].head < last), first)


def case_of(words: Sequence[Word], head: int) -> str:
    """The preposition of the word at `head`, in lower case; empty if it has none."""
    for place in range(head - 1, -1, -1):
        word = words[place]
        if word.head == head and word.relation == "case" and word.tag in {"ADP", "SCONJ"}:
            return word.form.lower()
    return ""


def spelled(words: Sequence[Word], span: WordSpan) -> str:
    """The words of a span in lower case, with spaces where the text has them: "al-sadr", "new york"."""
    first, last = span
    pieces = [words[first].form.lower()]
    for place in range(first + 1, last):
        apart = words[place].start > words[place - 1].end
        pieces.append((" " if apart else "") + words[place].form.lower())
    return "".join(pieces)


def _describes(words: Sequence[Word], place: int, head: int) -> bool:
    """Whether the word at `place` modifies a later `head`, directly or through another modifier."""
    word = words[place]
    if word.tag == "PUNCT":  # the hyphen of "half-marathon", not a comma
        return word.form == "-" and place > 0 and word.start == words[place - 1].end
    if word.head == head:
        return word.relation in _BEFORE_HEAD
    between = words[word.head] if place < word.head < head else None
    return between is not None and between.head == head and word.relation in _BEFORE_HEAD | {"obl:npmod"}


def _end(words: Sequence[Word], head: int) -> int:
    last = head + 1
    while last < len(words) and words[last].head == head and words[last].relation in {"flat", "goeswith"}:
        last += 1
    if last < len(words) and words[last].lemma == "of" and words[head].lemma not in word_list("quantity_nouns"):
        inner = words[last].head
        if last < inner <= last + _SHORT and words[inner].head == head and words[inner].tag == "NOUN":
            inside = range(last, inner)
            if all(words[place].relation in _INSIDE and last < words[place].head <= inner for place in inside):
                return inner + 1
    return last
