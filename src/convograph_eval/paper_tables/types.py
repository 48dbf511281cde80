"""What a table of a paper is made of: the runs of other commands, and the cells that are read from their reports."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

Report = Mapping[str, Any]
Reader = Callable[[Report], float | None]
"""A cell's figure in a report; `None` where it has none."""


@dataclass(frozen=True, slots=True)
class Given:
    """What a table is made with: `data` are files by data set, the others as in `responses` and `answers`.

    `upkeep` writes what memories hold, `extractor` is a tuned model that reads G-Long's triplets. `sample` is drawn in
    place of the paper's; `encoder` and `importance` hold for each run that takes them.
    """

    data: Mapping[str, Path]
    model: str | None = None
    upkeep: str | None = None
    extractor: str | None = None
    judge: str | None = None
    bert_score: Path | None = None
    sample: int | None = None
    encoder: str | None = None
    importance: str | None = None


@dataclass(frozen=True, slots=True)
class TableRun:
    """A run of `convograph-eval`: the name of its report, and its arguments without the options of files."""

    name: str
    arguments: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Cell:
    """A figure of a run's report."""

    run: str
    read: Reader


@dataclass(frozen=True, slots=True)
class Row:
    """A row: its cells (`None`: nothing can be measured with what was given), and the paper's figures."""

    label: str
    cells: tuple[Cell | None, ...]
    published: tuple[float | None, ...] | None = None


@dataclass(frozen=True, slots=True)
class Plan:
    """The runs of a table, the heading of each column with its number of decimals, its rows, and what is missing."""

    runs: tuple[TableRun, ...]
    columns: Mapping[str, int]
    rows: tuple[Row, ...]
    missing: tuple[str, ...] = field(default=())


class PaperTable(Protocol):
    """A table or figure of a paper."""

    @property
    def title(self) -> str:
        """What it shows."""
        ...

    @property
    def datasets(self) -> tuple[str, ...]:
        """The data sets that it is over; each of those given makes rows."""
        ...

    def plan(self, given: Given) -> Plan:
        """What is to be run. Raises `InputError` where nothing can be measured with what is given."""
        ...
