"""The budget of a context, in tokens, and how many hits it is chosen from."""

from __future__ import annotations

from convograph.formats.arguments import check_whole

DEFAULT_BUDGET = 2_000  # tokens: about forty turns of chat, a small part of any model's context window
HIT_TOKENS = 18  # per hit: in messenger chats a hit takes about 20 tokens, in LoCoMo 40
LEAST_HITS = 10  # a context is chosen from at least this many


def hits_for(budget: int) -> int:
    """How many hits a context of `budget` tokens is chosen from. Raises `InputError` for an invalid budget.

    >>> hits_for(100), hits_for(2_000)
    (10, 111)
    """
    check_budget(budget)
    return hits_within(budget, HIT_TOKENS)


def hits_within(budget: int, tokens: int) -> int:
    """How many hits of this many tokens fill a budget; at least `LEAST_HITS`."""
    return max(LEAST_HITS, budget // tokens)


def check_budget(budget: object) -> None:
    """Reject anything but a positive whole number of tokens. Raises `InputError`."""
    check_whole(budget, "budget, in tokens,")
