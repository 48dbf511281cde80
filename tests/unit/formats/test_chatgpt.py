"""ChatGPT's data export: the branch that a conversation shows, as a session of one person's memory."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from convograph.errors import InputError
from convograph.formats import read_text, recognise
from convograph.types import Conversation, Said, Session, Turn

NOON = 1_715_774_400  # 2024-05-15 12:00 UTC


def message(text: object, role: str = "user", seconds: float | None = None, **more: Any) -> dict[str, Any]:
    """A message of one text part, or with these parts."""
    parts = text if isinstance(text, list) else [text]
    content = {"content_type": "text", "parts": parts}
    return {"author": {"role": role, "name": None}, "create_time": seconds, "content": content, **more}


def conversation(nodes: dict[str, tuple[str | None, Any]], current: str | None, **more: Any) -> dict[str, Any]:
    """A conversation of nodes with their parents and messages."""
    mapping = {name: {"id": name, "parent": parent, "message": given} for name, (parent, given) in nodes.items()}
    base = {"title": "Tea", "create_time": float(NOON), "update_time": NOON + 9.5, "conversation_id": "c-1"}
    return {**base, "mapping": mapping, "current_node": current, **more}


def line(*messages: dict[str, Any], **more: Any) -> dict[str, Any]:
    """A conversation without branches, under an empty root."""
    nodes: dict[str, tuple[str | None, Any]] = {"client-created-root": (None, None)}
    above = "client-created-root"
    for number, one in enumerate(messages):
        nodes[f"n{number}"] = (above, one)
        above = f"n{number}"
    return conversation(nodes, above, **more)


def turns(*messages: dict[str, Any], **more: Any) -> list[tuple[str | None, str]]:
    """Who said what in a conversation of these messages."""
    (read,) = read_text(json.dumps([line(*messages, **more)]), "export", "chatgpt")
    return [(turn.speaker, turn.text) for session in read.sessions for turn in session.turns]


def test_an_account_is_one_conversation_whose_sessions_are_its_conversations():
    """Oldest first, with the export's ids, times in UTC; what was never written in is left out."""
    tea = line(message("Which tea at night?", seconds=NOON + 1.25), message("Rooibos.", "assistant"))
    older = line(message("Hello."), conversation_id=None, id="c-0", create_time=NOON - 86_400)
    empty = line(conversation_id="c-2")
    text = json.dumps([tea, empty, older])
    assert recognise(text) == "chatgpt"
    assert read_text(text, "conversations") == (
        Conversation(
            "conversations",
            (
                Session((Turn("Hello.", "user"),), "c-0", Said(datetime(2024, 5, 14, 12), 0, str(NOON - 86_400))),
                Session(
                    (
                        Turn("Which tea at night?", "user", Said(datetime(2024, 5, 15, 12, 0, 1), 0, f"{NOON + 1.25}")),
                        Turn("Rooibos.", "assistant"),
                    ),
                    "c-1",
                    Said(datetime(2024, 5, 15, 12), 0, f"{NOON}.0"),
                ),
            ),
        ),
    )


def test_a_single_conversation_is_read_too():
    """As some tools save it."""
    text = json.dumps(line(message("Hello.")))
    assert recognise(text) == "chatgpt"
    assert read_text(text, "one")[0].sessions[0].id == "c-1"


BRANCHED: dict[str, tuple[str | None, Any]] = {
    "root": (None, None),
    "question": ("root", message("Which tea?", seconds=NOON)),
    "first": ("question", message("Black tea.", "assistant", NOON + 1)),
    "again": ("question", message("Green tea.", "assistant", NOON + 2)),
    "thanks": ("first", message("Thanks.", seconds=NOON + 3)),
}


@pytest.mark.parametrize(
    ("current", "texts"),
    [
        ("again", ["Which tea?", "Green tea."]),
        ("first", ["Which tea?", "Black tea."]),
        ("thanks", ["Which tea?", "Black tea.", "Thanks."]),
        (None, ["Which tea?", "Black tea.", "Thanks."]),
        ("gone", ["Which tea?", "Black tea.", "Thanks."]),
    ],
)
def test_only_the_branch_that_is_shown_is_read(current, texts):
    """That of the current node; where it is missing or unknown, the branch with the latest message."""
    (read,) = read_text(json.dumps(conversation(BRANCHED, current)), "export")
    assert [turn.text for turn in read.sessions[0].turns] == texts


def test_a_branch_begins_where_a_parent_is_missing():
    """A node that the export does not have ends the way up."""
    (read,) = read_text(json.dumps(conversation({"a": ("gone", message("Hello."))}, "a")), "export")
    assert [turn.text for turn in read.sessions[0].turns] == ["Hello."]


@pytest.mark.parametrize("current", ["b", None])
def test_parents_in_a_circle_are_refused(current):
    """Whether the circle holds the current node or all there is."""
    text = json.dumps([conversation({"a": ("b", message("A")), "b": ("a", message("B"))}, current)])
    with pytest.raises(InputError, match=r"^export: \[0\]\.mapping leads in a circle, back to '[ab]'; remove the"):
        read_text(text, "export")


def test_a_very_long_branch_is_read():
    """Ten thousand messages deep, without recursion."""
    assert len(turns(*(message(f"Message {number}.") for number in range(10_000)))) == 10_000


