"""First names of speakers: "Sam" is Sam Okafor, unless somebody decided that it is Sam Whitlock.

The mention reader takes "Sam" for the speaker with that first name, so a decision about "Sam" has to apply to it. A
decision that says which Sam is meant ("Sam" is "Sam Whitlock", or is not "Sam Okafor") parts the two: the mention is
resolved as "Sam". Any other decision ("Leo" is "Marchy") is about the speaker as well.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from convograph.graph.snapshot import Snapshot
from convograph.graph.turns import speaker_key
from convograph.layers.brought_mentions import MentionKeys, mention_table
from convograph.layers.mentions import NamedMention, read_mentions
from convograph.resolution.decisions import Decisions, Pair
from convograph.resolution.names import begins

Parted = Mapping[str, frozenset[str]]
"""For each first name, by its key, the speakers with that name whom it does not mean."""


@dataclass(frozen=True, slots=True)
class FirstNames:
    """What decisions about first names say: pairs of a first name and the speaker it means, and those `parted`."""

    same: tuple[Pair, ...] = ()
    parted: Parted = field(default_factory=dict)

    @classmethod
    def of(cls, snapshot: Snapshot, keys: MentionKeys, decisions: Decisions) -> FirstNames:
        """What `decisions` say about first names in a snapshot; the mention layers have to be up to date."""
        if not decisions.roots and not decisions.apart:
            return cls()
        layer = mention_table(snapshot, keys)
        read = read_mentions(snapshot, keys, layer)
        return cls.by(_speakers_called(read[item] for item in layer.living().tolist()), decisions)

    @classmethod
    def by(cls, speakers: Mapping[str, Iterable[str]], decisions: Decisions) -> FirstNames:
        """What `decisions` say about first names, each given with the speakers that the reader takes it for."""
        same: list[Pair] = []
        parted: dict[str, frozenset[str]] = {}
        for first, called in sorted(speakers.items()):
            others = [one for one in sorted(called) if decisions.root(one) != decisions.root(first)]
            if len(others) > 1 or _says_which(first, decisions):
                parted[first] = frozenset(others)
                continue
            apart = [one for one in others if decisions.keep_apart(first, [one])]
            if apart:
                parted[first] = frozenset(apart)
            elif first in decisions.roots:
                same += [(first, one) for one in others]
        return cls(tuple(same), {first: called for first, called in parted.items() if called})


def _says_which(first: str, decisions: Decisions) -> bool:
    """Whether a first name was decided to mean somebody with a fuller name."""
    root = decisions.roots.get(first)
    return root is not None and any(begins(first, one) for one, other in decisions.roots.items() if other == root)


def _speakers_called(read: Iterable[NamedMention]) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for mention in read:
        if mention.said != mention.name and (first := speaker_key(mention.said)) != (own := speaker_key(mention.name)):
            found.setdefault(first, set()).add(own)
    return found
