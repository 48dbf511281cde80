"""Sources: bytes of any encoding and packing become text, and everything else is refused."""

from __future__ import annotations

import gzip
import lzma
import os
import tracemalloc
from pathlib import Path

import pytest

import convograph
from convograph.errors import InputError
from convograph.formats import read_bytes, read_file, read_text
from convograph.formats.memos import read_memos
from convograph.types import Conversation, Session, Turn
from convograph_eval.comparison import read_report

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


@pytest.mark.parametrize(
    ("encoding", "name"),
    [("cp1252", "WINDOWS-1252"), ("mac-roman", "MACINTOSH"), ("utf-16-le", "UTF-16LE"), ("utf-16-be", "UTF-16BE")],
)
def test_a_text_in_another_encoding_says_how_to_convert_it(tmp_path, encoding, name):
    """By the command, which then gives what is read."""
    path = tmp_path / "old.txt"
    path.write_bytes("Ana: Grüße aus dem Café, “schön” ist es.".encode(encoding))
    with pytest.raises(InputError) as caught:
        read_file(path)
    assert str(caught.value).endswith(f"; convert it, perhaps by: iconv -f {name} -t UTF-8 FILE > NEW")


@pytest.mark.parametrize("text", ["Привет", "Ж"])
def test_what_looks_like_no_western_text_names_no_encoding(tmp_path, text):
    """Bytes alone tell nothing of it."""
    path = tmp_path / "old.txt"
    path.write_bytes(text.encode("cp1251"))
    with pytest.raises(InputError, match=r"; give text or JSON in UTF-8$"):
        read_file(path)


@pytest.mark.parametrize(
    ("name", "session"),
    [
        *(("_chat.txt", "Tea club#1"), ("chat.md", "Tea club#1"), ("messages.json", "Tea club#1")),
        *(("result.json.gz", "Tea club#1"), ("chat.txt", "chat#1"), ("log (1).txt", "log#1"), ("(1).txt", "(1)#1")),
    ],
)
def test_sessions_are_named_by_the_file_or_the_folder(tmp_path, name, session):
    """By the folder where an app calls the file of every chat so; a copy is named as its original."""
    path = tmp_path / "Tea club" / name
    path.parent.mkdir()
    text = b'[{"speaker": "Ana", "text": "Hi."}]'
    path.write_bytes(gzip.compress(text) if name.endswith(".gz") else text)
    (read,) = read_file(path)
    assert [one.id for one in read.sessions] == [session]


def test_what_was_read_says_in_which_format(tmp_path):
    """Of files, texts and streams; of an archive, that of its files."""
    (read,) = read_text("Ana: Hi.", "chat")
    assert read.format == "transcript"
    (read,) = read_bytes(gzip.compress(b'{"text": "Hi."}\n{"text": "Yo."}'), "stdin")
    assert (read.format, read.name, read.sessions[0].id) == ("jsonl", "stdin", "stdin#1")


def test_files_that_cannot_be_read_are_named(tmp_path):
    """A missing file is an input error with the system's reason, a folder that is no export says what may be one."""
    with pytest.raises(InputError, match=r"absent.json': No such file"):
        read_file(tmp_path / "absent.json")
    with pytest.raises(InputError, match=r" is a folder, and has no export of Slack, .*; give its files: FOLDER/\*$"):
        read_file(tmp_path)
    with pytest.raises(InputError, match="null byte"):
        read_file("a\0b")


@pytest.mark.parametrize("pack", [bytes, gzip.compress, lzma.compress], ids=["plain", "gzip", "xz"])
def test_a_file_is_read_up_to_its_limit(tmp_path, monkeypatch, pack):
    """Counted unpacked; the line names the setting that raises the limit."""
    path = tmp_path / "chat.txt"
    path.write_bytes(pack(b"Anna: Hi. " * 1_000))
    monkeypatch.setenv("CONVOGRAPH_MAX_FILE_BYTES", "10000")
    assert len(read_file(path)[0].sessions[0].turns) == 1
    monkeypatch.setenv("CONVOGRAPH_MAX_FILE_BYTES", "9999")
    with pytest.raises(InputError, match=r"chat.txt: holds more than 9,999 bytes; .* raise CONVOGRAPH_MAX_FILE_BYTES"):
        read_file(path)


@pytest.mark.parametrize("limit", ["", "0", "-1", "1e9", "many", "9" * 5_000, "²"])
def test_an_impossible_limit_is_refused(tmp_path, monkeypatch, limit):
    """By the name of the setting."""
    path = tmp_path / "chat.txt"
    path.write_text("Anna: Hi.")
    monkeypatch.setenv("CONVOGRAPH_MAX_FILE_BYTES", limit)
    with pytest.raises(InputError, match="CONVOGRAPH_MAX_FILE_BYTES is not a number of bytes"):
        read_file(path)


@pytest.mark.parametrize("pack", [gzip.compress, lzma.compress], ids=["gzip", "xz"])
def test_a_bomb_takes_no_more_memory_than_its_limit(tmp_path, monkeypatch, pack):
    """What lies beyond the limit is not unpacked; xz itself takes 8 MB."""
    path = tmp_path / "bomb"
    path.write_bytes(pack(b" " * (64 << 20)))
    monkeypatch.setenv("CONVOGRAPH_MAX_FILE_BYTES", str(1 << 20))
    tracemalloc.start()
    try:
        with pytest.raises(InputError, match="holds more than"):
            read_file(path)
        assert tracemalloc.get_traced_memory()[1] < 16 << 20
    finally:
        tracemalloc.stop()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
@pytest.mark.parametrize("read", [read_file, read_memos, read_report], ids=["conversations", "memos", "report"])
def test_what_may_have_no_end_is_not_opened_by_name(tmp_path, read):
    """A pipe that nobody writes into, a device."""
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(InputError, match=r"pipe' is a named pipe, which may have no end; .* standard input, as -"):
        read(tmp_path / "pipe")
    with pytest.raises(InputError, match=r"'/dev/zero' is a device"):
        read(Path("/dev/zero"))


def test_an_export_is_read_within_the_same_limits(tmp_path, monkeypatch):
    """`import_from` reads its file as every other reader does."""
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "export").write_text("{}" * 100)
    monkeypatch.setenv("CONVOGRAPH_MAX_FILE_BYTES", "100")
    with convograph.open(":memory:") as memory:
        with pytest.raises(InputError, match="is a named pipe"):
            memory.import_from(tmp_path / "pipe")
        with pytest.raises(InputError, match="holds more than 100 bytes"):
            memory.import_from(tmp_path / "export")


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
