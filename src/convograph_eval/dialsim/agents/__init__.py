"""Agents: the memories that the simulator tests, behind one interface."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from convograph.build import make_encoder, open_memory
from convograph.context import hits_for
from convograph.errors import InputError
from convograph.formats.limits import shortened
from convograph.memory import Memory
from convograph.tokens import WordPieceCounter
from convograph_eval.architectures import finest_architecture
from convograph_eval.dialsim.agents.memory import Listener, PackedMemory, SceneMemory, UtteranceMemory
from convograph_eval.dialsim.agents.newest import RESERVED, WINDOW, NewestScenes
from convograph_eval.dialsim.agents.oracle import Oracle
from convograph_eval.dialsim.agents.summary import Summariser
from convograph_eval.dialsim.agents.types import Agent, DialsimQuestion, FoundEvidence, FoundLine

HISTORIES: Final = ("packed", "utterances", "sessions", "summaries", "newest", "oracle")
"""The kinds of history that a reader is shown; the last five are DialSim's."""

FOUND: Final[Mapping[str, int]] = {"utterances": 20, "sessions": 10, "summaries": 15}
"""How many units of each history are shown, as in the release."""

_UNITS: Final[Mapping[str, tuple[str, ...]]] = {
    "packed": ("turn", "round", "session"),
    "utterances": ("turn",),
    "sessions": ("session",),
    "summaries": ("session",),
}
"""The units in which an architecture may find a history; the first one that it supports is used."""

__all__ = [
    "FOUND",
    "HISTORIES",
    "RESERVED",
    "WINDOW",
    "Agent",
    "AgentSettings",
    "DialsimQuestion",
    "FoundEvidence",
    "FoundLine",
    "Summariser",
    "agent_for",
    "remembers",
]


@dataclass(frozen=True, slots=True)
class AgentSettings:
    """How an agent remembers.

    `architecture` and `encoder` are names; the histories `newest` and `oracle` need neither. `k` is the number of units
    shown (`None`: as in the release, or as many as fill the budget), `budget` the number of tokens of a packed history,
    `window` that of the newest scenes. Raises `InputError` for an unknown history, for a `k` with `newest` or `oracle`,
    and for a `window` that is too small.
    """

    history: str = "packed"
    architecture: str = "unified"
    encoder: str = "static-sentences"
    k: int | None = None
    budget: int = 2_000
    window: int = WINDOW

    def __post_init__(self) -> None:
        if self.history not in HISTORIES:
            raise InputError(
                f"no history is called {shortened(self.history)}; the histories are {', '.join(HISTORIES)}"
            )
        if self.k is not None and not remembers(self.history):
            raise InputError(f"the history {self.history} is scenes, not the {self.k} best units; leave out k")
        if self.window <= RESERVED:
            raise InputError(f"a window of {self.window} tokens holds nothing: {RESERVED} are kept for the prompt")


def remembers(history: str) -> bool:
    """Whether a history is retrieved from a memory by an architecture."""
    return history in _UNITS


def agent_for(
    settings: AgentSettings,
    show: str,
    summariser: Summariser | None,
) -> Agent:
    """A new agent, which has heard nothing.

    Weights trained on the conversation called `show` are not used. Raises `InputError` for summaries without a
    `summariser`, and what `finest_architecture` raises.
    """
    if settings.history == "newest":
        return NewestScenes(settings.window, WordPieceCounter())
    if settings.history == "oracle":
        return Oracle()
    if settings.history == "summaries" and summariser is None:
        raise InputError("summaries are written by a chat model; name one with --model, or take another history")
    listener = Listener(_memory(settings, show))
    if settings.history == "packed":
        return PackedMemory(listener, settings.k or hits_for(settings.budget), settings.budget)
    k = settings.k or FOUND[settings.history]
    if settings.history == "utterances":
        return UtteranceMemory(listener, k)
    return SceneMemory(listener, k, summariser if settings.history == "summaries" else None)


def _memory(settings: AgentSettings, show: str) -> Memory:
    units = _UNITS[settings.history]
    made = finest_architecture(settings.architecture, make_encoder(settings.encoder), units, conversation=show)
    return open_memory(":memory:", architecture=made)
