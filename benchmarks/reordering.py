"""What a further sign of a turn would give the default's ranking: its first turns in order again, with a gain for it.

The first fifty turns that `unified` finds are ordered by their score and a gain for each turn that has the sign, or for
its share of the highest there can be.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.tables import Table, share
from convograph.architectures.unified import Unified
from convograph.build import DEFAULT_ENCODER, make_encoder
from convograph.encoders.word_table import bundled_words
from convograph_eval.datasets import DATASETS, Case
from convograph_eval.left_out import weights_without

RANKED = 50  # turns of the default
CUT = 5
GROUPS: dict[str, Callable[[int], bool]] = {
    "all": lambda gold: True,
    "one gold turn": lambda gold: gold == 1,
    "two": lambda gold: gold == 2,
    "three or more": lambda gold: gold > 2,
}

Sign = Mapping[str, float]
"""How much of a sign each turn has, 0 to 1, by id; turns without it are left out."""


@dataclass(frozen=True)
class Asked:
    """A question: its gold turns, the turns found with their scores, and the signs by name."""

    gold: frozenset[str]
    scores: Mapping[str, float]
    signs: Mapping[str, Sign]

    def found(self, sign: str, gain: float) -> bool:
        """Whether all gold turns are among the first `CUT` with this gain for a sign."""
        having = self.signs.get(sign, {})
        ordered = sorted(self.scores, key=lambda turn: -(self.scores[turn] + gain * having.get(turn, 0.0)))
        return self.gold <= set(ordered[:CUT])


def default_ranker(case: Case) -> Unified:
    """The default, by weights that never saw the conversation."""
    weights = weights_without(case.conversation.name)
    return Unified(make_encoder(DEFAULT_ENCODER), bundled_words(), unit="turn", weights=weights)


def table(asked: Sequence[Asked], signs: Sequence[str], gains: Sequence[float]) -> Table:
    """A row for each gain of each sign, a column for each number of gold turns."""
    columns = {name: [one for one in asked if fits(len(one.gold))] for name, fits in GROUPS.items()}
    rows = [("as it is", "", 0.0), *((f"+ {gain:g} {sign}", sign, gain) for sign in signs for gain in gains)]
    return Table(
        (f"all gold @{CUT}", *(f"{name} ({len(of)})" for name, of in columns.items())),
        tuple((label, *(_share(of, sign, gain) for of in columns.values())) for label, sign, gain in rows),
    )


def arguments(description: str | None) -> argparse.Namespace:
    """DATASET, DATA and --gains of a command."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("dataset", choices=DATASETS)
    parser.add_argument("data", type=Path)
    parser.add_argument("--gains", type=float, nargs="+", default=[0.1, 0.3, 1.0], help="in units of the score")
    return parser.parse_args()


def _share(asked: Sequence[Asked], sign: str, gain: float) -> str:
    return share(sum(one.found(sign, gain) for one in asked) / len(asked)) if asked else "–"
