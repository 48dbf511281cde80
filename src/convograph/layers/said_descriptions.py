"""How mentions that are no names are resolved.

Descriptions are, under the name that is given for each, or under words of their own; words that may be names, under
the name that they are elsewhere in the memory.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from convograph.extraction.types import EntityKind
from convograph.graph.arrays import Mask, Rows
from convograph.graph.columns import Coded, Listing
from convograph.graph.runs import numbered
from convograph.graph.snapshot import Snapshot
from convograph.graph.turns import speaker_key
from convograph.layers.brought_mentions import MentionKeys, mention_table
from convograph.layers.episodes import InEpisodes
from convograph.layers.mentions import NamedMention, read_mentions
from convograph.layers.possible_names import KnownNames
from convograph.resolution.decisions import Decisions
from convograph.resolution.described import ANY_SESSION, Described, Identities, Meant, is_loose


@dataclass(frozen=True, slots=True)
class Meanings:
    """How mentions are resolved: `kept` marks those, among the given ones, that mean somebody.

    A description of nobody known is not a mention, nor is a word that may be a name but is none elsewhere. `meant` has
    how each kept one is resolved, `None` for a name; it is empty if all are names.
    """

    kept: Mask
    meant: tuple[Meant | None, ...]


class _Surface(NamedTuple):
    """The name of an item, its kind, and whether it only may be a name."""

    name: str
    kind: EntityKind
    possible: bool


def are_names(snapshot: Snapshot, key: MentionKeys) -> Mask:
    """Which items of the mention layer are names: neither descriptions nor words that only may be."""
    mentions = read_mentions(snapshot, key, mention_table(snapshot, key))
    surfaces = _surfaces(snapshot, key, mentions)
    found: Mask = ~(_flags(_descriptions(snapshot, key, mentions)) | _possible(surfaces))
    return found


def meanings(snapshot: Snapshot, key: MentionKeys, said: InEpisodes, decisions: Decisions) -> Meanings:
    """How all mentions are resolved; a person's decision about the name of a mention overrides the text."""
    mentions = read_mentions(snapshot, key, mention_table(snapshot, key))
    descriptions, surfaces = _descriptions(snapshot, key, mentions), _surfaces(snapshot, key, mentions)
    described, possible = _flags(descriptions)[said.items], _possible(surfaces)[said.items]
    is_name = ~(described | possible)
    if is_name.all():
        return Meanings(is_name, ())
    surface_of = surfaces.numbers.values[said.items]
    names = _names(surfaces, surface_of[is_name])
    wordings = np.stack(
        [descriptions.numbers.values[said.items], _sessions(snapshot, key, said, descriptions), surface_of], axis=1
    )
    distinct, description_of = _distinct_descriptions(wordings[described], descriptions, surfaces, names)
    meant = np.full(len(said.items), None, object)
    meant[described] = _each(_described(distinct, snapshot.turns.speaker_keys, decisions), description_of)
    meant[possible] = _possibly_named(surfaces, surface_of[possible], names, decisions)
    kept = is_name | np.array([meaning is not None for meaning in meant.tolist()], np.bool_)
    return Meanings(kept, tuple(meant[kept].tolist()))


class _SaidDescription(NamedTuple):
    """A description, the number of its session (`ANY_SESSION` if it does not matter), and the name of its mention."""

    description: Described
    session: int
    name: str


def _names(surfaces: Coded[_Surface], numbers: Rows) -> KnownNames:
    """The names among the surfaces with these numbers, which are names."""
    named = (surfaces.distinct[number] for number in np.unique(numbers).tolist())
    return KnownNames.of((surface.name, surface.kind) for surface in named)


def _sessions(
    snapshot: Snapshot, key: MentionKeys, said: InEpisodes, descriptions: Coded[Described | None]
) -> npt.NDArray[np.int64]:
    """The number of each mention's session, or `ANY_SESSION` where its description means the same in all."""
    rows = mention_table(snapshot, key).first_turns()[said.items]
    depends = _depend_on_session(descriptions.distinct)[descriptions.numbers.values[said.items]]
    return np.where(depends, numbered(snapshot.turns.sessions.values[rows]), ANY_SESSION)


