"""Whether resolved entities help the default's ranking: turns that mention, or relate, what a question is about.

    python -m benchmarks.entity_membership DATASET DATA [--gains 0.1 0.3 1]

The first fifty turns that `unified` finds are put in order again by their score and a gain for each turn that mentions
an entity of the question (as `lightgmem` anchors it; who speaks is not a mention), that mentions it by other names
alone, or that states how two of them are related. A table of Markdown by the number of gold turns: the share of
questions all of whose gold turns are among the first five.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import convograph
from benchmarks.reordering import RANKED, Asked, Sign, arguments, default_ranker, table
from convograph.architectures.lightgmem import LightGMEM
from convograph.architectures.lightgmem.anchors import anchors_of, asked_names
from convograph.architectures.lightgmem.entity_graph import EntityGraph
from convograph.build import make_reader
from convograph.graph.turns import speaker_key
from convograph.layers.mentions import mention_of
from convograph.protocols import Query
from convograph_eval.datasets import Case, load
from convograph_eval.units.unit_map import unit_map

MENTIONED, OTHERWISE, RELATED = "mentions what is asked about", "by other names alone", "relates two of them"


def main() -> None:
    """Ask every question of both architectures and print the table."""
    given = arguments(__doc__)
    asked = [one for case in load(given.dataset, given.data).cases for one in ask(case)]
    print(table(asked, (MENTIONED, OTHERWISE, RELATED), given.gains).markdown())


def ask(case: Case) -> Iterator[Asked]:
    """The questions of a case that have gold turns."""
    ranker, units = default_ranker(case), unit_map(case.conversation, "turn")
    architecture = LightGMEM(ranker.encoder, make_reader(), unit="turn")
    with (
        convograph.open(":memory:", architecture=ranker) as ranked,
        convograph.open(":memory:", architecture=architecture) as resolved,
    ):
        for memory in (ranked, resolved):
            memory.add(list(case.conversation.sessions))
        snapshot = resolved._keeper.caught_up()
        for question in case.questions:
            gold = units.gold(question.gold_turns)
            if gold and not question.abstention:
                found = ranked.recall(
                    question.text, k=RANKED, asked_at=question.asked_at, as_of=question.as_of, touch=False
                )
                query = Query(question.text, 1, "turn", asked_at=question.asked_at, as_of=question.as_of)
                signs = signs_of(architecture, architecture.entity_graph(snapshot, query), question.text)
                yield Asked(gold, {hit.id: hit.score for hit in found.hits}, signs)


def signs_of(architecture: LightGMEM, graph: EntityGraph, question: str) -> Mapping[str, Sign]:
    """Which turns have which sign."""
    settings = architecture.settings
    names = asked_names(architecture.reader, question, graph)
    least = settings.least_cosine(architecture.encoder.name)
    anchors = {one.entity: one for one in anchors_of(graph, names, architecture.encoder, settings.anchors, least)}
    mentioned: set[tuple[int, str]] = set()
    by_name: set[tuple[int, str]] = set()
    for item, entity, row, _ in graph.mentions.tolist():
        one = mention_of(graph.layer.payloads[item])
        if entity in anchors and not one.seeded:
            there = (entity, graph.graph.turns.source_turn(row).id)
            mentioned.add(there)
            if speaker_key(one.name) == speaker_key(anchors[entity].asked):
                by_name.add(there)
    rows = [row for stated in graph.related(list(anchors)).values() for row in graph.relations[stated, 2].tolist()]
    related = {graph.graph.turns.source_turn(row).id for row in rows}
    turns = {
        MENTIONED: {turn for _, turn in mentioned},
        OTHERWISE: {turn for _, turn in mentioned - by_name},
        RELATED: related,
    }
    return {sign: dict.fromkeys(having, 1.0) for sign, having in turns.items()}


if __name__ == "__main__":
    main()
