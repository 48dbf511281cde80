"""Associa's settings: the paper's values, and options where the paper is ambiguous or we go beyond it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import inf
from typing import Literal, get_args

from convograph.calibration import DuplicateCosines, duplicate_cosines
from convograph.formats.arguments import check_choice, check_cosine, check_flag, check_number, check_whole
from convograph.layers.associations import EdgeTexts
from convograph.layers.duplicates import Joining

Events = Literal["best", "read", "brought"]
Solver = Literal["growth", "paths", "pcst-fast"]
Ranking = Literal["pagerank", "similarity", "none", "events"]


@dataclass(frozen=True, slots=True)
class AssociaSettings:
    """How Associa retrieves. Defaults are the paper's; `[R]` marks our readings.

    `nodes` and `edges` are top_k and top_e, the numbers of nodes and of distinct edge similarities that get prizes.
    `edge_cost` is the cost of an edge without a prize; `tie` is the least relative drop between successive edge prizes.
    `passes` is max_iter: 1 asks once, more ask again for what the tree leaves out. `accumulate` appends each clue to
    the query so far, otherwise to the question alone; `drop_unrelated` removes what the deliberator calls unrelated
    [R].
    `ranking` orders the utterances: by personalised PageRank with `damping` [R], over edges in both directions unless
    `directed` [R] (`pagerank`); by the similarity that prizes are based on, whatever the tree (`similarity`: the first
    stage); or in tree order (`none`: the paper's ablation "w/o EIR"). With `pad`, the most similar others follow if
    there are too few [R].
    `events` are those read without a model, those brought, or, per session, the brought ones if there are any (`best`)
    [R]. `edge_texts` says what text is encoded for edges other than relations [R]. `solver` is the paper's algorithm
    (`growth`), the library that the paper takes it from (`pcst-fast`, if installed), or `paths`, which adds one path at
    a time.
    `duplicates`: names, relations and events above a cosine join their nearest neighbour as they come (`nearest`), are
    clustered by average linkage (`clusters`), or are kept apart unless a person decides (`kept`). The cosines are
    `same_name`, `same_relation` and `same_event`; `None` takes the encoder's (`convograph.calibration`).

    Beyond the paper: `source` is the weight of BM25 in the similarity of utterances and events; vectors get the rest.
    `ranking` `"events"` orders utterances by their similarity plus `event_weight` times that of their best event, in
    the tree or not. `time` is added to the similarity of utterances said, and events that happened, at a time that the
    question names. `trees` is the maximum number of trees. With `grounds`, the utterances that ground an event of the
    tree join it. With `tell_apart`, texts that differ in a number or a negation are no duplicates.
    """

    nodes: int = 15
    edges: int = 15
    edge_cost: float = 0.5
    tie: float = 0.01
    passes: int = 2
    accumulate: bool = True
    drop_unrelated: bool = False
    ranking: Ranking = "pagerank"
    damping: float = 0.85
    directed: bool = False
    pad: bool = True
    events: Events = "best"
    edge_texts: EdgeTexts = "ends"
    solver: Solver = "growth"
    duplicates: Joining = "nearest"
    same_name: float | None = None
    same_relation: float | None = None
    same_event: float | None = None
    tell_apart: bool = False
    source: float = 0.0
    event_weight: float = 0.5
    time: float = 0.0
    trees: int = 1
    grounds: bool = False

    def __post_init__(self) -> None:
        for name, choices in _CHOICES.items():
            check_choice(getattr(self, name), name, choices)
        for name in ("accumulate", "drop_unrelated", "directed", "pad", "tell_apart", "grounds"):
            check_flag(getattr(self, name), name)
        for name in ("nodes", "edges", "passes", "trees"):
            check_whole(getattr(self, name), name)
        for name, most in _NUMBERS.items():
            check_number(getattr(self, name), name, most=most)
        for name in ("same_name", "same_relation", "same_event"):
            check_cosine(getattr(self, name), name)

    def same(self, encoder: str) -> DuplicateCosines:
        """The cosines above which things are duplicates: these settings' own, else those of the named encoder."""
        own = {"entity": self.same_name, "relation": self.same_relation, "event": self.same_event}
        return replace(duplicate_cosines(encoder), **{kind: one for kind, one in own.items() if one is not None})


_NUMBERS = {"edge_cost": inf, "tie": 1.0, "damping": 1.0, "source": 1.0, "event_weight": inf, "time": inf}
_CHOICES = {
    "ranking": get_args(Ranking),
    "events": get_args(Events),
    "edge_texts": get_args(EdgeTexts),
    "solver": get_args(Solver),
    "duplicates": get_args(Joining),
}

PAPER = AssociaSettings()
# Ours. The weights were chosen on LoCoMo's dev half by strict recall@5: `event_weight` from 0.25, 0.5 and 1 (within
# .011 of each other), `time` from 0.05, 0.1, 0.2 and 0.4 (.703 to .717; .702 without). The tree is only for display:
# adding its ranks costs a little recall there, at any weight.
WITH_SOURCES = AssociaSettings(passes=1, ranking="events", duplicates="kept", source=0.5, event_weight=0.5, time=0.2)
NAMED = {"associa": PAPER, "associa-sources": WITH_SOURCES}
