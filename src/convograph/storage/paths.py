"""The paths of stores."""

from __future__ import annotations

from pathlib import Path

from convograph.errors import InputError


def absolute_path(path: str | Path) -> Path:
    """The absolute path, with the home that "~" stands for. Raises `InputError` for the home of nobody."""
    try:
        return Path(path).expanduser().absolute()
    except (RuntimeError, ValueError) as error:  # ValueError: of a name with NUL
        raise InputError(
            f"{str(path)!r:.80} begins in a home that cannot be found ({error}); write it in full"
        ) from None
