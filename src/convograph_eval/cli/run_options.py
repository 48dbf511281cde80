"""Groups of options shared by runs over a data set's questions: which questions, which memory, which files."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from convograph.build import DEFAULT_ENCODER
from convograph_eval.cli.models import Memories, RequestsAMinute, Upkeep, memory_storage
from convograph_eval.cli.options import (
    Audit,
    Cache,
    Deliberator,
    EncoderName,
    Ids,
    Importance,
    Limit,
    Memos,
    NoCache,
    Output,
    Sample,
    Seed,
    UnitName,
    cache_folder,
    read_ids,
)
from convograph_eval.retrieval import MemoryStorage


@dataclass(frozen=True, slots=True)
class QuestionSelection:
    """Which questions of a data set are asked."""

    audit: Audit = None
    limit: Limit = None
    ids: Ids = None
    sample: Sample = None
    seed: Seed = 0

    @property
    def files(self) -> list[Path]:
        """The file that selects questions, if any."""
        return [] if self.ids is None else [self.ids]

    def settings(self) -> dict[str, Any]:
        """The values as fields of `RunSettings`. Raises `InputError` for options that contradict each other."""
        return {
            "limit": self.limit,
            "ids": read_ids(self.ids, self.sample),
            "sample": self.sample,
            "seed": None if self.sample is None else self.seed,
        }


@dataclass(frozen=True, slots=True)
class MemoryOptions:
    """What memories are made of, and which memos are stored in them."""

    unit: UnitName = "turn"
    encoder: EncoderName = DEFAULT_ENCODER
    importance: Importance = None
    deliberator: Deliberator = None
    upkeep: Upkeep = None
    memories: Memories = None
    memos: Memos = None
    requests_a_minute: RequestsAMinute = None

    def settings(self) -> dict[str, Any]:
        """The values as fields of `RunSettings`."""
        return {name: getattr(self, name) for name in ("unit", "encoder", "importance", "deliberator", "upkeep")}

    def memory_storage(self, output: Path | None) -> MemoryStorage:
        """Where memories with a model's memos are kept. Raises `InputError` for a folder without a model."""
        return memory_storage(self.upkeep, self.memories, output, self.requests_a_minute)


@dataclass(frozen=True, slots=True)
class OutputOptions:
    """The file of the report, and the cache for later runs."""

    cache: Cache = None
    no_cache: NoCache = False
    output: Output = None

    def cache_folder(self) -> Path | None:
        """The cache folder; `None` for no cache. Raises `InputError` for options that contradict each other."""
        return cache_folder(self.cache, self.no_cache)
