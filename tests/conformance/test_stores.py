"""What a store of every engine must do: keep rows, isolate owners, order writers."""

from __future__ import annotations

import random
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from convograph.build import ENGINES
from convograph.errors import StoreError
from convograph.graph.damage import Damage
from convograph.graph.details import MemoDetails
from convograph.graph.rows import (
    NEVER,
    DroppedRow,
    ItemRow,
    LayerRow,
    MadeRow,
    MarkRow,
    MemoRow,
    MemoSourceRow,
    RemovedRow,
    ReplyRow,
    ReplySourceRow,
    SessionRow,
    SettingRow,
    StaleRow,
    TurnRow,
    UseRow,
)
from convograph.graph.tables import (
    DROPPED,
    ITEM,
    LAYER,
    LEDGER,
    MADE,
    MARK,
    MEMO,
    MEMO_SOURCE,
    REMOVED,
    REPLY,
    REPLY_SOURCE,
    SESSION,
    SETTING,
    STALE,
    TABLES,
    TURN,
    USE,
    Table,
)
from convograph.protocols import Store
from convograph.times import parse_said
from convograph.types import LedgerEntry, Triplet
from support.stores import LOCATIONS, new_location, new_store

SAID = parse_said("2024-05-01T18:30+02:00")
EXAMPLES: dict[Table[Any], Any] = {
    SESSION: SessionRow(3, "s", SAID, 2),
    TURN: TurnRow(4, 3, 0, "s:0", None, "Hé\n😀", SAID, "2024-05-01T18:31:00+00:00", {"é": True, "n": 1.5}),
    MEMO: MemoRow(5, "triplet", "Ana has Miso", None, 3, (), "", MemoDetails((Triplet("Ana", "has", "Miso"),))),
    MEMO_SOURCE: MemoSourceRow(5, -1, 4),
    MARK: MarkRow("summary", 3, "model", "digest"),
    LAYER: LayerRow(6, "text", "1|x", "static", "turn", 4, 7, 0),
    STALE: StaleRow(6, 3),
    ITEM: ItemRow(6, 7, b"\x00" * 16, b"", b"\x01\x02", b"", "payload"),
    DROPPED: DroppedRow(8, 6, 7),
    REMOVED: RemovedRow(1, 2),
    USE: UseRow(4, 9, "2024-05-01T18:31:00+00:00"),
    REPLY: ReplyRow(b"\x00key", "{}"),
    REPLY_SOURCE: ReplySourceRow(4, b"\x00key"),
    LEDGER: LedgerEntry("answer", "m", 1, 20, 30, 0.5),
    SETTING: SettingRow("language", "english"),
    MADE: MadeRow("ana", "static"),
}


@pytest.fixture(params=ENGINES)
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    with closing(new_store(request.param, tmp_path)) as opened:
        yield opened


def turn(key: int, session: int = 1, ordinal: int | None = None) -> TurnRow:
    return TurnRow(key, session, key if ordinal is None else ordinal, f"t{key}", "Ana", f"text {key}", None, "")


def keys(store: Store, owner: str = "ana", **how: Any) -> list[int]:
    with store.read(owner) as reading:
        return [row.key for row in reading.rows(TURN, **how)]


def test_every_engine_has_a_place_for_new_stores(tmp_path: Path) -> None:
    """Where tests and faults begin, which the engine itself opens: an engine that is registered runs in all of them."""
    assert LOCATIONS.keys() == ENGINES.keys()
    for name in ENGINES:
        location = new_location(name, tmp_path)
        assert next(other for other, engine in ENGINES.items() if engine.is_at(location)) == name


def test_every_table_has_an_example() -> None:
    """Which the next test needs."""
    assert set(EXAMPLES) == set(TABLES)


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name)
def test_a_row_comes_back_as_it_was_put(store: Store, table: Table[Any]) -> None:
    """Whole, whatever its columns hold; found by its key and by each index; gone when it is removed."""
    row = EXAMPLES[table]
    columns = dict(zip(table.columns, table.values(row), strict=True))
    with store.write("ana") as writing:
        writing.put(table, [row])
    with store.read("ana") as reading:
        for found_by in (table.key, *table.indexes, ()):
            where = {column: columns[column] for column in found_by}
            assert list(reading.rows(table, **where)) == [row]
            assert reading.count(table, **where) == 1
    with store.write("ana") as writing:
        writing.remove(table, **{column: columns[column] for column in table.key})
        assert list(writing.rows(table)) == []


