"""Memories in which a model writes memos: those about a conversation are stored before a question is asked.

    conversation ──▶ store ──▶ the kinds of memos that the architecture reads, by the model ──▶ Upkeep

The name of the store's file is a digest of its inputs: an interrupted run finds what was written, and runs with the
same inputs share the file.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, get_args

from convograph.errors import InputError, ModelError
from convograph.generation.memos import KINDS
from convograph.memory import Memory
from convograph.memory.enriching.profile_writing import ProfilesByModel
from convograph.memory.enriching.unwritten_memos import common_kinds, kinds_read
from convograph.memory.snapshots.derivation import Progress
from convograph.protocols import Architecture, ChatModel
from convograph.quotation import on_one_line
from convograph.types import EnrichReport, Memo, MemoKind, WrittenKind
from convograph_eval.datasets import Case

SUFFIX = ".memories"
OPTION = "--memories"
OF_NAMES: tuple[WrittenKind, ...] = ("resolution", "profile", "community")
"""The kinds that a model writes for LightGMEM; mentions of names and their relations are read without a model."""

_SHOWN = 200  # characters of an error


@dataclass(frozen=True, slots=True)
class Upkeep:
    """The cost of writing a case's memos, in this and earlier runs; `failed` says what is missing, if anything."""

    calls: int
    prompt_tokens: int
    completion_tokens: int
    seconds: float
    failed: str | None = None


@dataclass(frozen=True, slots=True)
class MemoryStorage:
    """Where memories written by a model are kept (`None`: deleted after the case), and the model's rate limit."""

    folder: Path | None = None
    requests_a_minute: int | None = None


@dataclass(frozen=True, slots=True)
class MemoWriter:
    """The model that writes memos in a run's memories, whose files stay in `folder` (`None`: deleted after use)."""

    model: ChatModel
    folder: Path | None

    @contextmanager
    def path(self, case: Case, architecture: Architecture, memos: Sequence[Memo]) -> Iterator[Path]:
        """The path of a case's store. Raises `InputError` if a model writes nothing that the architecture reads."""
        kinds = written_kinds(architecture)
        if not kinds:
            raise InputError(f"nothing that {architecture.name} finds by is written by a model; leave --upkeep out")
        holds = (case.conversation.sessions, tuple(memos), architecture.encoder.fingerprint, self.model.fingerprint)
        name = f"{blake2b(repr((*holds, kinds)).encode(), digest_size=12).hexdigest()}.db"
        if self.folder is None:
            with TemporaryDirectory() as folder:
                yield Path(folder) / name
            return
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise InputError(
                f"cannot keep memories in {self.folder}: {error.strerror}; name another {OPTION}"
            ) from None
        yield self.folder / name

    def written(self, memory: Memory, progress: Progress) -> Upkeep:
        """Have the model write all pending memos. Raises `ModelError` if the model was given up."""
        report = memory.enrich(self.model, kinds=written_kinds(memory.architecture), flush=True, progress=progress)
        if report.gave_up:
            raise ModelError(f"{_why(report)}; the rest was not tried")
        used = memory.ledger()
        return Upkeep(
            sum(entry.calls for entry in used),
            sum(entry.prompt_tokens for entry in used),
            sum(entry.completion_tokens for entry in used),
            round(sum(entry.seconds for entry in used), 3),
            _why(report) if report.failures or report.waiting else None,
        )


def written_kinds(architecture: Architecture) -> tuple[WrittenKind, ...]:
    """The kinds of memos that a model writes for an architecture, in the order in which they are written.

    A layer that reads only triplets or events takes the first kind that it names. If insights are read, the facts that
    they are made of are written too.
    """
    if isinstance(architecture, ProfilesByModel):
        return OF_NAMES
    common = common_kinds()
    wanted: set[MemoKind] = set()
    for read in kinds_read(architecture.layers):
        wanted |= common.intersection(read) or set(read[:1])
    wanted |= {kind.of for name, kind in KINDS.items() if name in wanted and kind.of is not None}
    return tuple(name for name in get_args(WrittenKind) if name in wanted)


def check_kept(upkeeps: Sequence[Upkeep | None]) -> None:
    """Raise `ModelError` if a model failed on the memory of every case."""
    reasons = [one.failed for one in upkeeps if one is not None and one.failed is not None]
    if reasons and len(reasons) == len(upkeeps):
        raise ModelError(f"no memory was kept: {reasons[0]}")


def upkeep_report(upkeeps: Mapping[str, Upkeep | None]) -> dict[str, Any] | None:
    """Total costs, and the failures by case; `None` if no model writes memos. `upkeeps` maps case names to costs."""
    made = [one for one in upkeeps.values() if one is not None]
    if not made:
        return None
    return {
        "calls": sum(one.calls for one in made),
        "prompt_tokens": sum(one.prompt_tokens for one in made),
        "completion_tokens": sum(one.completion_tokens for one in made),
        "seconds": round(sum(one.seconds for one in made), 3),
        "failed": {name: one.failed for name, one in upkeeps.items() if one is not None and one.failed is not None},
    }


def _why(report: EnrichReport) -> str:
    """What is missing, and the first reason."""
    if not report.failures:
        return f"the model has still to write {', '.join(report.waiting)}"
    first = report.failures[0]
    return (
        f"{len(report.failures)} model calls failed, the first on {first.about}: {on_one_line(first.message, _SHOWN)}"
    )
