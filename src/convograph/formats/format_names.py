"""The names of the formats of conversations, and of the JSON Schemas of inputs."""

from __future__ import annotations

from typing import Final

FORMAT_NAMES: Final = (
    "messages",
    "sessions",
    "jsonl",
    "transcript",
    "chatgpt",
    "claude",
    "whatsapp",
    "slack",
    "telegram",
    "messenger",
    "discord",
    "captions",
    "locomo",
    "longmemeval",
    "msc",
)
"""The formats that `read_file` reads, as `--format` takes them."""

SCHEMAS: Final = ("memo", "triplet", "event", "decision", "turn", "session")
"""The names of the schemas, as `convograph schema` takes them."""
