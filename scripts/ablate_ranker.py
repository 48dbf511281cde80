"""Ablation of `unified`'s feature bundles: all of them, all but one, one alone, and BM25.

    python scripts/ablate_ranker.py longmemeval_s_dev.json.xz data/chronicles locomo_dev5.json

Reports hit@5 among all turns of a conversation: for LoCoMo's development half with weights fitted to the chronicles and
the remarks about them, for each fifth of the chronicles' questions with weights fitted to the rest of both, and for
each fifth of LongMemEval's with weights fitted to its rest. Differences to all features have a 95 % interval, paired
over questions. The last row has LoCoMo and the chronicles with weights fitted to LongMemEval: conversations among
people, with weights learned only from conversations with an assistant.
"""

from __future__ import annotations

import argparse
from collections.abc import Container, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from convograph.architectures.unified.ranking import BUNDLES
from convograph_eval.comparison import RESAMPLES, interval, resampled_means
from convograph_eval.datasets import load
from shared.ranker_tables import QuestionFeatures, table
from train_ranker import Choice, Matrix, fit, in_fifths, own_features, turns_of

HITS = 5


@dataclass(frozen=True)
class Sets:
    """The answerable questions of the data sets."""

    longmemeval: list[QuestionFeatures]
    chronicles: list[QuestionFeatures]
    locomo: list[QuestionFeatures]
    remarks: list[QuestionFeatures]


def main() -> None:
    """Print a row for each selection of features."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("longmemeval", "chronicles", "locomo"):
        parser.add_argument(name, type=Path)
    parser.add_argument("--processes", type=int, default=2)
    given = parser.parse_args()
    paths = {**vars(given), "remarks": given.chronicles}
    sets = Sets(*(_answerable(name, paths[name], given.processes) for name in Sets.__annotations__))
    print(f"{'features':<28}{'locomo':>24}{'chronicles':>24}{'longmemeval':>24}")
    names = own_features(sets.locomo[0])
    everything = with_gold(sets, names)
    _row("all", everything, None)
    bundles = [bundle for bundle in BUNDLES if bundle != "memos"]  # these conversations have none
    for bundle in bundles:
        _row(f"without {bundle}", with_gold(sets, set(names).difference(BUNDLES[bundle])), everything)
    for bundle in bundles:
        _row(f"{bundle} alone", with_gold(sets, BUNDLES[bundle]), everything)
    _row("bm25 of five turns", with_gold(sets, ("bm25_wide",)), everything)
    _row("fitted to LongMemEval", from_abroad(sets), everything)


def with_gold(sets: Sets, kept: Container[str]) -> list[npt.NDArray[np.bool_]]:
    """Whether each question of each set has gold among its best turns by the kept features."""
    names = own_features(sets.locomo[0])
    columns = np.flatnonzero([name in kept for name in names])
    learned = [*sets.chronicles, *sets.remarks]
    people = [one for one in learned if one.form == "people"]
    weights = fit([_some(one, columns) for one in people])
    return [
        np.array([_hit(one, columns, weights) for one in sets.locomo]),
        _left_out(learned, columns)[: len(sets.chronicles)],
        _left_out(sets.longmemeval, columns),
    ]


def from_abroad(sets: Sets) -> list[npt.NDArray[np.bool_]]:
    """The hits for LoCoMo and the chronicles with all features and weights fitted to LongMemEval."""
    columns = np.arange(len(own_features(sets.locomo[0])))
    weights = fit([turns_of(one) for one in sets.longmemeval])
    return [np.array([_hit(one, columns, weights) for one in asked]) for asked in (sets.locomo, sets.chronicles)]


def _left_out(asked: Sequence[QuestionFeatures], columns: npt.NDArray[np.int64]) -> npt.NDArray[np.bool_]:
    hits = np.zeros(len(asked), np.bool_)
    for held, rest in in_fifths(asked):
        weights = fit([_some(asked[place], columns) for place in rest])
        hits[held] = [_hit(asked[place], columns, weights) for place in held]
    return hits


def _some(asked: QuestionFeatures, columns: npt.NDArray[np.int64]) -> Choice:
    choice = turns_of(asked)
    return Choice(choice.features[:, columns], choice.right)


def _hit(asked: QuestionFeatures, columns: npt.NDArray[np.int64], weights: Matrix) -> bool:
    scores = _some(asked, columns).features @ weights
    return bool(asked.gold[np.argsort(-scores, kind="stable")[:HITS]].any())


def _answerable(name: str, path: Path, processes: int) -> list[QuestionFeatures]:
    return [one for one in table(load(name, path).cases, processes) if one.answerable]


def _row(label: str, hits: Sequence[npt.NDArray[np.bool_]], everything: Sequence[npt.NDArray[np.bool_]] | None) -> None:
    cells = []
    for place, one in enumerate(hits):
        difference = "" if everything is None else _interval(one, everything[place])
        cells.append(f"{one.mean():.3f} {difference}".rjust(24))
    print(f"{label:<28}{''.join(cells)}", flush=True)


def _interval(hits: npt.NDArray[np.bool_], other: npt.NDArray[np.bool_]) -> str:
    """The 95 % interval of the mean difference, by paired bootstrap."""
    difference = hits.astype(np.float64) - other
    low, high = interval(resampled_means(difference[:, None], RESAMPLES, seed=0))[:, 0]
    return f"[{low:+.3f}, {high:+.3f}]"


if __name__ == "__main__":
    main()
