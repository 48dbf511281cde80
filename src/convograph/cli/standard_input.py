"""What is given on the standard input instead of in a file."""

from __future__ import annotations

import sys
from typing import Final

from convograph.errors import InputError

STANDARD_INPUT: Final = "-"
"""The name that stands for it on the command line."""


def stream_text() -> str:
    """The text on the standard input. Raises `InputError` when it is not UTF-8."""
    try:
        return sys.stdin.buffer.read().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(
            f"standard input is not text in UTF-8: byte 0x{error.object[error.start]:02x} at offset {error.start}; "
            "give compressed and other files by their path"
        ) from None
