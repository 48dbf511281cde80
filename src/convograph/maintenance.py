"""Maintenance of whole stores: `verify`, `backup`, `restore` and `scrub`. Each takes the path of a file."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from pathlib import Path

from convograph.config import DEFAULT_LOCK_SECONDS
from convograph.errors import DamagedError, InputError
from convograph.formats.arguments import path_of
from convograph.formats.private_files import refuse_to_replace
from convograph.memory.commits.scrubbing import scrub as scrubbed
from convograph.memory.snapshots.derivation import Progress
from convograph.memory.verification import verified
from convograph.storage.backups import copied, displace, install
from convograph.storage.in_memory import LOCATION
from convograph.storage.paths import absolute_path
from convograph.storage.sqlite import SQLiteStore, is_database
from convograph.types import Verification


def verify(
    location: str | Path, *, progress: Progress | None = None, lock_seconds: float = DEFAULT_LOCK_SECONDS
) -> Verification:
    """Check the whole store at `location`: the file, every row, missing rows, and references between rows.

    Nothing is changed, and others may use the store meanwhile. `progress(done, total)` counts rows. Damage is returned;
    other `StoreError`s are raised, for a file that is not a store or cannot be read.
    """
    path = _path(location)
    try:
        with closing(SQLiteStore(path, create=False, read_only=True, lock_seconds=lock_seconds)) as store:
            return verified(store, progress)
    except DamagedError as error:
        return Verification(str(path), 0, 0, (str(error),))


def backup(
    location: str | Path,
    target: str | Path,
    *,
    overwrite: bool = False,
    progress: Progress | None = None,
    lock_seconds: float = DEFAULT_LOCK_SECONDS,
) -> Verification:
    """Copy the store at `location` to the file `target`, verified; others may read and write meanwhile.

    The copy is a consistent snapshot and appears atomically. An existing `target` is replaced only with `overwrite`,
    only if it is a store too, and only by an intact copy. Raises `DamagedError` if the store is damaged: no backup is
    made then.
    """
    source, path = _path(location), _path(target)
    _check_target(source, path, replaceable=overwrite, remedy="name another file, or pass overwrite=True")
    refuse_to_replace(path, is_database, "store")
    with copied(source, path, lock_seconds=lock_seconds) as partial:
        found = _intact(partial, source, path, progress)
        install(partial, path)
    return found


def restore(
    backup_file: str | Path,
    location: str | Path,
    *,
    replace: bool = False,
    progress: Progress | None = None,
    lock_seconds: float = DEFAULT_LOCK_SECONDS,
) -> Verification:
    """Make a store at `location` from a backup, verified; the backup is kept.

    An existing store, even a damaged one, is replaced only with `replace`, and only while nobody has it open
    (`StoreBusyError`). Raises `DamagedError` if the backup is damaged: the store stays as it was.
    """
    source, path = _path(backup_file), _path(location)
    _check_target(source, path, replaceable=replace, remedy="pass replace=True to replace it")
    with copied(source, path, lock_seconds=lock_seconds) as partial:
        found = _intact(partial, source, path, progress)
        if path.exists():
            displace(path, lock_seconds=lock_seconds)
        install(partial, path)
    return found


def scrub(location: str | Path, *, lock_seconds: float = DEFAULT_LOCK_SECONDS) -> bool:
    """Overwrite the remains of forgotten turns in the file; false while another process reads the old state."""
    with closing(SQLiteStore(_path(location), create=False, lock_seconds=lock_seconds)) as store:
        return scrubbed(store)


def _path(location: str | Path) -> Path:
    if str(location) == LOCATION:
        raise InputError(f"{LOCATION} is no file; export what it holds instead")
    return absolute_path(path_of(location, "the location of a store"))


def _check_target(source: Path, target: Path, *, replaceable: bool, remedy: str) -> None:
    if target.exists() and source.exists() and target.samefile(source):
        raise InputError(f"{target} is the file itself; name another one")
    if target.is_dir():
        raise InputError(f"{target} is a folder; name a file in it")
    if not target.parent.is_dir():
        raise InputError(f"the folder {target.parent} does not exist; make it first")
    if target.exists() and not replaceable:
        raise InputError(f"{target} exists already; {remedy}")


def _intact(copy: Path, source: Path, target: Path, progress: Progress | None) -> Verification:
    """The check of a copy of `source` that will be at `target`; raises `DamagedError` if it is damaged."""
    found = verify(copy, progress=progress)
    if not found.intact:
        raise DamagedError(
            f"{source} is damaged: {found.problems[0]}; `convograph verify` lists all of it, and nothing was written"
        )
    return replace(found, location=str(target))
