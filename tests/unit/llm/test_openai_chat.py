"""The adapter for OpenAI's protocol against a real server on this machine that follows a script."""

from __future__ import annotations

import gc
import gzip
import json
import os
import socket
import sys
import threading
import time
from collections.abc import Callable
from typing import Any

import pytest

from convograph.chat import MAX_REPLY_CHARACTERS, ChatReply, Message
from convograph.errors import (
    InputError,
    MissingExtraError,
    ModelBusyError,
    ModelError,
    ModelOutputError,
    ModelRefusedError,
    ModelUnreachableError,
)
from convograph.llm.openai import OpenAIChat
from convograph.llm.scripted import Compressed, Drip, Fail, Garble, HangUp, ReceivedRequest, Refuse, Say, ScriptedServer
from support.chat import ask
from support.shell import KEY


def outcome(behaviour: object, **options: Any) -> tuple[object, ScriptedServer]:
    """What `complete` gives for one request that meets this behaviour, and the server."""
    with ScriptedServer([behaviour]) as server:
        return OpenAIChat("small", server.url, KEY, **{"timeout": 5.0, **options}).complete([ask()])[0], server


def pieces(behaviour: object, **options: Any) -> tuple[list[str], ModelError | None]:
    """What `stream` gives for it, and what it raised at the end."""
    heard: list[str] = []
    with ScriptedServer([behaviour]) as server:
        try:
            heard.extend(OpenAIChat("small", server.url, KEY, **{"timeout": 5.0, **options}).stream(ask()))
        except ModelError as error:
            return heard, error
    return heard, None


def test_a_reply_carries_text_model_and_counts() -> None:
    """The words, what the server calls the model, and the server's counts."""
    reply, _ = outcome("Miso is a cat.")
    assert isinstance(reply, ChatReply)
    assert (reply.text, reply.model, reply.complete, reply.cached) == ("Miso is a cat.", "small", True, False)
    assert (reply.prompt_tokens, reply.completion_tokens) == (3, 4)
    assert 0 < reply.seconds < 5


def test_a_request_reaches_the_server_as_it_was_made() -> None:
    """Model, messages in order, limit, temperature, and the key in its header."""
    with ScriptedServer(["Yes."]) as server:
        request = ask(messages=(Message("system", "Be short."), Message("user", "Really?")), max_tokens=7)
        OpenAIChat("small", server.url + "/", KEY).complete([request])
    (asked,) = server.requests
    assert asked.path == "/v1/chat/completions"
    assert asked.body == {
        "model": "small",
        "messages": [{"role": "system", "content": "Be short."}, {"role": "user", "content": "Really?"}],
        "max_tokens": 7,
        "temperature": 0.0,
        "stream": False,
    }
    assert asked.headers["authorization"] == f"Bearer {KEY}"


def test_a_server_of_ones_own_gets_no_key() -> None:
    """Without a key a placeholder is sent, not one found elsewhere."""
    with ScriptedServer(["Yes."]) as server:
        OpenAIChat("small", server.url).complete([ask()])
    assert server.requests[0].headers["authorization"] == "Bearer none"


def test_missing_counts_stay_unknown() -> None:
    """A server that counts no tokens gives `None`, not 0."""
    reply, _ = outcome(Say("Yes.", usage=False))
    assert isinstance(reply, ChatReply)
    assert (reply.prompt_tokens, reply.completion_tokens) == (None, None)


def test_a_cut_reply_is_not_complete() -> None:
    """`finish_reason` "length" is told; the text is kept."""
    reply, _ = outcome(Say("Miso is", finish="length"))
    assert isinstance(reply, ChatReply)
    assert (reply.text, reply.complete) == ("Miso is", False)


def test_lone_surrogates_neither_leave_nor_arrive() -> None:
    """Half of a pair in a message or a reply becomes U+FFFD; whole pairs stay."""
    with ScriptedServer(["a\ud800b \U0001f600"]) as server:
        (reply,) = OpenAIChat("small", server.url).complete([ask("x\udfffy \U0001f600")])
    assert server.requests[0].last == "x\ufffdy \U0001f600"
    assert isinstance(reply, ChatReply)
    assert reply.text == "a\ufffdb \U0001f600"


