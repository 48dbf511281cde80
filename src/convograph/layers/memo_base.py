"""The base class of memo layers."""

from __future__ import annotations

from dataclasses import dataclass

from convograph.protocols import Encoder, MemoScope


@dataclass(frozen=True, slots=True)
class MemoLayerBase:
    """A layer of memos about turns, with vectors of `model`."""

    model: Encoder

    @property
    def scope(self) -> MemoScope:
        """Each memo by itself, unless a subclass says otherwise."""
        return "memo"

    @property
    def encoder(self) -> str:
        """The fingerprint of the encoder it uses."""
        return self.model.fingerprint
