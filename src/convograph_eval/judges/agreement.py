"""How far a judge can be trusted: its verdicts beside those of people, on cases that were planted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from convograph.errors import InputError
from convograph.protocols import ChatModel
from convograph_eval.judges.judge import Judge
from convograph_eval.judges.planted import Planted


@dataclass(frozen=True, slots=True)
class Agreement:
    """The confusion of a judge with what was planted; failures are apart and take no part in the measures.

    `too_lenient` counts wrong answers that were judged right, `too_strict` right ones that were judged wrong;
    `mistaken` are the ids of both, in the order of the cases.
    """

    both_right: int
    both_wrong: int
    too_lenient: int
    too_strict: int
    failed: int
    mistaken: tuple[str, ...]

    @property
    def judged(self) -> int:
        """The cases on which there is a verdict."""
        return self.both_right + self.both_wrong + self.too_lenient + self.too_strict

    @property
    def share(self) -> float | None:
        """The share of the judged cases on which judge and plan agree, 0 to 1; `None` without any."""
        return (self.both_right + self.both_wrong) / self.judged if self.judged else None

    @property
    def kappa(self) -> float | None:
        """Cohen's kappa, (p_o − p_e) / (1 − p_e), -1 to 1: the agreement beyond chance (Cohen, 1960).

        `None` where it is not defined: without a judged case, and when all verdicts and all plans are one and the same.
        """
        judged_right, planted_right = self.both_right + self.too_lenient, self.both_right + self.too_strict
        # p_o and p_e, both times the square of the number of cases: whole numbers, and no rounding before the end
        observed = (self.both_right + self.both_wrong) * self.judged
        by_chance = judged_right * planted_right + (self.judged - judged_right) * (self.judged - planted_right)
        room = self.judged**2 - by_chance
        return (observed - by_chance) / room if room else None


def agreement(judge: Judge, planted: Sequence[Planted], model: ChatModel) -> Agreement:
    """Has `judge` judge every case with `model`, and compares. Raises `InputError` without cases."""
    if not planted:
        raise InputError("there are no planted cases; give at least one")
    verdicts = judge([case.answered for case in planted], model)
    pairs = list(zip(planted, (verdict.right for verdict in verdicts), strict=True))
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
    )
