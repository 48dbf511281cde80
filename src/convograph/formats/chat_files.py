"""The files of exports of Telegram, Messenger, Instagram and Discord, recognised by their names."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import PurePath

from convograph.patterns import lazy_pattern

_CHAT = lazy_pattern(
    r"result\.json"  # Telegram
    r"|message_\d+\.json"  # Messenger and Instagram: parts of a chat, in a folder for each
    r"|.+ \[\d+\](?: \([^()]*\))?(?: \[part \d+\])?\.json",  # Discord: server, channel, its id, a range of dates
    re.ASCII,
)


def files_of_chats(paths: Iterable[PurePath]) -> list[PurePath]:
    """The paths with names of exported chats, sorted."""
    return sorted(path for path in paths if _CHAT.fullmatch(path.name) and "__MACOSX" not in path.parts)
