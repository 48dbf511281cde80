"""Citations in a model's text, by number: `[1]`, `[1, 3]`, `[1][3]`, `[1-3]`, `【1】`.

Code is left as it is: `items[1]` between backticks cites nothing, nor does items[0] anywhere.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass

from convograph.patterns import lazy_pattern

_NUMBER = r"\d{1,18}"  # longer numbers are not citations, and slow to parse
_RANGE = rf"{_NUMBER}(?:\s?[-–—]\s?{_NUMBER})?"
_CODE = r"(?P<code>```.*?(?:```|\Z)|`[^`\n]+`|\w\[0\])"
_MARK = lazy_pattern(
    rf"{_CODE}|(?P<space>[ \t]?)[\[【]\s?(?P<numbers>{_RANGE}(?:\s?[,;]\s?{_RANGE})*)\s?[\]】]", re.ASCII | re.DOTALL
)
_ENDS = lazy_pattern(rf"({_NUMBER})(?:\s?[-–—]\s?({_NUMBER}))?", re.ASCII)


@dataclass(frozen=True, slots=True)
class Cited:
    """A text with valid citations only: their numbers, sorted, and the numbers removed because they are invalid."""

    text: str
    numbers: tuple[int, ...]
    invented: tuple[int, ...]


def checked(text: str, known: Collection[int]) -> Cited:
    """`text` with each citation written as `[1, 3]`, and without numbers that are not `known`.

    If an end of a range is unknown, only that end counts as invented.

    >>> checked("Miso【1】, a cat [1-2, 9]. Tall [12].", {1, 2, 3})
    Cited(text='Miso[1], a cat [1, 2]. Tall.', numbers=(1, 2), invented=(9, 12))
    """
    cited: set[int] = set()
    invented: set[int] = set()

    def written(mark: re.Match[str]) -> str:
        if mark["code"]:
            return mark[0]
        ranges = [_ends(found) for found in _ENDS.finditer(mark["numbers"])]
        numbers = sorted(number for number in known if any(first <= number <= last for first, last in ranges))
        cited.update(numbers)
        invented.update(end for ends in ranges for end in ends if end not in known)
        return f"{mark['space']}[{', '.join(map(str, numbers))}]" if numbers else ""

    text = _MARK.sub(written, text)
    return Cited(text, tuple(sorted(cited)), tuple(sorted(invented)))


def uncited(text: str) -> str:
    """`text` without citations, for comparison with a gold answer or for a listener.

    >>> uncited("In Porto [1, 2].")
    'In Porto.'
    >>> uncited("It is in `rooms[1]` [2].")
    'It is in `rooms[1]`.'
    """
    return _MARK.sub(lambda mark: mark["code"] or "", text).strip()


def _ends(found: re.Match[str]) -> tuple[int, int]:
    first = int(found[1])
    last = int(found[2] or first)
    return min(first, last), max(first, last)
