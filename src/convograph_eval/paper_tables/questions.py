"""Tables of questions: a run of `retrieval` for each architecture, and of `answers` for each cut-off of accuracy."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial

from convograph_eval.paper_tables.types import Cell, Given, Plan, Report, Row, TableRun


@dataclass(frozen=True, slots=True)
class Memory:
    """An architecture, the unit in which it finds, what the paper calls it, and its figures there.

    Without `upkeep`, nothing of it is written by a model unless a table says so; with it, nothing is found without one.
    """

    label: str
    architecture: str
    unit: str
    published: tuple[float | None, ...]
    upkeep: bool = False
    weighed: bool = False


@dataclass(frozen=True, slots=True)
class QuestionTable:
    """Memories that are asked questions: recall at `ks`, the accuracy of answers at `accuracy`, the reciprocal rank."""

    title: str
    memories: tuple[Memory, ...]
    ks: tuple[int, ...]
    sample: int | None = None
    accuracy: tuple[int, ...] = ()
    reciprocal: bool = False
    compares_importance: bool = False
    datasets: tuple[str, ...] = ("longmemeval",)

    def plan(self, given: Given) -> Plan:
        """The runs of each memory. Where a model is missing, so are the rows and columns that need it."""
        runs: list[TableRun] = []
        rows, missing = [], []
        judged = given.model is not None and given.judge is not None
        for dataset in given.data:
            for memory in self.memories:
                if memory.upkeep and given.upkeep is None:
                    missing.append(f"{memory.label}: written by a model; name it with --upkeep")
                    continue
                made = self._runs(given, dataset, memory, judged=judged)
                runs += made.values()
                cells = tuple(self._cells(made))
                rows.append(Row(memory.label, cells, memory.published))
        if self.accuracy and not judged:
            missing.append("accuracy: of a model's answers, by a judge; name them with --model and --judge")
        if self.compares_importance and given.importance is None:
            missing.append(
                "a T5's importance: without one all triplets have the same; name it with --importance t5:DIR"
            )
        return Plan(tuple(runs), dict.fromkeys(self._headings(), 4), tuple(rows), tuple(dict.fromkeys(missing)))

    def _headings(self) -> Iterator[str]:
        yield from (f"Recall@{k}" for k in self.ks)
        if self.reciprocal:
            yield "MRR@20"
        yield from (f"Acc@{k}" for k in self.accuracy)

    def _runs(self, given: Given, dataset: str, memory: Memory, *, judged: bool) -> Mapping[int | None, TableRun]:
        """The run of `retrieval`, under `None`, and those of `answers` by cut-off."""
        common = ["--dataset", dataset, "--data", str(given.data[dataset])]
        sample = given.sample or self.sample
        common += [] if sample is None else ["--sample", str(sample)]
        common += ["-a", memory.architecture, "--unit", memory.unit]
        upkeep = given.upkeep if memory.upkeep else given.extractor
        common += [] if upkeep is None else ["--upkeep", upkeep]
        common += [] if given.encoder is None else ["--encoder", given.encoder]
        common += ["--importance", given.importance] if given.importance is not None and memory.weighed else []
        ks = ",".join(map(str, self.ks))
        made: dict[int | None, TableRun] = {
            None: TableRun(f"retrieval-{memory.architecture}", ("retrieval", *common, "--k", ks))
        }
        if judged and given.model is not None and given.judge is not None:
            asked = ("--words", "--no-abstentions", "--model", given.model, "--judge", given.judge)
            for k in self.accuracy:
                arguments = ("answers", *common, "--k", str(k), *asked, "--judges", "longmemeval")
                made[k] = TableRun(f"answers-{memory.architecture}-{k}", arguments)
        return made

    def _cells(self, runs: Mapping[int | None, TableRun]) -> Iterator[Cell | None]:
        found = runs[None].name
        yield from (Cell(found, partial(_retrieved, name=f"hit@{k}")) for k in self.ks)
        if self.reciprocal:
            yield Cell(found, partial(_retrieved, name="mrr"))
        yield from (Cell(runs[k].name, _judged) if k in runs else None for k in self.accuracy)


def _retrieved(report: Report, *, name: str) -> float | None:
    value: float | None = report["summary"].get(name)
    return value


def _judged(report: Report) -> float | None:
    mean = report["summary"]["means"].get("longmemeval")
    return None if mean is None else float(mean["mean"])
