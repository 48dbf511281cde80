"""Files as strangers send them, cut, overwritten and with other values inside: read, or refused by an `InputError`."""

from __future__ import annotations

import gzip
import io
import json
import lzma
import zipfile
from collections.abc import Callable, Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import convograph
from convograph.errors import InputError
from convograph.formats import FORMATS, read_file, read_text
from convograph.formats.memos import memos_in_text, read_memos
from convograph.memory.exchange import parsed, read_lines
from convograph_eval.comparison import read_report
from convograph_eval.datasets import DATASETS, load

MESSAGES = [{"role": "user", "content": "My cat is called Miso."}, {"role": "assistant", "content": "A warm place."}]
TURNS = [{"speaker": "Ana", "text": "Hi.", "time": "2024-05-01 18:30", "id": "a", "metadata": {"channel": "x"}}]
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
            {"uuid": "m-1", "sender": "human", "text": "Hello.", "content": [{"type": "text", "text": "Hello."}]}
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
        "qa": [{"question": "What has Ana?", "answer": "a cat", "evidence": ["D1:1"], "category": 4}],
        "session_summary": {"session_1_summary": "Ana has a cat."},
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
MEMOS = [
    {"kind": "fact", "text": "Ana has a cat.", "turns": ["s:0"]},
    {"kind": "event", "name": "trip", "time": "last week", "triplets": [["Ana", "went to", "Porto"]], "turns": ["s:0"]},
    {"kind": "decision", "same": ["Ana", "Anna"], "session": "s"},
]
SAMPLES: dict[str, Any] = {
    "messages": MESSAGES,
    "sessions": {"sessions": [{"id": "s", "time": "2024-05-01 18:30", "turns": TURNS}]},
    "chatgpt": CHATGPT,
    "claude": CLAUDE,
    "locomo": LOCOMO,
    "longmemeval": LONGMEMEVAL,
    "msc": {
        "personas": [["I have a cat."], ["I run."]],
        "dialog": [{"text": "How is the cat?", "id": "Speaker 1"}],
        "metadata": {"initial_data_id": "valid_7", "session_id": 1},
        "previous_dialogs": [{"dialog": [{"text": "Hello."}], "time_num": 6, "time_unit": "days"}],
    },
}
CHAT = "31/12/23, 23:59 - Ana: Hi\n31/12/23, 23:59 - Ben: Yo\n"

