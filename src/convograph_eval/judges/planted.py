"""Planted answers with known verdicts: a small set about an invented person, for testing judges.

`planted.json` holds the cases. "right" is a boolean if it holds for every judge. If their rules differ, it is an object
with the verdict of each judge whose rules decide the case; the other judges skip the case.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib.resources import files

from pydantic import BaseModel, ConfigDict, StrictBool, TypeAdapter

from convograph_eval.judges.types import AnsweredQuestion


@dataclass(frozen=True, slots=True)
class Planted:
    """A case and whether its answer is right; `kind` names the difficulty ("off by one day", "wrong person")."""

    answered: AnsweredQuestion
    right: bool
    kind: str


class _Case(BaseModel):
    model_config = ConfigDict(extra="forbid")

    id: str
    kind: str
    category: str
    question: str
    gold: str
    answer: str
    right: StrictBool | dict[str, StrictBool]
    abstention: bool = False


_CASES = TypeAdapter(list[_Case])


def planted_cases(judge: str) -> tuple[Planted, ...]:
    """The bundled cases that this judge's rules decide, in the order of the file."""
    text = files("convograph_eval.judges").joinpath("planted.json").read_text(encoding="utf-8")
    cases = []
    for case in _CASES.validate_json(text):
        right = case.right if isinstance(case.right, bool) else case.right.get(judge)
        if right is not None:
            answered = AnsweredQuestion(
                case.id, case.question, case.category, case.gold, case.answer, abstention=case.abstention
            )
            cases.append(Planted(answered, right, case.kind))
    return tuple(cases)
