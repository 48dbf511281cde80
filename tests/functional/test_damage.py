"""Damage in a store is never served silently: content is named and left out, derived rows are derived again."""

from __future__ import annotations

import json
import sqlite3
import warnings
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from typer.testing import CliRunner

import convograph
from convograph.build import ARCHITECTURES, Parts
from convograph.cli.commands import app
from convograph.errors import DamagedError, DamageWarning
from convograph.memory import Memory
from support.encoders import HashingEncoder

ENCODER = HashingEncoder()
SESSIONS = [
    {"id": "kitchen", "turns": [{"speaker": "Ana", "text": "The key is in the drawer."}, {"text": "The cat sleeps."}]},
    {"id": "garden", "turns": [{"speaker": "Ben", "text": "The pears are ripe."}, {"text": "The gate is green."}]},
]
FACT = {"kind": "fact", "text": "Somebody keeps a key.", "turns": ["kitchen:0"]}
QUESTION = "Where is the key?"


def open_store(path: Path, owner: str = "ana", architecture: str = "hybrid") -> Memory:
    return convograph.open(path, owner=owner, architecture=ARCHITECTURES[architecture](Parts(ENCODER)))


@pytest.fixture
def store(tmp_path: Path) -> Path:
    path = tmp_path / "memory.db"
    with open_store(path) as memory:
        memory.add(SESSIONS)
        memory.bring([FACT])
        memory.for_owner("ben").add([{"text": "I row."}])
    return path


def alter(path: Path, statement: str) -> None:
    """Change rows behind the library's back, which leaves SQLite's own structures intact."""
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute(statement).rowcount != 0
        connection.commit()


def texts(memory: Memory) -> set[str]:
    return {turn.text for hit in memory.recall(QUESTION, k=9).hits for turn in hit.turns}


def exported(path: Path, **options: bool) -> str:
    lines: list[str] = []
    with open_store(path) as memory:
        memory.export_to(lines.append, **options)
    return "".join(lines)


@pytest.mark.parametrize(
    ("statement", "named", "gone"),
    [
        ("UPDATE turn SET text = 'The key is in the frawer.' WHERE id = 'kitchen:0'", "kitchen:0.*kitchen", "key"),
        ("UPDATE turn SET ordinal = 7 WHERE id = 'kitchen:0'", "kitchen:0.*kitchen", "key"),
        ("UPDATE turn SET text = CAST(x'ff41' AS TEXT) WHERE id = 'kitchen:0'", "kitchen:0.*kitchen", "key"),
        ("UPDATE turn SET checksum = checksum + 1 WHERE id = 'kitchen:0'", "kitchen:0.*kitchen", "key"),
        ("UPDATE session SET name = 'citchen' WHERE name = 'kitchen'", "session 'citchen'", "key"),
        ("DELETE FROM turn WHERE id = 'kitchen:0'", "1 of the rows of the table 'turn' is gone", "key"),
        ("DELETE FROM session WHERE name = 'garden'", "1 of the rows of the table 'session' is gone", "pears"),
        ("UPDATE tally SET total = total + 1 WHERE kind = 'turn'", "the rows of the table 'turn'", "nothing"),
        ("DELETE FROM tally WHERE kind = 'session' AND owner = 1", "2 of the rows .* too many", "nothing"),
    ],
)
def test_damaged_content_is_named_and_left_out(store: Path, statement: str, named: str, gone: str) -> None:
    """A recall warns and shows all other turns; an export fails, or leaves the same out when told to."""
    alter(store, statement)
    with open_store(store) as memory, pytest.warns(DamageWarning, match=named):
        found = texts(memory)
    assert not any(gone in text for text in found)
    assert any("pears" in text for text in found) or gone == "pears"
    with pytest.raises(DamagedError, match=f"{named}.*convograph restore"):
        exported(store)
    with pytest.warns(DamageWarning, match=named):
        left = exported(store, skip_damaged=True)
    assert gone not in left
    with convograph.open(":memory:", encoder=ENCODER) as anew:
        anew.import_from(left.splitlines())


