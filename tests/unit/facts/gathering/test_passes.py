"""The passes over all statements together, and why they come in their order."""

from __future__ import annotations

import pytest

from convograph.facts.gathering import passes, statements
from convograph.facts.gathering.passes import Pass
from convograph.facts.learned_reader.readings import ReadValue
from convograph.facts.reading import turn_statements
from convograph.memory import Memory
from convograph.memory.known_facts import statement_layers
from support.facts import JANUARY, tell


def stated(memory: Memory) -> list[tuple[str, str, str | None, bool]]:
    """What the turns of a memory state: what is said of which value, which one it corrects, whether it gave way."""
    layers = statement_layers(memory.architecture, memory._facts)
    graph = memory._keeper.caught_up(also=layers)
    found = statements.statements_in(graph, [layer.key for layer in layers])
    return [(one.told, one.value, one.instead_of, one.former) for one in found]


def swap(monkeypatch: pytest.MonkeyPatch, first: Pass, second: Pass) -> None:
    """Let the passes run with two of them in each other's place."""
    order = {first: second, second: first}
    monkeypatch.setattr(statements, "PASSES", tuple(order.get(one, one) for one in passes.PASSES))


@pytest.mark.parametrize(
    ("text", "two", "told"),
    [
        (
            "Ana: We got another cat. A tabby called Milo.",
            (passes.with_further_pets, passes.with_names_of_pets),
            ("begins", "another cat Milo", None, False),
        ),
        (
            "Ana: My dog Rex died. We have a cat now.",
            (passes.without_losses, passes.with_former),
            ("ends", "dog Rex", None, True),
        ),
        (
            "Ana: My cat is called Milo.\nBen: Hello.\nAna: Sorry, I meant Miso.",
            (passes.with_names_of_pets, passes.with_corrections),
            ("corrects", "Miso", "cat Milo", False),
        ),
    ],
)
def test_a_pass_sees_what_those_before_it_have_left(
    monkeypatch: pytest.MonkeyPatch,
    memory: Memory,
    text: str,
    two: tuple[Pass, Pass],
    told: tuple[str, str, str | None, bool],
) -> None:
    """In the other order, a named cat is no further one, what is lost still holds, and a correction misses a name."""
    assert passes.PASSES.index(two[0]) < passes.PASSES.index(two[1])
    tell(memory, (JANUARY, text))
    assert told in stated(memory)
    swap(monkeypatch, *two)
    assert told not in stated(memory)


def test_what_is_called_wrong_is_looked_for_before_the_doubtful_goes(
    monkeypatch: pytest.MonkeyPatch, memory: Memory
) -> None:
    """Nobody corrects what was not said, however little a reading of it tells by itself."""

    def readings(text: str, _: str) -> list[ReadValue]:
        return [ReadValue("Ana", "lives_in", "Porto", "begins", 0, 5, 0.7)] if text == "Porto it is." else []

    monkeypatch.setattr(turn_statements, "readings_of", readings)
    tell(memory, (JANUARY, "Ana: Porto it is.\nAna: I meant Lisbon, not Porto."))
    corrected = ("corrects", "Lisbon", "Porto", False)
    assert corrected in stated(memory)
    swap(monkeypatch, passes.with_what_is_called_wrong, passes.without_doubtful)
    assert corrected not in stated(memory)


def test_triplets_alone_go_through_the_passes_that_look_at_no_text() -> None:
    """In the order that they have among all."""
    alone = [one for one in passes.PASSES if one in passes.PASSES_OF_TRIPLETS]
    assert alone == [*passes.PASSES_OF_TRIPLETS] == [passes.without_losses, passes.with_former]
