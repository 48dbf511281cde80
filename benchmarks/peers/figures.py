"""The figures of another search engine."""

from __future__ import annotations

from dataclasses import dataclass

from benchmarks.timing import Times


@dataclass(frozen=True, slots=True)
class PeerFigures:
    """Times in milliseconds, the peak in 10^6 bytes.

    `found` is the recall of the exact nearest neighbours, `None` for full-text search.
    """

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
