"""A number of calls, and no more."""

from __future__ import annotations

import pytest

from convograph.chat import ChatReply
from convograph.errors import CallLimitError
from convograph.llm.limited import Allowance, Limited
from convograph.llm.scripted import ScriptedChat
from support.chat import ask


def test_beyond_the_allowance_nothing_is_sent() -> None:
    """Of a batch the first requests are answered; the others, and all later ones, are errors that name the remedy."""
    model = ScriptedChat(lambda request: "yes")
    limited = Limited(model, Allowance(3))
    assert [isinstance(each, ChatReply) for each in limited.complete([ask("a"), ask("b")])] == [True, True]
    outcomes = limited.complete([ask("c"), ask("d")])
    assert isinstance(outcomes[0], ChatReply)
    assert isinstance(outcomes[1], CallLimitError)
    with pytest.raises(CallLimitError, match="limit on calls is reached"):
        list(limited.stream(ask("e")))
    assert sum(len(batch) for batch in model.batches) == 3


def test_closed_it_allows_nothing() -> None:
    """Also one without a limit, and one that two models share."""
    model, allowance = ScriptedChat(lambda request: "yes"), Allowance(None)
    one, other = Limited(model, allowance), Limited(model, allowance)
    assert list(one.stream(ask())) == ["yes"]
    allowance.close()
    assert isinstance(other.complete([ask()])[0], CallLimitError)
    assert (other.name, other.fingerprint) == ("scripted", "scripted:scripted")
