"""Archives as services send them: what holds conversations is read, within bounds, and nothing else."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest

from convograph.errors import InputError
from convograph.formats import archive, read_file
from convograph.types import Turn

CHAT = "31/12/23, 23:59 - Ana: Hi\n"
NOTHING = "holds no conversations.json, no chat of WhatsApp, Telegram, Messenger or Discord and no export of Slack"


def claude(uuid: str, text: str = "Hello.") -> dict[str, object]:
    """A conversation as Claude exports it."""
    return {"uuid": uuid, "chat_messages": [{"sender": "human", "text": text}]}


def packed(folder: Path, members: dict[str, object], name: str = "export.zip") -> Path:
    """An archive of these files, values as JSON."""
    path = folder / name
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as made:
        for member, content in members.items():
            made.writestr(member, content if isinstance(content, str) else json.dumps(content))
    return path


def test_only_conversations_are_read(tmp_path):
    """In any folder of the archive, named by it; what a Mac adds is no conversation."""
    path = packed(
        tmp_path,
        {
            "data/conversations.json": [claude("u-1")],
            "data/users.json": [{"uuid": "me"}],
            "chat.html": "<html>",
            "__MACOSX/data/conversations.json": "junk",
        },
    )
    (read,) = read_file(path)
    assert (read.name, read.sessions[0].id) == ("export", "u-1")
    assert read.sessions[0].turns == (Turn("Hello.", "user"),)


def test_numbered_parts_are_one_conversation(tmp_path):
    """As large accounts are exported; two that differ under one id are refused with the places of both."""
    parts = {"conversations-001.json": [claude("u-1")], "conversations-000.json": [claude("u-0"), claude("u-1")]}
    (read,) = read_file(packed(tmp_path, parts))
    assert [session.id for session in read.sessions] == ["u-0", "u-1"]
    path = packed(tmp_path, {**parts, "conversations-002.json": [claude("u-0", "Bye.")]})
    with pytest.raises(InputError) as caught:
        read_file(path)
    places = f"{path}: conversations-002.json: differs from {path}: conversations-000.json:"
    assert str(caught.value) == f"{places} under the same id: 'u-0'; remove one"


@pytest.mark.parametrize(
    ("archived", "member", "name"),
    [
        ("WhatsApp Chat - Ana.zip", "_chat.txt", "WhatsApp Chat - Ana"),
        ("chat.zip", "WhatsApp Chat with Ana.txt", "WhatsApp Chat with Ana"),
        ("chat.zip", "Conversa do WhatsApp com Ana.txt", "Conversa do WhatsApp com Ana"),
    ],
)
def test_chats_are_read_and_what_they_share_is_not(tmp_path, archived, member, name):
    """By the name of the file, or of the archive where every file has the same."""
    (read,) = read_file(packed(tmp_path, {member: CHAT, "notes.txt": "shared", "IMG-1.jpg": "x"}, archived))
    assert (read.name, read.sessions[0].id) == (name, f"{name}#2023-12-31-2359")


def test_an_archive_is_known_by_its_content(tmp_path):
    """Whatever it is called."""
    path = packed(tmp_path, {"conversations.json": [claude("u-1")]}, "export.json")
    assert read_file(path)[0].sessions[0].id == "u-1"


@pytest.mark.parametrize(
    ("members", "complaint"),
    [
        ({}, f"{NOTHING}, but nothing; unpack it"),
        (
            {"a.txt": "x"},
            f"{NOTHING}, but 'a.txt'; unpack it, and add the",
        ),
        (
            {f"{n}.txt": "x" for n in range(9)},
            f"{NOTHING}, but '0.txt', '1.",
        ),
        ({"conversations.json": "{"}, "conversations.json: invalid JSON at line 1, column 2"),
        ({"conversations.json": ""}, "conversations.json: is empty"),
        ({"x\n/conversations.json": "5"}, "x /conversations.json: is not in a recognisable format: '5'"),
    ],
)
def test_archives_without_conversations_are_refused(tmp_path, members, complaint):
    """With what is in them, or the file in them that cannot be read, on one line."""
    path = packed(tmp_path, members)
    with pytest.raises(InputError) as caught:
        read_file(path)
    assert str(caught.value).startswith(f"{path}: {complaint}")
    assert "\n" not in str(caught.value)


def test_a_bomb_is_not_unpacked(tmp_path, monkeypatch):
    """The bound is on what is read of all files, whatever size the archive states."""
    monkeypatch.setenv("CONVOGRAPH_MAX_FILE_BYTES", "1000")
    path = packed(tmp_path, {"conversations-000.json": " " * 600, "conversations-001.json": " " * 600})
    with pytest.raises(InputError, match=r"'conversations-001.json' holds more than 1,000 bytes; split it, or raise"):
        list(archive.unpacked(path))


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_methods_that_unpack_without_a_limit_are_refused(tmp_path, method):
    """No service uses them, and a few kilobytes of them may hold gigabytes."""
    path = tmp_path / "export.zip"
    with zipfile.ZipFile(path, "w", method) as made:
        made.writestr("conversations.json", json.dumps([claude("u-1")]))
    with pytest.raises(InputError, match=rf"is compressed by method {method}, not as services do; unpack it"):
        read_file(path)


def test_a_list_of_millions_of_files_is_not_read(tmp_path, monkeypatch):
    """Each of them would take half a kilobyte of memory."""
    monkeypatch.setattr(archive, "_LONGEST_LIST", 1_000)
    path = packed(tmp_path, {f"{number}.jpg": "" for number in range(100)} | {"conversations.json": [claude("u-1")]})
    with pytest.raises(InputError, match="damaged archive: its list of files is too long"):
        read_file(path)


def test_damaged_and_encrypted_archives_are_refused(tmp_path):
    """Cut off, with a wrong checksum, or with a password."""
    path = packed(tmp_path, {"conversations.json": [claude("u-1")]})
    data = path.read_bytes()
    path.write_bytes(data[:40])
    with pytest.raises(InputError, match=r"damaged archive: File is not a zip file; download it again, or unpack it"):
        read_file(path)
    content = data.index(b"conversations.json") + len("conversations.json")
    path.write_bytes(data[:content] + b"\xff\xff" + data[content + 2 :])
    with pytest.raises(InputError, match=r"damaged archive: .*; download it again, or unpack it"):
        read_file(path)
    entry = data.index(b"PK\x01\x02")
    path.write_bytes(data[: entry + 8] + b"\x01" + data[entry + 9 :])
    with pytest.raises(InputError, match=r"'conversations.json' is encrypted; unpack it, and add that file"):
        read_file(path)
