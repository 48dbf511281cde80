"""Scores how well passages answer a question, by a neural model that reads both together (LightGMEM, section 4.4).

The model is a sequence classifier with one label, as saved by transformers: bge-reranker-v2-m3, ms-marco-MiniLM-L-6-v2.
`CrossEncoder` of sentence-transformers loads the same folders, but fills in random numbers for missing weights.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from convograph.errors import InputError
from convograph.local_models import load_pretrained, model_digest, model_folder, shown_folder

if TYPE_CHECKING:
    from transformers import PreTrainedModel, PreTrainedTokenizerBase

BATCH_SIZE = 8  # an episode of 500 tokens is long; our choice
MOST_TOKENS = 1024  # of question plus passage, if the model reads as many: recommended for bge's by its authors
VERSION = "1"  # to be incremented whenever scores change
WHAT = "a cross-encoder"


class CrossEncoderReranker:
    """A `Reranker`: the cross-encoder in a local folder; nothing is ever downloaded.

    A score is the model's logit, unbounded and on a scale specific to the model. Question and passage are truncated to
    the model's input length, the longer one first. A score varies by rounding (below 1e-5) with the other passages in
    its batch of `batch_size`. `device` is a torch device. Raises `MissingExtraError` without transformers and torch,
    `InputError` if the folder has no such model or the device does not exist.
    """

    def __init__(self, folder: str | Path, device: str = "cpu", *, batch_size: int = BATCH_SIZE) -> None:
        if batch_size < 1:
            raise InputError(f"a batch must have 1 passage or more, not {batch_size}")
        self._folder = model_folder(folder, WHAT)
        self._batch_size = batch_size
        self._tokenizer, self._model = _load(self._folder, device)
        self._length = _longest(self._tokenizer, self._model)

    @property
    def name(self) -> str:
        """The name that selects this reranker."""
        return f"cross-encoder:{self._folder}"

    @cached_property
    def fingerprint(self) -> str:
        """A hash of all weights and settings; the same for the same model in another folder."""
        settings = {"length": self._length}
        return f"cross-encoder:{model_digest(self._model, self._tokenizer, VERSION, settings)}"

    def scores(self, question: str, passages: Sequence[str]) -> npt.NDArray[np.float64]:
        """The logit of each passage, float64 of shape (passages,)."""
        starts = range(0, len(passages), self._batch_size)
        parts = [self._scores(question, passages[start : start + self._batch_size]) for start in starts]
        return np.concatenate(parts) if parts else np.empty(0)

    def _scores(self, question: str, passages: Sequence[str]) -> npt.NDArray[np.float64]:
        import torch  # noqa: PLC0415 - installed if the model was loaded

        read = self._tokenizer(
            [question] * len(passages),
            list(passages),
            padding=True,
            truncation="longest_first",
            max_length=self._length,
            return_tensors="pt",
        ).to(self._model.device)
        with torch.inference_mode():
            logits = self._model(**read).logits[:, 0]
        found: npt.NDArray[np.float64] = logits.double().cpu().numpy()
        return found


def _load(folder: Path, device: str) -> tuple[PreTrainedTokenizerBase, PreTrainedModel]:
    """The tokenizer and the model."""
    tokenizer, model, lacking = load_pretrained(folder, "AutoModelForSequenceClassification", WHAT, device)
    if lacking:
        raise InputError(f"the model in {shown_folder(folder)} is no cross-encoder: its weights lack {lacking[0]}")
    if model.config.num_labels != 1:
        raise InputError(
            f"the model in {shown_folder(folder)} tells {model.config.num_labels} labels apart; name one with one score"
        )
    return tokenizer, model


def _longest(tokenizer: PreTrainedTokenizerBase, model: PreTrainedModel) -> int:
    """The most tokens the model reads at once; RoBERTa-like models number positions from the padding id + 1."""
    positions = getattr(model.config, "max_position_embeddings", None) or MOST_TOKENS
    if "roberta" in model.config.model_type:
        positions -= model.config.pad_token_id + 1
    return int(min(MOST_TOKENS, tokenizer.model_max_length, positions))
