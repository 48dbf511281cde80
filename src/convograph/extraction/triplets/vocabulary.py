"""From a relation in the words of a turn to SPEC §1.3's label for it, where one fits.

SPEC §1.3 names hobby, likes, dislikes, has, has_pet, occupation, work_style, current_activity, emotion, favorite food,
originates from, location, topic, family_member, lives_in, owns, plans, wants, visited, experienced, skill and belief;
`is` is added for the bare copula, which says no more. A statement that is denied, or said with a modal, keeps its
phrase: "might live in" is no `lives_in`. Only "not like" has a label of its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from convograph.extraction.lexicon import word_list, word_table
from convograph.extraction.triplets.arguments import Argument
from convograph.extraction.types import Tense

IS = "is"

_GOING = frozenset({"visit", "go to", "travel to", "fly to", "be to", "drive to", "take trip to", "vacation in"})
_HAVING = frozenset({"have", "get", "own", "adopt", "rescue", "keep", "raise", "live with"})
_WITH_FAMILY = frozenset({"have", "live with"})


def label(core: str, target: Argument, lemma: str, tense: Tense) -> str | None:
    """The label for a relation whose verbs, with the preposition in front of `target`, read `core`.

    `lemma` is that of the object's noun, which tells pets, family and occupations.
    """
    if core in _HAVING and target.kind == "animal":
        return "has_pet"
    if core in _WITH_FAMILY and lemma in word_list("family"):
        return "family_member"
    if core in _GOING:
        return "visited" if tense == "past" and (target.kind == "place" or lemma in word_list("place_nouns")) else None
    if core == "become" and lemma in word_list("jobs"):
        return "occupation"
    return _labels().get(core)


@cache
def _labels() -> Mapping[str, str]:
    likes, dislikes = dict.fromkeys(word_list("liking_verbs"), "likes"), word_list("disliking_verbs")
    return {**likes, **dict.fromkeys(dislikes, "dislikes"), **word_table("relation_labels")}
