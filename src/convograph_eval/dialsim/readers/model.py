"""A chat model that reads what was found."""

from __future__ import annotations

from dataclasses import dataclass

from convograph.errors import ModelError
from convograph.generation.reasoning import without_thoughts
from convograph.protocols import ChatModel, TokenCounter
from convograph_eval.answering import RecordedModel, Replies
from convograph_eval.dialsim.agents import DialsimQuestion, Found
from convograph_eval.dialsim.prompt import answer_request
from convograph_eval.dialsim.readers.types import Reply


@dataclass(frozen=True, slots=True)
class ModelReader:
    """Asks `model` in the form `form`; `retrieved` says that the history was searched for, rather than all there is."""

    model: ChatModel
    replies: Replies | None
    counter: TokenCounter
    form: str
    retrieved: bool

    def read(self, asked: DialsimQuestion, found: Found) -> Reply:
        """The model's reply without its reasoning. An empty one is a wrong reply; a failed call is none."""
        model = RecordedModel(self.model, self.replies, self.counter)
        (outcome,) = model.complete([answer_request(asked, found, self.form, retrieved=self.retrieved)])
        if isinstance(outcome, ModelError):
            return Reply(None, model.cost.seconds, outcome, model.cost)
        return Reply(without_thoughts(outcome.text), outcome.seconds, None, model.cost)
