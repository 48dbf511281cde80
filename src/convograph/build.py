"""Settings to instances: the only place that knows every store, encoder, chat model and architecture by name."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, get_args

from convograph.architectures.rag import Rag
from convograph.architectures.search import Search, Signals
from convograph.architectures.sgmem import SGMem
from convograph.architectures.unified import Unified
from convograph.config import DEFAULT_LOCK_SECONDS, DEFAULT_OWNER, Settings, settings_from_environment
from convograph.encoders.sentence_transformers import SentenceTransformersEncoder
from convograph.encoders.static import BUNDLED, SENTENCES, bundled_encoder
from convograph.encoders.word_table import bundled_words
from convograph.errors import InputError, NoStoreError, SchemaError
from convograph.formats.arguments import (
    check_flag,
    check_is_encoder,
    check_kind,
    check_methods,
    check_seconds,
    check_string,
    check_whole,
    path_of,
)
from convograph.formats.limits import shortened
from convograph.formats.named import Named
from convograph.layers.memos import KINDS
from convograph.memory import Memories, Memory
from convograph.memory.fact_options import FactOptions
from convograph.memory.settings import setting
from convograph.protocols import Architecture, ChatModel, Encoder, ImportanceScorer, Parser, Reranker, Store
from convograph.storage.in_memory import LOCATION, InMemoryStore
from convograph.storage.sqlite import SQLiteStore
from convograph.terms import DEFAULT_LANGUAGE, ENGLISH, Analyzer
from convograph.tokens import WordPieceCounter
from convograph.types import Unit, WrittenKind

if TYPE_CHECKING:
    from convograph.endpoint.backoff import Backoff
    from convograph.extraction.depth import Depth
    from convograph.extraction.reading import Reader
    from convograph.extractors.t5_importance import TooLong
    from convograph.llm.metered import Ledger, Prices

IN_MEMORY = LOCATION


@dataclass(frozen=True, slots=True)
class Engine:
    """An engine that keeps rows: whether a location is one of its own, and how to open the store there.

    `open` takes the location, and by keyword `create`, `read_only` and `lock_seconds`, as `open_memory` does. `lasts`
    says whether what a store keeps is there when it is opened again, which whoever kills a process asks (`faults`).
    """

    is_at: Callable[[str | Path], bool]
    open: Callable[..., Store]
    lasts: bool = True


def _in_memory(
    location: str | Path, *, create: bool = True, read_only: bool = False, lock_seconds: float = DEFAULT_LOCK_SECONDS
) -> Store:
    if read_only or not create:
        raise NoStoreError("a store in memory begins empty: leave read_only and create out, or name a file")
    return InMemoryStore(lock_seconds=lock_seconds)


ENGINES: Mapping[str, Engine] = {
    "memory": Engine(lambda location: str(location) == IN_MEMORY, _in_memory, lasts=False),
    "file": Engine(lambda location: "://" not in str(location), SQLiteStore),
}
"""Every engine by its name; the first that a location is of opens it."""

DEFAULT_ARCHITECTURE = "unified"
DEFAULT_ENCODER = SENTENCES
MOST_LOCK_SECONDS = 1_000_000.0  # eleven days; SQLite counts them in milliseconds of 31 bits
MOST_PROCESSES = 1_024
DEFAULT_MAX_BYTES = 1 << 30  # some 3,500 owners of 50 turns each

_CHUNKS: Mapping[str, Unit] = {"t": "turn", "r": "round", "s": "session"}
_MEMOS = ("", "m", "f", "i", "mf", "mi", "fi", "mfi")  # summaries, facts, insights: SGMem's variants


@dataclass(frozen=True, slots=True)
class Parts:
    """What architectures are made of: the encoder, the search terms of a language, processes that parse sentences.

    `scorer` scores the importance of triplets, in those of `WITH_IMPORTANCE`. `depth` is that of `make_reader`.
    `reranker` orders hits again, in those of `WITH_RERANKER`.
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
    from convograph.architectures.glong import NAMED, GLong  # noqa: PLC0415 - only who reads triplets pays for it

    reader = make_reader(language=parts.analyzer.language, processes=parts.processes, depth=parts.depth)
    return GLong(parts.encoder, reader, NAMED[name], parts.analyzer, parts.scorer)


def _associa(parts: Parts, *, name: str) -> Architecture:
    from convograph.architectures.associa import NAMED, Associa  # noqa: PLC0415 - only who reads events pays for it

    reader = make_reader(language=parts.analyzer.language, processes=parts.processes, depth=parts.depth)
    return Associa(parts.encoder, reader, NAMED[name], parts.analyzer)