@pytest.mark.parametrize(
    ("field", "kept"),
    [
        ({"model": "served-small"}, ("served-small", 3, 4)),
        ({"model": "\ud800"}, ("small", 3, 4)),
        ({"model": "a\x1b[31m"}, ("small", 3, 4)),
        ({"model": "m" * 1_000_000}, ("small", 3, 4)),
        ({"model": ""}, ("small", 3, 4)),
        ({"usage": {"prompt_tokens": 2**63, "completion_tokens": 10**9}}, ("small", None, 10**9)),
        ({"usage": {"prompt_tokens": 10**4000, "completion_tokens": 10**9 + 1}}, ("small", None, None)),
    ],
    ids=lambda value: str(value)[:60],
)
def test_of_a_reply_only_what_is_possible_is_kept(field: dict[str, Any], kept: tuple[object, ...]) -> None:
    """An impossible name is replaced by the one that was asked for; an impossible count is none."""
    usage = {"prompt_tokens": 3, "completion_tokens": 4}
    whole = {"choices": [{"message": {"content": "Yes."}}], "usage": usage, **field}
    reply, _ = outcome(Garble(json.dumps(whole)))
    assert isinstance(reply, ChatReply)
    assert (reply.model, reply.prompt_tokens, reply.completion_tokens) == kept


@pytest.mark.parametrize(
    "behaviour", [Refuse("no \ud800\x1b]0;x\x07"), Fail(400, "no \ud800\x1b]0;x\x07")], ids=["declined", "refused"]
)
def test_what_a_server_says_is_shown_in_printable_characters(behaviour: object) -> None:
    """Neither a lone surrogate nor a control character of a server reaches a message."""
    error, _ = outcome(behaviour)
    assert isinstance(error, ModelRefusedError)
    assert str(error).isprintable()
    assert "no \ufffd" in str(error)


@pytest.mark.parametrize(
    ("behaviour", "kind", "words"),
    [
        (HangUp(), ModelUnreachableError, "check that the server runs"),
        (HangUp(midway=True), ModelUnreachableError, "check that the server runs"),
        (Fail(500, "out of memory"), ModelBusyError, "answered 500: out of memory; try again later"),
        (Fail(503), ModelBusyError, "answered 503"),
        (Fail(429, "slow down", retry_after="7"), ModelBusyError, "slow down; try again in 7 s"),
        (Fail(429, "no money", code="insufficient_quota"), ModelRefusedError, "no money"),
        (Fail(400, "context too long"), ModelRefusedError, "context too long; check the request"),
        (Fail(401), ModelRefusedError, "set CONVOGRAPH_API_KEY"),
        (Fail(403), ModelRefusedError, "use a key with permission for this"),
        (Fail(404, "no model 'small'"), ModelRefusedError, "no model 'small'; check the model's name"),
        (Fail(307, location="http://127.0.0.1:9/"), ModelRefusedError, "configure the address that it redirects to"),
        (Refuse("I would rather not."), ModelRefusedError, "declined: I would rather not."),
        (Say("", finish="content_filter"), ModelRefusedError, "content filter"),
        (Say(""), ModelOutputError, "empty reply"),
        (Say(" \n"), ModelOutputError, "empty reply"),
        (Say("", finish="length"), ModelOutputError, "used up 1024 tokens without any text; raise max_tokens"),
        (Garble(), ModelOutputError, "invalid response"),
        (Garble("<html>Welcome to nginx</html>"), ModelOutputError, "invalid response"),
        (Garble('{"choices": []}'), ModelOutputError, "invalid response"),
        (Garble('{"error": "not here"}'), ModelOutputError, "invalid response"),
        (Garble("[" * 100_000), ModelOutputError, "invalid response"),
        (Garble("\udcff\udcfe"), ModelOutputError, "invalid response"),
        (Say("x" * (MAX_REPLY_CHARACTERS + 1)), ModelOutputError, "the limit is 200,000"),
    ],
    ids=str,
)
def test_each_failure_has_its_class_and_names_the_server(behaviour: object, kind: type[ModelError], words: str) -> None:
    """The outcome is an error of this class whose one line names the server and what to do."""
    error, server = outcome(behaviour)
    assert type(error) is kind
    assert server.url in str(error)
    assert words in str(error)
    assert "\n" not in str(error)
    assert len(str(error)) < 500


