"""Calibrates, for an encoder, the minimum cosine at which a name in a question may be another name of an entity.

    python scripts/calibrate_anchors.py data/names DATA --encoder static-sentences

`data/names` has labels of the entities meant; `DATA` has a folder for each source (longmemeval). Compares all pairs of
different names within each conversation of the fitting part, and chooses the lowest threshold of a grid at or above
which at least `--precision` of the pairs name the same person or thing.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator
from itertools import combinations
from pathlib import Path

import numpy as np
import numpy.typing as npt

from convograph.build import DEFAULT_ENCODER, make_encoder
from convograph.errors import ConvographError
from convograph.graph.turns import speaker_key
from convograph.graph.vectors import rounded
from convograph.protocols import Encoder
from convograph_eval.names import read_made, read_names
from convograph_eval.names.labels import NamedMention

GRID = tuple(step / 20 for step in range(10, 20))  # .50 to .95
FROM_DATA = ("longmemeval",)
BESIDE_LABELS = ("chronicles",)

Pairs = tuple[npt.NDArray[np.float32], npt.NDArray[np.bool_]]
"""The cosine of each pair of names, and whether both name the same entity."""


def main(arguments: list[str] | None = None) -> None:
    """Print the threshold of an encoder, and how many pairs reach each threshold of the grid."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", type=Path, help="the folder of labels")
    parser.add_argument("data", type=Path, help="the folder of data sets")
    parser.add_argument("--encoder", default=DEFAULT_ENCODER)
    parser.add_argument("--precision", type=float, default=0.8)
    options = parser.parse_args(arguments)
    try:
        encoder = make_encoder(options.encoder)
        labels = options.names / "fitting.jsonl"
        labelled = [
            *(one.mentions for one in read_names(labels, options.names.parent, BESIDE_LABELS)),
            *(one.mentions for one in read_names(labels, options.data, FROM_DATA)),
            *(one.mentions for one in read_made(options.names / "made.jsonl", "fitting")),
        ]
    except ConvographError as error:
        parser.error(str(error))
    cosines, same = pairs(labelled, encoder)
    rows = list(precisions(cosines, same))
    print(f"{len(same):,} pairs, {int(same.sum())} of one: {lowest_threshold(rows, options.precision)}")
    for bound, share, count in rows:
        print(f"    from {bound:.2f} on: {share:.3f} of {count} are of one")


def pairs(conversations: Iterable[Iterable[NamedMention]], encoder: Encoder) -> Pairs:
    """All pairs of different names in each conversation, ignoring case and spacing."""
    cosines: list[float] = []
    same: list[bool] = []
    for mentions in conversations:
        names: dict[str, tuple[str, set[str]]] = {}
        for one in mentions:
            names.setdefault(speaker_key(one.text), (one.text, set()))[1].add(one.entity)
        vectors = rounded(encoder.encode([text for text, _ in names.values()], "passage"))
        near = vectors @ vectors.T
        meant = [entities for _, entities in names.values()]
        for first, second in combinations(range(len(meant)), 2):
            cosines.append(float(near[first, second]))
            same.append(not meant[first].isdisjoint(meant[second]))
    return np.array(cosines, np.float32), np.array(same, np.bool_)


def precisions(cosines: npt.NDArray[np.float32], same: npt.NDArray[np.bool_]) -> Iterator[tuple[float, float, int]]:
    """For each threshold of the grid, the share of same-entity pairs at or above it, and the number of pairs."""
    for bound in GRID:
        above = cosines >= bound
        if above.any():
            yield bound, float(same[above].mean()), int(above.sum())


def lowest_threshold(rows: Iterable[tuple[float, float, int]], precision: float) -> float:
    """The lowest threshold with at least this share, or 1 if there is none."""
    return next((bound for bound, share, _ in rows if share >= precision), 1.0)


if __name__ == "__main__":
    main()
