"""Agents of dialogues by name: the lines each is shown, and what it remembers of earlier sessions.

no-history          only the line to reply to
long-context        all lines so far
memorybank          MemoryBank's memory, written by a model; the session's lines
ld-agent            LD-Agent's memory, written by a model; the session's lines
glong …             G-Long's triplets; the session's lines
any architecture    its packed hits; the session's lines
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from threading import Lock
from typing import Final, get_args

from convograph.architectures.glong import OFFICIAL, PAPER, WITH_SOURCES, GLong, GLongSettings
from convograph.build import ARCHITECTURE_NAMES, make_encoder, make_reader, open_memory
from convograph.context import DEFAULT_BUDGET
from convograph.errors import InputError
from convograph.extraction.reading import Reader
from convograph.formats.limits import shortened
from convograph.memory import Memory
from convograph.memory.memory import DEFAULT_K
from convograph.protocols import Architecture, ChatModel, Encoder, ImportanceScorer
from convograph_eval.answering import FULL_BUDGET
from convograph_eval.architectures import RUN_ENTRIES, finest_architecture, scorer_for, using
from convograph_eval.datasets.dialogues import Dialogue
from convograph_eval.responding.agents.ld_agent import LDAgent
from convograph_eval.responding.agents.memory_bank import MemoryBank
from convograph_eval.responding.agents.packed import PackedHits
from convograph_eval.responding.agents.triplets import TRIPLETS, TripletLines, TripletMemory
from convograph_eval.responding.agents.types import ContextScope, Inquiry, NoMemory, ResponseAgent, ResponseMemory
from convograph_eval.responding.prompt import Roles

NO_HISTORY: Final = "no-history"
LONG_CONTEXT: Final = "long-context"
MEMORY_BANK: Final = "memorybank"
LD_AGENT: Final = "ld-agent"
ENRICHED: Final = "glong-enriched"

KEPT: Final = 3
"""The number of texts or events that MemoryBank and LD-Agent recall [R]: the same as of G-Long's triplets."""


@dataclass(frozen=True, slots=True)
class _TripletAgent:
    """A variant of G-Long: its settings, and the number of triplets in its prompt."""

    settings: GLongSettings
    k: int = TRIPLETS


_TRIPLET_AGENTS: Final[Mapping[str, _TripletAgent]] = {
    "glong": _TripletAgent(PAPER),
    "glong-official": _TripletAgent(OFFICIAL),
    "glong-sources": _TripletAgent(WITH_SOURCES),
    "glong-two-hops": _TripletAgent(replace(PAPER, hops=2)),
    "glong-no-importance": _TripletAgent(replace(PAPER, importance_weight=0.0)),
    "glong-no-rerank": _TripletAgent(replace(PAPER, importance_weight=0.0, recency_weight=0.0), k=5),
    ENRICHED: _TripletAgent(PAPER),
}
"""`glong-no-rerank` gets the top 5 of the semantic stage (Table 14); a model extracts `glong-enriched`'s triplets."""

_SHOWN_LINES: Final = (NO_HISTORY, LONG_CONTEXT)
_BY_FILE: Final = ("longmemeval-uf", "bm25-events")
_KEPT_BY_MODEL: Final = (MEMORY_BANK, LD_AGENT, ENRICHED)
AGENTS: Final = (*_SHOWN_LINES, MEMORY_BANK, LD_AGENT, *_TRIPLET_AGENTS)

UNITS: Final = ("turn", "round", "session")
"""The units of packed hits; the first one that an architecture supports is used."""

CONTEXTS: Final = ("session", "all_so_far")
TRIPLET_LINES: Final[tuple[TripletLines, ...]] = get_args(TripletLines)

__all__ = [
    "AGENTS",
    "CONTEXTS",
    "LONG_CONTEXT",
    "TRIPLET_LINES",
    "AgentMaker",
    "ContextScope",
    "Inquiry",
    "ResponseAgent",
    "ResponseAgentSettings",
    "TripletLines",
    "check_agent",
    "kept_by_model",
    "weighs_importance",
]


