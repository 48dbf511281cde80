"""Types and attributes: which relation tells what of whom, and which values an attribute takes."""

from __future__ import annotations

import pytest

from convograph.errors import ConvographError
from convograph.facts import tables
from convograph.profiles import TOLD, schema, type_of
from convograph.profiles.schema import attribute_of


@pytest.mark.parametrize(
    ("kind", "type_"),
    [("person", "Person"), ("organization", "Organization"), ("place", "Place"), ("activity", "Event")]
    + [(kind, "Thing") for kind in ("animal", "work", "thing")],
)
def test_every_kind_has_a_type(kind: str, type_: str) -> None:
    """Five types; whatever is nothing else is a thing."""
    assert type_of(kind) == type_


@pytest.mark.parametrize(
    ("type_", "relation", "reverse", "name"),
    [
        ("Person", "lives_in", False, "homeLocation"),
        ("Person", "works_at", False, "worksFor"),
        ("Person", "sister", False, "family"),
        ("Person", "little sister", False, "family"),
        ("Person", "visit mother", False, None),
        ("Person", "best friend", False, "friends"),
        ("Person", "favorite book", False, "preferences"),
        ("Person", "favoring", False, None),
        ("Person", "is", False, None),
        ("Thing", "is", False, "kind"),
        ("Thing", "has_pet", True, "owner"),
        ("Person", "has_pet", True, None),
        ("Place", "lives_in", True, "residents"),
        ("Organization", "works_at", True, "members"),
        ("Event", "go to", True, "participants"),
        ("Person", "go to", False, None),
    ],
)
def test_a_relation_tells_an_attribute_of_a_type(type_: str, relation: str, reverse: bool, name: str | None) -> None:
    """Of its subject, or of its object; of kin also with an adjective, and not where a verb stands before it."""
    found = attribute_of(type_, relation, reverse=reverse)  # type: ignore[arg-type]
    assert (None if found is None else found.name) == name


def test_what_any_type_has_is_read() -> None:
    """Also what is only told of objects."""
    assert all(map(TOLD.is_known, ("lives_in", "sister", "favorite tea", "is", "attend")))
    assert not any(map(TOLD.is_known, ("admire", "", "visit mother")))


@pytest.mark.parametrize(
    ("relation", "type_", "value", "taken"),
    [
        ("has_pet", "Person", "pets", False),
        ("has_pet", "Person", "other pets", False),
        ("has_pet", "Person", "Oscar", True),
        ("family_member", "Person", "awesome family", False),
        ("is", "Thing", "guinea pig", True),
        ("is", "Thing", "awesome", False),
        ("is", "Place", "beautiful city", True),
        ("is", "Place", "guinea pig", False),
        ("likes", "Person", "…", False),
    ],
)
def test_a_value_tells_something(relation: str, type_: str, value: str, taken: bool) -> None:
    """That somebody's pets are pets does not; what something is has to be a noun of the type."""
    attribute = attribute_of(type_, relation)  # type: ignore[arg-type]
    assert attribute is not None
    assert attribute.takes(value) == taken


@pytest.mark.parametrize("line", ["Person\tkind\tone\tis", "Robot\tkind\tone\tis\t-", "Person\tkind\tfew\tis\t-"])
def test_a_damaged_table_is_an_error(monkeypatch: pytest.MonkeyPatch, line: str) -> None:
    """Which says what to do."""
    monkeypatch.setattr(schema, "lines_of", lambda name, package: (line,))
    with pytest.raises(ConvographError, match=r"attributes\.txt.*install convograph again"):
        schema._schema.__wrapped__()


def test_the_tables_of_facts_and_of_profiles_have_names_of_their_own() -> None:
    """Both have one that is called attributes."""
    assert tables.lines_of("attributes") != tables.lines_of("attributes", schema.__package__)
