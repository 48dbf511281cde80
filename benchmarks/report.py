"""The results of a benchmark run."""

from __future__ import annotations

from dataclasses import dataclass

from benchmarks.locomo import LocomoFigures
from benchmarks.machine import Machine
from benchmarks.ours import OursFigures
from benchmarks.peers.figures import Missing, Peer
from benchmarks.startup import ColdFigures, ImportFigures
from benchmarks.triplets import TripletFigures


@dataclass(frozen=True, slots=True)
class SizeFigures:
    """The figures at one size: our memory, and by name the peers on the same sentences."""

    ours: OursFigures
    cold: ColdFigures
    peers: dict[str, Peer]


@dataclass(frozen=True, slots=True)
class Report:
    """All figures of a run; `chat` is one owner's memory of LoCoMo's turns, pooled.

    `sizes` and `triplets` ascend; the graphs have about as many triplets as the sizes have sentences.
    """

    architecture: str
    machine: Machine
    imports: ImportFigures
    locomo: LocomoFigures
    locomo_cold: ColdFigures
    chat: SizeFigures
    sizes: tuple[SizeFigures, ...]
    triplets: tuple[TripletFigures, ...] = ()


def missing_peers(report: Report) -> dict[str, str]:
    """The peers that could not be measured, with the reason."""
    return {
        name: peer.missing for size in report.sizes for name, peer in size.peers.items() if isinstance(peer, Missing)
    }
