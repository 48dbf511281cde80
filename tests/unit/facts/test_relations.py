"""Which phrase says what of which relation, and which relations have one value at a time."""

from __future__ import annotations

import pytest

import convograph
from convograph.errors import ConvographError, InputError
from convograph.facts import relations
from convograph.facts.relations import DEFAULT_RELATIONS, Meaning, Relations, attributes, meanings, plain


@pytest.mark.parametrize(
    ("phrase", "label", "expected"),
    [
        ("live in", "", [("lives_in", "holds")]),
        ("lives_in", "", [("lives_in", "holds")]),
        ("Moves  To", "", [("lives_in", "begins")]),
        ("is married to", "", [("partner", "holds")]),
        ("break up with", "", [("partner", "ends")]),
        (
            "quit",
            "",
            [("works_at", "ends"), ("plays_for", "ends"), ("member_of", "ends"), ("hobby", "ends"), ("plays", "ends")],
        ),
        ("stop living in", "", [("lives_in", "ends")]),
        ("stopped eating", "", [("eats", "ends")]),
        ("give up drinking", "", [("drinks", "ends")]),
        ("my new thing", "works_at", [("works_at", "holds")]),  # the label, where the phrase is not listed
        ("fly to", "travels_to", [("travels_to", "holds")]),  # nobody lists either
        ("phone", "has", [("phone", "holds")]),
        ("new phone", "has", [("phone", "holds")]),
        ("favourite band", "has", [("favorite band", "holds")]),
        ("new favorite band", "has", [("favorite band", "holds")]),
        ("all-time favourite food", "has", [("favorite food", "holds")]),
    ],
)
def test_what_a_phrase_says(phrase: str, label: str, expected: list[tuple[str, str]]) -> None:
    """Verbs as lemmas, in the third person, or with underscores; favorites are a relation for each noun."""
    assert [(one.relation, one.act) for one in meanings(phrase, label)] == expected


def test_relations_with_one_value_are_those_of_the_table() -> None:
    """What nobody lists has many, and is not known to be of facts."""
    one = ["lives_in", "works_at", "occupation", "attends", "partner", "age", "name", "phone", "favorite band"]
    many = ["likes", "owns", "speaks", "be_allergic_to"]
    assert all(DEFAULT_RELATIONS.has_one(name) and DEFAULT_RELATIONS.is_known(name) for name in one)
    assert all(not DEFAULT_RELATIONS.has_one(name) and DEFAULT_RELATIONS.is_known(name) for name in many)
    assert not DEFAULT_RELATIONS.has_one("flies_to")
    assert not DEFAULT_RELATIONS.is_known("flies_to")


def test_settings_come_first() -> None:
    """In either direction, and names are compared as phrases are; what they name is known."""
    settings = Relations.of({"Flies_To": "one", "lives in": "many"})
    assert settings == Relations(frozenset({"flies to"}), frozenset({"lives in"}))
    assert settings.has_one("flies_to")
    assert not settings.has_one("lives_in")
    assert settings.has_one("works_at")
    assert settings.is_known("flies to")


@pytest.mark.parametrize(
    ("name", "relation"),
    [
        ("favourite_colour", "favorite color"),
        ("Favorite Colours", "favorite color"),
        ("job", "occupation"),
        ("city", "lives_in"),
        ("works", "works_at"),
        ("is married to", "partner"),
        ("phone", "phone"),
        ("flies_to", "flies_to"),
    ],
)
def test_settings_know_relations_by_what_people_call_them(name: str, relation: str) -> None:
    """As lookups do; a relation that nobody lists goes by its own name alone."""
    assert [Relations.of({name: values}).has_one(relation) for values in ("one", "many")] == [True, False]
    assert Relations.of({name: "one"}).has_one(name)  # a triplet that was brought may be in just this relation


def test_the_name_of_a_relation_goes_before_what_it_is_called() -> None:
    """Whichever comes first."""
    both = {"job": "one", "occupation": "many"}
    for settings in (both, dict(reversed(both.items()))):
        assert not Relations.of(settings).has_one("occupation")
        assert Relations.of(settings).has_one("job")


def test_a_favorite_may_have_many_values() -> None:
    """In whichever spelling that is said."""
    for name in ("favourite_colour", "favorite color"):
        with convograph.open(":memory:", architecture="bm25", relations={name: "many"}) as memory:
            memory.add([{"speaker": "Ana", "text": "My favourite colour is green."}], session="a", said="2024-01-01")
            memory.add([{"speaker": "Ana", "text": "My favourite colour is blue."}], session="b", said="2024-02-01")
            assert [fact.value for fact in memory.facts("Ana", "favourite colour")] == ["green", "blue"]


@pytest.mark.parametrize(
    "settings", [{"drive": "two"}, {"drive": None}, {"": "one"}, {" ": "one"}, {5: "one"}, [], "x"]
)
def test_other_settings_are_refused(settings: object) -> None:
    """With what was given."""
    with pytest.raises(InputError):
        Relations.of(settings)  # type: ignore[arg-type]


def test_a_phrase_is_compared_by_its_words() -> None:
    """Case, blanks and underscores aside."""
    assert plain("  Lives_in\tnow ") == "lives in now"
    assert "phone" in attributes()


@pytest.mark.parametrize(
    "lines",
    [("lives_in\tone\tholds",), ("x\tfew\tholds\tbe",), ("x\tone\tis\tbe",), ("x\tone\tholds\ta", "x\tmany\tends\tb")],
)
def test_a_damaged_table_says_so(monkeypatch: pytest.MonkeyPatch, lines: tuple[str, ...]) -> None:
    """A column too few, an unknown word, a relation of two kinds."""
    monkeypatch.setattr(relations, "lines_of", lambda name: lines)
    with pytest.raises(ConvographError, match=r"the table relations\.txt of convograph is damaged: .*; install"):
        relations._table.__wrapped__()


def test_the_meaning_of_a_phrase_is_a_value() -> None:
    """Equal where relation and act are."""
    assert meanings("live at", "") == (Meaning("lives_in", "holds"),)


def test_relations_have_one_style() -> None:
    """Underscores in what is read as a verb or with a preposition; nouns are as people say them."""
    nouns = {"dietary need"}
    assert {name for name in relations._table().values if " " in name} == nouns
    assert not any("_" in name for name in relations.attributes())
    assert DEFAULT_RELATIONS.is_known("be_allergic_to")
    assert relations.meanings("be allergic to", "be allergic to")[0].relation == "be_allergic_to"


def test_a_relation_is_found_by_either_way_of_writing_it() -> None:
    """As it was called before, too."""
    with convograph.open(":memory:", architecture="bm25") as memory:
        memory.add([{"speaker": "Ana", "text": "I'm allergic to nuts."}], session="s")
        names = ("be_allergic_to", "be allergic to", "Be Allergic To")
        assert [[fact.value for fact in memory.facts("Ana", name)] for name in names] == [["nuts"]] * 3
