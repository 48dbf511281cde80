"""Words of a sentence that tell when, and so name nothing: "last Saturday" of "a charity race last Saturday"."""

from __future__ import annotations

from collections.abc import Collection

from convograph.extraction.times import times_in
from convograph.extraction.triplets.tree import Tree

_IN_FRONT = frozenset({"compound", "amod", "nummod", "flat"})


def time_words(tree: Tree) -> frozenset[int]:
    """The places of words that tell a time, but for those that say which noun is meant: "summer" of "summer camp"."""
    found: set[int] = set()
    for mention in times_in(tree.sentence.text, None):
        inside = {
            place for place, word in enumerate(tree.words) if mention.start <= word.start and word.end <= mention.end
        }
        found.update(place for place in inside if not _says_which(tree, _top(tree, place, inside)))
    return frozenset(found)


def _top(tree: Tree, place: int, inside: Collection[int]) -> int:
    while tree.words[place].head in inside:
        place = tree.words[place].head
    return place


def _says_which(tree: Tree, place: int) -> bool:
    return tree.words[place].head > place and tree.bases[place] in _IN_FRONT