def _lightgmem(parts: Parts, *, name: str) -> Architecture:
    from convograph.architectures.lightgmem import NAMED, LightGMEM  # noqa: PLC0415 - only who reads names pays for it

    reader = make_reader(language=parts.analyzer.language, processes=parts.processes, depth=parts.depth)
    return LightGMEM(parts.encoder, reader, NAMED[name], parts.analyzer, reranker=parts.reranker)


def _sgmem(parts: Parts, *, chunk: Unit | None = None, memos: tuple[WrittenKind, ...] = ()) -> Architecture:
    return SGMem(parts.encoder, chunk=chunk, memos=memos, analyzer=parts.analyzer)


def _rag(parts: Parts, *, chunk: Unit, memos: tuple[WrittenKind, ...]) -> Architecture:
    return Rag(parts.encoder, chunk, memos, parts.analyzer)


def _variants() -> Iterator[tuple[str, Callable[[Parts], Architecture]]]:
    """Each architecture. Of SGMem and its baseline one with each chunk and choice of memos, as in the paper."""
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
"""All names of `ARCHITECTURES` in one line for people; bracketed parts are optional."""

WITH_IMPORTANCE = ("glong", "glong-official")
"""The architectures in whose ranking the importance of triplets counts."""

WITH_RERANKER = ("lightgmem", "lightgmem-sentences")
"""The architectures whose hits a reranker may put in order."""

TOO_LONG: Mapping[str, TooLong] = {"glong-official": "truncate"}
"""What a scorer by name does with a session that is too long for it, if not `"windows"`: as the authors' code."""

SYNTAX = ("english",)
"""The languages whose sentences can be parsed."""

