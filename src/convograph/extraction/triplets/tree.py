"""The words of a sentence with the way down: what hangs on each word, found once."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from convograph.extraction.types import ParsedSentence
from convograph.syntax import Word

NEGATIONS = frozenset({"not", "n't", "nt", "never", "neither"})


@dataclass(frozen=True, slots=True)
class Tree:
    """A parsed sentence: `children[i]` are the places below word i, `bases[i]` its relation without subtype."""

    sentence: ParsedSentence
    words: tuple[Word, ...]
    children: tuple[list[int], ...]
    bases: tuple[str, ...]

    def below(self, place: int, *bases: str) -> list[int]:
        """The places that hang on `place` by one of these relations, subtypes included, from left to right."""
        return [child for child in self.children[place] if self.bases[child] in bases]

    def first(self, place: int, *bases: str) -> int | None:
        """The leftmost of `below`."""
        return next((child for child in self.children[place] if self.bases[child] in bases), None)

    def with_conjuncts(self, place: int) -> list[int]:
        """A word and what is coordinated with it: "tea, coffee and milk"."""
        return [place, *self.below(place, "conj")]

    def has(self, place: int, feature: str) -> bool:
        """Whether a word bears a feature, such as "VerbForm=Ger"."""
        return feature in self.words[place].features

    def lemma(self, place: int) -> str:
        """The lemma in lower case."""
        return self.words[place].lemma.lower()

    def activities(self, place: int) -> list[int]:
        """A gerund and those coordinated with it, also where they hang on the verb above: "love hiking and reading"."""
        above = self.words[place].head
        beside = self.below(above, "conj", "parataxis") if above >= 0 else []
        loose = [each for each in beside if each > place and self.is_loose_gerund(each)]
        found = [*self.with_conjuncts(place), *(one for each in loose for one in self.with_conjuncts(each))]
        return [each for each in found if self.words[each].tag == "VERB"]

    def is_loose_gerund(self, place: int) -> bool:
        """Whether an -ing form has neither subject nor auxiliary."""
        return (
            self.words[place].tag == "VERB"
            and self.words[place].form.lower().endswith("ing")
            and self.first(place, "nsubj", "aux", "cop") is None
        )

    def negation(self, place: int) -> int | None:
        """The word that denies `place`: "not", "never"; not that of an ellipsis before it: "I do not, but I sing"."""
        subject = self.first(place, "nsubj")
        return next(
            (
                child
                for child in self.children[place]
                if self.words[child].form.lower() in NEGATIONS and not self._parts(child, subject)
            ),
            None,
        )

    def _parts(self, before: int, after: int | None) -> bool:
        """Whether a conjunction or a mark stands between two words, the one before the other."""
        between = self.words[before + 1 : after] if after is not None else ()
        return any(word.tag in {"CCONJ", "PUNCT"} for word in between)

    def marked_to(self, place: int) -> bool:
        """Whether a verb is an infinitive with "to"."""
        return any(self.lemma(child) == "to" and self.words[child].tag == "PART" for child in self.children[place])

    def marks(self, place: int) -> list[str]:
        """The words that subordinate a clause: "if", "because"."""
        return [self.lemma(child) for child in self.below(place, "mark")]

    def is_predicate(self, place: int) -> bool:
        """Whether a word carries a clause: a verb, or what stands with a copula."""
        tag = self.words[place].tag
        return tag == "VERB" or self.first(place, "cop") is not None or (tag == "AUX" and self._stands_alone(place))

    def _stands_alone(self, place: int) -> bool:
        """Whether a form of "be" is no one's helper: "I have been to Rome"."""
        return self.lemma(place) == "be" and self.bases[place] not in {"aux", "cop"}

    def subtree(self, place: int, without: Collection[str] = (), skipped: Collection[int] = ()) -> list[int]:
        """A word and all below it, in order, but for what hangs on it (at any depth) by one of `without`.

        The branches of the places `skipped` are left out, too.
        """
        found: list[int] = []
        waiting = [place]
        while waiting:
            current = waiting.pop()
            found.append(current)
            waiting += [
                child for child in self.children[current] if self.bases[child] not in without and child not in skipped
            ]
        return sorted(found)

    def from_the_root(self) -> list[int]:
        """All places, each after the word that it hangs on."""
        waiting = [place for place, word in reversed(list(enumerate(self.words))) if word.head < 0]
        order: list[int] = []
        while waiting:
            current = waiting.pop()
            order.append(current)
            waiting += reversed(self.children[current])
        return order


def tree_of(sentence: ParsedSentence) -> Tree:
    """The tree of a parsed sentence."""
    words = sentence.parse.words
    children: tuple[list[int], ...] = tuple([] for _ in words)
    for place, word in enumerate(words):
        if word.head >= 0:
            children[word.head].append(place)
    return Tree(sentence, words, children, tuple(word.relation.partition(":")[0] for word in words))
