"""Renaming of characters, so that a model that knows the show cannot answer from its own knowledge.

DialSim's generic names are common first names; its swapped names are those of other characters, which contradict the
model's knowledge. All names are replaced simultaneously, as substrings, as in the release; `whole_words` keeps
"Rossetti".
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final, Literal, get_args

from convograph.errors import InputError
from convograph.formats.limits import shortened

NameMode = Literal["original", "generic", "swapped"]
NAME_MODES: Final[tuple[str, ...]] = get_args(NameMode)


def _pairs(text: str) -> Mapping[str, str]:
    """The names in `"Amy Beth, Carol Dora"`: Amy becomes Beth, Carol becomes Dora."""
    return dict(pair.split() for pair in text.split(", "))


NAMES: Final[Mapping[str, Mapping[str, Mapping[str, str]]]] = {
    "friends": {
        "generic": _pairs(
            "Monica Patricia, Chandler James, Joey John, Phoebe Jennifer, Rachel Linda, Ross Robert",
        ),
        "swapped": _pairs(
            "Monica Joey, Chandler Rachel, Joey Monica, Phoebe Ross, Rachel Chandler, Ross Phoebe",
        ),
    },
    "bigbang": {
        "generic": _pairs(
            "Howard Robert, Leonard James, Raj Michael, Penny Jennifer, Bernadette Linda, Amy Patricia, Sheldon John",
        ),
        "swapped": _pairs(
            "Howard Amy, Leonard Howard, Raj Penny, Penny Raj, Bernadette Sheldon, Amy Leonard, Sheldon Bernadette",
        ),
    },
    "theoffice": {
        "generic": _pairs("Dwight John, Jim Robert, Pam Jennifer, Ryan William, Michael James"),
        "swapped": _pairs("Dwight Ryan, Jim Michael, Pam Dwight, Ryan Jim, Michael Pam"),
    },
}
"""Show → mode → name → name (DialSim, section on names, as released)."""


@dataclass(frozen=True)
class Renaming:
    """Replaces names in texts; without names, texts stay as they are.

    >>> Renaming({"Ross": "Phoebe", "Phoebe": "Ross"})("Ross and Phoebe Rossetti")
    'Phoebe and Ross Phoebeetti'
    """

    names: Mapping[str, str] = field(default_factory=dict, hash=False)
    whole_words: bool = False

    def __call__(self, text: str) -> str:
        """The text with all names replaced simultaneously; where two names could match, the one listed first."""
        if not self.names:
            return text
        return self._pattern.sub(lambda found: self.names[found[0]], text)

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        bare = "|".join(map(re.escape, self.names))
        return re.compile(rf"\b(?:{bare})\b" if self.whole_words else bare)


def renaming_for(show: str, mode: str, *, whole_words: bool = False) -> Renaming:
    """The renaming of a mode for a show. Raises `InputError` for an unknown mode, or a show without names for it."""
    if mode not in NAME_MODES:
        raise InputError(f"no mode of names is called {shortened(mode)}; the modes are {', '.join(NAME_MODES)}")
    if mode == "original":
        return Renaming()
    if show not in NAMES:
        raise InputError(f"{shortened(show)} has no {mode} names, only {', '.join(NAMES)} have; take original")
    return Renaming(NAMES[show][mode], whole_words)
