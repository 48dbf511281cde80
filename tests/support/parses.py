"""Sentences parsed by hand, and turns made of them."""

from __future__ import annotations

from convograph.extraction.types import ParsedSentence, ParsedTurn, TurnInContext
from convograph.syntax import Parse, Word
from convograph.types import SourceTurn


def parsed(rows: str) -> ParsedSentence:
    """A sentence from one line a word: form, lemma, tag, head (from 1; 0 for the root), relation, features if any.

    The words stand a space apart; a form that begins with "+" follows the one before without.
    """
    words: list[Word] = []
    text = ""
    for row in rows.strip().splitlines():
        form, lemma, tag, head, relation, *features = row.split()
        written = form.removeprefix("+")
        text += written if not text or form != written else f" {written}"
        start = len(text) - len(written)
        words.append(Word(text[start:], start, len(text), lemma, tag, "".join(features), int(head) - 1, relation))
    return ParsedSentence(0, len(text), text, Parse(tuple(words)))


def said(
    sentence: ParsedSentence,
    speaker: str | None = "Ana",
    addressee: str | None = "Ben",
) -> TurnInContext:
    """The sentence as a turn of its own, from one of two people to the other."""
    turn = SourceTurn(1, "t1", "s", 0, speaker, sentence.text, None)
    participants = tuple(name for name in (speaker, addressee) if name)
    return TurnInContext(ParsedTurn(turn, (sentence,)), (), participants, addressee)
