"""What stands behind prepositions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from convograph.extraction.triplets.arguments import Argument, argument
from convograph.extraction.triplets.phrases import asks_back
from convograph.extraction.triplets.prepositions import is_behind_preposition, preposition
from convograph.extraction.triplets.reading import Reading

_ADVERBIAL = frozenset({"of course", "at least", "at all", "for sure", "in fact", "by far", "in general", "like"})


def obliques(
    reading: Reading,
    place: int,
    core: str,
    owner: str,
    *,
    times: bool = False,
    base: str = "obl",
    also: Sequence[int] = (),
) -> Iterator[tuple[str, Argument]]:
    """Relation and object for each noun behind a preposition: ("go with", Maria).

    Either those that tell a time, or the others. `also` are further places of such nouns.
    """
    tree = reading.tree
    gerunds = [
        child for child in tree.below(place, "advcl" if base == "obl" else "acl") if is_behind_preposition(tree, child)
    ]
    for oblique in [*tree.below(place, base), *gerunds, *also]:
        if any(case > 0 and asks_back(tree, case - 1) for case in tree.below(oblique, "case")):
            continue
        shared = preposition(tree, oblique)
        for each in tree.with_conjuncts(oblique):
            words = preposition(tree, each) or shared
            target = argument(reading, each, owner) if words and words not in _ADVERBIAL else None
            if target is not None and times == (target.kind == "time"):
                yield f"{core} {words}", target
