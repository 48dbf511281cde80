"""How the descriptions in a memory are resolved: under the name that is given for each, or under words of their own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from convograph.graph.arrays import Mask
from convograph.graph.columns import Coded, Listing
from convograph.graph.runs import numbered
from convograph.graph.snapshot import Snapshot
from convograph.graph.turns import speaker_key
from convograph.layers.brought_mentions import MentionKeys, mention_table
from convograph.layers.episodes import InEpisodes
from convograph.layers.mentions import NamedMention, read_mentions
from convograph.resolution.decisions import Decisions
from convograph.resolution.described import ANY_SESSION, Described, Identities, Meant, is_loose


@dataclass(frozen=True, slots=True)
class Meanings:
    """How mentions are resolved: `kept` marks those, among the given ones, that mean somebody.

    A description of nobody known is not a mention. `meant` has how each kept one is resolved, `None` for a name; it is
    empty without descriptions.
    """

    kept: Mask
    meant: tuple[Meant | None, ...]


def are_described(graph: Snapshot, key: MentionKeys) -> Mask:
    """Which items of the mention layer are descriptions, not names."""
    return _flags(_descriptions(graph, key, read_mentions(graph, key, mention_table(graph, key))))


def meanings(graph: Snapshot, key: MentionKeys, said: InEpisodes, decisions: Decisions) -> Meanings:
    """How all mentions are resolved; a person's decision about the name of a description overrides the text."""
    mentions = read_mentions(graph, key, mention_table(graph, key))
    told = _descriptions(graph, key, mentions)
    kinds, described = told.numbers.values[said.items], _flags(told)[said.items]
    if not described.any():
        return Meanings(np.ones(len(said.items), np.bool_), ())
    surfaces = _names(graph, key, mentions)
    of_name = surfaces.numbers.values[said.items]
    names = {speaker_key(surfaces.distinct[number]) for number in np.unique(of_name[~described]).tolist()}
    sessions = numbered(graph.turns.sessions.values[mention_table(graph, key).first_turns()[said.items]])
    by_session = _depend_on_session(told.distinct)
    apart = np.where(by_session[kinds], sessions, ANY_SESSION)
    rows, which = np.unique(np.array([kinds, apart, of_name]).T[described], axis=0, return_inverse=True)
    distinct = [
        (_called_by_name(one, names), session, surfaces.distinct[name])
        for kind, session, name in rows.tolist()
        if (one := told.distinct[kind]) is not None
    ]
    identities = Identities.of(((one, session) for one, session, _ in distinct), graph.turns.speaker_keys)
    resolved = [_resolved(one, session, name, identities, decisions) for one, session, name in distinct]
    meant = np.full(len(said.items), None, object)
    meant[described] = np.array(resolved, object)[which.reshape(-1)]
    kept = ~described
    kept[described] = np.array([one is not None for one in resolved], np.bool_)[which.reshape(-1)]
    return Meanings(kept, tuple(meant[kept].tolist()))


def _flags(told: Coded[Described | None]) -> Mask:
    of_distinct = np.array([one is not None for one in told.distinct], np.bool_)
    found: Mask = of_distinct[told.numbers.values]
    return found


def _depend_on_session(distinct: Sequence[Described | None]) -> Mask:
    """Which descriptions may mean or tell something else in another session."""
    called = {one.plain for one in distinct if one is not None and one.called is not None}
    return np.array(
        [
            one is not None and (one.called is not None or (one.is_of_session and one.plain in called))
            for one in distinct
        ],
        np.bool_,
    )


def _resolved(one: Described, session: int, name: str, identities: Identities, decisions: Decisions) -> Meant | None:
    """How a description with this mention name is resolved; `None` if it means nobody known."""
    meant = identities.meant(one, session)
    stated = one.stands or (meant.named and not is_loose(one))
    return _decided(name, meant, one, decisions) if stated else None


def _called_by_name(one: Described, names: set[str]) -> Described:
    """A description whose `called` is kept only if mentioned: in "a dog called hope" it may not be a name."""
    return one if one.called is None or speaker_key(one.called) in names else replace(one, called=None)


def _decided(name: str, meant: Meant, one: Described, decisions: Decisions) -> Meant | None:
    key = speaker_key(name)
    if key in decisions.roots:
        return Meant(name, named=False)
    if meant.named and decisions.keep_apart(key, [speaker_key(meant.surface)]):
        return Meant(name, named=False) if one.stands else None
    return meant


def _descriptions(graph: Snapshot, key: MentionKeys, mentions: Listing[NamedMention]) -> Coded[Described | None]:
    """The descriptions of the items of the mention layer, `None` for names; only new items are read."""

    def more(held: Coded[Described | None], new: Sequence[NamedMention]) -> Coded[Described | None]:
        return held.extended(one.described for one in new)

    made: Coded[Described | None] = graph.derived.of(("mentioned-descriptions", key), mentions, Coded, more)
    return made


def _names(graph: Snapshot, key: MentionKeys, mentions: Listing[NamedMention]) -> Coded[str]:
    """The names of all items; only new items are read."""

    def more(held: Coded[str], new: Sequence[NamedMention]) -> Coded[str]:
        return held.extended(one.name for one in new)

    made: Coded[str] = graph.derived.of(("mentioned-names", key), mentions, Coded, more)
    return made
