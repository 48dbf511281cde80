"""Blocking: the keys under which a name is filed and found, so that no two of all names need be compared.

Its words, and what short forms stand for; each word also with one character left out, so that a typing error is found;
and the initials of several words, which a name of one word may be. MinHash buckets and exact keys come beside these.
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
    """The keys under which names like this one are filed, in a fixed order."""
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
