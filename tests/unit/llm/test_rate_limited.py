"""No more in a minute than allowed."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from convograph.chat import ChatReply
from convograph.errors import InputError
from convograph.llm.rate_limited import RateLimited
from convograph.llm.scripted import ScriptedChat
from support.chat import FakeTime, ask


class WordCounter:
    """Counts words."""

    name = "words"

    def count(self, texts: Sequence[str]) -> list[int]:
        return [len(text.split()) for text in texts]


def limited(*limits: Any) -> tuple[RateLimited, ScriptedChat, FakeTime]:
    """A model that repeats, limited, in a time that passes by sleeping only."""
    model, time = ScriptedChat(lambda request: request.messages[-1].content), FakeTime()
    return RateLimited(model, *limits, clock=time.clock, sleep=time.sleep), model, time


def test_a_batch_goes_out_as_the_minute_allows() -> None:
    """Five requests at two a minute: 2, 2, 1, with a minute between; the outcomes stand in order."""
    wrapped, model, time = limited(2)
    outcomes = wrapped.complete([ask(str(number)) for number in range(5)])
    assert [each.text for each in outcomes if isinstance(each, ChatReply)] == ["0", "1", "2", "3", "4"]
    assert [len(batch) for batch in model.batches] == [2, 2, 1]
    assert time.slept == [60.0, 60.0]


def test_the_minute_slides() -> None:
    """What went out 45 s ago leaves in 15 s."""
    wrapped, _, time = limited(2)
    wrapped.complete([ask()])
    time.now += 45
    wrapped.complete([ask(), ask()])
    assert time.slept == [15.0]


def test_tokens_count_with_the_reply_to_come() -> None:
    """Two words and 8 tokens of reply are 10; at 25 a minute two of them fit."""
    wrapped, model, time = limited(100, 25, WordCounter())
    wrapped.complete([ask("two words", max_tokens=8)] * 3)
    assert [len(batch) for batch in model.batches] == [2, 1]
    assert time.slept == [60.0]


def test_a_request_above_the_limit_goes_alone() -> None:
    """It cannot wait for ever: it goes when nothing else did for a minute."""
    wrapped, model, time = limited(100, 10, WordCounter())
    wrapped.complete([ask("a", max_tokens=1), ask("b", max_tokens=50), ask("c", max_tokens=1)])
    assert [[request.messages[0].content for request in batch] for batch in model.batches] == [["a"], ["b"], ["c"]]
    assert time.slept == [60.0, 60.0]


def test_streams_count() -> None:
    """A stream takes a place like any request."""
    wrapped, _, time = limited(1)
    assert list(wrapped.stream(ask("one two"))) == ["one ", "two"]
    wrapped.complete([ask()])
    assert time.slept == [60.0]


class MustWaitError(Exception):
    """Raised instead of waiting."""


def test_threads_share_the_limit() -> None:
    """Of ten threads at four a minute, four are served while no time passes."""

    def sleep(seconds: float) -> None:
        raise MustWaitError

    model = ScriptedChat(lambda request: "yes")
    wrapped = RateLimited(model, 4, clock=FakeTime().clock, sleep=sleep)

    def served(_: int) -> bool:
        try:
            return bool(wrapped.complete([ask()]))
        except MustWaitError:
            return False

    with ThreadPoolExecutor(10) as pool:
        assert sum(pool.map(served, range(10))) == 4
    assert len(model.batches) == 4


@pytest.mark.parametrize("limits", [(0,), (1, 0, WordCounter()), (1, 10)])
def test_limits_that_cannot_work_are_refused(limits: Any) -> None:
    """Nothing a minute, or tokens that nobody counts."""
    with pytest.raises(InputError):
        limited(*limits)
