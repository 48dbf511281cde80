"""Calibrates, for an encoder, the cosine above which names, relations and events are near duplicates.

`data/duplicates/pairs.jsonl` has pairs of names, relations and events extracted from conversations, each labelled
whether one node could represent both. For each kind, chooses the lowest threshold of a grid above which at least
`--precision` of all pairs are the same; each label is weighted by the number of pairs in its band of cosines that it
represents.

    python scripts/calibrate_duplicates.py --encoder static-sentences
    python scripts/calibrate_duplicates.py --draw /path/to/longmemeval_oracle_dev.json.gz > pairs.jsonl
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import get_args

import numpy as np

import convograph
from convograph.architectures.associa import PAPER, Associa
from convograph.build import DEFAULT_ENCODER, make_encoder, make_reader
from convograph.errors import ConvographError
from convograph.graph.vectors import rounded
from convograph.layers.associations import AssociationLayer
from convograph.layers.distinct_things import distinct_things
from convograph.protocols import Encoder
from convograph.types import MergeKind
from convograph_eval.datasets import Case, load

DATA = Path(__file__).parents[1] / "data"
PAIRS = DATA / "duplicates" / "pairs.jsonl"
BANDS = (0.85, 0.9, 0.93, 0.95, 0.97, 0.985, 1.001)
OF_A_BAND = 12
GRID = tuple(round(0.85 + step / 100, 2) for step in range(15))  # 0.85 to 0.99
CASES = 120  # of LongMemEval
SEED = 20261123


@dataclass(frozen=True)
class Pair:
    """Two texts of a kind, whether they are the same, and how many pairs of its band the label represents."""

    kind: MergeKind
    texts: tuple[str, str]
    same: bool
    weight: float


def main(arguments: list[str] | None = None) -> None:
    """Print the table of an encoder, or with `--draw` pairs to label."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--encoder", default=DEFAULT_ENCODER)
    parser.add_argument("--precision", type=float, default=0.8)
    parser.add_argument("--draw", type=Path, metavar="LONGMEMEVAL", help="draw pairs from this file and the chronicles")
    options = parser.parse_args(arguments)
    try:
        encoder = make_encoder(options.encoder)
        loaded = load("longmemeval", options.draw) if options.draw else None
    except ConvographError as error:
        parser.error(str(error))
    if loaded is not None:
        for line in drawn(loaded.cases[:CASES], encoder):
            print(json.dumps(line, ensure_ascii=False))
        return
    pairs = list(read(PAIRS))
    for kind in get_args(MergeKind):
        of_kind = [pair for pair in pairs if pair.kind == kind]
        rows = precisions(of_kind, cosines(encoder, of_kind))
        chosen = next((bound for bound, share, _ in rows if share >= options.precision), 1.0)
        print(f"{kind}: {chosen}")
        for bound, share, count in rows:
            print(f"    above {bound:.2f}: {share:.3f} of {count} labelled pairs are the same")


def read(path: Path) -> Iterator[Pair]:
    """The labelled pairs."""
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    bands = [(line["kind"], line["band"][0]) for line in lines]
    for line, band in zip(lines, bands, strict=True):
        first, second = line["texts"]
        yield Pair(line["kind"], (first, second), line["same"], line["of"] / bands.count(band))


def cosines(encoder: Encoder, pairs: Iterable[Pair]) -> np.ndarray:
    """The cosine of each pair, as a memory computes it."""
    texts = [text for pair in pairs for text in pair.texts]
    vectors = rounded(encoder.encode(texts, "passage"))
    found: np.ndarray = (vectors[::2] * vectors[1::2]).sum(axis=1)
    return found


def precisions(pairs: list[Pair], similar: np.ndarray) -> list[tuple[float, float, int]]:
    """For each threshold of the grid, the share of pairs above it that are the same, and the number of labels."""
    same, weights = np.array([pair.same for pair in pairs]), np.array([pair.weight for pair in pairs])
    rows = []
    for bound in GRID:
        above = similar > bound
        if above.any():
            rows.append((bound, float((weights * same)[above].sum() / weights[above].sum()), int(above.sum())))
    return rows


def drawn(longmemeval: Sequence[Case], encoder: Encoder) -> Iterator[dict[str, object]]:
    """A sample of distinct pairs of each kind and band, with the band's size; both texts are from one conversation."""
    found: dict[tuple[str, ...], tuple[str, float, tuple[str, str]]] = {}
    chronicles = load("chronicles", DATA / "chronicles").cases
    for dataset, cases in (("chronicles", chronicles), ("longmemeval", longmemeval)):
        for case in cases:
            for kind, cosine, texts in candidates(case, encoder):
                found.setdefault((kind, *sorted(texts)), (dataset, cosine, texts))
    chance = random.Random(SEED)  # noqa: S311 - a sample, not a secret
    for kind in get_args(MergeKind):
        for low, high in pairwise(BANDS):
            of_band = (one for (of, *_), one in found.items() if of == kind and low <= one[1] < high)
            band = sorted((cosine, *texts, source) for source, cosine, texts in of_band)
            drawn_of = {"kind": kind, "same": None, "band": [low, min(high, 1.0)], "of": len(band)}
            for _, first, second, source in chance.sample(band, min(OF_A_BAND, len(band))):
                yield {**drawn_of, "source": source, "texts": [first, second]}


def candidates(case: Case, encoder: Encoder) -> Iterator[tuple[MergeKind, float, tuple[str, str]]]:
    """The pairs of names, relations or events of a conversation with a cosine in one of the bands."""
    architecture = Associa(encoder, make_reader(), PAPER)
    graph_layer = next(layer for layer in architecture.layers if isinstance(layer, AssociationLayer))
    with convograph.open(":memory:", architecture=architecture) as memory:
        memory.add(list(case.conversation.sessions))
        snapshot = memory._keeper.caught_up()
    for kind in get_args(MergeKind):
        things = distinct_things(snapshot, graph_layer, kind)
        near = np.triu(things.vectors @ things.vectors.T, 1)
        for one, other in np.argwhere(near >= BANDS[0]).tolist():
            yield kind, round(float(near[one, other]), 4), (things.texts[one], things.texts[other])


if __name__ == "__main__":
    main()
