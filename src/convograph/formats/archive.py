"""Archives (.zip) as services send them: only the files that hold conversations are unpacked, up to a bound."""

from __future__ import annotations

import lzma
import re
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import Final

from convograph.errors import InputError
from convograph.formats.limits import shortened

MAX_UNPACKED_BYTES: Final = 2**30
"""Of all files read from one archive: some times the largest exports of many years."""

EVERY_CHAT: Final = "_chat"  # the stem of the file in every export of WhatsApp on iOS

_MAGIC = (b"PK\x03\x04", b"PK\x05\x06")
_CONVERSATIONS = re.compile(
    r"conversations(?:-\d+)?\.json|_chat\.txt|.*whatsapp.*\.txt", re.IGNORECASE
)  # of ChatGPT and Claude, whose large exports are in numbered parts; of WhatsApp on iOS, and on Android
_IS_ENCRYPTED = 0x1  # bit of a member's flags
_NAMES_SHOWN = 5


def is_archive(path: Path) -> bool:
    """Whether the file is a zip archive, by its content; false for one that cannot be read."""
    try:
        with path.open("rb") as file:
            return file.read(4) in _MAGIC
    except (OSError, ValueError):  # ValueError: NUL in the path
        return False


def unpacked(path: Path) -> Iterator[tuple[str, bytes]]:
    """The name in the archive, and the content, of each file with conversations.

    Raises `InputError` for a damaged or encrypted archive, one without such a file, and one that holds more than
    `MAX_UNPACKED_BYTES` in them.
    """
    try:
        with zipfile.ZipFile(path) as archive:
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
        reason = " ".join(str(error).split())[:200]
        raise InputError(f"{path}: damaged archive: {reason}; download it again, or unpack it") from None


def conversation_name(path: Path, member: str) -> str:
    """What the conversation in a member is called: by the archive, unless the file has a name of its own."""
    stem = PurePosixPath(member).stem
    return path.stem if stem == EVERY_CHAT or member.endswith(".json") else stem


def _members(archive: zipfile.ZipFile, path: Path) -> Iterator[tuple[str, bytes]]:
    names = [info.filename for info in archive.infolist() if not info.is_dir()]
    members = [info for info in archive.infolist() if _is_conversation(info.filename)]
    if not members:
        shown = ", ".join(map(shortened, names[:_NAMES_SHOWN])) or "nothing"
        raise InputError(
            f"{path}: holds no conversations.json and no chat of WhatsApp, but {shown}"
            f"{' and others' if len(names) > _NAMES_SHOWN else ''}; unpack it, and add the file with the conversation"
        )
    left = MAX_UNPACKED_BYTES
    for info in sorted(members, key=lambda each: each.filename):
        if info.flag_bits & _IS_ENCRYPTED:
            raise InputError(f"{path}: {shortened(info.filename)} is encrypted; unpack it, and add that file")
        with archive.open(info) as file:
            data = file.read(left + 1)  # the size that the archive states may be wrong
        left -= len(data)
        if left < 0:
            raise InputError(
                f"{path}: {shortened(info.filename)} has more than {MAX_UNPACKED_BYTES:,} bytes; unpack it, and add "
                "that file"
            )
        yield info.filename, data


def _is_conversation(name: str) -> bool:
    path = PurePosixPath(name)
    return "__MACOSX" not in path.parts and _CONVERSATIONS.fullmatch(path.name) is not None
