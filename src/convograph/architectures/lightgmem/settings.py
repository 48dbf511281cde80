"""LightGMEM's settings: the values of Table 7, and options."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, get_args

from convograph.calibration import anchor_cosine
from convograph.communities.ego_splitting import LIGHTGMEM, SplittingSettings
from convograph.errors import InputError
from convograph.formats.arguments import check_choice, check_cosine, check_flag, check_number, check_whole
from convograph.resolution import OFFLINE, ResolutionSettings

Fusion = Literal["rrf", "linear"]


@dataclass(frozen=True, slots=True)
class LightGMEMSettings:
    """How LightGMEM retrieves. Defaults are the paper's; `[R]` marks our readings.

    `depth` is the number of episodes that each search contributes, at least k [R]. `fusion` adds reciprocal ranks with
    `rank_constant` (`rrf`, as the authors ran it), or scores, each divided by the highest of its search (`linear`:
    equation 15, with every λ at 1 [R]). With `sentences` (ours), episodes are also searched by their best sentence, by
    words and by vectors: two more lists. `anchors` is the number of similarly named entities that each name of the
    question adds, with a cosine of at least `similar_name` (`None`: the encoder's, from `convograph.calibration`). An
    episode gains `entity_bonus` for each anchor in it, and `relation_bonus` for each pair of anchors that it relates
    [R].
    `profiles` is the number of profiles that a question selects, 0 for none; each contributes `profile_episodes` of the
    episodes that support it, and an episode that supports at least one gains `profile_bonus` once.
    `reranked` is the number of best episodes that a reranker orders, at least k [R].
    `communities` is the number of communities that a recall mentions, and `splitting` says how they are found.
    `resolution` says how mentions become entities; its default is ours, for a resolver without a model.
    """

    depth: int = 30
    fusion: Fusion = "rrf"
    rank_constant: float = 1.0
    sentences: bool = False
    anchors: int = 3
    similar_name: float | None = None
    entity_bonus: float = 0.05
    relation_bonus: float = 0.10
    profiles: int = 5
    profile_episodes: int = 12
    profile_bonus: float = 0.20
    reranked: int = 25
    communities: int = 2
    splitting: SplittingSettings = field(default=LIGHTGMEM)
    resolution: ResolutionSettings = field(default=OFFLINE)

    def __post_init__(self) -> None:
        check_choice(self.fusion, "fusion", get_args(Fusion))
        check_flag(self.sentences, "sentences")
        for name, least in (
            ("depth", 1),
            ("anchors", 0),
            ("profiles", 0),
            ("profile_episodes", 0),
            ("reranked", 1),
            ("communities", 0),
        ):
            check_whole(getattr(self, name), name, least=least)
        for name in ("rank_constant", "entity_bonus", "relation_bonus", "profile_bonus"):
            check_number(getattr(self, name), name)
        if self.rank_constant == 0:
            raise InputError("rank_constant is above 0: the first rank is 1 / rank_constant")
        check_cosine(self.similar_name, "similar_name")
        if not isinstance(self.splitting, SplittingSettings):
            raise InputError(f"splitting is a SplittingSettings: {self.splitting!r:.80}")
        if not isinstance(self.resolution, ResolutionSettings):
            raise InputError(f"resolution is a ResolutionSettings: {self.resolution!r:.80}")

    @property
    def uses_entities(self) -> bool:
        """Whether anchors of the question add to the scores of episodes."""
        return self.entity_bonus > 0 or self.relation_bonus > 0

    @property
    def uses_profiles(self) -> bool:
        """Whether profiles contribute episodes, or add to their scores."""
        return self.profiles > 0 and (self.profile_episodes > 0 or self.profile_bonus > 0)

    def least_cosine(self, encoder: str) -> float:
        """The least cosine of similar names: these settings' own, else that of the named encoder."""
        return anchor_cosine(encoder) if self.similar_name is None else self.similar_name


PAPER = LightGMEMSettings()
WITH_SENTENCES = LightGMEMSettings(fusion="linear", sentences=True)
NAMED = {"lightgmem": PAPER, "lightgmem-sentences": WITH_SENTENCES}
