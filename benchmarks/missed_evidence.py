"""Finds where Associa loses the evidence it misses: in extraction, prizes, the tree, or its ranking.

    python -m benchmarks.missed_evidence LOCOMO [--memos FILE]

Each gold block of four turns outside the first five hits of a single pass of `associa` (max_iter = 1) is counted at the
first step that it does not pass. With --memos, events from a file are brought first. Prints a Markdown table.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Literal, get_args

import numpy as np

import convograph
from benchmarks.tables import Table, share
from convograph.architectures.associa import PAPER, Associa
from convograph.architectures.associa.association import AssociatedQuestion, Association, associated
from convograph.architectures.associa.event_graph import EventGraph
from convograph.build import DEFAULT_ENCODER, make_encoder, make_reader
from convograph.graph.vectors import rounded
from convograph.protocols import Query
from convograph.types import Memo, Unit
from convograph_eval.brought import bring
from convograph_eval.datasets import Case, load
from convograph_eval.units.unit_map import unit_map

CUT = 5
UNIT: Unit = "block4"
ONE_PASS = replace(PAPER, passes=1)

Step = Literal["no event", "no prize", "outside the tree", "only its event in the tree", "ranked below five", "found"]
"""Where a gold utterance was lost: no event was extracted from it and it has no prize; neither it nor its events have a
prize; the tree contains neither, or only an event; its rank is too low; or it is among the first five."""


def main() -> None:
    """Ask every question and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("locomo", type=Path)
    parser.add_argument("--memos", type=Path, help="events of these conversations")
    given = parser.parse_args()
    dataset = load("locomo", given.locomo)
    brought = bring(dataset, None, given.memos)
    steps = [step for case in dataset.cases for step in ask(case, brought.share(case.conversation.name).memos or ())]
    print(table(steps).markdown())


def ask(case: Case, memos: Sequence[Memo] = ()) -> Iterator[Step]:
    """Yield the step reached by each gold block of each question."""
    architecture = Associa(make_encoder(DEFAULT_ENCODER), make_reader(), ONE_PASS, unit="block4")
    units = unit_map(case.conversation, UNIT)
    with convograph.open(":memory:", architecture=architecture) as memory:
        memory.add(list(case.conversation.sessions))
        if memos:
            memory.bring(memos)
        snapshot = memory._keeper.caught_up()
        for question in case.questions:
            if question.abstention:
                continue
            query = Query(question.text, CUT, UNIT, asked_at=question.asked_at, as_of=question.as_of)
            graph = architecture.event_graph(snapshot, query)
            asked = AssociatedQuestion(query.wording, rounded(architecture.encoder.encode([query.wording], "query"))[0])
            association = associated(graph, asked, ONE_PASS)
            hits = {unit for hit in architecture.recall(snapshot, query).hits for unit in units.found_by(hit)}
            nodes = {
                graph.snapshot.turns.source_turn(graph.turns(node)[0]).id: node for node in graph.utterances.tolist()
            }
            for gold in sorted(units.gold(question.gold_turns)):
                yield "found" if gold in hits else lost_at(graph, association, nodes[units.turns_of_unit[gold][0]])


def lost_at(graph: EventGraph, found: Association, node: int) -> Step:
    """The first step that an utterance node does not pass."""
    events, utterances = graph.grounded()
    own = events[utterances == node]
    if not found.node_prizes[np.append(own, node)].any():
        return "no prize" if len(own) else "no event"
    if node in found.tree.nodes:
        return "ranked below five"
    return "only its event in the tree" if np.isin(own, found.tree.nodes).any() else "outside the tree"


def table(steps: Sequence[Step]) -> Table:
    """One row per step: the number of gold blocks lost there, and their share of all lost blocks."""
    counted = Counter(steps)
    lost = len(steps) - counted["found"]
    rows = [(step, str(counted[step]), share(counted[step] / max(lost, 1))) for step in get_args(Step)[:-1]]
    return Table((f"gold blocks not among the first {CUT}", f"{lost} of {len(steps)}", "share"), tuple(rows))


if __name__ == "__main__":
    main()
