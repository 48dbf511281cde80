"""The agreement of a model's verdicts with the planted ones, judge by judge."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from convograph.protocols import ChatModel
from convograph.tokens import WordPieceCounter
from convograph_eval.answering.circuit_breaker import CircuitBreaker, Guarded
from convograph_eval.answering.cost import Cost, TokenPrice
from convograph_eval.answering.replies import Replies
from convograph_eval.answering.settings import checked_judges
from convograph_eval.answering.verdicts import Panel
from convograph_eval.judges import JUDGES, agreement, planted_cases


def judge_agreement(
    model: ChatModel, judges: Sequence[str], replies: Replies | None = None, price: TokenPrice | None = None
) -> dict[str, Any]:
    """`judge` (the model's name), `judges` (agreement and confusion matrix by judge) and `cost`.

    Raises `InputError` for unknown judges, and `ModelError` if the model was given up or never replied.
    """
    breaker = CircuitBreaker()
    found, cost = {}, Cost()
    for name in checked_judges(judges):
        panel = Panel(JUDGES[name], replies, WordPieceCounter())
        planted = planted_cases(name)
        made = agreement(panel, planted, Guarded(model, breaker))
        found[name] = {"cases": len(planted), "agreement": made.share, "kappa": made.kappa, **asdict(made)}
        cost = sum(panel.costs, cost)
    breaker.check_answered()
    return {"judge": model.name, "judges": found, "cost": cost.as_json(price)}
