"""Exports of Slack: whose words they are, what Slack shows of them, and sessions that stay the same."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

from convograph.errors import InputError
from convograph.formats import read_file, read_text
from convograph.times import parse_said
from convograph.types import Session

USERS = [
    {"id": "U1", "name": "ana.s", "profile": {"display_name": "Ana", "real_name": "Ana Silva"}},
    {"id": "U2", "name": "ben", "profile": {"display_name": "", "real_name": "Ben  Ito"}},
    {"id": "U3", "name": "cleo", "real_name": None, "profile": {}},
]
CHANNELS = [{"id": "C1", "name": "general"}]
START = 1_709_310_600  # 2024-03-01 16:30 UTC


def message(text: str, seconds: float = 0, user: str = "U1", **more: Any) -> dict[str, Any]:
    """A message so many seconds after the start."""
    return {"type": "message", "user": user, "text": text, "ts": f"{START + seconds:.6f}", **more}


def export(**days: list[dict[str, Any]]) -> dict[str, Any]:
    """The files of an export; days are named by channel and date: `general_2024_03_01`."""
    files = {f"{key[:-11]}/{key[-10:].replace('_', '-')}.json": value for key, value in days.items()}
    return {"users.json": USERS, "channels.json": CHANNELS, "integration_logs.json": [{"app": "x"}], **files}


def packed(path: Path, files: dict[str, Any]) -> Path:
    """A zip of these files."""
    with zipfile.ZipFile(path, "w") as made:
        for name, value in files.items():
            made.writestr(name, json.dumps(value))
    return path


def unpacked(folder: Path, files: dict[str, Any]) -> Path:
    """A folder of these files."""
    for name, value in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(json.dumps(value), encoding="utf-8")
    return folder


def sessions(*messages: dict[str, Any]) -> tuple[Session, ...]:
    """The sessions of one list of messages."""
    (read,) = read_text(json.dumps(messages), "chat")
    return read.sessions


def text(words: str, **more: Any) -> str:
    """The words of a message, in a workspace of three."""
    return sessions(
        message(words, user_profile={"real_name": "Ana"}, **more), message("x", 1, "U2", real_name="Ben")
    )[0].turns[0].text  # fmt: skip


def test_a_zip_and_its_folder_are_read_alike(tmp_path):
    """By users and channels; a channel's days are one chat, and every turn knows its channel and its time."""
    files = export(
        general_2024_03_01=[message("Hi <@U2> and <@U3>.")],
        general_2024_03_02=[message("Morning.", 86_400, "U2"), message("See <#C1>.", 86_460, "U3")],
        random_2024_03_01=[message("Lunch?", 60, "U2")],
    )
    (read,) = read_file(packed(tmp_path / "export.zip", files))
    assert read.name == "export"
    assert [(each.id, [(turn.speaker, turn.text) for turn in each.turns]) for each in read.sessions] == [
        ("general#2024-03-01-1630", [("Ana", "Hi @Ben Ito and @cleo.")]),
        ("random#2024-03-01-1631", [("Ben Ito", "Lunch?")]),
        ("general#2024-03-02-1630", [("Ben Ito", "Morning."), ("cleo", "See #general.")]),
    ]
    assert read.sessions[1].turns[0].metadata == {"channel": "random"}
    assert read.sessions[1].turns[0].said == parse_said("1709310660.000000")
    (unpacked_one,) = read_file(unpacked(tmp_path / "export", files))
    assert unpacked_one == read
    (inner,) = read_file(packed(tmp_path / "again.zip", {f"team/{name}": value for name, value in files.items()}))
    assert inner.sessions == read.sessions


def test_a_later_export_extends_the_last_session(tmp_path):
    """Whatever the zip is called."""
    first = [message("Hi.")]
    (before,) = read_file(packed(tmp_path / "march.zip", export(general_2024_03_01=first)))
    later = [*first, message("Hello.", 3600, "U2")]
    (after,) = read_file(packed(tmp_path / "april.zip", export(general_2024_03_01=later)))
    assert before.sessions[0].id == after.sessions[0].id
    assert after.sessions[0].turns[:1] == before.sessions[0].turns


def test_answers_in_threads_stand_in_order_of_time():
    """Where they were written, wherever the list has them."""
    (session,) = sessions(
        message("Who has the key?", 0),
        message("I do.", 120, "U2", thread_ts=f"{START}.000000", parent_user_id="U1"),
        message("Lunch?", 60),
        message("And to all: me.", 180, "U2", subtype="thread_broadcast"),
    )
    assert [turn.text for turn in session.turns] == ["Who has the key?", "Lunch?", "I do.", "And to all: me."]


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("<@U2>: look", "@Ben: look"),
        ("<@U9|dora> and <@U8>", "@dora and @U8"),
        ("in <#C2|random> or <#C9|>", "in #random or #C9"),
        ("<!here> <!subteam^S1|@design> <!subteam^S1>", "@here @design @subteam"),
        ("due <!date^1392734382^{date}|18 Feb 2014>", "due 18 Feb 2014"),
        ("<https://example.com/a?b=1&amp;c=2|the plan>", "the plan (https://example.com/a?b=1&c=2)"),
        ("<http://example.com|example.com> <https://b.org>", "http://example.com https://b.org"),
        ("<mailto:ana@example.com|ana@example.com>", "ana@example.com"),
        ("1 &lt; 2 &amp;&amp; *bold* &amp;lt; :tada:", "1 < 2 && *bold* &lt; :tada:"),
        ("<> <|> <@> &lt;@U2&gt;", "<> <|> @ <@U2>"),
    ],
)
def test_text_is_as_slack_shows_it(written, shown):
    """References by their names, and escaped characters themselves."""
    assert text(written) == shown


