"""The common part of chat models that wrap a chat model."""

from __future__ import annotations

from dataclasses import dataclass

from convograph.protocols import ChatModel


@dataclass(frozen=True, slots=True)
class ModelWrapper:
    """`model` under its own name: a wrapper changes no reply."""

    model: ChatModel

    @property
    def name(self) -> str:
        """The wrapped model's name."""
        return self.model.name

    @property
    def fingerprint(self) -> str:
        """The wrapped model's fingerprint: the replies are the same."""
        return self.model.fingerprint
