"""Triplets, events and decisions in JSON and as objects: what they become, what is wrong with others, their schemas."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from convograph import parse_said
from convograph.errors import InputError
from convograph.formats.memo_shapes import memo_of_object
from convograph.formats.schemas import json_schema
from convograph.types import Memo, Triplet, When
from support.json_schemas import is_valid

LIVES = Triplet("Ana", "lives in", "Porto")
MOVED = Triplet("Ana", "moved to", "Porto")
MAY = When(datetime(2023, 5, 1), datetime(2023, 6, 1), "month")
TRIPLET: dict[str, Any] = {
    **{"kind": "triplet", "subject": "Ana", "relation": "lives in", "object": "Porto"},
    "turns": ["s1:4"],
}
EVENT: dict[str, Any] = {
    **{"kind": "event", "text": "Ana moved to Porto in May 2023.", "event": "Ana moves to Porto"},
    **{"event_time": "May 2023", "triplets": [["Ana", "moved to", "Porto"]], "turns": ["s1:4"]},
}
DECISION: dict[str, Any] = {
    **{"kind": "decision", "names": ["Mary", "Maria Lopez"], "same": True},
    "turns": ["s1:4"],
}
AS_TRIPLET = Memo("triplet", "Ana lives in Porto", None, ("s1:4",), None, (LIVES,))
AS_DECISION = Memo("decision", "Mary is Maria Lopez", None, ("s1:4",), None, (Triplet("Mary", "is", "Maria Lopez"),))
AS_EVENT = Memo(
    *("event", "Ana moved to Porto in May 2023.", None, ("s1:4",), None),  # type: ignore[arg-type]
    triplets=(MOVED,),
    name="Ana moves to Porto",
    when=MAY,
    when_text="May 2023",
)


def without(value: dict[str, Any], *keys: str) -> dict[str, Any]:
    return {key: each for key, each in value.items() if key not in keys}


def test_a_triplet_has_the_text_of_its_parts() -> None:
    """Stripped; head and tail are other names of subject and object; a text of its own is kept."""
    assert memo_of_object(TRIPLET, "memo:") == AS_TRIPLET
    named = {**without(TRIPLET, "object"), "subject": None, "head": " Ana ", "tail": "Porto\u00a0"}
    assert memo_of_object(named, "memo:") == AS_TRIPLET
    own = memo_of_object({**TRIPLET, "text": " She lives in Porto. ", "time": "2024-03-01"}, "memo:")
    assert (own.text, own.triplets, own.said) == ("She lives in Porto.", (LIVES,), parse_said("2024-03-01"))


def test_an_event_has_a_name_a_time_and_triplets() -> None:
    """All but the text, or the description as it may be called, can be left out."""
    assert memo_of_object(EVENT, "memo:") == AS_EVENT
    described = {**without(EVENT, "text"), "description": EVENT["text"]}
    assert memo_of_object(described, "memo:") == AS_EVENT
    bare = {"kind": "event", "text": "Rain.", "session": "s1", "event": None, "event_time": None, "triplets": None}
    assert memo_of_object(bare, "memo:") == Memo("event", "Rain.", "s1")


def test_a_decision_has_the_text_of_its_names() -> None:
    """Stripped; a text of its own is kept; without `same`, one name is not the other."""
    assert memo_of_object(DECISION, "memo:") == AS_DECISION
    assert memo_of_object({**DECISION, "names": (" Mary ", "Maria Lopez\u00a0"), "text": None}, "memo:") == AS_DECISION
    other = memo_of_object({**DECISION, "same": False}, "memo:")
    assert (other.text, other.triplets[0].relation) == ("Mary is not Maria Lopez", "is not")
    own = memo_of_object({**DECISION, "text": " Ana told me so. ", "time": "2024-03-01"}, "memo:")
    assert (own.text, own.triplets, own.said) == ("Ana told me so.", AS_DECISION.triplets, parse_said("2024-03-01"))


@pytest.mark.parametrize(
    ("given_time", "when", "text"),
    [
        (" shortly before the wedding ", None, "shortly before the wedding"),
        (2022, When(datetime(2022, 1, 1), datetime(2023, 1, 1), "year"), "2022"),
        (date(2023, 5, 8), When(datetime(2023, 5, 8), datetime(2023, 5, 9), "day"), "2023-05-08"),
        (MAY, MAY, None),
        ({"start": "2023-05", "end": "2023-05"}, MAY, None),
        (
            {"start": "7 May 2023", "end": "2023-05-08"},
            When(datetime(2023, 5, 7), datetime(2023, 5, 9), "day"),
            None,
        ),
        ({"start": 2016}, When(datetime(2016, 1, 1), None, "year"), None),
        ({"start": None, "end": "2023-05-08"}, When(None, datetime(2023, 5, 9), "day"), None),
    ],
)
def test_the_time_of_an_event(given_time: Any, when: When | None, text: str | None) -> None:
    """In words, which are kept; as a start and an end, either of which may be open; and as objects of Python."""
    memo = memo_of_object({**EVENT, "event_time": given_time}, "memo:")
    assert (memo.when, memo.when_text) == (when, text)


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (
            {**TRIPLET, "kind": "rumour"},
            "memo: kind is unknown: 'rumour'; the kinds are summary, fact, insight, triplet",
        ),
        ({**TRIPLET, "kind": ["triplet"]}, "memo: kind is unknown: ['triplet']"),
        (without(TRIPLET, "kind"), "memo: kind is missing"),
        (
            {**EVENT, "when": "May 2023"},
            "memo: has no field 'when'; it may have session, turns, time, timestamp, conversation, kind, text, "
            "description, event, event_time, triplets",
        ),
        ({**EVENT, "when": None}, "memo: has no field 'when'"),
        ({**TRIPLET, "predicate": "lives in"}, "memo: has no field 'predicate'"),
        (without(TRIPLET, "object"), "memo: object is missing"),
        ({**TRIPLET, "subject": None}, "memo: subject is missing"),
        ({**TRIPLET, "head": "Ben"}, "memo: has both subject and head: 'Ana' and 'Ben'; give one of them"),
        ({**TRIPLET, "tail": "Porto"}, "memo: has both object and tail: 'Porto' and 'Porto'; give one of them"),
        ({**TRIPLET, "relation": 3}, "memo: relation is not a string: 3"),
        ({**TRIPLET, "object": " "}, "memo: object is blank: ' '; complete it"),
        ({**TRIPLET, "object": "a\x00b"}, "memo: object holds the control character U+0000"),
        ({**TRIPLET, "object": "x" * 1001}, "memo: object has 1001 characters"),
        ({**TRIPLET, "text": ""}, "memo: text"),
        (without(TRIPLET, "turns"), "memo: names neither a session nor turns"),
        (without(EVENT, "text"), "memo: text is missing"),
        ({**EVENT, "event": " "}, "memo: event is blank"),
        ({**EVENT, "event": 7}, "memo: event is not a string: 7"),
        ({**EVENT, "triplets": "Ana"}, "memo: triplets is not a list: 'Ana'"),
        ({**EVENT, "triplets": [["Ana", "moved"]]}, "triplets[0] has 2 parts: ['Ana', 'moved']; give subject"),
        ({**EVENT, "triplets": [["a", "b", "c", "d"]]}, "triplets[0] has 4 parts"),
        ({**EVENT, "triplets": [{"subject": "Ana"}]}, "triplets[0] is not a list"),
        ({**EVENT, "triplets": [["Ana", "moved", 7]]}, "triplets[0][2] is not a string: 7"),
        ({**EVENT, "triplets": [["Ana", "moved", ""]]}, "triplets[0].object is blank"),
        ({**EVENT, "event_time": ""}, "memo: event_time: '' is blank; leave it out"),
        ({**EVENT, "event_time": True}, "event_time: True is neither a text nor an object"),
        ({**EVENT, "event_time": ["May"]}, "event_time: ['May'] is neither a text nor an object"),
        ({**EVENT, "event_time": {}}, 'event_time: {} has neither "start" nor "end"'),
        ({**EVENT, "event_time": {"start": "soon"}}, "event_time: 'soon' at \"start\" cannot be parsed"),
        ({**EVENT, "event_time": {"start": 2023, "end": 2022}}, "ends before it begins; swap its sides"),
        ({**EVENT, "event_time": "May\n2023"}, "when_text holds the control character U+000A"),
        (without(DECISION, "names"), "memo: names is missing"),
        (without(DECISION, "same"), "memo: same is missing"),
        (without(DECISION, "turns"), "memo: names neither a session nor turns"),
        ({**DECISION, "names": "Mary"}, "memo: names is not a list: 'Mary'"),
        ({**DECISION, "names": ["Mary"]}, "memo: names has 1 parts: ['Mary']; give two names"),
        ({**DECISION, "names": ["Mary", "Maria", "Mia"]}, "memo: names has 3 parts"),
        ({**DECISION, "names": ["Mary", 7]}, "memo: names[1] is not a string: 7"),
        ({**DECISION, "names": ["Mary", " "]}, "memo: names[1] is blank: ' '"),
        ({**DECISION, "names": ["a\x00b", "Mary"]}, "memo: names[0] holds the control character U+0000"),
        ({**DECISION, "names": ["x" * 1001, "Mary"]}, "memo: names[0] has 1001 characters"),
        (
            {**DECISION, "names": ["Mary", " mary"]},
            "memo: is about one name alone: 'Mary is mary'; give two that differ",
        ),
        ({**DECISION, "same": "yes"}, "memo: same is neither true nor false: 'yes'; say which"),
        ({**DECISION, "same": 1}, "memo: same is neither true nor false: 1"),
        ({**DECISION, "text": ""}, "memo: text"),
        (Memo("decision", "x", None, ("a",)), "triplets has 0 of them; a memo of kind 'decision' has exactly one"),
        (Memo("decision", "x", None, ("a",), None, (LIVES, MOVED)), "triplets has 2 of them"),
        (
            Memo("decision", "", None, ("a",), None, (LIVES,)),
            "triplets[0].relation of a decision is 'lives in'; give 'is' or 'is not'",
        ),
        (Memo("decision", "x", "s", (), None, AS_DECISION.triplets, name="M"), "name is set: 'M'; only an event has"),
        (Memo("triplet", "", None, ("a",)), "triplets has 0 of them; a memo of kind 'triplet' has exactly one"),
        (Memo("triplet", "Two.", None, ("a",), None, (LIVES, MOVED)), "triplets has 2 of them"),
        (Memo("triplet", "", None, ("a",), None, (Triplet("Ana", "", "Porto"),)), "triplets[0].relation is blank"),
        (Memo("triplet", "x", None, ("a",), None, (Triplet("Ana", 7, "x"),)), "relation is not a string: 7"),  # type: ignore[arg-type]
        (Memo("triplet", "x", None, ("a",), None, ("abc",)), "triplets[0] is not a Triplet: 'abc'"),  # type: ignore[arg-type]
        (Memo("event", "x", None, ("a",), None, LIVES), "triplets is not a list"),  # type: ignore[arg-type]
        (Memo("fact", "x", None, ("a",), None, (LIVES,)), "triplets is not empty; a fact has none"),
        (Memo("fact", "x", "s", when=MAY), "when is set: When("),
        (Memo("triplet", "x", "s", (), None, (LIVES,), name="Move"), "name is set: 'Move'; only an event has one"),
        (Memo("event", "x", "s", when="May"), "when is not a When: 'May'"),  # type: ignore[arg-type]
        (Memo("event", "x", "s", when=When(MAY.end, MAY.start, "day")), "when ends at 2023-05-01"),
        (Memo("event", "x", "s", when=When(MAY.start, None, "dekade")), "when.grain is unknown"),  # type: ignore[arg-type]
        (Memo("event", "x", "s", when=When("May", None, "day")), "when.start is not a naive datetime"),  # type: ignore[arg-type]
        (Memo("event", "", "s"), "text is blank"),
    ],
    ids=lambda value: str(value)[:60],
)
def test_what_is_no_triplet_no_event_and_no_decision_is_refused(value: object, words: str) -> None:
    """One line with the place, the value and the remedy."""
    with pytest.raises(InputError) as caught:
        memo_of_object(value, "memo:")
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


def test_objects_are_taken_as_they_are() -> None:
    """A `Memo` in lists, a triplet without a text, and one that has it."""
    assert memo_of_object(AS_EVENT, "memo:") == AS_EVENT
    assert memo_of_object(Memo("triplet", turns=("s1:4",), triplets=(LIVES,)), "memo:") == AS_TRIPLET
    assert memo_of_object(Memo("decision", turns=("s1:4",), triplets=AS_DECISION.triplets), "memo:") == AS_DECISION
    in_lists = Memo("triplet", "Ana lives in Porto", None, ["s1:4"], None, [LIVES])  # type: ignore[arg-type]
    assert memo_of_object(in_lists, "memo:") == AS_TRIPLET


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("triplet", TRIPLET, True),
        ("triplet", {**without(TRIPLET, "subject"), "head": "Ana", "subject": None}, True),
        ("triplet", EVENT, False),
        ("triplet", without(TRIPLET, "object"), False),
        ("triplet", without(TRIPLET, "relation"), False),
        ("triplet", without(TRIPLET, "kind"), False),
        ("triplet", without(TRIPLET, "turns"), False),
        ("triplet", {**TRIPLET, "object": ""}, False),
        ("event", EVENT, True),
        (
            "event",
            {**without(EVENT, "text"), "description": "Rain.", "event_time": {"start": "2023", "end": None}},
            True,
        ),
        ("event", TRIPLET, False),
        ("event", without(EVENT, "text"), False),
        ("event", {**EVENT, "triplets": [["Ana", "moved"]]}, False),
        ("event", {**EVENT, "triplets": [["Ana", "moved", "to", "Porto"]]}, False),
        ("event", {**EVENT, "event_time": {}}, False),
        ("event", {**EVENT, "event_time": True}, False),
        ("decision", DECISION, True),
        ("decision", {**DECISION, "same": False, "text": "They differ."}, True),
        ("decision", TRIPLET, False),
        ("decision", without(DECISION, "names"), False),
        ("decision", without(DECISION, "same"), False),
        ("decision", {**DECISION, "names": ["Mary"]}, False),
        ("decision", {**DECISION, "names": ["Mary", ""]}, False),
        ("decision", {**DECISION, "same": "true"}, False),
    ],
)
def test_schemas_tell_the_shapes_apart(name: str, value: dict[str, Any], expected: bool) -> None:
    """The schema of a kind alone, that of a memo, and the reader agree."""
    assert is_valid(value, json_schema(name)) is expected
    if value.get("kind") == name:
        assert is_valid(value, json_schema("memo")) is expected
        if not expected:
            with pytest.raises(InputError):
                memo_of_object(value, "memo:")


SCALARS = st.none() | st.booleans() | st.integers(0, 3000) | st.text(max_size=3) | st.sampled_from(["May 2023", "2022"])
VALUES = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["start", "end", "x"]), inner, max_size=3)
    ),
    max_leaves=6,
)
FIELDS = (
    "text description subject head relation object tail event event_time triplets names same turns session time".split()
)

OTHER_NAMES = {"subject": "head", "object": "tail", "text": "description"}


@given(
    st.sampled_from([TRIPLET, EVENT, DECISION]),
    st.dictionaries(st.sampled_from(FIELDS), VALUES, max_size=3),
    st.sets(st.sampled_from(FIELDS), max_size=2),
)
def test_every_triplet_event_and_decision_that_is_read_is_valid(
    memo: dict[str, Any], changes: dict[str, Any], missing: set[str]
) -> None:
    """Whatever the reader takes, the schemas take too, with each field under one of its names."""
    value = without({**memo, **changes}, *missing)
    value = without(value, *(other for name, other in OTHER_NAMES.items() if name in value))
    try:
        memo_of_object(value, "memo:")
    except InputError:
        return
    assert is_valid(value, json_schema("memo"))
    assert is_valid(value, json_schema(memo["kind"]))
