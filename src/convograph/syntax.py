"""How a sentence is built: its words, their tags and the tree over them, by Universal Dependencies."""

from __future__ import annotations

from dataclasses import dataclass

ROOT = -1  # the head of a sentence's root


@dataclass(frozen=True, slots=True)
class Word:
    """One syntactic word.

    `form` is the word as written and `[start, end)` its characters in the sentence (the two words of "gonna" or
    "dont" share it out). `lemma` is lower case but for names. `tag` is the universal part of speech ("VERB"),
    `features` the morphology ("Tense=Past|VerbForm=Fin", empty when there is none), `head` the place of the word that
    it depends on (`ROOT` for the root) and `relation` how ("nsubj", "nmod:poss").
    """

    form: str
    start: int
    end: int
    lemma: str
    tag: str
    features: str
    head: int
    relation: str


@dataclass(frozen=True, slots=True)
class Parse:
    """The words of one sentence in order; a sentence without any has none."""

    words: tuple[Word, ...]

    def children(self, place: int) -> tuple[int, ...]:
        """The places of the words that depend on the word at `place`, from left to right."""
        return tuple(index for index, word in enumerate(self.words) if word.head == place)
