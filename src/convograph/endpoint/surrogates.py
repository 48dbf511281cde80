"""Makes text encodable as UTF-8."""

from __future__ import annotations

import re

_LONE_SURROGATE = re.compile("[\ud800-\udfff]")


def without_lone_surrogates(text: str) -> str:
    """`text` with U+FFFD for each lone surrogate, which UTF-8 cannot encode."""
    return _LONE_SURROGATE.sub("\ufffd", text)
