"""The mapping of our triplets to PersonaExt's labels: a small table of relations, verbs and words.

PersonaExt's labels combine relation and object (to like, and to like a drink), so the words or kind of the object
decide between them. A triplet may have several labels that it cannot distinguish, for example a watched show and a
favourite show. A triplet without a label is not scored: the files annotate eleven labels of more than a hundred.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from convograph.extraction.types import EntityKind, FoundTriplet, Stated
from convograph_eval.language.words import stems, words

_GERUND = re.compile(r"\w{2,}ing")

_LIKING = frozenset("like love enjoy adore prefer favorite favourite fan into fond".split())

_PETS = stems(
    "animal bird bunny cat chicken dog ferret fish gecko goat hamster hedgehog horse iguana kitten kitty lizard parrot "
    "pet pig pony poodle puppy pup rabbit rat snake turtle terrier retriever shepherd dachshund chihuahua labrador"
)
_DRINKS = stems(
    "ale beer beverage bourbon brandy cappuccino champagne chocolate cider cocktail coffee coke cola drink espresso "
    "gin juice kombucha latte lemonade margarita martini milk milkshake mocha pepsi rum scotch shake smoothie soda tea "
    "tequila vodka water whiskey whisky wine"
)
_SPORTS = stems(
    "badminton baseball basketball boxing cricket fencing football frisbee golf gymnastics hockey lacrosse rugby "
    "soccer softball sport surfing swimming tennis volleyball wrestling"
)
_SHOWS = stems(
    "anime cartoon documentary drama episode film movie netflix news series show sitcom television tv video watching "
    "youtube"
)
_GROUPS = stems(
    "army association band board choir church club committee congregation council group guild league marine military "
    "navy orchestra organization party sorority fraternity squad team troop union"
)
_ILLNESSES = stems(
    "ache adhd addiction allergy allergic anemia anorexia anxiety arthritis asthma autism blind blindness cancer cold "
    "condition deaf depression diabetes diabetic disability disabled disease dyslexia epilepsy fever flu "
    "headache illness injury insomnia migraine obese ocd pain ptsd scoliosis sick sickness stroke surgery unhealthy "
    "virus wheelchair"
)
_ABROAD = stems("abroad overseas country world")
_HARD = stems("bad terrible horrible awful hard poor difficult")


@dataclass(frozen=True, slots=True)
class LabelRule:
    """A rule for `label`: one of `relations`, or one of `verbs` in the phrase, and a matching object.

    The object must be of one of `kinds` or contain one of `stems`; if both are empty, any object matches. `negated` is
    the required negation (`None`: either).
    """

    label: str
    relations: frozenset[str]
    verbs: frozenset[str]
    kinds: frozenset[EntityKind] = frozenset()
    stems: frozenset[str] = frozenset()
    negated: bool | None = False

    def fits(self, stated: Stated) -> bool:
        """Whether the rule gives its label to this statement."""
        if self.negated is not None and self.negated != stated.negated:
            return False
        if stated.triplet.relation not in self.relations and not self.verbs & set(words(stated.phrase)):
            return False
        anything = not self.kinds and not self.stems
        return anything or _kind(stated) in self.kinds or bool(stems(stated.triplet.object) & self.stems)


def _kind(stated: Stated) -> EntityKind:
    """The kind of the object; always an activity if it begins with a gerund ("baking cakes")."""
    opening = words(stated.triplet.object)[:1]
    return "activity" if opening and _GERUND.fullmatch(opening[0]) else stated.object_kind


def _rule(
    label: str,
    relations: str,
    verbs: frozenset[str],
    objects: frozenset[str] = frozenset(),
    *,
    kinds: tuple[EntityKind, ...] = (),
    negated: bool | None = False,
) -> LabelRule:
    return LabelRule(label, frozenset(relations.split("|")), verbs, frozenset(kinds), objects, negated)


def _verbs(text: str) -> frozenset[str]:
    return frozenset(text.split())


RULES = (
    _rule("have_pet", "has_pet", frozenset()),
    _rule("have_pet", "has|owns", _verbs("have own adopt get raise rescue keep"), _PETS, kinds=("animal",)),
    _rule("like_drink", "likes", _verbs("drink sip have") | _LIKING, _DRINKS),
    _rule("favorite_sport", "likes|hobby|skill", _verbs("play watch") | _LIKING, _SPORTS),
    _rule("favorite_show", "favorite show|favorite series", frozenset()),
    _rule("favorite_sport", "favorite sport|favorite team", frozenset()),
    _rule("favorite_show", "likes", _LIKING, _SHOWS, kinds=("work",)),
    _rule("like_watching", "likes|hobby", _verbs("watch") | _LIKING, _SHOWS, kinds=("work",)),
    _rule("like_watching", "", _verbs("watch")),
    _rule("favorite_show", "", _verbs("watch")),
    _rule("member_of", "", _verbs("member belong join be attend volunteer play sing work go have"), _GROUPS),
    _rule("member_of", "", _verbs("member belong join"), kinds=("organization",)),
    _rule("health_status", "has|experienced", _verbs("have be suffer break get recover beat survive feel"), _ILLNESSES),
    _rule("health_status", "", _verbs("suffer diagnose break")),
    _rule(
        "international_exp",
        "visited|originates from",
        _verbs("visit travel go be fly study live move"),
        _ABROAD,
        kinds=("place",),
    ),
    _rule("weakness", "", _verbs("learn")),
    _rule("weakness", "", _verbs("can know able cannot"), kinds=("activity",), negated=True),
    _rule("weakness", "", _verbs("bad terrible horrible awful suck struggle")),
    _rule("weakness", "", _verbs("be"), _HARD),
    _rule(
        "dislike_activity", "dislikes", _verbs("hate dislike detest despise"), kinds=("activity", "thing"), negated=None
    ),
    _rule("dislike_activity", "likes", _LIKING, kinds=("activity",), negated=True),
    _rule("like_activity", "hobby", frozenset()),
    _rule("like_activity", "likes|current_activity", _LIKING | _verbs("do go play practice"), kinds=("activity",)),
)

MEASURED = tuple(dict.fromkeys(rule.label for rule in RULES))
"""The measured labels, in the table's order."""


def labels(triplet: FoundTriplet) -> tuple[str, ...]:
    """The labels of the triplet, in the table's order; none for questions, wishes and conditions.

    A relation that is itself a label, as a model tuned on the labels writes it, is the only label.
    """
    if triplet.hypothetical:
        return ()
    named = "_".join(triplet.triplet.relation.lower().split())
    if named in MEASURED:
        return (named,)
    return tuple(dict.fromkeys(rule.label for rule in RULES if rule.fits(triplet.stated)))
