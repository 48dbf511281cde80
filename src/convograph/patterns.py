"""Regular expressions that are compiled when first used.

The hundreds of patterns that read times, facts and chat exports take half a second to compile, which no import should
cost. Those that every sentence meets (`terms`, `segmentation`) are compiled at once.
"""

from __future__ import annotations

import re
from typing import Any, cast


def lazy_pattern(form: str, flags: int = 0) -> re.Pattern[str]:
    """`re.compile(form, flags)`, put off until the pattern is used. A wrong `form` raises `re.error` only then."""
    return cast("re.Pattern[str]", _Uncompiled(form, flags))


class _Uncompiled:
    """Stands for a pattern. What is asked of it once is kept, so that later calls go straight to the compiled one."""

    def __init__(self, form: str, flags: int) -> None:
        self.pattern = form  # known without compiling: longer patterns are made of shorter ones
        self._given_flags = flags
        self._compiled: re.Pattern[str] | None = None

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):  # copying and pickling ask for names that a pattern does not have
            raise AttributeError(name)
        if self._compiled is None:
            self._compiled = re.compile(self.pattern, self._given_flags)
        value = getattr(self._compiled, name)
        setattr(self, name, value)
        return value
