"""Tests whether resolved entities improve the default ranking, by boosting turns about a question's entities.

    python -m benchmarks.entity_membership DATASET DATA [--gains 0.1 0.3 1]

The first fifty turns of `unified` are reranked by their score plus a gain for turns that mention an entity of the
question (as anchored by `lightgmem`; being its speaker is no mention), mention it only by other names, or state how two
of its entities are related; and for turns that state a value of their profiles (outdated ones included), scaled by the
cosine of the question with that value, or with the best value of the same attribute. Prints a Markdown table: the share
of questions with a gold turn among the first five and ten, with the 95 % interval of the improvement; and with all gold
among the first five, by the number of gold turns.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

import convograph
from benchmarks.reordering import RANKED, Sign, SignedQuestion, arguments, default_ranker, table
from convograph.architectures.lightgmem import LightGMEM
from convograph.architectures.lightgmem.anchors import AnchorEntity, anchors_of, asked_names
from convograph.architectures.lightgmem.entity_graph import EntityGraph
from convograph.build import make_reader
from convograph.graph.turns import speaker_key
from convograph.graph.vectors import rounded
from convograph.layers.mentions import mention_of
from convograph.profiles.wording import value_text
from convograph.protocols import Encoder, Query
from convograph.types import Profile
from convograph_eval.datasets import Case, load
from convograph_eval.units.unit_map import unit_map

MENTIONED, OTHERWISE, RELATED = "mentions what is asked about", "by other names alone", "relates two of them"
KEY, LISTED = "by the cosine of a profile's value", "by that of a list's best value"
SIGNS = (MENTIONED, OTHERWISE, RELATED, KEY, LISTED)


def main() -> None:
    """Ask every question of both architectures and print the table."""
    given = arguments(__doc__)
    asked = [one for case in load(given.dataset, given.data).cases for one in ask(case)]
    print(table(asked, SIGNS, given.gains).markdown())


def ask(case: Case) -> Iterator[SignedQuestion]:
    """Ask the questions of a case that have gold turns."""
    ranker, units = default_ranker(case), unit_map(case.conversation, "turn")
    architecture = LightGMEM(ranker.encoder, make_reader(), unit="turn")
    with (
        convograph.open(":memory:", architecture=ranker) as ranked,
        convograph.open(":memory:", architecture=architecture) as resolved,
    ):
        for memory in (ranked, resolved):
            memory.add(list(case.conversation.sessions))
        snapshot, profiles = resolved._keeper.caught_up(), resolved.profiles(outdated=True)
        told = Told.of(profiles, ranker.encoder)
        for question in case.questions:
            gold = units.gold(question.gold_turns)
            if gold and not question.abstention:
                found = ranked.recall(
                    question.text, k=RANKED, asked_at=question.asked_at, as_of=question.as_of, touch=False
                )
                query = Query(question.text, 1, "turn", asked_at=question.asked_at, as_of=question.as_of)
                graph = architecture.entity_graph(snapshot, query)
                anchors = anchored(architecture, graph, question.text)
                names = {graph.name(one) for one in anchors}
                signs = {**signs_of(graph, anchors), **told.signs(names, question.text)}
                yield SignedQuestion(gold, {hit.id: hit.score for hit in found.hits}, signs)


@dataclass(frozen=True)
class Told:
    """The values of profiles as parallel columns: (name, attribute), ids of the stating turns, and a vector."""

    encoder: Encoder
    lists: Sequence[tuple[str, str]]
    turns: Sequence[frozenset[str]]
    vectors: npt.NDArray[np.float32]

    @classmethod
    def of(cls, profiles: Iterable[Profile], encoder: Encoder) -> Told:
        """Collect all values of some profiles, each encoded as a line ("Ana, pets: Rex (dog)")."""
        entries = [(one.name, each) for one in profiles for each in one.entries]
        texts = [f"{name}, {each.attribute}: {value_text(each)}" for name, each in entries]
        return cls(
            encoder,
            [(name, each.attribute) for name, each in entries],
            [frozenset(turn.id for turn in each.turns) for _, each in entries],
            rounded(encoder.encode(texts, "passage")) if texts else np.empty((0, 0), np.float32),
        )

    def signs(self, names: Set[str], question: str) -> Mapping[str, Sign]:
        """The question's best cosine for each turn that states a value of these names: by value, and by its list."""
        places = [place for place, (name, _) in enumerate(self.lists) if name in names]
        if not places:
            return {KEY: {}, LISTED: {}}
        cosines = (self.vectors[places] @ rounded(self.encoder.encode([question], "query"))[0]).tolist()
        best: dict[tuple[str, str], float] = defaultdict(float)
        for place, cosine in zip(places, cosines, strict=True):
            best[self.lists[place]] = max(best[self.lists[place]], cosine)
        by_key: dict[str, float] = defaultdict(float)
        by_list: dict[str, float] = defaultdict(float)
        for place, cosine in zip(places, cosines, strict=True):
            for turn in self.turns[place]:
                by_key[turn] = max(by_key[turn], cosine)
                by_list[turn] = max(by_list[turn], best[self.lists[place]])
        return {KEY: by_key, LISTED: by_list}


def anchored(architecture: LightGMEM, graph: EntityGraph, question: str) -> Mapping[int, AnchorEntity]:
    """The anchor entities of a question, by entity."""
    settings = architecture.settings
    names = asked_names(architecture.reader, question, graph)
    least = settings.least_cosine(architecture.encoder.name)
    return {one.entity: one for one in anchors_of(graph, names, architecture.encoder, settings.anchors, least)}


def signs_of(graph: EntityGraph, anchors: Mapping[int, AnchorEntity]) -> Mapping[str, Sign]:
    """The turns that mention or relate the anchor entities, as signs."""
    mentioned: set[tuple[int, str]] = set()
    by_name: set[tuple[int, str]] = set()
    mentions = graph.mentions
    columns = (mentions.items, mentions.entities, mentions.turns)
    for item, entity, row in zip(*(column.tolist() for column in columns), strict=True):
        one = mention_of(graph.layer.payloads[item])
        if entity in anchors and not one.seeded:
            there = (entity, graph.snapshot.turns.source_turn(row).id)
            mentioned.add(there)
            if speaker_key(one.name) == speaker_key(anchors[entity].asked):
                by_name.add(there)
    rows = [row for stated in graph.related(list(anchors)).values() for row in graph.relations.turns[stated].tolist()]
    related = {graph.snapshot.turns.source_turn(row).id for row in rows}
    turns = {
        MENTIONED: {turn for _, turn in mentioned},
        OTHERWISE: {turn for _, turn in mentioned - by_name},
        RELATED: related,
    }
    return {sign: dict.fromkeys(having, 1.0) for sign, having in turns.items()}


if __name__ == "__main__":
    main()
