"""Names, relations and events that are taken for the same, automatically or by decision."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from convograph.types.times import Said
from convograph.types.turns import SourceTurn

SAME_NAME, OTHER_NAME = "is", "is not"
"""The relations of a decision about names: two of them refer to the same entity, or they do not."""

UNDONE = "undone "
"""The prefix of the relation in a memo that takes out such a decision."""

MergeKind = Literal["entity", "relation", "event"]
"""The kinds of near duplicates: names of entities, relations of statements, events."""

MergeGround = Literal[
    "same name", "alias", "spelling", "description", "speaker", "score", "model", "cosine", "decision"
]
"""Why two are taken for the same: the names are equal (`"same name"`) or nearly equal (`"spelling"`), or one is an
`"alias"` of the entity; a noun whose name the text says (`"description"`: "my sister Clara"); the first name of a
`"speaker"`; a probability (`"score"`) or `"cosine"` above a threshold; the choice of a `"model"`; or a person's
`"decision"`."""


@dataclass(frozen=True, slots=True)
class Merge:
    """Two names, relations or events that are taken for the same: `text` joins `into`, which was said before it.

    Their cosine `similarity` is above `threshold`, which is `None` if somebody decided. In `lightgmem`, which resolves
    names, `into` is the name of the entity, and `similarity` the certainty that both mean the same. `turns` are the
    first turns to say each of them. `ground` is the reason, and `caused_by` the turn whose words joined them.
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
    """Somebody's decision that two names, relations or events are the `same`, or are not; `turns` are its sources.

    `id` depends on the content alone. `holds` says whether it is in effect: if two contradict each other, the later is.
    """

    id: str
    text: str
    other: str
    same: bool
    said: Said | None
    turns: tuple[SourceTurn, ...]
    holds: bool


NameStep = Literal["merge", "split", "undo"]
"""What was done to two names, relations or events: merged, kept apart, or a decision about them taken out."""


@dataclass(frozen=True, slots=True)
class NameChange:
    """A change in which names, relations or events are taken for the same, and the reason.

    `said` is when it was decided, or when the turn that joined them was said. `turns` are its sources: for a decision
    the first turns to say each of them, else the turn that joined them. `score` is the probability, the cosine or the
    similarity of the spellings, if that is the ground. A decision has an `id`; an `"undo"` has the `id` of the decision
    taken out, and `decided`, the time of that decision. `holds` says whether the change is in effect.
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
