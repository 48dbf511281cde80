"""The base class of layers of memos."""

from __future__ import annotations

from dataclasses import dataclass

from convograph.protocols import Encoder, MemoScope


@dataclass(frozen=True, slots=True)
class MemoLayerBase:
    """A layer of what was brought or written about turns, with vectors of `model`."""

    model: Encoder

    @property
    def scope(self) -> MemoScope:
        """Each memo by itself, unless a kind says otherwise."""
        return "memo"

    @property
    def encoder(self) -> str:
        """The fingerprint of the encoder inside."""
        return self.model.fingerprint
