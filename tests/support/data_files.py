"""The real conversations for development, of which a machine may have some, all or none."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

DataFile = Callable[[str], Path]

_BESIDE = Path(__file__).parents[3] / "shared" / "data"


def found(name: str) -> Path:
    """A file or folder of the data, by its path below their folder; the test is skipped if it is not there."""
    folder = Path(os.environ.get("CONVOGRAPH_DATA", _BESIDE))
    if not (folder / name).exists():
        pytest.skip(f"no {name} in {folder}; set CONVOGRAPH_DATA")
    return folder / name
