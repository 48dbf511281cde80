"""The mentions of a whole memory in order of time, as resolution takes them: with episodes, sessions, contexts."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby

import numpy as np

from convograph.graph.runs import numbered
from convograph.graph.snapshot import LayerTable, Snapshot
from convograph.graph.turns import speaker_key
from convograph.layers.episodes import InEpisodes, in_episodes
from convograph.layers.mentions import mention_of
from convograph.resolution import Mention
from convograph.resolution.fold import NO_CONTEXTS, Contexts
from convograph.types import SourceTurn


@dataclass(frozen=True, slots=True)
class SaidMentions:
    """Mentions by place, the number of each in order of time; `layer` has their items, `chunks` are the episodes."""

    graph: Snapshot
    chunks: LayerTable
    layer: LayerTable
    said: InEpisodes

    @classmethod
    def of(cls, graph: Snapshot, chunks: LayerTable, layer: LayerTable) -> SaidMentions:
        """Those of a snapshot; both layers have to be up to date."""
        return cls(graph, chunks, layer, in_episodes(graph, chunks, layer))

    def name(self, place: int) -> str:
        """The name of a mention."""
        return mention_of(self.layer.payloads[int(self.said.items[place])]).name

    def turn(self, place: int) -> SourceTurn:
        """The turn of a mention."""
        return self.graph.turns.source_turn(int(self.layer.first_turns()[self.said.items[place]]))

    def turns_of_episodes(self) -> dict[int, list[SourceTurn]]:
        """The turns of each episode by its number."""
        return {number: self.graph.turns_of(self.chunks, item) for number, item in enumerate(self.said.chunks.tolist())}

    def contexts(self, first: int) -> Contexts:
        """The vectors of the episodes from a number on."""
        return self.chunks.vectors.values[self.said.chunks[first:]] if len(self.said.chunks) else NO_CONTEXTS

    def mentions(self, done: int, first: int) -> list[Mention]:
        """The mentions from a place on as resolution takes them; contexts are numbered from episode `first`."""
        turns, said = self.graph.turns, self.said
        rows = self.layer.first_turns()[said.items]
        sessions = numbered(turns.sessions.values[rows])[done:].tolist()
        read = [mention_of(payload) for payload in self.layer.payloads.at(said.items[done:])] if len(self.layer) else []
        speakers = [turns.rows[row].speaker for row in rows[done:].tolist()]
        episodes = said.episodes[done:].tolist()
        found: list[Mention] = []
        for episode, group in groupby(range(len(read)), key=episodes.__getitem__):
            places = list(group)
            beside = dict.fromkeys(read[place].name for place in places)
            for position, place in enumerate(places):
                one = read[place]
                own = speaker_key(one.name)
                found.append(
                    Mention(
                        one.name,
                        one.kind,
                        episode,
                        position,
                        sessions[place],
                        speakers[place],
                        tuple(name for name in beside if speaker_key(name) != own),
                        one.related,
                        episode - first,
                        one.seeded,
                    )
                )
        return found

    def begins_like(self, other: SaidMentions, mentions: int, episodes: int) -> bool:
        """Whether so many mentions and episodes from the start are the same. A key is never used again, so equal keys
        are equal content.
        """
        same = np.array_equal(self.said.keys[:mentions], other.said.keys[:mentions])
        return same and np.array_equal(self.said.chunk_keys[:episodes], other.said.chunk_keys[:episodes])
