"""The memory that the common options and the environment mean."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Literal

from convograph.build import DEFAULT_ARCHITECTURE, SYNTAX, open_memory
from convograph.cli.options import Common
from convograph.cli.output import errors, shown
from convograph.config import Settings, settings_from_environment
from convograph.errors import InputError, NotFoundError
from convograph.memory import Memory

Access = Literal["read", "change", "create"]
"""What a command does to a store. Only `"create"` makes one, so that a mistyped path is an error and no new file."""


@contextmanager
def opened(common: Common, access: Access = "read", processes: int = 1) -> Iterator[Memory]:
    """The memory, closed at the end; `processes` parse.

    To be read, a store that its user must not write to is good enough.
    """
    settings = _settings()
    location = settings.store if common.store is None else common.store
    with open_memory(
        location,
        owner=settings.owner if common.owner is None else common.owner,
        architecture=common.architecture or DEFAULT_ARCHITECTURE,
        encoder=common.encoder,
        importance=common.importance,
        language=common.language,
        processes=processes,
        depth=common.depth,
        create=access == "create",
        read_only=access == "read" and not os.access(location, os.W_OK),
        lock_seconds=settings.lock_seconds,
    ) as memory:
        _warn_without_syntax(memory)
        yield memory


def _warn_without_syntax(memory: Memory) -> None:
    """Say so where an architecture would read triplets, and its language has no syntax to read them from."""
    language = memory.architecture.analyzer.language
    if language in SYNTAX:
        return
    from convograph.layers.bases import ReadLayer  # noqa: PLC0415 - only other languages pay for loading the rules

    if any(isinstance(layer, ReadLayer) for layer in memory.architecture.layers):
        line = f"no syntax for {language}: {memory.architecture.name} finds triplets that were brought, and no others"
        errors().print(shown(line, "yellow"), soft_wrap=True)


@contextmanager
def existing(common: Common, access: Access = "read") -> Iterator[Memory]:
    """The memory of an owner who has one. Raises `NotFoundError` for every other."""
    with opened(common, access) as memory:
        if memory.owner not in memory.owners():  # the message keeps the other owners' names to itself
            raise NotFoundError(
                f"{memory.location} has no memory of {memory.owner!r:.80}; name an owner with --owner "
                "(`convograph owners` lists them)"
            )
        yield memory


def _settings() -> Settings:
    try:
        return settings_from_environment()
    except ValueError as error:
        raise InputError(str(error)) from error