ENDLESS = (
    Drip(),
    Drip(part="header"),
    Drip(part="continue"),
    Drip(part="continue", seconds=0.0),
    Say("late", delay=0.5),
)


@pytest.mark.parametrize("behaviour", ENDLESS, ids=str)
def test_a_slow_server_is_left(behaviour: object) -> None:
    """Neither silence nor a head, a body or interim responses without end hold a call for longer than allowed."""
    begun = time.monotonic()
    error, server = outcome(behaviour, timeout=0.2)
    assert time.monotonic() - begun < 2
    assert type(error) is ModelUnreachableError
    assert f"no complete response from {server.url} within 0.2 s; raise CONVOGRAPH_MODEL_SECONDS" in str(error)


def test_a_server_that_reads_nothing_is_left() -> None:
    """A request that fits into no buffer of the system is given up in time."""
    with socket.create_server(("127.0.0.1", 0)) as deaf:
        begun = time.monotonic()
        model = OpenAIChat("small", f"http://127.0.0.1:{deaf.getsockname()[1]}/v1", timeout=0.2)
        (error,) = model.complete([ask("x" * 20_000_000)])
    assert time.monotonic() - begun < 5
    assert type(error) is ModelUnreachableError


def test_a_name_that_nobody_resolves_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    """The look-up of a server's name, which has no timeout of its own, is part of the request."""
    monkeypatch.setattr(socket, "getaddrinfo", lambda *given, **options: time.sleep(1.5))
    begun = time.monotonic()
    (error,) = OpenAIChat("small", "http://nowhere.test/v1", timeout=0.1).complete([ask()])
    assert time.monotonic() - begun < 1
    assert type(error) is ModelUnreachableError


def test_after_an_abandoned_request_the_next_one_works() -> None:
    """A deadline ends one request, not the adapter, nor the others that run beside it."""

    def answer(asked: ReceivedRequest) -> object:
        return Drip(part="header") if asked.last == "hang" else "yes"

    with ScriptedServer(answer) as server:
        model = OpenAIChat("small", server.url, timeout=0.5)
        outcomes = model.complete([ask("hang"), ask("a"), ask("hang"), ask("b")])
        again = model.complete([ask("c")])
    assert [isinstance(each, ChatReply) for each in [*outcomes, *again]] == [False, True, False, True, True]


def test_compression_is_neither_asked_for_nor_read() -> None:
    """A few compressed bytes may hold gigabytes; nothing of them is unpacked."""
    error, server = outcome(Compressed(body=gzip.compress(b" " * 1_000_000)))
    assert type(error) is ModelOutputError
    assert "compressed as gzip, which was not asked for" in str(error)
    assert server.requests[0].headers["accept-encoding"] == "identity"


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
def test_a_forked_process_has_requests_of_its_own() -> None:
    """A server that forks its workers after the first request: each has connections of its own."""
    with ScriptedServer(lambda asked: "yes") as server:
        model = OpenAIChat("small", server.url, timeout=5.0)
        model.complete([ask()])
        child = os.fork()
        if child == 0:
            os._exit(0 if isinstance(model.complete([ask()])[0], ChatReply) else 1)
        assert os.waitpid(child, 0)[1] == 0
        assert isinstance(model.complete([ask()])[0], ChatReply)


def test_the_threads_of_an_adapter_end_with_it() -> None:
    """Whoever makes many adapters keeps no thread of theirs."""
    with ScriptedServer(["yes"]) as server:
        before = threading.active_count()
        OpenAIChat("small", server.url).complete([ask()])
        gc.collect()
        assert not [each for each in threading.enumerate() if each.name == "convograph-requests" and each.is_alive()]
    assert threading.active_count() <= before


