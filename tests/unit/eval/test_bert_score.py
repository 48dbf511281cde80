"""BERTScore: the matching by hand, then by loops over what a tiny model of random numbers says of tokens."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from convograph.errors import InputError, MissingExtraError
from convograph_eval.bert_score import BertScore, matched
from support.tiny_models import tiny_cross_encoder

EAST, NORTH, BETWEEN = (1.0, 0.0), (0.0, 1.0), (0.6, 0.8)


def text(*rows: tuple[float, float], framing: int = 0) -> Any:
    """Tokens, the first `framing` of which only frame the text."""
    return np.array(rows), np.arange(len(rows)) >= framing


def test_every_token_is_matched_with_the_nearest() -> None:
    """P: east with .6 and north with .8, .7. R: the one token in between with .8. F1 = 2 · .7 · .8 / 1.5."""
    assert matched(text(EAST, NORTH), text(BETWEEN)) == pytest.approx(2 * 0.7 * 0.8 / 1.5)
    assert matched(text(BETWEEN), text(EAST, NORTH)) == pytest.approx(2 * 0.7 * 0.8 / 1.5)
    assert matched(text(EAST, NORTH), text(NORTH, EAST)) == pytest.approx(1)


def test_framing_tokens_may_be_matched_and_do_not_count() -> None:
    """North has no counterpart but the frame's north: P = 1, R = 0 of east alone."""
    framed = text(NORTH, EAST, framing=1)
    assert matched(text(NORTH), framed) == 0  # P 1, R 0
    assert matched(text(NORTH, EAST, framing=1), framed) == pytest.approx(1)
    assert matched(text(NORTH, framing=1), framed) == 0  # without a token of its own


@pytest.mark.models
def test_a_model_is_read_at_its_layer(tmp_path: Path) -> None:
    """The same as by loops over its hidden states; a text with itself is 1, whatever else is in the batch."""
    torch: Any = pytest.importorskip("torch")
    transformers: Any = pytest.importorskip("transformers")
    folder = tiny_cross_encoder(tmp_path / "bert")
    replies, references = ["ana likes dogs", "ben", "ana"], ["ana owns a boat", "ben", "dogs and cats ."]
    found = BertScore(folder, 1).f1(replies, references)
    tokenizer = transformers.AutoTokenizer.from_pretrained(str(folder))
    model = transformers.AutoModel.from_pretrained(str(folder)).eval()

    def rows(said: str) -> list[list[float]]:
        states = model(**tokenizer(said, return_tensors="pt"), output_hidden_states=True).hidden_states[1][0]
        return [(row / row.norm()).tolist() for row in states]

    def share(ours: list[list[float]], theirs: list[list[float]]) -> float:
        best = [max(sum(a * b for a, b in zip(x, y, strict=True)) for y in theirs) for x in ours]
        return sum(best) / len(best)

    for reply, reference, score in zip(replies, references, found, strict=True):
        with torch.inference_mode():
            ours, theirs = rows(reply), rows(reference)
        precision, recall = share(ours, theirs), share(theirs, ours)
        assert score == pytest.approx(2 * precision * recall / (precision + recall), abs=1e-5)
    assert found[1] == pytest.approx(1, abs=1e-6)
    with pytest.raises(InputError, match="has 1 layers, and no layer 17"):
        BertScore(folder)


def test_what_is_missing_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The folder, or the extra."""
    with pytest.raises(InputError, match="name a local folder that holds an encoder for BERTScore"):
        BertScore(tmp_path / "none")
    monkeypatch.setitem(sys.modules, "transformers", None)
    with pytest.raises(MissingExtraError, match=r"pip install 'convograph\[models\]'"):
        BertScore(tmp_path)
