"""The parts of a paper's table: runs of other commands, and cells that are read from their reports."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

Report = Mapping[str, Any]
Reader = Callable[[Report], float | None]
"""A function that reads a cell's figure from a report; `None` if the report has none."""


@dataclass(frozen=True, slots=True)
class TableInputs:
    """The inputs of a table: `data` are files by data set, the other fields are as in `responses` and `answers`.

    `upkeep` writes memories, `extractor` is a tuned model that reads G-Long's triplets. `sample` replaces the paper's
    sample size; `encoder` and `importance` are passed to each run that accepts them.
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
    """A run of `convograph-eval`: the name of its report, and its arguments without those for reports and caches."""

    name: str
    arguments: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Cell:
    """A figure that is read from the report of a run."""

    run: str
    read: Reader


@dataclass(frozen=True, slots=True)
class Row:
    """A row: its cells (`None`: cannot be measured with the given inputs), and the paper's figures."""

    label: str
    cells: tuple[Cell | None, ...]
    published: tuple[float | None, ...] | None = None


@dataclass(frozen=True, slots=True)
class Plan:
    """The runs of a table, its column headings with their numbers of decimals, its rows, and what is missing."""

    runs: tuple[TableRun, ...]
    columns: Mapping[str, int]
    rows: tuple[Row, ...]
    missing: tuple[str, ...] = field(default=())


class PaperTable(Protocol):
    """A table or figure of a paper."""

    @property
    def title(self) -> str:
        """The title of the table."""
        ...

    @property
    def datasets(self) -> tuple[str, ...]:
        """The data sets that the table covers; each one that is given has rows."""
        ...

    def plan(self, given: TableInputs) -> Plan:
        """The runs and rows for these inputs. Raises `InputError` if nothing can be measured with them."""
        ...
