"""The cost of an agent per dialogue, in tokens and money, as in G-Long's Table 6."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from statistics import fmean
from typing import Any, Final

from convograph_eval.answering import Cost, TokenPrice
from convograph_eval.responding.record import DialogueRecord

PAPER_PRICE: Final[TokenPrice] = (0.15, 0.60)  # gpt-4o-mini: dollars per million input and output tokens
_MILLION, _SAMPLES = 1_000_000, 1_000


@dataclass(frozen=True, slots=True)
class DialogueCost:
    """Mean tokens per dialogue: `main` in the prompts of all replies, `memory_…` in the upkeep of the memory.

    `written` are the tokens of the replies, which the paper's costs leave out.
    """

    main: float
    written: float
    memory_read: float
    memory_written: float

    def money(self, price: TokenPrice = PAPER_PRICE) -> float:
        """The cost of 1,000 dialogues: prompts and upkeep input at the first price, upkeep output at the second.

        >>> round(DialogueCost(28_058, 0, 0, 0).money(), 2)  # Long Context on MSC in Table 6
        4.21
        """
        read, written = price
        return _SAMPLES * (read * (self.main + self.memory_read) + written * self.memory_written) / _MILLION


def dialogue_cost(records: Sequence[DialogueRecord]) -> DialogueCost:
    """The mean over dialogues. Prompt tokens are as reported by the server, or by the run's counter without a reply."""
    return DialogueCost(
        fmean(sum(_read(reply.cost, reply.prompt_tokens) for reply in record.replies) for record in records),
        fmean(sum(reply.cost.completion_tokens for reply in record.replies) for record in records),
        fmean(record.upkeep.prompt_tokens for record in records),
        fmean(record.upkeep.completion_tokens for record in records),
    )


def cost_report(records: Sequence[DialogueRecord], price: TokenPrice, long_context: float | None) -> dict[str, Any]:
    """The costs of an agent as a JSON object; `ratio` is its main tokens divided by `long_context`, if that is known.

    `stages` are the total costs of model calls by stage.
    """
    cost = dialogue_cost(records)
    replies = [reply for record in records for reply in record.replies]
    stages = {
        "responding": sum((reply.cost for reply in replies), Cost()),
        "upkeep": sum((record.upkeep for record in records), Cost()),
        "judging": sum((record.judging for record in records), Cost()),
    }
    return {
        "a_dialogue": asdict(cost),
        "money_of_1000": cost.money(price),
        "ratio": cost.main / long_context if long_context else None,
        "a_reply": {
            "prompt_tokens": fmean(reply.prompt_tokens for reply in replies),
            "memory_tokens": fmean(reply.memory_tokens for reply in replies),
        },
        "stages": {name: stage.as_json() for name, stage in stages.items()},
        "seconds": round(sum(record.seconds for record in records), 1),
    }


def _read(cost: Cost, counted: int) -> int:
    return cost.prompt_tokens or counted
