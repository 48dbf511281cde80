"""All settings that affect the figures of a run, as a value that is written to its report."""

from __future__ import annotations

import hashlib
import platform
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

import convograph
from convograph.build import DEFAULT_ENCODER
from convograph_eval.datasets import FollowUps

RANKED = 20  # distinct units per question, or more if a cut-off needs more


@dataclass(frozen=True, slots=True)
class RunSettings:
    """The settings of a run.

    `data`, `audit`, `triplets`, `memos` and `sentences` are names of files and folders, and `digests` their SHA-256.
    `ids` are the questions asked (`None`: all); `sample` and `seed` say how they were drawn, if at all. With
    `all_turns`, turns said after a question are candidates too. `speakers` says whether the baselines' texts name
    speakers, `follow_ups` how follow-up questions are asked (`None`: all questions, unchanged). `importance` names the
    scorer of triplets (`None`: the one in the architecture's settings), `depth` says which sentences of a turn are
    parsed (`None`: the library's default). `deliberator` names the chat model that says what a first recall leaves out,
    in variants of `associa` (`None`: rules), `reranker` the model that reorders the best hits, in variants of
    `lightgmem` (`None`: none). `upkeep` names the chat model that writes memos in the memories (`None`: none does).
    """

    dataset: str
    data: str
    architecture: str
    unit: str
    encoder: str = DEFAULT_ENCODER
    ks: tuple[int, ...] = (1, 3, 5, 10)
    budgets: tuple[int, ...] = ()
    pooled: bool = False
    speakers: bool = True
    audit: str | None = None
    triplets: str | None = None
    memos: str | None = None
    digests: tuple[tuple[str, str], ...] = ()
    limit: int | None = None
    ids: tuple[str, ...] | None = None
    sample: int | None = None
    seed: int | None = None
    follow_ups: FollowUps | None = None
    importance: str | None = None
    depth: str | None = None
    deliberator: str | None = None
    reranker: str | None = None
    all_turns: bool = False
    sentences: str | None = None
    upkeep: str | None = None

    @property
    def ranked(self) -> int:
        """The number of distinct units requested, which is also the depth of `mrr` and `map`."""
        return max(RANKED, *self.ks)


def described(
    settings: RunSettings,
    encoder_fingerprint: str,
    importance_fingerprint: str | None = None,
    reranker_fingerprint: str | None = None,
) -> dict[str, Any]:
    """The settings as a report shows them, with the versions of code and models and the form of the encoded text."""
    values = {name: list(value) if isinstance(value, tuple) else value for name, value in asdict(settings).items()}
    lines = "speaker: text" if settings.speakers else "text"
    return {
        **values,
        "digests": dict(settings.digests),
        "ranked": settings.ranked,
        "version": convograph.__version__,
        "code": code_digest(),
        "python": platform.python_version(),
        "encoder_fingerprint": encoder_fingerprint,
        "importance_fingerprint": importance_fingerprint,
        "reranker_fingerprint": reranker_fingerprint,
        "unit_text": f"a line '{lines}' a turn (baselines, rag); sentences without speakers (sgmem)",
    }


def files_digest(paths: Sequence[Path]) -> str:
    """The SHA-256 of a file, or of the names and digests of several files, in hexadecimal digits."""
    digests = [_file_digest(path) for path in paths]
    if len(digests) == 1:
        return digests[0]
    lines = "".join(f"{path.name} {digest}\n" for path, digest in zip(paths, digests, strict=True))
    return hashlib.sha256(lines.encode()).hexdigest()


def _file_digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


@cache
def code_digest() -> str:
    """A hash of the source code of library and evaluation; a run is only resumed by the same code."""
    made = hashlib.sha256()
    for package in ("convograph", "convograph_eval"):
        for name, text in sorted(_sources(resources.files(package), package)):
            made.update(f"{name}\0{len(text)}\0".encode())
            made.update(text)
    return made.hexdigest()[:16]


def _sources(folder: Traversable, name: str) -> list[tuple[str, bytes]]:
    found: list[tuple[str, bytes]] = []
    for entry in folder.iterdir():
        if entry.is_dir():
            found.extend(_sources(entry, f"{name}/{entry.name}"))
        elif entry.name.endswith(".py"):
            found.append((f"{name}/{entry.name}", entry.read_bytes()))
    return found
