"""Deployment settings: the only module that reads the environment."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field

from convograph.errors import InputError

DEFAULT_STORE = "memory.db"
DEFAULT_OWNER = "default"
DEFAULT_LOCK_SECONDS = 10.0  # a writer holds the lock for milliseconds; after ten seconds something is stuck
DEFAULT_MODEL_SECONDS = 120.0  # a model on a CPU writes about 1,000 tokens in that time
_MOST_DIGITS = 18  # more digits may not fit a 64-bit file size
DEFAULT_MAX_FILE_BYTES = 1 << 29  # a few times the largest exports of many years; reading takes ten times that memory


@dataclass(frozen=True, slots=True)
class Settings:
    """Defaults for the memory's location, how it is opened, and the model server.

    `store` is a path, `owner` the name of the memory's owner, `lock_seconds` how long a call waits for another
    process's write. `base_url` and `api_key` are those of the model server, `None` if not set; `openai_api_key` is for
    OpenAI's own server only. `model_seconds` limits one request to a model. `owner_named` says that the owner was set
    explicitly.
    """

    store: str = DEFAULT_STORE
    owner: str = DEFAULT_OWNER
    lock_seconds: float = DEFAULT_LOCK_SECONDS
    base_url: str | None = None
    api_key: str | None = field(default=None, repr=False)
    openai_api_key: str | None = field(default=None, repr=False)
    model_seconds: float = DEFAULT_MODEL_SECONDS
    owner_named: bool = False


def settings_from_environment(environment: Mapping[str, str] | None = None) -> Settings:
    """`CONVOGRAPH_STORE`, `_OWNER`, `_LOCK_SECONDS`, `_BASE_URL`, `_API_KEY` and `_MODEL_SECONDS`, or their defaults.

    `OPENAI_API_KEY` is the only other variable read here; an empty address or key counts as not set.
    Raises `InputError`, naming the variable, if a number of seconds is invalid.
    """
    values = os.environ if environment is None else environment
    return Settings(
        store=values.get("CONVOGRAPH_STORE", DEFAULT_STORE),
        owner=values.get("CONVOGRAPH_OWNER", DEFAULT_OWNER),
        lock_seconds=_seconds(values, "CONVOGRAPH_LOCK_SECONDS", DEFAULT_LOCK_SECONDS),
        base_url=values.get("CONVOGRAPH_BASE_URL") or None,
        api_key=values.get("CONVOGRAPH_API_KEY") or None,
        openai_api_key=values.get("OPENAI_API_KEY") or None,
        model_seconds=_seconds(values, "CONVOGRAPH_MODEL_SECONDS", DEFAULT_MODEL_SECONDS),
        owner_named="CONVOGRAPH_OWNER" in values,
    )


def max_file_bytes(environment: Mapping[str, str] | None = None) -> int:
    """`CONVOGRAPH_MAX_FILE_BYTES`: the most read from one file, unpacked. Raises `InputError` if it is invalid."""
    values = os.environ if environment is None else environment
    given = values.get("CONVOGRAPH_MAX_FILE_BYTES", str(DEFAULT_MAX_FILE_BYTES))
    if not (given.isascii() and given.isdecimal() and 0 < len(given) <= _MOST_DIGITS and int(given)):
        raise InputError(f"CONVOGRAPH_MAX_FILE_BYTES is not a number of bytes, 1 or more: {given[:80]!r}")
    return int(given)


def _seconds(values: Mapping[str, str], name: str, default: float) -> float:
    given = values.get(name, str(default))
    try:
        return float(given)
    except ValueError:
        raise InputError(f"{name} is not a number: {given[:80]!r}") from None
