"""Small valid inputs in every format, from which hostile inputs are made."""

from __future__ import annotations

import gzip
import io
import json
import lzma
import zipfile
from collections.abc import Mapping

from faults.fuzzing.parser import lines, texts, values

MESSAGES = [{"role": "user", "content": "My cat is called Miso."}, {"role": "assistant", "content": "A warm place."}]
PARTS = [
    {"role": "user", "content": [{"type": "text", "text": "See: "}, {"type": "image_url", "image_url": {"url": "x"}}]},
    {"role": "assistant", "content": None, "tool_calls": [{"id": "1", "function": {"name": "f", "arguments": "{}"}}]},
    {"role": "tool", "tool_call_id": "1", "content": "12 degrees"},
    {
        "role": "user",
        "content": [{"type": "tool_result", "tool_use_id": "1", "content": [{"type": "text", "text": "a"}]}],
    },
]
TURNS = [
    {"speaker": "Ana", "text": "Hi.", "time": "2024-05-01 18:30", "id": "a", "metadata": {"channel": "x", "n": 1}},
    {"speaker": "Ben", "text": "I went to Porto last week.", "session": "s", "session_time": "1 May 2024"},
]
SESSIONS = {"sessions": [{"id": "s", "time": "2024-05-01 18:30", "first_ordinal": 0, "turns": TURNS[:1]}]}
CHATGPT = [
    {
        "id": "c-1",
        "title": "Cats",
        "create_time": 1714586400.0,
        "current_node": "b",
        "mapping": {
            "a": {"id": "a", "parent": None, "children": ["b"], "message": None},
            "b": {
                "id": "b",
                "parent": "a",
                "children": [],
                "message": {
                    "id": "b",
                    "author": {"role": "user"},
                    "create_time": 1714586400.5,
                    "content": {"content_type": "text", "parts": ["Where does the cat sleep?"]},
                },
            },
        },
    }
]
CLAUDE = [
    {
        "uuid": "u-1",
        "name": "Cats",
        "created_at": "2024-05-01T18:30:00Z",
        "chat_messages": [
            {
                "uuid": "m-1",
                "sender": "human",
                "text": "Hello.",
                "created_at": "2024-05-01T18:30:01Z",
                "content": [{"type": "text", "text": "Hello."}],
                "attachments": [{"file_name": "a.txt", "extracted_content": "A note."}],
            }
        ],
    }
]
LOCOMO = [
    {
        "sample_id": "conv-1",
        "conversation": {
            "speaker_a": "Ana",
            "speaker_b": "Ben",
            "session_1": [{"speaker": "Ana", "dia_id": "D1:1", "text": "I have a cat.", "blip_caption": "a cat"}],
            "session_1_date_time": "1:56 pm on 8 May, 2023",
        },
        "qa": [
            {"question": "What has Ana?", "answer": "a cat", "evidence": ["D1:1"], "category": 4},
            {"question": "What has Ben?", "adversarial_answer": "a dog", "evidence": ["D1:1"], "category": 5},
        ],
        "session_summary": {"session_1_summary": "Ana has a cat."},
        "event_summary": {"events_session_1": {"Ana": ["Ana gets a cat."], "date": "8 May, 2023"}},
        "observation": {"session_1_observation": {"Ana": [["Ana has a cat.", "D1:1"]]}},
    }
]
LONGMEMEVAL = [
    {
        "question_id": "q1",
        "question_type": "single-session-user",
        "question": "What has Ana?",
        "answer": "a cat",
        "question_date": "2023/05/30 (Tue) 23:40",
        "haystack_session_ids": ["s1"],
        "haystack_dates": ["2023/05/20 (Sat) 02:21"],
        "haystack_sessions": [[{"role": "user", "content": "I have a cat.", "has_answer": True}]],
        "answer_session_ids": ["s1"],
    }
]
MSC = {
    "personas": [["I have a cat."], ["I run."]],
    "dialog": [{"text": "How is the cat?", "id": "Speaker 1"}],
    "metadata": {"initial_data_id": "valid_7", "session_id": 1},
    "previous_dialogs": [{"dialog": [{"text": "Hello."}], "time_num": 6, "time_unit": "days"}],
}
TRANSCRIPT = (
    "# 2024-03-01\n[18:30] Ana: Hi there.\n[18:31] Ben: yo\n  and more\n\n--- next day ---\n[9:00 am] Ana: Bye.\n"
)
CHAT = "31/12/23, 23:59 - Ana: Hi\n31/12/23, 23:59 - Ben: Yo\nmore\n1/1/24, 0:00 - Ana changed the subject\n"
CHAT_IOS = "[12/31/23, 11:59:58 PM] Ana: \u200eimage omitted\n[1/1/24, 12:00:01 AM] Ben: Happy new year!\n"

