"""Zip archives as services send them; only the files with conversations are unpacked, up to a size limit."""

from __future__ import annotations

import io
import lzma
import os
import re
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path, PurePath, PurePosixPath
from typing import BinaryIO, Final

from convograph.config import max_file_bytes
from convograph.errors import InputError
from convograph.formats.chat_files import files_of_chats
from convograph.formats.contents import first_bytes, opened, too_large
from convograph.formats.limits import shortened
from convograph.formats.slack_files import files_of_export
from convograph.patterns import lazy_pattern
from convograph.quotation import on_one_line

_EVERY_CHAT: Final = "_chat"  # stem of the text file in exports of WhatsApp on iOS

_MAGIC = (b"PK\x03\x04", b"PK\x05\x06")
_CONVERSATIONS = lazy_pattern(
    r"conversations(?:-\d+)?\.json|_chat\.txt|.*whatsapp.*\.txt", re.IGNORECASE
)  # ChatGPT and Claude, large exports in numbered parts; WhatsApp on iOS; WhatsApp on Android
_IS_ENCRYPTED = 0x1  # bit in a member's flags
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_LONGEST_LIST = 1 << 25  # bytes, for about 300,000 files
_NAMES_SHOWN = 5
_REASON = 200  # characters of an error message of zipfile, which may quote the archive


def is_archive(path: Path) -> bool:
    """Whether the file is a zip archive, by its first bytes; false if it cannot be read."""
    try:
        with opened(path) as file:
            return holds_archive(file.read(4))
    except InputError:
        return False


def holds_archive(data: bytes) -> bool:
    """Whether these are the first bytes of a zip archive."""
    return data[:4] in _MAGIC


def unpacked(path: Path, data: bytes | None = None) -> Iterator[tuple[str, bytes]]:
    """The name in the archive and the content of each file with conversations.

    `data` is the content of an archive that is not in a file; `path` is then only its name.
    Raises `InputError` if the archive is damaged or encrypted, has no file with conversations, or holds more than
    `CONVOGRAPH_MAX_FILE_BYTES` in them.
    """
    try:
        with opened(path) if data is None else io.BytesIO(data) as file, zipfile.ZipFile(_Listed(file)) as archive:
            yield from _members(archive, path)
    except (
        zipfile.BadZipFile,
        zlib.error,
        lzma.LZMAError,
        EOFError,
        OSError,
        NotImplementedError,
        ValueError,
    ) as error:
        raise InputError(
            f"{path}: damaged archive: {on_one_line(str(error), _REASON)}; download it again, or unpack it"
        ) from None


def conversation_name(path: Path, member: str) -> str:
    """The name of the conversation in a member: the archive's stem for files with a fixed name, else the member's."""
    stem = PurePosixPath(member).stem
    return path.stem if stem == _EVERY_CHAT or member.endswith(".json") else stem


def files_of_exports(paths: Iterable[PurePath]) -> list[PurePath]:
    """The paths that belong to an export of Slack, or else of Telegram, Messenger, Instagram or Discord."""
    given = list(paths)
    return files_of_export(given) or files_of_chats(given)


def _members(archive: zipfile.ZipFile, path: Path) -> Iterator[tuple[str, bytes]]:
    names = [info.filename for info in archive.infolist() if not info.is_dir()]
    exported = frozenset(files_of_exports(map(PurePosixPath, names)))
    wanted = set(filter(_is_conversation, names)) or {name for name in names if PurePosixPath(name) in exported}
    members = [info for info in archive.infolist() if info.filename in wanted]
    if not wanted:
        shown = ", ".join(map(shortened, names[:_NAMES_SHOWN])) or "nothing"
        others = " and others" if len(names) > _NAMES_SHOWN else ""
        raise InputError(
            f"{path}: holds no conversations.json, no chat of WhatsApp, Telegram, Messenger or Discord and no export "
            f"of Slack, but {shown}{others}; unpack it, and add the file with the conversation"
        )
    limit = left = max_file_bytes()
    for info in sorted(members, key=lambda each: each.filename):
        if info.flag_bits & _IS_ENCRYPTED:
            raise InputError(f"{path}: {shortened(info.filename)} is encrypted; unpack it, and add that file")
        if info.compress_type not in _METHODS:  # for other methods, zipfile does not limit what it unpacks at once
            raise InputError(
                f"{path}: {shortened(info.filename)} is compressed by method {info.compress_type}, not as services do; "
                "unpack it, and add that file"
            )
        with archive.open(info) as file:
            data = first_bytes(file.read, left + 1)  # the size given in the archive may be wrong
        left -= len(data)
        if left < 0:
            raise too_large(f"{path}: {shortened(info.filename)}", limit)
        yield info.filename, data


class _Listed(io.BufferedIOBase):
    """An archive with a limit on its list of members, which `zipfile` reads at once and expands tenfold in memory."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file

    def read(self, size: int | None = -1, /) -> bytes:
        data = self._file.read(_LONGEST_LIST + 1 if size is None or size < 0 else min(size, _LONGEST_LIST + 1))
        if len(data) > _LONGEST_LIST:
            raise zipfile.BadZipFile("its list of files is too long")
        return data

    def seek(self, offset: int, whence: int = os.SEEK_SET, /) -> int:
        return self._file.seek(offset, whence)

    def tell(self) -> int:
        return self._file.tell()

    def seekable(self) -> bool:
        return True


def _is_conversation(name: str) -> bool:
    path = PurePosixPath(name)
    return "__MACOSX" not in path.parts and _CONVERSATIONS.fullmatch(path.name) is not None
