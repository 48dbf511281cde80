"""What an architecture cannot do, and which ones can."""

from __future__ import annotations

from convograph.errors import UnsupportedError
from convograph.protocols import Architecture


def lacking(architecture: Architecture, lack: str, *able: str) -> UnsupportedError:
    """The error for what an architecture lacks ("knows no entities"); `able` are the names of those that can."""
    names = " or ".join(able)
    return UnsupportedError(
        f"{architecture.name} {lack}; open the memory with {names}, which {'do' if len(able) > 1 else 'does'} "
        f"(in the shell: --architecture {names})"
    )
