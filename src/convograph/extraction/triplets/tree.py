"""The dependency tree of a sentence: the dependents of each word, collected once, and queries about them."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from convograph.extraction.types import ParsedSentence
from convograph.syntax import Word

CONTRACTED_NOT = frozenset({"n't", "nt"})
NEGATIONS = CONTRACTED_NOT | {"not", "never", "neither", "hardly"}
AUXILIARIES = ("aux", "cop")
_CLAUSAL = frozenset({"root", "conj", "parataxis", "ccomp", "xcomp", "advcl", "acl"})
_LIMITS = frozenset({"only", "just", "merely", "simply"})
_NOMINAL = frozenset({"about", "at", "for", "from", "in", "into", "of", "on", "to", "with"})


@dataclass(frozen=True, slots=True)
class Tree:
    """A parsed sentence: `children[i]` are the dependents of word i, `bases[i]` is its relation without subtype."""

    sentence: ParsedSentence
    words: tuple[Word, ...]
    children: tuple[list[int], ...]
    bases: tuple[str, ...]

    def below(self, place: int, *bases: str) -> list[int]:
        """The dependents of `place` with one of these relations, subtypes included, from left to right."""
        return [child for child in self.children[place] if self.bases[child] in bases]

    def first(self, place: int, *bases: str) -> int | None:
        """The leftmost dependent of `below`, if any."""
        return next((child for child in self.children[place] if self.bases[child] in bases), None)

    def with_conjuncts(self, place: int) -> list[int]:
        """A word and its conjuncts: "tea, coffee and milk"."""
        return [place, *self.below(place, "conj")]

    def has(self, place: int, feature: str) -> bool:
        """Whether a word has a feature, such as "VerbForm=Ger"."""
        return feature in self.words[place].features

    def lemma(self, place: int) -> str:
        """The lemma in lower case."""
        return self.words[place].lemma.lower()

    def activities(self, place: int) -> list[int]:
        """A gerund and its conjuncts, even those attached to the verb above instead: "love hiking and reading"."""
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
        """The word that negates `place`: "not", "never".

        That of an ellipsis does not count ("I do not, but I sing", "Tom isn't"), nor does "not only".
        """
        subject = self.first(place, "nsubj")
        return next(
            (
                child
                for child in self.children[place]
                if self._denies(child, subject)
                and self.bases[child] not in _CLAUSAL
                and self.first(child, *AUXILIARIES) is None
                and not self._are_apart(child, subject)
                and not self._is_limited(child)
            ),
            None,
        )

    def _denies(self, place: int, subject: int | None) -> bool:
        """Whether a dependent is "not" or similar: "no longer", "no good", and "nor" before a subject ("nor do I")."""
        form = self.words[place].form.lower()
        if form == "longer":
            return place > 0 and self.words[place - 1].form.lower() == "no"
        if form == "no":
            return self.words[place].tag == "ADV" and self.words[self.words[place].head].tag == "ADJ"
        return form in NEGATIONS or (form == "nor" and subject is not None)

    def _is_limited(self, negation: int) -> bool:
        """Whether "only" or a similar word follows directly: "not only coffee"."""
        return any(word.form.lower() in _LIMITS for word in self.words[negation + 1 : negation + 2])

    def _are_apart(self, before: int, after: int | None) -> bool:
        """Whether a conjunction or punctuation stands between a word and a later one."""
        between = self.words[before + 1 : after] if after is not None else ()
        return any(word.tag in {"CCONJ", "PUNCT"} for word in between)

    def marked_to(self, place: int) -> bool:
        """Whether a verb is an infinitive with "to"."""
        return any(self.lemma(child) == "to" and self.words[child].tag == "PART" for child in self.children[place])

    def marks(self, place: int) -> list[str]:
        """The subordinators of a clause: "if", "because"."""
        return [self.lemma(child) for child in self.below(place, "mark")]

    def is_predicate(self, place: int) -> bool:
        """Whether a word is the predicate of a clause: a verb, or a noun or adjective with a copula."""
        tag = self.words[place].tag
        return tag == "VERB" or self.first(place, "cop") is not None or (tag == "AUX" and self._stands_alone(place))

    def _stands_alone(self, place: int) -> bool:
        """Whether a form of "be" is neither auxiliary nor copula: "I have been to Rome"."""
        return self.lemma(place) == "be" and self.bases[place] not in {"aux", "cop"}

    def subtree(self, place: int, without: Collection[str] = (), skipped: Collection[int] = ()) -> list[int]:
        """A word and its descendants, in order, leaving out the subtrees attached by a relation in `without`.

        The subtrees of the places in `skipped` are left out too.
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
        """All places, each after its head."""
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


def preposition(tree: Tree, place: int) -> str:
    """The preposition of a noun or gerund, with all its words: "in", "because of"; empty if there is none."""
    words: list[str] = []
    for case in tree.below(place, "mark" if is_behind_preposition(tree, place) else "case"):
        if case < place:
            words += [tree.lemma(each) for each in [case, *tree.below(case, "fixed")]]
    return " ".join(words)


def is_behind_preposition(tree: Tree, place: int) -> bool:
    """Whether a gerund follows a preposition, as a noun might: "good at swimming", "think about moving"."""
    gerund = tree.words[place].tag == "VERB" and tree.words[place].form.lower().endswith("ing")
    return gerund and tree.first(place, "nsubj") is None and bool(_NOMINAL.intersection(tree.marks(place)))
