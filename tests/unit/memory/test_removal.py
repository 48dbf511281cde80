"""What goes along when turns or memos go."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

import convograph
from convograph.build import ARCHITECTURES, ENGINES, Parts
from convograph.graph.rows import NEVER, SOURCE, WHOLE_TURN, ItemRow, LayerRow
from convograph.graph.tables import DROPPED, ITEM, LAYER, STALE, TURN
from convograph.memory import Memory
from convograph.memory.commits.transaction import transaction
from convograph.protocols import Store, TextKind
from convograph.tokens import WordPieceCounter
from convograph.types import Memo
from support.encoders import HashingEncoder
from support.stores import new_store

TURNS = [{"speaker": "Ana", "text": f"This is number {number}."} for number in range(4)]


@pytest.fixture(params=ENGINES)
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    with closing(new_store(request.param, tmp_path)) as opened:
        yield opened


def item(layer: int, key: int, turns: Sequence[int] = (), rests: Sequence[int] = ()) -> ItemRow:
    sources = np.array([(turn, WHOLE_TURN, WHOLE_TURN) for turn in turns], SOURCE)
    return ItemRow(layer, key, sources.tobytes(), np.array(rests, np.int64).tobytes(), b"", b"", None)


def test_what_rests_on_what_goes_goes_too(store: Store) -> None:
    """An item on an item on an item, over three layers, and one that rests on two; others stay."""
    memory = Memory(store, ARCHITECTURES["rag-t"](Parts(HashingEncoder())), WordPieceCounter(), "ana")
    memory.add(TURNS, session="s")
    with store.write("ana") as writing:
        turns = [row.key for row in writing.rows(TURN)]
        layers = [writing.new_keys(1) for _ in range(3)]
        writing.put(LAYER, [LayerRow(key, f"l{key}", "", "", "turn", turns[-1], 0, 0) for key in layers])
        first = writing.new_keys(8)
        writing.put(
            ITEM,
            [
                item(layers[0], first, [turns[0]]),
                item(layers[0], first + 1, [turns[1]]),
                item(layers[1], first + 2, [turns[1]], [first]),
                item(layers[2], first + 3, [turns[1]], [first + 2]),
                item(layers[2], first + 4, [turns[1]], [first + 1]),
                item(layers[1], first + 5, [turns[1]], [first + 3, first + 1]),
                item(layers[0], first + 6, [turns[2], turns[0]]),
                item(layers[0], first + 7, [turns[2], turns[3]]),
            ],
        )
    memory.forget(turn="s:0")
    with store.read("ana") as reading:
        left = [row.key - first for layer in layers for row in reading.rows(ITEM, layer=layer)]
    assert sorted(left) == [1, 4, 7]


@dataclass
class Counting:
    """An encoder that says what it was asked."""

    inner: HashingEncoder = field(default_factory=HashingEncoder)
    asked: list[str] = field(default_factory=list)
    name: str = "hashing"
    dimensions: int = 32

    @property
    def fingerprint(self) -> str:
        return self.inner.fingerprint

    def encode(self, texts: Sequence[str], kind: TextKind) -> npt.NDArray[np.float32]:
        self.asked += texts
        return self.inner.encode(texts, kind)


def opened(encoder: Counting) -> Memory:
    return convograph.open(":memory:", architecture="rag-tf", encoder=encoder)


def test_removing_a_memo_embeds_no_other_again() -> None:
    """Its item goes, those of the others stay as they are."""
    encoder = Counting()
    with opened(encoder) as memory:
        memory.add(TURNS, session="s")
        memory.bring([Memo("fact", f"Fact {number}.", None, (f"s:{number}",)) for number in range(4)])
        encoder.asked.clear()
        with transaction(memory._store, "default") as writing:
            writing.remove_memos([writing.memos("fact")[1].key])
        found = memory.recall("fact", k=9)
        assert sorted(memo.text for memo in found.memos) == ["Fact 0.", "Fact 2.", "Fact 3."]
        assert encoder.asked == ["fact"]
        memory.forget(turn="s:3")
        assert sorted(memo.text for memo in memory.recall("fact", k=9).memos) == ["Fact 0.", "Fact 2."]
        assert encoder.asked == ["fact", "fact"]


def test_nothing_of_an_owner_is_left(store: Store) -> None:
    """Neither rows nor settings, when the only owner goes."""
    with store.write("ana") as writing:
        writing.new_keys(3)
    with transaction(store, "ana") as writing:
        writing.remove_owner()
    assert store.owners() == []
    with store.read("ana") as reading:
        assert reading.version == NEVER
        assert [reading.count(table) for table in (TURN, ITEM, LAYER, STALE, DROPPED)] == [0] * 5


def test_an_unknown_scope_is_a_wrong_call() -> None:
    """A misspelt option of `forget` is named, and nothing is forgotten."""
    with convograph.open(":memory:") as memory:
        memory.append({"role": "user", "content": "My cat is Miso."}, "s")
        with pytest.raises(TypeError, match="forget takes no 'sesion'; it takes turn, session"):
            memory.forget(sesion="s")  # type: ignore[call-arg]
        assert len(memory.turns("s")) == 1
