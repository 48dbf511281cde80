"""The report of a run of `convograph-eval retrieval`, for benchmarks that compare architectures by question."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from convograph_eval.datasets import Dataset
from convograph_eval.retrieval import RunSettings, run


def retrieval_report(
    dataset: Dataset,
    data: str,
    architecture: str,
    unit: str = "turn",
    *,
    processes: int,
    cache: Path | None,
    **settings: Any,
) -> dict[str, Any]:
    """The report over all questions of `dataset`, read from the file or folder named `data`.

    `cache` is the folder of derived items, if any; `settings` are further fields of `RunSettings`.
    """
    return run(
        RunSettings(dataset.name, data, architecture, unit, **settings), dataset, processes=processes, cache=cache
    )
