"""Settings of resolution: the numbers of LightGMEM, Table 6, and our readings."""

from __future__ import annotations

from dataclasses import dataclass

from convograph.formats.arguments import check_flag, check_number, check_whole


@dataclass(frozen=True, slots=True)
class ResolutionSettings:
    """Settings of resolution; defaults are the paper's, `[R]` marks our readings.

    `batch` is the number of episodes whose lanes run together, `overlap` the number of preceding episodes that an
    episode has as context; those at the end of a batch carry over into the next one. `lanes` is how many lanes run at
    once. A resolver is asked from a score of `gate` (γ) on. `candidates` is how many of the best entities a resolver is
    shown, and how many become conflict keys [R]. With `shared_calls`, the mentions of one episode and lane are asked
    about in one call [R]; otherwise each separately, once the mentions before it are settled. With `join_open_lanes`,
    the exact and LSH keys of a mention are looked up in open lanes before it is promoted to a new entity [R]; the
    paper's algorithm does not do this.

    Beyond the paper: with `tell_apart`, an exact name alone does not join if evidence speaks against it: a first name
    that begins several full names, or "Mum" said by another speaker. These mentions go to the resolver. With
    `descriptions`, nouns that may stand for a name ("my sister", "the greyhound") are mentions too: they mean whoever
    is called that anywhere in the conversation.
    """

    batch: int = 50
    overlap: int = 3
    lanes: int = 10
    gate: float = 0.40
    candidates: int = 5
    shared_calls: bool = True
    join_open_lanes: bool = True
    tell_apart: bool = False
    descriptions: bool = False

    def __post_init__(self) -> None:
        for name, least in (("batch", 1), ("overlap", 0), ("lanes", 1), ("candidates", 1)):
            check_whole(getattr(self, name), name, least=least)
        check_number(self.gate, "gate", most=1)
        for name in ("shared_calls", "join_open_lanes", "tell_apart", "descriptions"):
            check_flag(getattr(self, name), name)


PAPER = ResolutionSettings()
# Ours, for a resolver whose calls cost nothing and need no waiting.
OFFLINE = ResolutionSettings(lanes=1, shared_calls=False, tell_apart=True, descriptions=True)