def test_instructions_hidden_messages_calls_and_thoughts_are_left_out():
    """What a tool returns is said by "tool"."""
    hidden = message("About me.", metadata={"is_visually_hidden_from_conversation": True})
    call = {**message(None, "assistant", recipient="python"), "content": {"content_type": "code", "text": "1 + 1"}}
    output = {**message(None, "tool"), "content": {"content_type": "execution_output", "text": "2"}}
    thoughts = {**message(None, "assistant"), "content": {"content_type": "thoughts", "thoughts": [{"content": "x"}]}}
    code = {**message(None, "assistant"), "content": {"content_type": "code", "language": "py", "text": "print(2)"}}
    about = {**message(None), "content": {"content_type": "user_editable_context", "user_profile": "I am Ana."}}
    given = [message("Be kind.", "system"), hidden, about, message("1 + 1?"), call, output, thoughts, message("")]
    assert turns(*given, code, message("Two.", "assistant", recipient=None)) == [
        ("user", "1 + 1?"),
        ("tool", "2"),
        ("assistant", "print(2)"),
        ("assistant", "Two."),
    ]


@pytest.mark.parametrize(
    ("parts", "text"),
    [
        (["One.", "", "Two."], "One.\nTwo."),
        ([{"content_type": "image_asset_pointer", "asset_pointer": "file-service://x"}], "[shares an image]"),
        ([{"content_type": "image_asset_pointer"}, "Which bird?"], "[shares an image]\nWhich bird?"),
        ([{"content_type": "audio_transcription", "text": "Hi there."}, {"content_type": "audio_asset_pointer"}], "Hi"),
        ([{"content_type": "real_time_user_audio_video_asset_pointer"}], "[shares a recording]"),
        (["a\x0cb"], "a b"),
    ],
)
def test_parts_become_one_text(parts, text):
    """Images by what stands for them, recordings by their transcript; control characters are spaces."""
    ((_, read),) = turns(message(parts))
    assert read.startswith(text)


def test_files_are_named():
    """Beside the words of their message; an image among them is a part already."""
    attachments = [{"name": "tea\nlist.pdf"}, {"name": "cup.png", "mime_type": "image/png"}, {}]
    read = turns(message("See here.", metadata={"attachments": attachments}))
    assert read == [("user", "See here.\n[shares tea list.pdf]\n[shares a file]")]


def test_a_conversation_without_an_id_is_named_by_its_first_message():
    """As in the first exports: the id of a message stays the same from export to export."""
    (read,) = read_text(json.dumps(line(message("Hello."), conversation_id=None)), "export")
    assert (read.sessions[0].id, read.sessions[0].said) == ("n0", Said(datetime(2024, 5, 15, 12), 0, f"{NOON}.0"))


def test_a_conversation_that_is_there_twice_is_taken_once():
    """Word for word; two that differ under one id are refused with the places of both."""
    tea, other = line(message("Tea.")), line(message("Coffee."))
    assert len(read_text(json.dumps([tea, tea]), "export")[0].sessions) == 1
    with pytest.raises(InputError, match=r"^export: \[1\] differs from export: \[0\] under the same id: 'c-1'; "):
        read_text(json.dumps([tea, other]), "export")


@pytest.mark.parametrize(
    ("value", "complaint"),
    [
        ([], "has no conversation with words; export the account again"),
        ([line()], "has no conversation with words; export the account again"),
        ([{}], "[0].mapping is missing: {}; add it"),
        ([{"mapping": 5}], "[0].mapping is not an object: 5; give keys and values"),
        ([7], "[0] is not an object: 7; give keys and values"),
        ([{"mapping": {"a": 5}}], "[0].mapping.a is not an object: 5; give keys and values"),
        ([line(message("Hi", seconds=12))], "[0].mapping.n0.message.create_time: not a Unix time: 12; "),
        ([line({"content": {}})], "[0].mapping.n0.message.author is missing: {'content': {}}; add it"),
        ([line(message([5]))], "[0].mapping.n0.message.content.parts[0] is neither a text nor an object: 5; give a"),
        ([line({**message(""), "content": {"parts": "Hi"}})], "[0].mapping.n0.message.content.parts is not a list: 'H"),
        ([line(message("x" * 2_000_000))], "[0].turns[0].text has 2,000,000 bytes: 'xxxx"),
    ],
)
def test_damaged_exports_are_refused_with_place_and_value(value, complaint):
    """One line: the file, the place in it, what stands there, what to do."""
    with pytest.raises(InputError) as caught:
        read_text(json.dumps(value), "export", "chatgpt")
    assert str(caught.value).startswith(f"export: {complaint}")
    assert "\n" not in str(caught.value)


NAMES = st.sampled_from("abcd")
NODES = st.dictionaries(
    NAMES,
    st.tuples(
        st.none() | NAMES, st.none() | st.builds(message, st.text("ab ", max_size=5), st.sampled_from(["user", "tool"]))
    ),
    max_size=4,
)


@given(NODES, st.none() | NAMES)
def test_any_tree_is_read_or_refused(nodes, current):
    """Whatever the parents and the current node are: turns of the tree, each once, or an input error."""
    try:
        (read,) = read_text(json.dumps([conversation(nodes, current)]), "export", "chatgpt")
    except InputError as error:
        assert "\n" not in str(error)
        return
    texts = [given["content"]["parts"][0] for _, given in nodes.values() if given]
    for turn in read.sessions[0].turns:
        texts.remove(turn.text)
