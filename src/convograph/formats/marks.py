"""Marks in a turn's text for content other than words, such as images and files; each is a line of its own."""

from __future__ import annotations

import re

from convograph.patterns import lazy_pattern

_PART = lazy_pattern(r"\[[a-z][\w.-]*\]", re.ASCII)  # a part of a message, by its type: "[image]", "[input_audio]"
_SHARED = lazy_pattern(r"\[shares [^\[\]]+\]")  # an attachment in an export: "[shares plan.pdf]"


def is_part_mark(line: str) -> bool:
    """Whether a line is only the type of a part of the message.

    >>> is_part_mark("[image]"), is_part_mark("[shares plan.pdf]"), is_part_mark("[1]")
    (True, False, False)
    """
    return _PART.fullmatch(line.strip()) is not None


def without_marks(text: str) -> str:
    r"""The text without lines that are marks, or with them if there are no others; stripped.

    >>> without_marks("Who is this?\n[image]"), without_marks("[image]")
    ('Who is this?', '[image]')
    """
    lines = (line for line in text.splitlines() if not is_part_mark(line) and _SHARED.fullmatch(line.strip()) is None)
    said = "\n".join(lines).strip()
    return said or text.strip()
