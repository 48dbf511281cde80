"""The words of a clause that name what is done: its verb or predicate with what completes it, and no more.

"that Ben found a helpful group in town last year, where he …" comes down to "Ben found helpful group in town".
"""

from __future__ import annotations

from collections.abc import Collection

from convograph.extraction.lexicon import word_list
from convograph.extraction.triplets.phrases import HYPHENS, OUTSIDE_CLAUSE, kept_words
from convograph.extraction.triplets.tree import Tree

MOST_CLAUSE_WORDS = 6  # of a clause or an activity; what is longer names nothing that comes a second time

_CORE = frozenset({"aux", "cop", "expl"})
_COMPLETING = ("obj", "iobj", "xcomp")
_OUTSIDE = OUTSIDE_CLAUSE | {"acl", "appos", "ccomp"}
_LEFT_OUT = OUTSIDE_CLAUSE | {"conj", "cc", "nsubj", "csubj", "mark", "aux", "cop", "punct", "expl", "ccomp", "dep"}
_ARTICLES = frozenset({"a", "an", "the", "this", "that", "these", "those", "some", "any"})
_NOUNS = frozenset({"NOUN", "PROPN"})


def activity_words(tree: Tree, place: int, without: Collection[int]) -> list[int]:
    """A verb and what completes it: "playing violin with friends"."""
    return _completed(tree, place, [place], without)


def clause_words(tree: Tree, place: int, without: Collection[int]) -> list[int]:
    """Subject, auxiliaries, negation and predicate of a clause, and what completes it."""
    nominal = tree.words[place].tag in _NOUNS
    core = set(kept_words(tree, place, without) if nominal else [place])
    for child in tree.children[place]:
        if child not in without and tree.bases[child] in _CORE:
            core.add(child)
    denial = tree.negation(place)
    if denial is not None:
        core.add(denial)
    subject = subject_beside(tree, place, without)
    if subject is not None:
        core.update(_brief(tree, subject, without))
    return _completed(tree, place, sorted(core), without)


def subject_beside(tree: Tree, place: int, without: Collection[int]) -> int | None:
    """The subject of a clause, where it is none of the places that are left out."""
    return next((child for child in tree.below(place, "nsubj") if child not in without), None)


def _completed(tree: Tree, place: int, core: list[int], without: Collection[int]) -> list[int]:
    """The core, and as many of the phrases that complete it as there is room for: its objects first."""
    found = set(core)
    waiting = [child for child in tree.children[place] if _completes(tree, place, child) and child not in found]
    for child in sorted(waiting, key=lambda each: (tree.bases[each] not in _COMPLETING, each)):
        if child in without:
            continue
        whole = [each for each in tree.subtree(child, _OUTSIDE, without) if tree.lemma(each) not in _ARTICLES]
        brief = whole if len(found) + len(whole) <= MOST_CLAUSE_WORDS else _brief(tree, child, without)
        if len(found) + len(brief) > MOST_CLAUSE_WORDS:
            break
        found.update(brief)
    ties = [each for each in found if each - 2 in found and tree.words[each - 1].form in HYPHENS]
    return sorted({*found, *(each - 1 for each in ties)})


def _completes(tree: Tree, place: int, child: int) -> bool:
    base = tree.bases[child]
    if base in _LEFT_OUT or tree.lemma(child) in word_list("discourse_markers"):
        return False
    return child > place or base not in {"advmod", "obl"}


def _brief(tree: Tree, place: int, without: Collection[int]) -> list[int]:
    """A phrase without what tells more of it, and its preposition."""
    if tree.words[place].tag == "VERB":
        objects = [each for child in tree.below(place, "obj") for each in kept_words(tree, child, without)]
        return sorted({place, *tree.below(place, "mark"), *objects})
    cases = [each for case in tree.below(place, "case") if case < place for each in tree.subtree(case)]
    behind = [child for child in tree.below(place, "nmod") if child > place]
    return sorted({*cases, *kept_words(tree, place, [*without, *behind])})
