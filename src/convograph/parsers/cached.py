"""A parser with a cache: several layers read the same turns, and growing sessions are parsed again."""

from __future__ import annotations

from collections.abc import Sequence

from convograph.protocols import Parser
from convograph.recent import RecentCache
from convograph.syntax import Parse

SENTENCES_KEPT = 16_384  # a thousand long turns; about 60 MB


class CachedParser:
    """Caches the parses of the last `size` distinct sentences. Threads may share it."""

    def __init__(self, parser: Parser, size: int = SENTENCES_KEPT) -> None:
        self._parser = parser
        self._kept: RecentCache[str, Parse] = RecentCache(size)

    @property
    def name(self) -> str:
        """The wrapped parser's name."""
        return self._parser.name

    @property
    def fingerprint(self) -> str:
        """The wrapped parser's fingerprint."""
        return self._parser.fingerprint

    def parse(self, sentences: Sequence[str]) -> list[Parse]:
        """One parse per sentence; each distinct sentence is parsed at most once."""
        found = self._kept.found(sentences)
        missing = [text for text in dict.fromkeys(sentences) if text not in found]
        if missing:
            found.update(zip(missing, self._parser.parse(missing), strict=True))
        self._kept.keep(found)
        return [found[text] for text in sentences]
