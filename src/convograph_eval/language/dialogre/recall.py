"""Recall of DialogRE's pairs; no precision, because only a small part of what a dialogue says is annotated.

A pair is found if one of our triplets has one of the two as subject and the other as object, in either order, with a
relation of the pair's group; "any relation" also counts pairs with any other relation.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from convograph.extraction.types import Stated
from convograph.types import Triplet
from convograph_eval.language.dialogre.corpus import GROUPS, LabelledDialogue, Related, is_speaker
from convograph_eval.language.extraction import Read
from convograph_eval.language.types import Measured, Watch
from convograph_eval.language.words import holds, share, stems, words

LEAST_SHARE = 0.5  # of the stems of a name that a part must have to match it: "Monica" matches "Monica Geller"
MISSES = ("neither named", "one named", "pair", "relation")
"""Why a pair was missed: how many of the two our triplets name, both but not together, or with another relation."""


@dataclass(frozen=True, slots=True)
class _Words:
    """The relations of a group, and the words that indicate it in a triplet's phrase."""

    relations: frozenset[str]
    phrase: frozenset[str]


_KIN = (
    "sister brother sibling twin mother mom mum mommy father dad daddy parent son daughter child kid baby wife husband "
    "spouse marry married marriage fiance fiancee engaged divorce ex girlfriend boyfriend date break love grandmother "
    "grandma grandfather grandpa aunt uncle cousin niece nephew family in-law stepmother stepfather"
)
_WORK = (
    "be become work job boss assistant hire fire employ employee employer member join quit act play write run star "
    "teach manage secretary supervisor"
)
_PLACES = "live reside from move visit go come fly travel stay grow bear home return leave"

WORDS: Mapping[str, _Words] = {
    "kinship": _Words(frozenset({"family_member"}), frozenset(_KIN.split())),
    "job": _Words(frozenset({"occupation", "work_style"}), frozenset(_WORK.split())),
    "residence": _Words(frozenset({"lives_in", "originates from", "location", "visited"}), frozenset(_PLACES.split())),
}


def in_group(stated: Stated, group: str) -> bool:
    """Whether the relation of a statement belongs to the group."""
    told = WORDS[group]
    return stated.triplet.relation in told.relations or bool(told.phrase & set(words(stated.phrase)))


def joins(triplet: Triplet, pair: Related) -> bool:
    """Whether the triplet has one of the pair as subject and the other as object."""
    return any(
        (_named(triplet.subject, one) and _named(triplet.object, other))
        or (_named(triplet.subject, other) and _named(triplet.object, one))
        for one, other in product(pair.first, pair.second)
    )


def measure(dialogues: Sequence[LabelledDialogue], read: Read, watch: Watch = lambda done, total: None) -> Measured:
    """A record for each pair, and the recall by group and by relation in it."""
    records: list[dict[str, Any]] = []
    for number, dialogue in enumerate(dialogues):
        found = [one.stated for reading in read(dialogue.turns) for one in reading.triplets]
        records += [_record(dialogue.turns[0].session, pair, found) for pair in dialogue.related]
        watch(number + 1, len(dialogues))
    return Measured(tuple(records), _summary(len(dialogues), records))


def _record(dialogue: str, pair: Related, found: Sequence[Stated]) -> dict[str, Any]:
    joining = [one for one in found if joins(one.triplet, pair)]
    related = [one for one in joining if in_group(one, pair.group)]
    return {
        "dialogue": dialogue,
        "pair": [pair.first[0], pair.second[0]],
        "group": pair.group,
        "relation": pair.relation,
        "found": bool(related),
        "any_relation": bool(joining),
        "ours": [list(one.triplet.parts) for one in related or joining],
        "miss": None if related else "relation" if joining else _missing(pair, found),
    }


def _missing(pair: Related, found: Sequence[Stated]) -> str:
    texts = {text for one in found for text in (one.triplet.subject, one.triplet.object)}
    named = [any(_named(text, name) for text in texts for name in names) for names in (pair.first, pair.second)]
    return MISSES[sum(named)]


def _named(text: str, name: str) -> bool:
    """Whether the name is in the text, or the text is a part of the name that has at least half of its stems."""
    part = holds(name, text) and not is_speaker(name) and share(stems(name), stems(text)) >= LEAST_SHARE
    return part or holds(text, name)


def _summary(dialogues: int, records: Sequence[dict[str, Any]]) -> dict[str, Any]:
    misses = {kind: sum(one["miss"] == kind for one in records) for kind in MISSES}
    groups = {}
    for group, called in GROUPS.items():
        of_group = [one for one in records if one["group"] == group]
        named = {name: [one for one in of_group if one["relation"] == name] for name in dict.fromkeys(called.values())}
        groups[group] = {**_rates(of_group), "relations": {name: _rates(ones) for name, ones in named.items() if ones}}
    return {"dialogues": dialogues, **_rates(records), "groups": groups, "misses": misses}


def _rates(records: Sequence[dict[str, Any]]) -> dict[str, Any]:
    counts = {name: sum(one[name] for one in records) for name in ("found", "any_relation")}
    return {
        "pairs": len(records),
        **counts,
        "recall": counts["found"] / len(records) if records else 0.0,
        "any_recall": counts["any_relation"] / len(records) if records else 0.0,
    }
