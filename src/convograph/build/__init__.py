"""From settings to instances: the only package that knows every store, encoder, chat model and architecture by name.

names ── encoders, readers, scorers ──▶ parts ── architectures ──▶ an architecture ─┐
a location ── engines ──▶ a store ──────────────────────────────────────────────────┴─ opening ──▶ `Memory`, `Memories`
"""

from convograph.build.architectures import (
    ARCHITECTURE_ENTRIES,
    ARCHITECTURE_NAMES,
    ARCHITECTURES,
    DEFAULT_ARCHITECTURE,
    TOO_LONG,
    WITH_IMPORTANCE,
    WITH_RERANKER,
    ArchitectureEntry,
    Parts,
)
from convograph.build.chat_models import CHAT_MODELS, make_chat_model
from convograph.build.encoders import DEFAULT_ENCODER, ENCODERS, make_encoder
from convograph.build.engines import ENGINES, IN_MEMORY, Engine, is_writable
from convograph.build.opening import DEFAULT_MAX_BYTES, open_memories, open_memory
from convograph.build.options import MOST_LOCK_SECONDS, MOST_PROCESSES
from convograph.build.readers import DEFAULT_READER, READERS, SYNTAX, make_parser, make_reader
from convograph.build.scorers import RERANKERS, SCORERS, make_importance_scorer, make_reranker

__all__ = [
    "ARCHITECTURES",
    "ARCHITECTURE_ENTRIES",
    "ARCHITECTURE_NAMES",
    "CHAT_MODELS",
    "DEFAULT_ARCHITECTURE",
    "DEFAULT_ENCODER",
    "DEFAULT_MAX_BYTES",
    "DEFAULT_READER",
    "ENCODERS",
    "ENGINES",
    "IN_MEMORY",
    "MOST_LOCK_SECONDS",
    "MOST_PROCESSES",
    "READERS",
    "RERANKERS",
    "SCORERS",
    "SYNTAX",
    "TOO_LONG",
    "WITH_IMPORTANCE",
    "WITH_RERANKER",
    "ArchitectureEntry",
    "Engine",
    "Parts",
    "is_writable",
    "make_chat_model",
    "make_encoder",
    "make_importance_scorer",
    "make_parser",
    "make_reader",
    "make_reranker",
    "open_memories",
    "open_memory",
]
