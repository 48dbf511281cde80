"""The kind of a common noun: by word lists, by its suffix and by its verb."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from convograph.extraction.lexicon import word_list
from convograph.extraction.types import EntityKind
from convograph.patterns import lazy_pattern
from convograph.syntax import Word

_LISTS: tuple[tuple[EntityKind, tuple[str, ...]], ...] = (  # the later list wins
    ("activity", ("activities",)),
    ("work", ("works",)),
    ("place", ("place_nouns",)),
    ("organization", ("organization_nouns",)),
    ("time", ("time_nouns", "holidays", "days_and_months")),
    ("animal", ("animals",)),
    ("person", ("person_nouns",)),
)
_AMBIGUOUS_TIMES = frozenset({"sat", "may", "mar", "sun", "march", "wed"})  # days and months that are also other words
_PEOPLE_ENDING = lazy_pattern(r"\w{3,}(?:ologist|ographer|ician|ist|woman|man|person|keeper|maker|mate|goer)")


@cache
def kinds_of_nouns() -> Mapping[str, EntityKind]:
    """The kinds of common nouns; some nouns have two words."""
    return {
        noun: kind
        for kind, lists in _LISTS
        for noun in word_list(*lists)
        if kind != "time" or noun not in _AMBIGUOUS_TIMES
    }


def noun_kind(words: Sequence[Word], head: int) -> EntityKind:
    """The kind of a noun, `"thing"` by default."""
    kinds, word = kinds_of_nouns(), words[head]
    lemma = word.lemma.lower()
    if lemma in word_list("quantity_nouns") and (inner := _counted(words, head)) is not None:
        return noun_kind(words, inner)
    before = words[head - 1] if head and words[head - 1].head == head else None
    pair = None if before is None else kinds.get(f"{before.lemma.lower()} {lemma}")
    kind = pair or kinds.get(lemma) or kinds.get(word.form.lower())
    if kind == "animal" and word.head >= 0 and words[word.head].lemma in word_list("eating_verbs"):
        return "thing"
    if lemma in {"painting", "drawing", "writing"} and not _is_described(words, head):
        return "activity"
    return kind or _kind_by_ending(words, head, lemma)


def _kind_by_ending(words: Sequence[Word], head: int, lemma: str) -> EntityKind:
    kinds, last = kinds_of_nouns(), lemma.rpartition("-")[2]
    if last != lemma and last in kinds:  # "co-founder", "half-marathon"
        return kinds[last]
    if lemma in word_list("place_adverbs"):
        return "place"
    if _PEOPLE_ENDING.fullmatch(lemma) and lemma not in word_list("things_in_ist"):
        return "person"
    if (
        lemma.endswith("ing")
        and len(lemma) > 5
        and lemma not in word_list("things_in_ing")
        and not _is_described(words, head)
    ):
        return "activity"
    return "thing"


def _is_described(words: Sequence[Word], head: int) -> bool:
    """Whether a noun in -ing is plural or has a determiner or an adjective: then it is a thing, not an activity."""
    relations = {"det", "nmod:poss", "amod", "nummod"}
    return "Number=Plur" in words[head].features or any(
        word.head == head and word.relation in relations for word in words[max(0, head - 4) : head]
    )


def _counted(words: Sequence[Word], head: int) -> int | None:
    """The noun that a quantity noun counts: "friends" in "a couple of friends"."""
    return next(
        (
            place
            for place in range(head + 2, min(len(words), head + 6))
            if words[place].head == head and words[place].relation == "nmod" and words[place].tag == "NOUN"
        ),
        None,
    )
