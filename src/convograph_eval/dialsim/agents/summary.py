"""Summaries of finished scenes, by a chat model (the released simulator's summary prompt, in our words)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Final

from convograph.chat import ChatRequest, Message
from convograph.errors import ModelError
from convograph.formats.limits import storable
from convograph.generation.reasoning import without_thoughts
from convograph.protocols import ChatModel, TokenCounter
from convograph_eval.answering import Cost, RecordedModel, Replies
from convograph_eval.dialsim.transcript import HeardScene

PURPOSE: Final = "summary"
TEMPERATURE: Final = 0.2  # as in all calls of the paper
_INSTRUCTIONS: Final = (
    "Summarise the conversation that follows for somebody who will be asked about it later. Keep its main points and "
    "the details that matter, what was concluded or decided, how the speakers stand to each other, and what anybody "
    "means to do. Be brief. Write the summary alone, and nothing about it."
)


@dataclass(slots=True)
class Summariser:
    """Summarises with `model` and keeps its replies in `replies`; `cost` and `failed` (errors by class) accumulate."""

    model: ChatModel
    replies: Replies | None
    counter: TokenCounter
    cost: Cost = field(default_factory=Cost)
    failed: Counter[str] = field(default_factory=Counter)

    def summary(self, scene: HeardScene) -> str | None:
        """The summary of a scene; `None` if the model failed or its reply is empty."""
        model = RecordedModel(self.model, self.replies, self.counter)
        messages = (Message("system", _INSTRUCTIONS), Message("user", scene.text))
        (outcome,) = model.complete([ChatRequest(PURPOSE, messages, temperature=TEMPERATURE)])
        text = "" if isinstance(outcome, ModelError) else storable(without_thoughts(outcome.text)).strip()
        self.cost += model.cost
        if not text:
            name = type(outcome).__name__ if isinstance(outcome, ModelError) else "empty"
            self.failed[name] += 1
        return text or None
