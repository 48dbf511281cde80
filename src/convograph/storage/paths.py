"""The paths of stores."""

from __future__ import annotations

import os
from pathlib import Path

from convograph.errors import InputError


def absolute_path(path: str | Path) -> Path:
    """The absolute path, with "~" expanded. Raises `InputError` for an unknown home directory."""
    try:
        return Path(path).expanduser().absolute()
    except (RuntimeError, ValueError) as error:  # ValueError: the name contains NUL
        raise InputError(
            f"{str(path)!r:.80} begins in a home that cannot be found ({error}); write it in full"
        ) from None


def is_writable_file(path: str | Path) -> bool:
    """Whether a store's file can be written, and its log beside it."""
    file = absolute_path(path)
    return os.access(file, os.W_OK) and os.access(file.parent, os.W_OK)
