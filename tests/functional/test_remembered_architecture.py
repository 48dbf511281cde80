"""A store remembers the architecture that its first owner was made with."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

import convograph
from convograph.build import ARCHITECTURES, Parts
from convograph.cli.commands import app
from convograph.cli.demo import _drawn
from convograph.cli.options import Common
from convograph.errors import InputError, SchemaError
from convograph.graph.rows import SettingRow
from convograph.graph.tables import SETTING
from convograph.memory.settings import setting
from convograph.storage.in_memory import InMemoryStore
from convograph.storage.sqlite import SQLiteStore
from support.encoders import HashingEncoder
from support.shell import call

TURNS = [{"speaker": "Ana", "text": "My cat is called Miso."}]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where a store may be made."""
    return tmp_path / "memory.db"


def made(path: Path, **options: object) -> str:
    """The architecture of a memory, after something was added to it."""
    with convograph.open(path, **options) as memory:
        memory.add(TURNS, session="s")
        return memory.architecture.name


def opened(path: Path, **options: object) -> str:
    """The architecture of a memory that is opened and left as it is."""
    with convograph.open(path, **options) as memory:
        return memory.architecture.name


def remembered(path: Path) -> str | None:
    """The name that the store has settled on."""
    store = SQLiteStore(path)
    try:
        return setting(store, "architecture")
    finally:
        store.close()


@pytest.mark.parametrize(("asked", "settled"), [({}, "unified"), ({"architecture": "sgmem-tf"}, "sgmem-tf")])
def test_the_first_owner_settles_it(path: Path, asked: dict[str, str], settled: str) -> None:
    """By the name that was asked for, or the default; from then on it need not be named."""
    with convograph.open(path, **asked):
        pass
    assert remembered(path) is None  # nothing was stored yet
    assert made(path, **asked) == settled
    assert (remembered(path), opened(path), opened(path, owner="other")) == (settled,) * 3
    with convograph.open_memories(path) as memories:
        assert (memories.architecture.name, memories.of("default").architecture.name) == (settled, settled)


def test_another_name_is_for_the_call_alone(path: Path) -> None:
    """Neither reading, nor adding, nor a new owner by another architecture changes what is remembered."""
    made(path, architecture="sgmem")
    assert opened(path, architecture="bm25") == "bm25"
    assert made(path, architecture="rag-t", owner="other") == "rag-t"
    assert made(path, architecture="bm25") == "bm25"
    assert (remembered(path), opened(path), opened(path, owner="other")) == ("sgmem",) * 3


def test_an_instance_is_not_remembered(path: Path) -> None:
    """Nobody could make it again from a name; nor does a later owner speak for the first."""
    instance = ARCHITECTURES["sgmem"](Parts(HashingEncoder()))
    assert made(path, architecture=instance) == "sgmem"
    assert remembered(path) is None
    assert opened(path, encoder=HashingEncoder()) == "unified"
    made(path, architecture="bm25", owner="other", encoder=HashingEncoder())
    assert remembered(path) is None


def test_a_store_without_owners_remembers_nothing(path: Path) -> None:
    """When the last owner is forgotten, the next one settles it anew; as long as one is there, it stays."""
    made(path, architecture="sgmem")
    made(path, owner="other")
    for owner, expected in (("default", "sgmem"), ("other", None)):
        with convograph.open(path, owner=owner) as memory:
            memory.forget(owner=owner)
        assert remembered(path) == expected
    assert made(path) == "unified"
    assert remembered(path) == "unified"


def test_a_new_encoder_changes_nothing(path: Path) -> None:
    """`reencode` is about the encoder."""
    made(path, architecture="sgmem")
    with convograph.open(path) as memory:
        memory.reencode(HashingEncoder())
    assert remembered(path) == "sgmem"
    assert opened(path, encoder=HashingEncoder()) == "sgmem"


def test_a_name_that_this_version_does_not_know_is_an_error_with_a_remedy(path: Path) -> None:
    """It is named, and another can be named for the call."""
    made(path)
    store = SQLiteStore(path)
    with store.write("") as writing:
        writing.put(SETTING, [SettingRow("architecture", "hypergraph")])
    store.close()
    for reader in (convograph.open, convograph.open_memories):
        with pytest.raises(SchemaError, match=r"made with the architecture 'hypergraph', .* upgrade .* or name one of"):
            reader(path)
    assert opened(path, architecture="bm25") == "bm25"
    assert remembered(path) == "hypergraph"
    shown = CliRunner().invoke(app, ["stats", "-o", "default", "-s", str(path)])
    assert (shown.exit_code, "'hypergraph'" in shown.output) == (3, True)


def test_a_store_that_cannot_be_used_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody else could close it."""
    closed: list[InMemoryStore] = []

    def close(store: InMemoryStore) -> None:
        closed.append(store)

    def unknown(_: object, name: str) -> str | None:
        return "hypergraph" if name == "architecture" else None

    monkeypatch.setattr(InMemoryStore, "close", close)
    monkeypatch.setattr("convograph.build.opening.setting", unknown)
    for number, reader in enumerate((convograph.open, convograph.open_memories), start=1):
        with pytest.raises(SchemaError):
            reader(":memory:")
        assert len(closed) == number


def test_importance_is_checked_against_what_is_remembered(path: Path) -> None:
    """A scorer counts in the store's architecture, or is refused, as with one that is named."""

    class Scorer:
        name = fingerprint = "none"

        def scores(self, sessions: object) -> list[object]:
            raise AssertionError

    made(path, architecture="sgmem")
    with pytest.raises(InputError, match="no importance of triplets counts in 'sgmem'"):
        convograph.open(path, importance=Scorer())


@pytest.mark.parametrize(
    ("made_with", "asked", "drawn"),
    [("unified", None, "sgmem"), ("rag-t", None, "rag-t"), ("unified", "bm25", "bm25"), ("rag-t", "sgmem", "sgmem")],
)
def test_the_demo_draws_by_what_was_named_now_or_when_the_store_was_made(
    path: Path, made_with: str, asked: str | None, drawn: str
) -> None:
    """Otherwise by an architecture that has something to draw."""
    made(path, architecture=made_with)
    with convograph.open(path, architecture=asked) as memory:
        assert _drawn(Common(architecture=asked), memory).architecture == drawn


def test_the_command_line_needs_no_option_once_it_is_settled(path: Path, tmp_path: Path) -> None:
    """`add` settles it, other commands follow, `stats` tells both where they differ."""

    def run(*arguments: object) -> str:
        return call(*arguments, "-s", path).output

    chat = tmp_path / "chat.json"
    chat.write_text(json.dumps(TURNS))
    run("add", chat, "--architecture", "sgmem")
    assert json.loads(run("recall", "What is the cat called?", "--json"))["architecture"] == "sgmem"
    assert "sgmem over the encoder static-sentences" in run("stats", "-o", "default")
    assert "the store's is" not in run("stats", "-o", "default")
    other = run("stats", "-o", "default", "--architecture", "bm25")
    assert "bm25 over the encoder static-sentences; the store's is sgmem" in " ".join(other.split())
    counts = json.loads(run("stats", "-o", "default", "--architecture", "bm25", "--json"))
    assert (counts["architecture"], counts["store_architecture"]) == ("bm25", "sgmem")
    told = CliRunner().invoke(app, ["recall", "--help"]).output.replace("│", " ")
    assert "the store's, else unified" in " ".join(told.split())
