"""Tests whether Associa's tree improves the default ranking, by boosting its turns or their prizes.

    python -m benchmarks.tree_membership DATASET DATA [--gains 0.1 0.3 1]

The first fifty turns of `unified` are reranked by their score plus a gain for each turn in the tree that `associa`
grows for the question, constant or in proportion to its prize (the full gain for the highest). Prints a Markdown table:
the share of questions with any gold turn among the first five and ten, and with all gold turns among the first five, by
the number of gold turns.
"""

from __future__ import annotations

from collections.abc import Iterator

import convograph
from benchmarks.reordering import RANKED, Sign, SignedQuestion, arguments, default_ranker, table
from convograph.architectures.associa import PAPER, Associa
from convograph.build import make_reader
from convograph.types import Recall
from convograph_eval.datasets import Case, load
from convograph_eval.units.unit_map import unit_map

MEMBER, PRIZE = "in the tree", "by prize"


def main() -> None:
    """Ask every question of both architectures and print the table."""
    given = arguments(__doc__)
    asked = [one for case in load(given.dataset, given.data).cases for one in ask(case)]
    print(table(asked, (MEMBER, PRIZE), given.gains).markdown())


def ask(case: Case) -> Iterator[SignedQuestion]:
    """Ask the questions of a case that have gold turns."""
    ranker, units = default_ranker(case), unit_map(case.conversation, "turn")
    with (
        convograph.open(":memory:", architecture=ranker) as ranked,
        convograph.open(":memory:", architecture=Associa(ranker.encoder, make_reader(), PAPER)) as graph,
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
                prizes = prizes_of(tree)
                signs = {MEMBER: dict.fromkeys(prizes, 1.0), PRIZE: prizes}
                yield SignedQuestion(gold, {hit.id: hit.score for hit in found.hits}, signs)


def prizes_of(recall: Recall) -> Sign:
    """The prize of each turn in the tree, as a share of the highest possible prize."""
    if recall.tree is None:
        return {}
    nodes = [node for node in recall.tree.nodes if node.kind == "utterance"]
    return {node.turns[0]: node.prize / PAPER.nodes for node in nodes}


if __name__ == "__main__":
    main()
