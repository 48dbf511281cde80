"""What is left of syntax where no model of the language is at hand: words, and names by their capital letters.

There is no tree: nothing can be read off but mentions of names, and times in digits.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from convograph.syntax import ROOT, Parse, Word

_WORD = re.compile(r"\w+(?:['’-]\w+)*|[^\w\s]")


class PlainParser:
    """Words without a tree: capitalised ones within a sentence are names ("PROPN"), the rest is unknown ("X")."""

    @property
    def name(self) -> str:
        """What it is called in figures and explanations."""
        return "plain"

    @property
    def fingerprint(self) -> str:
        """Raised by hand whenever some sentence would come out differently."""
        return "plain-1"

    def parse(self, sentences: Sequence[str]) -> list[Parse]:
        """One parse for each sentence; no word depends on another, but those of a name on its first."""
        return [Parse(tuple(_words(sentence))) for sentence in sentences]


def _words(sentence: str) -> Iterator[Word]:
    name: int | None = None  # the first word of the name that is being read
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
