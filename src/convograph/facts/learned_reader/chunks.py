"""Splitting a turn into pieces of whole sentences, each of which the learned reader sees at once."""

from __future__ import annotations

from collections.abc import Iterator

from convograph.facts.learned_reader.token_window import LONGEST, tokens_of
from convograph.patterns import lazy_pattern

# Unlike `statement.SENTENCE`, ends at "Dr." and not at ";": the weights were trained on turns split this way.
_SENTENCE = lazy_pattern(r"[^.!?\n]*(?:[.!?\n]+[\"”'’)]*|$)")
_MOST = 3_000  # characters of a turn that are read: longer turns contain pasted text


def chunks_of(text: str) -> Iterator[tuple[int, str]]:
    """The offset and the text of each piece: as many sentences as fit into `LONGEST` tokens, but at least one.

    >>> list(chunks_of("I moved. To Rome!"))
    [(0, 'I moved. To Rome!')]
    """
    begin = length = 0
    for match in _SENTENCE.finditer(text[:_MOST]):
        words = len(tokens_of(match[0]))
        if length and length + words > LONGEST:
            yield begin, text[begin : match.start()]
            begin, length = match.start(), 0
        length += words
    if length:
        yield begin, text[begin:_MOST]
