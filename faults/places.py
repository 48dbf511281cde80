"""The place of operations: one writer's share of a store, and the part of the content that it owns."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

import convograph
from convograph.build import ARCHITECTURES, Parts
from convograph.encoders.static import bundled_encoder
from convograph.errors import EncoderMismatchError
from convograph.memory import Memory
from convograph.protocols import Architecture, ChatModel, Encoder, TextKind
from convograph.types import Recall
from tests.support.pictures import exported
from tests.support.writers import writer

QUESTIONS = ("Who walked to the market on Tuesday?", "What does the cat have to do with the yellow bicycle?")
ASKED_AT = "2025-01-01"  # the reference time for recency


@dataclass(frozen=True)
class Mirrored:
    """An encoder that reverses another's vectors: equally good, but different."""

    encoder: Encoder

    @property
    def name(self) -> str:
        """The other encoder's name, prefixed."""
        return f"mirrored-{self.encoder.name}"

    @property
    def fingerprint(self) -> str:
        """The other encoder's fingerprint, prefixed."""
        return f"mirrored:{self.encoder.fingerprint}"

    @property
    def dimensions(self) -> int:
        """The other encoder's dimensions."""
        return self.encoder.dimensions

    def encode(self, texts: Sequence[str], kind: TextKind) -> npt.NDArray[np.float32]:
        """The other encoder's vectors, each reversed."""
        return np.ascontiguousarray(self.encoder.encode(texts, kind)[:, ::-1])


@cache
def encoders() -> tuple[Encoder, Encoder]:
    """The encoder that stores are created with, and one that they may be re-encoded with; both loaded.

    Encoding a text loads the encoder, so that forked processes need not load it again.
    """
    bundled_encoder().encode(["warm"], "passage")
    return bundled_encoder(), Mirrored(bundled_encoder())


@cache
def made(name: str) -> tuple[Architecture, Architecture]:
    """An architecture, loaded once, with each of the two encoders."""
    architecture = ARCHITECTURES[name](Parts(encoders()[0]))
    return architecture, architecture.with_encoder(encoders()[1])


class Place:
    """A writer's share of a store: the sessions of one owner whose names begin with the writer's `name`.

    `whole` means that the owner has no other writers, so that all of the owner's content is the writer's own.
    """

    def __init__(self, path: Path, owner: str, name: str, architecture: str, *, whole: bool) -> None:
        self.path = path
        self.owner = owner
        self.name = name
        self.whole = whole
        self.model: ChatModel = writer()
        self._architecture = architecture
        self._memory: Memory | None = None

    @property
    def memory(self) -> Memory:
        """The memory, opened when first used."""
        if self._memory is None:
            self._memory = opened(self.path, self.owner, self._architecture)
        return self._memory

    def close(self) -> None:
        """Close the memory; the next use opens it again."""
        if self._memory is not None:
            self._memory.close()
            self._memory = None

    def file(self, suffix: str) -> Path:
        """The path of this writer's own file beside the store."""
        return self.path.with_name(f"{self.name}{suffix}")

    def sessions(self) -> list[str]:
        """The writer's own sessions."""
        return [session.id for session in self.memory.sessions() if self._is_own(session.id)]

    def content(self) -> list[str]:
        """The export lines of the writer's own content.

        If an owner has several writers, memos by a model belong to none, since each may have had it write about all
        sessions.
        """
        lines = content_of(self.memory)
        return lines if self.whole else [line for line in lines if self._is_own_line(json.loads(line))]

    def _is_own(self, session: str) -> bool:
        return self.whole or session.startswith(f"{self.name}-")

    def _is_own_line(self, line: dict[str, Any]) -> bool:
        named = line.get("session") or line.get("turn") or line.get("about") or ""
        return self._is_own(named) and line.get("origin") in (None, "brought")


def opened(path: Path | str, owner: str, architecture: str) -> Memory:
    """The memory with whichever of the two encoders its owner has now, with all layers caught up."""
    for made_with in made(architecture):
        memory = convograph.open(path, owner=owner, architecture=made_with)
        try:
            memory.stats()
        except EncoderMismatchError as error:
            memory.close()
            mismatch = error
        except BaseException:
            memory.close()
            raise
        else:
            return memory
    raise mismatch


def answers(memory: Memory) -> list[tuple[object, ...]]:
    """The results for some questions: ids, scores and texts, without the store's keys.

    Of memos only the scores are compared, since memos with equal scores are ordered by arrival.
    """
    return [seen(memory.recall(question, touch=False, asked_at=ASKED_AT)) for question in QUESTIONS]


def seen(recall: Recall) -> tuple[object, ...]:
    """The parts of a recall that a user sees."""
    hits = [(hit.id, hit.score, [turn.text for turn in hit.turns]) for hit in recall.hits]
    return hits, [memo.score for memo in recall.memos], recall.probability


def content_of(memory: Memory) -> list[str]:
    """The export lines of an owner's content, without the header, which counts them, and without decision times."""
    return [_without_clock(line) for line in exported(memory)[1:]]


def _without_clock(line: str) -> str:
    record = json.loads(line)
    if record.get("memo") != "decision":
        return line
    details = {name: value for name, value in record.get("details", {}).items() if name != "when_text"}
    return json.dumps({**record, "said": None, "details": details})
