"""A parser that remembers what it parsed last: layers over the same turns, and sessions that grow, ask again."""

from __future__ import annotations

from collections.abc import Sequence

from convograph.protocols import Parser
from convograph.recent import Recent
from convograph.syntax import Parse

SENTENCES_KEPT = 16_384  # what a thousand long turns hold; some 60 MB


class CachedParser:
    """Keeps the parses of the last `size` distinct sentences in memory. Safe to share between threads."""

    def __init__(self, parser: Parser, size: int = SENTENCES_KEPT) -> None:
        self._parser = parser
        self._kept: Recent[str, Parse] = Recent(size)

    @property
    def name(self) -> str:
        """That of the parser inside."""
        return self._parser.name

    @property
    def fingerprint(self) -> str:
        """That of the parser inside."""
        return self._parser.fingerprint

    def parse(self, sentences: Sequence[str]) -> list[Parse]:
        """One parse for each sentence; each distinct one is parsed once at most."""
        found = self._kept.found(sentences)
        missing = [text for text in dict.fromkeys(sentences) if text not in found]
        if missing:
            found.update(zip(missing, self._parser.parse(missing), strict=True))
        self._kept.keep(found)
        return [found[text] for text in sentences]