def test_rows_come_in_order_and_after_a_key(store: Store) -> None:
    """By key, whatever order they were put in; `after` takes higher keys alone; a list stands for any of its values."""
    with store.write("ana") as writing:
        writing.put(TURN, [turn(5, 2), turn(3), turn(9), turn(7, 2)])
    assert keys(store) == [3, 5, 7, 9]
    assert keys(store, after=5) == [7, 9]
    assert keys(store, session=2) == [5, 7]
    assert keys(store, session=2, after=5) == [7]
    assert keys(store, session=1, ordinal=[9, 4, 3]) == [9, 3]
    assert keys(store, id=["t9", "no", "t5"]) == [9, 5]


def test_a_growing_column_of_its_own_gives_the_order(store: Store) -> None:
    """Use marks are read in the order in which they changed."""
    with store.write("ana") as writing:
        writing.put(USE, [UseRow(1, 10, "a"), UseRow(2, 11, "a")])
        writing.put(USE, [UseRow(1, 12, "b")])
        assert list(writing.rows(USE)) == [UseRow(2, 11, "a"), UseRow(1, 12, "b")]
        assert list(writing.rows(USE, after=11)) == [UseRow(1, 12, "b")]


def test_owners_see_nothing_of_each_other(store: Store) -> None:
    """The same keys and ids under two owners; clearing one leaves the other; shared rows belong to both."""
    for owner in ("ana", "ben"):
        with store.write(owner) as writing:
            writing.put(TURN, [turn(1), turn(2)])
            writing.put(SETTING, [SettingRow("last", owner)])
    with store.write("ana") as writing:
        writing.remove(TURN, key=1)
    assert (keys(store, "ana"), keys(store, "ben"), keys(store, "cleo")) == ([2], [1, 2], [])
    with store.write("ana") as writing:
        writing.clear()
    assert store.owners() == ["ben"]
    with store.read("ana") as reading:
        assert reading.version == NEVER
        assert list(reading.rows(TURN)) == []
        assert [row.value for row in reading.rows(SETTING)] == ["ben"]


def test_a_write_that_raises_changed_nothing(store: Store) -> None:
    """Rows put, replaced and removed are as before, keys are given again, and an owner who was to come is not there."""
    with store.write("ana") as writing:
        writing.put(TURN, [turn(1), turn(2)])
        writing.put(SETTING, [SettingRow("a", "1")])
    with store.read("ana") as reading:
        before = reading.version
    with pytest.raises(ZeroDivisionError), store.write("ana") as writing:
        writing.put(TURN, [turn(2, 8), turn(3)])
        writing.remove(TURN, key=1)
        writing.put(SETTING, [SettingRow("a", "2")])
        writing.new_keys(5)
        writing.renew()
        raise ZeroDivisionError
    with pytest.raises(ZeroDivisionError), store.write("ben") as writing:
        writing.put(TURN, [turn(1)])
        raise ZeroDivisionError
    with store.read("ana") as reading:
        assert reading.version == before
        assert list(reading.rows(TURN)) == [turn(1), turn(2)]
        assert [row.value for row in reading.rows(SETTING)] == ["1"]
    assert store.owners() == ["ana"]


def test_versions_tell_what_changed(store: Store) -> None:
    """A commit grows the revision, `renew` the generation too; nothing, quiet and shared rows change neither."""

    def version() -> tuple[int, int, int]:
        with store.read("ana") as reading:
            return reading.version.generation, reading.version.revision, reading.version.last_key

    with store.write("ana") as writing:
        assert writing.new_keys(3) == 1
        writing.put(TURN, [turn(1)])
    assert version() == (0, 1, 3)
    with store.write("ana") as writing:
        assert writing.new_keys(2) == 4
        writing.renew()
    assert version() == (1, 2, 5)
    with store.write("ana") as writing:
        writing.put(LEDGER, [LedgerEntry("answer", "m", 1, 2, 3, 0.5)])
        writing.put(REPLY, [ReplyRow(b"k", "v")])
        writing.put(SETTING, [SettingRow("a", "1")])
        writing.remove(TURN, key=99)
    assert version() == (1, 2, 5)
    with store.write("ana") as writing:
        writing.remove(TURN, key=1)
    assert version() == (1, 3, 5)