@pytest.mark.parametrize("behaviour", [Drip(status=500), Fail(500, "x" * 1_000_000)], ids=["slow", "long"])
def test_an_error_page_without_end_is_left(behaviour: object) -> None:
    """The status is told, with what came of the page, cut."""
    begun = time.monotonic()
    error, _ = outcome(behaviour, timeout=1.0)
    assert time.monotonic() - begun < 4
    assert type(error) is ModelBusyError
    assert "answered 500" in str(error)
    assert len(str(error)) < 400


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ('{"error": {"message": "no such model"}}', "answered 404: no such model; check"),
        ('{"detail": "Not Found"}', "answered 404: Not Found; check"),
        ('{"error": "model not found"}', "answered 404: model not found; check"),
        ("<h1>404\n  nginx</h1>", "answered 404: <h1>404 nginx</h1>; check"),
        ("", "answered 404: no message; check"),
        ("[" * 50_000, "answered 404: [[["),
    ],
    ids=lambda value: value[:20],
)
def test_what_a_server_says_is_found_wherever_it_stands(body: str, words: str) -> None:
    """OpenAI's form, FastAPI's, Ollama's, a page of a proxy, nothing at all."""
    error, _ = outcome(Garble(body, status=404))
    assert type(error) is ModelRefusedError
    assert words in str(error)


def test_an_endless_body_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    """A body above the bound is an error before it is read to its end."""
    monkeypatch.setattr("convograph.llm.openai.LONGEST_BODY", 1000)
    error, _ = outcome("x" * 2000)
    assert type(error) is ModelOutputError
    assert "more than 1,000 bytes" in str(error)


def test_nobody_at_the_address() -> None:
    """A port where nothing listens."""
    with ScriptedServer([]) as server:
        url = server.url
    (error,) = OpenAIChat("small", url).complete([ask()])
    assert type(error) is ModelUnreachableError
    assert "Connection refused" in str(error)


@pytest.mark.parametrize(
    ("given", "seconds"),
    [
        ("2.5", 2.5),
        ("0", 0.0),
        ("-1", None),
        ("nan", None),
        ("inf", None),
        ("soon", None),
        ("Wed, 21 Oct 99999999999 07:28:00 GMT", None),
        ("9" * 5000, None),
        (None, None),
    ],
)
def test_the_wait_that_a_server_asks_for(given: str | None, seconds: float | None) -> None:
    """Seconds as a number; what is no sane time is none."""
    error, _ = outcome(Fail(429, retry_after=given))
    assert isinstance(error, ModelBusyError)
    assert error.retry_after == seconds


def test_the_wait_as_a_date() -> None:
    """A date that has passed asks for no wait, one to come for the time until then."""
    past, _ = outcome(Fail(503, retry_after="Wed, 21 Oct 2015 07:28:00 GMT"))
    coming, _ = outcome(Fail(503, retry_after="Fri, 31 Dec 2100 23:59:59 GMT"))
    assert isinstance(past, ModelBusyError)
    assert isinstance(coming, ModelBusyError)
    assert past.retry_after == 0
    assert coming.retry_after is not None
    assert coming.retry_after > 86_400


def test_one_failure_loses_no_other_request() -> None:
    """Outcomes stand in the order of the requests, whichever came first and whichever failed."""

    def answer(asked: ReceivedRequest) -> object:
        number = int(asked.last)
        return Fail(400) if number == 2 else Say(f"answer {number}", delay=0.05 if number == 0 else 0.0)

    with ScriptedServer(answer) as server:
        outcomes = OpenAIChat("small", server.url, concurrency=3).complete([ask(str(number)) for number in range(5)])
    assert [each.text if isinstance(each, ChatReply) else type(each) for each in outcomes] == [
        "answer 0",
        "answer 1",
        ModelRefusedError,
        "answer 3",
        "answer 4",
    ]


