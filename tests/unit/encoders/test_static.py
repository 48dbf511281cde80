"""The static encoder: what a vector is, and that nothing beside a text changes it."""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from safetensors.numpy import save_file
from tokenizers import Tokenizer
from tokenizers.models import WordPiece
from tokenizers.pre_tokenizers import Whitespace

from convograph.build import DEFAULT_ENCODER, make_encoder
from convograph.encoders.static import BLOCK_TOKENS, BUNDLED, SENTENCES, WORDS, StaticEncoder, bundled_encoder
from convograph.errors import InputError
from convograph.tokens import BUNDLED_FOLDER, load_tokenizer

TABLE = [[9.0, 9.0], [3.0, 0.0], [0.0, 4.0], [-3.0, 0.0]]  # [UNK], east, north, west


def write_folder(folder: Path, table: list[list[float]]) -> Path:
    """A folder with four tokens, the first of which stands for unknown words."""
    return write_tensors(folder, {"embeddings": np.array(table, dtype=np.float16)})


def write_tensors(folder: Path, tensors: dict[str, np.ndarray]) -> Path:
    """The same with these tensors for its table."""
    folder.mkdir()
    vocabulary = {"[UNK]": 0, "east": 1, "north": 2, "west": 3}
    tokenizer = Tokenizer(WordPiece(vocabulary, unk_token="[UNK]"))  # noqa: S106
    tokenizer.pre_tokenizer = Whitespace()
    tokenizer.save(str(folder / "tokenizer.json"))
    save_file(tensors, folder / "model.safetensors")
    return folder


@pytest.fixture
def small(tmp_path: Path) -> StaticEncoder:
    """An encoder of two dimensions."""
    return StaticEncoder(write_folder(tmp_path / "small", TABLE))


@pytest.fixture(scope="module")
def bundled() -> StaticEncoder:
    """The encoder that ships with the package."""
    return StaticEncoder()


def various_texts(number: int) -> list[str]:
    """Texts of 0 to 40 words, many of the same length, some unknown, some with signs of their own."""
    words = ["harbour", "Lisbon", "2023", "piano", "’tis", "naïve", "中文", "🎉", "unaffable", "rain,", "why?"]
    chance = np.random.default_rng(7)
    return [" ".join(chance.choice(words, size=int(length))) for length in chance.integers(0, 41, size=number)]


def test_vector_is_the_unit_mean_of_token_vectors(small: StaticEncoder) -> None:
    """East + north = (3, 4), of norm 5; twice east is east."""
    vectors = small.encode(["east north", "east east", "west"], "passage")
    np.testing.assert_array_equal(vectors, np.array([[0.6, 0.8], [1.0, 0.0], [-1.0, 0.0]], dtype=np.float32))


def test_unknown_words_are_left_out(small: StaticEncoder) -> None:
    """An unknown word neither adds its vector nor moves the text's direction."""
    vectors = small.encode(["east upwards north", "upwards"], "query")
    np.testing.assert_array_equal(vectors, np.array([[0.6, 0.8], [0.0, 0.0]], dtype=np.float32))


def test_texts_without_known_words_get_zeros(small: StaticEncoder) -> None:
    """Empty, blank, unknown, words that cancel each other out: zeros, not errors, and neighbours are untouched."""
    vectors = small.encode(["", "east", "  \n", "upwards", "east west", "north"], "passage")
    expected = [[0, 0], [1, 0], [0, 0], [0, 0], [0, 0], [0, 1]]
    np.testing.assert_array_equal(vectors, np.array(expected, dtype=np.float32))


def test_no_texts_give_no_rows(small: StaticEncoder) -> None:
    """The shape tells the dimensions even when there is nothing to encode."""
    vectors = small.encode([], "passage")
    assert vectors.shape == (0, 2)
    assert vectors.dtype == np.float32


def test_questions_and_passages_are_encoded_alike(bundled: StaticEncoder) -> None:
    """A text is as near to itself as can be, whichever side it stands on."""
    texts = ["When did Anna move to Lisbon?"]
    np.testing.assert_array_equal(bundled.encode(texts, "query"), bundled.encode(texts, "passage"))


def test_bundled_encoder_says_what_it_is(bundled: StaticEncoder) -> None:
    """Name, dimensions, and a fingerprint of the two files: the first 16 digits of their common hash."""
    files = [(BUNDLED_FOLDER / name).read_bytes() for name in ("model.safetensors", "tokenizer.json")]
    assert bundled.name == "static"
    assert bundled.dimensions == 256
    assert bundled.fingerprint == "static:" + hashlib.sha256(b"".join(files)).hexdigest()[:16]


def test_fingerprint_changes_with_the_weights(tmp_path: Path) -> None:
    """One changed number in the table is another encoder."""
    changed = [*TABLE[:3], [-3.0, 0.5]]
    first = StaticEncoder(write_folder(tmp_path / "first", TABLE))
    second = StaticEncoder(write_folder(tmp_path / "second", changed))
    again = StaticEncoder(write_folder(tmp_path / "again", TABLE))
    assert first.fingerprint != second.fingerprint
    assert first.fingerprint == again.fingerprint


