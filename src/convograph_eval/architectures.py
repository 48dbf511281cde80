"""Names to architectures for a run: the library's, and the baselines; the unit decides what `sgmem` and `rag` chunk."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from convograph.architectures.rag import Rag
from convograph.architectures.sgmem import LOCOMO, LONGMEMEVAL, SGMem, SGMemSettings
from convograph.build import ARCHITECTURE_NAMES, ARCHITECTURES
from convograph.errors import InputError, UnsupportedError
from convograph.protocols import Architecture, Encoder
from convograph.types import Unit
from convograph_eval.baselines import Recent, UnitSearch
from convograph_eval.units import grouping

_FINEST_CHUNK: Mapping[str, Unit] = {"round": "round", "session": "session"}  # what lies in other units: turns
_SIZE = {"turn": 1, "user-turn": 1, "round": 2, "block4": 3, "session": 4}

Make = Callable[[Encoder, str], Architecture]


def _sgmem(settings: SGMemSettings) -> Make:
    return lambda encoder, unit: SGMem(encoder, settings, _chunk(unit))


def _fixed(name: str) -> Make:
    return lambda encoder, unit: ARCHITECTURES[name](encoder)


CHOICES: Mapping[str, Make] = {
    "bm25": lambda encoder, unit: UnitSearch(encoder, "bm25", unit),
    "dense": lambda encoder, unit: UnitSearch(encoder, "dense", unit),
    "bm25+dense": lambda encoder, unit: UnitSearch(encoder, "bm25+dense", unit),
    "recent": lambda encoder, unit: Recent(encoder),
    "rag": lambda encoder, unit: Rag(encoder, _chunk(unit)),
    "sgmem": _sgmem(LONGMEMEVAL),
    "sgmem-locomo": _sgmem(LOCOMO),
    **{name: _fixed(name) for name in ARCHITECTURES if name != "sgmem"},
}


CHOICE_NAMES = ", ".join([*(name for name in CHOICES if name not in ARCHITECTURES), ARCHITECTURE_NAMES])
"""All names of `CHOICES` in one line for people."""


def architecture_for(name: str, encoder: Encoder, unit: str) -> Architecture:
    """The architecture of a run.

    Raises `InputError` for an unknown name, and `UnsupportedError` when its hits are coarser than the unit: a
    session found says nothing of its turns.
    """
    grouping(unit)
    if name not in CHOICES:
        raise InputError(f"no architecture is called {name!r}; there are {CHOICE_NAMES}")
    made = CHOICES[name](encoder, unit)
    coarsest = made.units[0]
    if not isinstance(made, UnitSearch) and _SIZE[coarsest] > _SIZE[unit]:
        raise UnsupportedError(f"{name} finds units of size {coarsest!r}, which say nothing of the finer {unit!r}")
    return made


def _chunk(unit: str) -> Unit:
    return _FINEST_CHUNK.get(unit, "turn")
