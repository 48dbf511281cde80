"""Files that pages are written to."""

from __future__ import annotations

from pathlib import Path

from convograph.formats.private_files import refuse_store, refuse_to_replace


def check_page_file(target: Path, location: str) -> None:
    """Raise `InputError` if `target` is the store at `location`, or another file that is no HTML page."""
    refuse_store(target, location)
    refuse_to_replace(target, is_page, "HTML page")


def is_page(begin: bytes) -> bool:
    """Whether a file that begins with these bytes is an HTML page."""
    return begin.lower().startswith(b"<!doctype html")