def test_rows_have_norm_one_or_zero(bundled: StaticEncoder) -> None:
    """Every text with a known word lies on the unit sphere."""
    texts = various_texts(300)
    norms = np.linalg.norm(bundled.encode(texts, "passage").astype(np.float64), axis=1)
    expected = np.array([1.0 if text else 0.0 for text in texts])
    np.testing.assert_allclose(norms, expected, atol=1e-6)


def test_row_does_not_depend_on_the_batch(bundled: StaticEncoder) -> None:
    """Alone, among 1,000, in another order: the same bits."""
    texts = various_texts(1000)
    together = bundled.encode(texts, "passage")
    alone = np.concatenate([bundled.encode([text], "passage") for text in texts])
    reversed_rows = bundled.encode(texts[::-1], "passage")[::-1]
    np.testing.assert_array_equal(together, alone)
    np.testing.assert_array_equal(together, reversed_rows)


def test_long_text_is_summed_whole(small: StaticEncoder) -> None:
    """A text of more tokens than one block: 3 × 20,000 east and 4 × 20,000 north still make (0.6, 0.8)."""
    vectors = small.encode(["east north " * (BLOCK_TOKENS + 3616), "east north"], "passage")
    np.testing.assert_array_equal(vectors, np.array([[0.6, 0.8], [0.6, 0.8]], dtype=np.float32))


def test_threads_share_one_encoder() -> None:
    """A fresh encoder used by eight threads at once gives each of them the same rows."""
    encoder = StaticEncoder()
    texts = various_texts(200)
    with ThreadPoolExecutor(8) as pool:
        results = list(pool.map(lambda _: encoder.encode(texts, "passage"), range(16)))
    expected = StaticEncoder().encode(texts, "passage")
    assert all(np.array_equal(result, expected) for result in results)


def test_similar_meanings_lie_closer(bundled: StaticEncoder) -> None:
    """Words of the same matter are nearer than words of another."""
    question, near, far = bundled.encode(
        ["Which instrument does she play?", "She practises the piano every day.", "The car needs a new tyre."], "query"
    )
    assert question @ near > question @ far + 0.1


