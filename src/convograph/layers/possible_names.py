"""Which words that may be names are: those that the memory has as names elsewhere, before or after.

names of the memory, words of people's names ─▶ "teo" is "Teo", "lopez" is "Lopez", "joosts" is "Joost"
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from convograph.extraction.mentions.possible_names import meant_names
from convograph.extraction.types import EntityKind
from convograph.graph.turns import speaker_key
from convograph.resolution.decisions import Decisions
from convograph.resolution.described import Meant


@dataclass(frozen=True, slots=True)
class KnownNames:
    """The names of a memory by key, and the words of people's names; each in its alphabetically first spelling."""

    whole: dict[str, str]
    words: dict[str, str]

    @classmethod
    def of(cls, names: Iterable[tuple[str, EntityKind]]) -> KnownNames:
        """The known among some names with their kinds."""
        whole: dict[str, str] = {}
        words: dict[str, str] = {}
        for name, kind in names:
            _put(whole, speaker_key(name), name)
            if kind == "person" and len(parts := name.split()) > 1:
                for word in parts:
                    _put(words, speaker_key(word), word)
        return cls(whole, words)

    def meant(self, name: str, decisions: Decisions) -> Meant | None:
        """How a word that may be a name, given with a capital, is resolved; `None` if it is no name.

        A person's decision about the word itself ("Joosts" is not "Joost") goes before.
        """
        key = speaker_key(name)
        if key in decisions.roots:
            return Meant(name, named=True)
        for one in meant_names(key):
            surface = self.whole.get(one) or self.words.get(one)
            if surface is not None and not decisions.keep_apart(key, [one]):
                return Meant(surface, named=True)
        return None


def _put(held: dict[str, str], key: str, name: str) -> None:
    if key not in held or name < held[key]:
        held[key] = name
