"""Settings to instances: the only place that knows every store, encoder and architecture by name."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path

from convograph.architectures.rag import Rag
from convograph.architectures.sgmem import SGMem
from convograph.config import DEFAULT_LOCK_SECONDS, DEFAULT_OWNER
from convograph.encoders.sentence_transformers import SentenceTransformersEncoder
from convograph.encoders.static import StaticEncoder
from convograph.errors import InputError
from convograph.layers.memos import KINDS
from convograph.memory import Memory
from convograph.protocols import Architecture, Encoder
from convograph.storage.sqlite import SQLiteStore
from convograph.tokens import WordPieceCounter
from convograph.types import Unit

DEFAULT_ARCHITECTURE = "sgmem"
DEFAULT_ENCODER = "static"

_CHUNKS: Mapping[str, Unit] = {"t": "turn", "r": "round", "s": "session"}
_MEMOS = ("", "m", "f", "i", "mf", "mi", "fi", "mfi")  # what goes along: summaries, facts, insights (SPEC §2.4)


def _variants() -> Iterator[tuple[str, Callable[[Encoder], Architecture]]]:
    """SGMem and its baseline with each chunk and each choice of memos, by the paper's names."""
    yield "sgmem", SGMem
    for letter, chunk in _CHUNKS.items():
        for letters in _MEMOS:
            memos = tuple(KINDS[one] for one in letters)
            yield f"sgmem-{letter}{letters}", partial(SGMem, chunk=chunk, memos=memos)
            yield f"rag-{letter}{letters}", partial(Rag, chunk=chunk, memos=memos)


ARCHITECTURES: Mapping[str, Callable[[Encoder], Architecture]] = dict(_variants())
ARCHITECTURE_NAMES = "sgmem, sgmem-t|r|s[m][f][i], rag-t|r|s[m][f][i]"
"""All names of `ARCHITECTURES` in one line for people; what stands in brackets may be left out."""

_MODEL_PREFIX = "sentence-transformers:"


def open_memory(
    location: str | Path,
    *,
    owner: str = DEFAULT_OWNER,
    architecture: str | Architecture = DEFAULT_ARCHITECTURE,
    encoder: str | Encoder | None = None,
    create: bool = True,
    read_only: bool = False,
    lock_seconds: float = DEFAULT_LOCK_SECONDS,
) -> Memory:
    """The memory of `owner` in the store at `location`, which is made unless `create` is false.

    `location` is the path of a file. `architecture` is a name from `ARCHITECTURES` or an instance, which
    brings its own encoder. `encoder` is `"static"` (bundled), `"sentence-transformers:<model or folder>"`
    or an instance; by default the one that the store was made with. `lock_seconds` is how long a call
    waits for another process's write.
    Raises the `StoreError` that names what is wrong with the store.
    """
    if "://" in str(location):
        raise InputError(f"{location} is no path of a file, and stores at an address are not known to this version")
    _check_names(architecture, encoder)
    store = SQLiteStore(location, create=create, read_only=read_only, lock_seconds=lock_seconds)
    try:
        chosen = _architecture(architecture, encoder or store.encoder_name or DEFAULT_ENCODER)
        return Memory(store, chosen, WordPieceCounter(), owner)
    except BaseException:
        store.close()
        raise


def make_encoder(name: str) -> Encoder:
    """The encoder that a user means by `name`. Raises `InputError` for a name that is none."""
    _check_encoder_name(name)
    return StaticEncoder() if name == DEFAULT_ENCODER else SentenceTransformersEncoder(name.removeprefix(_MODEL_PREFIX))


def _architecture(architecture: str | Architecture, encoder: str | Encoder) -> Architecture:
    if not isinstance(architecture, str):
        return architecture
    return ARCHITECTURES[architecture](make_encoder(encoder) if isinstance(encoder, str) else encoder)


def _check_names(architecture: str | Architecture, encoder: str | Encoder | None) -> None:
    """Refuse unknown names before a store is made for them."""
    if isinstance(architecture, str) and architecture not in ARCHITECTURES:
        raise InputError(f"no architecture is called {architecture!r}; there are {ARCHITECTURE_NAMES}")
    if isinstance(encoder, str):
        _check_encoder_name(encoder)


def _check_encoder_name(name: str) -> None:
    if name != DEFAULT_ENCODER and not name.startswith(_MODEL_PREFIX):
        raise InputError(f"no encoder is called {name!r}; there are {DEFAULT_ENCODER!r} and '{_MODEL_PREFIX}<model>'")
