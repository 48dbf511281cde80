"""The common base of chat models that wrap another chat model."""

from __future__ import annotations

from dataclasses import dataclass

from convograph.protocols import ChatModel


@dataclass(frozen=True, slots=True)
class ModelWrapper:
    """`model` under its own name: a wrapper does not change replies."""

    model: ChatModel

    @property
    def name(self) -> str:
        """The wrapped model's name."""
        return self.model.name

    @property
    def fingerprint(self) -> str:
        """The wrapped model's fingerprint: the replies are the same."""
        return self.model.fingerprint
