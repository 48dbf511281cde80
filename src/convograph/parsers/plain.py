"""The parser for languages without a model: words, and names recognised by their capital letters.

There is no tree: only mentions of names and times in digits can be extracted.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from convograph.patterns import lazy_pattern
from convograph.syntax import ROOT, Parse, Word

_WORD = lazy_pattern(r"\w+(?:['’-]\w+)*|[^\w\s]")


class PlainParser:
    """Words without a tree: capitalised words, except the first, are names ("PROPN"), all others unknown ("X")."""

    @property
    def name(self) -> str:
        """The name shown with figures and explanations."""
        return "plain"

    @property
    def fingerprint(self) -> str:
        """Increment the number whenever the parse of any sentence changes."""
        return "plain-1"

    def parse(self, sentences: Sequence[str]) -> list[Parse]:
        """One parse per sentence; every word is a root, except the later words of a name, which depend on its first."""
        return [Parse(tuple(_words(sentence))) for sentence in sentences]


def _words(sentence: str) -> Iterator[Word]:
    name: int | None = None  # the first word of the current name
    for place, found in enumerate(_WORD.finditer(sentence)):
        form = found[0]
        if not form[0].isalnum():
            tag, name = "PUNCT", None
        elif place and form[0].isupper():
            tag = "PROPN"
        else:
            tag, name = "X", None
        head, relation = (name, "flat") if tag == "PROPN" and name is not None else (ROOT, "root")
        if tag == "PROPN" and name is None:
            name = place
        yield Word(form, found.start(), found.end(), form, tag, "", head, relation)
