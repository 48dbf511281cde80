"""The files of a Slack export: lists of users and channels, and a folder per channel with a file per day."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import PurePath
from typing import Final

from convograph.patterns import lazy_pattern

USERS: Final = "users.json"
CHANNELS: Final = ("channels.json", "groups.json")  # public and private channels

_DAY = lazy_pattern(r"\d{4}-\d\d-\d\d\.json", re.ASCII)


def files_of_export(paths: Iterable[PurePath]) -> list[PurePath]:
    """The paths that belong to an export of Slack, by their names, sorted; none if the paths are not an export."""
    found = [path for path in paths if _is_list(path) or is_day(path)]
    kept = sorted(path for path in found if "__MACOSX" not in path.parts)
    return kept if is_export(kept) else []


def is_export(paths: Iterable[PurePath]) -> bool:
    """Whether the files are an export of Slack: the list of users, and a day in a channel's folder beside it."""
    given = list(paths)
    roots = {path.parent for path in given if path.name == USERS}
    return any(is_day(path) and path.parent.parent in roots for path in given)


def is_day(path: PurePath) -> bool:
    """Whether the file has the name of one day of messages."""
    return _DAY.fullmatch(path.name) is not None


def _is_list(path: PurePath) -> bool:
    return path.name == USERS or path.name in CHANNELS
