"""The models of a run, for replies, memories and judging, each behind a circuit breaker."""

from __future__ import annotations

from dataclasses import dataclass, field

from convograph.protocols import ChatModel
from convograph_eval.answering import CircuitBreaker, Guarded, ModelRoles


@dataclass(frozen=True, slots=True)
class ResponseModels:
    """The models of a run: `roles.model` replies, `roles.judge` rates, `upkeep` writes memories. Any may be missing."""

    roles: ModelRoles = field(default_factory=ModelRoles)
    upkeep: ChatModel | None = None
    upkeep_breaker: CircuitBreaker = field(default_factory=CircuitBreaker)

    @property
    def guarded_upkeep(self) -> ChatModel | None:
        """The model that writes memories, behind its circuit breaker."""
        return None if self.upkeep is None else Guarded(self.upkeep, self.upkeep_breaker)

    def check(self) -> None:
        """Raise `ModelError` if one of the models was given up on."""
        self.roles.check()
        self.upkeep_breaker.check()

    def stop(self) -> None:
        """Make every further call fail at once, so that a run that ends does not wait for unfinished dialogues."""
        for breaker in (self.roles.breaker, self.roles.judge_breaker, self.upkeep_breaker):
            breaker.allowance.close()

    def check_answered(self) -> None:
        """Raise `ModelError` if one of the models was called and never replied."""
        self.roles.check_answered()
        self.upkeep_breaker.check_answered()
