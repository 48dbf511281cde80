"""Sources of conversations: bytes of files decoded to text, and text parsed as JSON, once."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path, PurePath, PurePosixPath

from convograph.config import max_file_bytes
from convograph.errors import EmptyError, InputError
from convograph.formats.archive import conversation_name, files_of_exports, holds_archive, is_archive, unpacked
from convograph.formats.contents import contents, contents_of_bytes, too_large
from convograph.formats.encodings import decoded
from convograph.formats.limits import shortened
from convograph.types import Said

_COMPRESSED_SUFFIXES = (".gz", ".xz")

_CALLED_ALIKE = frozenset({"_chat.txt", "chat.md", "message_1.json", "messages.json", "messages.vtt", "result.json"})
"""File names that apps give to every chat; the name of the folder tells which chat it is."""

_PATTERNS = (
    *("*.json", "*/*.json"),  # days of Slack; chats in one folder, or in a folder each
    *(f"{folder}*/*/message_*.json" for folder in ("", "messages/", "*/messages/")),  # all of Meta's chats, in `inbox`
)
"""Where the files of an unpacked export are in its folder."""

ANOTHER_FORMAT = "fix it, or name another format with --format"
AT_LEAST_ONE = "give a conversation with at least one turn"
_FIX = "fix it"


@dataclass(frozen=True)
class Source:
    """A text to read; `name` names its conversation and sessions, and error messages start with `place`.

    `day_first` says how dates like 3/4/24 are written, for formats that leave it open; `None` infers it from the text.
    `said` is when it began, for formats whose times count from there; `None` if unknown.
    `remedy` is what to do if the text is invalid JSON. `path` is that of the file or of the archive's member; `None` if
    the text was in neither.
    """

    text: str
    name: str
    place: str
    day_first: bool | None = None
    said: Said | None = None
    remedy: str = _FIX
    path: PurePath | None = None

    @cached_property
    def json(self) -> object:
        """The text parsed as JSON. Raises `InputError` with the line and column of the error."""
        return parse_json(self.text, self.place, remedy=self.remedy)


def source_of_text(text: str, name: str, place: str) -> Source:
    """The text without a byte order mark. Raises `InputError` if it is empty or contains NUL."""
    text = text.removeprefix("\ufeff")
    if not text or text.isspace():
        raise EmptyError(f"{place} is empty; {AT_LEAST_ONE}")
    if "\0" in text:
        raise InputError(f"{place} is not text: NUL at character {text.index(chr(0))}; give text or JSON in UTF-8")
    return Source(text, name, place)


def sources_of_file(path: Path) -> tuple[Source, ...]:
    """The text of the file, as in `source_of_file`; of a zip archive, the texts of all files with conversations.

    Of a folder, the texts of the export of Slack, Telegram, Messenger, Instagram or Discord in it. Raises `InputError`.
    """
    # `Path.is_dir` raises for a name that is too long, and for a path in a folder without access.
    if os.path.isdir(path):  # noqa: PTH112
        return tuple(_sources_within_limit(path, _files_in_folder(path)))
    if is_archive(path):
        return tuple(_source_in_archive(path, member, data) for member, data in unpacked(path))
    source = source_of_file(path)
    folder = source.path.parent.name if source.path and source.path.name.lower() in _CALLED_ALIKE else ""
    return (replace(source, name=folder or source.name),)


def sources_of_bytes(data: bytes, name: str) -> tuple[Source, ...]:
    """The texts in the bytes of a stream, as in `sources_of_file`; `name` replaces the file's path and stem."""
    if holds_archive(data):
        path = Path(name)
        return tuple(_source_in_archive(path, member, each) for member, each in unpacked(path, data))
    place = f"{name}:"
    return (source_of_text(decoded(contents_of_bytes(data, place), place), name, place),)


def source_of_file(path: Path) -> Source:
    """The text of a file in UTF-8, or in UTF-16 with a byte order mark, plain or compressed with gzip or xz.

    The source is named by the file's stem. Raises `InputError` if the file cannot be read, holds more than
    `CONVOGRAPH_MAX_FILE_BYTES`, or is not text.
    """
    place = f"{path}:"
    bare = path.with_suffix("") if path.suffix.lower() in _COMPRESSED_SUFFIXES else path
    source = source_of_text(decoded(contents(path), place), bare.stem, place)
    return replace(source, path=bare.absolute())


def _files_in_folder(folder: Path) -> list[PurePath]:
    """The files of an export in the folder or its subfolders. Raises `InputError` if there are none."""
    files = files_of_exports(path for pattern in _PATTERNS for path in folder.glob(pattern))
    if not files:
        raise InputError(
            f"{shortened(str(folder))} is a folder, and has no export of Slack, Telegram, Messenger or Discord, which "
            "alone may be folders; give its files: FOLDER/*"
        )
    return files


def _sources_within_limit(folder: Path, files: Sequence[PurePath]) -> Iterator[Source]:
    """The texts of the files, which together have the size limit of one file."""
    limit = left = max_file_bytes()
    for path in files:
        data = contents(Path(path))
        left -= len(data)
        if left < 0:
            raise too_large(f"{folder}:", limit)
        place = f"{path}:"
        yield replace(source_of_text(decoded(data, place), path.stem, place), path=path)


def _source_in_archive(path: Path, member: str, data: bytes) -> Source:
    place = f"{path}: {''.join(one if one.isprintable() else ' ' for one in member)}:"
    source = source_of_text(decoded(data, place), conversation_name(path, member), place)
    return replace(source, path=PurePosixPath(member))


def json_lines(source: Source, remedy: str | None = None) -> Iterator[tuple[object, str]]:
    """The JSON value on each line that is not blank, with its place; `remedy` defaults to the source's.

    Raises `InputError` as `parse_json` does.
    """
    # `splitlines` would also split at U+2028 and similar characters, which JSON strings may contain unescaped.
    for number, line in enumerate(source.text.split("\n"), start=1):
        if line and not line.isspace():
            yield parse_json(line, source.place, number, remedy or source.remedy), f"{source.place} line {number}:"


def parse_json(text: str, place: str, first_line: int = 1, remedy: str = _FIX) -> object:
    """The JSON value of `text`; `first_line` is the number of its first line in the file.

    Raises `InputError` with line, column and the `remedy`.
    """
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        line = first_line + error.lineno - 1
        near = shortened(text[max(0, error.pos - 20) : error.pos + 20])
        raise InputError(
            f"{place} invalid JSON at line {line}, column {error.colno}: {error.msg} near {near}; {remedy}"
        ) from None
    except RecursionError:
        raise InputError(f"{place} JSON from line {first_line} is nested too deeply; flatten it") from None
    except ValueError:
        raise InputError(f"{place} JSON from line {first_line} contains too long a number; shorten it") from None
    except MemoryError:
        raise InputError(f"{place} JSON from line {first_line} does not fit into memory; split it") from None
