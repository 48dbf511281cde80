"""The models of a run: who replies, who keeps memories, who judges, each behind a circuit breaker."""

from __future__ import annotations

from dataclasses import dataclass, field

from convograph.protocols import ChatModel
from convograph_eval.answering import CircuitBreaker, Guarded, ModelRoles


@dataclass(frozen=True, slots=True)
class ResponseModels:
    """`roles.model` replies and `roles.judge` rates; `upkeep` writes what agents remember. Any may be missing."""

    roles: ModelRoles = field(default_factory=ModelRoles)
    upkeep: ChatModel | None = None
    upkeep_breaker: CircuitBreaker = field(default_factory=CircuitBreaker)

    @property
    def guarded_upkeep(self) -> ChatModel | None:
        """The model that keeps memories, behind its circuit breaker."""
        return None if self.upkeep is None else Guarded(self.upkeep, self.upkeep_breaker)

    def check(self) -> None:
        """Raise `ModelError` if one of them was given up."""
        self.roles.check()
        self.upkeep_breaker.check()

    def check_answered(self) -> None:
        """Raise `ModelError` if one of them was called and never replied."""
        self.roles.check_answered()
        self.upkeep_breaker.check_answered()
