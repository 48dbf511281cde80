"""Tables on replies in multi-session dialogues: one or more runs of `responses` per data set."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Literal

from convograph.errors import InputError
from convograph_eval.paper_tables.types import Cell, Plan, Report, Row, TableInputs, TableRun

GLONG, ENRICHED, NO_RERANK = "glong", "glong-enriched", "glong-no-rerank"
KEPT_BY_MODEL = ("memorybank", "ld-agent", ENRICHED)
WEIGHED = (GLONG, ENRICHED)  # agents for which a scorer of triplet importance may be used

SCORES: Mapping[str, str] = {
    **{"B-1": "bleu1", "B-2": "bleu2", "B-3": "bleu3", "B-4": "bleu4"},
    **{"R-L": "rouge_l", "BS": "bert_score"},
}
UPKEEP, EXTRACTOR = "upkeep", "extractor"
RATINGS = ("coherence", "engagingness", "fluency", "average")
COSTS = {"main": "main", "memory in": "memory_read", "memory gen": "memory_written"}
MONEY = "$ of 1,000"

Published = Mapping[tuple[str, str], tuple[float | None, ...]]


@dataclass(frozen=True, slots=True)
class _Group:
    """The agents of one run, each with its label and the key of its published figures, and the model for upkeep."""

    agents: Mapping[str, tuple[str, str]]
    upkeep: str | None
    role: str = ""


@dataclass(frozen=True, slots=True)
class ResponseTable:
    """A table over agents; `of` says whether it has the text metrics in `columns`, ratings, or costs.

    `published` has the paper's figures over all sessions, by data set and agent. With `by_session`, the row of each
    agent follows a row for each session. With `extractors`, each model that may extract triplets has rows, whose
    figures `published` has under `UPKEEP` and `EXTRACTOR`; otherwise the extractor, if given, reads the triplets of
    `glong`, unless `glong` is compared with its variant without reranking.
    """

    title: str
    sample: int
    agents: Mapping[str, str]
    published: Published
    columns: tuple[str, ...] = ()
    of: Literal["scores", "ratings", "costs"] = "scores"
    datasets: tuple[str, ...] = ("msc", "cc")
    by_session: bool = False
    extractors: bool = field(default=False)

    def plan(self, given: TableInputs) -> Plan:
        """One run per data set and model for upkeep. Raises `InputError` if a model that the table needs is missing."""
        if given.model is None and self.of != "costs":
            raise InputError("this table is of what a model replies; name one with --model")
        if self.of == "ratings" and given.judge is None:
            raise InputError("this table is of what a judge rates; name one with --judge")
        groups = list(self._groups(given))
        if not groups:
            raise InputError("what these agents remember is written by a model; name one with --upkeep")
        columns = tuple(name for name in self.columns if name != "BS" or given.bert_score is not None)
        runs: list[TableRun] = []
        rows: list[Row] = []
        for dataset in given.data:
            for group in groups:
                run = self._run(given, dataset, group)
                runs.append(run)
                for agent, (label, key) in group.agents.items():
                    row = Row(f"{dataset}: {label}", (), self.published.get((dataset, key)))
                    rows += self._rows(run, agent, columns, row)
        return Plan(tuple(runs), self._headings(columns), tuple(rows), tuple(self._missing(given, columns)))

    def _groups(self, given: TableInputs) -> Iterator[_Group]:
        """The agents grouped by the model for upkeep; agents whose model is missing are left out."""
        if self.extractors:
            for role, name in ((UPKEEP, given.upkeep), (EXTRACTOR, given.extractor)):
                if name is not None:
                    yield _Group({ENRICHED: (f"{self.agents[ENRICHED]}, {name}", role)}, name, role)
            return
        apart = given.extractor is not None and GLONG in self.agents and NO_RERANK not in self.agents
        kept = {
            agent: (label, agent)
            for agent, label in self.agents.items()
            if not (apart and agent == GLONG) and (given.upkeep is not None or agent not in KEPT_BY_MODEL)
        }
        if kept:
            yield _Group(kept, given.upkeep if any(agent in KEPT_BY_MODEL for agent in kept) else None)
        if apart:
            yield _Group({ENRICHED: (f"{self.agents[GLONG]}, {given.extractor}", GLONG)}, given.extractor, EXTRACTOR)

    def _missing(self, given: TableInputs, columns: tuple[str, ...]) -> Iterator[str]:
        left = [label for agent, label in self.agents.items() if agent in KEPT_BY_MODEL]
        if left and given.upkeep is None and not self.extractors:
            yield f"{', '.join(left)}: written by a model; name it with --upkeep"
        if columns != self.columns:
            yield "BERTScore: by an encoder in a folder; name it with --bert-score"

    def _run(self, given: TableInputs, dataset: str, group: _Group) -> TableRun:
        arguments = ["responses", "--dataset", dataset, "--data", str(given.data[dataset])]
        arguments += ["--sample", str(given.sample or self.sample)]
        arguments += [part for agent in group.agents for part in ("-a", agent)]
        arguments += ["--prompts-only"] if given.model is None else ["--model", given.model]
        options = {
            "--upkeep": group.upkeep,
            "--judge": given.judge if self.of == "ratings" else None,
            "--bert-score": given.bert_score if "BS" in self.columns else None,
            "--encoder": given.encoder,
            "--importance": given.importance if any(agent in WEIGHED for agent in group.agents) else None,
        }
        arguments += [part for name, value in options.items() if value is not None for part in (name, str(value))]
        return TableRun("-".join(filter(None, (dataset, group.role))), tuple(arguments))

    def _headings(self, columns: tuple[str, ...]) -> Mapping[str, int]:
        if self.of == "ratings":
            return dict.fromkeys(RATINGS, 3)
        return {**dict.fromkeys(COSTS, 0), MONEY: 2} if self.of == "costs" else dict.fromkeys(columns, 2)

    def _rows(self, run: TableRun, agent: str, columns: tuple[str, ...], row: Row) -> Iterator[Row]:
        """The row with its cells, after the rows of its sessions."""
        published = row.published
        if self.of == "ratings":
            readers = [partial(_rating, agent=agent, name=name) for name in RATINGS]
        elif self.of == "costs":
            readers = [
                *(partial(_cost, agent=agent, name=name) for name in COSTS.values()),
                partial(_money, agent=agent),
            ]
        else:
            readers = [partial(_score, agent=agent, name=SCORES[name]) for name in columns]
            published = None if published is None else published[: len(columns)]
            for session in range(2, 6) if self.by_session else ():
                cells = (partial(_score, agent=agent, name=SCORES[name], session=str(session)) for name in columns)
                yield Row(f"{row.label}, session {session}", tuple(Cell(run.name, read) for read in cells))
        yield Row(row.label, tuple(Cell(run.name, read) for read in readers), published)


def _score(report: Report, *, agent: str, name: str, session: str | None = None) -> float | None:
    summary = report["agents"][agent]
    means = summary["all"] if session is None else summary["sessions"].get(session)
    value = None if means is None else means["macro"].get(name)
    return None if value is None else 100 * value


def _rating(report: Report, *, agent: str, name: str) -> float | None:
    value: float | None = report["agents"][agent]["judged"].get(name)
    return value


def _cost(report: Report, *, agent: str, name: str) -> float | None:
    value: float = report["agents"][agent]["cost"]["a_dialogue"][name]
    return value


def _money(report: Report, *, agent: str) -> float | None:
    value: float = report["agents"][agent]["cost"]["money_of_1000"]
    return value
