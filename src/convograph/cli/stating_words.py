"""The excerpt of a long turn that states a fact: the sentence with the fact's words, shortened around them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from convograph import segmentation
from convograph.patterns import lazy_pattern
from convograph.quotation import relation_in_words
from convograph.terms import ENGLISH
from convograph.types import Fact, SourceTurn

TEXT_SHOWN: Final = 160  # characters
_WORD: Final = lazy_pattern(r"\w+")
_OF_VALUE: Final = 3  # the weight of a word of the value, relative to a word of the relation


def cut(text: str) -> str:
    """The beginning of a text, with "…" in place of the rest."""
    return text if len(text) <= TEXT_SHOWN else f"{text[:TEXT_SHOWN].rstrip()} …"


def stating_words(turn: SourceTurn, fact: Fact, value: str) -> str:
    """The text of a turn; of a long turn, the sentence that shares most words with the fact's relation and `value`.

    "…" marks omitted text. If no sentence shares a word, the beginning of the turn.
    """
    text = turn.text
    if len(text) <= TEXT_SHOWN:
        return text
    of_relation = ENGLISH.terms(relation_in_words(fact.relation))
    wanted = dict.fromkeys(of_relation, 1) | dict.fromkeys(ENGLISH.terms(value), _OF_VALUE)
    spans = segmentation.sentence_spans(text)
    start, end = max(spans, key=lambda span: _weight(text[slice(*span)], wanted))  # the first on ties
    if not _weight(text[start:end], wanted):
        return cut(text)
    start, end = _window(text, start, end, wanted)
    before, after = "… " if text[:start].strip() else "", " …" if text[end:].strip() else ""
    return f"{before}{text[start:end].strip()}{after}"


def _weight(words: str, wanted: Mapping[str, int]) -> int:
    return sum(wanted.get(term, 0) for term in set(ENGLISH.terms(words)))


def _window(text: str, start: int, end: int, wanted: Mapping[str, int]) -> tuple[int, int]:
    """The part of a sentence, in whole words, that fits into `TEXT_SHOWN` around its first word of highest weight."""
    if end - start <= TEXT_SHOWN:
        return start, end
    at = max(_WORD.finditer(text, start, end), key=lambda word: _weight(word[0], wanted)).start()
    begins = min(max(at - TEXT_SHOWN // 2, start), end - TEXT_SHOWN)
    ends = begins + TEXT_SHOWN
    if begins > start:
        begins = max(text.find(" ", begins, at) + 1, begins)
    if ends < end and " " in text[at:ends]:
        ends = text.rindex(" ", at, ends)
    return begins, ends
