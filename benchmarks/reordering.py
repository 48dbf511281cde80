"""Tests whether an additional sign of turns would improve the default ranking, by reranking its first turns.

The first fifty turns of `unified` are reordered by their score plus a gain for each turn that has the sign, scaled by
the sign's strength from 0 to 1.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from benchmarks.tables import Table, intervals, share
from convograph.architectures.unified import Unified
from convograph.build import DEFAULT_ENCODER, make_encoder
from convograph.encoders.word_table import bundled_words
from convograph_eval.datasets import DATASETS, Case
from convograph_eval.left_out import weights_without

RANKED = 50  # turns of the default that are reranked
CUT = 5
CUTS = (5, 10)  # for hits: any gold turn among the first
GROUPS: dict[str, Callable[[int], bool]] = {
    "all": lambda gold: True,
    "one gold turn": lambda gold: gold == 1,
    "two": lambda gold: gold == 2,
    "three or more": lambda gold: gold > 2,
}

Sign = Mapping[str, float]
"""The strength of a sign, from 0 to 1, by turn id; turns without the sign are omitted."""


@dataclass(frozen=True)
class SignedQuestion:
    """A question: its gold turns, the scores of the turns found, and the signs by name."""

    gold: frozenset[str]
    scores: Mapping[str, float]
    signs: Mapping[str, Sign]

    def found(self, sign: str, gain: float) -> bool:
        """Whether all gold turns are among the first `CUT` turns with this gain for a sign."""
        return self.gold <= set(self._ordered(sign, gain)[:CUT])

    def hit(self, sign: str, gain: float, cut: int) -> bool:
        """Whether any gold turn is among the first `cut` turns with this gain for a sign."""
        return not self.gold.isdisjoint(self._ordered(sign, gain)[:cut])

    def _ordered(self, sign: str, gain: float) -> list[str]:
        having = self.signs.get(sign, {})
        return sorted(self.scores, key=lambda turn: -(self.scores[turn] + gain * having.get(turn, 0.0)))


def default_ranker(case: Case) -> Unified:
    """The default architecture with ranker weights that never saw the conversation."""
    weights = weights_without(case.conversation.name)
    return Unified(make_encoder(DEFAULT_ENCODER), bundled_words(), unit="turn", weights=weights)


def table(asked: Sequence[SignedQuestion], signs: Sequence[str], gains: Sequence[float]) -> Table:
    """One row per sign and gain; columns for any gold turn, then for all gold turns, by their number."""
    columns = {name: [one for one in asked if fits(len(one.gold))] for name, fits in GROUPS.items()}
    rows = [("as it is", "", 0.0), *((f"+ {gain:g} {sign}", sign, gain) for sign in signs for gain in gains)]
    return Table(
        (
            "",
            *(f"hit@{cut}" for cut in CUTS),
            *(f"all gold @{CUT}, {name} ({len(of)})" for name, of in columns.items()),
        ),
        tuple(
            (
                label,
                *(_hits(asked, sign, gain, cut) for cut in CUTS),
                *(_share(of, sign, gain) for of in columns.values()),
            )
            for label, sign, gain in rows
        ),
    )


def _hits(asked: Sequence[SignedQuestion], sign: str, gain: float, cut: int) -> str:
    """The share of questions with a gold turn, and the interval of its improvement over the original ranking."""
    hits = np.array([one.hit(sign, gain, cut) for one in asked], np.float64)
    if not sign:
        return share(hits.mean())
    before = np.array([one.hit("", 0.0, cut) for one in asked], np.float64)
    (gained,) = intervals((hits - before)[:, np.newaxis])
    return f"{share(hits.mean())} {gained}"


def arguments(description: str | None) -> argparse.Namespace:
    """Parse DATASET, DATA and --gains of a command."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("dataset", choices=DATASETS)
    parser.add_argument("data", type=Path)
    parser.add_argument("--gains", type=float, nargs="+", default=[0.1, 0.3, 1.0], help="in units of the score")
    return parser.parse_args()


def _share(asked: Sequence[SignedQuestion], sign: str, gain: float) -> str:
    return share(sum(one.found(sign, gain) for one in asked) / len(asked)) if asked else "–"
