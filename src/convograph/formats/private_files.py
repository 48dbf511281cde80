"""Files that hold what people said: for their owner's eyes only, as a store is, and whole or not at all."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import IO

from convograph.errors import InputError
from convograph.formats.limits import shortened


def refuse_store(target: Path, location: str) -> None:
    """Raise `InputError` where a file would take the place of the store at `location`, or of its log."""
    store = os.path.realpath(location)  # of a loop of links too, where `Path.resolve` raises
    if os.path.realpath(target) in (store, *(f"{store}{end}" for end in ("-wal", "-shm"))):
        raise InputError(f"{shortened(str(target))} is the store itself; export to another file")


@contextmanager
def written(path: Path) -> Iterator[IO[str]]:
    """A text file, in UTF-8 and with mode 0600, that takes the place of `path` once it is complete.

    Raises `InputError` if it cannot be written, and for a device or a pipe, whose place no file should take.
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
    """What the system said against writing a file, in words."""
    return InputError(f"cannot write {path}: {error.strerror or error}; name another file")


def growing(path: Path) -> IO[bytes]:
    """A binary file that is read and appended to, with mode 0600 if it is made."""
    return os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600), "a+b")
