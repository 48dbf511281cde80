"""The bytes of regular files and of streams, unpacked, up to a limit.

Files may come from strangers: 6 MB may unpack to 6 GB, and a pipe or a device may have no end.
"""

from __future__ import annotations

import gzip
import io
import lzma
import os
import stat
import zlib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import BinaryIO, Final

from convograph.config import max_file_bytes
from convograph.errors import InputError
from convograph.formats.limits import shortened

_Unpacker = Callable[[BinaryIO], gzip.GzipFile | lzma.LZMAFile]

_UNPACKERS: Final[Mapping[bytes, _Unpacker]] = {
    b"\x1f\x8b": lambda file: gzip.GzipFile(fileobj=file),
    b"\xfd7zXZ\x00": lzma.LZMAFile,
}
_PIECE = 1 << 20
_LONGEST_MAGIC = max(map(len, _UNPACKERS))
_KINDS: Final[Mapping[Callable[[int], bool], str]] = {
    stat.S_ISFIFO: "a named pipe",
    stat.S_ISSOCK: "a socket",
    stat.S_ISCHR: "a device",
    stat.S_ISBLK: "a device",
}


def opened(path: Path) -> BinaryIO:
    """The file opened for reading bytes. Raises `InputError` if it cannot be read or is not a regular file."""
    try:
        file = open(path, "rb", opener=_without_waiting)  # noqa: SIM115 - `Path.open` has no opener
    except (OSError, ValueError) as error:  # ValueError: NUL in the path
        raise _unreadable(path, error) from None
    mode = os.fstat(file.fileno()).st_mode
    if stat.S_ISREG(mode):
        return file
    file.close()
    kind = next((name for holds, name in _KINDS.items() if holds(mode)), "no regular file")
    raise InputError(
        f"{shortened(str(path))} is {kind}, which may have no end; give the path of a regular file, or send it to "
        "standard input, as -"
    )


def contents(path: Path) -> bytes:
    """The bytes of a file, unpacked if compressed with gzip or xz.

    Raises `InputError` if it cannot be read, is damaged, is not a regular file, or holds more than the limit.
    """
    place = f"{path}:"
    with opened(path) as file:
        try:
            magic = file.read(_LONGEST_MAGIC)
            file.seek(0)
            unpacker = _unpacker_of(magic)
            if unpacker is None:
                return bounded(file.read, place)
        except OSError as error:
            raise _unreadable(path, error) from None
        return _unpacked(file, unpacker, place)


def contents_of_bytes(data: bytes, place: str) -> bytes:
    """The bytes, unpacked if compressed with gzip or xz.

    Raises `InputError` if compressed bytes are damaged or hold more than the limit.
    """
    unpacker = _unpacker_of(data)
    return data if unpacker is None else _unpacked(io.BytesIO(data), unpacker, place)


def _unpacker_of(start: bytes) -> _Unpacker | None:
    """The unpacker for a file with these first bytes; `None` if it is not compressed."""
    return next((unpack for magic, unpack in _UNPACKERS.items() if start.startswith(magic)), None)


def _unpacked(file: BinaryIO, unpacker: _Unpacker, place: str) -> bytes:
    try:
        with unpacker(file) as unpacked:
            return bounded(unpacked.read, place)
    except (OSError, EOFError, zlib.error, lzma.LZMAError, MemoryError) as error:
        reason = "it takes too much memory" if isinstance(error, MemoryError) else error
        raise InputError(f"{place} damaged compressed file: {reason}; compress it again") from None


def bounded(read: Callable[[int], bytes], place: str) -> bytes:
    """All bytes that `read` returns. Raises `InputError` if they are more than `CONVOGRAPH_MAX_FILE_BYTES`."""
    limit = max_file_bytes()
    data = first_bytes(read, limit + 1)
    if len(data) > limit:
        raise too_large(place, limit)
    return data


def first_bytes(read: Callable[[int], bytes], most: int) -> bytes:
    """The first `most` bytes from `read`, read in pieces, so that memory is allocated only for bytes that arrive."""
    pieces: list[bytes] = []
    while most > 0 and (piece := read(min(most, _PIECE))):
        pieces.append(piece)
        most -= len(piece)
    return b"".join(pieces)


def too_large(place: str, limit: int) -> InputError:
    """The error for a file that holds more than `limit` bytes."""
    return InputError(
        f"{place} holds more than {limit:,} bytes; split it, or raise CONVOGRAPH_MAX_FILE_BYTES if you trust it and "
        "have ten times the memory"
    )


def _unreadable(path: Path, error: Exception) -> InputError:
    reason = error.strerror if isinstance(error, OSError) else error
    return InputError(f"cannot read {shortened(str(path))}: {reason}; give the path of a readable file")


def _without_waiting(path: str, flags: int) -> int:
    """Open without waiting for the writer of a named pipe; makes no difference for regular files."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))
