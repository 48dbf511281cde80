"""What `unified` makes of a question on its way to scores, and a table of few words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

import convograph
from convograph.architectures.unified import Scored, Unified
from convograph.architectures.unified.matches import Matches, matches_of
from convograph.architectures.unified.memo_matches import MemoMatches, memo_index
from convograph.architectures.unified.outline import outline_of
from convograph.architectures.unified.places import Places
from convograph.architectures.unified.question import AskedQuestion, asked
from convograph.graph.snapshot import LayerTable, Snapshot
from convograph.memory import Memory
from convograph.memory.recalling.query_options import query_of
from convograph.protocols import Encoder, Query, WordTable
from convograph.retrieval import visible_turns
from convograph.types import Session, Turn
from support.encoders import HashingEncoder


@dataclass(frozen=True)
class FewWords:
    """Words numbered from 1, and the cosines of some pairs, both ways; a word's with itself is 1."""

    words: tuple[str, ...] = ()
    cosines: Mapping[tuple[str, str], float] = field(default_factory=dict, hash=False)  # compared all the same
    fingerprint: str = "few-words:1"

    def numbers(self, words: Sequence[str]) -> list[int]:
        return [self.words.index(word) + 1 if word in self.words else 0 for word in words]

    def similar(
        self, words: Sequence[str], least: float, among: npt.NDArray[np.int64]
    ) -> list[tuple[npt.NDArray[np.int64], npt.NDArray[np.float64]]]:
        return [self._similar(word, least, among) for word in words]

    def likeness(self, text: str, others: tuple[str, ...]) -> float:
        """Of texts that are the same."""
        return float(text.lower() in others)

    def _similar(
        self, word: str, least: float, among: npt.NDArray[np.int64]
    ) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.float64]]:
        near = {one: self.cosines.get((word, one), self.cosines.get((one, word), 0.0)) for one in self.words}
        near |= {word: 1.0} if word in self.words else dict.fromkeys(near, -1.0)
        found = [(number, near[self.words[number - 1]]) for number in among.tolist()]
        kept = [(number, cosine) for number, cosine in found if cosine >= least]
        return np.array([number for number, _ in kept], np.int64), np.array([cosine for _, cosine in kept])


@dataclass(frozen=True)
class Looked:
    """A question to a memory, at each step before it is scored."""

    snapshot: Snapshot
    query: Query
    layer: LayerTable
    asked: AskedQuestion
    places: Places
    matches: Matches
    memos: MemoMatches
    scored: Scored

    def ids(self) -> list[str]:
        """The ids of the turns that were scored, by place."""
        rows = self.places.rows[self.scored.features.places]
        return [self.snapshot.turns.rows[row].id for row in rows.tolist()]

    def values(self, feature: str) -> dict[str, float]:
        """A feature of each turn that was scored."""
        return dict(zip(self.ids(), self.scored.features.values[feature].tolist(), strict=True))


def look(memory: Memory, question: str, **options: Any) -> Looked:
    """What `unified` sees of a memory; `options` are those of `recall`."""
    architecture = memory.architecture
    assert isinstance(architecture, Unified)
    filters = {"speakers": None, "between": None, "asked_at": None, "as_of": None, "strict": False, "where": None}
    query = query_of(question, 10, "turn", **{**filters, **options})
    snapshot = memory._keeper.caught_up()
    key = architecture.layers[0].key
    layer = snapshot.layers[key]
    visible = visible_turns(snapshot.turns, query)
    understood = asked(
        query, snapshot.turns.speaking(visible), architecture.encoder, architecture.analyzer, architecture.words
    )
    outline = outline_of(snapshot, key, visible, architecture.analyzer)
    matches = matches_of(layer, outline, understood, architecture.words)
    index = memo_index(snapshot, architecture.layers[1].key, outline.places, visible)
    memos = MemoMatches(index, matches, architecture.words)
    return Looked(
        snapshot, query, layer, understood, outline.places, matches, memos, architecture.scored(snapshot, query)
    )


@contextmanager
def remembering(
    *sessions: Session, encoder: Encoder | None = None, words: WordTable | None = None, **options: Any
) -> Iterator[Memory]:
    """A memory of some sessions in the process."""
    architecture = Unified(encoder or HashingEncoder(), words or FewWords(), **options)
    with convograph.open(":memory:", architecture=architecture) as memory:
        if sessions:
            memory.add(list(sessions))
        yield memory


def said(session: str, *lines: str, time: str | None = None) -> Session:
    """A session of lines such as `Ana: Hello.`, or without a speaker `: Hello.`."""
    turns = [
        Turn(text.strip(), speaker or None, id=f"{session}{place}")
        for place, (speaker, _, text) in enumerate(line.partition(":") for line in lines)
    ]
    return Session(tuple(turns), session, None if time is None else convograph.parse_said(time))