DEFAULT_READER = "rules"


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
    """The memory of `owner` in the store at `location`, which is made unless `create` is false.

    `location` is the path of a file, or `":memory:"` for a store of its own that lives in the process and leaves no
    trace. `architecture` is a name from `ARCHITECTURES` or an instance, which brings its own encoder; by default the
    name that the store remembers, which is that of its first owner, else `DEFAULT_ARCHITECTURE`.
    `encoder` is `"static-sentences"` or `"static"` (bundled), `"sentence-transformers:<model or folder>"`,
    `"openai:<model>"` (on the server at `CONVOGRAPH_BASE_URL`) or an instance; by default the one that the
    store was made with. `importance` is `"t5:<folder>"` or an instance: the scorer of triplet importance, for
    architectures of `WITH_IMPORTANCE`, in place of the offline fallback in their settings. `reranker` is
    `"cross-encoder:<folder>"` or an instance: what orders the best hits again, in architectures of `WITH_RERANKER`.
    `language` is that of stemming (`terms.LANGUAGES`), by default the one that the store was made with; English if
    there is none.
    Where syntax is read, for facts or by an architecture, `processes` parse sentences, and `depth` says which, as in
    `make_reader`; what is read to another depth is derived anew. `relations` says which relations of facts have one
    value at a time and which have many, as in `{"drive": "one"}`, on top of the reviewed table. `lock_seconds` is how
    long a call waits for another process's write.
    Raises the `StoreError` that names what is wrong with the store.
    """
    options = _Options(
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
        return Memory(store, made, WordPieceCounter(), owner, named=name, facts=_fact_options(made, options))


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
    """The memories of all owners in the store at `location`, for a server: `memories.of("ana")` is one of them.

    What they cache in memory takes at most `max_bytes`; owners beyond that are read from the store on demand.
    The rest is as in `open_memory`.
    """
    options = _Options(
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
        facts = _fact_options(made, options)
        return Memories(store, made, WordPieceCounter(), max_bytes, named=name, facts=facts)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Options:
    """How a user wants a store to be opened and remembered, as `open_memory` says."""

    architecture: str | Architecture | None
    encoder: str | Encoder | None
    importance: str | ImportanceScorer | None
    reranker: str | Reranker | None
    language: str | None
    processes: int
    depth: str | Depth | None
    relations: Mapping[str, str] | None
    create: bool
    read_only: bool
    lock_seconds: float

    def check(self) -> None:
        """Raise `InputError` for what can be refused before a store is made."""
        check_flag(self.create, "create")
        check_flag(self.read_only, "read_only")
        check_seconds(self.lock_seconds, "lock_seconds", MOST_LOCK_SECONDS)
        check_whole(self.processes, "processes", most=MOST_PROCESSES)
        _check_names(self.architecture, self.encoder)
        self.check_extras(self.architecture)
        if self.depth is not None and not isinstance(self.architecture, str | None):
            raise InputError("an instance of an architecture brings its own reader; leave `depth` out")

    def check_extras(self, architecture: str | Architecture | None) -> None:
        """Refuse a scorer or a reranker that is none, or that the architecture does not use."""
        _IMPORTANCE.check(architecture, self.importance)
        _RERANKING.check(architecture, self.reranker)


def _fact_options(made: Architecture, options: _Options) -> FactOptions:
    """How facts are read: by the same rules as the architectures that read syntax. Raises `InputError`."""
    if options.relations is not None:
        from convograph.facts.relations import Relations  # noqa: PLC0415 - only who sets some loads the rules

        Relations.of(options.relations)
    reader = partial(make_reader, language=made.analyzer.language, processes=options.processes, depth=options.depth)
    return FactOptions(cache(reader), options.relations or {})


@contextmanager
def _opened(location: str | Path, options: _Options) -> Iterator[tuple[Store, Architecture, str | None]]:
    """A store, its architecture, and the name of that unless it is an instance; closed when the block raises."""
    if not (isinstance(location, str | Path) and "\0" in str(location)):  # which the store itself refuses
        path_of(location, "the location of a store")
    engine = _engine(location)
    options.check()
    depth = _depth(options.depth)
    if options.language is not None:
        check_string(options.language, "language")
    analyzer = None if options.language is None else Analyzer(options.language)
    store = engine.open(location, create=options.create, read_only=options.read_only, lock_seconds=options.lock_seconds)
    try:
        analyzer = _language(analyzer, setting(store, "language"), location)
        if options.architecture is None or isinstance(options.architecture, str):
            name = options.architecture or _remembered(store)
            encoder = options.encoder or setting(store, "encoder") or DEFAULT_ENCODER
            yield store, _architecture(name, options, encoder, analyzer, depth), name
        else:
            yield store, options.architecture, None
    except BaseException:
        store.close()
        raise


def _remembered(store: Store) -> str:
    """The name of the architecture that the store's first owner was made with, else the default."""
    name = setting(store, "architecture") or DEFAULT_ARCHITECTURE
    if name not in ARCHITECTURES:
        raise SchemaError(
            f"{store.location} was made with the architecture {shortened(name)}, which this convograph does not know; "
            f"upgrade convograph, or name one of {ARCHITECTURE_NAMES}"
        )
    return name


def _architecture(
    name: str, options: _Options, encoder: str | Encoder, analyzer: Analyzer, depth: Depth | None
) -> Architecture:
    options.check_extras(name)
    made = make_encoder(encoder) if isinstance(encoder, str) else encoder
    scorer, reranker = options.importance, options.reranker
    if isinstance(scorer, str):
        scorer = make_importance_scorer(scorer, TOO_LONG.get(name, "windows"))
    if isinstance(reranker, str):
        reranker = make_reranker(reranker)
    return ARCHITECTURES[name](Parts(made, analyzer, options.processes, scorer, depth, reranker))


def _engine(location: str | Path) -> Engine:
    for engine in ENGINES.values():
        if engine.is_at(location):
            return engine
    raise InputError(f"{location} is no path of a file, and stores at an address are not known to this version")


def make_encoder(name: str, settings: Settings | None = None) -> Encoder:
    """The encoder that a user means by `name`; a server's address is taken from `settings`, else the environment.

    Raises `InputError` for a name that is none, and for `"openai:<model>"` without an address: a store names its
    encoder, and opening another's store must not send texts anywhere.
    """
    return ENCODERS.make(name, settings)


def _bundled_encoder(name: str, _: Settings | None) -> Encoder:
    return bundled_encoder(name)


def _sentence_transformer(model: str, _: Settings | None) -> Encoder:
    return SentenceTransformersEncoder(model)


def _served_encoder(model: str, settings: Settings | None) -> Encoder:
    settings = settings or settings_from_environment()
    if settings.base_url is None:
        raise InputError(
            f"'openai:{model}' is on a server: set CONVOGRAPH_BASE_URL, to https://api.openai.com/v1 for OpenAI's"
        )
    from convograph.encoders.http import HttpEncoder  # noqa: PLC0415 - only its users pay for loading it

    return HttpEncoder(model, settings.base_url, _key(settings), timeout=settings.model_seconds)


ENCODERS = Named(
    "encoder",
    {
        **dict.fromkeys(BUNDLED, _bundled_encoder),
        "sentence-transformers:<model>": _sentence_transformer,
        "openai:<model>": _served_encoder,
    },
)
"""Every encoder by its name."""


def make_parser(language: str = DEFAULT_LANGUAGE, *, processes: int = 1) -> Parser:
    """The parser for a language: the bundled one for English, else one that knows words and no syntax.

    It remembers what it parsed last, and spreads large batches over `processes`.
    """
    from convograph.parsers.cached import CachedParser  # noqa: PLC0415 - only who reads syntax pays for loading it
    from convograph.parsers.plain import PlainParser  # noqa: PLC0415
    from convograph.parsers.udpipe import UDPipeParser  # noqa: PLC0415
    from convograph.parsers.worker_pool import ParallelParser  # noqa: PLC0415

    make = UDPipeParser if language in SYNTAX else PlainParser
    return CachedParser(make() if processes == 1 else ParallelParser(make, processes))


def make_reader(
    name: str = DEFAULT_READER,
    language: str = DEFAULT_LANGUAGE,
    *,
    pronouns: bool = False,
    processes: int = 1,
    depth: str | Depth | None = None,
) -> Reader:
    """The reader that a user means by `name`: `"rules"`, or `"gliner2:<folder>"` for a model's mentions and triplets.

    `pronouns` and `processes` are those of `Reader` and `make_parser`. `depth` says of which sentences of a turn
    syntax is read (`"all"`, `"assistant=1,others=24"`); by default `Depth()` for rules, and all for a model, which
    reads the turns itself and takes denials from the syntax. Raises `InputError` for a name or depth that is none or
    a folder that holds no such model, `MissingExtraError` when gliner2 is not installed.
    """
    return READERS.make(name, partial(make_parser, language, processes=processes), _depth(depth), pronouns=pronouns)


def _rules(_: str, parser: Callable[[], Parser], depth: Depth | None, *, pronouns: bool) -> Reader:
    from convograph.extraction.depth import Depth  # noqa: PLC0415 - only who reads syntax pays for these
    from convograph.extraction.reading import Reader  # noqa: PLC0415

    return Reader(parser(), pronouns, depth=depth or Depth())


def _gliner2(folder: str, parser: Callable[[], Parser], depth: Depth | None, *, pronouns: bool) -> Reader:
    from convograph.extraction.depth import EVERYTHING  # noqa: PLC0415 - only its users pay for loading these
    from convograph.extraction.reading import Reader  # noqa: PLC0415
    from convograph.extractors.gliner2 import GLiNER2Mentions, GLiNER2Triplets  # noqa: PLC0415
    from convograph.extractors.gliner2_model import GLiNER2Model  # noqa: PLC0415

    model = GLiNER2Model(folder)
    return Reader(parser(), pronouns, GLiNER2Mentions(model), GLiNER2Triplets(model), depth or EVERYTHING)


READERS = Named("reader", {DEFAULT_READER: _rules, "gliner2:<folder>": _gliner2})
"""Every reader by its name."""


def make_importance_scorer(name: str, too_long: TooLong = "windows") -> ImportanceScorer:
    """The scorer that a user means by `name`, `"t5:<folder>"`; `too_long` is that of `T5Importance`.

    Raises `InputError` for a name that is none or a folder that holds no T5, `MissingExtraError` without transformers.
    """
    return SCORERS.make(name, too_long)


def _t5(folder: str, too_long: TooLong) -> ImportanceScorer:
    from convograph.extractors.t5_importance import T5Importance  # noqa: PLC0415 - only its users pay for loading it

    return T5Importance(folder, too_long=too_long)


SCORERS = Named("scorer of importance", {"t5:<folder>": _t5})
"""Every scorer of importance by its name."""


def make_reranker(name: str) -> Reranker:
    """The reranker that a user means by `name`, `"cross-encoder:<folder>"`.

    Raises `InputError` for a name that is none or a folder that holds none, `MissingExtraError` without transformers.
    """
    return RERANKERS.make(name)


def _cross_encoder(folder: str) -> Reranker:
    from convograph.encoders.cross_encoder import CrossEncoderReranker  # noqa: PLC0415 - only its users pay for it

    return CrossEncoderReranker(folder)


RERANKERS = Named("reranker", {"cross-encoder:<folder>": _cross_encoder})
"""Every reranker by its name."""


def make_chat_model(
    name: str,
    settings: Settings | None = None,
    *,
    ledger: Ledger | None = None,
    prices: Prices | None = None,
    requests_a_minute: int | None = None,
    backoff: Backoff | None = None,
) -> ChatModel:
    """The chat model that a user means by `name`, `"openai:<model>"`: retried after transient failures, metered.

    The server is the one in `settings`, else in the environment, else OpenAI's. `ledger` gets what is used, with
    `prices` for money; `requests_a_minute` bounds what is sent, repeats included.
    Raises `InputError` for a name that is none, `MissingExtraError` when openai is not installed.
    """
    made = CHAT_MODELS.make(name, settings or settings_from_environment())
    from convograph.endpoint.backoff import Backoff  # noqa: PLC0415 - only their users pay for loading these
    from convograph.llm.metered import Ledger, Metered  # noqa: PLC0415
    from convograph.llm.rate_limited import RateLimited  # noqa: PLC0415
    from convograph.llm.retries import Retrying  # noqa: PLC0415

    model = made if requests_a_minute is None else RateLimited(made, requests_a_minute)
    return Metered(Retrying(model, backoff or Backoff()), Ledger() if ledger is None else ledger, prices or {})


def _served_chat_model(model: str, settings: Settings) -> ChatModel:
    from convograph.llm.openai import OpenAIChat  # noqa: PLC0415 - only its users pay for loading it

    return OpenAIChat(model, settings.base_url, _key(settings), timeout=settings.model_seconds)


CHAT_MODELS = Named("chat model", {"openai:<model>": _served_chat_model}, note=", on any server")
"""Every chat model by its name."""


def _depth(given: str | Depth | None) -> Depth | None:
    """The depth that is meant, if any. Raises `InputError` for a text that is none."""
    if given is None:
        return None
    from convograph.extraction.depth import Depth  # noqa: PLC0415 - only who reads syntax pays for loading it

    if isinstance(given, str):
        return Depth.read(given)
    check_kind(given, Depth, "depth", "give one, or its text such as 'assistant=1,others=24'")
    return given


def _key(settings: Settings) -> str | None:
    """The key for the server of `settings`: the one that is set for OpenAI goes to no other."""
    from convograph.endpoint.address import is_openai  # noqa: PLC0415

    return settings.api_key or (settings.openai_api_key if is_openai(settings.base_url) else None)


def _language(asked: Analyzer | None, stored: str | None, location: str | Path) -> Analyzer:
    """The language of a store, or of a new one. Raises `InputError` for another than it was made with."""
    if asked is not None and stored not in (None, asked.language):
        raise InputError(
            f"{location} was made for {stored}, not for {asked.language}; leave the language out, or make another store"
        )
    return asked or Analyzer(stored or DEFAULT_LANGUAGE)


def _check_names(architecture: str | Architecture | None, encoder: str | Encoder | None) -> None:
    """Refuse unknown names before a store is made for them."""
    if isinstance(architecture, str):
        if architecture not in ARCHITECTURES:
            raise InputError(f"no architecture is called {shortened(architecture)}; there are {ARCHITECTURE_NAMES}")
    elif architecture is not None:
        check_methods(architecture, ("recall", "with_encoder"), "architecture", "name one, or give an instance")
    if isinstance(encoder, str):
        ENCODERS.check(encoder)
    elif encoder is not None:
        check_is_encoder(encoder)


@dataclass(frozen=True, slots=True)
class _Extra:
    """Something with a method `scores` that some architectures use: a user names it, or brings an instance.

    `option` is the parameter of `open_memory`, `unused` what is said of an architecture that is none of `users`.
    """

    option: str
    named: Named[..., object]
    users: tuple[str, ...]
    unused: str

    def check(self, architecture: str | Architecture | None, given: object) -> None:
        """Raise `InputError` for one that the architecture does not use, or that is none.

        Without an architecture the store says which it is; it is asked again when that is known.
        """
        if given is None:
            return
        if not isinstance(architecture, str | None):
            own = f"an instance of an architecture brings its own {self.named.what}"
            raise InputError(f"{own}; leave `{self.option}` out")
        if architecture is not None and architecture not in self.users:
            raise InputError(self.unused.format(repr(architecture), ", ".join(self.users)))
        if isinstance(given, str):
            self.named.check(given)
        else:
            check_methods(given, ("scores",), self.named.what, f"give {self.named.known} or an instance")


_IMPORTANCE = _Extra("importance", SCORERS, WITH_IMPORTANCE, "no importance of triplets counts in {}; it does in {}")
_RERANKING = _Extra("reranker", RERANKERS, WITH_RERANKER, "no reranker orders the hits of {}; one does in {}")
