"""What a resolver does: it is asked about mentions and the entities that they may mean, and chooses.

LightGMEM, section 4.3: mentions above the gate go to a model. `OfflineResolver` needs none; the one that asks a chat
model stands beside its prompt, in `generation`.
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
    """A mention, the `place`-th of all, and its candidates, best first, at least one.

    Episodes from `since` on are its context: its own and those before it, of whatever batch.
    """

    mention: Mention
    name: Name
    candidates: tuple[Candidate, ...]
    since: int
    place: int


@dataclass(frozen=True, slots=True)
class Choice:
    """The number of the candidate that a mention means, `None` for none of them, and why.

    `ground` is "resolver", or "unsure" or "unanswered", which keep apart. `score` is the resolver's certainty that the
    best candidate is meant, 0 to 1, `None` where it gives none. `name` is the best name of the entity, if the resolver
    has one: the mention's own or one of the candidate's, `None` to leave that to the names themselves.
    """

    entity: int | None
    ground: ChoiceGround = "resolver"
    score: float | None = None
    name: str | None = None


class Resolver(Protocol):
    """Decides whom mentions mean.

    `decide` takes a group, mentions of one segment that depend on each other, and returns a choice for each, in their
    order. It may be called from several threads; whatever cannot be decided for want of an answer is "unanswered",
    and failures that more attempts may mend are raised.
    """

    def decide(self, group: Sequence[Question]) -> list[Choice]:
        """A choice for each question."""
        ...
