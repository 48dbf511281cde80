"""Asking each question once."""

from __future__ import annotations

from dataclasses import replace

import pytest

from convograph.chat import ChatReply, ChatRequest
from convograph.errors import ModelBusyError
from convograph.llm.cached import Cached, reply_key
from convograph.llm.scripted import ScriptedChat
from support.chat import ask


class MemoryCache:
    """Keeps replies in a dict, apart by owner; declines those to a purpose that it does not like."""

    def __init__(self, declines: str = "") -> None:
        self.kept: dict[tuple[bytes, str], ChatReply] = {}
        self.declines = declines

    def get(self, key: bytes, owner: str) -> ChatReply | None:
        return self.kept.get((key, owner))

    def put(self, key: bytes, request: ChatRequest, reply: ChatReply) -> None:
        if request.purpose != self.declines:
            self.kept[key, request.owner] = reply


def cached(answer: object = "yes", declines: str = "") -> tuple[Cached, ScriptedChat]:
    """A model that always answers the same, with a cache."""
    model = ScriptedChat(lambda request: answer)
    return Cached(model, MemoryCache(declines)), model


def test_a_second_call_asks_nobody() -> None:
    """The reply is the same but for its mark."""
    wrapped, model = cached()
    (first,), (second,) = wrapped.complete([ask()]), wrapped.complete([ask()])
    assert isinstance(first, ChatReply)
    assert not first.cached
    assert second == replace(first, cached=True)
    assert len(model.batches) == 1


def test_equal_requests_of_a_batch_are_asked_once() -> None:
    """The first of them is the call, its twins are cached; the order stays."""
    wrapped, model = cached()
    outcomes = wrapped.complete([ask("a"), ask("b"), ask("a"), ask("c")])
    assert [each.cached for each in outcomes if isinstance(each, ChatReply)] == [False, False, True, False]
    assert [[request.messages[0].content for request in batch] for batch in model.batches] == [["a", "b", "c"]]


def test_each_request_gets_its_own_reply() -> None:
    """Kept, fresh and twin replies stand where their requests do."""
    model = ScriptedChat(lambda request: request.messages[0].content.upper())
    wrapped = Cached(model, MemoryCache())
    wrapped.complete([ask("b")])
    outcomes = wrapped.complete([ask("c"), ask("b"), ask("a"), ask("c")])
    assert [each.text for each in outcomes if isinstance(each, ChatReply)] == ["C", "B", "A", "C"]


def test_owners_are_apart() -> None:
    """Another owner's reply is not served, though the key is the same; not within a batch either."""
    wrapped, model = cached()
    wrapped.complete([ask(owner="ana"), ask(owner="ben")])
    wrapped.complete([ask(owner="cy")])
    assert [len(batch) for batch in model.batches] == [2, 1]
    assert reply_key("m", ask(owner="ana")) == reply_key("m", ask(owner="ben"))
    assert reply_key("m", ask(sources=(1, 2))) == reply_key("m", ask(sources=(7,)))


@pytest.mark.parametrize(
    "changed",
    [
        {"purpose": "other"},
        {"text": "Who?"},
        {"schema": {"type": "object"}},
        {"max_tokens": 5},
        {"temperature": 0.1},
    ],
    ids=str,
)
def test_every_other_part_of_a_request_counts(changed: dict[str, object]) -> None:
    """Each change is another key, and so is another model."""
    assert reply_key("m", ask(**changed)) != reply_key("m", ask())
    assert reply_key("n", ask()) != reply_key("m", ask())
    assert len(reply_key("m", ask())) == 32


@pytest.mark.parametrize("answer", [ModelBusyError("busy"), ChatReply("half", "m", 1, 1, 0.0, complete=False)])
def test_failures_and_cut_replies_are_not_kept(answer: object) -> None:
    """The next call asks again; twins within the batch share the outcome."""
    wrapped, model = cached(answer)
    assert len(wrapped.complete([ask(), ask()])) == 2
    wrapped.complete([ask()])
    assert [len(batch) for batch in model.batches] == [1, 1]


def test_a_cache_may_decline() -> None:
    """The reply is given all the same, and asked for anew."""
    wrapped, model = cached(declines="test")
    assert isinstance(wrapped.complete([ask()])[0], ChatReply)
    wrapped.complete([ask()])
    assert len(model.batches) == 2


def test_a_stream_is_served_from_the_cache() -> None:
    """In one piece when it is there, else by the model."""
    wrapped, model = cached("one two")
    assert list(wrapped.stream(ask())) == ["one ", "two"]
    wrapped.complete([ask()])
    assert list(wrapped.stream(ask())) == ["one two"]
    assert len(model.batches) == 2


def test_nothing_missing_asks_nobody() -> None:
    """Neither an empty batch nor one that is all there reaches the model."""
    wrapped, model = cached()
    wrapped.complete([ask()])
    assert wrapped.complete([]) == []
    wrapped.complete([ask()])
    assert len(model.batches) == 1


def test_cut_replies_are_kept_where_they_are_of_use() -> None:
    """They come back as cut as they were."""
    model = ScriptedChat(lambda request: ChatReply("[1, 2", "m", 1, 1, 0.0, complete=False))
    wrapped = Cached(model, MemoryCache(), cut=True)
    (first,), (second,) = wrapped.complete([ask()]), wrapped.complete([ask()])
    assert isinstance(first, ChatReply)
    assert second == replace(first, cached=True)
    assert not second.complete
    assert len(model.batches) == 1
