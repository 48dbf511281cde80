"""Whatever a server or a model sends: a reply, a memo, or a `ModelError`, and nothing that cannot be kept."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import convograph
from convograph.chat import MAX_COUNTED_TOKENS, ChatReply
from convograph.encoders.http import HttpEncoder
from convograph.endpoint import failures
from convograph.endpoint.address import read_address
from convograph.errors import ModelError
from convograph.llm.replies import read_events, read_reply
from convograph.llm.scripted import ScriptedChat
from support.chat import ask

ADDRESS = read_address("http://localhost:1/v1", None)
ODD = st.sampled_from(
    [None, True, -1, 0, 1.5, 10**25, 10**400, "", "\ud800", "\x1b[31m", "x" * 600, [], {}, [[]], [None]]
)
KEYS = st.sampled_from(
    [
        *("choices", "message", "delta", "content", "refusal", "finish_reason", "model", "usage", "error"),
        *("prompt_tokens", "completion_tokens", "data", "index", "embedding", "param", "code", "detail"),
        *("summary", "facts", "insights", "triplets", "subject", "relation", "object", "line", "citations"),
    ]
)
VALUES = st.recursive(
    ODD | st.integers() | st.floats() | st.text(max_size=10),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=4),
    max_leaves=15,
)
FIELDS = {
    "model": ODD | st.just("small"),
    "usage": VALUES | st.fixed_dictionaries({"prompt_tokens": ODD | st.integers(), "completion_tokens": ODD}),
}
MESSAGES = st.fixed_dictionaries({"content": st.just("Yes.") | ODD}, optional={"refusal": ODD})
COMPLETIONS = st.fixed_dictionaries(
    {"choices": st.lists(st.fixed_dictionaries({"message": MESSAGES}), min_size=1, max_size=2)}, optional=FIELDS
)
BODIES = (COMPLETIONS | VALUES).map(lambda value: json.dumps(value).encode()) | st.binary(max_size=60)
NESTED = st.integers(1, 2_000).map(lambda depth: b"[" * depth + b"]" * depth)
HEADERS = st.fixed_dictionaries({"retry-after": st.text(max_size=40) | st.sampled_from(["1e999", "9" * 400])})


@given(BODIES | NESTED)
def test_any_body_is_a_reply_that_can_be_kept_or_an_error(body: bytes) -> None:
    """In UTF-8, with counts that fit into a store."""
    try:
        reply = read_reply(body, ask(), ADDRESS, "small", 0.1)
    except ModelError as error:
        assert str(error).isprintable()
        return
    assert (reply.text + reply.model).encode()
    assert len(reply.model) <= 512
    assert all(
        count is None or 0 <= count <= MAX_COUNTED_TOKENS for count in (reply.prompt_tokens, reply.completion_tokens)
    )


@given(
    st.lists((VALUES | COMPLETIONS).map(lambda value: b"data: " + json.dumps(value).encode()) | st.binary(max_size=20))
)
def test_any_stream_is_pieces_or_an_error(lines: list[bytes]) -> None:
    """Whatever its events hold."""
    try:
        assert all(piece.encode() for piece in read_events(lines, ask(), ADDRESS))
    except ModelError as error:
        assert str(error).isprintable()


@given(st.sampled_from([300, 400, 404, 429, 500, 999]), BODIES | NESTED, HEADERS)
def test_any_error_page_is_an_error_of_ours(status: int, body: bytes, headers: dict[str, str]) -> None:
    """On one line, with a wait that is a number or none."""
    error = failures.of_status(ADDRESS, status, body, headers)
    assert isinstance(error, ModelError)
    assert str(error).isprintable()
    assert len(str(error)) < 500


@given(
    VALUES.map(lambda value: json.dumps(value).encode())
    | st.fixed_dictionaries(
        {"data": st.lists(st.fixed_dictionaries({"index": ODD | st.integers(0, 1), "embedding": VALUES}), max_size=3)}
    ).map(lambda value: json.dumps(value).encode())
    | st.binary(max_size=40)
    | NESTED
)
def test_any_vectors_are_unit_rows_or_an_error(body: bytes) -> None:
    """As many as there are texts."""
    encoder = HttpEncoder("small", "http://localhost:1/v1", dimensions=2)
    try:
        rows = encoder._unit_rows(body, 1, 2)
    except ModelError:
        return
    assert rows.shape == (1, 2)


SAID = (
    st.text(max_size=60)
    | VALUES.map(json.dumps)
    | st.sampled_from(
        ['{"triplets": [', "<think>", "[1]", "[99999999999999999999]", "Miso [1].", "\ud800", "not in memory"]
    )
)


@pytest.mark.parametrize("architecture", ["sgmem-tmfi", "glong"])
@settings(max_examples=30)
@given(said=st.lists(SAID, min_size=1, max_size=5))
def test_whatever_a_model_says_enriching_goes_on(architecture: str, said: list[str]) -> None:
    """What is unusable is a failure in the report; what is stored can be exported."""
    replies = iter(said * 20)
    model = ScriptedChat(lambda request: ChatReply(next(replies), "m", 1, 1, 0.0))
    with convograph.open(":memory:", architecture=architecture) as memory:
        memory.add([{"speaker": "Ana", "text": "My cat Miso sleeps on the boiler."}], session="s")
        report = memory.enrich(model, kinds=["summary", "fact", "triplet"], workers=1)
        assert len(memory.memos()) == sum(report.written.values())
        memory.export_to(lambda line: line.encode())


@settings(max_examples=30)
@given(said=SAID)
def test_whatever_a_model_says_is_an_answer_or_an_error(said: str) -> None:
    """Cited or not, and a conversation goes on after it."""
    model = ScriptedChat(lambda request: ChatReply(said, "m", 1, 1, 0.0))
    with convograph.open(":memory:", architecture="hybrid") as memory:
        memory.add([{"speaker": "Ana", "text": "My cat Miso sleeps on the boiler."}], session="s")
        for reply in (
            lambda: memory.answer("Where does the cat sleep?", model=model),
            lambda: convograph.Talk(memory, model).say("Where does the cat sleep?"),
        ):
            try:
                answer: Any = reply()
            except ModelError:
                continue
            assert answer.text.encode()
