"""The architectures by name, and the parts that each is built from."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, get_args

from convograph.architectures.rag import Rag
from convograph.architectures.search import Search, Signals
from convograph.architectures.sgmem import SGMem
from convograph.architectures.unified import Unified
from convograph.build.readers import make_reader
from convograph.encoders.word_table import bundled_words
from convograph.layers.memos import KINDS
from convograph.protocols import Architecture, Encoder, ImportanceScorer, Reranker
from convograph.terms import ENGLISH, Analyzer
from convograph.types import Unit, WrittenKind

if TYPE_CHECKING:
    from convograph.extraction.depth import Depth
    from convograph.extractors.t5_importance import TooLong

DEFAULT_ARCHITECTURE = "unified"

_CHUNKS: Mapping[str, Unit] = {"t": "turn", "r": "round", "s": "session"}
_MEMOS = ("", "m", "f", "i", "mf", "mi", "fi", "mfi")  # summaries, facts, insights: SGMem's variants


@dataclass(frozen=True, slots=True)
class Parts:
    """The parts of an architecture: the encoder, the analyzer of a language, the number of parsing processes.

    `scorer` scores the importance of triplets in the architectures of `WITH_IMPORTANCE`, and `reranker` reorders hits
    in those of `WITH_RERANKER`. `depth` is that of `make_reader`.
    """

    encoder: Encoder
    analyzer: Analyzer = ENGLISH
    processes: int = 1
    scorer: ImportanceScorer | None = None
    depth: Depth | None = None
    reranker: Reranker | None = None


def _search(parts: Parts, *, signals: Signals) -> Architecture:
    return Search(parts.encoder, signals, analyzer=parts.analyzer)


def _unified(parts: Parts) -> Architecture:
    return Unified(parts.encoder, bundled_words(), parts.analyzer)


def _glong(parts: Parts, *, name: str) -> Architecture:
    from convograph.architectures.glong import NAMED, GLong  # noqa: PLC0415 - loaded only for its users

    reader = make_reader(language=parts.analyzer.language, processes=parts.processes, depth=parts.depth)
    return GLong(parts.encoder, reader, NAMED[name], parts.analyzer, parts.scorer)


def _associa(parts: Parts, *, name: str) -> Architecture:
    from convograph.architectures.associa import NAMED, Associa  # noqa: PLC0415 - loaded only for its users

    reader = make_reader(language=parts.analyzer.language, processes=parts.processes, depth=parts.depth)
    return Associa(parts.encoder, reader, NAMED[name], parts.analyzer)


def _lightgmem(parts: Parts, *, name: str) -> Architecture:
    from convograph.architectures.lightgmem import NAMED, LightGMEM  # noqa: PLC0415 - loaded only for its users

    reader = make_reader(language=parts.analyzer.language, processes=parts.processes, depth=parts.depth)
    return LightGMEM(parts.encoder, reader, NAMED[name], parts.analyzer, reranker=parts.reranker)


def _sgmem(parts: Parts, *, chunk: Unit | None = None, memos: tuple[WrittenKind, ...] = ()) -> Architecture:
    return SGMem(parts.encoder, chunk=chunk, memos=memos, analyzer=parts.analyzer)


def _rag(parts: Parts, *, chunk: Unit, memos: tuple[WrittenKind, ...]) -> Architecture:
    return Rag(parts.encoder, chunk, memos, parts.analyzer)


def _variants() -> Iterator[tuple[str, Callable[[Parts], Architecture]]]:
    """All architectures, with SGMem and its RAG baseline in one variant per chunk and set of memos, as in the paper."""
    yield "unified", _unified
    for signals in get_args(Signals):
        yield signals, partial(_search, signals=signals)
    yield "sgmem", _sgmem
    for name in ("glong", "glong-official", "glong-sources"):
        yield name, partial(_glong, name=name)
    for name in ("associa", "associa-sources"):
        yield name, partial(_associa, name=name)
    for name in ("lightgmem", "lightgmem-sentences"):
        yield name, partial(_lightgmem, name=name)
    for letter, chunk in _CHUNKS.items():
        for letters in _MEMOS:
            memos = tuple(KINDS[one] for one in letters)
            yield f"sgmem-{letter}{letters}", partial(_sgmem, chunk=chunk, memos=memos)
            yield f"rag-{letter}{letters}", partial(_rag, chunk=chunk, memos=memos)


ARCHITECTURES: Mapping[str, Callable[[Parts], Architecture]] = dict(_variants())
ARCHITECTURE_NAMES = (
    "unified, hybrid, bm25, dense, sgmem, glong, glong-official, glong-sources, associa, associa-sources, lightgmem, "
    "lightgmem-sentences, sgmem-t|r|s[m][f][i], rag-t|r|s[m][f][i]"
)
"""All names of `ARCHITECTURES` in one line for messages; bracketed parts are optional."""

WITH_IMPORTANCE = ("glong", "glong-official")
"""The architectures that rank by the importance of triplets."""

WITH_RERANKER = ("lightgmem", "lightgmem-sentences")
"""The architectures whose hits a reranker may reorder."""

TOO_LONG: Mapping[str, TooLong] = {"glong-official": "truncate"}
"""What a scorer made by name does with too long a session, if not `"windows"`: here as in the authors' code."""