SLACK_USERS = [
    {"id": "U1", "name": "ana", "profile": {"display_name": "Ana", "real_name": "Ana Silva"}},
    {"id": "U2", "name": "ben", "real_name": "Ben Ito", "profile": {"display_name": ""}},
]
SLACK = [
    {"type": "message", "user": "U1", "ts": "1709310600.000200", "text": "Hi <@U2>, see <https://example.com|this>."},
    {"type": "message", "subtype": "channel_join", "user": "U2", "ts": "1709310601.000100", "text": "<@U2> has joined"},
    {
        **{"type": "message", "user": "U2", "ts": "1709310700.000100", "thread_ts": "1709310600.000200"},
        **{"text": "a &lt; b in <#C1|general>", "files": [{"name": "plan.pdf"}], "user_profile": {"real_name": "Ben"}},
    },
    {"subtype": "bot_message", "bot_id": "B1", "username": "Builds", "ts": "1709396400.000100", "text": "<!here> done"},
]

TELEGRAM = {
    "name": "Tea club",
    "type": "private_group",
    "id": 4321,
    "messages": [
        {"id": 1, "type": "service", "date": "2024-03-01T17:30:00", "action": "create_group", "text": ""},
        {
            **{"id": 2, "type": "message", "date": "2024-03-01T17:30:00", "date_unixtime": "1709310600"},
            **{"from": "Ana", "from_id": "user1", "forwarded_from": "Ben", "photo": "photos/a.jpg"},
            "text": ["See ", {"type": "text_link", "text": "this", "href": "https://example.com"}],
        },
        {
            **{"id": 3, "type": "message", "date": "2024-03-02T17:30:00", "from": None, "from_id": "user2", "text": ""},
            **{"file": "(File not included.)", "media_type": "sticker", "sticker_emoji": "😀", "place_name": "Luna"},
            "poll": {"question": "Tea?", "answers": [{"text": "Yes", "voters": 1}]},
        },
    ],
}
MESSENGER = {
    "participants": [{"name": "Ana"}, {"name": "Ben"}],
    "title": "Caf\u00c3\u00a9",
    "thread_path": "inbox/cafe_1",
    "messages": [
        {"sender_name": "Ben", "timestamp_ms": 1709310700000, "content": "Ben named the group Tea."},
        {
            **{"sender_name": "Ana", "timestamp_ms": 1709310600000, "content": "Caf\u00c3\u00a9?", "type": "Generic"},
            **{"photos": [{"uri": "a.jpg"}], "files": [{"uri": "b/plan.pdf"}], "share": {"link": "https://a.org"}},
            **{"sticker": {"uri": "s.png"}, "is_unsent": False},
        },
    ],
}
MESSENGER_ENCRYPTED = {
    "participants": ["Ana", "Ben"],
    "threadName": "Ben_15",
    "messages": [
        {"senderName": "Ben", "text": "Hi.", "timestamp": 1709310600000, "type": "text", "isUnsent": False, "media": []}
    ],
}
DISCORD = {
    "guild": {"id": "9", "name": "Tea Club"},
    "channel": {"id": "7", "type": "GuildTextChat", "category": "Text", "name": "general"},
    "messages": [
        {
            **{"id": "1", "type": "Default", "timestamp": "2024-03-01T17:30:00.5+01:00", "content": "Hi."},
            **{"author": {"id": "5", "name": "ana", "nickname": "Ana"}, "attachments": [{"fileName": "plan.pdf"}]},
            **{"stickers": [{"name": "Wave"}], "forwardedMessage": {"content": "Tea?", "attachments": []}},
        },
        {"id": "2", "type": "GuildMemberJoin", "timestamp": "2024-03-01T17:31:00+01:00", "content": "Joined."},
        {"id": "3", "type": "Reply", "timestamp": "2024-03-02T17:31:00Z", "content": "Yo.", "author": {"id": "6"}},
    ],
}
WEBVTT = (
    "WEBVTT\n\n1\n00:02.100 --> 00:04.000\n<v Ana>Hi &amp; <i>bye</i>.</v>\n\n"
    "01:00:05.000 --> 01:00:06.000 align:start\nBen: Yo.\n"
)
SRT = "1\n00:00:02,100 --> 00:00:04,000\nAna: Hi.\nand more\n\n2\n00:00:05,000 --> 00:00:06,000\nBen: Yo.\n"
NAMES_ABOVE = "Ana Silva  0:02\nHi.\n\nBen  1:00:05\nYo.\nand more\n"

