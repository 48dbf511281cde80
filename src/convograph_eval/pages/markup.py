"""Text from data, made safe for HTML: it cannot contain markup, or change the direction of the text around it."""

from __future__ import annotations

import html
import re
from typing import Final

from convograph.formats.limits import UNSTORABLE

_DIRECTIONS: Final = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")


def escaped(text: object) -> str:
    r"""`text` for an element or a quoted attribute; characters invalid in UTF-8 or HTML become U+FFFD.

    >>> escaped("<b> & \ud800")
    '&lt;b&gt; &amp; �'
    """
    return html.escape(UNSTORABLE.sub("\ufffd", str(text)))


def isolated(text: object) -> str:
    """`text` for use within a line: its writing direction and its overrides do not affect the rest of the line."""
    return f"<bdi>{escaped(text)}</bdi>"


def label(text: object, most: int | None = None) -> str:
    """`text` on one line for places without `<bdi>` (SVG, page titles): up to `most` characters, no direction marks."""
    line = " ".join(_DIRECTIONS.sub("", str(text)).split())
    if most is not None and len(line) > most:
        line = line[: max(most - 1, 0)].rstrip() + "…"
    return escaped(line)


def number(value: object) -> str:
    """A number to three digits: `0.583`, `12.4`, `1,234`; other values unchanged, `None` as a dash.

    >>> [number(value) for value in (0.5, 3.14159, 24.61, 1234.5, 7, None)]
    ['0.500', '3.14', '24.6', '1,234', '7', '–']
    """
    if value is None:
        return "–"
    if isinstance(value, int) and not isinstance(value, bool):
        return f"{value:,}"
    if not isinstance(value, float):
        return str(value)
    size = abs(value)
    if 0 < size < 0.001:
        return f"{value:.2g}"
    digits = 3 if size <= 1 else 2 if size < 10 else 1 if size < 100 else 0
    return f"{value:,.{digits}f}"


def counted(count: int, noun: str) -> str:
    """A count with its noun.

    >>> counted(1, "question"), counted(1234, "more word")
    ('1 question', '1,234 more words')
    """
    return f"{count:,} {noun}{'' if count == 1 else 's'}"
