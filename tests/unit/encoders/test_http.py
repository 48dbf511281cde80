"""Embedding models behind a server, against a real one on this machine that follows a script."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from convograph.encoders.http import HttpEncoder
from convograph.endpoint.backoff import Backoff
from convograph.errors import InputError, ModelBusyError, ModelError, ModelOutputError, ModelRefusedError
from convograph.llm.scripted import Fail, Garble, HangUp, ReceivedRequest, ScriptedServer, Vectors
from support.chat import FakeTime


def by_length(asked: ReceivedRequest) -> Vectors:
    """A row for each text: its length and 1."""
    return Vectors([[float(len(text)), 1.0] for text in asked.body["input"]])


def encoder(server: ScriptedServer, **options: Any) -> HttpEncoder:
    """An encoder whose repeats wait for nothing."""
    return HttpEncoder("small", server.url, **{"backoff": Backoff(sleep=FakeTime().sleep), **options})


def test_rows_are_unit_float32_in_order() -> None:
    """Norm 1, zeros for a text of spaces, which is not sent, and the order of the texts."""
    with ScriptedServer(by_length) as server:
        rows = encoder(server, dimensions=2).encode(["abc", " ", "a", ""], "passage")
    assert rows.dtype == np.float32
    np.testing.assert_allclose(rows, [[3 / 10**0.5, 1 / 10**0.5], [0, 0], [0.5**0.5, 0.5**0.5], [0, 0]], atol=1e-7)
    (asked,) = server.requests
    assert asked.body == {"model": "small", "input": ["abc", "a"], "encoding_format": "float"}


def test_dimensions_are_found_out_once() -> None:
    """By one word, unless they are given; no texts give no rows."""
    with ScriptedServer(by_length) as server:
        unknown = encoder(server)
        assert (unknown.dimensions, unknown.dimensions) == (2, 2)
        assert unknown.encode([], "query").shape == (0, 2)
        assert encoder(server, dimensions=2).dimensions == 2
    assert len(server.requests) == 1


def test_batches_are_bounded_and_put_together_in_order() -> None:
    """Ten texts by three are four requests, at the same time."""
    texts = ["x" * length for length in range(1, 11)]
    with ScriptedServer(by_length) as server:
        rows = encoder(server, dimensions=2, batch_texts=3, concurrency=4).encode(texts, "passage")
    assert sorted(len(asked.body["input"]) for asked in server.requests) == [1, 3, 3, 3]
    np.testing.assert_allclose(rows[:, 0] / rows[:, 1], range(1, 11), rtol=1e-6)


def test_rows_are_taken_by_their_numbers() -> None:
    """A server may send them in any order."""
    body = '{"data": [{"index": 1, "embedding": [0, 2]}, {"index": 0, "embedding": [2, 0]}]}'
    with ScriptedServer([Garble(body)]) as server:
        assert encoder(server, dimensions=2).encode(["a", "b"], "query").tolist() == [[1, 0], [0, 1]]


def test_what_passes_is_asked_again_for_the_failed_batch_alone() -> None:
    """Two batches, one busy once: three requests."""
    with ScriptedServer([Vectors([[1.0, 0.0]]), Fail(429), Vectors([[0.0, 1.0]])]) as server:
        rows = encoder(server, dimensions=2, batch_texts=1, concurrency=1).encode(["a", "b"], "query")
    assert rows.tolist() == [[1, 0], [0, 1]]
    assert [asked.body["input"] for asked in server.requests] == [["a"], ["b"], ["b"]]


@pytest.mark.parametrize(
    ("behaviour", "kind", "words"),
    [
        (Fail(500), ModelBusyError, "answered 500"),
        (Fail(404, "no such model"), ModelRefusedError, "no such model"),
        (HangUp(midway=True), ModelError, "no complete response"),
        (Garble("{"), ModelOutputError, "no usable vectors"),
        (Garble("{}"), ModelOutputError, "Field required"),
        (Vectors([]), ModelOutputError, "0 rows for 1 texts"),
        (Vectors([[1.0, 0.0], [1.0, 0.0]]), ModelOutputError, "2 rows for 1 texts"),
        (Vectors([[1.0, 0.0, 0.0]]), ModelOutputError, "vectors of [3] numbers instead of 2"),
        (Vectors([[]]), ModelOutputError, "vectors of [0] numbers"),
        (Vectors([[float("nan"), 1.0]]), ModelOutputError, "a number is NaN or infinite"),
        (Vectors([[float("inf"), 1.0]]), ModelOutputError, "a number is NaN or infinite"),
        (Garble('{"data": [{"index": 0, "embedding": ["a", "b"]}]}'), ModelOutputError, "valid number"),
    ],
    ids=str,
)
def test_unusable_answers_are_errors(behaviour: object, kind: type[ModelError], words: str) -> None:
    """Nothing is made up for a text whose vector did not come."""
    with ScriptedServer(lambda asked: behaviour) as server, pytest.raises(kind) as error:
        encoder(server, dimensions=2).encode(["a"], "query")
    assert words in str(error.value)
    assert server.url in str(error.value)


def test_lengths_that_differ_within_an_answer_are_refused() -> None:
    """Also while the dimensions are being found out."""
    with ScriptedServer([Vectors([[1.0], [1.0, 2.0]])]) as server, pytest.raises(ModelOutputError, match=r"\[1, 2\]"):
        encoder(server, dimensions=2).encode(["a", "b"], "query")


def test_huge_and_zero_vectors() -> None:
    """Squares do not overflow; a row of zeros stays one."""
    with ScriptedServer([Vectors([[3e300, 4e300], [0.0, 0.0]])]) as server:
        rows = encoder(server, dimensions=2).encode(["a", "b"], "query")
    np.testing.assert_allclose(rows, [[0.6, 0.8], [0, 0]], rtol=1e-6)


def test_lone_surrogates_can_be_encoded() -> None:
    """Half of a pair is sent as U+FFFD."""
    with ScriptedServer(by_length) as server:
        encoder(server, dimensions=2).encode(["a\ud800"], "query")
    assert server.requests[0].body["input"] == ["a\ufffd"]


def test_name_and_fingerprint() -> None:
    """What a user writes; neither asks the server."""
    with ScriptedServer([]) as server:
        made = encoder(server)
        assert (made.name, made.fingerprint) == ("openai:small", "openai:small")
    assert server.requests == []


@pytest.mark.parametrize("options", [{"batch_texts": 0}, {"concurrency": 0}, {"timeout": 0}])
def test_settings_that_cannot_work_are_refused(options: Any) -> None:
    """No texts, no threads, no time."""
    with pytest.raises(InputError, match="above 0"):
        HttpEncoder("small", "http://localhost:1/v1", **options)
