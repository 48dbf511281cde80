"""Sources: bytes of any encoding and packing become text, and everything else is refused."""

from __future__ import annotations

import gzip
import lzma

import pytest

from convograph.errors import InputError
from convograph.formats import read_file, read_text
from convograph.types import Conversation, Session, Turn

TEXT = "Anna: Grüße\r\nBen: 你好\r\n"
TURNS = (Turn("Grüße", "Anna"), Turn("你好", "Ben"))
PNG = b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR"


@pytest.mark.parametrize(
    ("file_name", "data"),
    [
        ("chat.txt", TEXT.encode()),
        ("chat.txt", TEXT.encode("utf-8-sig")),
        ("chat.txt", TEXT.encode("utf-16")),
        ("chat.txt", b"\xfe\xff" + TEXT.encode("utf-16-be")),
        ("chat.txt.gz", gzip.compress(TEXT.encode())),
        ("chat.txt.xz", lzma.compress(TEXT.encode("utf-16"))),
        ("chat.txt", gzip.compress(TEXT.encode())),
    ],
    ids=["utf-8", "utf-8 with mark", "utf-16 little", "utf-16 big", "gzip", "xz", "gzip by content"],
)
def test_files_are_read_in_every_encoding_and_packing(tmp_path, file_name, data):
    """The same conversation comes out, named by the stem of the file."""
    path = tmp_path / file_name
    path.write_bytes(data)
    assert read_file(path) == (Conversation("chat", (Session(TURNS, "chat#1"),)),)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "is empty"),
        (b"\xef\xbb\xbf \n", "is empty"),
        (PNG, "not text: byte 0x89 at offset 0 is not UTF-8"),
        (b"SQLite format 3\x00", "is not text: NUL at character 15"),
        ("Anna: Grüße".encode("latin-1"), "not text: byte 0xfc at offset 8 is not UTF-8"),
        (gzip.compress(b"Anna: hi")[:-6], "damaged compressed file"),
        (gzip.compress(b"Anna: hi" * 99)[:12] + b"\xff" * 20, "damaged compressed file"),
        (lzma.compress(b"Anna: hi")[:20], "damaged compressed file"),
        (gzip.compress(PNG), "not text"),
        (b"\xff\xfeA", "not text: .* is not UTF-16"),
    ],
    ids=["empty", "blank", "png", "database", "latin-1", "cut gzip", "bad gzip", "cut xz", "packed png", "odd utf-16"],
)
def test_what_is_no_text_is_refused(tmp_path, data, message):
    """The line opens with the path and says what was found where."""
    path = tmp_path / "file.bin"
    path.write_bytes(data)
    with pytest.raises(InputError, match=message) as caught:
        read_file(path)
    assert str(caught.value).startswith(f"{path}: ")


def test_files_that_cannot_be_read_are_named(tmp_path):
    """A missing file and a folder are input errors with the system's reason."""
    with pytest.raises(InputError, match=r"absent.json': No such file"):
        read_file(tmp_path / "absent.json")
    with pytest.raises(InputError, match="Is a directory"):
        read_file(tmp_path)
    with pytest.raises(InputError, match="null byte"):
        read_file("a\0b")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"sessions": [\n  {"turns" 5}]}', "chat: invalid JSON at line 2, column 12: Expecting ':' delimiter near "),
        ('[{"text": "a"}', "chat: invalid JSON at line 1, column 15"),
        ('{\n  "messages": [\n', "chat: invalid JSON at line 3, column 1"),
        ("[" * 100_000, "chat: JSON from line 1 is nested too deep"),
        (f'[{{"text": "a", "time": {"1" * 5_000}}}]', "chat: JSON from line 1 contains too long a number"),
    ],
    ids=["missing colon", "cut", "pretty", "deep", "long number"],
)
def test_broken_json_names_line_and_column(text, message):
    """The place of the break, and what stands there."""
    with pytest.raises(InputError) as caught:
        read_text(text, "chat")
    assert str(caught.value).startswith(message)
