"""How a word list is written: entries between commas, over as many lines as it takes."""

from __future__ import annotations


def listed(text: str) -> frozenset[str]:
    r"""The entries of a list.

    >>> sorted(listed("rome, new york,\n  oslo"))
    ['new york', 'oslo', 'rome']
    """
    return frozenset(entry for entry in (" ".join(part.split()) for part in text.split(",")) if entry)