def _distinct_descriptions(
    wordings: Rows, descriptions: Coded[Described | None], surfaces: Coded[_Surface], names: KnownNames
) -> tuple[list[_SaidDescription], Rows]:
    """The distinct descriptions in some mentions, and the number of each mention's.

    `wordings` (mentions, 3) has the numbers of description, session and surface.
    """
    rows, which = np.unique(wordings, axis=0, return_inverse=True)
    distinct = [
        _SaidDescription(_called_by_name(description, names), session, surfaces.distinct[surface].name)
        for number, session, surface in rows.tolist()
        if (description := descriptions.distinct[number]) is not None
    ]
    return distinct, which


def _described(
    distinct: Sequence[_SaidDescription], speakers: Mapping[str, int], decisions: Decisions
) -> list[Meant | None]:
    """How each description is resolved, given all of them."""
    identities = Identities.of(((said.description, said.session) for said in distinct), speakers)
    return [_resolved(said, identities, decisions) for said in distinct]


def _possibly_named(
    surfaces: Coded[_Surface], numbers: Rows, names: KnownNames, decisions: Decisions
) -> npt.NDArray[np.object_]:
    """How the words that may be names with these numbers of surfaces are resolved."""
    words, which = np.unique(numbers, return_inverse=True)
    return _each([names.meant(surfaces.distinct[word].name, decisions) for word in words.tolist()], which)


def _each(resolved: Sequence[Meant | None], which: Rows) -> npt.NDArray[np.object_]:
    """The element of `resolved` with each number."""
    found: npt.NDArray[np.object_] = np.array([*resolved, None], object)[which.reshape(-1)]
    return found


def _flags(told: Coded[Described | None]) -> Mask:
    of_distinct = np.array([description is not None for description in told.distinct], np.bool_)
    found: Mask = of_distinct[told.numbers.values]
    return found


def _depend_on_session(distinct: Sequence[Described | None]) -> Mask:
    """Which descriptions may mean or tell something else in another session."""
    called = {
        description.plain for description in distinct if description is not None and description.called is not None
    }
    return np.array(
        [
            description is not None
            and (description.called is not None or (description.is_of_session and description.plain in called))
            for description in distinct
        ],
        np.bool_,
    )


def _resolved(said: _SaidDescription, identities: Identities, decisions: Decisions) -> Meant | None:
    """How a description is resolved; `None` if it means nobody known."""
    description = said.description
    meant = identities.meant(description, said.session)
    stated = description.stands or (meant.named and not is_loose(description))
    return _decided(said.name, meant, description, decisions) if stated else None


def _called_by_name(description: Described, names: KnownNames) -> Described:
    """A description whose `called` is kept only if mentioned: in "a dog called hope" it may not be a name."""
    if description.called is None or speaker_key(description.called) in names.whole:
        return description
    return replace(description, called=None)


def _decided(name: str, meant: Meant, description: Described, decisions: Decisions) -> Meant | None:
    key = speaker_key(name)
    if key in decisions.roots:
        return Meant(name, named=False)
    if meant.named and decisions.keep_apart(key, [speaker_key(meant.surface)]):
        return Meant(name, named=False) if description.stands else None
    return meant


def _descriptions(snapshot: Snapshot, key: MentionKeys, mentions: Listing[NamedMention]) -> Coded[Described | None]:
    """The descriptions of the items of the mention layer, `None` for names; only new items are read."""

    def more(held: Coded[Described | None], new: Sequence[NamedMention]) -> Coded[Described | None]:
        return held.extended(mention.described for mention in new)

    made: Coded[Described | None] = snapshot.derived.incremental(("mentioned-descriptions", key), mentions, Coded, more)
    return made


def _surfaces(snapshot: Snapshot, key: MentionKeys, mentions: Listing[NamedMention]) -> Coded[_Surface]:
    """The names of all items; only new items are read."""

    def more(held: Coded[_Surface], new: Sequence[NamedMention]) -> Coded[_Surface]:
        return held.extended(_Surface(mention.name, mention.kind, mention.possible) for mention in new)

    made: Coded[_Surface] = snapshot.derived.incremental(("mentioned-surfaces", key), mentions, Coded, more)
    return made


def _possible(surfaces: Coded[_Surface]) -> Mask:
    of_distinct = np.array([surface.possible for surface in surfaces.distinct], np.bool_)
    found: Mask = of_distinct[surfaces.numbers.values]
    return found
