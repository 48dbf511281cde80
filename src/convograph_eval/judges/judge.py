"""A judge as a value: its name, the request it makes about an answer, and how it reads the reply."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from pydantic import BaseModel

from convograph.chat import ChatRequest
from convograph.errors import ModelError
from convograph.protocols import ChatModel
from convograph.structured import ask_for
from convograph_eval.judges.types import AnsweredQuestion, Verdict

Shape = TypeVar("Shape", bound=BaseModel)

Reader = Callable[[ChatModel, Sequence[ChatRequest]], list[Verdict]]


@dataclass(frozen=True, slots=True)
class Judge:
    """Returns a verdict for each answer, in order, when called with answers and a model.

    `request` builds the request about one answer; `ask` sends all requests as one batch and reads the replies. A
    missing answer is judged wrong without a model call.
    """

    name: str
    request: Callable[[AnsweredQuestion], ChatRequest]
    ask: Reader

    def __call__(self, answers: Sequence[AnsweredQuestion], model: ChatModel) -> list[Verdict]:
        """A verdict for each answer; a failed call is a failure, never "wrong"."""
        verdicts = [Verdict(False)] * len(answers)
        given = [place for place, each in enumerate(answers) if not each.missing]
        if given:
            judged = self.ask(model, [self.request(answers[place]) for place in given])
            for place, verdict in zip(given, judged, strict=True):
                verdicts[place] = verdict
        return verdicts


def reading(shape: type[Shape], right: Callable[[Shape], bool]) -> Reader:
    """A reader that requests a JSON object of `shape`, with one repair, and passes it to `right` for the verdict."""

    def ask(model: ChatModel, requests: Sequence[ChatRequest]) -> list[Verdict]:
        found = ask_for(model, requests, shape)
        return [Verdict(None, each) if isinstance(each, ModelError) else Verdict(right(each.value)) for each in found]

    return ask
