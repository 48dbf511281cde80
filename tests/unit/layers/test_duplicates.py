"""Near duplicates are found whenever their events become part of a graph."""

from __future__ import annotations

from convograph.architectures.associa import Associa, AssociaSettings
from convograph.build import open_memory
from convograph.extraction.reading import Reader
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