def test_a_memo_on_a_damaged_turn_is_left_out_too(store: Path) -> None:
    """And one whose own text or sources are damaged."""
    for statement in (
        "UPDATE turn SET text = 'x' WHERE id = 'kitchen:0'",
        "UPDATE memo SET text = 'Nobody keeps a key.'",
        "UPDATE memo_source SET turn = turn + 1",
        "DELETE FROM memo_source",
    ):
        before = store.read_bytes()
        alter(store, statement)
        with open_store(store) as memory, pytest.warns(DamageWarning):
            assert memory.memos() == []
        store.write_bytes(before)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE item SET vector = zeroblob(length(vector))",
        "UPDATE item SET terms = x'0000000000000000' WHERE key = (SELECT max(key) FROM item)",
        "UPDATE item SET layer = layer + 1 WHERE key = (SELECT max(key) FROM item WHERE owner = 1)",
        "UPDATE item SET payload = '{' WHERE key = (SELECT max(key) FROM item WHERE owner = 1)",
        "DELETE FROM item WHERE key = (SELECT max(key) FROM item WHERE owner = 1)",
        "DELETE FROM layer WHERE owner = 1",
        "UPDATE layer SET watermark = watermark - 2",
        "INSERT INTO stale VALUES (1, 5, 1, 0)",
    ],
)
def test_damaged_derived_rows_are_derived_again(store: Path, statement: str) -> None:
    """With a warning, once; hits, scores and reasons are those of the undamaged store, and nothing is left behind."""
    with open_store(store) as memory:
        hits, items = memory.recall(QUESTION, k=9).hits, memory.store_stats().items
    alter(store, statement)
    with open_store(store) as memory, pytest.warns(DamageWarning, match="'ana'.* is derived again"):
        assert [(hit.id, hit.score, hit.evidence) for hit in memory.recall(QUESTION, k=9).hits] == [
            (hit.id, hit.score, hit.evidence) for hit in hits
        ]
    with open_store(store) as memory, warnings.catch_warnings():
        warnings.simplefilter("error")
        memory.recall(QUESTION)
        assert exported(store)
        assert memory.for_owner("ana").store_stats().items <= items


def test_a_damaged_store_that_is_read_only_goes_on_without_the_rows(store: Path) -> None:
    """Nothing can be derived again there: the warning comes, and the damaged item does not."""
    alter(store, "UPDATE item SET terms = zeroblob(length(terms)), vector = zeroblob(length(vector))")
    made = ARCHITECTURES["hybrid"](Parts(ENCODER))
    before = store.read_bytes()
    with convograph.open(store, owner="ana", architecture=made, read_only=True) as memory, pytest.warns(DamageWarning):
        assert memory.recall(QUESTION).hits == ()
    assert store.read_bytes() == before


def test_use_marks_that_are_damaged_are_dropped(store: Path) -> None:
    """They are no content, and nothing brings them back; the next opening finds the store whole."""
    with open_store(store) as memory:
        memory.recall(QUESTION, touch=True)
    alter(store, "UPDATE use SET used_at = '1999-01-01T00:00:00+00:00'")
    with open_store(store) as memory, pytest.warns(DamageWarning, match="the use"):
        assert memory.stats().last_used == {}
    with open_store(store) as memory, warnings.catch_warnings():
        warnings.simplefilter("error")
        assert memory.stats().last_used == {}


@pytest.mark.parametrize(
    "statement", ["UPDATE removed SET key = key + 1 WHERE key = (SELECT max(key) FROM removed)", "DELETE FROM removed"]
)
def test_a_damaged_record_of_what_was_removed_is_no_record(store: Path, statement: str) -> None:
    """Who looks on reads all again, with a warning, and does not keep what was forgotten; the next finds it whole."""
    with open_store(store) as memory, open_store(store) as looking:
        turn = looking.turns(looking.sessions()[0].id)[0].id
        memory.forget(turn=turn)
        alter(store, statement)
        with pytest.warns(DamageWarning, match="removed"):
            assert turn not in [one.id for summary in looking.sessions() for one in looking.turns(summary.id)]
    with open_store(store) as memory, warnings.catch_warnings():
        warnings.simplefilter("error")
        assert turn not in exported(store)
        memory.recall(QUESTION)


@pytest.mark.parametrize(
    ("statement", "named"),
    [
        ("UPDATE owner SET name = 'bna' WHERE name = 'ana'", "owner"),
        ("UPDATE owner SET revision = 0 WHERE name = 'ana'", "the row of the owner 'ana'"),
        ("DELETE FROM owner WHERE name = 'ana'", "the owners are not those that were written"),
        ("UPDATE made SET encoder = 'other' WHERE owner = 'ana'", "the made 'ana'"),
        ("DELETE FROM made WHERE owner = 'ana'", "1 of the rows of the table 'made' is gone"),
        ("UPDATE setting SET name = 'encodes' WHERE name = 'encoder'", "the setting 'encodes'"),
        ("UPDATE setting SET value = 'swedish' WHERE name = 'language'", "the setting 'language'"),
        ("DELETE FROM setting WHERE name = 'language'", "1 of the rows of the table 'setting' is gone"),
        ("DROP INDEX memo_by_kind", "schema"),
        ("ALTER TABLE turn RENAME COLUMN text TO tezt", "schema"),
    ],
)
def test_a_damaged_owner_setting_or_schema_is_an_error(store: Path, statement: str, named: str) -> None:
    """Never an empty memory, another default, or a new owner beside the damaged one."""
    alter(store, statement)
    for use in (lambda memory: memory.recall(QUESTION), lambda memory: memory.append({"text": "More."})):
        with pytest.raises(DamagedError, match=f"{named}.*convograph restore"), open_store(store) as memory:
            use(memory)


