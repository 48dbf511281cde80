"""The interface of resolvers: asked about mentions and the entities that they may mean, they choose.

LightGMEM, section 4.3: mentions above the gate go to a model. `OfflineResolver` needs none; the resolver that asks a
chat model is beside its prompt, in `generation`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from convograph.resolution.mentions import Mention
from convograph.resolution.names import Name
from convograph.resolution.scoring import Candidate

ChoiceGround = Literal["resolver", "unsure", "unanswered"]


@dataclass(frozen=True, slots=True)
class Question:
    """A mention, its `place` among all mentions, and its candidates, best first, at least one.

    Its context is the episodes from `since` on: its own and those before it, in whatever batch.
    """

    mention: Mention
    name: Name
    candidates: tuple[Candidate, ...]
    since: int
    place: int


@dataclass(frozen=True, slots=True)
class Choice:
    """The number of the candidate that a mention means, `None` for none of them, and why.

    `ground` is "resolver", or "unsure" or "unanswered", which keep the mention apart. `score` is the resolver's
    certainty that the best candidate is meant, 0 to 1, `None` if it gives none. `name` is the best name of the entity
    according to the resolver, the mention's own or one of the candidate's; `None` leaves that to the names themselves.
    """

    entity: int | None
    ground: ChoiceGround = "resolver"
    score: float | None = None
    name: str | None = None


class Resolver(Protocol):
    """Decides which entities mentions mean.

    `decide` takes a group, mentions of one segment that depend on each other, and returns a choice for each, in order.
    It may be called from several threads. What cannot be decided because no answer came is "unanswered"; failures that
    another attempt may fix are raised.
    """

    def decide(self, group: Sequence[Question]) -> list[Choice]:
        """A choice for each question."""
        ...
