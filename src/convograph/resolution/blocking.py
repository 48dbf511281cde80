"""Blocking: the keys under which names are filed and found, so that not all pairs of names are compared.

The keys are a name's words and the full forms of a short first name; each word with one character left out, to find
typing errors; and the initials of several words, which a single-word name may be. MinHash buckets and exact keys are
added by `canonical`.
"""

from __future__ import annotations

from collections.abc import Iterator

from convograph.resolution.names import Name
from convograph.resolution.strings import deletions
from convograph.resolution.wording import full_forms, initials


def keys_to_file(name: Name) -> Iterator[tuple[str, str]]:
    """The keys under which a name is filed."""
    yield from _keys(name)
    if len(name.core) > 1:
        yield "initials", initials(name.core)


def keys_to_find(name: Name) -> Iterator[tuple[str, str]]:
    """The keys under which similar names are filed, in a fixed order."""
    yield from _keys(name)
    if len(name.core) > 1:
        yield "word", initials(name.core)
    else:
        yield "initials", name.core[0]


def _keys(name: Name) -> Iterator[tuple[str, str]]:
    for word in name.core:
        yield "word", word
        for near in sorted(deletions(word)):
            yield "near", near
    for full in full_forms(name.core[0]):
        yield "word", full
