"""The options for opening a store, checked before a store is created."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, partial
from typing import TYPE_CHECKING

from convograph.build.architectures import ARCHITECTURE_NAMES, ARCHITECTURES, WITH_IMPORTANCE, WITH_RERANKER
from convograph.build.encoders import ENCODERS
from convograph.build.readers import make_reader
from convograph.build.scorers import RERANKERS, SCORERS
from convograph.errors import InputError
from convograph.formats.arguments import check_flag, check_is_encoder, check_methods, check_seconds, check_whole
from convograph.formats.limits import shortened
from convograph.formats.named import Named
from convograph.memory.fact_options import FactOptions
from convograph.protocols import Architecture, Encoder, ImportanceScorer, Reranker

if TYPE_CHECKING:
    from convograph.extraction.depth import Depth

MOST_LOCK_SECONDS = 1_000_000.0  # eleven days; SQLite counts milliseconds in 31 bits
MOST_PROCESSES = 1_024


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The options for opening a store, as described in `open_memory`."""

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
        """Raise `InputError` for invalid options, as far as they can be checked before a store is created."""
        check_flag(self.create, "create")
        check_flag(self.read_only, "read_only")
        check_seconds(self.lock_seconds, "lock_seconds", MOST_LOCK_SECONDS)
        check_whole(self.processes, "processes", most=MOST_PROCESSES)
        _check_names(self.architecture, self.encoder)
        self.check_extras(self.architecture)
        if self.depth is not None and not isinstance(self.architecture, str | None):
            raise InputError("an instance of an architecture brings its own reader; leave `depth` out")

    def check_extras(self, architecture: str | Architecture | None) -> None:
        """Raise `InputError` for an invalid scorer or reranker, or one that the architecture does not use."""
        _IMPORTANCE.check(architecture, self.importance)
        _RERANKING.check(architecture, self.reranker)


def fact_options(made: Architecture, options: Options) -> FactOptions:
    """The options for facts, which are read by the same reader as in architectures. Raises `InputError`."""
    if options.relations is not None:
        from convograph.facts.relations import Relations  # noqa: PLC0415 - loads the rules, only if relations are set

        Relations.of(options.relations)
    reader = partial(make_reader, language=made.analyzer.language, processes=options.processes, depth=options.depth)
    return FactOptions(cache(reader), options.relations or {})


def _check_names(architecture: str | Architecture | None, encoder: str | Encoder | None) -> None:
    """Raise `InputError` for an invalid architecture or encoder, before a store is created."""
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
    """A model with a method `scores` that some architectures use, given by name or as an instance.

    `option` is the parameter of `open_memory`; `unused` is the message for architectures that are not among `users`.
    """

    option: str
    named: Named[..., object]
    users: tuple[str, ...]
    unused: str

    def check(self, architecture: str | Architecture | None, given: object) -> None:
        """Raise `InputError` for an invalid model, or one that the architecture does not use.

        `architecture` is `None` until the store is open, which names it; then the check is repeated.
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
