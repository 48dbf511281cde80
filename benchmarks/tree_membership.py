"""Whether what a question calls to mind helps the default's ranking: turns in Associa's tree, and their prizes.

    python -m benchmarks.tree_membership DATASET DATA [--gains 0.1 0.3 1]

The first fifty turns that `unified` finds are put in order again by their score and a gain for each turn of the tree
that `associa` grows for the question, or for its prize (a gain for the highest). A table of Markdown by the number of
gold turns: the share of questions all of whose gold turns are among the first five.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import convograph
from benchmarks.tables import Table, share
from convograph.architectures.associa import PAPER, Associa
from convograph.architectures.unified import Unified
from convograph.build import DEFAULT_ENCODER, make_encoder, make_reader
from convograph.encoders.word_table import bundled_words
from convograph.types import Recall
from convograph_eval.datasets import DATASETS, Case, load
from convograph_eval.left_out import weights_without
from convograph_eval.units.unit_map import unit_map

RANKED = 50  # turns of the default
CUT = 5
GROUPS: dict[str, Callable[[int], bool]] = {
    "all": lambda gold: True,
    "one gold turn": lambda gold: gold == 1,
    "two": lambda gold: gold == 2,
    "three or more": lambda gold: gold > 2,
}


@dataclass(frozen=True)
class Asked:
    """A question: its gold turns, the turns found with their scores, and the prizes of turns in the tree, 0 to 1."""

    gold: frozenset[str]
    scores: dict[str, float]
    prizes: dict[str, float]

    def found(self, gain: float, *, by_prize: bool) -> bool:
        """Whether all gold turns are among the first `CUT` with this gain."""

        def score(turn: str) -> float:
            gained = self.prizes.get(turn, 0.0) if by_prize else float(turn in self.prizes)
            return self.scores[turn] + gain * gained

        return self.gold <= set(sorted(self.scores, key=lambda turn: -score(turn))[:CUT])


def main() -> None:
    """Ask every question of both architectures and print the table."""
    given = _arguments()
    asked = [one for case in load(given.dataset, given.data).cases for one in ask(case)]
    print(table(asked, given.gains).markdown())


def ask(case: Case) -> Iterator[Asked]:
    """The questions of a case that have gold turns."""
    encoder, units = make_encoder(DEFAULT_ENCODER), unit_map(case.conversation, "turn")
    ranker = Unified(encoder, bundled_words(), unit="turn", weights=weights_without(case.conversation.name))
    with (
        convograph.open(":memory:", architecture=ranker) as ranked,
        convograph.open(":memory:", architecture=Associa(encoder, make_reader(), PAPER)) as graph,
    ):
        for memory in (ranked, graph):
            memory.add(list(case.conversation.sessions))
        for question in case.questions:
            gold = units.gold(question.gold_turns)
            if gold and not question.abstention:
                found, tree = (
                    memory.recall(
                        question.text, k=RANKED, asked_at=question.asked_at, as_of=question.as_of, touch=False
                    )
                    for memory in (ranked, graph)
                )
                yield Asked(gold, {hit.id: hit.score for hit in found.hits}, prizes_of(tree))


def prizes_of(recall: Recall) -> dict[str, float]:
    """The prize of each turn of the tree, as a share of the highest that there can be."""
    if recall.tree is None:
        return {}
    nodes = [node for node in recall.tree.nodes if node.kind == "utterance"]
    return {node.turns[0]: node.prize / PAPER.nodes for node in nodes}


def table(asked: Sequence[Asked], gains: Sequence[float]) -> Table:
    """A row for each gain, a column for each number of gold turns."""
    columns = {name: [one for one in asked if fits(len(one.gold))] for name, fits in GROUPS.items()}
    rows = [("as it is", 0.0, False)]
    rows += [
        (f"+ {gain:g} {what}", gain, by) for what, by in (("in the tree", False), ("by prize", True)) for gain in gains
    ]
    return Table(
        (f"all gold @{CUT}", *(f"{name} ({len(of)})" for name, of in columns.items())),
        tuple((label, *(_share(of, gain, by_prize=by) for of in columns.values())) for label, gain, by in rows),
    )


def _share(asked: Sequence[Asked], gain: float, *, by_prize: bool) -> str:
    return share(sum(one.found(gain, by_prize=by_prize) for one in asked) / len(asked)) if asked else "–"


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("dataset", choices=DATASETS)
    parser.add_argument("data", type=Path)
    parser.add_argument("--gains", type=float, nargs="+", default=[0.1, 0.3, 1.0], help="in units of the score")
    return parser.parse_args()


if __name__ == "__main__":
    main()
