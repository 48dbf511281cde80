"""Minimised inputs that once failed, kept as files: `corpus/<parser>/<digest>`."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path

CORPUS = Path(__file__).parents[1] / "corpus"
MOST_TRIALS = 2_000  # attempts to make an input smaller


def corpus_files(parser: str) -> list[Path]:
    """The files of a parser's kept inputs."""
    return sorted(path for path in (CORPUS / parser).glob("*") if path.is_file())


def keep(parser: str, content: bytes) -> Path:
    """Keep an input in the corpus; duplicates share a file."""
    path = CORPUS / parser / hashlib.sha256(content).hexdigest()[:12]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    return path


def smaller(content: bytes, fails: Callable[[bytes], bool]) -> bytes:
    """The input without parts that the failure does not need, as far as `MOST_TRIALS` trials find them."""
    trials, size = 0, max(len(content) // 2, 1)
    while size and trials < MOST_TRIALS:
        start = 0
        while start < len(content) and trials < MOST_TRIALS:
            without = content[:start] + content[start + size :]
            trials += 1
            if fails(without):
                content = without
            else:
                start += size
        size //= 2
    return content
