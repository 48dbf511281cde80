"""Cross-encoders from local folders, over a tiny BERT of random numbers."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import numpy as np
import pytest

from convograph.encoders.cross_encoder import CrossEncoderReranker
from convograph.errors import InputError, MissingExtraError
from support.tiny_models import tiny_cross_encoder

QUESTION = "my sister owns a boat ?"
PASSAGES = ["maria owns a boat .", "ben likes dogs", "she went to porto yesterday"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a tiny cross-encoder."""
    return tiny_cross_encoder(tmp_path_factory.mktemp("cross-encoder"))


def test_without_the_library_the_install_line_is_printed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Whoever lacks the extra is told how to get it."""
    monkeypatch.setitem(sys.modules, "transformers", None)  # what Python takes for "not installed"
    with pytest.raises(MissingExtraError, match=r"pip install 'convograph\[models\]'"):
        CrossEncoderReranker(tmp_path)


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    """Nothing is looked for on the network."""
    with pytest.raises(InputError, match=r"no folder '.*/nothing': name a local folder that holds a cross-encoder"):
        CrossEncoderReranker(tmp_path / "nothing")


@pytest.mark.models
def test_scores_are_the_models_logits(folder: Path) -> None:
    """As computed by the library from each pair, in the order given, whatever the batch."""
    torch = pytest.importorskip("torch")
    transformers = pytest.importorskip("transformers")
    tokenizer = transformers.AutoTokenizer.from_pretrained(str(folder))
    model = transformers.AutoModelForSequenceClassification.from_pretrained(str(folder)).eval()
    with torch.inference_mode():
        expected = [model(**tokenizer(QUESTION, one, return_tensors="pt")).logits[0, 0].item() for one in PASSAGES]
    assert len({round(one, 3) for one in expected}) == len(PASSAGES)
    for batch_size in (1, 2, 8):
        scores = CrossEncoderReranker(folder, batch_size=batch_size).scores(QUESTION, PASSAGES)
        assert (scores.dtype, scores.shape) == (np.float64, (3,))
        np.testing.assert_allclose(scores, expected, atol=1e-5)


@pytest.mark.models
def test_the_order_is_that_of_sentence_transformers(folder: Path) -> None:
    """The same folder in `CrossEncoder` of sentence-transformers ranks alike."""
    library = pytest.importorskip("sentence_transformers")
    torch = pytest.importorskip("torch")
    model = library.CrossEncoder(str(folder), device="cpu", activation_fn=torch.nn.Identity())
    ranked = model.rank(QUESTION, PASSAGES)
    scores = CrossEncoderReranker(folder).scores(QUESTION, PASSAGES)
    assert np.argsort(-scores, kind="stable").tolist() == [one["corpus_id"] for one in ranked]


@pytest.mark.models
def test_long_texts_are_cut_and_no_texts_have_no_scores(folder: Path) -> None:
    """The model reads 16 tokens: of a longer passage, the beginning counts."""
    reranker = CrossEncoderReranker(folder)
    assert reranker.scores(QUESTION, []).shape == (0,)
    long = [" ".join(["dogs"] * 30), " ".join(["dogs"] * 40)]
    first, second = reranker.scores(QUESTION, long)
    assert np.isfinite(first)
    assert first == pytest.approx(second, abs=1e-6)
    assert np.isfinite(reranker.scores(" ".join(["boat"] * 40), long)).all()


@pytest.mark.models
def test_name_and_fingerprint(folder: Path, tmp_path: Path) -> None:
    """The name is what a user writes; the fingerprint is that of weights and settings, wherever they lie."""
    one = CrossEncoderReranker(folder)
    assert one.name == f"cross-encoder:{folder}"
    assert one.fingerprint == CrossEncoderReranker(tiny_cross_encoder(tmp_path / "same")).fingerprint
    assert one.fingerprint != CrossEncoderReranker(tiny_cross_encoder(tmp_path / "other", seed=1)).fingerprint


@pytest.mark.models
def test_what_is_no_cross_encoder_is_refused(folder: Path, tmp_path: Path) -> None:
    """Several labels, an encoder without a head (which the library would make up), code of its own, an empty folder."""
    transformers = pytest.importorskip("transformers")
    with pytest.raises(InputError, match="tells 3 labels apart"):
        CrossEncoderReranker(tiny_cross_encoder(tmp_path / "labels", labels=3))
    headless = tiny_cross_encoder(tmp_path / "headless")
    transformers.BertModel.from_pretrained(str(headless)).save_pretrained(str(headless))
    with pytest.raises(InputError, match="is no cross-encoder: its weights lack classifier"):
        CrossEncoderReranker(headless)
    own = tiny_cross_encoder(tmp_path / "own")
    config = json.loads((own / "config.json").read_text())
    (own / "config.json").write_text(json.dumps(config | {"auto_map": {"AutoModel": "code.Model"}}))
    with pytest.raises(InputError, match="its own code"):
        CrossEncoderReranker(own)
    (tmp_path / "empty").mkdir()
    with pytest.raises(InputError, match=r"does not hold a cross-encoder: config.json cannot be read"):
        CrossEncoderReranker(tmp_path / "empty")
    with pytest.raises(InputError, match="1 passage or more, not 0"):
        CrossEncoderReranker(folder, batch_size=0)
