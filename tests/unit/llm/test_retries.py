"""Asking again after failures that pass."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest

from convograph.chat import ChatOutcome, ChatReply, ChatRequest
from convograph.endpoint.backoff import Backoff
from convograph.errors import (
    InputError,
    ModelBusyError,
    ModelError,
    ModelOutputError,
    ModelRefusedError,
    ModelUnreachableError,
)
from convograph.llm.retries import Retrying
from convograph.llm.scripted import ScriptedChat
from support.chat import FakeTime, ask

HALF: Callable[[], float] = lambda: 0.5  # noqa: E731


def retrying(answers: dict[str, list[Any]], **options: Any) -> tuple[Retrying, ScriptedChat, FakeTime]:
    """A model that goes through the answers to each question, within `Retrying` whose waits take no time."""
    left = {question: list(each) for question, each in answers.items()}
    model = ScriptedChat(lambda request: left[request.messages[-1].content].pop(0))
    time = FakeTime()
    backoff = Backoff(**{"random": HALF, "sleep": time.sleep, "clock": time.clock, **options})
    return Retrying(model, backoff), model, time


def test_only_what_failed_is_asked_again() -> None:
    """The outcomes stand in the order of the requests; the second round has one request."""
    wrapped, model, _ = retrying({"a": ["1"], "b": [ModelBusyError("busy"), "2"], "c": ["3"]})
    outcomes = wrapped.complete([ask("a"), ask("b"), ask("c")])
    assert [each.text for each in outcomes if isinstance(each, ChatReply)] == ["1", "2", "3"]
    assert [[request.messages[0].content for request in batch] for batch in model.batches] == [["a", "b", "c"], ["b"]]


def test_waits_double_up_to_a_bound() -> None:
    """Half (by the random number) of 1, 2, 4, 4 seconds."""
    wrapped, _, time = retrying(
        {"a": [ModelUnreachableError("gone")] * 5}, attempts=5, first_seconds=1.0, longest_seconds=4.0
    )
    (error,) = wrapped.complete([ask("a")])
    assert isinstance(error, ModelUnreachableError)
    assert time.slept == [0.5, 1.0, 2.0, 2.0]


@pytest.mark.parametrize("error", [ModelRefusedError("no"), ModelOutputError("empty")])
def test_what_does_not_pass_is_not_asked_again(error: ModelError) -> None:
    """A refusal stays one."""
    wrapped, model, time = retrying({"a": [error]})
    assert wrapped.complete([ask("a")]) == [error]
    assert (len(model.batches), time.slept) == (1, [])


def test_the_wait_that_a_server_asks_for_is_kept() -> None:
    """The longest of the batch, when it is longer than one's own."""
    wrapped, _, time = retrying(
        {"a": [ModelBusyError("busy", 3.0), "1"], "b": [ModelBusyError("busy", 9.0), "2"]}, first_seconds=1.0
    )
    outcomes = wrapped.complete([ask("a"), ask("b")])
    assert time.slept == [9.0]
    assert all(isinstance(each, ChatReply) for each in outcomes)


def test_a_wait_beyond_the_time_allowed_is_not_begun() -> None:
    """Who is told to come back in an hour gets the error now; the others of the batch are still asked again."""
    wrapped, _, time = retrying(
        {"a": [ModelBusyError("full", 3600.0)], "b": [ModelBusyError("busy"), "2"]}, total_seconds=60.0
    )
    first, second = wrapped.complete([ask("a"), ask("b")])
    assert isinstance(first, ModelBusyError)
    assert isinstance(second, ChatReply)
    assert time.slept == [0.25]


def test_all_together_takes_no_longer_than_allowed() -> None:
    """1 s + 2 s of waiting fit into 5 s, another 4 s do not."""
    busy = [ModelBusyError("busy")] * 9
    wrapped, model, time = retrying({"a": busy}, attempts=9, first_seconds=1.0, total_seconds=5.0, random=lambda: 1.0)
    wrapped.complete([ask("a")])
    assert time.slept == [1.0, 2.0]
    assert len(model.batches) == 3


def test_one_attempt_is_none_again_and_none_is_refused() -> None:
    """`attempts` counts the first."""
    wrapped, model, _ = retrying({"a": [ModelBusyError("busy")]}, attempts=1)
    wrapped.complete([ask("a")])
    assert len(model.batches) == 1
    with pytest.raises(InputError, match="attempts must be 1 or more, not 0"):
        Backoff(attempts=0)


def test_a_stream_begins_again_until_its_first_piece() -> None:
    """A failure before anything came is repeated."""
    wrapped, _, time = retrying({"a": [ModelBusyError("busy"), "one two"]})
    assert list(wrapped.stream(ask("a"))) == ["one ", "two"]
    assert time.slept == [0.25]


class BreaksMidway:
    """A model whose stream fails after a piece."""

    name = fingerprint = "breaks"

    def __init__(self) -> None:
        self.begun = 0

    def complete(self, requests: Sequence[ChatRequest]) -> list[ChatOutcome]:
        return []

    def stream(self, request: ChatRequest) -> Iterator[str]:
        self.begun += 1
        yield "one "
        raise ModelUnreachableError("gone")


def test_a_stream_is_not_repeated_once_something_came() -> None:
    """Nobody hears the beginning twice."""
    model = BreaksMidway()
    stream = Retrying(model, Backoff(sleep=FakeTime().sleep)).stream(ask())
    assert next(stream) == "one "
    with pytest.raises(ModelUnreachableError):
        next(stream)
    assert model.begun == 1


def test_name_and_fingerprint_are_those_within() -> None:
    """Replies are the same."""
    wrapped, model, _ = retrying({})
    assert (wrapped.name, wrapped.fingerprint) == (model.name, model.fingerprint)