def test_an_owner_who_comes_again_is_another(store: Store) -> None:
    """Its incarnation is new, and its keys begin again."""
    incarnations = set()
    for _ in range(3):
        with store.write("ana") as writing:
            assert writing.new_keys(1) == 1
            writing.put(TURN, [turn(1)])
        with store.read("ana") as reading:
            incarnations.add(reading.version.incarnation)
        with store.write("ana") as writing:
            writing.clear()
    assert len(incarnations) == 3


def test_writers_come_one_after_the_other(store: Store) -> None:
    """Eight threads give themselves keys and store a row each, 25 times: none is lost or given twice."""

    def work(number: int) -> None:
        for _ in range(25):
            with store.write("ana") as writing:
                key = writing.new_keys(1)
                writing.put(TURN, [turn(key)])

    with ThreadPoolExecutor(8) as threads:
        list(threads.map(work, range(8)))
    assert keys(store) == list(range(1, 201))


def test_a_closed_store_says_so(store: Store) -> None:
    """And does nothing else."""
    store.close()
    with pytest.raises(StoreError, match="is closed"), store.write("ana"):
        pass


@given(seed=st.integers(0, 2**32))
def test_engines_agree_on_any_sequence_of_writes(seed: int, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Puts, replacements, removals, failures and clearings at random: the same rows in the same order, and versions.

    Every row and table is as its checksum and tally say, whatever came before.
    """
    folder = tmp_path_factory.mktemp("stores")
    opened = [new_store(engine, folder) for engine in ENGINES]
    seen = [_after(store, random.Random(seed)) for store in opened]
    for store in opened:
        store.close()
    assert all(one == seen[0] for one in seen[1:])


def _after(store: Store, chance: random.Random) -> list[object]:
    """What a store holds after some random writes."""
    seen: list[object] = []
    ordinals = count()
    for _ in range(chance.randint(1, 6)):
        owner, fails = chance.choice(["ana", "ben"]), chance.random() < 0.2
        with suppress(ZeroDivisionError), store.write(owner) as writing:
            for _ in range(chance.randint(0, 5)):
                _change(writing, chance, ordinals)
            1 / (not fails)
        with store.read(owner) as reading:
            version = reading.version
            seen.append((version.generation, version.revision, version.last_key))
            seen += [list(reading.rows(table)) for table in (TURN, ITEM, STALE, SETTING)]
            seen.append(list(reading.rows(ITEM, after=chance.randint(0, 9), layer=chance.randint(0, 2))))
            damaged: list[Damage] = []
            for table, where in [*((table, {}) for table in TABLES), *((ITEM, {"layer": layer}) for layer in range(3))]:
                list(reading.rows(table, damaged=damaged, **where))
            assert (damaged, store.problems()) == ([], [])
    return [*seen, store.owners()]


def _change(writing: Any, chance: random.Random, ordinals: Iterator[int]) -> None:
    key, layer = chance.randint(1, 9), chance.randint(0, 2)
    kind = chance.randint(0, 7)
    if kind == 0:
        writing.remove(TURN, key=key)
        writing.put(TURN, [turn(key, ordinal=next(ordinals))])
    elif kind == 1:
        writing.put(ITEM, [ItemRow(layer, key, bytes([chance.randint(0, 255)]), b"", b"", b"", None)])
    elif kind == 2:
        writing.remove(ITEM, layer=layer, key=[key, chance.randint(1, 9)])
    elif kind == 3:
        writing.put(STALE, [StaleRow(layer, key), StaleRow(layer, key)])
    elif kind == 4:
        writing.remove(STALE, layer=[layer, 2])
    elif kind == 5:
        writing.put(SETTING, [SettingRow("a", str(key))])
    elif kind == 6:
        writing.new_keys(key)
    else:
        chance.choice([writing.renew, writing.clear, writing.renew])()
