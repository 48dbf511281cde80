"""Small files of conversations that tests of commands add, and a question that the example answers."""

from __future__ import annotations

import json
from pathlib import Path

from support.locomo import sample

ANA_AND_BEN = """\
# 2024-03-01 18:30
Ana: My cat is called Miso.
Ben: I moved to Porto last week.

# 2024-04-02 09:00
Ana: The piano lessons begin on Friday.
Ben: Porto is wet in April.
"""
"""A transcript of two sessions."""

PADLOCK = "What is the combination of the shed padlock?"


def two_conversations(folder: Path) -> Path:
    """A file in LoCoMo's format with the conversations `first` and `second`."""
    path = folder / "two.json"
    samples = [
        sample(name, {"1:56 pm on 8 May, 2023": [("Ana", f"This is the {name} one.")]}, [])
        for name in ("first", "second")
    ]
    path.write_text(json.dumps(samples), encoding="utf-8")
    return path
