"""What is kept between runs, and that it changes nothing."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path
from threading import Timer

import numpy as np
import numpy.typing as npt
import pytest

from convograph.architectures.sgmem import SGMem
from convograph.errors import InputError
from convograph.graph.rows import NodeBatch
from convograph.graph.sessions import Part
from convograph.layers.chunks import ChunkLayer
from convograph.layers.text import TextLayer
from convograph.protocols import Layer, TextKind
from convograph.types import Said, SourceTurn
from convograph_eval.cache import CachedArchitecture, CachedEncoder, CacheFile
from convograph_eval.cache.file import digest
from convograph_eval.cache.layer import CachedLayer
from convograph_eval.cache.packing import pack, unpack
from support.encoders import HashingEncoder

MAY = Said(datetime(2023, 5, 8), None, "8 May")
TURNS = [
    SourceTurn(11, "a:0", "a", 0, "Ana", "I moved to Porto. The sea is near!", MAY),
    SourceTurn(12, "a:1", "a", 1, "Ben", "…", MAY),
    SourceTurn(15, "b:0", "b", 0, None, "Nothing new.", None),
]
PARTS = [Part(TURNS[:2]), Part(TURNS[2:])]


@dataclass
class Counting:
    """An encoder that says what it was asked."""

    inner: HashingEncoder = field(default_factory=HashingEncoder)
    asked: list[str] = field(default_factory=list)

    @property
    def name(self) -> str:
        return self.inner.name

    @property
    def fingerprint(self) -> str:
        return self.inner.fingerprint

    @property
    def dimensions(self) -> int:
        return self.inner.dimensions

    def encode(self, texts: Sequence[str], kind: TextKind) -> npt.NDArray[np.float32]:
        self.asked.extend(texts)
        return self.inner.encode(texts, kind)


def same(left: NodeBatch, right: NodeBatch) -> bool:
    columns = ("vectors", "term_counts", "terms", "source_counts", "source_turns", "source_starts", "source_ends")
    return all(np.array_equal(getattr(left, name), getattr(right, name)) for name in columns)


@pytest.fixture
def cache(tmp_path: Path) -> CacheFile:
    return CacheFile(tmp_path / "cache")


@pytest.mark.parametrize(
    "make", [TextLayer, lambda model: ChunkLayer(model, "round"), lambda model: ChunkLayer(model, "session")]
)
def test_a_cached_layer_extracts_the_same_and_only_once(make, cache: CacheFile) -> None:
    """First, second and mixed calls equal the layer's own; the second asks the encoder for nothing."""
    encoder = Counting()
    layer: Layer = make(encoder)
    cached = CachedLayer(layer, cache)
    expected = layer.extract(PARTS)
    assert same(cached.extract(PARTS), expected)
    encoder.asked.clear()
    assert same(cached.extract(PARTS), expected)
    assert encoder.asked == []
    assert same(cached.extract([Part(TURNS[2:])]), layer.extract([Part(TURNS[2:])]))


def test_items_are_given_to_the_turns_of_this_memory(cache: CacheFile) -> None:
    """The same turns under other keys: the items rest on the new keys."""
    cached = CachedLayer(TextLayer(HashingEncoder()), cache)
    cached.extract(PARTS)
    moved = [replace(turn, key=turn.key + 100) for turn in TURNS]
    assert cached.extract([Part(moved)]).source_turns.tolist() == [111, 111, 112, 115]


@pytest.mark.parametrize(
    "change", [{"speaker": "Eve"}, {"text": "I moved."}, {"said": None}, {"id": "z"}, {"session": "z"}]
)
def test_whatever_a_layer_may_look_at_is_part_of_the_key(change: dict[str, object], cache: CacheFile) -> None:
    """Another speaker, text, time, id or session is extracted afresh."""
    encoder = Counting()
    cached = CachedLayer(ChunkLayer(encoder, "turn"), cache)
    cached.extract([Part(TURNS[:1])])
    encoder.asked.clear()
    cached.extract([Part([replace(TURNS[0], **change)])])
    assert len(encoder.asked) == 1


def test_texts_of_items_own_are_kept_too() -> None:
    """Two groups, one of them without items; each payload goes with its item."""
    items = replace(TextLayer(HashingEncoder()).extract([Part(TURNS[:1])]), payloads=("[1]", "two \u2028"))
    nothing = items.where(np.zeros(2, np.bool_))
    both = unpack([pack(items, [11]), pack(nothing, [12])], [[21], [22]])
    assert both.payloads == items.payloads
    assert both.source_turns.tolist() == [21, 21]


