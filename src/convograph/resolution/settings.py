"""How mentions are resolved: the numbers of LightGMEM, Table 6, and our readings."""

from __future__ import annotations

from dataclasses import dataclass

from convograph.errors import InputError


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
            value = getattr(self, name)
            if not isinstance(value, int) or isinstance(value, bool) or value < least:
                raise InputError(f"{name} is a whole number, at least {least}: {value!r}")
        if isinstance(self.gate, bool) or not isinstance(self.gate, int | float) or not 0 <= self.gate <= 1:
            raise InputError(f"gate is a number from 0 to 1: {self.gate!r}")
        for name in ("shared_calls", "join_open_lanes", "tell_apart", "descriptions"):
            if not isinstance(getattr(self, name), bool):
                raise InputError(f"{name} is True or False: {getattr(self, name)!r}")


PAPER = ResolutionSettings()
# Ours, where a resolver's calls cost nothing and nobody is waited for.
OFFLINE = ResolutionSettings(lanes=1, shared_calls=False, tell_apart=True, descriptions=True)
