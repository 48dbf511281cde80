"""Opening a store: a `Memory` or `Memories` from its location, its settings and the user's options."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from convograph.build.architectures import ARCHITECTURE_NAMES, ARCHITECTURES, DEFAULT_ARCHITECTURE, TOO_LONG, Parts
from convograph.build.encoders import DEFAULT_ENCODER, make_encoder
from convograph.build.engines import engine_at
from convograph.build.options import Options, fact_options
from convograph.build.readers import depth_of
from convograph.build.scorers import make_importance_scorer, make_reranker
from convograph.config import DEFAULT_LOCK_SECONDS, DEFAULT_OWNER
from convograph.errors import InputError, SchemaError
from convograph.formats.arguments import check_string, path_of
from convograph.formats.limits import check_owner, shortened
from convograph.memory import Memories, Memory
from convograph.memory.settings import setting
from convograph.protocols import Architecture, Encoder, ImportanceScorer, Reranker, Store
from convograph.terms import DEFAULT_LANGUAGE, Analyzer
from convograph.tokens import WordPieceCounter

if TYPE_CHECKING:
    from convograph.extraction.depth import Depth

DEFAULT_MAX_BYTES = 1 << 30  # about 3,500 owners with 50 turns each


def open_memory(
    location: str | Path,
    *,
    owner: str = DEFAULT_OWNER,
    architecture: str | Architecture | None = None,
    encoder: str | Encoder | None = None,
    importance: str | ImportanceScorer | None = None,
    reranker: str | Reranker | None = None,
    language: str | None = None,
    processes: int = 1,
    depth: str | Depth | None = None,
    relations: Mapping[str, str] | None = None,
    create: bool = True,
    read_only: bool = False,
    lock_seconds: float = DEFAULT_LOCK_SECONDS,
) -> Memory:
    """The memory of `owner` in the store at `location`, which is created if missing unless `create` is false.

    `location` is the path of a file, or `":memory:"` for a new store that exists only in this process.
    `architecture` is a name from `ARCHITECTURES` or an instance, which has its own encoder; by default the name stored
    by the store's first owner, else `DEFAULT_ARCHITECTURE`.
    `encoder` is `"static-sentences"` or `"static"` (bundled), `"sentence-transformers:<model or folder>"`,
    `"openai:<model>"` (on the server at `CONVOGRAPH_BASE_URL`) or an instance; by default the one that the store was
    made with. `importance`, `"t5:<folder>"` or an instance, scores triplets in architectures of `WITH_IMPORTANCE`, in
    place of the offline fallback in their settings. `reranker`, `"cross-encoder:<folder>"` or an instance, reorders
    the best hits in architectures of `WITH_RERANKER`.
    `language` is the language of stemming (`terms.LANGUAGES`); by default the one that the store was made with, else
    English.
    Where syntax is read, for facts or by an architecture, `processes` processes parse sentences, and `depth` says
    which sentences, as in `make_reader`; a changed depth derives the affected data again. `relations` says whether a
    relation of facts has one value at a time or many, by its name in `Memory.facts`, as in `{"drive": "one"}`; it is
    added to the reviewed table. `lock_seconds` is how long a call waits for another process's write.
    Raises a `StoreError` that names the problem if the store cannot be opened.
    """
    options = Options(
        architecture=architecture,
        encoder=encoder,
        importance=importance,
        reranker=reranker,
        language=language,
        processes=processes,
        depth=depth,
        relations=relations,
        create=create,
        read_only=read_only,
        lock_seconds=lock_seconds,
    )
    check_owner(owner)
    with _opened(location, options) as (store, made, name):
        return Memory(store, made, WordPieceCounter(), owner, named=name, facts=fact_options(made, options))


def open_memories(
    location: str | Path,
    *,
    max_bytes: int = DEFAULT_MAX_BYTES,
    architecture: str | Architecture | None = None,
    encoder: str | Encoder | None = None,
    importance: str | ImportanceScorer | None = None,
    reranker: str | Reranker | None = None,
    language: str | None = None,
    processes: int = 1,
    depth: str | Depth | None = None,
    relations: Mapping[str, str] | None = None,
    create: bool = True,
    read_only: bool = False,
    lock_seconds: float = DEFAULT_LOCK_SECONDS,
) -> Memories:
    """The memories of all owners in the store at `location`, for servers: `memories.of("ana")` is one of them.

    Their caches take at most `max_bytes`; owners beyond that are read from the store on demand.
    The other arguments are those of `open_memory`.
    """
    options = Options(
        architecture=architecture,
        encoder=encoder,
        importance=importance,
        reranker=reranker,
        language=language,
        processes=processes,
        depth=depth,
        relations=relations,
        create=create,
        read_only=read_only,
        lock_seconds=lock_seconds,
    )
    with _opened(location, options) as (store, made, name):
        facts = fact_options(made, options)
        return Memories(store, made, WordPieceCounter(), max_bytes, named=name, facts=facts)


@contextmanager
def _opened(location: str | Path, options: Options) -> Iterator[tuple[Store, Architecture, str | None]]:
    """A store, its architecture, and the architecture's name if it has one; the store is closed if the block raises."""
    if not (isinstance(location, str | Path) and "\0" in str(location)):  # the store itself rejects a null character
        path_of(location, "the location of a store")
    engine = engine_at(location)
    options.check()
    depth = depth_of(options.depth)
    if options.language is not None:
        check_string(options.language, "language")
    analyzer = None if options.language is None else Analyzer(options.language)
    encoder = make_encoder(options.encoder) if isinstance(options.encoder, str) else options.encoder
    store = engine.open(location, create=options.create, read_only=options.read_only, lock_seconds=options.lock_seconds)
    try:
        analyzer = _language(analyzer, setting(store, "language"), location)
        if options.architecture is None or isinstance(options.architecture, str):
            name = options.architecture or _remembered(store)
            options.check_extras(name)
            encoder = encoder or make_encoder(setting(store, "encoder") or DEFAULT_ENCODER)
            yield store, _architecture(name, options, encoder, analyzer, depth), name
        else:
            yield store, options.architecture, None
    except BaseException:
        store.close()
        raise


def _remembered(store: Store) -> str:
    """The architecture's name stored by the store's first owner, else the default."""
    name = setting(store, "architecture") or DEFAULT_ARCHITECTURE
    if name not in ARCHITECTURES:
        raise SchemaError(
            f"{store.location} was made with the architecture {shortened(name)}, which this convograph does not know; "
            f"upgrade convograph, or name one of {ARCHITECTURE_NAMES}"
        )
    return name


def _architecture(
    name: str, options: Options, encoder: Encoder, analyzer: Analyzer, depth: Depth | None
) -> Architecture:
    scorer, reranker = options.importance, options.reranker
    if isinstance(scorer, str):
        scorer = make_importance_scorer(scorer, TOO_LONG[name])
    if isinstance(reranker, str):
        reranker = make_reranker(reranker)
    return ARCHITECTURES[name](Parts(encoder, analyzer, options.processes, scorer, depth, reranker))


def _language(asked: Analyzer | None, stored: str | None, location: str | Path) -> Analyzer:
    """The analyzer for a store. Raises `InputError` if the store was made with another language than the one asked."""
    if asked is not None and stored not in (None, asked.language):
        raise InputError(
            f"{location} was made for {stored}, not for {asked.language}; leave the language out, or make another store"
        )
    return asked or Analyzer(stored or DEFAULT_LANGUAGE)
