"""Readers of conversations: from files in common formats, and from Python objects.

bytes ── decompressed, decoded ──▶ text ── recognised ──▶ a format ── its reader ──▶ conversations
objects ────────────────────────────────────────────────────────────────────────▶ sessions
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from convograph.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from convograph.formats.files import FORMATS, read_bytes, read_file, read_text, recognise
    from convograph.formats.limits import MAX_TURN_BYTES, check_session, check_sessions, check_turn
    from convograph.formats.memo_limits import check_memo
    from convograph.formats.memo_shapes import memo_of_object
    from convograph.formats.memos import memos_in_text, read_memos
    from convograph.formats.objects import from_objects, live_turns
    from convograph.formats.schemas import json_schema

__all__ = [
    "FORMATS",
    "MAX_TURN_BYTES",
    "check_memo",
    "check_session",
    "check_sessions",
    "check_turn",
    "from_objects",
    "json_schema",
    "live_turns",
    "memo_of_object",
    "memos_in_text",
    "read_bytes",
    "read_file",
    "read_memos",
    "read_text",
    "recognise",
]

__getattr__ = lazy_exports(
    __name__,
    {
        ".files": ("FORMATS", "read_bytes", "read_file", "read_text", "recognise"),
        ".limits": ("MAX_TURN_BYTES", "check_session", "check_sessions", "check_turn"),
        ".memo_limits": ("check_memo",),
        ".schemas": ("json_schema",),
        ".memo_shapes": ("memo_of_object",),
        ".memos": ("memos_in_text", "read_memos"),
        ".objects": ("from_objects", "live_turns"),
    },
)
