"""Tables of replies in dialogues over sessions: a run of `responses` for each data set."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Literal

from convograph.errors import InputError
from convograph_eval.paper_tables.types import Cell, Given, Plan, Report, Row, TableRun

KEPT_BY_MODEL = ("memorybank", "ld-agent", "glong-enriched")
WEIGHED = ("glong", "glong-no-rerank")  # of which a scorer may tell the importance of triplets

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
class ResponseTable:
    """Agents that reply, by what `of` says: the text metrics of `columns`, ratings, or costs.

    `published` has the paper's figures by data set and agent, of all sessions. With `by_session`, each agent has a row
    for each session before. `extractors` makes a run with each model that may read triplets, of which `published` has
    the figures under `UPKEEP` and `EXTRACTOR`.
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

    def plan(self, given: Given) -> Plan:
        """A run for each data set, or for each of these and extractor. Raises `InputError` without what it needs."""
        if given.model is None and self.of != "costs":
            raise InputError("this table is of what a model replies; name one with --model")
        if self.of == "ratings" and given.judge is None:
            raise InputError("this table is of what a judge rates; name one with --judge")
        if "BS" in self.columns and given.bert_score is None:
            columns = tuple(name for name in self.columns if name != "BS")
        else:
            columns = self.columns
        roles = {UPKEEP: given.upkeep, EXTRACTOR: given.extractor if self.extractors else None}
        named = {role: name for role, name in roles.items() if name is not None} or {UPKEEP: None}
        runs, rows = [], []
        for dataset in given.data:
            for role, upkeep in named.items():
                agents = [agent for agent in self.agents if upkeep is not None or agent not in KEPT_BY_MODEL]
                if not agents:
                    raise InputError("what these agents remember is written by a model; name one with --upkeep")
                run = self._run(given, dataset, upkeep, agents)
                runs.append(run)
                for agent in agents:
                    label = f"{dataset}: {self.agents[agent]}{f', {upkeep}' if self.extractors else ''}"
                    published = self.published.get((dataset, role if self.extractors else agent))
                    rows += self._rows(run, agent, columns, Row(label, (), published))
        left = [label for agent, label in self.agents.items() if not any(named.values()) and agent in KEPT_BY_MODEL]
        missing = [f"{', '.join(left)}: written by a model; name it with --upkeep"] if left else []
        if columns != self.columns:
            missing.append("BERTScore: by an encoder in a folder; name it with --bert-score")
        return Plan(tuple(runs), self._headings(columns), tuple(rows), tuple(missing))

    def _run(self, given: Given, dataset: str, upkeep: str | None, agents: list[str]) -> TableRun:
        arguments = ["responses", "--dataset", dataset, "--data", str(given.data[dataset])]
        arguments += ["--sample", str(given.sample or self.sample)]
        arguments += [part for agent in agents for part in ("-a", agent)]
        arguments += ["--prompts-only"] if given.model is None else ["--model", given.model]
        if upkeep is not None and any(agent in KEPT_BY_MODEL for agent in agents):
            arguments += ["--upkeep", upkeep]
        if self.of == "ratings" and given.judge is not None:
            arguments += ["--judge", given.judge]
        if "BS" in self.columns and given.bert_score is not None:
            arguments += ["--bert-score", str(given.bert_score)]
        if given.encoder is not None:
            arguments += ["--encoder", given.encoder]
        if given.importance is not None and any(agent in WEIGHED for agent in agents):
            arguments += ["--importance", given.importance]
        extractor = upkeep.replace(":", "-").replace("/", "-") if self.extractors and upkeep is not None else ""
        return TableRun("-".join(filter(None, (dataset, extractor))), tuple(arguments))

    def _headings(self, columns: tuple[str, ...]) -> Mapping[str, int]:
        if self.of == "ratings":
            return dict.fromkeys(RATINGS, 3)
        return {**dict.fromkeys(COSTS, 0), MONEY: 2} if self.of == "costs" else dict.fromkeys(columns, 2)

    def _rows(self, run: TableRun, agent: str, columns: tuple[str, ...], row: Row) -> Iterator[Row]:
        """`row` with its cells, and those of its sessions before it."""
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