def test_passages_are_encoded_once_and_questions_every_time(cache: CacheFile) -> None:
    """Equal texts in one call are one; the vectors are the encoder's own, bit for bit."""
    encoder = Counting()
    cached = CachedEncoder(encoder, cache)
    texts = ["a blue bicycle", "the sea", "a blue bicycle"]
    assert np.array_equal(cached.encode(texts, "passage"), encoder.inner.encode(texts, "passage"))
    assert encoder.asked == ["a blue bicycle", "the sea"]
    cached.encode(texts, "passage")
    assert len(encoder.asked) == 2
    cached.encode(["the sea"], "query")
    assert encoder.asked[2:] == ["the sea"]
    assert cached.encode([], "passage").shape == (0, encoder.dimensions)


def test_an_architecture_with_a_cache_is_the_same_architecture(cache: CacheFile) -> None:
    """Its layers have the keys by which the architecture inside looks them up."""
    inner = SGMem(HashingEncoder())
    cached = CachedArchitecture(inner, cache)
    assert [layer.key for layer in cached.layers] == [layer.key for layer in inner.layers]
    assert cached.with_encoder(HashingEncoder(8)).encoder.dimensions == 8


def test_parts_of_a_key_do_not_run_together() -> None:
    """Of ("ab", "c"), ("a", "bc"), and a missing part beside an empty one, none are alike; lone surrogates too."""
    keys = [
        digest("ab", "c"),
        digest("a", "bc"),
        digest("abc"),
        digest("abc", None),
        digest("abc", ""),
        digest("\ud800"),
    ]
    assert len(set(keys)) == len(keys)


def test_a_file_that_is_no_cache_is_named(tmp_path: Path) -> None:
    """One error that says which file, and to delete it; a folder that is a file likewise."""
    cache = CacheFile(tmp_path)
    cache.path.write_bytes(b"holiday pictures " * 100)
    with pytest.raises(InputError, match=r"extractions\.db cannot be used.*delete the file"):
        cache.get([b"x"])
    with pytest.raises(InputError, match="--cache"):
        CacheFile(cache.path).get([b"x"])


def test_two_caches_on_one_file_see_each_others_values(tmp_path: Path) -> None:
    """As two processes would; what is there already stays."""
    first, second = CacheFile(tmp_path), CacheFile(tmp_path)
    first.put([(b"k", b"1")])
    second.put([(b"k", b"2"), (b"l", b"3")])
    assert first.get([b"k", b"l", b"m"]) == {b"k": b"1", b"l": b"3"}
    first.close()
    assert first.get([b"k"]) == {b"k": b"1"}


def test_a_cache_is_for_its_owner(tmp_path: Path) -> None:
    """As a store is: it holds what was read in conversations; so is the log beside it."""
    CacheFile(tmp_path).put([(b"k", b"1")])
    assert {file.stat().st_mode & 0o777 for file in tmp_path.iterdir()} == {0o600}


def test_a_second_opening_gives_up_no_lock_of_the_first(tmp_path: Path) -> None:
    """The locks of a process end with the first of its descriptors of a file: others could take the log away then."""
    first, second = CacheFile(tmp_path), CacheFile(tmp_path)
    first.put([(b"a", b"1")])
    second.put([(b"b", b"2")])
    script = (
        "import sqlite3, sys\n"
        "connection = sqlite3.connect(sys.argv[1], timeout=0)\n"
        "print(*connection.execute('PRAGMA journal_mode = DELETE').fetchone())\n"
    )
    other = subprocess.run([sys.executable, "-c", script, str(first.path)], capture_output=True, text=True, check=False)
    assert "database is locked" in other.stderr, other.stdout  # nobody else may do away with the log
    assert first.get([b"a", b"b"]) == {b"a": b"1", b"b": b"2"}
    first.close()
    second.close()


def test_a_cache_waits_while_another_process_creates_it(tmp_path: Path) -> None:
    """SQLite waits for no lock when it switches to its log: whoever comes second has to ask again."""
    cache = CacheFile(tmp_path)
    other = sqlite3.connect(cache.path, isolation_level=None, check_same_thread=False)
    other.execute("BEGIN IMMEDIATE")
    release = Timer(0.2, lambda: other.execute("COMMIT"))
    release.start()
    cache.put([(b"k", b"1")])
    release.join()
    assert cache.get([b"k"]) == {b"k": b"1"}
    other.close()
    cache.close()
