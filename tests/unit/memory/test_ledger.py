"""What the ledger of an owner sums up."""

from __future__ import annotations

import convograph
from convograph.chat import ChatReply
from convograph.llm.scripted import ScriptedChat


def test_sums_of_tokens_stay_within_a_store() -> None:
    """A model that reports more than a store's integers hold fills the ledger, and breaks nothing."""
    with convograph.open(":memory:") as memory:
        memory.append({"role": "user", "content": "My cat is called Miso."}, "s")
        model = ScriptedChat(lambda request: ChatReply("Miso [1].", "scripted", 2**63 - 5, 2**70, 0.1))
        for _ in range(2):
            memory.answer("What is the cat called?", model=model)
        (entry,) = memory.ledger()
    assert (entry.calls, entry.prompt_tokens, entry.completion_tokens) == (2, 2**63 - 1, 2**63 - 1)
