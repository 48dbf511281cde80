"""Files with private conversations: readable only by their owner, as a store is, and written whole or not at all."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import IO

from convograph.errors import InputError
from convograph.formats.limits import shortened

BEGINNING = 256  # bytes


def refuse_store(target: Path, location: str) -> None:
    """Raise `InputError` if `target` is the store at `location`, or one of its `-wal` and `-shm` files."""
    store = os.path.realpath(location)  # `Path.resolve` would raise for a loop of links
    if os.path.realpath(target) in (store, *(f"{store}{end}" for end in ("-wal", "-shm"))):
        raise InputError(f"{shortened(str(target))} is the store itself; name another file")


def refuse_to_replace(target: Path, is_own: Callable[[bytes], bool], what: str) -> None:
    """Raise `InputError` if `target` is a file that is no earlier one of the kind that is to be written.

    `is_own` tells that from its first `BEGINNING` bytes, without leading blanks; `what` names the kind ("export"). An
    empty file may be replaced.
    """
    try:
        with target.open("rb") as file:
            begin = file.read(BEGINNING).lstrip()
    except OSError:  # it does not exist, or `written` will report the problem
        return
    if begin and not is_own(begin):
        raise InputError(f"{shortened(str(target))} exists and is no {what}; name another file, or remove it first")


@contextmanager
def written(path: Path) -> Iterator[IO[str]]:
    """A text file, in UTF-8 and with mode 0600, that replaces `path` once it is complete.

    Raises `InputError` if it cannot be written, or if `path` is a device or a pipe, which should not be replaced.
    """
    try:
        if path.exists() and not stat.S_ISREG(path.stat().st_mode):
            raise InputError(f"{shortened(str(path))} is no regular file; name another, or use standard output")
        with NamedTemporaryFile(
            "w", encoding="utf-8", newline="\n", dir=path.parent, prefix=".", suffix=".part", delete=False
        ) as file:
            try:
                yield file
                file.close()
                Path(file.name).replace(path)
            except BaseException:
                with suppress(OSError):
                    Path(file.name).unlink()
                raise
    except OSError as error:
        raise unwritable(path, error) from error


def unwritable(path: Path, error: OSError) -> InputError:
    """The error for a file that cannot be written, with the system's reason."""
    return InputError(f"cannot write {path}: {error.strerror or error}; name another file")


def growing(path: Path) -> IO[bytes]:
    """A binary file opened for reading and appending, created with mode 0600 if missing."""
    return os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600), "a+b")
