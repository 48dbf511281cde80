"""SGMem's judge: 1 for an accurate and complete answer, else 0 (SGMem's evaluation prompt, in our words)."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel

from convograph.chat import ChatRequest
from convograph_eval.judges.judge import Judge, reading
from convograph_eval.judges.prompt import judging
from convograph_eval.judges.types import AnsweredQuestion

_RULES = """\
You grade answers to questions about past conversations. Compare the candidate answer with the gold answer, for \
accuracy and for completeness.

Score 1: the candidate is factually accurate, and gives the gold answer in full or in a reasonable paraphrase.
Score 0: the candidate is wrong, beside the question, incomplete, or gives no answer.

Where the gold answer says that something is not known, only a candidate that says so too scores 1."""
_CLOSING = 'Reply with one JSON object: {"score": 1} or {"score": 0}.'


class Score(BaseModel):
    """What the judge replies."""

    score: Literal[0, 1]


def _request(answered: AnsweredQuestion) -> ChatRequest:
    return judging(_RULES, _CLOSING, answered)


sgmem_judge = Judge("sgmem", _request, reading(Score, lambda reply: reply.score == 1))
"""Accuracy and completeness against the gold, as `{"score": 0|1}`."""
