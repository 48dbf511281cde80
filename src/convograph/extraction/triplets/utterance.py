"""A sentence as its speaker means it: its tree, the referents of its pronouns, the words that only tell when."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field

from convograph.extraction.times import times_in
from convograph.extraction.triplets.tree import Tree
from convograph.extraction.types import EntityKind, ParsedSentence

KindOf = Callable[[ParsedSentence, int, tuple[str, ...]], EntityKind]
"""Returns the kind of the phrase headed by the word at a place of a sentence, given the participants' names."""

FIRST = frozenset({"i", "me", "myself", "we", "us", "ourselves", "mine", "ours"})
SECOND = frozenset({"you", "u", "ya", "yourself", "yourselves", "y'all", "yall", "yours"})
FIRST_POSSESSIVE = frozenset({"my", "our"})
SECOND_POSSESSIVE = frozenset({"your", "ur"})
RELATIVE = frozenset({"who", "whom", "which", "that"})
_BETWEEN_TIMES = frozenset({"at", "by", "in", "on"})  # may stand between a time of day and a day
_IN_FRONT = frozenset({"compound", "amod", "nummod", "flat"})


@dataclass(frozen=True, slots=True)
class ParsedUtterance:
    """One sentence of a turn, with who speaks to whom.

    `referents` are the names of the referents of third-person pronouns, by the pronouns' characters in the turn;
    `people` are the participants' names; `times` are the places of words that only tell when (see `time_words`).
    """

    tree: Tree
    speaker: str
    addressee: str | None
    people: tuple[str, ...]
    referents: Mapping[tuple[int, int], str]
    kinds: KindOf
    times: Mapping[int, tuple[int, ...]] = field(default_factory=dict)

    def span(self, place: int) -> tuple[int, int]:
        """The characters of a word in the turn."""
        word, offset = self.tree.words[place], self.tree.sentence.start
        return offset + word.start, offset + word.end

    def meant(self, place: int) -> str | None:
        """The name of a pronoun's referent, possessive or not; `None` if it is unknown or somebody else is quoted."""
        form = self.tree.words[place].form.lower()
        if self._is_quoted(place):
            return None
        if form in FIRST or form in FIRST_POSSESSIVE:
            return self.speaker
        if form in SECOND or form in SECOND_POSSESSIVE:
            return self.addressee
        return self.referents.get(self.span(place))

    def _is_quoted(self, place: int) -> bool:
        """Whether a word is in a quotation of somebody else: "he said, "I will call you"."""
        text = self.tree.sentence.text
        before = text[: self.tree.words[place].start]
        return '"' in text[len(before) :] and before.count('"') % 2 == 1

    def kind_of(self, place: int) -> EntityKind:
        """The kind of the phrase that the word at `place` heads."""
        return self.kinds(self.tree.sentence, place, self.people)

    def antecedent(self, place: int) -> int | None:
        """The noun that a relative pronoun refers to: "book" in "the book that Ben gave me"."""
        tree = self.tree
        if tree.words[place].form.lower() not in RELATIVE:
            return None
        clause = tree.words[place].head
        while clause >= 0 and tree.words[clause].relation != "acl:relcl":
            if tree.bases[clause] not in {"xcomp", "ccomp", "conj"}:
                return None
            clause = tree.words[clause].head
        return tree.words[clause].head if clause >= 0 else None

    def is_addressed(self, place: int) -> bool:
        """Whether a word is a participant's name or short for it: it may be a vocative."""
        form = self.tree.words[place].form.casefold()
        return len(form) > 2 and any(name.casefold().startswith(form) for name in self.people)

    def is_question(self) -> bool:
        """Whether the sentence is a question."""
        return self.tree.sentence.text.rstrip("\"'”’)* ").endswith("?")


def time_words(tree: Tree) -> dict[int, tuple[int, ...]]:
    """The places of words in temporal expressions, each with all places of its expression: "12 July 2019".

    Words that modify a noun are left out: "summer" in "summer camp". Words of a clause have none: "when I was ten".
    """
    found: dict[int, tuple[int, ...]] = {}
    for mention in times_in(tree.sentence.text, None):
        inside = {
            place for place, word in enumerate(tree.words) if mention.start <= word.start and word.end <= mention.end
        }
        clausal = any(tree.words[place].tag in {"VERB", "AUX"} for place in inside)
        for part in _parts(tree, sorted(inside)):
            whole = () if clausal else part
            found.update({place: whole for place in part if not _modifies_noun(tree, _top(tree, place, inside))})
    return found


def _parts(tree: Tree, places: Sequence[int]) -> list[tuple[int, ...]]:
    """A temporal expression split before its prepositions: "8 am" and "on Monday"."""
    parts: list[tuple[int, ...]] = []
    for place in places:
        opens = not parts or tree.lemma(place) in _BETWEEN_TIMES
        parts = [*parts, (place,)] if opens else [*parts[:-1], (*parts[-1], place)]
    return parts


def _top(tree: Tree, place: int, inside: Collection[int]) -> int:
    while tree.words[place].head in inside:
        place = tree.words[place].head
    return place


def _modifies_noun(tree: Tree, place: int) -> bool:
    return tree.words[place].head > place and tree.bases[place] in _IN_FRONT
