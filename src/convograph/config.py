"""Deployment settings: the only module that reads the environment."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass

DEFAULT_STORE = "memory.db"
DEFAULT_OWNER = "default"
DEFAULT_LOCK_SECONDS = 10.0  # a writer holds the lock for milliseconds; ten seconds mean that something hangs


@dataclass(frozen=True, slots=True)
class Settings:
    """Where the memory lies and how it is opened, when a caller does not say.

    `store` is a path, `owner` the name whose memory is meant, `lock_seconds` how long a call waits
    for another process's write.
    """

    store: str = DEFAULT_STORE
    owner: str = DEFAULT_OWNER
    lock_seconds: float = DEFAULT_LOCK_SECONDS


def settings_from_environment(environment: Mapping[str, str] | None = None) -> Settings:
    """`CONVOGRAPH_STORE`, `CONVOGRAPH_OWNER` and `CONVOGRAPH_LOCK_SECONDS`, each with its default.

    Raises `ValueError` naming the variable when the number of seconds is none.
    """
    values = os.environ if environment is None else environment
    seconds = values.get("CONVOGRAPH_LOCK_SECONDS", str(DEFAULT_LOCK_SECONDS))
    try:
        lock_seconds = float(seconds)
    except ValueError:
        raise ValueError(f"CONVOGRAPH_LOCK_SECONDS is not a number: {seconds!r}") from None
    return Settings(
        store=values.get("CONVOGRAPH_STORE", DEFAULT_STORE),
        owner=values.get("CONVOGRAPH_OWNER", DEFAULT_OWNER),
        lock_seconds=lock_seconds,
    )
