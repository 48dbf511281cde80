"""The architectures by name, and the parts that each is built from."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Literal, get_args

from convograph.architectures.search import Search, Signals
from convograph.build.readers import make_reader
from convograph.layers.memos import KINDS
from convograph.protocols import Architecture, Encoder, ImportanceScorer, Reranker
from convograph.terms import ENGLISH, Analyzer
from convograph.types import Unit, WrittenKind

if TYPE_CHECKING:
    from convograph.extraction.depth import Depth
    from convograph.extractors.t5_importance import TooLong

DEFAULT_ARCHITECTURE = "unified"

OptionalPart = Literal["importance", "reranker"]
"""A part that only some architectures use: a scorer of the importance of triplets, or a reranker of hits."""

_CHUNKS: Mapping[str, Unit] = {"t": "turn", "r": "round", "s": "session"}
_MEMOS = ("", "m", "f", "i", "mf", "mi", "fi", "mfi")  # summaries, facts, insights: SGMem's variants
_VARIANTS = f"{'|'.join(_CHUNKS)}[m][f][i]"


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


@dataclass(frozen=True, slots=True)
class ArchitectureEntry:
    """How an architecture is made of parts, and which of the optional ones it uses.

    `too_long` is what a scorer made by name does with too long a session. `listed_as` is the pattern that stands for
    this name and its kin in messages; without one, the name does.
    """

    make: Callable[[Parts], Architecture]
    uses: frozenset[OptionalPart] = frozenset()
    too_long: TooLong = "windows"
    listed_as: str | None = None


def _search(parts: Parts, *, signals: Signals) -> Architecture:
    return Search(parts.encoder, signals, analyzer=parts.analyzer)


def _unified(parts: Parts) -> Architecture:
    from convograph.architectures.unified import Unified  # noqa: PLC0415 - loaded only for its users
    from convograph.encoders.word_table import bundled_words  # noqa: PLC0415

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
    from convograph.architectures.sgmem import SGMem  # noqa: PLC0415 - loaded only for its users

    return SGMem(parts.encoder, chunk=chunk, memos=memos, analyzer=parts.analyzer)


def _rag(parts: Parts, *, chunk: Unit, memos: tuple[WrittenKind, ...]) -> Architecture:
    from convograph.architectures.rag import Rag  # noqa: PLC0415 - loaded only for its users

    return Rag(parts.encoder, chunk, memos, parts.analyzer)


def _entries() -> Iterator[tuple[str, ArchitectureEntry]]:
    """All architectures, with SGMem and its RAG baseline in one variant per chunk and set of memos, as in the paper."""
    yield "unified", ArchitectureEntry(_unified)
    for signals in get_args(Signals):
        yield signals, ArchitectureEntry(partial(_search, signals=signals))
    yield "sgmem", ArchitectureEntry(_sgmem)
    yield "glong", ArchitectureEntry(partial(_glong, name="glong"), frozenset({"importance"}))
    official = partial(_glong, name="glong-official")
    yield "glong-official", ArchitectureEntry(official, frozenset({"importance"}), too_long="truncate")
    yield "glong-sources", ArchitectureEntry(partial(_glong, name="glong-sources"))
    for name in ("associa", "associa-sources"):
        yield name, ArchitectureEntry(partial(_associa, name=name))
    for name in ("lightgmem", "lightgmem-sentences"):
        yield name, ArchitectureEntry(partial(_lightgmem, name=name), frozenset({"reranker"}))
    for letter, chunk in _CHUNKS.items():
        for letters in _MEMOS:
            memos = tuple(KINDS[one] for one in letters)
            for name, make in (("sgmem", _sgmem), ("rag", _rag)):
                variant = partial(make, chunk=chunk, memos=memos)
                yield f"{name}-{letter}{letters}", ArchitectureEntry(variant, listed_as=f"{name}-{_VARIANTS}")


ARCHITECTURE_ENTRIES: Mapping[str, ArchitectureEntry] = dict(_entries())
"""All architectures by name; what else is said of them by name is derived from this."""

ARCHITECTURES: Mapping[str, Callable[[Parts], Architecture]] = {
    name: entry.make for name, entry in ARCHITECTURE_ENTRIES.items()
}
ARCHITECTURE_NAMES = ", ".join(dict.fromkeys(entry.listed_as or name for name, entry in ARCHITECTURE_ENTRIES.items()))
"""All names of `ARCHITECTURES` in one line for messages; bracketed parts are optional."""


def _using(part: OptionalPart) -> tuple[str, ...]:
    return tuple(name for name, entry in ARCHITECTURE_ENTRIES.items() if part in entry.uses)


WITH_IMPORTANCE = _using("importance")
"""The architectures that rank by the importance of triplets."""

WITH_RERANKER = _using("reranker")
"""The architectures whose hits a reranker may reorder."""

TOO_LONG: Mapping[str, TooLong] = {name: entry.too_long for name, entry in ARCHITECTURE_ENTRIES.items()}
"""What a scorer made by name does with too long a session."""
