"""The files that a benchmark writes when it is asked to: figures as JSON, pages."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from benchmarks.processes import tell


def write_figures(path: Path, figures: Any) -> None:
    """Write a value of JSON, in a folder that is made if there is none."""
    write_text(path, json.dumps(figures, indent=1) + "\n")


def write_text(path: Path, text: str) -> None:
    """Write a text, in a folder that is made if there is none."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    tell(f"wrote {path}")
