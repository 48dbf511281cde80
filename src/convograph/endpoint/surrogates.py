"""Text as UTF-8 can write it."""

from __future__ import annotations

import re

_LONE_SURROGATE = re.compile("[\ud800-\udfff]")


def without_lone_surrogates(text: str) -> str:
    """`text` with U+FFFD for each half of a pair, which no request and no file can hold."""
    return _LONE_SURROGATE.sub("\ufffd", text)
