"""What kind of thing a common noun stands for: its word lists, its ending, what is done with it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from convograph.extraction.types import EntityKind
from convograph.extraction.words.activities import ACTIVITIES
from convograph.extraction.words.animals import ANIMALS
from convograph.extraction.words.calendar import DAYS_AND_MONTHS, HOLIDAYS, TIME_NOUNS
from convograph.extraction.words.common import EATING, QUANTITY_NOUNS, THINGS_IN_ING, THINGS_IN_IST
from convograph.extraction.words.organizations import ORGANIZATION_NOUNS
from convograph.extraction.words.people import PERSON_NOUNS
from convograph.extraction.words.places import PLACE_ADVERBS, PLACE_NOUNS
from convograph.extraction.words.works import WORK_NOUNS
from convograph.syntax import Word

_LISTS: tuple[tuple[EntityKind, frozenset[str]], ...] = (  # what stands in two lists is of the later kind
    ("activity", ACTIVITIES),
    ("work", WORK_NOUNS),
    ("place", PLACE_NOUNS),
    ("organization", ORGANIZATION_NOUNS),
    ("time", TIME_NOUNS | HOLIDAYS | (DAYS_AND_MONTHS - {"sat", "may", "mar", "sun", "march", "wed"})),
    ("animal", ANIMALS),
    ("person", PERSON_NOUNS),
)
NOUN_KINDS: dict[str, EntityKind] = {noun: kind for kind, nouns in _LISTS for noun in nouns}
"""Common nouns, some of two words, to their kinds."""

_PEOPLE_ENDING = re.compile(r"\w{3,}(?:ologist|ographer|ician|ist|woman|man|person|keeper|maker|mate|goer)")


def noun_kind(words: Sequence[Word], head: int) -> EntityKind:
    """The kind of a noun, `"thing"` where nothing tells."""
    word = words[head]
    lemma = word.lemma.lower()
    if lemma in QUANTITY_NOUNS and (inner := _counted(words, head)) is not None:
        return noun_kind(words, inner)
    before = words[head - 1] if head and words[head - 1].head == head else None
    pair = None if before is None else NOUN_KINDS.get(f"{before.lemma.lower()} {lemma}")
    kind = pair or NOUN_KINDS.get(lemma) or NOUN_KINDS.get(word.form.lower())
    if kind == "animal" and word.head >= 0 and words[word.head].lemma in EATING:
        return "thing"
    if lemma in {"painting", "drawing", "writing"} and not _is_described(words, head):
        return "activity"
    return kind or _kind_by_ending(words, head, lemma)


def _kind_by_ending(words: Sequence[Word], head: int, lemma: str) -> EntityKind:
    last = lemma.rpartition("-")[2]
    if last != lemma and last in NOUN_KINDS:  # "co-founder", "half-marathon"
        return NOUN_KINDS[last]
    if lemma in PLACE_ADVERBS:
        return "place"
    if _PEOPLE_ENDING.fullmatch(lemma) and lemma not in THINGS_IN_IST:
        return "person"
    if lemma.endswith("ing") and len(lemma) > 5 and lemma not in THINGS_IN_ING and not _is_described(words, head):
        return "activity"
    return "thing"


def _is_described(words: Sequence[Word], head: int) -> bool:
    """Whether the noun has an article, a possessor or an adjective, or stands in the plural: a thing, not a doing."""
    relations = {"det", "nmod:poss", "amod", "nummod"}
    return "Number=Plur" in words[head].features or any(
        word.head == head and word.relation in relations for word in words[max(0, head - 4) : head]
    )


def _counted(words: Sequence[Word], head: int) -> int | None:
    """The noun that a noun of quantity is of: that of "friends" in "a couple of friends"."""
    return next(
        (
            place
            for place in range(head + 2, min(len(words), head + 6))
            if words[place].head == head and words[place].relation == "nmod" and words[place].tag == "NOUN"
        ),
        None,
    )
