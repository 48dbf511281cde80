"""What every chat model has that holds a chat model."""

from __future__ import annotations

from dataclasses import dataclass

from convograph.protocols import ChatModel


@dataclass(frozen=True, slots=True)
class ModelWrapper:
    """`model` under its own name: what is added around it changes no reply."""

    model: ChatModel

    @property
    def name(self) -> str:
        """The name of the model within."""
        return self.model.name

    @property
    def fingerprint(self) -> str:
        """That of the model within: replies are the same."""
        return self.model.fingerprint