def test_files_are_named_below_the_words():
    """With or without words; one without a name is a file."""
    assert text("Here.", files=[{"name": "plan.pdf"}, {"mode": "tombstone"}]) == (
        "Here.\n[shares plan.pdf]\n[shares a file]"
    )
    assert text("", files=[{"name": "cat.jpg"}]) == "[shares cat.jpg]"


@pytest.mark.parametrize(
    "notice",
    [
        {"subtype": "channel_join"},
        {"subtype": "channel_topic"},
        {"subtype": "tombstone"},
        {"subtype": "message_deleted"},
        {"hidden": True},
        {"type": "reaction_added"},
        {"text": " "},
        {"text": "", "attachments": [{"fallback": "a card"}]},
    ],
)
def test_what_nobody_says_is_left_out(notice):
    """Notices, deleted messages, and cards."""
    (session,) = sessions({**message("notice"), **notice}, message("Hi.", 1))
    assert [turn.text for turn in session.turns] == ["Hi."]
    with pytest.raises(InputError, match="has no messages with words; export the channel again"):
        sessions({**message("notice"), **notice})


def test_names_come_from_messages_where_there_is_no_list():
    """Once for all messages of a user; else it is the id; bots say their own."""
    (session,) = sessions(
        message("a", 0, user_profile={"display_name": "", "real_name": "Imogen"}),
        message("b", 1),
        message("c", 2, "U7"),
        message("d", 3, "U8", real_name="Callum"),
        message("e", 4, user=None, subtype="bot_message", bot_id="B1", username="Builds"),
        message("f", 5, user=None, bot_id="B1", bot_profile={"name": "Deploys"}),
        message("g", 6, user=None, bot_id="B1"),
    )
    assert [turn.speaker for turn in session.turns] == ["Imogen", "Imogen", "U7", "Callum", "Builds", "Deploys", "B1"]


def test_two_users_of_one_name_stay_two(tmp_path):
    """By their accounts."""
    twins = [{"id": key, "name": name, "profile": {"display_name": "Ana"}} for key, name in (("U1", "a1"), ("U2", ""))]
    files = {**export(general_2024_03_01=[message("a"), message("b", 1, "U2")]), "users.json": twins}
    (read,) = read_file(packed(tmp_path / "export.zip", files))
    assert [turn.speaker for turn in read.sessions[0].turns] == ["Ana (a1)", "Ana (U2)"]


def test_one_day_is_called_by_its_channel(tmp_path):
    """By the folder that the file lies in, so that it has the session of the whole export; else by the file."""
    folder = unpacked(tmp_path / "general", {"2024-03-01.json": [message("Hi.")], "mine.json": [message("Hi.")]})
    assert read_file(folder / "2024-03-01.json")[0].sessions[0].id == "general#2024-03-01-1630"
    assert read_file(folder / "mine.json")[0].sessions[0].id == "mine#2024-03-01-1630"


def test_sessions_end_with_six_hours_of_silence():
    """As in other chats."""
    found = sessions(message("a"), message("b", 6 * 3600), message("c", 12 * 3600 + 1))
    assert [each.id for each in found] == ["chat#2024-03-01-1630", "chat#2024-03-02-0430"]


@pytest.mark.parametrize(
    ("messages", "complaint"),
    [
        ([message("a"), 5], "[1] is not an object: 5"),
        ([message("a"), {"text": "b"}], "[1].ts is missing"),
        ([message("a"), {"text": "b", "ts": "soon"}], "[1].ts is wrong"),
        ([message("a"), message("b", user=["U1"])], "[1].user is not a string"),
        ([message("a"), message("b", files=5)], "[1].files is not a list"),
        ([message("a", real_name="x" * 300)], "[0].speaker has 300 characters"),
        ([message("a", real_name="x\x1by")], "[0].speaker holds the control character U+001B"),
        ([message("a" * 1_100_000)], "[0].text has 1,100,000 bytes"),
    ],
)
def test_wrong_messages_are_named(messages, complaint):
    """With their place, on one line."""
    with pytest.raises(InputError) as caught:
        read_text(json.dumps(messages), "chat")
    assert complaint in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("files", "complaint"),
    [
        ({"users.json": {"id": "U1"}}, "users.json: is not a list"),
        ({"users.json": [{"name": "ana"}]}, "users.json: [0].id is missing"),
        ({"channels.json": [5]}, "channels.json: [0] is not an object"),
        ({"general/2024-03-01.json": 5}, "general/2024-03-01.json: is not a list: 5"),
        ({"general/2024-03-01.json": []}, "has no messages with words; export the workspace again"),
    ],
)
def test_wrong_exports_are_named(tmp_path, files, complaint):
    """With the file in it."""
    path = packed(tmp_path / "export.zip", export(general_2024_03_01=[message("Hi.")]) | files)
    with pytest.raises(InputError) as caught:
        read_file(path)
    assert complaint in str(caught.value)


def test_a_folder_has_the_limit_of_a_file(tmp_path, monkeypatch):
    """All its files together."""
    folder = unpacked(tmp_path / "export", export(general_2024_03_01=[message("Hi.")]))
    monkeypatch.setenv("CONVOGRAPH_MAX_FILE_BYTES", "350")
    with pytest.raises(InputError, match=r"export: holds more than 350 bytes; split it, or raise"):
        read_file(folder)


def test_other_folders_are_refused(tmp_path):
    """A folder is no conversation, and days of anything are no channels."""
    unpacked(tmp_path / "diary", {"notes/2024-03-01.json": [message("Hi.")]})
    with pytest.raises(InputError, match=r"diary' is a folder, and has no export of Slack"):
        read_file(tmp_path / "diary")
