"""Profiles: what is known of a person, organization, event, place or thing, each value with its sources.

facts whose subject or value is an entity ─▶ `schema`: attributes by type ─▶ `entries`: one value or many ─▶ `wording`

LightGMEM's typed profiles (sections 4.2 and 4.3, stage 4), without a model: a fold over facts that depends on no store.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from convograph.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from convograph.profiles.entries import Finding, entries_of, finding_of, outdone, with_written
    from convograph.profiles.schema import TOLD, attributes_of, type_of
    from convograph.profiles.wording import profile_text, value_text

__all__ = [
    "TOLD",
    "Finding",
    "attributes_of",
    "entries_of",
    "finding_of",
    "outdone",
    "profile_text",
    "type_of",
    "value_text",
    "with_written",
]

__getattr__ = lazy_exports(
    __name__,
    {
        ".entries": ("Finding", "entries_of", "finding_of", "outdone", "with_written"),
        ".schema": ("TOLD", "attributes_of", "type_of"),
        ".wording": ("profile_text", "value_text"),
    },
)
