"""Output files of a benchmark: figures as JSON, and pages."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from benchmarks.processes import tell


def write_figures(path: Path, figures: Any) -> None:
    """Write figures as JSON, creating the folder if needed."""
    write_text(path, json.dumps(figures, indent=1) + "\n")


def write_text(path: Path, text: str) -> None:
    """Write a text file, creating the folder if needed."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    tell(f"wrote {path}")
