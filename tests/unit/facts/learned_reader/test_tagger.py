"""The tagger of the learned reader: its shapes, its file, and the work of each part of the network."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from convograph.errors import ConvographError
from convograph.facts.learned_reader.tagger import (
    BUNDLED_FILE,
    CORRECTION,
    DILATIONS,
    FORCES,
    MARK_COUNT,
    RELATIONS,
    TAGS,
    Tagger,
    bundled_tagger,
    first_tag,
    shifted,
    softmax,
)
from convograph.facts.learned_reader.token_window import marks_of, people_in, tokens_of

WIDTH, HIDDEN = 2, 3


def zeros(**given: np.ndarray) -> dict[str, np.ndarray]:
    """Weights of the right shapes, all 0 but for those given."""
    held = {"vectors": np.zeros((3, WIDTH)), "top": np.zeros((2 * HIDDEN, HIDDEN)), "top_bias": np.zeros(HIDDEN)}
    for layer in range(len(DILATIONS)):
        held[f"conv{layer}"] = np.zeros((3 * (WIDTH + MARK_COUNT if layer == 0 else HIDDEN), HIDDEN))
        held[f"bias{layer}"] = np.zeros(HIDDEN)
    held |= {"tags": np.zeros((HIDDEN, TAGS)), "tags_bias": np.zeros(TAGS)}
    held |= {"forces": np.zeros((HIDDEN, len(FORCES))), "forces_bias": np.zeros(len(FORCES))}
    return {name: np.asarray(each, np.float32) for name, each in (held | given).items()}


def test_without_weights_all_is_as_likely() -> None:
    """Each row sums to 1."""
    tagger = Tagger({"tea": 1}, zeros())
    tokens = tokens_of("tea please")
    tags, forces = tagger.probabilities(tagger.inputs(tokens, marks_of(tokens, *_speaker("tea please")))[None])
    assert tags.shape == (1, 2, TAGS)
    np.testing.assert_allclose(tags, 1 / TAGS, rtol=1e-6)
    np.testing.assert_allclose(forces, 1 / len(FORCES), rtol=1e-6)


def test_a_word_is_seen_from_beside_it() -> None:
    """One sign: the word before is "tea". By hand: its vector (5, 0) through the first weight, then the two others.

    Of two readings, the one in which nothing is known tells nothing.
    """
    conv0 = np.zeros((3 * (WIDTH + MARK_COUNT), HIDDEN))
    conv0[0, 0] = 1  # the row before comes first
    top = np.zeros((2 * HIDDEN, HIDDEN))
    top[0, 0] = 1
    tags = np.zeros((HIDDEN, TAGS))
    tags[0, first_tag(1)] = 2
    vectors = np.array([[0, 0], [5, 0], [0, 0]])
    tagger = Tagger({"tea": 1}, zeros(conv0=conv0, top=top, tags=tags, vectors=vectors))
    tokens = tokens_of("green tea now")
    inputs = tagger.inputs(tokens, np.zeros((3, MARK_COUNT), np.float32))
    (nothing, found), _ = tagger.probabilities(np.stack([np.zeros_like(inputs), inputs]))
    np.testing.assert_allclose(nothing, 1 / TAGS, rtol=1e-6)
    assert found[2].argmax() == first_tag(1)
    assert found[2, first_tag(1)] == pytest.approx(np.exp(10) / (np.exp(10) + TAGS - 1))
    np.testing.assert_allclose(found[:2], 1 / TAGS, rtol=1e-6)


def test_neighbours_stand_beside_each_row() -> None:
    """With zeros beyond the ends, also where the text is shorter than the distance."""
    rows = np.array([[[1.0], [2.0], [3.0]]], np.float32)
    assert shifted(rows, 1).tolist() == [[[0, 1, 2], [1, 2, 3], [2, 3, 0]]]
    assert shifted(rows, 4).tolist() == [[[0, 1, 0], [0, 2, 0], [0, 3, 0]]]


def test_odds_sum_to_one_however_large() -> None:
    """No overflow."""
    assert softmax(np.array([[1000.0, 1000.0]], np.float32)).tolist() == [[0.5, 0.5]]


def test_tags_are_in_pairs() -> None:
    """The first word of a value, and the next ones; the last relation is that of corrections."""
    assert [first_tag(0), first_tag(1)] == [1, 3]
    assert first_tag(len(RELATIONS) - 1) + 2 == TAGS
    assert RELATIONS[-1] == CORRECTION


def test_a_damaged_file_is_named(tmp_path: Path) -> None:
    """With what to do."""
    path = tmp_path / "weights.npz"
    path.write_bytes(b"nothing")
    with pytest.raises(ConvographError, match=r"weights\.npz are damaged.*install convograph again"):
        Tagger.load(path)
    with pytest.raises(ConvographError, match="are damaged"):
        Tagger.load(tmp_path / "missing.npz")


def test_the_bundled_weights_have_the_shapes_of_the_code() -> None:
    """Few enough for a wheel of 30 MB with all others."""
    held = bundled_tagger()
    assert held.weights["tags"].shape[1] == TAGS
    assert held.weights["forces"].shape[1] == len(FORCES)
    assert held.weights["conv0"].shape[0] == 3 * (held.weights["vectors"].shape[1] + MARK_COUNT)
    assert len(held.weights["vectors"]) == len(held.numbers) + 1
    assert BUNDLED_FILE.stat().st_size <= 2_000_000


def _speaker(text: str):
    people = people_in(text, "Ana")
    return people[0], people