@pytest.mark.parametrize("how", ["schema", "truncated"])
def test_where_nothing_can_be_read_no_export_is_advised(store: Path, how: str) -> None:
    """It would fail with the very same line; a backup is what helps."""
    if how == "schema":
        alter(store, "DROP INDEX memo_by_kind")
    else:
        store.write_bytes(store.read_bytes()[: store.stat().st_size // 2])
    (problem,) = convograph.verify(store).problems[:1]
    with pytest.raises(DamagedError) as refused, open_store(store) as memory:
        memory.export_to(str, skip_damaged=True)
    for told in (problem, str(refused.value)):
        assert "no export can leave this out: `convograph restore`" in told
        assert "--skip-damaged" not in told


def test_an_append_leaves_damage_to_be_seen(store: Path) -> None:
    """What is missing does not come right by writing more; the session of a damaged turn still grows."""
    alter(store, "DELETE FROM turn WHERE id = 'garden:0'")
    with open_store(store) as memory, pytest.warns(DamageWarning, match="1 of the rows"):
        memory.append({"text": "A second key."}, "kitchen")
        assert "A second key." in texts(memory)
    with pytest.raises(DamagedError, match="1 of the rows"):
        exported(store)


@pytest.mark.parametrize("index", ["memo_by_kind", "memo_source_by_turn"])
def test_an_index_that_lacks_an_entry_keeps_from_writing(store: Path, index: str) -> None:
    """Reading goes by the keys, and finds everything; a write that looked rows up by the index would miss some.

    Forgetting makes it anew first.
    """
    with closing(sqlite3.connect(store)) as connection:
        made = connection.execute("SELECT sql FROM sqlite_master WHERE name = ?", (index,)).fetchone()[0]
        for statement in (f"{made} WHERE FALSE", made):  # an index of no rows, then under its own name
            connection.execute("PRAGMA writable_schema = ON")
            connection.execute("UPDATE sqlite_master SET sql = ? WHERE name = ?", (statement, index))
            connection.execute("PRAGMA writable_schema = RESET")
            if statement != made:
                connection.execute(f"REINDEX {index}")
            connection.commit()
    with open_store(store) as memory:
        assert "The key is in the drawer." in texts(memory)
        with pytest.raises(DamagedError, match=f"index '{index}'.*convograph verify"):
            memory.append({"text": "More."})
        assert memory.for_owner("ben").append({"text": "I row."})
        assert memory.forget(turn="kitchen:0").memos == 1
        assert memory.append({"text": "More."})


def test_an_index_that_leads_to_another_row_keeps_from_writing(tmp_path: Path) -> None:
    """A session that is looked up by its name would be another."""
    path = tmp_path / "memory.db"
    with open_store(path) as memory:
        for name in ("alpha", "beta", "gamma"):
            memory.add([{"text": f"This is {name}."}], session=name)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        rows = dict(connection.execute("SELECT name, rowid FROM session"))
    entry, other = (b"gamma" + bytes([rows[name]]) for name in ("gamma", "beta"))
    content = path.read_bytes()
    assert content.count(entry) == 1
    path.write_bytes(content.replace(entry, other))
    with open_store(path) as memory, pytest.raises(DamagedError, match=r"index 'sqlite_autoindex_session.*verify"):
        memory.append({"text": "And so on."}, "gamma")


def test_an_error_of_sqlite_that_is_no_text_is_ours(store: Path) -> None:
    """The schema in the file is broken, and the message quotes it."""
    content = store.read_bytes()
    place = content.index(b"CREATE TABLE setting") + len("CREATE TABLE ")
    store.write_bytes(content[:place] + b"(\xcc" + content[place + 2 :])
    with pytest.raises(DamagedError, match="convograph restore"):
        open_store(store)


@pytest.mark.parametrize("use", [Memory.stats, Memory.sessions, lambda memory: memory.context(QUESTION)])
def test_other_readings_warn_too(store: Path, use: Callable[[Memory], object]) -> None:
    """Whatever reads the memory says what it goes on without."""
    alter(store, "UPDATE turn SET speaker = 'Anb' WHERE speaker = 'Ana'")
    with open_store(store) as memory, pytest.warns(DamageWarning, match="kitchen:0"):
        use(memory)


def test_the_shell_warns_and_refuses_in_one_line(tmp_path: Path) -> None:
    """`recall` goes on, `export` ends with exit code 3, and --skip-damaged leaves the turn out."""
    path = tmp_path / "memory.db"
    with convograph.open(path) as memory:
        memory.add(SESSIONS)
    alter(path, "UPDATE turn SET text = 'The key is in the frawer.' WHERE id = 'kitchen:0'")
    options = ["--store", str(path)]
    recalled = CliRunner().invoke(app, ["recall", "Are the pears ripe?", *options])
    assert recalled.exit_code == 0
    assert "warning: " in recalled.stderr
    assert "kitchen:0" in recalled.stderr
    assert "frawer" not in recalled.output
    as_json = CliRunner().invoke(app, ["recall", "Are the pears ripe?", "--json", *options])
    assert json.loads(as_json.stderr)["warning"]["type"] == "DamageWarning"
    refused = CliRunner().invoke(app, ["export", *options])
    assert (refused.exit_code, refused.stdout) == (3, "")
    assert "kitchen:0" in refused.stderr
    saved = CliRunner().invoke(app, ["export", "--skip-damaged", *options])
    assert saved.exit_code == 0
    assert "pears" in saved.stdout
    assert "frawer" not in saved.stdout
