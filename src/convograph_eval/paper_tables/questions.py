"""Tables on questions: a run of `retrieval` per architecture, and one of `answers` per cut-off of accuracy."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial

from convograph_eval.paper_tables.types import Cell, Plan, Report, Row, TableInputs, TableRun


@dataclass(frozen=True, slots=True)
class Memory:
    """An architecture: its name in the paper, its own name, its unit of hits, and its figures in the paper.

    With `upkeep`, a model must write what it finds; without, a model writes it only if an extractor is given. `weighed`
    says that the importance of triplets counts.
    """

    label: str
    architecture: str
    unit: str
    published: tuple[float | None, ...]
    upkeep: bool = False
    weighed: bool = False


@dataclass(frozen=True, slots=True)
class QuestionTable:
    """A table over memories: recall at `ks`, the accuracy of answers at `accuracy`, and the mean reciprocal rank."""

    title: str
    memories: tuple[Memory, ...]
    ks: tuple[int, ...]
    sample: int | None = None
    accuracy: tuple[int, ...] = ()
    reciprocal: bool = False
    compares_importance: bool = False
    datasets: tuple[str, ...] = ("longmemeval",)

    def plan(self, given: TableInputs) -> Plan:
        """The runs of each memory; rows and columns that need a missing model are left out."""
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

    def _runs(self, given: TableInputs, dataset: str, memory: Memory, *, judged: bool) -> Mapping[int | None, TableRun]:
        """The run of `retrieval`, under the key `None`, and those of `answers`, by cut-off."""
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
