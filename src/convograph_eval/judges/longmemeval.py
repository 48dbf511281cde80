"""LongMemEval's judge: yes or no, with rules for each type of question (in our words).

Wu et al., "LongMemEval", ICLR 2025, arXiv 2410.10813. The temperature is 0, a reply has at most 10 tokens, and a reply
with "yes" means right. One difference: in the release, every reply without "yes" is wrong; here, a reply with neither
yes nor no is a failure.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from convograph.chat import ChatOutcome, ChatRequest
from convograph.errors import ModelError, ModelOutputError
from convograph.formats.limits import shortened
from convograph.protocols import ChatModel
from convograph_eval.judges.judge import Judge
from convograph_eval.judges.prompt import judging
from convograph_eval.judges.types import AnsweredQuestion, Verdict

MAX_TOKENS = 10  # as in the release; enough to say yes or no before the reply is cut off

_ROLE = "You check an assistant's answers to questions about its past conversations with a user."
_CLOSING = "Is the candidate right by these rules? Reply with one word: yes or no."
_CONTAINS = """\
Say yes if the candidate contains the gold answer, says the same in other words, or has all the steps that lead to it. \
Say no otherwise, also if it has only a part of what the gold answer asks for."""
_YES, _NO = re.compile(r"\byes\b", re.IGNORECASE), re.compile(r"\bno\b", re.IGNORECASE)
_THOUGHTS = re.compile(r"\A\s*<think>.*?(?:</think>|\Z)", re.DOTALL)  # may contain both words


@dataclass(frozen=True, slots=True)
class JudgeRule:
    """When an answer is right, and what the gold is, for a type of question."""

    text: str
    gold_is: str = "Gold answer"


DEFAULT = JudgeRule(_CONTAINS)
ABSTENTION = JudgeRule(
    "The question cannot be answered from the conversations; the explanation says why. Say yes if the candidate "
    "recognises that, for instance by saying that the information is missing or incomplete, or that something else was "
    "mentioned but not what is asked for. Say no if it answers all the same.",
    "Explanation",
)
BY_TYPE: Mapping[str, JudgeRule] = {
    "temporal-reasoning": JudgeRule(
        f"{_CONTAINS} A count of days, weeks or months that is off by one is forgiven: 18 days for 19 is a yes."
    ),
    "knowledge-update": JudgeRule(
        f"{_CONTAINS} The gold answer is an updated one: a candidate that gives it may tell the earlier information "
        "too."
    ),
    "single-session-preference": JudgeRule(
        "The gold is a rubric of what a personal reply would take into account. Say yes if the candidate recalls the "
        "user's personal information and uses it rightly; it need not meet every point of the rubric. Say no "
        "otherwise.",
        "Rubric",
    ),
}
"""Types of questions with rules of their own; all others use `DEFAULT`."""


def _request(answered: AnsweredQuestion) -> ChatRequest:
    rule = ABSTENTION if answered.abstention else BY_TYPE.get(answered.category, DEFAULT)
    return judging(f"{_ROLE}\n\n{rule.text}", _CLOSING, answered, rule.gold_is, MAX_TOKENS)


def _ask(model: ChatModel, requests: Sequence[ChatRequest]) -> list[Verdict]:
    return [_verdict(outcome) for outcome in model.complete(requests)]


def _verdict(outcome: ChatOutcome) -> Verdict:
    """Right if the reply has a yes, wrong if it has only a no; a reply that was cut off is read the same way."""
    if isinstance(outcome, ModelError):
        return Verdict(None, outcome)
    said = _THOUGHTS.sub("", outcome.text)
    if _YES.search(said):
        return Verdict(True)
    if _NO.search(said):
        return Verdict(False)
    return Verdict(
        None,
        ModelOutputError(
            f"{outcome.model} said neither yes nor no in {MAX_TOKENS} tokens: {shortened(outcome.text)}; judge with "
            "another model, or with thinking turned off"
        ),
    )


longmemeval_judge = Judge("longmemeval", _request, _ask)
"""Yes or no, with rules by type of question; abstentions have their own rule."""
