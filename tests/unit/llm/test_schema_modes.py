"""How a reply with a schema is asked for, and what is learned from a server that refuses one way."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor

import pytest

from convograph.chat import ChatReply, ChatRequest, Message
from convograph.errors import ModelRefusedError
from convograph.llm.openai import OpenAIChat
from convograph.llm.scripted import Fail, ReceivedRequest, Script, ScriptedServer, refusing_formats
from convograph.llm.strict_schema import strict_schema
from support.chat import ask

SCHEMA = {"type": "object", "properties": {"cat": {"type": "string", "maxLength": 9}}, "title": "Pets"}
ANSWER = '{"cat": "Miso"}'
WANTS_SCHEMA = ask(schema=SCHEMA)


def always(asked: ReceivedRequest) -> str:
    """The same answer to all."""
    return ANSWER


def formats(script: Script, requests: list[ChatRequest], mode: str = "auto") -> tuple[list[str | None], list[object]]:
    """The formats that a server was asked for, request by request, and the outcomes."""
    with ScriptedServer(script) as server:
        model = OpenAIChat("m", server.url, schema_mode=mode)
        outcomes = [model.complete([request])[0] for request in requests]
    return [asked.format for asked in server.requests], outcomes


def test_a_schema_is_sent_strictly() -> None:
    """First choice: the schema as strict mode takes it, and no word of it in the messages."""
    with ScriptedServer([ANSWER]) as server:
        OpenAIChat("m", server.url).complete([WANTS_SCHEMA])
    (asked,) = server.requests
    wanted = asked.body["response_format"]["json_schema"]
    assert wanted == {
        "name": "reply",
        "strict": True,
        "schema": {
            "type": "object",
            "properties": {"cat": {"type": "string"}},
            "required": ["cat"],
            "additionalProperties": False,
        },
    }
    assert "cat" not in json.dumps(asked.body["messages"])


def test_without_a_schema_no_format_is_asked_for() -> None:
    """Plain questions stay plain."""
    assert formats(always, [ask()])[0] == [None]


def test_a_server_without_schemas_is_asked_for_objects() -> None:
    """After a 400 to `json_schema` the schema goes into the prompt; the next request begins there."""
    asked, outcomes = formats(refusing_formats({"json_schema"}, always), [WANTS_SCHEMA, WANTS_SCHEMA])
    assert asked == ["json_schema", "json_object", "json_object"]
    assert [each.text for each in outcomes if isinstance(each, ChatReply)] == [ANSWER, ANSWER]


def test_a_server_without_formats_is_asked_in_words() -> None:
    """After a second 400 only the prompt is left."""
    refusing = refusing_formats({"json_schema", "json_object"}, always)
    assert formats(refusing, [WANTS_SCHEMA, WANTS_SCHEMA])[0] == ["json_schema", "json_object", None, None]


def test_the_schema_joins_the_system_message() -> None:
    """Some chat templates take one system message only, at the front."""
    request = ask(schema=SCHEMA, messages=(Message("system", "Be short."), Message("user", "Who?")))
    with ScriptedServer([ANSWER, ANSWER]) as server:
        OpenAIChat("m", server.url, schema_mode="plain").complete([request])
        OpenAIChat("m", server.url, schema_mode="plain").complete([ask("Who?", schema=SCHEMA)])
    both, alone = (asked.body["messages"] for asked in server.requests)
    assert [message["role"] for message in both] == ["system", "user"]
    assert both[0]["content"].startswith("Be short.\n\nAnswer with one JSON object")
    assert json.dumps(SCHEMA) in both[0]["content"]
    assert [message["role"] for message in alone] == ["system", "user"]


def test_a_request_that_no_way_can_ask_is_refused_and_teaches_nothing() -> None:
    """A prompt that is too long is refused in every mode; the next request begins with the first mode again."""
    script = [Fail(400, "too long"), Fail(400, "too long"), Fail(400, "too long"), ANSWER]
    asked, outcomes = formats(script, [WANTS_SCHEMA, WANTS_SCHEMA])
    assert asked == ["json_schema", "json_object", None, "json_schema"]
    assert isinstance(outcomes[0], ModelRefusedError)
    assert isinstance(outcomes[1], ChatReply)


def test_a_mode_that_worked_stays_though_one_schema_is_refused() -> None:
    """Once `json_schema` brought a reply, a refused schema is asked for otherwise for itself alone."""
    asked, _ = formats([ANSWER, Fail(400), ANSWER, ANSWER], [WANTS_SCHEMA] * 3)
    assert asked == ["json_schema", "json_schema", "json_object", "json_schema"]


def test_a_fixed_mode_does_not_fall_back() -> None:
    """Who fixes the mode sees the refusal."""
    asked, outcomes = formats(refusing_formats({"json_object"}, always), [WANTS_SCHEMA], "json_object")
    assert asked == ["json_object"]
    assert isinstance(outcomes[0], ModelRefusedError)


@pytest.mark.parametrize("status", [401, 404, 429, 500])
def test_only_400_and_422_are_about_the_schema(status: int) -> None:
    """Other failures are no reason to ask otherwise."""
    assert formats([Fail(status)], [WANTS_SCHEMA])[0] == ["json_schema"]
    assert formats([Fail(422), ANSWER], [WANTS_SCHEMA])[0] == ["json_schema", "json_object"]


def test_threads_learn_together() -> None:
    """Many threads that meet the same refusal all get their reply, and afterwards nobody is refused again."""
    with ScriptedServer(refusing_formats({"json_schema"}, always)) as server:
        model = OpenAIChat("m", server.url)
        with ThreadPoolExecutor(8) as pool:
            outcomes = [
                each for batch in pool.map(lambda _: model.complete([WANTS_SCHEMA]), range(16)) for each in batch
            ]
        seen = len(server.requests)
        model.complete([WANTS_SCHEMA])
    assert all(isinstance(each, ChatReply) for each in outcomes)
    assert [asked.format for asked in server.requests[seen:]] == ["json_object"]


def test_a_stream_falls_back_too() -> None:
    """A refusal comes before the first piece, so the stream can begin again."""
    with ScriptedServer(refusing_formats({"json_schema"}, always)) as server:
        model = OpenAIChat("m", server.url)
        assert "".join(model.stream(WANTS_SCHEMA)) == ANSWER
        assert "".join(model.stream(WANTS_SCHEMA)) == ANSWER
    assert [asked.format for asked in server.requests] == ["json_schema", "json_object", "json_object"]


def test_reasoning_models_get_the_parameters_that_they_know() -> None:
    """A refusal of `max_tokens` and of `temperature` by name is heeded, and remembered."""

    def strict(asked: ReceivedRequest) -> object:
        for parameter in ("max_tokens", "temperature"):
            if parameter in asked.body:
                return Fail(400, f"Unsupported parameter: '{parameter}'", parameter=parameter)
        return "Yes."

    with ScriptedServer(strict) as server:
        model = OpenAIChat("m", server.url)
        outcomes = model.complete([ask(max_tokens=5)]) + model.complete([ask(max_tokens=6)])
    assert all(isinstance(each, ChatReply) for each in outcomes)
    assert len(server.requests) == 4
    assert server.requests[-1].body["max_completion_tokens"] == 6
    assert "temperature" not in server.requests[-1].body


def test_strict_schemas_close_every_object() -> None:
    """Nested and referenced objects too; names of fields are no keywords, values of enums no schemas."""
    schema = {
        "$defs": {"Pet": {"type": "object", "properties": {"title": {"type": "string", "default": "x"}}}},
        "type": "object",
        "properties": {
            "pets": {"type": "array", "items": {"$ref": "#/$defs/Pet"}, "uniqueItems": True, "maxItems": 3},
            "kind": {"oneOf": [{"const": {"title": "a"}}, {"enum": ["b"]}], "title": "Kind"},
        },
        "required": ["pets"],
    }
    closed = {"additionalProperties": False}
    assert strict_schema(schema) == {
        "$defs": {
            "Pet": {"type": "object", "properties": {"title": {"type": "string"}}, "required": ["title"], **closed}
        },
        "type": "object",
        "properties": {
            "pets": {"type": "array", "items": {"$ref": "#/$defs/Pet"}, "maxItems": 3},
            "kind": {"anyOf": [{"const": {"title": "a"}}, {"enum": ["b"]}]},
        },
        "required": ["pets", "kind"],
        **closed,
    }
