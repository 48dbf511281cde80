"""What models used, written down."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from convograph.chat import ChatReply
from convograph.errors import ModelBusyError
from convograph.llm.metered import Ledger, Metered, ModelUsage
from convograph.llm.scripted import ScriptedChat
from support.chat import ask

REPLY = ChatReply("yes", "big-2026", 1_000, 200, 0.5)


def metered(answers: list[object], prices: dict[str, tuple[float, float]] | None = None) -> Metered:
    """A model called openai:big with these outcomes."""
    left = list(answers)
    return Metered(ScriptedChat(lambda request: left.pop(0), "openai:big"), prices=prices or {})


def test_calls_tokens_and_seconds_are_summed_by_purpose() -> None:
    """Two calls for a summary, one failure for an answer."""
    model = metered([REPLY, REPLY, ModelBusyError("busy")], {"big": (2.0, 10.0)})
    model.complete([ask(purpose="summary"), ask(purpose="summary"), ask(purpose="answer")])
    assert model.ledger.by_purpose() == {
        "summary": ModelUsage(
            calls=2, prompt_tokens=2_000, completion_tokens=400, seconds=1.0, money=pytest.approx(0.008)
        ),
        "answer": ModelUsage(calls=1, failures=1),
    }
    assert model.ledger.total().calls == 3


@pytest.mark.parametrize(
    ("prices", "money", "unpriced"),
    [
        ({"big-2026": (2.0, 10.0), "big": (9.0, 9.0)}, 0.004, 0),
        ({"openai:big": (2.0, 10.0)}, 0.004, 0),
        ({"big": (2.0, 10.0)}, 0.004, 0),
        ({"small": (2.0, 10.0)}, 0.0, 1),
    ],
)
def test_prices_are_found_by_either_name(prices: dict[str, tuple[float, float]], money: float, unpriced: int) -> None:
    """1,000 read at 2 and 200 written at 10 a million are 0.004; without a price the call is counted as such."""
    model = metered([REPLY], prices)
    model.complete([ask()])
    total = model.ledger.total()
    assert total.money == pytest.approx(money)
    assert total.unpriced == unpriced


def test_cached_replies_cost_nothing() -> None:
    """They are counted apart."""
    model = metered([ChatReply("yes", "big", 1_000, 200, 0.5, cached=True)], {"big": (2.0, 10.0)})
    model.complete([ask()])
    assert model.ledger.total() == ModelUsage(cached=1)


def test_missing_counts_are_said() -> None:
    """A reply without counts adds nothing to the sums and one to what is not counted."""
    model = metered([ChatReply("yes", "big", None, None, 0.5)], {"big": (2.0, 10.0)})
    model.complete([ask()])
    assert model.ledger.total() == ModelUsage(calls=1, uncounted=1, seconds=0.5)


def test_streams_are_calls_without_counts() -> None:
    """Those that fail too."""
    model = metered(["one two", ModelBusyError("busy")])
    assert list(model.stream(ask())) == ["one ", "two"]
    with pytest.raises(ModelBusyError):
        list(model.stream(ask()))
    total = model.ledger.total()
    assert (total.calls, total.failures, total.uncounted) == (2, 1, 2)
    assert total.seconds > 0


def test_threads_lose_nothing() -> None:
    """Eight threads booking 1,000 calls each."""
    ledger = Ledger()
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda _: [ledger.book("x", ModelUsage(calls=1)) for _ in range(1_000)], range(8)))
    assert ledger.total().calls == 8_000
