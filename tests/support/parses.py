"""Sentences parsed by hand, and turns made of them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from convograph.extraction.types import ParsedSentence, ParsedTurn, TurnInContext
from convograph.syntax import ROOT, Parse, Word
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


class ThreeWordParser:
    """Takes the first word of every sentence for the subject, the second for the verb, the third for the object.

    The rest hangs to the verb. A reader makes triplets of it without any weights.
    """

    name = "three-words"
    fingerprint = "three-words:1"

    def parse(self, sentences: Sequence[str]) -> list[Parse]:
        return [Parse(tuple(_word(found, place) for place, found in enumerate(_WORD.finditer(s)))) for s in sentences]


_WORD = re.compile(r"\w+|[^\w\s]")
_ROLES = (("PROPN", 1, "nsubj"), ("VERB", ROOT, "root"), ("NOUN", 1, "obj"))


def _word(found: re.Match[str], place: int) -> Word:
    tag, head, relation = _ROLES[place] if place < len(_ROLES) else ("X", 1, "dep")
    if not found[0].isalnum():
        tag, head, relation = "PUNCT", 1, "punct"
    features = "Mood=Ind|Tense=Past|VerbForm=Fin" if tag == "VERB" else ""
    return Word(found[0], found.start(), found.end(), found[0].lower(), tag, features, head, relation)
