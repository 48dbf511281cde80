"""What a caller notes about turns: stored, returned, exported, matched, filtered by, forgotten."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import convograph
from convograph import Session, Turn
from convograph.errors import ConflictError, InputError
from convograph.memory import Memory

NOTED = {"channel": "slack", "pinned": True, "thread": 17, "weight": 0.5}
CAT = {"speaker": "Ana", "text": "My cat is called Miso.", "metadata": NOTED}
DOG = {"speaker": "Ben", "text": "My dog is called Rex.", "metadata": {"channel": "mail", "thread": 1}}
FOX = {"speaker": "Ana", "text": "My fox is called Rudi."}

NAMES = st.text("abcä_- 1", min_size=1, max_size=8).filter(str.strip)
VALUES = st.text(st.characters(codec="utf-8", exclude_categories=["Cc"]), max_size=8) | st.booleans()
NUMBERS = st.integers(-(2**63), 2**63 - 1) | st.floats(allow_nan=False, allow_infinity=False)


@pytest.fixture
def memory(location: Path | str):
    with convograph.open(location) as opened:
        yield opened


def exported(memory: Memory) -> list[str]:
    lines: list[str] = []
    memory.export_to(lines.append, content_only=True)
    return lines


def found(memory: Memory, where: Any, **options: Any) -> set[str]:
    hits = memory.recall("What is it called?", where=where, **options).hits
    return {turn.id for hit in hits for turn in hit.turns}


def test_it_travels_with_the_turn(memory: Memory) -> None:
    """From a mapping or a `Turn`, by `add` or `append`, to hits, citations and lists."""
    memory.add([CAT, Turn("My fox is called Rudi.", "Ana", metadata=NOTED)], session="s")
    appended = memory.append({**DOG, "metadata": {**DOG["metadata"], "empty": None}}, "s")
    assert appended is not None
    assert [turn.metadata for turn in memory.turns("s")] == [NOTED, NOTED, DOG["metadata"]]
    assert appended.metadata == DOG["metadata"]
    assert memory.recall("What is the cat called?", k=1).hits[0].turns[0].metadata == NOTED
    assert memory.answer("What is the cat called?").citations[0].turn.metadata == NOTED
    assert "slack" not in memory.context("What is the cat called?").text


def test_it_is_the_callers_copy(memory: Memory) -> None:
    """Changing the mapping afterwards changes nothing that is stored."""
    noted = dict(NOTED)
    memory.append(Turn("Hello there", metadata=noted), "s")
    noted["channel"] = "mail"
    assert memory.turns("s")[0].metadata == NOTED


@pytest.mark.parametrize(
    ("where", "ids"),
    [
        ({"channel": "slack"}, {"s:0"}),
        ({"channel": ["slack", "mail"]}, {"s:0", "s:1"}),
        ({"channel": "mail", "thread": 1}, {"s:1"}),
        ({"channel": "mail", "thread": 17}, set()),
        ({"pinned": True}, {"s:0"}),
        ({"thread": True}, set()),  # 1 is not true
        ({"thread": 1.0}, {"s:1"}),
        ({"weight": 0.5}, {"s:0"}),
        ({"thread": "17"}, set()),
        ({"colour": "red"}, set()),
        ({"channel": []}, set()),
    ],
)
@pytest.mark.parametrize("architecture", ["unified", "bm25", "hybrid", "sgmem", "rag-t", "glong-sources"])
def test_it_filters_what_is_recalled(architecture: str, where: Any, ids: set[str]) -> None:
    """Every name must have one of its values, of the same kind; in every architecture."""
    with convograph.open(":memory:", architecture=architecture) as memory:
        memory.add([CAT, DOG, FOX], session="s")
        assert found(memory, where) == ids
        assert found(memory, {}) == found(memory, None) >= ids


def test_a_filter_joins_the_others(memory: Memory) -> None:
    """A unit of several turns counts when one of them passes all filters."""
    memory.add([CAT, DOG, FOX], session="s")
    assert found(memory, {"channel": ["slack", "mail"]}, speakers="Ben") == {"s:1"}
    assert found(memory, {"channel": "slack"}, speakers="Ben") == set()
    assert found(memory, {"channel": "slack"}, unit="session") == {"s:0", "s:1", "s:2"}
    assert found(memory, {"channel": "fax"}, unit="session") == set()
    cited = memory.answer("What is it called?", where={"channel": "slack"}).citations
    assert [citation.turn.id for citation in cited] == ["s:0"]


@pytest.mark.parametrize(
    ("where", "error"),
    [
        ("channel", r"where takes names and values of metadata, as {\"channel\": \"a\"}: 'channel'"),
        ({"channel": None}, "where.channel is neither a string, a number, true nor false: None"),
        ({"channel": {"a": 1}}, "where.channel is neither a string"),
        ({7: "a"}, "where: the name is not a string: 7"),
    ],
)
def test_a_filter_that_can_match_nothing_is_refused(memory: Memory, where: Any, error: str) -> None:
    """It names the value."""
    memory.add([CAT])
    with pytest.raises(InputError, match=error):
        memory.recall("What is it called?", where=where)


@pytest.mark.parametrize(
    ("metadata", "error"),
    [
        (["a"], "metadata is not an object: .*; give names and values"),
        ({"a": {"b": 1}}, "metadata.a is neither a string, a number, true nor false: {'b': 1}; flatten it"),
        ({"a": ["b"]}, "metadata.a is neither"),
        ({"a": float("nan")}, "metadata.a is not a finite number of at most 64 bits: nan"),
        ({"a": 2**63}, "metadata.a is not a finite number of at most 64 bits: 9223372036854775808"),
        ({7: "a"}, "metadata: the name is not a string: 7"),
        ({" ": "a"}, "metadata: the name is blank"),
        ({"a\n": "a"}, r"metadata: the name holds the control character U\+000A"),
        ({"a" * 65: "a"}, "metadata: the name has 65 characters"),
        ({f"a{n}": n for n in range(33)}, "metadata has 33 entries; 32 is the maximum"),
        ({"a": "é" * 2100}, "metadata has 4,209 bytes: .*; 4,096 is the maximum"),
    ],
)
def test_what_is_no_metadata_is_refused(memory: Memory, metadata: Any, error: str) -> None:
    """In every way in, by one error that names the place and the value; nothing is stored."""
    for given_turn in ({"text": "Hello.", "metadata": metadata}, Turn("Hello.", metadata=metadata)):
        with pytest.raises(InputError, match=error):
            memory.add([given_turn])
        with pytest.raises(InputError, match=error):
            memory.append(given_turn, "s")
    assert memory.owners() == []


def test_what_cannot_be_stored_is_replaced_in_live_use_alone(memory: Memory) -> None:
    """As in the text."""
    noted = {"text": "Hello.", "metadata": {"from": "a\x00b", "n": 1}}
    stored = memory.append(noted, "s")
    assert stored is not None
    assert (stored.metadata, stored.replaced) == ({"from": "a\ufffdb", "n": 1}, 1)
    with pytest.raises(InputError, match=r"metadata.from holds the control character U\+0000"):
        memory.add([noted])


def test_adding_again_compares_it_where_it_is_given(memory: Memory) -> None:
    """Clients repeat a list without what was noted about it; other notes under the same turn are a conflict."""
    memory.add([CAT, FOX], session="s")
    bare = {key: value for key, value in CAT.items() if key != "metadata"}
    reordered = {**CAT, "metadata": dict(reversed(NOTED.items()))}
    for again in (CAT, bare, reordered):
        assert memory.add([again, FOX], session="s").added == 0
    assert memory.turns("s")[0].metadata == NOTED
    for noted in ({"channel": "mail"}, {**NOTED, "pinned": 1}):
        with pytest.raises(
            ConflictError, match=r"turn 0 of session 's' is stored with another metadata: .*slack.*, not"
        ):
            memory.add([{**CAT, "metadata": noted}, FOX], session="s")
    with pytest.raises(ConflictError, match="another metadata: none, not"):
        memory.add([CAT, {**FOX, "metadata": NOTED}], session="s")
    memory.add([{**CAT, "metadata": {"channel": "mail"}}, FOX], session="s", replace=True)
    assert memory.turns("s")[0].metadata == {"channel": "mail"}


def test_an_export_has_it_and_says_so(memory: Memory) -> None:
    """Version 7 with it, as before without; importing and exporting again gives the same bytes."""
    memory.add([FOX], session="plain")
    assert json.loads(exported(memory)[0])["version"] == 1
    assert not any("metadata" in line for line in exported(memory))
    memory.add([{**CAT, "metadata": dict(reversed(NOTED.items()))}], session="s")
    lines = exported(memory)
    assert json.loads(lines[0])["version"] == 7
    assert [json.loads(line).get("metadata") for line in lines if '"turn"' in line] == [None, NOTED]
    other = memory.for_owner("other")
    other.import_from(lines)
    assert exported(other) == lines
    assert memory.import_from(lines).known == 2
    with pytest.raises(ConflictError, match="is stored already with other turns"):
        memory.import_from([line.replace("slack", "mail") for line in lines])


@given(st.dictionaries(NAMES, VALUES | NUMBERS, max_size=5))
def test_all_of_it_comes_back_as_it_was(noted: dict[str, Any]) -> None:
    """Each value with its kind; and each is found by itself."""
    with convograph.open(":memory:") as memory:
        memory.add(Session((Turn("A cat.", metadata=noted),), id="s"))
        (turn,) = memory.turns("s")
        assert json.dumps(turn.metadata, sort_keys=True) == json.dumps(noted, sort_keys=True)
        for name, value in noted.items():
            assert memory.recall("cat", where={name: value}).hits


def test_it_is_forgotten_with_the_turn(tmp_path: Path) -> None:
    """To the bytes in the file."""
    path = tmp_path / "memory.db"
    with convograph.open(path) as memory:
        memory.add([{**CAT, "metadata": {"secretname": "secretvalue"}}, DOG], session="s")
        assert b"secretvalue" in b"".join(each.read_bytes() for each in tmp_path.iterdir())
        memory.forget(turn="s:0")
        left = b"".join(each.read_bytes() for each in tmp_path.iterdir())
    assert not any(word in left for word in (b"secretname", b"secretvalue"))
    assert b"mail" in left


def test_turns_are_values_with_it() -> None:
    """They compare by it, and can be put into sets."""
    assert Turn("a", metadata={"b": 1}) != Turn("a")
    assert len({Turn("a", metadata={"b": 1}), Turn("a"), Turn("a")}) == 2


def test_the_names_in_metadata_are_listed(memory: Memory) -> None:
    """Of all turns, each once."""
    assert memory.metadata_names() == []
    memory.add([CAT, DOG, {"speaker": "Ana", "text": "Hm."}], session="s")
    assert memory.metadata_names() == sorted({*NOTED, *DOG["metadata"]})
