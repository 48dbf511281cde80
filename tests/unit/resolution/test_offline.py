"""The resolver without a model: what tells for a candidate, and what against."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from convograph.errors import InputError
from convograph.resolution import OFFLINE, PAPER, Entity, Mention, OfflineResolver, Question, beginning, resolve
from convograph.resolution.evidence import FEATURES, evidence
from convograph.resolution.likeness import likeness
from convograph.resolution.name_signs import NAME_SIGNS, name_signs
from convograph.resolution.scoring import Candidate, compatibility
from convograph.resolution.weights import ResolutionWeights, read_weights
from support.mentions import clusters, entity_of, name_of, occurrence, said

SHIPPED = OfflineResolver().weights


@pytest.mark.parametrize(
    ("one", "other", "signs"),
    [
        ("Dr. Ruiz", "Ruiz", {"same", "title"}),
        ("Maria", "Maria Lopez", {"given"}),
        ("Lopez", "Maria Lopez", {"family"}),
        ("Mr. Lopez", "Carlos Lopez", {"family", "title"}),
        ("Lake House", "the Blue Lake House", {"part"}),
        ("Melonie", "Melanie", {"typo"}),
        ("Maria", "Mario", set()),
        ("Ana", "Anna", set()),
        ("NYC", "New York City", {"initials"}),
        ("M. Lopez", "Maria Lopez", {"initials"}),
        ("Liz", "Elizabeth", {"nickname"}),
        ("Liz Reed", "Elizabeth Reed", {"nickname"}),
        ("Cardiff", "Cardiff City", {"other_name"}),
        ("Oxford", "Oxford University Press", {"other_name"}),
        ("Norwich", "Norwich Half", {"other_name"}),
        ("Norwich", "the Norwich Half Marathon", {"other_name"}),
        ("Hidcote", "Hidcote Manor", {"given"}),
        ("Georgia", "Georgia Brown", {"given"}),
        ("Portland", "Portland Oregon", {"given"}),
        ("Washington", "Washington D.C.", {"given"}),
        ("Mum", "mother", {"nickname"}),
        ("Mum", "my mams", {"nickname"}),
        ("Mum", "father", set()),
        ("Maria Lopez", "Maria Silva", {"other_name"}),
        ("Monica Geller", "Ross Geller", {"other_name", "other_title"}),
        ("Phone 12", "Phone 13", {"other_name"}),
        ("Mr. Geller", "Mrs. Geller", {"same", "other_title"}),
        ("Mr. Geller", "Monica Geller", {"family", "title", "other_title"}),
        ("Porto", "Lisbon", set()),
    ],
)
def test_signs_of_two_names(one: str, other: str, signs: set[str]) -> None:
    """All signs beside the two similarities; it makes no difference which name is which."""
    found = name_signs(name_of(one), name_of(other))
    assert found == name_signs(name_of(other), name_of(one))
    told = {name for name, value in zip(NAME_SIGNS, found, strict=True) if value == 1}
    assert told - {"jaccard", "token_set"} == signs


def question(surface: str, *known: Entity, kind: str = "person", **of) -> Question:
    """A mention in episode 10 and its candidates."""
    one = occurrence(surface, kind, episode=10, **of)
    beside = frozenset(one.mention.beside)
    found = (Candidate(each, parts := compatibility(one, beside, each, likeness), parts.score) for each in known)
    return Question(one.mention, one.name, tuple(found), 7, one.place)


def features(asked: Question) -> list[set[str]]:
    """The features of each candidate that are not 0, beside the similarities."""
    graded = {"jaccard", "token_set", "context", "beside"}
    return [
        {name for name, value in zip(FEATURES, each, strict=True) if value} - graded
        for each in evidence(asked, name_signs)
    ]


def test_surroundings() -> None:
    """The same session, episodes of the context, a speaker, a relation in common; kinds that are one, or are not."""
    near = entity_of("Maria Lopez", number=1, episode=8, session=2, seeded=True, related=("Porto",))
    far = entity_of("Maria Silva", kind="animal", number=2, episode=6, session=1)
    asked = question("Maria", near, far, session=2, related=("porto",))
    assert features(asked) == [
        {"given", "rival", "same_kind", "related", "session", "recent", "seeded"},
        {"given", "rival", "other_kind"},
    ]
    lake = entity_of("lake", kind="thing", session=1)
    assert features(question("maria's lake", lake, kind="place")) == [{"family", "common"}]


def test_kin_of_another_speaker() -> None:
    """Ben's mum is not Ana's; of an unknown speaker nobody knows."""
    mum = entity_of("Mum", speaker="Ana")
    assert "other_speaker" in features(question("mum", mum, speaker="Ben"))[0]
    assert "other_speaker" not in features(question("mum", mum, speaker="ANA"))[0]
    assert "other_speaker" not in features(question("mum", mum))[0]


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (("Maria Lopez", "Maria"), [["Maria Lopez", "Maria"]]),
        (("Robert", "Bob"), [["Robert", "Bob"]]),
        (("Melanie", "Melonie"), [["Melanie", "Melonie"]]),
        (("Elena Ruiz", "Dr. Ruiz"), [["Elena Ruiz", "Dr. Ruiz"]]),
        (("Bea", "Aunt Bea"), [["Bea", "Aunt Bea"]]),
        (("Jon", "Joan"), [["Jon"], ["Joan"]]),
        (("Ana", "Anna"), [["Ana"], ["Anna"]]),
        (("Maria Lopez", "Maria Silva"), [["Maria Lopez"], ["Maria Silva"]]),
        (("Mr. Geller", "Mrs. Geller"), [["Mr. Geller"], ["Mrs. Geller"]]),
        # whom a first name means that two have, nobody knows
        (("Joan Lee", "Joan Reed", "Joan"), [["Joan Lee"], ["Joan Reed"], ["Joan"]]),
    ],
)
def test_people_are_told_apart_and_found_again(names: tuple[str, ...], expected: list[list[str]]) -> None:
    """Without a model, a session each."""
    mentions = [replace(one, session=place) for place, one in enumerate(said(*names))]
    assert clusters(mentions, resolve(mentions, OfflineResolver())) == expected


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        (PAPER, [["Joan Lee", "Joan", "Joan"], ["Joan Reed"]]),
        (OFFLINE, [["Joan Lee", "Joan"], ["Joan Reed", "Joan"]]),
    ],
)
def test_two_people_of_one_first_name_stay_apart(settings: object, expected: list[list[str]]) -> None:
    """To the paper, Joan is whoever was called so first; where people are told apart, the one who is talked about."""
    mentions = [
        Mention("Joan Lee", "person", 0, session=0),
        Mention("Joan", "person", 1, session=0),
        Mention("Joan Reed", "person", 20, session=1, beside=("Porto",)),
        Mention("Joan", "person", 20, 1, session=1, beside=("Porto",)),
    ]
    assert clusters(mentions, resolve(mentions, OfflineResolver(), beginning(settings))) == expected


def test_between_the_thresholds_nobody_is_joined() -> None:
    """Unsure, with the certainty; below, it is none of them; and two that fit equally well are unsure too."""
    level = ResolutionWeights(dict.fromkeys(FEATURES, 0.0), bias=0.0, join=0.5, apart=0.4)
    lopez, silva = entity_of("Maria Lopez", number=1), entity_of("Maria Silva", number=2)
    one, two = question("Maria", lopez), question("Maria", lopez, silva)

    def told(weights: ResolutionWeights, asked: Question) -> tuple[object, ...]:
        (choice,) = OfflineResolver(weights).decide([asked])
        return choice.entity, choice.ground, choice.score

    assert told(level, one) == (1, "resolver", 0.5)
    assert told(level, two) == (None, "unsure", 0.5)
    assert told(replace(level, join=0.6), one) == (None, "unsure", 0.5)
    assert told(replace(level, join=0.6, apart=0.5), one) == (None, "resolver", 0.5)
    assert told(replace(level, bias=-1e9), one) == (None, "resolver", 0.0)


@pytest.mark.parametrize(("one", "other"), [("Sam Whitlock", "Sam Okafor"), ("Norwich", "Norwich Half")])
def test_two_names_that_speak_against_each_other_are_two(one: str, other: str) -> None:
    """However often they are mentioned together; names of which one may be short for the other are no such."""
    sure = ResolutionWeights(dict.fromkeys(FEATURES, 0.0), bias=5.0, join=0.5, apart=0.4)

    def told(name: str) -> tuple[object, ...]:
        (choice,) = OfflineResolver(sure).decide([question(name, entity_of(other, number=1))])
        return choice.entity, choice.ground

    assert told(one) == (None, "unsure")
    assert told(other.rsplit(maxsplit=1)[-1]) == (1, "resolver")


def test_a_candidate_that_fits_better_wins() -> None:
    """Maria, in a session that mentions one of two."""
    found = question("Maria", entity_of("Maria Lopez", number=1), entity_of("Maria Silva", number=2, episode=10))
    weights = replace(SHIPPED, features={**SHIPPED.features, "recent": 5.0, "session": 0.0})
    assert OfflineResolver(weights).decide([found])[0].entity == 2


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"features": {}}, "weights and features differ in beside"),
        ({"features": {**SHIPPED.features, "luck": 1.0}}, "differ in luck"),
        ({"apart": 0.7}, "thresholds are not in order"),
        ({"join": 1.5}, "thresholds are not in order"),
        ({"bias": float("nan")}, "no finite number"),
        ({"features": {**SHIPPED.features, "same": "3"}}, "no finite number"),
    ],
)
def test_wrong_weights_are_named(change: dict[str, object], why: str) -> None:
    """Features without a weight, weights without a feature, thresholds the wrong way round."""
    with pytest.raises(InputError, match=why):
        replace(SHIPPED, **change)


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"features": {}, "bias": 0, "join": 1, "apart": 0, "luck": 1}'])
def test_a_file_without_weights_is_named(content: str, tmp_path: Path) -> None:
    """Whatever is wrong with it."""
    path = tmp_path / "weights.json"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(InputError, match=r"no weights of a resolver in .*weights\.json"):
        read_weights(path)
    with pytest.raises(InputError, match="no weights of a resolver"):
        read_weights(tmp_path / "none.json")