ODD = st.sampled_from(
    [
        None,
        True,
        0,
        -1,
        1.5,
        1e308,
        10**25,
        "",
        " ",
        "\ud800",
        "x\0",
        "9999-12-31",
        "days",
        "D1:1",
        [],
        {},
        [[]],
        [None],
    ]
) | st.recursive(
    st.none() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


def places(value: object, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """The path of every value inside a value of JSON, its own included."""
    yield path
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, each in inner:
        yield from places(each, (*path, key))


@st.composite
def damaged(draw: st.DrawFn, sample: Any) -> Any:
    """The sample with odd values in one to three places, or keys left out."""
    value = json.loads(json.dumps(sample))
    for _ in range(draw(st.integers(1, 3))):
        path = draw(st.sampled_from(list(places(value))))
        if not path:
            return deepcopy(draw(ODD))
        inside = value
        for step in path[:-1]:
            inside = inside[step]
        if draw(st.booleans()):
            inside[path[-1]] = deepcopy(draw(ODD))
        else:
            del inside[path[-1]]
    return value


def refused_or_read(read: Callable[[], object]) -> None:
    """Read it, or meet an `InputError` on one short line; any other exception is a failure of the test."""
    try:
        read()
    except InputError as error:
        assert "\n" not in str(error)
        assert len(str(error)) < 2_000


@pytest.mark.parametrize("name", sorted(SAMPLES))
@given(data=st.data())
def test_a_format_with_odd_values_inside_is_read_or_refused(name: str, data: st.DataObject) -> None:
    """By the reader of that format, by the one that recognises it, and as memos."""
    text = json.dumps(data.draw(damaged(SAMPLES[name])))
    refused_or_read(lambda: read_text(text, "any", name))
    refused_or_read(lambda: read_text(text, "any"))
    refused_or_read(lambda: memos_in_text(text, "any"))


@given(damaged(MEMOS))
def test_memos_with_odd_values_inside_are_read_or_refused(value: Any) -> None:
    """As a list, and one on each line."""
    refused_or_read(lambda: memos_in_text(json.dumps(value), "any"))
    lines = value if isinstance(value, list) else [value]
    refused_or_read(lambda: memos_in_text("\n".join(map(json.dumps, lines)), "any"))


@pytest.fixture(scope="module")
def export() -> list[Any]:
    """The lines of an export with all that it may hold."""
    lines: list[str] = []
    with convograph.open(":memory:") as memory:
        memory.add(TURNS, session="s")
        memory.bring([{"kind": "fact", "text": "Ana greets.", "turns": ["a"]}])
        memory.export_to(lines.append)
    return [json.loads(line) for line in lines]


@given(data=st.data())
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_an_export_with_odd_values_inside_is_read_or_refused(export: list[Any], data: st.DataObject) -> None:
    """Each of its lines is checked; what is read can be imported."""
    value = data.draw(damaged(export))
    lines = [json.dumps(each) for each in value] if isinstance(value, list) else [json.dumps(value)]
    refused_or_read(lambda: parsed(lines))
    with convograph.open(":memory:", architecture="bm25") as memory:
        refused_or_read(lambda: memory.import_from(lines))


@pytest.mark.parametrize("name", sorted({"locomo", "longmemeval"} & DATASETS.keys()))
@given(data=st.data())
@settings(max_examples=50, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_data_set_with_odd_values_inside_is_read_or_refused(name: str, tmp_path: Path, data: st.DataObject) -> None:
    """The releases that the evaluation reads."""
    path = tmp_path / "release.json"
    path.write_text(json.dumps(data.draw(damaged(SAMPLES[name]))))
    refused_or_read(lambda: load(name, path))


def zipped(members: dict[str, str]) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in members.items():
            archive.writestr(name, text)
    return made.getvalue()


WHOLE = {
    "chat.json": json.dumps(MESSAGES).encode(),
    "chat.txt": CHAT.encode("utf-16"),
    "chat.json.gz": gzip.compress(json.dumps(LOCOMO).encode()),
    "chat.json.xz": lzma.compress(json.dumps(LONGMEMEVAL).encode()),
    "export.zip": zipped({"conversations.json": json.dumps(CHATGPT), "a/_chat.txt": CHAT}),
}


@pytest.mark.parametrize("name", sorted(WHOLE))
@given(
    cut=st.floats(0, 1),
    written=st.lists(st.tuples(st.floats(0, 1), st.binary(min_size=1, max_size=4)), max_size=3),
)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_file_that_was_cut_or_overwritten_is_read_or_refused(
    name: str, tmp_path: Path, cut: float, written: list[tuple[float, bytes]]
) -> None:
    """By every reader of files."""
    data = bytearray(WHOLE[name])
    for place, piece in written:
        start = int(place * len(data))
        data[start : start + len(piece)] = piece
    path = tmp_path / name
    path.write_bytes(data[: len(data) - int(cut**4 * len(data))])
    refused_or_read(lambda: read_file(path))
    refused_or_read(lambda: read_memos(path))
    refused_or_read(lambda: parsed(read_lines(path)))
    refused_or_read(lambda: read_report(path))


def test_the_samples_are_read_as_they_are() -> None:
    """What is damaged here is whole to begin with."""
    assert SAMPLES.keys() | {"jsonl", "transcript", "whatsapp"} == FORMATS.keys()
    for name, sample in SAMPLES.items():
        assert read_text(json.dumps(sample), "any", name)
