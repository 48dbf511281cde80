"""Where operations are tried: one writer's share of a store, and what of the content is its own."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from tests.support.pictures import exported
from tests.support.writers import writer

import convograph
from convograph.build import ARCHITECTURES, Parts
from convograph.encoders.static import bundled_encoder
from convograph.errors import EncoderMismatchError
from convograph.memory import Memory
from convograph.protocols import Architecture, ChatModel, Encoder, TextKind
from convograph.types import Recall

QUESTIONS = ("Who walked to the market on Tuesday?", "What does the cat have to do with the yellow bicycle?")
ASKED_AT = "2025-01-01"  # recency counts from then


@dataclass(frozen=True)
class Mirrored:
    """An encoder whose vectors are another's backwards: as good, and not the same."""

    encoder: Encoder

    @property
    def name(self) -> str:
        """That of the other, mirrored."""
        return f"mirrored-{self.encoder.name}"

    @property
    def fingerprint(self) -> str:
        """Another than the other's."""
        return f"mirrored:{self.encoder.fingerprint}"

    @property
    def dimensions(self) -> int:
        """As many as the other has."""
        return self.encoder.dimensions

    def encode(self, texts: Sequence[str], kind: TextKind) -> npt.NDArray[np.float32]:
        """The rows, each backwards."""
        return np.ascontiguousarray(self.encoder.encode(texts, kind)[:, ::-1])


@cache
def encoders() -> tuple[Encoder, Encoder]:
    """The encoder that stores are made with, and one that they may be changed to; loaded, which is for its first text.

    What is loaded here need not be loaded by every process that is forked.
    """
    bundled_encoder().encode(["warm"], "passage")
    return bundled_encoder(), Mirrored(bundled_encoder())


@cache
def made(name: str) -> tuple[Architecture, Architecture]:
    """An architecture, loaded once, with either encoder."""
    architecture = ARCHITECTURES[name](Parts(encoders()[0]))
    return architecture, architecture.with_encoder(encoders()[1])


class Place:
    """A writer's share of a store: the sessions of one owner whose names begin with the writer's `name`.

    `whole` says that the owner has no other writers, so that all of the owner's content is the writer's own.
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
        """The name of a file beside the store that is this writer's."""
        return self.path.with_name(f"{self.name}{suffix}")

    def sessions(self) -> list[str]:
        """The writer's own sessions."""
        return [session.id for session in self.memory.sessions() if self._is_own(session.id)]

    def content(self) -> list[str]:
        """The lines of the writer's own content, as an export has them; what a model wrote of it is left to nobody.

        Where an owner has several writers, each of them may have had the model write about all sessions.
        """
        lines = content_of(self.memory)
        return lines if self.whole else [line for line in lines if self._is_own_line(json.loads(line))]

    def _is_own(self, session: str) -> bool:
        return self.whole or session.startswith(f"{self.name}-")

    def _is_own_line(self, line: dict[str, Any]) -> bool:
        named = line.get("session") or line.get("turn") or line.get("about") or ""
        return self._is_own(named) and line.get("origin") in (None, "brought")


def opened(path: Path | str, owner: str, architecture: str) -> Memory:
    """The memory with whichever of the two encoders its owner has now, all layers caught up."""
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
    """What is found for some questions: ids, scores and texts, without the store's keys.

    Of memos only the scores: which of two that score alike comes first is up to the order in which they arrived.
    """
    return [seen(memory.recall(question, touch=False, asked_at=ASKED_AT)) for question in QUESTIONS]


def seen(recall: Recall) -> tuple[object, ...]:
    """A recall as a user sees it."""
    hits = [(hit.id, hit.score, [turn.text for turn in hit.turns]) for hit in recall.hits]
    return hits, [memo.score for memo in recall.memos], recall.probability


def content_of(memory: Memory) -> list[str]:
    """The lines of an owner's content, without the header, which counts them, and without when decisions were made."""
    return [_without_clock(line) for line in exported(memory)[1:]]


def _without_clock(line: str) -> str:
    record = json.loads(line)
    if record.get("memo") != "decision":
        return line
    details = {name: value for name, value in record.get("details", {}).items() if name != "when_text"}
    return json.dumps({**record, "said": None, "details": details})