def test_requests_go_out_together() -> None:
    """Four requests of 0.25 s each take less than they would one after the other."""
    with ScriptedServer(lambda asked: Say("yes", delay=0.25)) as server:
        model = OpenAIChat("small", server.url, concurrency=4)
        begun = time.monotonic()
        model.complete([ask(str(number)) for number in range(4)])
    assert time.monotonic() - begun < 0.9


def test_no_requests_ask_nobody() -> None:
    """An empty batch is no call."""
    with ScriptedServer([]) as server:
        assert OpenAIChat("small", server.url).complete([]) == []
    assert server.requests == []


def test_a_stream_comes_in_pieces() -> None:
    """Word by word, and asked for as a stream."""
    with ScriptedServer(["Miso is a cat."]) as server:
        assert list(OpenAIChat("small", server.url).stream(ask())) == ["Miso ", "is ", "a ", "cat."]
    assert server.requests[0].body["stream"] is True


@pytest.mark.parametrize(
    ("behaviour", "heard", "kind"),
    [
        (HangUp(), [], ModelUnreachableError),
        (HangUp(midway=True, value="a b c d"), ["a "], ModelUnreachableError),
        (Fail(429), [], ModelBusyError),
        (Fail(404), [], ModelRefusedError),
        (Refuse(), [], ModelRefusedError),
        (Say(""), [], ModelOutputError),
        (Say("Miso is", finish="length"), ["Miso ", "is"], ModelOutputError),
        (Garble("<html>"), [], ModelOutputError),
        (Garble('data: {"choices": [\n\n'), [], ModelOutputError),
        (Garble('data: {"choices": [{"delta": {"content": "a"}}]}\n\n'), ["a"], ModelUnreachableError),
        (Garble('data: {"error": {"message": "boom"}}\n\n'), [], ModelBusyError),
        (Garble("data: " + "x" * 2_000_000), [], ModelOutputError),
    ],
    ids=lambda value: str(value)[:60],
)
def test_a_stream_that_fails_raises_after_what_came(
    behaviour: object, heard: list[str], kind: type[ModelError]
) -> None:
    """The pieces before the failure are given, then the error is raised."""
    came, error = pieces(behaviour)
    assert came == heard
    assert type(error) is kind


