"""How mentions are resolved: the numbers of LightGMEM, Table 6, and our readings."""

from __future__ import annotations

from dataclasses import dataclass

from convograph.formats.arguments import check_flag, check_number, check_whole


@dataclass(frozen=True, slots=True)
class ResolutionSettings:
    """Defaults are the paper's; `[R]` marks our readings.

    `batch` is the number of episodes whose lanes run together, `overlap` how many before an episode are its context:
    those of a batch's end are carried over into the next one. `lanes` run at once. From a score of `gate` on (γ) a
    resolver is asked. `candidates` is how many of the best entities a resolver is shown, and how many of them are
    conflict keys [R]. With `shared_calls`, mentions of one episode and lane are asked about in one call [R]; else each
    by itself, when it is settled what those before it mean. `join_open_lanes`: before a mention is promoted to a new
    entity, its exact and LSH keys are looked up in open lanes [R]; the paper's algorithm does without.

    Beyond the paper: with `tell_apart`, an exact name alone does not join where the evidence speaks against it: a
    first name that several full names begin with, and "Mum", said by somebody else. These go to the resolver. With
    `descriptions`, nouns that may stand for a name are mentions, too ("my sister", "the greyhound"): whoever is called
    so anywhere is meant.
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
# Ours, where a resolver's calls cost nothing and nobody is waited for.
OFFLINE = ResolutionSettings(lanes=1, shared_calls=False, tell_apart=True, descriptions=True)
