"""Which files exports of Telegram have, by their names."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import PurePath

_CHAT = re.compile(
    r"result\.json",  # Telegram
    re.ASCII,
)


def files_of_chats(paths: Iterable[PurePath]) -> list[PurePath]:
    """Those of the paths that are called as exports of chats are."""
    return sorted(path for path in paths if _CHAT.fullmatch(path.name) and "__MACOSX" not in path.parts)
