"""From a relation in the words of a turn to SPEC §1.3's label for it, where one fits.

SPEC §1.3 names hobby, likes, dislikes, has, has_pet, occupation, work_style, current_activity, emotion, favorite food,
originates from, location, topic, family_member, lives_in, owns, plans, wants, visited, experienced, skill and belief;
`is` is added for the bare copula, which says no more. A statement that is denied, or said with a modal, keeps its
phrase: "might live in" is no `lives_in`. Only "not like" has a label of its own.
"""

from __future__ import annotations

from convograph.extraction.triplets.arguments import Argument
from convograph.extraction.triplets.word_lists import DISLIKING, FAMILY, LIKING, OCCUPATIONS
from convograph.extraction.types import Tense
from convograph.extraction.words.places import PLACE_NOUNS

IS = "is"

_LIKED = "be fond of|be into|be passionate about|be keen on|be crazy about|be obsessed with|be in love with|be fan of"
_LABELS: dict[str, str] = {
    **dict.fromkeys(LIKING, "likes"),
    **dict.fromkeys(_LIKED.split("|"), "likes"),
    **dict.fromkeys([*DISLIKING, "can not stand", "can not bear"], "dislikes"),
    **dict.fromkeys(["live in", "live at", "reside in", "live near", "be based in"], "lives_in"),
    **dict.fromkeys(["be from", "come from", "hail from", "be born in", "originate from"], "originates from"),
    **dict.fromkeys(["think", "believe", "believe in"], "belief"),
    **dict.fromkeys(["be good at", "be great at", "be skilled in", "be skilled at", "be fluent in"], "skill"),
    **dict.fromkeys(["know how to", "be talented at", "be talented in"], "skill"),
    **dict.fromkeys(["experience", "go through", "suffer from", "survive", "undergo"], "experienced"),
    **dict.fromkeys(["plan", "plan on", "plan for"], "plans"),
    **dict.fromkeys(["want", "wish for"], "wants"),
    "work as": "occupation",
    "work from": "work_style",
    "have": "has",
    "own": "owns",
    "be about": "topic",
}
_GOING = frozenset({"visit", "go to", "travel to", "fly to", "be to", "drive to", "take trip to", "vacation in"})
_HAVING = frozenset({"have", "get", "own", "adopt", "rescue", "keep", "raise", "live with"})
_WITH_FAMILY = frozenset({"have", "live with"})


def label(core: str, target: Argument, lemma: str, tense: Tense) -> str | None:
    """The label for a relation whose verbs, with the preposition in front of `target`, read `core`.

    `lemma` is that of the object's noun, which tells pets, family and occupations.
    """
    if core in _HAVING and target.kind == "animal":
        return "has_pet"
    if core in _WITH_FAMILY and lemma in FAMILY:
        return "family_member"
    if core in _GOING:
        return "visited" if tense == "past" and (target.kind == "place" or lemma in PLACE_NOUNS) else None
    if core == "become" and lemma in OCCUPATIONS:
        return "occupation"
    return _LABELS.get(core)
