"""Names that a person took for the same are one subject of facts, until that is taken back."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import convograph
from convograph.memory import Memory

LINES = (
    ("Priya", "Whit works at Evans Cycles.", "2025-01-01"),
    ("Priya", "Sam Whitlock lives in Hull.", "2025-01-02"),
    ("Leo", "My sister Ada is fine.", "2025-01-03"),
    ("Leo", "My sister moved to Cork.", "2025-01-04"),
    ("Priya", "Whit moved to York.", "2025-02-03"),
)


@pytest.fixture
def memory() -> Iterator[Memory]:
    """What two people tell of others, in a memory that knows entities."""
    with convograph.open(":memory:", architecture="lightgmem") as memory:
        turns = [{"speaker": speaker, "text": text, "time": time} for speaker, text, time in LINES]
        memory.add(turns, session="s")
        yield memory


def told(memory: Memory, name: str) -> list[str]:
    """What holds of somebody, with the name that it stands under."""
    return [f"{one.subject} {one.relation} {one.value}" for one in memory.facts(name)]


def test_facts_of_both_names_are_of_one(memory: Memory) -> None:
    """Under the longer, and found by either; what is said of one takes the place of what was said of the other."""
    assert told(memory, "Whit") == ["Whit works_at Evans Cycles", "Whit lives_in York"]
    memory.merge("Whit", "Sam Whitlock")
    expected = ["Sam Whitlock works_at Evans Cycles", "Sam Whitlock lives_in York"]
    assert told(memory, "Whit") == told(memory, "Sam Whitlock") == expected
    assert [one.value for one in memory.history("sam whitlock", "lives_in")] == ["Hull", "York"]
    for facts in (False, True):
        assert memory.answer("Where does Sam Whitlock work?", facts=facts).text == "Whit works at Evans Cycles. [1]"


def test_what_is_taken_back_parts_them(memory: Memory) -> None:
    """As if it had never been decided."""
    before = [told(memory, name) for name in ("Whit", "Sam Whitlock")]
    memory.undo(memory.merge("Whit", "Sam Whitlock").id)
    assert [told(memory, name) for name in ("Whit", "Sam Whitlock")] == before
    memory.merge("Whit", "Sam Whitlock")
    memory.split("Whit", "Sam Whitlock")
    assert [told(memory, name) for name in ("Whit", "Sam Whitlock")] == before


def test_a_decision_goes_before_the_name_that_is_told(memory: Memory) -> None:
    """Of kin as well: Ada is not Leo's sister, whatever he calls her."""
    assert "Ada lives_in Cork" in told(memory, "Ada")
    memory.split("Ada", "Leo's sister")
    assert not any("Cork" in one for one in told(memory, "Ada"))
    assert "Leo's sister lives_in Cork" in told(memory, "Leo's sister")


def test_what_was_decided_later_was_not_known_then(memory: Memory) -> None:
    """`known_at` asks for what had been decided by then."""
    memory.merge("Whit", "Sam Whitlock")
    assert [one.subject for one in memory.facts("Whit", known_at="2025-03-01")] == ["Whit", "Whit"]


def test_a_name_stands_for_a_noun(memory: Memory) -> None:
    """Though the noun is longer."""
    memory.append({"speaker": "Leo", "text": "My brother moved to Bath."}, "t", said="2025-03-01")
    memory.append({"speaker": "Leo", "text": "Bo works at Boots."}, "u", said="2025-03-02")
    memory.merge("Leo's brother", "Bo")
    assert told(memory, "Bo") == told(memory, "Leo's brother") == ["Bo lives_in Bath", "Bo works_at Boots"]
