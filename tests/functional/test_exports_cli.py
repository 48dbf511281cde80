"""Exports of assistants and chats, and captions, from the file to the answer, and again when they have grown."""

from __future__ import annotations

import json
import os
import zipfile
from pathlib import Path
from typing import Any

import pytest

from support.shell import Run, call

WHATSAPP = """\
3/4/24, 9:05 PM - Messages and calls are end-to-end encrypted.
3/4/24, 9:05 PM - Ana: The kettle is broken again.
3/4/24, 9:06 PM - Ben: I can bring mine on Friday.
"""


@pytest.fixture(autouse=True)
def bare(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A folder of its own, and no settings from outside."""
    for name in [name for name in os.environ if name.startswith("CONVOGRAPH_STORE") or name == "CONVOGRAPH_OWNER"]:
        monkeypatch.delenv(name)
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def run() -> Run:
    """Calls a command with --json and checks its exit code; its document."""

    def document(*arguments: object, exits: int = 0) -> Any:
        result = call(*arguments, "--json", exits=exits)
        return json.loads(result.stderr if exits > 1 else result.stdout)

    return document


def chatgpt(*texts: str) -> list[dict[str, Any]]:
    """An account with one conversation of these messages, the user's and the assistant's by turns, and a short one."""
    mapping: dict[str, Any] = {"root": {"id": "root", "message": None, "parent": None, "children": ["0"]}}
    for number, text in enumerate(texts):
        content = {"content_type": "text", "parts": [text]}
        author = {"role": ("user", "assistant")[number % 2]}
        message = {"id": str(number), "author": author, "create_time": 1_709_500_000.5 + number, "content": content}
        parent = str(number - 1) if number else "root"
        mapping[str(number)] = {"id": str(number), "message": message, "parent": parent, "children": [str(number + 1)]}
    long = {"title": "Bread", "create_time": 1_709_500_000.0, "mapping": mapping, "conversation_id": "c-bread"}
    hello = {"author": {"role": "user"}, "content": {"content_type": "text", "parts": ["Hello there."]}}
    short = {"conversation_id": "c-hello", "mapping": {"h": {"message": hello}}, "current_node": "h"}
    return [{**long, "current_node": str(len(texts) - 1)}, short]


def claude(*texts: str) -> list[dict[str, Any]]:
    """An account with one conversation of these messages by turns."""
    messages = [
        {"uuid": str(number), "sender": ("human", "assistant")[number % 2], "content": [{"type": "text", "text": text}]}
        for number, text in enumerate(texts)
    ]
    return [{"uuid": "u-fern", "name": "Fern", "created_at": "2024-03-04T10:00:00Z", "chat_messages": messages}]


def zipped(path: Path, member: str, content: str) -> Path:
    """An archive of one file, and another beside it that is not read."""
    with zipfile.ZipFile(path, "w") as made:
        made.writestr(member, content)
        made.writestr("user.json", "{}")
    return path


def counts(document: Any) -> list[tuple[str, int, int]]:
    """Owner, turns added and turns known of each conversation added."""
    return [(one["owner"], one["added"], one["known"]) for one in document["conversations"]]


def test_an_account_goes_to_one_owner_and_grows(run: Run, tmp_path: Path) -> None:
    """All its conversations are sessions of one memory; a later export adds what was said since."""
    words = ["My sourdough is called Bruno.", "A fine name.", "Bruno needs feeding twice a day."]
    file = tmp_path / "chatgpt.zip"
    zipped(file, "conversations.json", json.dumps(chatgpt(*words[:2])))
    assert counts(run("add", file)) == [("default", 3, 0)]
    zipped(file, "conversations.json", json.dumps(chatgpt(*words)))
    assert counts(run("add", file)) == [("default", 1, 3)]
    hits = run("recall", "What is the sourdough called?")["hits"]
    assert hits[0]["id"] == "c-bread:0"
    assert run("stats")["sessions"] == 2


def test_a_message_that_was_edited_needs_replace(run: Run, tmp_path: Path) -> None:
    """Another branch under the same id is a conflict, which --replace resolves."""
    file = tmp_path / "conversations.json"
    file.write_text(json.dumps(chatgpt("My cat is Miso.", "Nice.")), encoding="utf-8")
    run("add", file)
    file.write_text(json.dumps(chatgpt("My cat is Mochi.", "Nice.")), encoding="utf-8")
    assert "c-bread" in run("add", file, exits=2)["error"]["message"]
    run("add", file, "--replace")
    assert [turn["text"] for turn in run("recall", "cat", "-k", "1")["turns"]] == ["My cat is Mochi."]


def test_claude_is_read_beside_it(run: Run, tmp_path: Path) -> None:
    """Several exports of one person are one memory; "human" is "user"."""
    first, second = tmp_path / "chatgpt.json", tmp_path / "claude.json"
    first.write_text(json.dumps(chatgpt("My sourdough is called Bruno.")), encoding="utf-8")
    second.write_text(json.dumps(claude("My fern has brown tips.", "Water it less.")), encoding="utf-8")
    assert counts(run("add", first, second)) == [("default", 2, 0), ("default", 2, 0)]
    found = run("recall", "fern", "--speaker", "user", "-k", "1")["turns"][0]
    assert (found["id"], found["text"]) == ("u-fern:0", "My fern has brown tips.")


def test_a_chat_is_dated_by_an_option_where_it_does_not_tell(run: Run, tmp_path: Path) -> None:
    """The error names both options; with one, expressions of time find what was said."""
    file = tmp_path / "WhatsApp Chat with Ben.txt"
    file.write_text(WHATSAPP, encoding="utf-8")
    message = run("add", file, exits=2)["error"]["message"]
    assert message.endswith("line 1 may have the day or the month first, and nothing in the file tells: "
                            "'3/4/24, 9:05 PM'; add --day-first or --month-first")  # fmt: skip
    report = run("add", file, "--month-first")["conversations"][0]["report"]
    assert [session["id"] for session in report["sessions"]] == ["WhatsApp Chat with Ben#2024-03-04-2105"]
    found = run("recall", "kettle", "--after", "last week", "--before", "last week", "--asked-at", "2024-03-13")
    assert found["turns"][0]["text"] == "The kettle is broken again."
    run("recall", "kettle", "--after", "last month", "--asked-at", "2024-05-13", exits=1)


def test_a_later_export_of_a_chat_adds_what_was_said_since(run: Run, tmp_path: Path) -> None:
    """The last session grows, a new one begins after a silence, and nothing is stored twice."""
    file = tmp_path / "WhatsApp Chat with Ben.txt"
    file.write_text(WHATSAPP, encoding="utf-8")
    assert counts(run("add", file, "--month-first")) == [("default", 2, 0)]
    file = tmp_path / "WhatsApp Chat with Ben (1).txt"
    later = "3/4/24, 9:30 PM - Ana: Lovely.\n3/15/24, 8:00 AM - Ben: The kettle is in the hall.\n"
    file.write_text(WHATSAPP + later, encoding="utf-8")
    added = run("add", file)["conversations"][0]
    assert (added["added"], added["known"]) == (2, 2)
    assert [(session["id"][-15:], session["added"]) for session in added["report"]["sessions"]] == [
        ("2024-03-04-2105", 1),
        ("2024-03-15-0800", 1),
    ]


def test_an_archive_of_ios_is_a_chat(run: Run, tmp_path: Path) -> None:
    """Named by the archive."""
    text = "\u200e[31.12.23, 21:05:10] Ana: \u200eimage omitted\n[31.12.23, 21:06:01] Ben: Is that your cat?\n"
    report = run("add", zipped(tmp_path / "WhatsApp Chat - Ana.zip", "_chat.txt", text))["conversations"][0]["report"]
    assert [session["id"] for session in report["sessions"]] == ["WhatsApp Chat - Ana#2023-12-31-2105"]


def test_a_workspace_of_slack_goes_to_one_owner_and_grows(run: Run, tmp_path: Path) -> None:
    """Its channels are sessions of one memory, and metadata of the turns; a later export adds what was said since."""
    hello = {"type": "message", "user": "U1", "ts": "1709310600.000200", "text": "The kettle is broken, <@U2>."}
    reply = {"type": "message", "user": "U2", "ts": "1709310700.000200", "text": "I can bring mine."}
    users = [{"id": "U1", "profile": {"display_name": "Ana"}}, {"id": "U2", "profile": {"real_name": "Ben"}}]
    files = {"users.json": users, "random/2024-03-01.json": [hello], "general/2024-03-01.json": [hello]}
    for name, messages, expected in (("march.zip", [hello], (2, 0)), ("april.zip", [hello, reply], (1, 2))):
        with zipfile.ZipFile(tmp_path / name, "w") as made:
            for member, value in {**files, "general/2024-03-01.json": messages}.items():
                made.writestr(member, json.dumps(value))
        assert counts(run("add", tmp_path / name)) == [("default", *expected)]
    (found,) = run("recall", "kettle", "--where", "channel=random")["turns"]
    assert (found["id"], found["speaker"]) == ("random#2024-03-01-1630:0", "Ana")


def test_an_account_of_telegram_goes_to_one_owner_and_grows(run: Run, tmp_path: Path) -> None:
    """Its chats are sessions of one memory, and metadata of the turns; a later export adds what was said since."""
    hello = {"id": 1, "type": "message", "date": "2024-03-01T16:30:00", "from": "Ana", "text": "The kettle is broken."}
    reply = {**hello, "id": 2, "date": "2024-03-01T16:31:00", "from": "Ben", "text": "I can bring mine."}
    file = tmp_path / "result.json"
    for messages, expected in (([hello], (2, 0)), ([hello, reply], (1, 2))):
        chats = [
            {"id": 1, "name": "Tea club", "type": "private_group", "messages": messages},
            {"id": 2, "name": "Ben", "type": "personal_chat", "messages": [hello]},
        ]
        file.write_text(json.dumps({"chats": {"list": chats}}), encoding="utf-8")
        assert counts(run("add", file)) == [("default", *expected)]
    found = run("recall", "kettle", "--where", "channel=Tea club", "-k", "1")["turns"][0]
    assert (found["id"], found["speaker"]) == ("Tea club#2024-03-01-1630:0", "Ana")


def test_the_parts_of_a_chat_of_messenger_may_be_added_one_by_one(run: Run, tmp_path: Path) -> None:
    """In any order; nothing is stored twice."""
    for number, seconds in ((1, 60), (2, 0)):
        message = {"sender_name": "Ana", "timestamp_ms": 1_709_310_600_000 + 1000 * seconds, "content": f"Tea {number}"}
        chat = {"participants": [{"name": "Ana"}], "title": "Tea", "thread_path": "inbox/tea_1", "messages": [message]}
        (tmp_path / f"message_{number}.json").write_text(json.dumps(chat), encoding="utf-8")
    files = [tmp_path / "message_1.json", tmp_path / "message_2.json"]
    assert counts(run("add", *files)) == [("default", 1, 0), ("default", 1, 0)]
    assert counts(run("add", *reversed(files))) == [("default", 0, 1), ("default", 0, 1)]
    assert run("stats")["sessions"] == 2


def test_a_call_begins_when_an_option_says(run: Run, tmp_path: Path) -> None:
    """Its captions count from there; without it, a note asks for it."""
    file = tmp_path / "standup.vtt"
    file.write_text("WEBVTT\n\n00:30.000 --> 00:40.000\n<v Ana>The kettle is broken.\n", encoding="utf-8")
    (one,) = run("add", file, "-o", "other")["conversations"]
    assert one["notes"][0].startswith("1 turn has no time, for captions count from the beginning of the call; say when")
    (one,) = run("add", file, "--said", "2024-03-01 09:30")["conversations"]
    assert one["notes"] == []
    (found,) = run("recall", "kettle", "--after", "2024-03-01 09:30")["turns"]
    assert (found["id"], found["said"]["local"]) == ("standup#1:0", "2024-03-01T09:30:30")


def test_a_long_chat_is_split_into_sessions_that_grow(run: Run, tmp_path: Path) -> None:
    """At silences; a longer file adds what is new."""
    file = tmp_path / "team.txt"
    lines = [f"[2024-03-0{day} 09:{minute}] Ana: Coffee {day}{minute}?" for day in (1, 2) for minute in (10, 20)]
    file.write_text("\n".join(lines[:3]), encoding="utf-8")
    assert counts(run("add", file, "--split-hours", "6")) == [("default", 3, 0)]
    file.write_text("\n".join(lines), encoding="utf-8")
    assert counts(run("add", file, "--split-hours", "6")) == [("default", 1, 3)]
    assert run("stats")["sessions"] == 2


def test_keys_that_are_not_read_are_named_below_the_report(run: Run, tmp_path: Path) -> None:
    """Once for the file, on the screen and in the document."""
    file = tmp_path / "team.jsonl"
    file.write_text('{"tag": "tea", "text": "Hi."}\n{"tag": "rain", "text": "Yo."}\n', encoding="utf-8")
    note = "2 turns have no speaker: these keys are not read: 'tag'; call them"
    shown = "".join(call("add", file).stdout.split())  # a long path is broken anywhere
    assert shown.count("".join(f"team.jsonl: {note}".split())) == 1
    assert run("add", file)["conversations"][0]["notes"][0].startswith(note)


@pytest.mark.parametrize(
    ("member", "content", "words"),
    [
        (
            "photos.txt",
            "x",
            "and no export of Slack, but 'photos.txt', 'user.json'; unpack",
        ),
        ("conversations.json", '[{"mapping": {"a": 5}}]', "conversations.json: [0].mapping.a is not an object: 5; "),
        ("_chat.txt", "31/12/23, 25:00 - Ana: Hi", "_chat.txt: line 1: no such time: '31/12/23, 25:00'; "),
    ],
)
def test_what_cannot_be_read_is_one_line(run: Run, tmp_path: Path, member: str, content: str, words: str) -> None:
    """File, place, value and remedy; exit code 2, and no store."""
    file = zipped(tmp_path / "export.zip", member, content)
    message = run("add", file, exits=2)["error"]["message"]
    assert message.startswith(f"{file}: ")
    assert words in message
    assert not list(tmp_path.glob("*.db"))
