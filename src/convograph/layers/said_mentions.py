"""The mentions of a whole memory in order of time, as resolution takes them: with episodes, sessions and contexts.

Descriptions among them ("my sister") are resolved under the name given for them anywhere in the memory, else under
words of their own; those that mean nobody known are left out (see `resolution.described`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from operator import itemgetter

import numpy as np

from convograph.graph.runs import numbered
from convograph.graph.snapshot import LayerTable, Snapshot
from convograph.graph.turns import speaker_key
from convograph.layers.brought_mentions import MentionKeys, mention_table
from convograph.layers.episodes import InEpisodes, in_episodes
from convograph.layers.first_names import Parted
from convograph.layers.mentions import NamedMention, as_named, mention_of
from convograph.layers.said_descriptions import meanings
from convograph.resolution import NO_DECISIONS, Decisions, Mention
from convograph.resolution.described import Meant
from convograph.resolution.fold import NO_CONTEXTS, Contexts
from convograph.types import SourceTurn


@dataclass(frozen=True, slots=True)
class _Saying:
    """A mention as it is resolved, how its description is resolved, the number of its session, and its speaker."""

    read: NamedMention
    meant: Meant | None
    session: int
    speaker: str | None


@dataclass(frozen=True, slots=True)
class SaidMentions:
    """Mentions by place, their number in order of time; `layer` has their items, `chunks` are the episodes.

    `meant` says how each description is resolved, `None` for a name; it is empty without descriptions. Names in
    `parted` are resolved as they were said.
    """

    snapshot: Snapshot
    chunks: LayerTable
    layer: LayerTable
    said: InEpisodes
    meant: tuple[Meant | None, ...] = ()
    parted: Parted = field(default_factory=dict)

    @classmethod
    def of(
        cls,
        snapshot: Snapshot,
        chunks: LayerTable,
        keys: MentionKeys,
        decisions: Decisions = NO_DECISIONS,
        parted: Parted | None = None,
    ) -> SaidMentions:
        """The mentions of a snapshot, given the keys of their layers; all layers have to be up to date."""
        layer = mention_table(snapshot, keys)
        said = in_episodes(snapshot, chunks, layer)
        found = meanings(snapshot, keys, said, decisions)
        kept = found.kept
        left = replace(said, items=said.items[kept], keys=said.keys[kept], episodes=said.episodes[kept])
        return cls(snapshot, chunks, layer, left, found.meant, parted or {})

    def name(self, place: int) -> str:
        """The name of a mention."""
        return _as_said(mention_of(self.layer.payloads[int(self.said.items[place])]), self.parted).name

    def turn(self, place: int) -> SourceTurn:
        """The turn of a mention."""
        return self.snapshot.turns.source_turn(int(self.layer.first_turns()[self.said.items[place]]))

    def turns_of_episodes(self) -> dict[int, list[SourceTurn]]:
        """The turns of each episode by its number."""
        return {
            number: self.snapshot.turns_of(self.chunks, item) for number, item in enumerate(self.said.chunks.tolist())
        }

    def contexts(self, first: int) -> Contexts:
        """The vectors of the episodes from number `first` on."""
        return self.chunks.vectors.values[self.said.chunks[first:]] if len(self.said.chunks) else NO_CONTEXTS

    def mentions(self, done: int, first: int) -> list[Mention]:
        """The mentions from place `done` on, as resolution takes them; contexts are numbered from episode `first`."""
        turns, said = self.snapshot.turns, self.said
        rows = self.layer.first_turns()[said.items]
        sessions = numbered(turns.sessions.values[rows])[done:].tolist()
        payloads = self.layer.payloads.at(said.items[done:]) if len(self.layer) else []
        meant = self.meant[done:] or (None,) * len(payloads)
        speakers = [turns.rows[row].speaker for row in rows[done:].tolist()]
        sayings = [
            _Saying(_as_meant(_as_said(mention_of(payload), self.parted), one), one, session, speaker)
            for payload, one, session, speaker in zip(payloads, meant, sessions, speakers, strict=True)
        ]
        found: list[Mention] = []
        for episode, group in groupby(zip(said.episodes[done:].tolist(), sayings, strict=True), key=itemgetter(0)):
            found += self._in_episode([saying for _, saying in group], episode, first)
        return found

    def _in_episode(self, sayings: Sequence[_Saying], episode: int, first: int) -> Iterator[Mention]:
        """All mentions of an episode, in the order in which they were said."""
        names = dict.fromkeys(each.read.name for each in sayings)
        for position, each in enumerate(sayings):
            read, meant = each.read, each.meant
            own = speaker_key(read.name)
            yield Mention(
                surface=read.name,
                kind=read.kind,
                episode=episode,
                position=position,
                session=each.session,
                speaker=each.speaker if meant is None or meant.whose is None else meant.whose,
                beside=tuple(name for name in names if speaker_key(name) != own),
                related=read.related,
                context=episode - first,
                seeded=read.seeded,
                owner=None if meant is None else meant.owner,
                unlike=frozenset() if read.seeded else self.parted.get(own, frozenset()),
            )

    def begins_like(self, other: SaidMentions, mentions: int, episodes: int) -> bool:
        """Whether the first `mentions` mentions and `episodes` episodes are the same as the other's.

        Keys are never reused, so equal keys mean equal content; but whom a description means may be told later.
        """
        same = self.parted == other.parted and np.array_equal(self.said.keys[:mentions], other.said.keys[:mentions])
        meant = self.meant[:mentions] == other.meant[:mentions] or not (self.meant or other.meant)
        return same and meant and np.array_equal(self.said.chunk_keys[:episodes], other.said.chunk_keys[:episodes])


def _as_said(mention: NamedMention, parted: Parted) -> NamedMention:
    """A mention under the first name it was said by, if that was decided not to mean the speaker."""
    if not parted or speaker_key(mention.name) not in parted.get(speaker_key(mention.said), ()):
        return mention
    return as_named(mention, as_said=True)


def _as_meant(mention: NamedMention, meant: Meant | None) -> NamedMention:
    """A mention as it is resolved; a description resolved to a name is a "thing", since that may be of any kind."""
    if meant is None:
        return mention
    return replace(mention, name=meant.surface, kind="thing" if meant.named else mention.kind)
