"""The figures of a peer."""

from __future__ import annotations

from dataclasses import dataclass

from benchmarks.timing import Times


@dataclass(frozen=True, slots=True)
class PeerFigures:
    """Milliseconds; the peak in 10^6 bytes. `found` is the share of the exact nearest, `None` for search by words."""

    sentences_per_second: int
    bytes_per_sentence: int
    query: Times
    found: float | None
    peak: float | None


@dataclass(frozen=True, slots=True)
class Missing:
    """A peer that could not be measured."""

    missing: str


Peer = PeerFigures | Missing