def test_import_and_construction_read_nothing() -> None:
    """The tokenizer library is loaded at first use, not before."""
    code = (
        "import sys; from convograph.encoders.static import StaticEncoder; encoder = StaticEncoder();"
        "assert not {'tokenizers', 'safetensors', 'torch', 'model2vec'} & set(sys.modules);"
        "encoder.encode(['hello'], 'query'); assert 'tokenizers' in sys.modules;"
        "assert not {'torch', 'model2vec'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_folder_without_weights_is_named(tmp_path: Path) -> None:
    """A folder that holds no encoder is refused, naming the folder and what it should hold."""
    folder = write_folder(tmp_path / "half", TABLE)
    (folder / "model.safetensors").unlink()
    with pytest.raises(InputError, match=r"no static encoder in .*half.*model\.safetensors"):
        StaticEncoder(folder).encode(["east"], "query")
    with pytest.raises(InputError, match=r"no static encoder in .*half"):
        _ = StaticEncoder(folder).fingerprint


def test_damaged_weights_are_named(tmp_path: Path) -> None:
    """A file that is no table of vectors is refused."""
    folder = write_folder(tmp_path / "damaged", TABLE)
    (folder / "model.safetensors").write_bytes(b"not a table")
    with pytest.raises(InputError, match=r"no static encoder in .*damaged"):
        StaticEncoder(folder).encode(["east"], "query")


def test_table_must_fit_the_tokenizer(tmp_path: Path) -> None:
    """Fewer vectors than tokens are refused before they mislead."""
    folder = write_folder(tmp_path / "short", TABLE[:3])
    with pytest.raises(InputError, match=r"3 vectors for 4 tokens in .*short"):
        StaticEncoder(folder).encode(["east"], "query")


def test_int8_values_are_multiplied_by_the_factor_of_their_token(tmp_path: Path) -> None:
    """East 6 × 0.5 and north 4 × 1 make (3, 4), of norm 5."""
    values = np.array([[9, 9], [6, 0], [0, 4], [-6, 0]], dtype=np.int8)
    factors = np.array([1.0, 0.5, 1.0, 0.5], dtype=np.float16)
    encoder = StaticEncoder(write_tensors(tmp_path / "int8", {"embeddings": values, "weights": factors}))
    vectors = encoder.encode(["east north", "upwards", "west"], "passage")
    np.testing.assert_array_equal(vectors, np.array([[0.6, 0.8], [0, 0], [-1, 0]], dtype=np.float32))


def test_int8_values_need_no_factors(tmp_path: Path) -> None:
    """One scale for the whole table changes no direction, and may be left out: (3, 0) + (0, 4)."""
    values = np.array([[9, 9], [3, 0], [0, 4], [-3, 0]], dtype=np.int8)
    encoder = StaticEncoder(write_tensors(tmp_path / "int8", {"embeddings": values}))
    vectors = encoder.encode(["east north"], "passage")
    np.testing.assert_array_equal(vectors, np.array([[0.6, 0.8]], dtype=np.float32))


def test_floating_point_values_may_have_factors(tmp_path: Path) -> None:
    """East (1.5, 0) × 2 and north (0, 8) × 0.5 make (3, 4), whatever the types."""
    values = np.array([[9, 9], [1.5, 0], [0, 8], [-1.5, 0]], dtype=np.float32)
    factors = np.array([1.0, 2.0, 0.5, 2.0], dtype=np.float64)
    encoder = StaticEncoder(write_tensors(tmp_path / "float", {"embeddings": values, "weights": factors}))
    vectors = encoder.encode(["east north"], "passage")
    np.testing.assert_array_equal(vectors, np.array([[0.6, 0.8]], dtype=np.float32))


def test_int8_row_does_not_depend_on_the_batch(tmp_path: Path) -> None:
    """Factors with all bits that float16 has, from the smallest on: alone, among 1,000, reversed, the same bits."""
    chance = np.random.default_rng(3)
    values = chance.integers(-127, 128, size=(4, 5)).astype(np.int8)
    factors = np.array([1.0, 6e-8, 0.0629, 1.999], dtype=np.float16)
    encoder = StaticEncoder(write_tensors(tmp_path / "int8", {"embeddings": values, "weights": factors}))
    texts = [" ".join(chance.choice(["east", "north", "west"], size=size)) for size in chance.integers(0, 400, 1000)]
    together = encoder.encode(texts, "passage")
    alone = np.concatenate([encoder.encode([text], "passage") for text in texts])
    shuffled = encoder.encode([" ".join(sorted(text.split())) for text in texts[::-1]], "passage")[::-1]
    np.testing.assert_array_equal(together, alone)
    np.testing.assert_array_equal(together, shuffled)


def test_factors_must_fit_the_tokenizer(tmp_path: Path) -> None:
    """Fewer factors than tokens are refused before they mislead."""
    tensors = {"embeddings": np.ones((4, 2), np.int8), "weights": np.ones(3, np.float16)}
    folder = write_tensors(tmp_path / "short", tensors)
    with pytest.raises(InputError, match=r"3 factors for 4 tokens in .*short"):
        StaticEncoder(folder).encode(["east"], "query")


@pytest.mark.parametrize("folder", BUNDLED.values(), ids=BUNDLED)
def test_source_states_the_hashes_of_the_bundled_files(folder: Path) -> None:
    """SOURCE, written when the files were made, still describes them."""
    stated = [line.split() for line in (folder / "SOURCE").read_text().splitlines() if line.count("  ") == 1]
    found = {name: hashlib.sha256((folder / name).read_bytes()).hexdigest() for _, name in stated}
    assert {name: digest for digest, name in stated} == found
    assert set(found) == {"model.safetensors", "tokenizer.json", "config.json"}


@pytest.mark.parametrize("folder", BUNDLED.values(), ids=BUNDLED)
def test_bundled_folder_is_small_and_licensed(folder: Path) -> None:
    """At most 16 MB, with the licence of what it derives from, and no word about where it was made."""
    files = list(folder.iterdir())
    assert sum(path.stat().st_size for path in files) <= 16_000_000
    assert "Apache License" in (folder / "LICENSE").read_text()
    config = json.loads((folder / "config.json").read_text())
    assert config["tokenizer_name"] == "sentence-transformers/all-MiniLM-L6-v2"


def test_the_default_is_the_table_of_sentences() -> None:
    """Both are bundled, under names that a store remembers; their tokens are the same."""
    words, sentences = bundled_encoder(WORDS), bundled_encoder()
    assert (words.name, sentences.name) == ("static", "static-sentences")
    assert words.fingerprint != sentences.fingerprint
    assert make_encoder("static") is words
    assert make_encoder(DEFAULT_ENCODER) is sentences
    assert load_tokenizer(BUNDLED[WORDS]) is load_tokenizer(BUNDLED[SENTENCES])


@pytest.mark.parametrize(
    ("question", "answer", "other"),
    [
        ("What does she do for a living?", "She works as a nurse at the hospital.", "The weather was lovely all week."),
        ("Does he have any pets?", "His dog ran off into the woods.", "The train was late again."),
        ("How does she get to work?", "I cycle to the office every morning.", "Thanks for the lovely card!"),
    ],
)
def test_the_default_knows_what_sentences_are_about(question: str, answer: str, other: str) -> None:
    """In other words than the question's."""
    asked, right, wrong = bundled_encoder().encode([question, answer, other], "passage")
    assert asked @ right > asked @ wrong


@pytest.mark.models
def test_equals_model2vec(bundled: StaticEncoder) -> None:
    """model2vec reads the bundled folder and agrees, as far as its float16 sums allow."""
    model2vec = pytest.importorskip("model2vec", reason="the extra `distil` is not installed")
    texts = various_texts(200)
    theirs = model2vec.StaticModel.from_pretrained(BUNDLED_FOLDER).encode(texts, max_length=None)
    np.testing.assert_allclose(bundled.encode(texts, "passage"), theirs, atol=2e-3)
