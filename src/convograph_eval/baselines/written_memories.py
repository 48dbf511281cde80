"""MemoryBank and LD-Agent for question answering: memos that a model wrote about sessions, discounted by age.

memorybank   rounds and summaries of sessions   cos · exp(−days / S), with S = 1, as nothing was recalled before
ld-agent     summaries of sessions, and facts   (cos + share of the question's words) / 2 · exp(−λ · seconds)

They are SGMem's variants of both: rounds with summaries, summaries with facts, all stored as memos. MemoryBank's
summary and portrait over all sessions are left out. LD-Agent finds sessions through their summaries; λ is G-Long's, and
the words are stems, while the publication uses nouns [R]. `responding.agents` has both as agents in a dialogue.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from math import exp, log
from typing import Generic, TypeVar

from convograph.architectures.glong import PAPER
from convograph.architectures.rag import Rag
from convograph.graph.snapshot import Snapshot
from convograph.layers.memos import EPSILON
from convograph.protocols import AnyLayer, Encoder, Query, Sketch
from convograph.retrieval import hit
from convograph.terms import Analyzer
from convograph.types import Evidence, Hit, MemoHit, Reason, Recall, Said, Span, Unit, WrittenKind

FoundHit = TypeVar("FoundHit", Hit, MemoHit)

DAY = 86_400.0
SUMMARY: WrittenKind = "summary"


@dataclass(frozen=True, slots=True)
class Form:
    """A variant: its kinds of memos, λ of exp(−λ · seconds), whether shared words count, and the unit that it finds."""

    name: str
    memos: tuple[WrittenKind, ...]
    decay: float
    words: bool = False
    finds: Unit = "round"


@dataclass(frozen=True, slots=True)
class WeighedHit(Generic[FoundHit]):
    """A hit with its similarity to the question (`near`) and λ times its age in seconds (`aged`)."""

    of: FoundHit
    near: float
    aged: float

    @property
    def score(self) -> float:
        """The product near · exp(−aged)."""
        return self.near * exp(-self.aged)

    @property
    def order(self) -> float:
        """The logarithm of the score, which does not underflow for old hits."""
        return log(self.near) - self.aged


MEMORY_BANK = Form("memorybank", (SUMMARY,), 1 / DAY)
LD_AGENT = Form("ld-agent", (SUMMARY, "fact"), PAPER.decay, words=True, finds="session")

FORMS: Mapping[str, Form] = {
    form.name: form
    for form in (MEMORY_BANK, replace(MEMORY_BANK, name="memorybank-no-forgetting", decay=0.0), LD_AGENT)
}


@dataclass(frozen=True, slots=True)
class WrittenMemory:
    """An architecture of this form. Hits without a time do not age."""

    encoder: Encoder
    form: Form

    @property
    def name(self) -> str:
        """The name of the form."""
        return self.form.name

    @property
    def analyzer(self) -> Analyzer:
        """English."""
        return self._units.analyzer

    @property
    def units(self) -> tuple[Unit, ...]:
        """Rounds or sessions, by the form."""
        return (self.form.finds,)

    @property
    def layers(self) -> tuple[AnyLayer, ...]:
        """A layer of rounds or sessions, and those of the form's memos."""
        return self._units.layers

    def layers_for(self, unit: Unit) -> tuple[AnyLayer, ...]:
        """The same for every unit."""
        return self.layers

    def with_encoder(self, encoder: Encoder) -> WrittenMemory:
        """The same architecture with another encoder."""
        return replace(self, encoder=encoder)

    def recall(self, graph: Snapshot, query: Query) -> Recall:
        """The k best rounds, or sessions through their summaries, and the k best memos of each kind."""
        everything = replace(query, unit=self.form.finds, k=max(1, len(graph.turns) + len(graph.memos)))
        found = self._units.recall(graph, everything)
        now = query.moment or datetime.now()
        asked = frozenset(self.analyzer.terms(query.wording)) if self.form.words else None
        memos: dict[WrittenKind, list[WeighedHit[MemoHit]]] = {}
        for kind in self.form.memos:
            weighed = (self._memo(one, asked, now) for one in found.memos if one.kind == kind)
            memos[kind] = _best(weighed, query.k)
        if self.form.finds == "session":
            hits = [_session(rank, one) for rank, one in enumerate(memos[SUMMARY], start=1)]
        else:
            units = _best((self._aged(one, one.score, one.turns[-1].said, now) for one in found.hits), query.k)
            hits = [replace(one.of, rank=rank, score=one.score) for rank, one in enumerate(units, start=1)]
        shown = [
            replace(one.of, rank=rank, score=one.score)
            for best in memos.values()
            for rank, one in enumerate(best, start=1)
        ]
        return replace(found, architecture=self.name, unit=query.unit, hits=tuple(hits), memos=tuple(shown))

    def sketch(self, graph: Snapshot) -> Sketch:
        """An empty sketch, because there is no graph."""
        return Sketch()

    @property
    def _units(self) -> Rag:
        return Rag(self.encoder, self.form.finds, self.form.memos)

    def _memo(self, memo: MemoHit, asked: frozenset[str] | None, now: datetime) -> WeighedHit[MemoHit]:
        cosine = memo.score - EPSILON
        if asked is None:
            return self._aged(memo, cosine, memo.said, now)
        shared = len(asked.intersection(self.analyzer.terms(memo.text))) / max(1, len(asked))
        return self._aged(memo, (max(0.0, cosine) + shared) / 2, memo.said, now)

    def _aged(self, found: FoundHit, near: float, said: Said | None, now: datetime) -> WeighedHit[FoundHit]:
        passed = 0.0 if said is None else max(0.0, (now - said.local).total_seconds())
        return WeighedHit(found, near, self.form.decay * passed)


def _best(found: Iterable[WeighedHit[FoundHit]], k: int) -> list[WeighedHit[FoundHit]]:
    """The `k` best hits with a positive similarity; the order of ties is kept."""
    return sorted((one for one in found if one.near > 0), key=lambda one: -one.order)[:k]


def _session(rank: int, summary: WeighedHit[MemoHit]) -> Hit:
    """A hit on the session of a summary."""
    turns = summary.of.turns
    reason = Reason("unit", summary.near, (), rank)
    evidence = [Evidence(Span(turn, 0, len(turn.text)), summary.score, reason) for turn in turns]
    return hit(rank, "session", summary.score, turns, evidence)
