"""The importance of a triplet in its session, from the cross-attention of a T5 summariser (G-Long, equations 1 and 2).

triplets ─▶ tokens X, in windows ─▶ T5 writes a summary Y ─▶ its cross-attention over X ─▶ sums

    A[i, j] = (1/H) Σ_h Attn_h(x_i, y_j)              last decoder layer, H heads    (1)
    S(t_k)  = Σ_{x_i in t_k} Σ_{j=1..M} A[i, j]                                      (2)

Weights (equation 3) are computed from these scores at recall.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Literal, get_args

import numpy as np
import numpy.typing as npt

from convograph.errors import InputError
from convograph.graph.arrays import Scores
from convograph.local_models import (
    configuration,
    imported_transformers,
    load_pretrained,
    model_digest,
    model_folder,
    shown_folder,
)
from convograph.types import Triplet

if TYPE_CHECKING:
    from transformers import PreTrainedTokenizerBase, T5ForConditionalGeneration

TooLong = Literal["windows", "truncate"]

WINDOW = 1024  # tokens per pass; these settings are those of G-Long's code
BEAMS = 4
LEAST_LENGTH, MOST_LENGTH = 10, 150  # tokens of the summary
VERSION = "2"  # increment whenever scores change
WHAT = "a T5 model"


@dataclass(frozen=True, slots=True)
class WindowScores:
    """Equation 2 over one window: `scores` are the S of its triplets, `length` is M, the number of decoder positions.

    The sum of `scores` is at most M, up to rounding: at each position, attention over the tokens sums to 1.
    """

    scores: Scores
    length: int


class T5Importance:
    """An `ImportanceScorer`: the T5 in a local folder; nothing is ever downloaded.

    Triplets are verbalised as "subject relation object. ", without special tokens, task prefix or end. A session longer
    than `window` tokens is split into windows of whole triplets (`too_long="windows"`), or truncated, with 0 for the
    triplets beyond (`"truncate"`, as in the paper's code). With `length_norm`, a triplet's sum is divided by its number
    of tokens; otherwise longer triplets score higher. `device` is a torch device. Raises `MissingExtraError` without
    transformers and torch, `InputError` if the folder has no T5 or the device does not exist.
    """

    def __init__(
        self,
        folder: str | Path,
        device: str = "cpu",
        *,
        window: int = WINDOW,
        too_long: TooLong = "windows",
        length_norm: bool = False,
    ) -> None:
        if window < 1:
            raise InputError(f"the window must have 1 token or more, not {window}")
        if too_long not in get_args(TooLong):
            raise InputError(f"too_long cannot be {too_long!r}; the options are {', '.join(get_args(TooLong))}")
        self._folder = model_folder(folder, WHAT)
        self._window, self._too_long, self._length_norm = window, too_long, length_norm
        self._tokenizer, self._model = _load(self._folder, device)

    @property
    def name(self) -> str:
        """The name that selects this scorer."""
        return f"t5:{self._folder}"

    @cached_property
    def fingerprint(self) -> str:
        """A hash of all weights and settings; the same for the same model in another folder."""
        settings = {"window": [self._window, self._too_long, self._length_norm]}
        return f"t5:{model_digest(self._model, self._tokenizer, VERSION, settings)}"

    def scores(self, sessions: Sequence[Sequence[Triplet]]) -> list[Scores]:
        """For each session, S of its triplets, 0 or more, shape (triplets,); several windows are `joined`."""
        return [joined(self.windows(session)) for session in sessions]

    def windows(self, session: Sequence[Triplet]) -> list[WindowScores]:
        """Equation 2 for the triplets of one session, window by window; each triplet is in exactly one window."""
        tokens = [self._tokens(triplet) for triplet in session]
        sizes = [len(each) for each in tokens]
        if self._too_long == "truncate":
            stretches = [(0, len(tokens))] if tokens else []
        else:
            stretches = windows_of(sizes, self._window)
        return [self._scores(tokens[first:last]) for first, last in stretches]

    def _tokens(self, triplet: Triplet) -> list[int]:
        tokens: list[int] = self._tokenizer(f"{triplet.text}. ", add_special_tokens=False)["input_ids"]
        return tokens

    def _scores(self, tokens: Sequence[Sequence[int]]) -> WindowScores:
        """Equations 1 and 2 over the tokens of these triplets, truncated to the window."""
        sizes = np.array([len(each) for each in tokens])
        owners = np.repeat(np.arange(len(tokens)), sizes)[: self._window]
        if not len(owners):
            return WindowScores(np.zeros(len(tokens)), 1)
        attention = self._attention([token for each in tokens for token in each][: self._window])
        scores: Scores = np.bincount(owners, weights=attention.sum(axis=0), minlength=len(tokens)).astype(np.float64)
        if self._length_norm:
            scores = scores / np.maximum(sizes, 1)
        return WindowScores(scores, len(attention))

    def _attention(self, tokens: Sequence[int]) -> npt.NDArray[np.float64]:
        """Equation 1, transposed: shape (M, N), each row the attention of one position of the summary."""
        import torch  # noqa: PLC0415 - installed if the model was loaded

        read = torch.tensor([tokens], device=self._model.device)
        mask = torch.ones_like(read)
        with torch.inference_mode():
            written = self._model.generate(input_ids=read, attention_mask=mask)
            forced = self._model(input_ids=read, attention_mask=mask, decoder_input_ids=written, output_attentions=True)
        heads = forced.cross_attentions[-1][0]  # (H, M, N)
        mean: npt.NDArray[np.float64] = heads.double().mean(dim=0).cpu().numpy()
        return mean


def windows_of(sizes: Sequence[int], window: int) -> list[tuple[int, int]]:
    """Ranges `[first, last)` of as many triplets as fit into a window; a triplet longer than that gets its own.

    >>> windows_of([3, 4, 5, 20, 1], 10)
    [(0, 2), (2, 3), (3, 4), (4, 5)]
    """
    found: list[tuple[int, int]] = []
    first = filled = 0
    for place, size in enumerate(sizes):
        if filled + size > window and place > first:
            found.append((first, place))
            first, filled = place, 0
        filled += size
    return [*found, (first, len(sizes))] if sizes else []


def joined(windows: Sequence[WindowScores]) -> Scores:
    """The scores of one session: S for a single window; for several, S / M times the mean M of the windows.

    This makes windows comparable, while sessions compare as in the paper's code, which does not divide scores by M.
    Several windows are our extension.

    >>> joined([WindowScores(np.array([1.0, 3.0]), 4), WindowScores(np.array([2.0]), 2)])
    array([0.75, 2.25, 3.  ])
    """
    if not windows:
        return np.empty(0)
    mean = sum(window.length for window in windows) / len(windows)
    return np.concatenate([window.scores * (mean / window.length) for window in windows])


def _load(folder: Path, device: str) -> tuple[PreTrainedTokenizerBase, T5ForConditionalGeneration]:
    """The tokenizer and the model, with accessible attention."""
    transformers = imported_transformers(WHAT)
    kind = configuration(folder, "config.json", WHAT).get("model_type")
    if kind != "t5":
        raise InputError(f"{shown_folder(folder)} holds a model of type {kind!r}, not a T5")
    tokenizer, model, lacking = load_pretrained(
        folder, "T5ForConditionalGeneration", WHAT, device, attn_implementation="eager"
    )
    if lacking:
        raise InputError(f"the weights in {shown_folder(folder)} lack {lacking[0]}")
    model.generation_config = transformers.GenerationConfig(
        num_beams=BEAMS,
        min_length=LEAST_LENGTH,
        max_length=MOST_LENGTH,
        early_stopping=True,
        decoder_start_token_id=model.config.decoder_start_token_id,
        eos_token_id=model.config.eos_token_id,
        pad_token_id=model.config.pad_token_id,
    )
    return tokenizer, model
