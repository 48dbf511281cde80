"""What is taken for the same: names, relations and events, by itself or because somebody decided."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from convograph.types.times import Said
from convograph.types.turns import SourceTurn

SAME_NAME, OTHER_NAME = "is", "is not"
"""The relations of a decision about names: two of them refer to the same entity, or they do not."""

UNDONE = "undone "
"""What precedes the relation where such a decision was taken out."""

MergeKind = Literal["entity", "relation", "event"]
"""What near duplicates are: names, relations of statements, events."""

MergeGround = Literal[
    "same name", "alias", "spelling", "description", "speaker", "score", "model", "cosine", "decision"
]
"""By what two are taken for the same: a name that the other is `"alias"` for, or has exactly (`"same name"`) or nearly
(`"spelling"`); a noun that the text says the name of (`"description"`: "my sister Clara"); a first name of a
`"speaker"`; a probability (`"score"`) or `"cosine"` above a threshold; the choice of a `"model"`; or a person's
`"decision"`."""


@dataclass(frozen=True, slots=True)
class Merge:
    """Two names, relations or events that are taken for the same: `text` joins `into`, which was said before it.

    `threshold` is what their cosine `similarity` is above, `None` where somebody decided. In `lightgmem`, whose names
    are resolved, `into` is the name of the entity, and `similarity` the certainty that both mean the same.
    `turns` are those that first say either. `ground` is why, and `caused_by` the turn whose words joined them.
    """

    kind: MergeKind
    text: str
    into: str
    similarity: float
    threshold: float | None
    turns: tuple[SourceTurn, SourceTurn]
    ground: MergeGround
    caused_by: SourceTurn


@dataclass(frozen=True, slots=True)
class Decision:
    """That two names, relations or events are the `same`, or are not, as somebody decided; it rests on `turns`.

    `id` depends on the content alone. `holds` is whether it is in effect: of two that contradict each other, the later.
    """

    id: str
    text: str
    other: str
    same: bool
    said: Said | None
    turns: tuple[SourceTurn, ...]
    holds: bool


NameStep = Literal["merge", "split", "undo"]
"""What was done to two names, relations or events: taken for the same, or not, or a decision about them taken out."""


@dataclass(frozen=True, slots=True)
class NameChange:
    """A step in what is taken for the same, and why.

    `said` is when it was decided, or when the turn was said that joined them; `turns` are what it rests on: of a
    decision those that first say either, else the turn that joined them. `score` is the probability or cosine, where
    that is the ground. A decision has an `id`, an `"undo"` that of the decision taken out, with `decided`, when that
    was made. `holds` is whether it is in effect.
    """

    step: NameStep
    text: str
    other: str
    ground: MergeGround
    said: Said | None
    turns: tuple[SourceTurn, ...]
    holds: bool
    score: float | None = None
    id: str | None = None
    decided: Said | None = None
