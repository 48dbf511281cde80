"""What a recall returns: hits with evidence and reasons, memos, and the filters that were applied."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from convograph.types.facts import Fact
from convograph.types.memos import MemoKind
from convograph.types.times import Said
from convograph.types.trees import Tree
from convograph.types.turns import MetadataValue, SourceTurn, Span

Unit = Literal["turn", "user-turn", "round", "block4", "chunk500", "session", "triplet"]
"""What a hit is: a part of a conversation of this size, or a triplet with the turns that state it.

`"user-turn"` is a turn by the speaker named `user`, `"block4"` four turns, `"chunk500"` as many whole turns as fit into
500 tokens; adjacent chunks overlap by up to 50 tokens of whole turns.
"""


@dataclass(frozen=True, slots=True)
class Step:
    """One edge traversed to reach a piece of evidence.

    `relation` names the edge (`"dense-neighbour"`, `"bm25-neighbour"`), `weight` is its similarity, `origin` the
    sentence at its start, `words` the words that both ends share.
    """

    relation: str
    weight: float
    origin: Span
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a piece of evidence was retrieved.

    `kind` is one of

    - `"seed"`: matched by the question itself
    - `"neighbour"`: reached over `steps`
    - `"unit"`: the whole unit was compared with the question
    - `"tree"`: the unit is in the tree retrieved for the question, and `path` are the edges of the tree that end there
    - `"sentence"`: a sentence of a turn that was ranked by several features
    - `"triplet"`: the end of `path`, which leads from a name similar to the question over the triplets in between

    If the score is a sum, `parts` are its weighted summands by name; for a unit in a tree, its prize. `similarity` is
    between the evidence and the question, `None` if no vectors were compared. `words` are the words of the evidence
    that also occur in the question, including its speaker's name where that is searched. `rank` is the position among
    the seeds, units or triplets, from 1 (`None` for neighbours).
    """

    kind: Literal["seed", "neighbour", "unit", "tree", "triplet", "sentence"]
    similarity: float | None
    words: tuple[str, ...] = ()
    rank: int | None = None
    steps: tuple[Step, ...] = ()
    path: tuple[str, ...] = ()
    parts: tuple[tuple[str, float], ...] = ()


@dataclass(frozen=True, slots=True)
class Evidence:
    """A span that supports a hit, its score, and why it was retrieved."""

    span: Span
    score: float
    reason: Reason


@dataclass(frozen=True, slots=True)
class Hit:
    """One retrieved unit: its rank from 1, its score, all its source turns in order, its evidence.

    `id` is the turn's id, the session's id, or `<session>~<first ordinal>` for units in between. `probability` is the
    probability that it answers the question, from 0 to 1, if the architecture estimates it (`unified`).
    """

    rank: int
    unit: Unit
    id: str
    score: float
    turns: tuple[SourceTurn, ...]
    evidence: tuple[Evidence, ...]
    probability: float | None = None


@dataclass(frozen=True, slots=True)
class MemoHit:
    """A memo relevant to the question: its rank among its kind from 1, its score, its time, and its source turns.

    The score is cosine + 1 (SGMem, LightGMEM), plus 2 for the profile of an entity that the question names; in `glong`
    the triplet's score, in `associa` the event's prize, and in `unified` its support, as of a sentence, from 0 to 3.
    """

    rank: int
    kind: MemoKind
    text: str
    score: float
    said: Said | None
    turns: tuple[SourceTurn, ...]


@dataclass(frozen=True, slots=True)
class Usage:
    """What a recall cost: milliseconds by stage, items compared, model calls and tokens."""

    milliseconds: Mapping[str, float]
    items_scored: int
    model_calls: int = 0
    model_tokens: int = 0


@dataclass(frozen=True, slots=True)
class Filters:
    """The filters of a recall, as in `convograph.protocols.Query`; none by default.

    `hidden` are the keys of turns that are the question itself.
    """

    speakers: tuple[str, ...] | None = None
    between: tuple[datetime | None, datetime | None] | None = None
    as_of: datetime | None = None
    strict: bool = False
    where: Mapping[str, tuple[MetadataValue, ...]] | None = field(default=None, hash=False)
    hidden: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Recall:
    """The result of one recall: hits best first, their cost, the architecture, and when the question was asked.

    `memos` are of the kinds that the architecture also retrieves, kind by kind, best first. `filters` are the caller's,
    and hide the question's own turn; they also apply to what a context adds to the hits. `probability` is the
    probability that anything in memory answers, from 0 to 1, if the architecture estimates it. `facts`, if requested,
    are the outdated facts that turns of the hits state, each followed by the fact that replaced it. `tree` is the tree
    retrieved for the question, if the architecture finds hits by one (`associa`).
    """

    question: str
    architecture: str
    unit: Unit
    hits: tuple[Hit, ...]
    usage: Usage
    asked_at: datetime | None = None
    memos: tuple[MemoHit, ...] = ()
    filters: Filters = Filters()
    probability: float | None = None
    facts: tuple[Fact, ...] = ()
    tree: Tree | None = None
