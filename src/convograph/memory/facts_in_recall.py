"""Relates the facts of a memory to a recall: which parts of it are outdated, and what answers the question directly.

Importing this module loads the extraction rules.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from convograph.extraction.asked_relation import AskedFor, asked_for
from convograph.extraction.asking import period_of
from convograph.facts.folding.outdated import current_first, facts_told
from convograph.facts.questions.asked_statements import stated_in
from convograph.facts.questions.held_facts import holding
from convograph.facts.questions.whom_asked import in_own_words, states_of_others
from convograph.facts.relations import Relations
from convograph.memory.fact_options import FactOptions
from convograph.memory.known_facts import KnownFacts, statement_layers
from convograph.memory.snapshots.keeper import SnapshotKeeper
from convograph.types import Fact, Recall, SourceTurn

Stated = Mapping[int, Sequence[str]]
"""The values that turns state for exactly what a question asks, by the key of the turn."""

OfAnother = Callable[[SourceTurn, str], bool]
"""Whether a sentence of a turn states exactly what a question asks for, but about somebody else."""


@dataclass(frozen=True, slots=True)
class FactsInRecall:
    """The facts of one memory: `keeper` has its snapshots, `options` say how facts are read."""

    keeper: SnapshotKeeper
    options: FactOptions

    def known(self) -> KnownFacts:
        """The facts at the newest commit, after its statements are read."""
        layers = statement_layers(self.keeper.architecture, self.options)
        return KnownFacts(self.keeper.caught_up(also=layers), layers, Relations.of(self.options.relations))

    def told_in(self, recall: Recall, known_at: datetime | None) -> Recall:
        """The recall with the outdated facts that its turns state, and its hits in the order of `current_first`.

        If the question asks about the past, the hits keep their order.
        """
        told = facts_told(recall.hits, self.known().facts(known_at=known_at))
        hits = recall.hits if _asks_about_past(recall) else current_first(recall.hits, told)
        return replace(recall, hits=hits, facts=told)

    def holding(self, asked: AskedFor, recall: Recall) -> tuple[Fact, ...]:
        """The facts that hold for exactly what a question asks; none if the recall was limited to some of the turns."""
        filters = recall.filters
        if filters.speakers or filters.where or filters.strict or any(filters.between or ()):
            return ()
        known = self.known()
        facts = (
            one for one in known.with_names(known_at=filters.as_of) if one.fact.turns[-1].key not in filters.hidden
        )
        return holding(in_own_words(known.snapshot, asked), facts)

    def statements(self, asked: AskedFor, recall: Recall) -> tuple[Stated, OfAnother]:
        """The values that the hits state for exactly what a question asks, and a test for sentences about others."""
        graph = self.keeper.newest()
        turns = (turn for hit in recall.hits for turn in hit.turns)
        return stated_in(graph, turns, in_own_words(graph, asked)), states_of_others(graph, asked)


def _asks_about_past(recall: Recall) -> bool:
    """Whether a question asks what held before, or at a given time."""
    asked = asked_for(recall.question, recall.asked_at)
    is_of_a_time = asked is not None and (asked.former or asked.at is not None)
    return is_of_a_time or period_of(recall.question) == "former"
