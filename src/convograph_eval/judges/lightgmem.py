"""LightGMEM's judge, LLM-J: a lenient CORRECT or WRONG, as usual for LoCoMo.

The paper does not print its prompt; these rules are our reconstruction.
"""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel

from convograph.chat import ChatRequest
from convograph_eval.judges.judge import Judge, reading
from convograph_eval.judges.prompt import judging
from convograph_eval.judges.types import AnsweredQuestion

_RULES = """\
You label answers to questions about past conversations as CORRECT or WRONG. Be generous:

- CORRECT if the candidate answer comes to the same topic or fact as the gold answer, in whatever words.
- A candidate may be much longer than the gold and say more; that alone never makes it WRONG.
- Times are compared by what they name: a relative time ("last Tuesday") and a date are equal when both mean the same \
time, and so are two ways to write one date.
- WRONG if it names another fact, person or time than the gold, or does not answer.

Where the gold answer says that something is not known, only a candidate that says so too is CORRECT."""
_CLOSING = 'Reply with one JSON object: {"label": "CORRECT"} or {"label": "WRONG"}.'


class Label(BaseModel):
    """What the judge replies."""

    label: Literal["CORRECT", "WRONG"]


def _request(answered: AnsweredQuestion) -> ChatRequest:
    return judging(_RULES, _CLOSING, answered)


lightgmem_judge = Judge("lightgmem", _request, reading(Label, lambda reply: reply.label == "CORRECT"))
"""Same topic or fact as the gold, as `{"label": "CORRECT"|"WRONG"}`; its mean is LLM-J."""
