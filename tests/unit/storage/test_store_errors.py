"""Every way in which a file fails to be a store has an error of its own class: one line, the path, and what to do."""

from __future__ import annotations

import os
import resource
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

import convograph
from convograph.errors import (
    DamagedError,
    EncoderMismatchError,
    InputError,
    NoStoreError,
    NotAStoreError,
    ReadOnlyError,
    SchemaError,
    StoreBusyError,
    StoreError,
    StoreFullError,
    StoreIOError,
)
from convograph.memory import Memory
from convograph.storage import connections
from support.encoders import HashingEncoder
from support.processes import Child

ENCODER = HashingEncoder()
NOBODY = 65_534
LONG_SESSION = [{"text": f"Sentence number {number} about the market and the garden."} for number in range(900)]


def open_store(path: Path, **options: object) -> Memory:
    """A memory over the small encoder."""
    return convograph.open(path, **{"encoder": ENCODER, **options})


@pytest.fixture
def store(tmp_path: Path) -> Path:
    """A store with one turn."""
    path = tmp_path / "memory.db"
    with open_store(path) as memory:
        memory.add([{"text": "We met at the market."}], session="first")
    return path


@pytest.fixture
def public() -> Iterator[Path]:
    """A folder that every user may enter, which pytest's own are not."""
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder)


def check(
    error: pytest.ExceptionInfo[StoreError] | StoreError, path: Path, kind: type[StoreError], remedy: str
) -> None:
    """One line of exactly this class that names the path and, behind it, what to do."""
    raised = error if isinstance(error, StoreError) else error.value
    assert type(raised) is kind
    assert "\n" not in str(raised)
    assert remedy in str(raised).partition(str(path))[2], str(raised)


def alter(path: Path, statement: str) -> None:
    """Do something to a database behind the library's back."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(statement)
        connection.commit()


def test_a_newer_schema_asks_for_an_upgrade(store: Path) -> None:
    """A store of a later version is not touched."""
    alter(store, "PRAGMA user_version = 999")
    before = store.read_bytes()
    with pytest.raises(StoreError) as error:
        open_store(store)
    check(error, store, SchemaError, "upgrade convograph")
    assert store.read_bytes() == before


@pytest.mark.parametrize("owner", ["default", "new"])
def test_another_encoder_is_refused_for_old_and_new_owners(store: Path, owner: str) -> None:
    """A store has one encoder: neither its owners nor new ones can be written with another, and `reencode` is named."""
    with open_store(store, owner=owner, encoder=HashingEncoder(16)) as memory:
        with pytest.raises(StoreError) as error:
            memory.add([{"text": "Other vectors."}])
        check(error, store, EncoderMismatchError, "convograph reencode")
    with open_store(store) as memory:
        assert memory.owners() == ["default"]
        assert memory.stats().turns == 1


def test_another_encoder_is_refused_for_reading(store: Path) -> None:
    """Vectors of two encoders are never compared."""
    with open_store(store, encoder=HashingEncoder(16), read_only=True) as memory:
        with pytest.raises(StoreError) as error:
            memory.recall("market")
        check(error, store, EncoderMismatchError, "convograph reencode")


def test_another_owner_may_follow_while_a_store_changes_its_encoder(store: Path) -> None:
    """Once an owner has been encoded anew, new owners may have either encoder."""
    with open_store(store) as memory, open_store(store, owner="late", encoder=HashingEncoder(16)) as late:
        memory.for_owner("slow").add([{"text": "Still the old one."}])
        memory.reencode(HashingEncoder(16))
        assert late.add([{"text": "The new one."}]).added == 1


@pytest.mark.parametrize(
    "content",
    [
        b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + b"\0" * 400,
        b"Ana: hi\nBen: hello\n",
        b"S",
        b"SQLite format 3\0" + b"\xff" * 400,
        b"SQLite format 3\0",
        b"\0" * 8192,
    ],
    ids=["png", "text", "one byte", "broken header", "header alone", "zeros"],
)
def test_a_file_of_another_kind_is_no_store(tmp_path: Path, content: bytes) -> None:
    """A picture, a text and a broken header are refused, and stay as they are."""
    path = tmp_path / "picture.png"
    path.write_bytes(content)
    with pytest.raises(StoreError) as error:
        open_store(path)
    check(error, path, NotAStoreError, "name another file")
    assert path.read_bytes() == content


@pytest.mark.parametrize("statement", ["CREATE TABLE recipe (name TEXT)", "PRAGMA user_version = 7"])
def test_another_programs_database_is_no_store(tmp_path: Path, statement: str) -> None:
    """A database with tables or a version of somebody else's is refused, and stays as it is."""
    path = tmp_path / "recipes.db"
    alter(path, statement)
    before = path.read_bytes()
    with pytest.raises(StoreError) as error:
        open_store(path)
    check(error, path, NotAStoreError, "name another file")
    assert path.read_bytes() == before