def test_a_stream_that_runs_away_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bound on characters holds for the sum of the pieces."""
    monkeypatch.setattr("convograph.llm.replies.MAX_REPLY_CHARACTERS", 5)
    came, error = pieces("ab cd ef")
    assert came == ["ab "]
    assert type(error) is ModelOutputError


@pytest.mark.parametrize("behaviour", ENDLESS[:-1], ids=str)
def test_a_dripping_stream_is_left(behaviour: object) -> None:
    """Comments, headers and interim responses that keep the line open do not keep the call open."""
    begun = time.monotonic()
    came, error = pieces(behaviour, timeout=0.2)
    assert time.monotonic() - begun < 2
    assert came == []
    assert type(error) is ModelUnreachableError


def test_the_time_of_a_stream_includes_that_of_its_reader() -> None:
    """A reader who pauses for longer than the whole stream may take gets the error, not the rest."""
    event = 'data: {"choices": [{"delta": {"content": "a"}}]}\n\n'
    with ScriptedServer([Garble(event * 50_000)]) as server:  # more than arrives in one piece
        stream = OpenAIChat("small", server.url, timeout=0.5).stream(ask())
        assert next(stream) == "a"
        time.sleep(0.6)
        with pytest.raises(ModelUnreachableError, match=r"within 0.5 s"):
            list(stream)


def test_a_stream_with_comments_and_null_fields_is_read() -> None:
    """Lines of other fields, Windows line ends, events without choices and nulls are passed over."""
    body = (
        ": ping\r\nevent: message\r\n"
        'data: {"choices": [], "usage": {"prompt_tokens": 1}}\r\n\r\n'
        'data: {"choices": [{"delta": null}]}\r\n\r\n'
        'data: {"choices": [{"delta": {"content": "Yes"}, "finish_reason": "stop"}]}\r\n\r\n'
    )
    assert pieces(Garble(body)) == (["Yes"], None)


@pytest.mark.parametrize("ask_it", [outcome, pieces], ids=["complete", "stream"])
def test_a_key_never_shows(ask_it: Callable[..., Any], caplog: pytest.LogCaptureFixture) -> None:
    """Not in an error whose server repeats it, not in what the error holds, not in a log."""
    caplog.set_level("DEBUG")
    answer = ask_it(Fail(401, f"Incorrect API key provided: {KEY}."))
    error = next(each for each in answer if isinstance(each, ModelRefusedError))
    assert "Incorrect API key provided: [key]." in str(error)
    assert KEY not in repr(error)
    assert error.__cause__ is None
    assert error.__context__ is None
    assert KEY not in caplog.text


def test_a_key_never_shows_in_the_model() -> None:
    """Neither the adapter nor its address prints it."""
    model = OpenAIChat("small", "http://localhost:1/v1", KEY)
    assert KEY not in repr(model) + repr(vars(model))


@pytest.mark.parametrize(
    ("model", "url", "key", "words"),
    [
        ("", None, "k", "not a model name: ''"),
        (" ", None, "k", "not a model name"),
        ("a\nb", None, "k", "not a model name"),
        ("m", "localhost:8000/v1", None, "'localhost:8000/v1' is not a server address; give one such as"),
        ("m", "ftp://localhost", None, "is not a server address"),
        ("m", "http://", None, "is not a server address"),
        ("m", "", None, "'' is not a server address"),
        ("m", "http://localhost:port/v1", None, "the base URL is invalid"),
        ("m", "http://[::1/v1", None, "the base URL is invalid"),
        ("m", "http://ana:hush@localhost/v1", None, "contains credentials"),
        ("m", "ana:hush@localhost/v1", None, "'localhost/v1' is not a server address"),
        ("m", "http://ana:hush/hush@localhost/v1", None, "the base URL is invalid; give one such as"),
        ("m", "http://localhost/v1?key=hush", None, "more than a host"),
        ("m", "http://local host/v1", None, "more than a host"),
        ("m", None, None, "requires an API key: set CONVOGRAPH_API_KEY"),
        ("m", None, "hush\nhush", "the API key contains an invalid character"),
        ("m", None, "hüsh", "the API key contains an invalid character"),
    ],
)
def test_what_cannot_be_a_server_is_refused_when_written(
    model: str, url: str | None, key: str | None, words: str
) -> None:
    """Before anything is asked, with the value and the remedy, and without a secret."""
    with pytest.raises(InputError) as error:
        OpenAIChat(model, url, key)
    assert words in str(error.value)
    assert "hush" not in str(error.value)
    assert "hüsh" not in str(error.value)


@pytest.mark.parametrize("options", [{"timeout": 0}, {"concurrency": 0}, {"schema_mode": "xml"}])
def test_settings_that_cannot_work_are_refused(options: Any) -> None:
    """No time, no threads, no such mode."""
    with pytest.raises(InputError):
        OpenAIChat("m", "http://localhost:1/v1", **options)


def test_without_the_library_the_install_line_is_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever lacks the extra is told how to get it."""
    monkeypatch.setitem(sys.modules, "openai", None)  # what Python takes for "not installed"
    with pytest.raises(MissingExtraError, match=r"pip install 'convograph\[llm\]'"):
        OpenAIChat("m", "http://localhost:1/v1")


def test_name_and_fingerprint() -> None:
    """The name is what a user writes; the fingerprint is the same on every server, and tells the schema mode."""
    here, there = OpenAIChat("m", "http://localhost:1/v1"), OpenAIChat("m", "http://localhost:2/v1", "k")
    assert here.name == "openai:m"
    assert here.fingerprint == there.fingerprint == "openai:m:auto"
    assert OpenAIChat("m", "http://localhost:1/v1", schema_mode="plain").fingerprint == "openai:m:plain"
