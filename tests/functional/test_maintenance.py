"""`verify` finds what is damaged; `backup` and `restore` copy a store whole and verified, or not at all."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
import threading
from contextlib import closing
from pathlib import Path

import pytest
from typer.testing import CliRunner

import convograph
from convograph.cli.commands import app
from convograph.errors import DamagedError, InputError, NoStoreError, NotAStoreError, ReadOnlyError, StoreBusyError
from convograph.graph.tables import TURN
from convograph.memory import Memory
from support.encoders import HashingEncoder

SESSIONS = [{"id": "kitchen", "turns": [{"text": "The key is in the drawer."}, {"text": "The cat sleeps."}]}]


def open_store(path: Path, owner: str = "ana") -> Memory:
    return convograph.open(path, owner=owner, encoder=HashingEncoder(), lock_seconds=0.3)


@pytest.fixture
def store(tmp_path: Path) -> Path:
    path = tmp_path / "memory.db"
    with open_store(path) as memory:
        memory.add(SESSIONS)
        memory.bring([{"kind": "fact", "text": "A key.", "turns": ["kitchen:0"]}])
        memory.for_owner("ben").add([{"text": "I row."}])
    return path


def alter(path: Path, statement: str) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(statement)
        connection.commit()


def exported(path: Path) -> list[str]:
    lines: list[str] = []
    with open_store(path) as memory:
        memory.export_to(lines.append)
    return lines


def test_an_intact_store_is_found_intact(store: Path) -> None:
    """Every row is counted, with progress up to all of them, and nothing is written."""
    before, seen = store.read_bytes(), []
    found = convograph.verify(store, progress=lambda done, total: seen.append((done, total)))
    assert (found.intact, found.owners, found.problems) == (True, 2, ())
    assert seen[-1] == (found.rows, found.rows)
    assert store.read_bytes() == before


@pytest.mark.parametrize(
    ("statement", "named"),
    [
        ("UPDATE turn SET text = 'x' WHERE id = 'kitchen:1'", "'ana': the turn 'kitchen:1' is not as it was written"),
        ("DELETE FROM item WHERE key = (SELECT max(key) FROM item)", "1 of the rows of the table 'item' is gone"),
        ("UPDATE owner SET last_key = 50 WHERE name = 'ben'", "the row of the owner 'ben' is not as it was written"),
        ("UPDATE setting SET value = 'x'", "the setting 'encoder' is not as it was written"),
        ("DELETE FROM owner WHERE name = 'ben'", "1 of the rows of the table 'session' belong to no owner"),
        ("DROP INDEX use_by_key", "its schema is not as it was written"),
        ("UPDATE item SET layer = 99 WHERE owner = 2", "'ben': the item"),
    ],
)
def test_what_is_damaged_is_listed(store: Path, statement: str, named: str) -> None:
    """Whichever row, table, owner or setting it is."""
    alter(store, statement)
    assert any(named in problem for problem in convograph.verify(store).problems)


def test_an_index_that_lacks_an_entry_is_found(store: Path) -> None:
    """Rows are whole, and a look-up by that index would not find one."""
    alter(store, "PRAGMA writable_schema = ON")
    with closing(sqlite3.connect(store)) as connection:
        connection.execute("PRAGMA writable_schema = ON")
        statement = connection.execute("SELECT sql FROM sqlite_master WHERE name = 'memo_by_kind'").fetchone()[0]
        connection.execute("UPDATE sqlite_master SET sql = ? WHERE name = 'memo_by_kind'", (f"{statement} WHERE 0",))
        connection.commit()
    with closing(sqlite3.connect(store)) as connection:
        connection.execute("REINDEX memo_by_kind")
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute("UPDATE sqlite_master SET sql = ? WHERE name = 'memo_by_kind'", (statement,))
        connection.commit()
    assert any("memo_by_kind" in problem for problem in convograph.verify(store).problems)


def test_what_refers_to_nothing_is_found(store: Path) -> None:
    """Rows that are intact each, and do not fit together."""
    with open_store(store) as memory, memory._store.write("ana") as writing:
        writing.remove(TURN, id="kitchen:0")
    problems = convograph.verify(store).problems
    assert "'ana': there are 1 memo sources whose memo or turn is not there" in problems
    assert any("items whose source is not there" in problem for problem in problems)


def test_a_backup_is_the_store_and_is_made_while_it_is_written(store: Path, tmp_path: Path) -> None:
    """Of one moment: all of a session or nothing of it; readable by its user alone; nothing else is left behind."""
    target, stop = tmp_path / "backups" / "memory.db", threading.Event()
    target.parent.mkdir()

    def write() -> None:
        with open_store(store, "cleo") as memory:
            for number in range(100):
                memory.add([{"text": f"One {number}."}, {"text": "Two."}], session=f"s{number}")
                if stop.is_set():
                    return

    writer = threading.Thread(target=write)
    writer.start()
    for _ in range(5):
        assert convograph.backup(store, target, overwrite=True).intact
        with closing(sqlite3.connect(target)) as connection:
            assert connection.execute("SELECT count(*) FROM turn WHERE owner = 3").fetchone()[0] % 2 == 0
            assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    stop.set()
    writer.join()
    assert [path.name for path in target.parent.iterdir()] == ["memory.db"]
    assert target.stat().st_mode & 0o777 == 0o600
    assert exported(target) == exported(store)


def test_a_backup_replaces_an_earlier_one_and_no_other_file(store: Path, tmp_path: Path) -> None:
    """Even if asked to; what was checked is told of the file that there is then."""
    target, other = tmp_path / "backup.db", tmp_path / "chat.json"
    other.write_text("[]")
    with pytest.raises(InputError, match="exists and is no store; name another file, or remove it first"):
        convograph.backup(store, other, overwrite=True)
    assert other.read_text() == "[]"
    assert convograph.backup(store, target).location == str(target)
    assert convograph.restore(target, tmp_path / "restored.db").location == str(tmp_path / "restored.db")


def test_a_backup_holds_nothing_that_was_forgotten(store: Path, tmp_path: Path) -> None:
    """Not even what could not be scrubbed from the store."""
    with closing(sqlite3.connect(store, isolation_level=None)) as reader, open_store(store) as memory:
        reader.execute("BEGIN")
        reader.execute("SELECT * FROM turn").fetchone()
        assert not memory.forget(turn="kitchen:0").scrubbed
        convograph.backup(store, tmp_path / "backup.db")
        assert b"drawer" not in (tmp_path / "backup.db").read_bytes()


def test_a_damaged_store_is_not_backed_up(store: Path, tmp_path: Path) -> None:
    """The former backup stays, byte for byte."""
    target = tmp_path / "backup.db"
    convograph.backup(store, target)
    before = target.read_bytes()
    alter(store, "UPDATE turn SET text = 'x' WHERE id = 'kitchen:1'")
    with pytest.raises(DamagedError, match=r"kitchen:1.*nothing was written"):
        convograph.backup(store, target, overwrite=True)
    assert target.read_bytes() == before
    assert sorted(path.name for path in tmp_path.iterdir() if "backup" in path.name) == ["backup.db"]


@pytest.mark.parametrize("damage", ["text", "first page", "emptied", "all"])
def test_a_backup_is_restored_over_whatever_is_there(store: Path, tmp_path: Path, damage: str) -> None:
    """A store that is damaged a little, whose header is gone, which is empty or rubbish; its log is not applied."""
    target, before = tmp_path / "backup.db", exported(store)
    convograph.backup(store, target)
    if damage == "text":
        alter(store, "UPDATE turn SET text = 'x'")
    else:
        content = store.read_bytes()
        store.write_bytes({"first page": bytes(4096) + content[4096:], "emptied": b"", "all": b"\xa5" * 9000}[damage])
        store.with_name("memory.db-wal").write_bytes(b"\xa5" * 4152)
    with pytest.raises(InputError, match="replace=True"):
        convograph.restore(target, store)
    assert convograph.restore(target, store, replace=True).intact
    assert exported(store) == before
    with open_store(store) as memory:
        assert memory.append({"text": "It goes on."}).ordinal == 0


def test_a_store_that_is_open_is_not_replaced(store: Path, tmp_path: Path) -> None:
    """Whoever has it open would go on with the former file; the error says to close it."""
    convograph.backup(store, tmp_path / "backup.db")
    with open_store(store) as memory:
        memory.recall("key")
        with pytest.raises(StoreBusyError, match="close it there"):
            convograph.restore(tmp_path / "backup.db", store, replace=True, lock_seconds=0.1)
        assert len(memory.recall("key").hits) > 0
    convograph.restore(tmp_path / "backup.db", store, replace=True)


def test_what_cannot_be_is_refused(store: Path, tmp_path: Path) -> None:
    """A damaged backup, a file that is no store or not there, the file itself, a folder, a store in memory."""
    backup, missing, text = tmp_path / "backup.db", tmp_path / "none.db", tmp_path / "notes.txt"
    convograph.backup(store, backup)
    text.write_text("Ana: hi\n" * 100)
    with pytest.raises(InputError, match="exists already"):
        convograph.backup(store, backup)
    with pytest.raises(InputError, match="the file itself"):
        convograph.backup(store, store, overwrite=True)
    with pytest.raises(InputError, match="folder"):
        convograph.backup(store, tmp_path)
    with pytest.raises(InputError, match="no file"):
        convograph.verify(":memory:")
    for call in (lambda: convograph.verify(missing), lambda: convograph.backup(missing, tmp_path / "b")):
        with pytest.raises(NoStoreError):
            call()
    with pytest.raises(NotAStoreError):
        convograph.restore(text, store, replace=True)
    with pytest.raises(InputError, match="make it first"):
        convograph.backup(store, tmp_path / "none" / "backup.db")
    alter(backup, "UPDATE turn SET text = 'x'")
    before = store.read_bytes()
    with pytest.raises(DamagedError):
        convograph.restore(backup, store, replace=True)
    assert store.read_bytes() == before


def test_the_commands(store: Path, tmp_path: Path) -> None:
    """`verify` ends with 0 or 3 and lists what is damaged; `backup` and `restore` say what they wrote."""
    run, at = CliRunner().invoke, ["--store", str(store)]
    backup = str(tmp_path / "backup.db")
    assert run(app, ["verify", *at]).exit_code == 0
    assert run(app, ["backup", backup, *at]).exit_code == 0
    assert run(app, ["backup", backup, *at]).exit_code == 2
    alter(store, "UPDATE turn SET text = 'x' WHERE id = 'kitchen:1'")
    found = run(app, ["verify", *at])
    assert (found.exit_code, "kitchen:1" in found.stdout) == (3, True)
    as_json = run(app, ["verify", "--json", *at])
    assert (as_json.exit_code, len(json.loads(as_json.stdout)["problems"])) == (3, 1)
    assert run(app, ["restore", backup, *at]).exit_code == 2
    assert run(app, ["restore", backup, "--replace", "--yes", *at]).exit_code == 0
    assert json.loads(run(app, ["verify", "--json", *at]).stdout)["intact"] is True


def test_the_command_that_scrubs(store: Path) -> None:
    """While a reader is in the way it ends with 1, afterwards with 0."""
    run, at = CliRunner(env={"CONVOGRAPH_LOCK_SECONDS": "0.1"}).invoke, ["--store", str(store)]
    with closing(sqlite3.connect(store, isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT * FROM turn").fetchone()
        with open_store(store) as memory:
            assert not memory.forget(turn="kitchen:0").scrubbed
            assert memory.stats().owes_scrub
        refused = run(app, ["scrub", *at])
        assert (refused.exit_code, "another process is reading" in refused.stderr) == (1, True)
    assert run(app, ["scrub", *at]).exit_code == 0
    assert json.loads(run(app, ["scrub", "--json", *at]).stdout) == {"scrubbed": True}


def test_the_command_that_proves(tmp_path: Path) -> None:
    """`forget --prove` says what it looked at, and ends with 1 while anything is left."""
    run, path = CliRunner(env={"CONVOGRAPH_LOCK_SECONDS": "0.1"}).invoke, tmp_path / "memory.db"
    with convograph.open(path) as memory:
        memory.add([*SESSIONS, {"id": "garden", "turns": [{"text": "The gate is green."}]}])
    at = ["--prove", "--yes", "--store", str(path)]
    proved = run(app, ["forget", "--turn", "kitchen:0", *at])
    assert proved.exit_code == 0
    assert f"searched memory.db ({path.stat().st_size:,} bytes)" in proved.stdout
    assert "nothing else is left" in proved.stdout
    with closing(sqlite3.connect(path, isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT * FROM turn").fetchone()
        refused = run(app, ["forget", "--session", "garden", "--json", *at])
    assert refused.exit_code == 1
    assert json.loads(refused.stdout)["proof"]["left"] == [
        "what the log hides in the file, which could not be scrubbed"
    ]


def test_a_copy_that_cannot_be_written_is_named_and_leaves_nothing(store: Path, tmp_path: Path) -> None:
    """The store that is copied is not to blame."""
    with open_store(store) as memory:
        memory.add([{"speaker": "Ana", "text": "A word for the copy. " * 200}] * 40, session="more")
    copy = tmp_path / "copy.db"
    command = f'ulimit -f 100; exec "{sys.executable}" -m convograph backup "{copy}" --store "{store}"'
    done = subprocess.run(["/bin/sh", "-c", command], capture_output=True, text=True, check=False)
    assert (done.returncode, str(copy) in done.stderr, str(store) in done.stderr) == (3, True, False)
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith("copy")] == []


def test_a_store_that_may_only_be_read_is_not_scrubbed(store: Path) -> None:
    """The error says why."""
    with (
        convograph.open(store, owner="ana", encoder=HashingEncoder(), read_only=True) as memory,
        pytest.raises(ReadOnlyError, match="opened read-only"),
    ):
        memory.scrub()
