"""What was stated, and whether it holds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from convograph.types.times import Said
from convograph.types.turns import SourceTurn

FactStatus = Literal["current", "outdated", "disputed"]
"""Whether a fact holds by all that was said, has ended, or contradicts another that was not said before or after it."""

FactEnd = Literal["newer", "corrected", "ended", "past", "decided", "struck"]
"""Why a fact is outdated: another value was stated later (`"newer"`); its speaker took it back (`"corrected"`); it was
said to be over (`"ended"`), or to be past when it was stated (`"past"`); a person decided so (`"decided"`), or that it
was never true (`"struck"`)."""

FACT_ENDS: Mapping[FactEnd, str] = {
    "newer": "another value was stated",
    "corrected": "taken back",
    "ended": "said to be over",
    "past": "told as something past",
    "decided": "decided by hand",
    "struck": "struck out by hand: what was said was misread",
}
"""Each of them in words."""

KEPT_FACT, ENDED_FACT, STRUCK_FACT = "still ", "no longer ", "never "
"""What precedes the relation in a decision about a fact: it holds in spite of what was said, it holds no longer, or it
never did, because what was said was misread."""

FACT_DECISIONS = (KEPT_FACT, ENDED_FACT, STRUCK_FACT)
"""All of them."""


@dataclass(frozen=True, slots=True)
class Fact:
    """What was stated about a subject: a relation and a value, from when until when, and who said so.

    `id` depends on the content alone. `claimed_by` is the speaker who says so, `None` where no speaker is known.
    `valid_from` and `valid_to` are when it holds, as far as told: `valid_from` is `None` where nothing names a
    beginning, `valid_to` while it holds, or where nobody knows when it ended. It is known since it was said, or since
    a later turn bore out what was only likely (`known_from`), and has been known to be outdated since `superseded_at`.
    `superseded_by` is the id of the fact that took its place, if one did. `turns` state it, in the order in which they
    were said; `ended_by` made it outdated.
    """

    id: str
    subject: str
    relation: str
    value: str
    claimed_by: str | None
    status: FactStatus
    turns: tuple[SourceTurn, ...]
    known_from: Said | None = None
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    superseded_at: Said | None = None
    superseded_by: str | None = None
    reason: FactEnd | None = None
    ended_by: tuple[SourceTurn, ...] = ()
