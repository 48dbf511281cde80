"""One case: its conversation becomes a memory, its questions are asked, and each question gives a record."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Any

import convograph
from convograph.memory import Memory
from convograph.protocols import Architecture, TokenCounter
from convograph.types import Memo, Recall, Unit
from convograph_eval.datasets import Case, Question
from convograph_eval.metrics import parse_metric
from convograph_eval.retrieval.context_recall import survival
from convograph_eval.retrieval.upkeep import MemoWriter, Upkeep
from convograph_eval.units import Credited, UnitMap

NONE_FOUND = frozenset({"a triplet of a gold turn"})  # the gold if none of the ranked derived units is gold
NOT_KEPT = "memory not kept"
GROWTH = 4  # growth of k in repeated requests, when hits share units

Watch = Callable[[str, int, int], None]
"""A progress callback: stage, done, total."""


@dataclass(frozen=True, slots=True)
class QuestionRecord:
    """A question: its ranking, its gold, its metrics, and the tokens of the best units by cut-off."""

    id: str
    category: str
    question: str
    ranked: tuple[str, ...]
    gold: tuple[str, ...]
    milliseconds: float
    model_calls: int
    model_tokens: int
    tokens: Mapping[str, int]
    metrics: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class CaseRecords:
    """The records of a case, the questions left out with the reasons, and the cost of building its memory."""

    case: str
    records: tuple[QuestionRecord, ...]
    left_out: Mapping[str, str]
    build_seconds: float
    sessions: int
    turns: int
    upkeep: Upkeep | None = None

    def as_json(self) -> dict[str, Any]:
        """A JSON object that `from_json` reads."""
        return asdict(self)

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> CaseRecords:
        """The records that `as_json` wrote."""
        records = tuple(
            QuestionRecord(**{**one, "ranked": tuple(one["ranked"]), "gold": tuple(one["gold"])})
            for one in value["records"]
        )
        upkeep = None if value["upkeep"] is None else Upkeep(**value["upkeep"])
        return cls(**{**value, "records": records, "upkeep": upkeep})


@dataclass(frozen=True, slots=True)
class Protocol:
    """How questions are asked and scored: metrics, cut-offs, units ranked, token counter, context budgets."""

    metrics: tuple[str, ...]
    ks: tuple[int, ...]
    ranked: int
    unit: str
    counter: TokenCounter = field(compare=False)
    budgets: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class BuiltMemory:
    """The memory of a case, the time to build it, and the cost of the model that wrote memos in it, if any."""

    memory: Memory
    seconds: float
    upkeep: Upkeep | None = None

    @property
    def failed(self) -> str | None:
        """The reason why the model did not finish the memory, if so; then no question is asked."""
        return None if self.upkeep is None or self.upkeep.failed is None else f"{NOT_KEPT}: {self.upkeep.failed}"


@contextmanager
def built(
    case: Case,
    architecture: Architecture,
    memos: Sequence[Memo] = (),
    watch: Watch = lambda stage, done, total: None,
    keeping: MemoWriter | None = None,
) -> Iterator[BuiltMemory]:
    """The memory of a case with its memos, and with the memos that a model writes, if any.

    It is in a temporary folder that is removed at exit, or where `keeping` keeps it.
    """
    place = _temporary() if keeping is None else keeping.path(case, architecture, memos)
    with place as path, convograph.open(path, architecture=architecture) as memory:
        start = perf_counter()
        memory.add(list(case.conversation.sessions), progress=lambda done, all_: watch("building", done, all_))
        if memos:
            memory.bring(memos)
        seconds = perf_counter() - start
        yield BuiltMemory(
            memory, seconds, None if keeping is None else keeping.written(memory, partial(watch, "writing"))
        )


@contextmanager
def _temporary() -> Iterator[Path]:
    with tempfile.TemporaryDirectory() as folder:
        yield Path(folder) / "memory.db"


def ask(
    case: Case,
    built: BuiltMemory,
    units: UnitMap,
    protocol: Protocol,
    watch: Watch = lambda stage, done, total: None,
) -> CaseRecords:
    """Ask all questions of a case that have gold, or none if the model did not finish the memory."""
    records: list[QuestionRecord] = []
    left_out: dict[str, str] = {}
    if built.failed is not None:
        left_out = {question.id: built.failed for question in case.questions}
    for number, question in enumerate(case.questions if built.failed is None else (), start=1):
        gold = _gold(question, protocol.unit, units)
        if reason := _why_left_out(question, gold, protocol):
            left_out[question.id] = reason
        else:
            records.append(_record(built.memory, question, units, gold, protocol))
        watch("asking", number, len(case.questions))
    sessions = case.conversation.sessions
    turns = sum(len(session.turns) for session in sessions)
    name = case.conversation.name
    return CaseRecords(name, tuple(records), left_out, built.seconds, len(sessions), turns, built.upkeep)


def _record(
    memory: Memory, question: Question, units: UnitMap, gold: frozenset[str], protocol: Protocol
) -> QuestionRecord:
    start = perf_counter()
    first = _recall(memory, question, _unit(units), protocol.ranked)
    milliseconds = (perf_counter() - start) * 1000
    credited = _credited(memory, question, first, units, protocol.ranked)
    ranked = list(credited.ranked)[: protocol.ranked]
    if units.derived:
        gold = frozenset(unit for unit in ranked if credited.turns[unit] & gold) or NONE_FOUND
    scores = {name: parse_metric(name)(ranked, gold) for name in protocol.metrics}
    if protocol.budgets:
        pack = partial(
            memory.context,
            question.text,
            asked_at=question.asked_at,
            as_of=question.as_of,
            recent=question.recent,
            touch=False,
        )
        scores |= survival(lambda budget: pack(budget=budget), question, protocol.budgets, protocol.counter)
    return QuestionRecord(
        question.id,
        question.category,
        question.text,
        tuple(ranked),
        tuple(sorted(gold)),
        round(milliseconds, 3),
        first.usage.model_calls,
        first.usage.model_tokens,
        _tokens(ranked, units, protocol),
        scores,
    )


def _recall(memory: Memory, question: Question, unit: Unit | None, k: int) -> Recall:
    return memory.recall(
        question.text,
        k=k,
        asked_at=question.asked_at,
        as_of=question.as_of,
        unit=unit,
        recent=question.recent,
        touch=False,
    )


def _unit(units: UnitMap) -> Unit | None:
    return "triplet" if units.derived else None


def _credited(memory: Memory, question: Question, first: Recall, units: UnitMap, wanted: int) -> Credited:
    """At least `wanted` distinct units; more hits are requested until there are enough or no more hits."""
    credited = Credited(units)
    asked, hits = wanted, first.hits
    while True:
        for hit in hits:
            credited.take(hit)
        if len(credited.ranked) >= wanted or len(hits) < asked:
            return credited
        asked *= GROWTH
        hits = _recall(memory, question, _unit(units), asked).hits


def _tokens(ranked: Sequence[str], units: UnitMap, protocol: Protocol) -> dict[str, int]:
    """The total tokens of the first k units, by k."""
    counts = protocol.counter.count([units.text(unit) for unit in ranked[: max(protocol.ks)]])
    return {str(k): sum(counts[:k]) for k in protocol.ks}


def _gold(question: Question, unit: str, units: UnitMap) -> frozenset[str]:
    if unit == "session":
        return frozenset(question.gold_sessions) & units.turns_of_unit.keys()
    if units.derived:
        return frozenset(question.gold_turns)
    return units.gold(question.gold_turns)


def _why_left_out(question: Question, gold: frozenset[str], protocol: Protocol) -> str | None:
    if question.abstention:
        return "not answerable"
    if protocol.budgets and not question.gold_turns:
        return "no gold turn"
    return None if gold else "no gold unit"
