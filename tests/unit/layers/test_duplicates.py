"""Near duplicates are found whenever their events become part of a graph."""

from __future__ import annotations

from typing import Any

import pytest

from convograph.architectures.associa import Associa, AssociaSettings
from convograph.build import open_memory
from convograph.extraction.reading import Reader
from convograph.graph.merging import joined_to_nearest
from convograph.layers import duplicates
from convograph.layers.duplicates import DuplicateLayer, duplicates_of
from convograph.memory import Memory
from convograph.types import Memo, Session, Triplet, Turn, Unit
from support.encoders import HashingEncoder
from support.parses import ThreeWordParser


def opened() -> Memory:
    """Associa over small parts, where events that share most of their words are near."""
    near = AssociaSettings(same_name=0.99, same_relation=0.99, same_event=0.6)
    return open_memory(":memory:", architecture=Associa(HashingEncoder(), Reader(ThreeWordParser()), near))


def joined_events(memory: Memory, unit: Unit = "turn") -> list[tuple[str, str]]:
    """Which events join which, in the graph over some unit."""
    (layer,) = [one for one in memory.architecture.layers_for(unit) if isinstance(one, DuplicateLayer)]
    snapshot = memory._keeper.caught_up(unit=unit)
    table = snapshot.layers[layer.key]
    said = duplicates_of(snapshot, layer.key, table).at(table.living())
    return [(one.text.split(": ")[-1], one.into.split(": ")[-1]) for one in said if one.kind == "event"]


def gardens(memory: Memory) -> None:
    """Two sessions that say nearly the same."""
    memory.add(Session((Turn("Ana likes gardens.", "Ana", id="one"),), id="a"))
    memory.add(Session((Turn("Ana likes big gardens.", "Ana", id="two"),), id="b"))


def test_the_graph_over_another_unit_has_them_too() -> None:
    """It is first asked for after a decision, when its events are long there."""
    with opened() as memory:
        gardens(memory)
        expected = joined_events(memory)
        assert expected == [("Ana likes big gardens.", "Ana likes gardens.")]
        memory.bring([Memo("decision", "Ana is Tom", None, ("one",), None, (Triplet("Ana", "is", "Tom"),))])
        assert joined_events(memory, "block4") == expected


def test_a_session_that_is_read_again_leaves_those_before_it_as_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    """A new speaker has all events of the session made anew: only what it says first is compared again."""
    compared: list[int] = []

    def counting(vectors: Any, kept: Any, rows: Any, *rest: Any, **options: Any) -> Any:
        compared.append(len(rows))
        return joined_to_nearest(vectors, kept, rows, *rest, **options)

    said = ("Ana likes gardens.", "Ana likes big gardens.", "Ana paints boats.", "Ana paints red boats.")
    with opened() as memory:
        for name, text in zip("abcd", said, strict=True):
            memory.add(Session((Turn(text, "Ana", id=f"{name}0"),), id=name))
        held = joined_events(memory)
        monkeypatch.setattr(duplicates, "joined_to_nearest", counting)
        memory.add(Session((Turn("Ben likes tea.", "Ben", id="d1"),), id="d", first_ordinal=1))
        assert held == [(said[1], said[0]), (said[3], said[2])]
        assert sorted(joined_events(memory)) == sorted(held)
        assert compared == [3, 0, 2]  # names, relations and events: red boats, Ben, tea; what is said of each
