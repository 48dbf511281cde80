"""What an agent costs a dialogue, in tokens and money, as G-Long's Table 6 has it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from statistics import fmean
from typing import Any, Final

from convograph_eval.answering import Cost, TokenPrice
from convograph_eval.responding.record import DialogueRecord

PAPER_PRICE: Final[TokenPrice] = (0.15, 0.60)  # dollars for a million tokens read and written: gpt-4o-mini's
_MILLION, _SAMPLES = 1_000_000, 1_000


@dataclass(frozen=True, slots=True)
class DialogueCost:
    """Mean tokens of a dialogue: `main` are those of the prompts of all replies, the others those of the upkeep.

    `written` are the tokens of the replies, which the paper's prices leave out.
    """

    main: float
    written: float
    memory_read: float
    memory_written: float

    def money(self, price: TokenPrice = PAPER_PRICE) -> float:
        """The price of a thousand dialogues: prompts and what upkeep reads at the first, what it writes at the second.

        >>> round(DialogueCost(28_058, 0, 0, 0).money(), 2)  # Long Context on MSC in Table 6
        4.21
        """
        read, written = price
        return _SAMPLES * (read * (self.main + self.memory_read) + written * self.memory_written) / _MILLION


def dialogue_cost(records: Sequence[DialogueRecord]) -> DialogueCost:
    """The mean over dialogues. Tokens of a prompt are the server's, or where no model replied, the run's counter's."""
    return DialogueCost(
        fmean(sum(_read(reply.cost, reply.prompt_tokens) for reply in record.replies) for record in records),
        fmean(sum(reply.cost.completion_tokens for reply in record.replies) for record in records),
        fmean(record.upkeep.prompt_tokens for record in records),
        fmean(record.upkeep.completion_tokens for record in records),
    )


def cost_report(records: Sequence[DialogueRecord], price: TokenPrice, long_context: float | None) -> dict[str, Any]:
    """The costs of an agent as a JSON object; `ratio` is that of its main tokens to `long_context`, if that is known.

    `stages` are the sums of what was asked of models.
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
