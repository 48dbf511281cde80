"""The syntax of a sentence: its words, their tags and its dependency tree, in Universal Dependencies."""

from __future__ import annotations

from dataclasses import dataclass

ROOT = -1  # the head of a sentence's root


@dataclass(frozen=True, slots=True)
class Word:
    """One syntactic word.

    `form` is the word as written and `[start, end)` its characters in the sentence (the two words of "gonna" or
    "dont" divide them). `lemma` is lower case except in names. `tag` is the universal part of speech
    ("VERB"), `features` the morphology ("Tense=Past|VerbForm=Fin", empty if there is none), `head` the position of the
    word it depends on (`ROOT` for the root) and `relation` the dependency relation ("nsubj", "nmod:poss").
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
    """The words of one sentence, in order; none for a sentence without words."""

    words: tuple[Word, ...]

    def children(self, place: int) -> tuple[int, ...]:
        """The positions of the words that depend on the word at `place`, from left to right."""
        return tuple(index for index, word in enumerate(self.words) if word.head == place)
