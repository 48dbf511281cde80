"""Data sets for evaluation: conversations read by `convograph.formats`, with questions and gold.

file ── formats ──▶ Conversation ─┐
     ── questions, citations ─────┴─▶ Case … ──▶ Dataset ── chosen ──▶ a part ── pooled ──▶ one conversation

An architecture sees only a `Conversation`, without questions; gold is in `Question`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from os import PathLike
from pathlib import Path

from convograph.errors import InputError
from convograph.formats.limits import shortened
from convograph.formats.source import Source, source_of_file
from convograph_eval.datasets.answer_sentences import answer_sentences, labelled
from convograph_eval.datasets.chronicles import ENDINGS, assistants, chats, chronicle_files, chronicles, remarks
from convograph_eval.datasets.follow_ups import FollowUps, follow_ups
from convograph_eval.datasets.locomo import locomo
from convograph_eval.datasets.longmemeval import longmemeval
from convograph_eval.datasets.pool import pooled
from convograph_eval.datasets.sampling import first_cases, sample_ids, with_ids
from convograph_eval.datasets.types import Case, Dataset, Question, Unresolved, category_groups, turn_ids

__all__ = [
    "DATASETS",
    "Case",
    "Dataset",
    "FollowUps",
    "Question",
    "Unresolved",
    "answer_sentences",
    "category_groups",
    "data_files",
    "first_cases",
    "follow_ups",
    "labelled",
    "load",
    "pooled",
    "sample_ids",
    "turn_ids",
    "with_ids",
]

DATASETS: Mapping[str, Callable[[Path, Source | None], Dataset]] = {
    "assistants": assistants,
    "chats": chats,
    "chronicles": chronicles,
    "locomo": locomo,
    "longmemeval": longmemeval,
    "remarks": remarks,
}


def load(name: str, path: str | PathLike[str], audit: str | PathLike[str] | None = None) -> Dataset:
    """The data set `name`, a key of `DATASETS`, in the file at `path`, plain or compressed with gzip or xz.

    For chronicles, `path` is a folder or a conversation in it. `audit` is a file with corrected citations, which only
    LoCoMo has: see `convograph_eval.datasets.audit`. Raises an `InputError` that names the file, the place in it, the
    value and the remedy.
    """
    if name not in DATASETS:
        raise InputError(f"no data set {shortened(name)}; the data sets are {', '.join(DATASETS)}")
    path = Path(path)
    dataset = DATASETS[name](path, None if audit is None else source_of_file(Path(audit)))
    if not dataset.questions:
        raise InputError(f"{path}: holds no questions; give the release of {name} with its questions")
    question, times = Counter(question.id for question in dataset.questions).most_common(1)[0]
    if times > 1:
        raise InputError(f"{path}: {times} questions have the id {shortened(question)}; take all but one out")
    return dataset


def data_files(name: str, path: Path) -> tuple[Path, ...]:
    """The files that `load` reads at `path`. Raises `InputError` for a folder without such files."""
    return chronicle_files(path, ENDINGS[name]) if name in ENDINGS else (path,)
