"""How a user wants a store to be opened and remembered, checked before a store is made."""

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

MOST_LOCK_SECONDS = 1_000_000.0  # eleven days; SQLite counts them in milliseconds of 31 bits
MOST_PROCESSES = 1_024


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
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


def fact_options(made: Architecture, options: Options) -> FactOptions:
    """How facts are read: by the same rules as the architectures that read syntax. Raises `InputError`."""
    if options.relations is not None:
        from convograph.facts.relations import Relations  # noqa: PLC0415 - only who sets some loads the rules

        Relations.of(options.relations)
    reader = partial(make_reader, language=made.analyzer.language, processes=options.processes, depth=options.depth)
    return FactOptions(cache(reader), options.relations or {})


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
