"""What tokens cost: `--price READ,WRITTEN`, per million input and output tokens, in the user's currency."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from convograph.errors import InputError

_MILLION: Final = 1_000_000


class TokenCounts(Protocol):
    """Anything with token counts, such as a plan of model calls or a ledger entry."""

    @property
    def prompt_tokens(self) -> int:
        """Input tokens."""

    @property
    def completion_tokens(self) -> int:
        """Output tokens."""


@dataclass(frozen=True, slots=True)
class Price:
    """The price of a million input and output tokens, in the user's currency."""

    read: float
    written: float

    def of(self, counts: TokenCounts) -> float:
        """The cost of the counted tokens."""
        return (counts.prompt_tokens * self.read + counts.completion_tokens * self.written) / _MILLION


@dataclass(frozen=True, slots=True)
class PriceList:
    """Prices by model, and an optional price for all other models."""

    by_model: dict[str, Price]
    otherwise: Price | None

    def of(self, model: str) -> Price | None:
        """The price of a model, looked up by its full name, then by the part after the first colon."""
        names = (model, model.partition(":")[2])
        return next((self.by_model[name] for name in names if name in self.by_model), self.otherwise)


def price_of(given: str) -> Price:
    """The price in a text such as `"0.15,0.60"`. Raises `InputError` for any other text."""
    try:
        read, written = (float(part) for part in given.split(","))
    except ValueError:
        raise InputError(f"not a price: {given!r:.80}; give two numbers, such as --price 0.15,0.60") from None
    if not all(math.isfinite(number) and number >= 0 for number in (read, written)):
        raise InputError(f"not a price: {given!r:.80}; both numbers must be 0 or more")
    return Price(read, written)


def price_list(given: Sequence[str]) -> PriceList:
    """The prices in texts such as `"gpt-4o-mini=0.15,0.60"`; a text without a name prices all other models.

    Raises `InputError` for any other text, and for two prices of one model.
    """
    found: dict[str, Price] = {}
    for text in given:
        name, _, price = text.rpartition("=")
        if name in found:
            raise InputError(f"two prices for {name or 'all models'!r:.80}; give one, or name the model: NAME={price}")
        found[name] = price_of(price)
    otherwise = found.pop("", None)
    return PriceList(found, otherwise)


def money(total: float) -> str:
    """An amount with two decimals, or with two significant digits if it is below 0.01."""
    decimals = 2 if total >= 0.01 or not total else 1 - math.floor(math.log10(total))
    return f"{total:,.{decimals}f}"


@dataclass(frozen=True, slots=True)
class Tokens:
    """Token counts summed over several entries."""

    prompt_tokens: int
    completion_tokens: int


def summed(entries: Iterable[TokenCounts]) -> Tokens:
    """The token counts of all entries, summed."""
    counts = [(one.prompt_tokens, one.completion_tokens) for one in entries]
    return Tokens(sum(read for read, _ in counts), sum(written for _, written in counts))