@dataclass(frozen=True, slots=True)
class ResponseAgentSettings:
    """How agents remember.

    `context` says which lines are shown, except to `no-history` and `long-context`; `window` is the maximum number of
    tokens of these lines, of which the oldest are dropped first. `k` is the number of items recalled (`None`: the
    agent's default), `budget` the number of tokens of packed hits. `lines` is the form of triplets, `importance` the
    scorer of their importance. Raises `InputError` for an unknown `context` or `lines`.
    """

    context: ContextScope = "session"
    window: int = FULL_BUDGET
    k: int | None = None
    budget: int = DEFAULT_BUDGET
    lines: TripletLines = "arrows"
    encoder: str = "static-sentences"
    importance: str | None = None

    def __post_init__(self) -> None:
        for name, value, known in (("context", self.context, CONTEXTS), ("form of lines", self.lines, TRIPLET_LINES)):
            if value not in known:
                raise InputError(f"no {name} is called {shortened(value)}; there are {', '.join(known)}")


def check_agent(name: str) -> None:
    """Raise `InputError` for an unknown agent, and for architectures that need facts or events from a file."""
    if name not in AGENTS and name not in RUN_ENTRIES:
        raise InputError(f"no agent is called {shortened(name)}; there are {', '.join(AGENTS)}, {ARCHITECTURE_NAMES}")
    if name in _BY_FILE:
        raise InputError(f"{name} finds by what a file brings, and dialogues have none; take another agent")


def kept_by_model(name: str) -> bool:
    """Whether a model writes the memory of this agent."""
    return name in _KEPT_BY_MODEL


def weighs_importance(name: str) -> bool:
    """Whether this agent ranks by the importance of triplets."""
    return name in _TRIPLET_AGENTS and _TRIPLET_AGENTS[name].settings.importance_weight > 0


@dataclass
class AgentMaker:
    """Makes agents that share `settings`, encoder, reader and scorers; may be shared by threads.

    Agents are made one at a time, since models that load in two threads at once may miss weights.
    """

    settings: ResponseAgentSettings
    _scorers: dict[str, ImportanceScorer] = field(default_factory=dict)
    _lock: Lock = field(default_factory=Lock)

    def agent(self, name: str, dialogue: Dialogue, upkeep: ChatModel | None) -> ResponseAgent:
        """A new agent for a dialogue, with an empty memory; `upkeep` writes the memory of agents that need a model.

        Raises `InputError` if an agent lacks the model that it needs, and what `finest_architecture` raises.
        """
        settings = self.settings
        if name == NO_HISTORY:
            return ResponseAgent("none", NoMemory(), settings.window)
        if name == LONG_CONTEXT:
            return ResponseAgent("all_so_far", NoMemory(), settings.window)
        with self._lock:
            memory = self._memory(name, dialogue, upkeep)
        return ResponseAgent(settings.context, memory, settings.window)

    def _memory(self, name: str, dialogue: Dialogue, upkeep: ChatModel | None) -> ResponseMemory:
        settings = self.settings
        if kept_by_model(name) and upkeep is None:
            raise InputError(f"what {name} remembers is written by a model; name one with --upkeep")
        if name == MEMORY_BANK and upkeep is not None:
            return MemoryBank(self.encoder, upkeep, dialogue.user, settings.k or KEPT)
        if name == LD_AGENT and upkeep is not None:
            return LDAgent(self.encoder, upkeep, Roles(dialogue.user, dialogue.agent), settings.k or KEPT)
        if name in _TRIPLET_AGENTS:
            made = _TRIPLET_AGENTS[name]
            architecture = GLong(self.encoder, self.reader, made.settings, scorer=self._scorer(name))
            extractor = upkeep if name == ENRICHED else None
            return TripletMemory(_opened(architecture), settings.k or made.k, settings.lines, extractor)
        made_for = finest_architecture(name, self.encoder, UNITS, conversation=dialogue.name)
        return PackedHits(_opened(made_for), settings.k or DEFAULT_K, settings.budget)

    @cached_property
    def encoder(self) -> Encoder:
        """The encoder of all agents."""
        return make_encoder(self.settings.encoder)

    @cached_property
    def reader(self) -> Reader:
        """The reader of triplets without a model."""
        return make_reader()

    def _scorer(self, name: str) -> ImportanceScorer | None:
        """The scorer of triplet importance; `None` without `importance` in the settings, or if it does not count."""
        importance = self.settings.importance
        if importance is None or not weighs_importance(name):
            return None
        known = name if name in using("importance") else "glong"
        if known not in self._scorers:
            self._scorers[known] = scorer_for(known, importance)
        return self._scorers[known]


def _opened(architecture: Architecture) -> Memory:
    return open_memory(":memory:", architecture=architecture)
