"""How far a judge can be trusted: its verdicts compared with known ones on planted cases."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from convograph.errors import InputError
from convograph.protocols import ChatModel
from convograph_eval.judges.planted import Planted
from convograph_eval.judges.types import AnsweredQuestion, Verdict, named_error

Judging = Callable[[Sequence[AnsweredQuestion], ChatModel], list[Verdict]]
"""Returns a verdict for each answer, in order, given answers and a model: a `Judge`, or a function that calls one."""


@dataclass(frozen=True, slots=True)
class Agreement:
    """The confusion matrix of a judge on planted cases; failures are counted separately and affect no measure.

    `too_lenient` counts wrong answers that were judged right, `too_strict` right answers that were judged wrong;
    `mistaken` holds the ids of both, in the order of the cases. `reasons` are the distinct errors of the failures, most
    frequent first.
    """

    both_right: int
    both_wrong: int
    too_lenient: int
    too_strict: int
    failed: int
    mistaken: tuple[str, ...]
    reasons: tuple[str, ...] = ()

    @property
    def judged(self) -> int:
        """The number of cases with a verdict."""
        return self.both_right + self.both_wrong + self.too_lenient + self.too_strict

    @property
    def share(self) -> float | None:
        """The share of judged cases on which the judge agrees, 0 to 1; `None` without a judged case."""
        return (self.both_right + self.both_wrong) / self.judged if self.judged else None

    @property
    def kappa(self) -> float | None:
        """Cohen's kappa, (p_o − p_e) / (1 − p_e), -1 to 1: the agreement beyond chance (Cohen, 1960).

        `None` if undefined: without a judged case, or if all verdicts and all planted verdicts are the same.
        """
        judged_right, planted_right = self.both_right + self.too_lenient, self.both_right + self.too_strict
        # p_o and p_e times the squared number of judged cases: integers, so only the division rounds
        observed = (self.both_right + self.both_wrong) * self.judged
        by_chance = judged_right * planted_right + (self.judged - judged_right) * (self.judged - planted_right)
        beyond_chance = self.judged**2 - by_chance
        return (observed - by_chance) / beyond_chance if beyond_chance else None


def agreement(judge: Judging, planted: Sequence[Planted], model: ChatModel) -> Agreement:
    """The agreement of `judge` on all cases with `model`. Raises `InputError` without cases."""
    if not planted:
        raise InputError("there are no planted cases; give at least one")
    verdicts = judge([case.answered for case in planted], model)
    pairs = list(zip(planted, (verdict.right for verdict in verdicts), strict=True))
    reasons = Counter(named_error(verdict.failed) for verdict in verdicts if verdict.failed is not None)
    counts = dict.fromkeys(((True, True), (False, False), (False, True), (True, False)), 0)
    for case, right in pairs:
        if right is not None:
            counts[case.right, right] += 1
    return Agreement(
        both_right=counts[True, True],
        both_wrong=counts[False, False],
        too_lenient=counts[False, True],
        too_strict=counts[True, False],
        failed=len(planted) - sum(counts.values()),
        mistaken=tuple(case.answered.id for case, right in pairs if right is not None and right != case.right),
        reasons=tuple(reason for reason, _ in reasons.most_common()),
    )
