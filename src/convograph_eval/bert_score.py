"""BERTScore of replies: how well each token is matched in the reference, and the reverse (Table 8).

Zhang et al., ICLR 2020, as their package computes it without idf weights and without rescaling: every token is matched
with the most similar token of the other text, by the cosine of their vectors in one layer of a model. Special tokens
may be matched, but their own matches do not count. The package downloads its model; here it is a local folder. The
package's default for English is roberta-large, layer 17.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import numpy.typing as npt

from convograph.errors import InputError
from convograph.local_models import digest, load_pretrained, model_folder, shown_folder

if TYPE_CHECKING:
    from transformers import PreTrainedModel, PreTrainedTokenizerBase

LAYER: Final = 17
BATCH_SIZE: Final = 32
WHAT: Final = "an encoder for BERTScore"

Vectors = npt.NDArray[np.float64]


class BertScore:
    """BERTScore with layer `layer` (from 1) of the encoder in a local folder; nothing is ever downloaded.

    Raises `MissingExtraError` without transformers and torch, and `InputError` if the folder has no encoder or the
    encoder does not have that layer.
    """

    def __init__(self, folder: str | Path, layer: int = LAYER) -> None:
        self._tokenizer, self._model = _load(model_folder(folder, WHAT))
        layers = self._model.config.num_hidden_layers
        if not 1 <= layer <= layers:
            raise InputError(f"the model in {shown_folder(Path(folder))} has {layers} layers, and no layer {layer}")
        self._layer = layer

    @property
    def fingerprint(self) -> str:
        """A hash of all weights and of the layer."""
        settings = {"layer": self._layer, "config": self._model.config.to_json_string()}
        return f"bert-score:{digest(self._model.state_dict(), settings)}"

    def f1(self, replies: Sequence[str], references: Sequence[str]) -> list[float]:
        """The F1 of each reply with its reference, -1 to 1; even unrelated texts rarely score below .8."""
        texts = list(dict.fromkeys([*replies, *references]))
        made = {text: one for start in range(0, len(texts), BATCH_SIZE) for text, one in self._encoded(texts, start)}
        return [matched(made[reply], made[said]) for reply, said in zip(replies, references, strict=True)]

    def _encoded(self, texts: Sequence[str], start: int) -> list[tuple[str, tuple[Vectors, npt.NDArray[np.bool_]]]]:
        """A batch of texts, each with the vectors of its tokens, of norm 1, and a mask of those not special."""
        import torch  # noqa: PLC0415 - installed if the model was loaded

        batch = list(texts[start : start + BATCH_SIZE])
        read: Any = self._tokenizer(
            batch, padding=True, truncation=True, return_tensors="pt", return_special_tokens_mask=True
        )
        framing = read.pop("special_tokens_mask").numpy().astype(bool)
        with torch.inference_mode():
            states = self._model(**read, output_hidden_states=True).hidden_states[self._layer]
        found: Vectors = torch.nn.functional.normalize(states, dim=-1).double().numpy()
        kept = read["attention_mask"].numpy().astype(bool)
        return [
            (text, (rows[there], ~framed[there]))
            for text, rows, there, framed in zip(batch, found, kept, framing, strict=True)
        ]


def matched(ours: tuple[Vectors, npt.NDArray[np.bool_]], theirs: tuple[Vectors, npt.NDArray[np.bool_]]) -> float:
    """2PR/(P + R) of two texts: P is the mean over our tokens of the highest cosine with any of theirs, R the reverse.

    A text is the vectors of its tokens, of norm 1, and a mask of those that are not special. 0 if a text has only
    special tokens.
    """
    cosines = ours[0] @ theirs[0].T
    if not ours[1].any() or not theirs[1].any():
        return 0.0
    precision, recall = cosines.max(axis=1)[ours[1]].mean(), cosines.max(axis=0)[theirs[1]].mean()
    return float(2 * precision * recall / (precision + recall)) if precision + recall else 0.0


def _load(folder: Path) -> tuple[PreTrainedTokenizerBase, PreTrainedModel]:
    """The tokenizer and the model; layers above the vectors, such as a pooler, may be missing."""
    tokenizer, model, _ = load_pretrained(folder, "AutoModel", WHAT, configurations=("config.json",))
    return tokenizer, model
