"""One-hop and two-hop questions for each scene, from a temporal knowledge graph (DialSim, section on TKG questions)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from random import Random
from typing import Final, TypeVar

from convograph_eval.dialsim.building.distractors import options
from convograph_eval.dialsim.building.graph import TemporalGraph, Told
from convograph_eval.dialsim.building.hops import FUTURE, Hop, Moment, hop_at
from convograph_eval.dialsim.building.relations import Quadruple
from convograph_eval.dialsim.building.spans import GRAINS
from convograph_eval.dialsim.building.templates import ONE_HOP, Subject, one_hop, two_hops
from convograph_eval.dialsim.shows.choices import NOT_KNOWN
from convograph_eval.dialsim.shows.types import DEFAULT_WORDING, ONE_HOP_TYPES, TWO_HOP_TYPES, ChoiceQuestion

MOST_DRAWS: Final = 1_000
"""The maximum number of triples, and of pairs of triples, that are tried for a scene's questions."""

T = TypeVar("T")
Hops = tuple[Hop, ...]


@dataclass(frozen=True, slots=True)
class QuestionMaker:
    """Makes up to `a_type` questions of each type for a scene.

    `first_named` maps each tail to the index of the first scene that names it; `names` are the names of all scenes.
    `told_in` collects, by question id, the indices of the scenes that state what it asks.
    """

    graph: TemporalGraph
    first_named: Mapping[str, int]
    names: Sequence[str]
    a_type: int
    chance: Random
    told_in: dict[str, tuple[int, ...]] = field(default_factory=dict)

    def questions(
        self, name: str, scene: int, day: date, askers: Iterable[str]
    ) -> Mapping[str, tuple[ChoiceQuestion, ...]]:
        """The questions by type; their ids begin with `name`, and `askers` are the possible askers in the scene.

        A question has a wording for each asker except for tails of its hops; its subject asks with "I".
        """
        now = Moment(scene, day)
        found: dict[str, dict[str, ChoiceQuestion]] = defaultdict(dict)
        for hops in (*self._single(now), *self._double(now)):
            kind = "_".join(hop.tense for hop in hops)
            if len(found[kind]) < self.a_type:
                made = self._question(f"{name}:{kind}:{len(found[kind])}", kind, hops, now, sorted(askers))
                if made is not None:
                    found[kind].setdefault(made.wordings[DEFAULT_WORDING], made)
        return {kind: tuple(found[kind].values()) for kind in (*ONE_HOP_TYPES, *TWO_HOP_TYPES) if found[kind]}

    def _single(self, now: Moment) -> Iterator[Hops]:
        for told in self._drawn(self.graph.triples):
            hop = self._hop(told, now) if told[0].relation in ONE_HOP else None
            if hop is not None:
                yield (hop,)

    def _double(self, now: Moment) -> Iterator[Hops]:
        for one, other in self._drawn(self.graph.pairs):
            first, second = self._hop(one, now), self._hop(other, now)
            if first is not None and second is not None and self._is_clear(first):
                yield first, second

    def _drawn(self, of: Sequence[T]) -> Sequence[T]:
        return self.chance.sample(of, min(MOST_DRAWS, len(of)))

    def _is_clear(self, first: Hop) -> bool:
        """Whether the first hop leads to only one person, in and near its time."""
        found = first.quadruple
        tails = self.graph.near_tails(found.head, found.relation, first.valid)
        return (tails | self.graph.company(found.head, found.relation)) - {found.head} == {found.tail}

    def _hop(self, told: Told, now: Moment) -> Hop | None:
        one = self.chance.choice(told)
        unheard = self.first_named.get(one.tail, now.scene + 1) > now.scene
        return hop_at(one, now, self.chance.choice(GRAINS), unheard=unheard)

    def _question(self, name: str, kind: str, hops: Hops, now: Moment, askers: Sequence[str]) -> ChoiceQuestion | None:
        """The question about the tail of the last hop; `None` if there are too few wrong options."""
        last, head = hops[-1], hops[0].quadruple.head
        given = options(self.graph, last, [one.quadruple.head for one in hops], self.chance)
        if given is None:
            return None
        answer = NOT_KNOWN if FUTURE in kind else last.quadruple.tail
        tails = {hop.quadruple.tail for hop in hops}
        wordings = {DEFAULT_WORDING: _text(hops, Subject(head))} | {
            asker: _text(hops, Subject(head, own=asker == head)) for asker in askers if asker not in tails
        }
        by_hop = [tuple(self._told(hop, now)) for hop in hops]
        told = [one for ones in by_hop for one in ones]
        coming = [hop.quadruple for hop in hops if hop.tense == FUTURE]
        self.told_in[name] = tuple(sorted({one.scene for one in (*told, *coming)}))
        evidence = tuple(sorted({one.day for one in told}))
        told_in = tuple(tuple(dict.fromkeys(self.names[one.scene] for one in ones)) for ones in by_hop)
        return ChoiceQuestion(name, "tkg", kind, wordings, given, given.index(answer), evidence, told_in)

    def _told(self, hop: Hop, now: Moment) -> Iterator[Quadruple]:
        """The quadruples of the hop's triple that were stated so far, in the span asked about."""
        for one in self.graph.of(hop.quadruple.head, hop.quadruple.relation):
            told = one.scene < now.scene and one.tail == hop.quadruple.tail
            if told and (hop.span is None or one.day in hop.span):
                yield one


def _text(hops: Hops, subject: Subject) -> str:
    if len(hops) == 1:
        return one_hop(hops[0].quadruple.relation, subject, hops[0].time)
    first, second = hops
    return two_hops(first.quadruple.relation, second.quadruple.relation, subject, (first.time, second.time))
