"""Numbers in a model's text that cite what it was shown: `[1]`, `[1, 3]`, `[1][3]`, `[1-3]`, `【1】`."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass

_NUMBER = r"\d{1,18}"  # longer ones are no citations, and slow to read
_RANGE = rf"{_NUMBER}(?:\s?[-–—]\s?{_NUMBER})?"
_MARK = re.compile(rf"(?P<space>[ \t]?)[\[【]\s?(?P<numbers>{_RANGE}(?:\s?[,;]\s?{_RANGE})*)\s?[\]】]", re.ASCII)
_ENDS = re.compile(rf"({_NUMBER})(?:\s?[-–—]\s?({_NUMBER}))?", re.ASCII)


@dataclass(frozen=True, slots=True)
class Cited:
    """A text whose numbers all point somewhere: these numbers, sorted, and those taken out as they point nowhere."""

    text: str
    numbers: tuple[int, ...]
    invented: tuple[int, ...]


def checked(text: str, known: Collection[int]) -> Cited:
    """`text` with each mark of a citation written as `[1, 3]`, and without numbers that are not `known`.

    Of a range whose end is not known, the end is the invented number.

    >>> checked("Miso【1】, a cat [1-2, 9]. Tall [12].", {1, 2, 3})
    Cited(text='Miso[1], a cat [1, 2]. Tall.', numbers=(1, 2), invented=(9, 12))
    """
    cited: set[int] = set()
    invented: set[int] = set()

    def written(mark: re.Match[str]) -> str:
        ranges = [_ends(found) for found in _ENDS.finditer(mark["numbers"])]
        numbers = sorted(number for number in known if any(first <= number <= last for first, last in ranges))
        cited.update(numbers)
        invented.update(end for ends in ranges for end in ends if end not in known)
        return f"{mark['space']}[{', '.join(map(str, numbers))}]" if numbers else ""

    text = _MARK.sub(written, text)
    return Cited(text, tuple(sorted(cited)), tuple(sorted(invented)))


def uncited(text: str) -> str:
    """`text` without any mark of a citation: what is compared with a gold answer, or said to somebody.

    >>> uncited("In Porto [1, 2].")
    'In Porto.'
    """
    return _MARK.sub("", text).strip()


def _ends(found: re.Match[str]) -> tuple[int, int]:
    first = int(found[1])
    last = int(found[2] or first)
    return min(first, last), max(first, last)