def test_a_truncated_store_is_reported(store: Path) -> None:
    """A store cut in its middle is damaged, not empty."""
    os.truncate(store, store.stat().st_size // 2 // 4096 * 4096)
    with pytest.raises(StoreError) as error, open_store(store) as memory:
        memory.recall("market")
    check(error, store, DamagedError, "`convograph restore` puts a backup in its place")


def test_a_store_with_overwritten_pages_is_reported(store: Path) -> None:
    """Rubbish in the pages behind the first is damage, not an empty memory."""
    with store.open("r+b") as file:
        file.seek(4096)
        file.write(b"\xa5" * (store.stat().st_size - 4096))
    with pytest.raises(StoreError) as error, open_store(store) as memory:
        memory.recall("market")
    check(error, store, DamagedError, "`convograph restore` puts a backup in its place")


def test_a_folder_is_no_store(tmp_path: Path) -> None:
    """The path of a folder asks for a file in it."""
    with pytest.raises(StoreError) as error:
        open_store(tmp_path)
    check(error, tmp_path, NotAStoreError, "name a file in it")


def test_a_pipe_is_no_store(tmp_path: Path) -> None:
    """What is no regular file is refused at once instead of being waited for."""
    path = tmp_path / "pipe"
    os.mkfifo(path)
    with pytest.raises(StoreError) as error:
        open_store(path)
    check(error, path, NotAStoreError, "name another one")


def test_a_missing_folder_is_to_be_made_first(tmp_path: Path) -> None:
    """Only the file is made, not the folders above it."""
    with pytest.raises(StoreError) as error:
        open_store(tmp_path / "none" / "memory.db")
    check(error, tmp_path / "none", NoStoreError, "make it first")


@pytest.mark.parametrize("options", [{"create": False}, {"read_only": True}])
@pytest.mark.parametrize("empty", [False, True], ids=["missing", "empty"])
def test_a_missing_store_is_not_made_unasked(tmp_path: Path, options: dict[str, bool], empty: bool) -> None:
    """Without `create`, or read-only, a missing file stays missing and an empty one stays empty."""
    path = tmp_path / "memory.db"
    if empty:
        path.touch()
    with pytest.raises(StoreError) as error:
        open_store(path, **options)
    check(error, path, NoStoreError, "`convograph add` makes")
    assert path.exists() == empty
    assert not empty or path.stat().st_size == 0


def test_an_empty_file_becomes_a_store(tmp_path: Path) -> None:
    """A file without a byte is taken for a store yet to be made."""
    path = tmp_path / "memory.db"
    path.touch()
    with open_store(path) as memory:
        assert memory.add([{"text": "Hello."}]).added == 1


def test_names_that_no_file_can_have_are_refused(tmp_path: Path) -> None:
    """A NUL and a name beyond the system's length are errors with the reason."""
    with pytest.raises(NotAStoreError, match="NUL character"):
        open_store(tmp_path / "a\0b")
    with pytest.raises(InputError, match="is the path of a file"):
        open_store(tmp_path / ("x" * 300))


def test_a_read_only_memory_recalls_and_refuses_to_change(store: Path) -> None:
    """`read_only=True` leaves the store as it is, and says how to change it."""
    with open_store(store, read_only=True) as memory:
        assert memory.recall("market").hits[0].turns[0].text == "We met at the market."
        for change in (
            lambda: memory.add([{"text": "More."}]),
            lambda: memory.forget(turn="first:0"),
            lambda: memory.reencode(HashingEncoder(16)),
            lambda: memory.import_from(['{"format":"convograph-export","version":1,"content_only":true}']),
        ):
            with pytest.raises(StoreError) as error:
                change()
            check(error, store, ReadOnlyError, "open it without read_only")
        memory.recall("market", touch=True)
    with open_store(store) as memory:
        assert memory.stats().turns == 1


def test_a_read_only_file_can_be_read_and_not_written(public: Path) -> None:
    """Another user's file that may only be read gives its memories; writing names the way out."""
    path = public / "memory.db"
    with open_store(path) as memory:
        memory.add([{"text": "We met at the market."}])
    path.chmod(0o444)

    def reads() -> None:
        with open_store(path, read_only=True) as memory:
            assert len(memory.recall("market").hits) == 1

    def writes() -> None:
        with open_store(path) as memory:
            memory.add([{"text": "More."}])

    assert Child(reads, user=NOBODY).failure() == ""
    assert (
        Child(writes, user=NOBODY).failure()
        == f"ReadOnlyError: {path} cannot be written to; open it with read_only=True or change its mode"
    )
    public.chmod(0o777)
    assert Child(reads, user=NOBODY).failure() == ""
    assert (
        Child(writes, user=NOBODY)
        .failure()
        .startswith(f"ReadOnlyError: {path} cannot be written to; open it with read_only")
    )


def test_a_file_or_folder_without_permission_is_reported(public: Path) -> None:
    """A store is readable by its user alone; others learn that it is a matter of permission, wherever it fails."""
    path = public / "memory.db"
    with open_store(path) as memory:
        memory.add([{"text": "We met at the market."}])
    remedy = "change its mode or choose another place"

    def reads() -> None:
        open_store(path, read_only=True)

    assert path.stat().st_mode & 0o777 == 0o600
    assert Child(reads, user=NOBODY).failure() == f"ReadOnlyError: no permission to use {path}; {remedy}"
    assert Child(lambda: open_store(public / "new.db"), user=NOBODY).failure() == (
        f"ReadOnlyError: no permission to use {public / 'new.db'}; {remedy}"
    )
    public.chmod(0o700)
    assert Child(reads, user=NOBODY).failure() == f"ReadOnlyError: no permission to use {path}; {remedy}"


@pytest.mark.parametrize("begun", [False, True], ids=["empty", "a store"])
def test_an_empty_file_becomes_a_store_for_its_user_alone(tmp_path: Path, begun: bool) -> None:
    """With its log; the mode that somebody gave to a store is theirs to choose."""
    path = tmp_path / "memory.db"
    if begun:
        convograph.open(path, encoder=HashingEncoder()).close()
    path.touch()
    path.chmod(0o644)
    with convograph.open(path, encoder=HashingEncoder()) as memory:
        memory.append({"text": "Hello."})
        modes = {one.stat().st_mode & 0o777 for one in tmp_path.iterdir()}
    assert modes == {0o644 if begun else 0o600}


def test_a_reader_in_a_read_only_folder_sees_what_its_owner_adds(public: Path) -> None:
    """Where a reader can make no log of its own, it still sees every commit at its next call."""
    path = public / "memory.db"
    with open_store(path) as memory:
        memory.add([{"text": "We met at the market."}])
    path.chmod(0o644)
    (may_write, wants_write), (may_read, wants_read) = os.pipe(), os.pipe()

    def reads() -> None:
        with open_store(path, read_only=True) as memory:
            assert memory.stats().turns == 1
            os.write(wants_write, b"!")
            os.read(may_read, 1)
            assert memory.stats().turns == 2

    def writes() -> None:
        os.read(may_write, 1)
        with open_store(path) as memory:
            memory.add([{"text": "More."}])
        os.write(wants_read, b"!")

    writer = Child(writes)
    assert Child(reads, user=NOBODY).failure() == ""
    assert writer.failure() == ""


def test_a_full_disk_leaves_nothing_half_written(store: Path) -> None:
    """Where no page can be added, nothing of the transaction is kept; with room again, the same call succeeds."""
    with open_store(store) as memory:
        (connection,) = memory._store._connections._idle
        pages = connection.execute("PRAGMA page_count").fetchone()[0]
        connection.execute(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(StoreError) as error:
            memory.add(LONG_SESSION, session="long")
        check(error, store, StoreFullError, "free space, repeat the call")
        assert memory.stats().turns == 1
        connection.execute(f"PRAGMA max_page_count = {100 * pages}")
        assert memory.add(LONG_SESSION, session="long").added == len(LONG_SESSION)
        assert memory.stats().layers[0].waiting == 0


def test_a_disk_that_fills_up_at_any_byte_leaves_nothing_half_written(store: Path) -> None:
    """Wherever a limit on the size of files strikes, turns are kept all or not at all, and the next call mends it."""

    def fill() -> None:
        with open_store(store) as memory:
            refused = []
            limits = range(8, 520, 32)
            for kibibytes in limits:
                session = f"long {kibibytes}"
                log = Path(f"{store}-wal")
                largest = max(store.stat().st_size, log.stat().st_size if log.exists() else 0)
                resource.setrlimit(resource.RLIMIT_FSIZE, (largest + 1024 * kibibytes, resource.RLIM_INFINITY))
                try:
                    memory.add(LONG_SESSION[:200], session=session)
                except (StoreFullError, StoreIOError) as error:
                    refused.append(kibibytes)
                    assert str(store) in str(error)
                    assert "repeat the call" in str(error)
                resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
                with closing(sqlite3.connect(store)) as connection:
                    assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
                    kept = connection.execute(
                        "SELECT count(*) FROM turn WHERE id LIKE ?", (f"{session}:%",)
                    ).fetchone()[0]
                assert kept in (0, 200)
                report = memory.add(LONG_SESSION[:200], session=session)
                assert (report.added, report.known) == (200 - kept, kept)
                assert memory.stats().layers[0].waiting == 0
            assert 0 < len(refused) < len(limits)

    assert Child(fill).failure() == ""


def test_a_lock_held_for_too_long_is_reported(store: Path) -> None:
    """A writer waits `lock_seconds` for another process's write; readers need not wait."""
    with closing(sqlite3.connect(store, isolation_level=None)) as other, open_store(store, lock_seconds=0.2) as memory:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError) as error:
            memory.add([{"text": "More."}])
        check(error, store, StoreBusyError, "raise lock_seconds")
        assert len(memory.recall("market").hits) == 1
        other.execute("ROLLBACK")
        assert memory.add([{"text": "More."}]).added == 1


def test_a_closed_store_cannot_be_used(store: Path) -> None:
    """Every use after `close` says so; closing again does no harm."""
    memory = open_store(store)
    memory.close()
    memory.close()
    for use in (
        lambda: memory.recall("market"),
        lambda: memory.add([{"text": "More."}]),
        lambda: memory.forget(turn="first:0"),
        lambda: memory.for_owner("another").stats(),
        lambda: memory.export_to([].append),
        memory.owners,
    ):
        with pytest.raises(StoreError) as error:
            use()
        check(error, store, StoreError, "open it again")


def test_a_memory_has_its_new_encoder_also_where_the_file_cannot_be_scrubbed(
    store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was committed before the error holds: the memory answers, and does not ask for the former encoder."""

    def fails(*, patient: bool = True) -> bool:
        raise StoreIOError("the disk refuses")

    with open_store(store) as memory:
        monkeypatch.setattr(memory._store, "scrub", fails)
        with pytest.raises(StoreIOError, match="the disk refuses"):
            memory.reencode(HashingEncoder(16))
        assert memory.recall("market").hits


def test_a_store_that_is_left_in_the_midst_of_a_write_has_to_be_opened_for_writing(store: Path, tmp_path: Path) -> None:
    """What is half written is undone by a writer: whoever only reads is told so."""
    alter(store, "PRAGMA journal_mode = DELETE")
    copy = tmp_path / "copy.db"
    with closing(sqlite3.connect(store, isolation_level=None)) as connection:
        connection.execute("PRAGMA cache_size = 1")  # so that pages are written before the end
        connection.execute("BEGIN")
        connection.execute("UPDATE item SET vector = zeroblob(9000000)")
        for suffix in ("", "-journal"):
            shutil.copy(f"{store}{suffix}", f"{copy}{suffix}")
    with pytest.raises(StoreError) as error:
        open_store(copy, read_only=True)
    check(error, copy, ReadOnlyError, "open it once for writing")
    with open_store(copy) as memory:
        assert memory.recall("market").hits


def test_a_connection_that_is_not_made_ready_does_not_stay_open(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor the file with it, however long the error is kept."""

    def fails(connection: sqlite3.Connection, *, read_only: bool) -> None:
        connection.execute("SELECT count(*) FROM sqlite_master").fetchone()  # which opens the file
        raise sqlite3.OperationalError("unable to open database file")

    monkeypatch.setattr(connections, "_configure", fails)
    with pytest.raises(StoreError) as error:
        open_store(store)
    assert error.value.__traceback__ is not None
    opened = [str(file.readlink()) for file in Path("/proc/self/fd").iterdir() if file.is_symlink() and file.exists()]
    assert str(store) not in opened


@pytest.mark.parametrize("replaced", [False, True])
def test_a_store_that_is_gone_while_it_is_open_takes_nothing_more(store: Path, tmp_path: Path, replaced: bool) -> None:
    """Writes to a file without a name are lost when it is closed; once the file is back, all is as before."""
    aside = tmp_path / "aside.db"
    with open_store(store) as memory:
        store.rename(aside)
        if replaced:
            shutil.copy(aside, store)
        with pytest.raises(StoreIOError, match="replaced by another file" if replaced else "deleted or moved"):
            memory.add([{"text": "Nobody would find this."}], session="second")
        with pytest.raises(StoreIOError, match=r"memory\.db was .* put (it|the former file) back, or"):
            memory.recall("Where did we meet?")
        aside.rename(store)
        memory.add([{"text": "This is found."}], session="third")
        assert sessions_of(memory) == ["first", "third"]


@pytest.mark.parametrize("noticed", [False, True])
def test_a_store_that_is_moved_while_it_is_open_takes_its_log_along(store: Path, tmp_path: Path, noticed: bool) -> None:
    """Nothing that was stored is lost, whether a call notices the move or the memory is just closed."""
    aside = tmp_path / "aside.db"
    with open_store(store) as memory:
        memory.add([{"text": "We left at noon."}], session="second")
        store.rename(aside)
        if noticed:
            with pytest.raises(StoreIOError, match="deleted or moved"):
                memory.sessions()
    with open_store(aside) as moved, open_store(store) as new:
        assert sessions_of(moved) == ["first", "second"]
        assert sessions_of(new) == []


def test_the_log_of_a_store_that_was_replaced_is_not_applied_to_another(store: Path, tmp_path: Path) -> None:
    """SQLite finds a log by the path of the file."""
    other = tmp_path / "other.db"
    with open_store(other) as memory:
        memory.add([{"text": "This is another store."}], session="other")
    with open_store(store) as memory:
        memory.add([{"text": "We left at noon."}], session="second")
        other.replace(store)
        with pytest.raises(StoreIOError, match="replaced by another file"):
            memory.sessions()
    with open_store(store) as memory:
        assert sessions_of(memory) == ["other"]


def test_no_store_is_made_where_the_log_of_another_lies(store: Path, tmp_path: Path) -> None:
    """What another process has stored is in that log alone: SQLite would discard it."""
    aside = tmp_path / "aside.db"
    with open_store(store) as memory:
        memory.add([{"text": "We left at noon."}], session="second")
        store.rename(aside)
        with pytest.raises(StoreIOError, match=r"missing but its log is there.* remove memory\.db-wal"):
            open_store(store)
        aside.rename(store)
        assert sessions_of(memory) == ["first", "second"]


def sessions_of(memory: Memory) -> list[str]:
    """The ids of the stored sessions."""
    return [one.id for one in memory.sessions()]
