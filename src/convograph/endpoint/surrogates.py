"""Makes text encodable as UTF-8."""

from __future__ import annotations

from convograph.patterns import lazy_pattern

_LONE_SURROGATE = lazy_pattern("[\ud800-\udfff]")


def without_lone_surrogates(text: str) -> str:
    """`text` with U+FFFD for each lone surrogate, which UTF-8 cannot encode."""
    return _LONE_SURROGATE.sub("\ufffd", text)
