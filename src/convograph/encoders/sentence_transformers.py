"""Any model of the sentence-transformers library, such as the papers' all-MiniLM-L6-v2."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from convograph.errors import InputError, MissingExtraError
from convograph.local_models import digest, quietly
from convograph.protocols import TextKind

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer

BATCH_SIZE = 32  # the library's default
# The names of the prompts that models expect before a question or a passage ("query: ").
PROMPT_NAMES: dict[TextKind, tuple[str, ...]] = {"query": ("query",), "passage": ("passage", "document", "corpus")}


class SentenceTransformersEncoder:
    """Encodes texts as unit vectors by a neural model; blank texts get zeros.

    `model` is a name on the Hugging Face hub (downloaded once and cached by the library) or a local folder, `device` a
    torch device, `batch_size` the number of texts per batch. A row varies by rounding (below 1e-6) with the other texts
    in its batch. Raises `MissingExtraError` if the library is not installed, `InputError` if it cannot load the model.
    """

    def __init__(self, model: str, device: str = "cpu", batch_size: int = BATCH_SIZE) -> None:
        self._name = model
        self._batch_size = batch_size
        self._model = _load(model, device)

    @property
    def name(self) -> str:
        """The name that selects this encoder."""
        return f"sentence-transformers:{self._name}"

    @cached_property
    def fingerprint(self) -> str:
        """A hash of all weights and of the settings that affect vectors."""
        return f"{self.name}:{digest(self._model.state_dict(), _settings(self._model))}"

    @cached_property
    def dimensions(self) -> int:
        """The length of a vector."""
        return int(self._rows(["length"], "query").shape[1])

    def encode(self, texts: Sequence[str], kind: TextKind) -> npt.NDArray[np.float32]:
        """Unit rows, float32 [len(texts), dimensions], in the order given."""
        vectors = np.zeros((len(texts), self.dimensions), dtype=np.float32)
        written = [number for number, text in enumerate(texts) if text.strip()]
        if written:
            vectors[written] = self._rows([texts[number] for number in written], kind)
        return vectors

    def _rows(self, texts: list[str], kind: TextKind) -> npt.NDArray[np.float32]:
        """The library's vectors of these texts; it sorts them by length to reduce padding."""
        prompts = self._model.prompts
        rows = self._model.encode(
            texts,
            prompt_name=next((name for name in PROMPT_NAMES[kind] if name in prompts), None),
            batch_size=self._batch_size,
            show_progress_bar=False,
            convert_to_numpy=True,
            normalize_embeddings=True,
        )
        return np.asarray(rows, dtype=np.float32)


def _load(model: str, device: str) -> SentenceTransformer:
    """The library's model, ready to encode."""
    try:
        from sentence_transformers import SentenceTransformer  # noqa: PLC0415 - takes four seconds, only if used
    except ImportError as error:
        raise MissingExtraError(
            f"sentence-transformers cannot be imported ({error}): pip install 'convograph[models]'"
        ) from error
    if model.startswith(("/", ".")) and not Path(model).is_dir():
        raise InputError(f"no folder {model[-80:]!r}: name a model of the hub or a local folder that holds one")
    try:
        with quietly():
            return SentenceTransformer(model, device=device)
    except (OSError, ValueError) as error:  # the library's errors for an unreadable name or folder
        reason = str(error).partition("\n")[0][:200]
        raise InputError(
            f"cannot load the model {model[-80:]!r} ({reason}): name one of the hub or a local folder that holds one"
        ) from error


def _settings(model: SentenceTransformer) -> dict[str, object]:
    """The settings that affect vectors: the modules, the pooling, the maximum length, the prompts."""
    return {
        "steps": [[type(step).__name__, str(getattr(step, "pooling_mode", ""))] for step in model],
        "length": model.max_seq_length,
        "prompts": {name: prompt for name, prompt in model.prompts.items() if prompt},
    }
