"""Whom a first name means where nobody is called by it alone: the one whose name begins with it."""

from __future__ import annotations

from collections.abc import Iterable

from convograph.errors import ConflictError
from convograph.formats.limits import shortened
from convograph.graph.turns import speaker_key
from convograph.resolution.names import begins

_LISTED = 5  # of several names that begin alike


def only_begun(name: str, known: Iterable[tuple[str, str]]) -> str | None:
    """What that is called which has a name that begins so, `None` for nothing; `known` are names, each with what it is
    called that has it. Raises `ConflictError` for several.
    """
    found = {speaker_key(called): called for each, called in known if begins(name, each)}
    if len(found) > 1:
        more = ", …" * (len(found) > _LISTED)
        listed = ", ".join(map(shortened, list(found.values())[:_LISTED]))
        raise ConflictError(f"{len(found)} names begin with {shortened(name)}: {listed}{more}; give a fuller name")
    return next(iter(found.values()), None)
