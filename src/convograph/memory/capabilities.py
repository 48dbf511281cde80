"""Optional capabilities of architectures: each function returns the architecture, typed as one that has the capability,
or raises `UnsupportedError`.
"""

from __future__ import annotations

from convograph.errors import UnsupportedError
from convograph.protocols import Architecture, Merging, Profiling, Resolving


def as_merging(architecture: Architecture) -> Merging:
    """The architecture, if it merges near duplicates."""
    if isinstance(architecture, Merging):
        return architecture
    raise lacking(architecture, "joins no near duplicates", "associa", "lightgmem")


def as_resolving(architecture: Architecture) -> Resolving:
    """The architecture, if it resolves names to entities."""
    if isinstance(architecture, Resolving):
        return architecture
    raise lacking(architecture, "knows no entities")


def as_profiling(architecture: Architecture) -> Profiling:
    """The architecture, if it has profiles."""
    if isinstance(architecture, Profiling):
        return architecture
    raise lacking(architecture, "has no profiles")


def lacking(architecture: Architecture, lack: str, *able: str) -> UnsupportedError:
    """The error for a missing capability; `able` names the architectures that have it (default: `lightgmem`)."""
    names = " or ".join(able or ("lightgmem",))
    return UnsupportedError(
        f"{architecture.name} {lack}; open the memory with {names}, which {'do' if len(able) > 1 else 'does'} "
        f"(in the shell: --architecture {names})"
    )
