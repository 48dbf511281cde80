"""The JSON Schemas take what the readers take."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from convograph.errors import InputError
from convograph.formats.format_names import SCHEMAS
from convograph.formats.memo_shapes import memo_of_object
from convograph.formats.objects import from_objects
from convograph.formats.schemas import json_schema
from support.json_schemas import is_valid

KEYS = st.sampled_from(
    (
        "kind text content session session_id turns messages time timestamp date id first_ordinal speaker name role"
        " metadata"
    ).split()
)
SCALARS = st.none() | st.booleans() | st.integers(0, 2 * 10**9) | st.floats(allow_nan=False) | st.text(max_size=4)
VALUES = st.recursive(
    SCALARS | st.sampled_from(["fact", "summary", "2024-03-01", 1683554160]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=5),
    max_leaves=8,
)
MEMOS = st.fixed_dictionaries(
    {"kind": st.just("fact") | SCALARS, "text": st.text(max_size=5) | VALUES},
    optional=dict.fromkeys(["session", "turns", "time", "timestamp", "conversation", "other"], VALUES),
)


def valid(name: str, value: Any) -> bool:
    return is_valid(value, json_schema(name))


@pytest.mark.parametrize("name", SCHEMAS)
def test_a_schema_is_a_schema(name: str) -> None:
    """It says what it is, and is JSON."""
    schema = json_schema(name)
    assert (schema["title"], schema["type"]) == (name, "object")
    assert schema["$schema"].endswith("2020-12/schema")
    assert json.loads(json.dumps(schema)) == schema


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("memo", {"kind": "fact", "text": "a", "turns": ["s:1", 7]}),
        ("memo", {"kind": "fact", "text": "a", "session": 7, "turns": None, "timestamp": 1683554160.5}),
        ("turn", {"message": "a", "from": "Ana", "created_at": 1683554160}),
        ("turn", {"content": ["a", {"type": "text", "text": "b"}], "role": "user", "text": None}),
        ("turn", {"role": "assistant", "content": None, "tool_calls": [{}]}),
        ("turn", {"text": "a", "metadata": {"channel": "slack", "n": 1, "x": 0.5, "pinned": True, "thread": None}}),
        ("turn", {"text": "a", "metadata": None}),
        ("session", {"dialogue": [{"text": "a"}], "date_time": "8 May 2023", "session_id": 3, "turns": None}),
    ],
)
def test_other_names_and_nulls_are_valid(name: str, value: dict[str, Any]) -> None:
    """As the readers take them."""
    assert valid(name, value)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("memo", {"kind": "rumour", "text": "a", "turns": ["s:1"]}),
        ("memo", {"kind": "fact", "text": "a"}),
        ("memo", {"kind": "fact", "text": None, "session": "s"}),
        ("memo", {"kind": "fact", "text": "a", "session": "s", "more": []}),
        ("memo", {"kind": "fact", "text": "a" * 20_001, "session": "s"}),
        ("memo", {"kind": "fact", "text": "a", "turns": "s:1"}),
        ("turn", {"text": 7}),
        ("turn", {"text": "a", "metadata": ["b"]}),
        ("turn", {"text": "a", "metadata": {"b": {"c": 1}}}),
        ("session", {"id": "s"}),
        ("session", {"turns": [{"text": 7}]}),
    ],
)
def test_what_the_readers_refuse_by_its_shape_is_invalid(name: str, value: dict[str, Any]) -> None:
    """The schema is not merely open to everything."""
    assert not valid(name, value)
    with pytest.raises((InputError, ValidationError)):
        memo_of_object(value, "memo:") if name == "memo" else from_objects([value])


@given(MEMOS)
def test_every_memo_that_is_read_is_valid(value: dict[str, Any]) -> None:
    """Whatever the reader takes."""
    try:
        memo_of_object(value, "memo:")
    except InputError:
        return
    assert valid("memo", value)


@given(st.dictionaries(KEYS, VALUES, max_size=5), st.sampled_from(["text", "turns", "messages"]), VALUES)
def test_every_session_and_turn_that_is_read_is_valid(value: dict[str, Any], key: str, inner: Any) -> None:
    """Whatever the reader takes."""
    value[key] = inner
    try:
        from_objects([value])
    except InputError:
        return
    assert valid("session", value) or valid("turn", value)
