"""Which files an export of Slack has: lists of its users and channels, and a folder per channel with a file a day."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import PurePath
from typing import Final

USERS: Final = "users.json"
CHANNELS: Final = ("channels.json", "groups.json")  # public channels and private ones

_DAY = re.compile(r"\d{4}-\d\d-\d\d\.json", re.ASCII)


def files_of_export(paths: Iterable[PurePath]) -> list[PurePath]:
    """Those of the paths that belong to an export of Slack, by their names; none if they are no export."""
    found = [path for path in paths if _is_list(path) or is_day(path)]
    kept = sorted(path for path in found if "__MACOSX" not in path.parts)
    return kept if is_export(kept) else []


def is_export(paths: Iterable[PurePath]) -> bool:
    """Whether the files are an export of Slack: the list of users, and the day of a channel beside it."""
    given = list(paths)
    roots = {path.parent for path in given if path.name == USERS}
    return any(is_day(path) and path.parent.parent in roots for path in given)


def is_day(path: PurePath) -> bool:
    """Whether the file is called as the messages of one day are."""
    return _DAY.fullmatch(path.name) is not None


def _is_list(path: PurePath) -> bool:
    return path.name == USERS or path.name in CHANNELS