FORMAT_SAMPLES: Mapping[str, tuple[bytes, ...]] = {
    "messages": values(MESSAGES, PARTS),
    "sessions": values(SESSIONS, [SESSIONS["sessions"][0]]),
    "jsonl": (lines(*TURNS), lines(*MESSAGES), lines(*SESSIONS["sessions"])),
    "transcript": texts(
        TRANSCRIPT, "Ana: Hi\nBen: yo\n", "[08:51] <Ana> Hi\n[08:52] * Ben left\n", "Ana (08:51): Hi\n"
    ),
    "chatgpt": values(CHATGPT),
    "claude": values(CLAUDE),
    "whatsapp": texts(CHAT, CHAT_IOS),
    "slack": values(SLACK, {"ok": True, "messages": SLACK[:1]}),
    "telegram": values(TELEGRAM, {"chats": {"list": [TELEGRAM]}, "left_chats": {"list": [TELEGRAM]}}),
    "messenger": values(MESSENGER, MESSENGER_ENCRYPTED),
    "discord": values(DISCORD),
    "captions": texts(WEBVTT, SRT, NAMES_ABOVE),
    "locomo": values(LOCOMO),
    "longmemeval": values(LONGMEMEVAL),
    "msc": (*values(MSC), lines(MSC, MSC)),
}
"""Samples of every conversation format that the library reads."""

MEMOS = [
    {"kind": "fact", "text": "Ana has a cat.", "turns": ["s:0"]},
    {"kind": "summary", "text": "About cats.", "session": "s", "time": "8 May 2023"},
    {"kind": "triplet", "subject": "Ana", "relation": "has", "object": "cat", "turns": ["s:0"]},
    {
        **{"kind": "event", "text": "Ana went to Porto.", "event": "trip", "event_time": "May 2023"},
        **{"triplets": [["Ana", "went to", "Porto"]], "turns": ["s:0"]},
    },
    {"kind": "decision", "names": ["Ana", "Anna"], "same": True, "session": "s"},
]
BLOCK = {
    "sample_id": "conv-1",
    "turns": ["D1:1"],
    "timestamp": "1:56 pm on 8 May, 2023",
    "events": [
        {
            "event": "cat",
            "event_time": "May 2023 (as of 8 May 2023)",
            "description": "Ana has a cat.",
            "sources": ["D1:1"],
            "triplets": [["Ana", "has", "cat"]],
        }
    ],
}
TIME = {"local": "2024-01-01 10:00:00", "offset_minutes": 60, "raw": "1 January"}
EXPORT = [
    {"format": "convograph-export", "version": 7, "content_only": False, "turns": 2, "memos": 2, "written": 1},
    {"session": "s", "said": TIME, "next_ordinal": 3},
    {
        **{"turn": "s:0", "ordinal": 0, "speaker": "Ana", "text": "Hello.", "said": None},
        **{"stored_at": "2024-01-01T00:00:00", "metadata": {"channel": "x"}},
    },
    {
        "turn": "t",
        "ordinal": 2,
        "speaker": None,
        "text": "Bye.",
        "said": TIME,
        "stored_at": "2024-01-01T00:00:00+00:00",
    },
    {"memo": "fact", "about": "s", "turns": ["s:0"], "text": "Ana greets.", "said": None, "origin": ""},
    {
        **{"memo": "triplet", "about": "s", "turns": ["t"], "text": "Ana says bye", "said": TIME, "origin": "m"},
        "details": {"triplets": [["Ana", "says", "bye"]]},
    },
    {"written": "fact", "about": "s", "origin": "m", "covers": "00ff"},
]


def zipped(members: Mapping[str, str]) -> bytes:
    """A zip archive of these files."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in members.items():
            archive.writestr(zipfile.ZipInfo(name), text)
    return made.getvalue()


def files() -> tuple[bytes, ...]:
    """Whole files: plain, in other encodings, compressed, and in archives."""
    return (
        json.dumps(MESSAGES).encode(),
        CHAT.encode("utf-16"),
        TRANSCRIPT.encode("utf-8-sig"),
        gzip.compress(json.dumps(LOCOMO).encode(), mtime=0),
        lzma.compress(json.dumps(LONGMEMEVAL).encode()),
        zipped({"conversations.json": json.dumps(CHATGPT), "a/_chat.txt": CHAT}),
        zipped(
            {
                "users.json": json.dumps(SLACK_USERS),
                "channels.json": '[{"id": "C1", "name": "general"}]',
                "general/2024-03-01.json": json.dumps(SLACK[:3]),
                "general/2024-03-02.json": json.dumps(SLACK[3:]),
            }
        ),
        zipped(
            {
                "inbox/cafe_1/message_1.json": json.dumps(MESSENGER),
                "inbox/cafe_1/message_2.json": json.dumps({**MESSENGER, "messages": MESSENGER["messages"][1:]}),
            }
        ),
        zipped(
            {
                "ChatExport/result.json": json.dumps(TELEGRAM),
                "Tea Club - Text - general [7].json": json.dumps(DISCORD),
            }
        ),
        zipped({"conversations-001.json": json.dumps(CLAUDE), "WhatsApp Chat with Ben.txt": CHAT}),
    )
