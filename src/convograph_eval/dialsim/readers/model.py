"""The reader that asks a chat model."""

from __future__ import annotations

from dataclasses import dataclass

from convograph.errors import ModelError
from convograph.generation.reasoning import without_thoughts
from convograph.protocols import ChatModel, TokenCounter
from convograph_eval.answering import RecordedModel, Replies
from convograph_eval.dialsim.agents import DialsimQuestion, FoundEvidence
from convograph_eval.dialsim.prompt import answer_request
from convograph_eval.dialsim.readers.types import Reply


@dataclass(frozen=True, slots=True)
class ModelReader:
    """Asks `model` in the format `form`; `retrieved` says that the history was retrieved, and is not the whole one."""

    model: ChatModel
    replies: Replies | None
    counter: TokenCounter
    form: str
    retrieved: bool

    def read(self, asked: DialsimQuestion, found: FoundEvidence) -> Reply:
        """The model's reply without its reasoning. An empty reply is wrong; a failed call gives no reply."""
        model = RecordedModel(self.model, self.replies, self.counter)
        (outcome,) = model.complete([answer_request(asked, found, self.form, retrieved=self.retrieved)])
        if isinstance(outcome, ModelError):
            return Reply(None, model.cost.seconds, outcome, model.cost)
        return Reply(without_thoughts(outcome.text), outcome.seconds, None, model.cost)
