"""What was stated, and whether it holds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from convograph.types.times import Said
from convograph.types.turns import SourceTurn

FactStatus = Literal["current", "outdated", "disputed"]
"""Whether a fact holds by all that was said, has ended, or contradicts another with nothing to tell which one holds."""

FactEnd = Literal["newer", "corrected", "ended", "past", "decided", "struck"]
"""Why a fact is outdated: another value was stated later (`"newer"`); its speaker took it back (`"corrected"`); it was
said to be over (`"ended"`), or stated as past from the start (`"past"`); a person decided that it is over (`"decided"`)
or that it was never true (`"struck"`)."""

FACT_ENDS: Mapping[FactEnd, str] = {
    "newer": "another value was stated",
    "corrected": "taken back",
    "ended": "said to be over",
    "past": "told as something past",
    "decided": "decided by hand",
    "struck": "struck out by hand: what was said was misread",
}
"""Each reason in words."""

KEPT_FACT, ENDED_FACT, STRUCK_FACT = "still ", "no longer ", "never "
"""The prefixes of the relation in a decision about a fact: it still holds in spite of what was said, it no longer
holds, or it never did, because what was said was misread."""

FACT_DECISIONS = (KEPT_FACT, ENDED_FACT, STRUCK_FACT)
"""All prefixes."""


@dataclass(frozen=True, slots=True)
class Fact:
    """What was stated about a subject: a relation and a value, from when until when, and who said so.

    `id` depends on the content alone. `claimed_by` is the speaker who says so, `None` if unknown. `valid_from` and
    `valid_to` say when it holds, as far as stated: `valid_from` is `None` if no beginning is named, `valid_to` while it
    holds or if its end is unknown. `known_from` is when it was first said or, if it was uncertain then, when a later
    turn confirmed it; `superseded_at` is when it became known to be outdated. `superseded_by` is the id of the fact
    that replaced it, if any. `turns` state it, in the order in which they were said; `ended_by` made it outdated.
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
