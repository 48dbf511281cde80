"""Importance by the attention of a T5: G-Long's equations 1 and 2 on a model of random numbers."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from convograph.build import make_importance_scorer
from convograph.errors import InputError, MissingExtraError
from convograph.extractors.t5_importance import T5Importance, WindowScores, joined, windows_of
from convograph.types import Triplet
from support.tiny_models import tiny_t5

SESSION = (
    Triplet("Maria", "lives in", "Porto"),  # 5 tokens with the full stop
    Triplet("Ana", "likes", "dogs and cats"),  # 6
    Triplet("Ben", "owns", "a boat"),  # 5
)
OTHER = (Triplet("Ana", "likes", "the sea"), Triplet("Maria", "owns", "cats"))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a tiny T5."""
    return tiny_t5(tmp_path_factory.mktemp("t5"))


@pytest.fixture(scope="module")
def scorer(folder: Path) -> T5Importance:
    """The scorer as a user gets it."""
    return T5Importance(folder)


def by_hand(folder: Path, triplets: Sequence[Triplet], window: int = 1024) -> tuple[list[float], int]:
    """S of each triplet and M, by loops over what transformers says its attention is."""
    torch: Any = pytest.importorskip("torch")
    transformers: Any = pytest.importorskip("transformers")
    tokenizer = transformers.AutoTokenizer.from_pretrained(str(folder))
    model = transformers.T5ForConditionalGeneration.from_pretrained(str(folder), attn_implementation="eager").eval()
    read, owners = [], []
    for number, one in enumerate(triplets):
        text = f"{one.subject} {one.relation} {one.object}. "
        tokens = tokenizer(text, add_special_tokens=False)["input_ids"]
        read += tokens
        owners += [number] * len(tokens)
    read = read[:window]
    ids = torch.tensor([read])
    written = model.generate(input_ids=ids, num_beams=4, min_length=10, max_length=150, early_stopping=True)
    heads = model(input_ids=ids, decoder_input_ids=written, output_attentions=True).cross_attentions[-1][0].tolist()
    scores = [0.0] * len(triplets)
    for i in range(len(read)):
        for j in range(written.shape[1]):
            scores[owners[i]] += sum(head[j][i] for head in heads) / len(heads)
    return scores, written.shape[1]


@pytest.mark.models
@pytest.mark.parametrize("triplets", [SESSION, OTHER, SESSION[:1]], ids=["three", "two", "one"])
def test_scores_are_equations_1_and_2(folder: Path, scorer: T5Importance, triplets: Sequence[Triplet]) -> None:
    """The mean over the heads of the last decoder layer, summed over a triplet's tokens and all positions."""
    scores, length = by_hand(folder, triplets)
    (window,) = scorer.windows(triplets)
    np.testing.assert_allclose(window.scores, scores, rtol=1e-5, atol=1e-6)
    assert window.length == length


@pytest.mark.models
def test_scores_of_one_window_are_undivided(folder: Path, scorer: T5Importance) -> None:
    """S of equation 2 as it is: those of a session sum to M."""
    expected, length = by_hand(folder, SESSION)
    (scores,) = scorer.scores([SESSION])
    np.testing.assert_allclose(scores, expected, rtol=1e-5)
    assert scores.sum() == pytest.approx(length)
    assert len(set(scores.round(3))) == 3, "attention is far from uniform, so that the test can fail"


@pytest.mark.models
def test_scores_of_a_window_add_up_to_its_length(scorer: T5Importance) -> None:
    """At each of the M positions attention sums to 1, and every token belongs to a triplet."""
    (window,) = scorer.windows(SESSION)
    assert window.scores.sum() == pytest.approx(window.length, rel=1e-6)
    assert window.length >= 10


@pytest.mark.models
def test_sessions_are_scored_each_by_itself(scorer: T5Importance) -> None:
    """Neither order nor company of sessions matters; an empty one has no scores."""
    together = scorer.scores([SESSION, (), OTHER])
    assert [(one.shape, one.dtype) for one in together] == [((size,), np.float64) for size in (3, 0, 2)]
    for scores, session in zip(together, [SESSION, (), OTHER], strict=True):
        np.testing.assert_array_equal(scores, scorer.scores([session])[0])
        assert all(score >= 0 for score in scores)


@pytest.mark.models
def test_long_session_is_read_in_windows_of_whole_triplets(folder: Path) -> None:
    """Each window is what its triplets alone would be; by its M, and the mean of all M, they can be compared."""
    scorer = T5Importance(folder, window=11)
    windows = scorer.windows(SESSION)  # 5 + 6 tokens, then 5
    assert [len(window.scores) for window in windows] == [2, 1]
    expected = [*by_hand(folder, SESSION[:2])[0], *by_hand(folder, SESSION[2:])[0]]
    lengths = np.array([windows[0].length] * 2 + [windows[1].length])
    mean = (windows[0].length + windows[1].length) / 2
    np.testing.assert_allclose(scorer.scores([SESSION])[0], np.array(expected) / lengths * mean, rtol=1e-5)


@pytest.mark.models
def test_triplet_beyond_the_cut_has_no_score(folder: Path) -> None:
    """Cut at 8 tokens, the second keeps three of its six and the third none."""
    scorer = T5Importance(folder, window=8, too_long="truncate")
    (window,) = scorer.windows(SESSION)
    scores, _ = by_hand(folder, SESSION, window=8)
    np.testing.assert_allclose(window.scores, scores, rtol=1e-5, atol=1e-6)
    assert window.scores.sum() == pytest.approx(window.length, rel=1e-6)
    assert scorer.scores([SESSION])[0][2] == 0.0


@pytest.mark.models
def test_single_triplet_longer_than_the_window_is_cut(folder: Path) -> None:
    """It has a window of its own, of which its scores take all."""
    (first, second) = T5Importance(folder, window=4).windows(SESSION[:2])
    assert first.scores == pytest.approx([first.length], rel=1e-6)
    assert second.scores == pytest.approx([second.length], rel=1e-6)


@pytest.mark.models
def test_length_norm_divides_by_the_tokens(folder: Path, scorer: T5Importance) -> None:
    """5, 6 and 5 tokens."""
    (plain,), (normed,) = scorer.windows(SESSION), T5Importance(folder, length_norm=True).windows(SESSION)
    np.testing.assert_allclose(normed.scores, plain.scores / [5, 6, 5])


def test_scores_over_windows() -> None:
    """Scores 0.5, 1.5 of M = 2 and 0, 1 of M = 1 are 0.25, 0.75, 0 and 1 of M, which is 1.5 on average.

    Those of one window stay what they are, and no window has none.
    """
    windows = [WindowScores(np.array([0.5, 1.5]), 2), WindowScores(np.array([0.0, 1.0]), 1)]
    np.testing.assert_array_equal(joined(windows), [0.375, 1.125, 0.0, 1.5])
    np.testing.assert_array_equal(joined([WindowScores(np.array([0.1, 0.7]), 3)]), [0.1, 0.7])
    assert joined([]).shape == (0,)


@given(st.lists(st.integers(0, 12), max_size=20), st.integers(1, 12))
def test_windows_hold_each_triplet_once(sizes: list[int], window: int) -> None:
    """In order, and no window is longer than allowed unless a single triplet is; none could take the next one, too."""
    stretches = windows_of(sizes, window)
    assert [place for first, last in stretches for place in range(first, last)] == list(range(len(sizes)))
    assert all(sum(sizes[first:last]) <= window or last - first == 1 for first, last in stretches)
    assert all(sum(sizes[first : last + 1]) > window for first, last in stretches[:-1])


@pytest.mark.models
def test_fingerprint_is_that_of_weights_and_settings(folder: Path, scorer: T5Importance, tmp_path: Path) -> None:
    """A copy elsewhere is the same scorer; other numbers or another way to cut are another."""
    copy = Path(shutil.copytree(folder, tmp_path / "copy"))
    assert T5Importance(copy).fingerprint == scorer.fingerprint
    assert T5Importance(copy, window=512).fingerprint != scorer.fingerprint
    assert T5Importance(tiny_t5(tmp_path, seed=4)).fingerprint != scorer.fingerprint
    assert scorer.name == f"t5:{folder}"


@pytest.mark.models
def test_scorer_by_name(folder: Path) -> None:
    """What a user writes is the name that comes back."""
    assert make_importance_scorer(f"t5:{folder}").name == f"t5:{folder}"


def test_unknown_scorer_is_refused() -> None:
    """The message names what there is."""
    with pytest.raises(InputError, match=r"'bart'.*t5:<folder>"):
        make_importance_scorer("bart")


def test_without_transformers_the_install_line_is_printed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Whoever lacks the extra is told how to get it."""
    monkeypatch.setitem(sys.modules, "transformers", None)  # what Python takes for "not installed"
    with pytest.raises(MissingExtraError, match=r"pip install 'convograph\[models\]'"):
        T5Importance(tmp_path)


def test_model_is_never_looked_for_elsewhere() -> None:
    """A name of the hub is no folder."""
    with pytest.raises(InputError, match="no folder 't5-small'"):
        T5Importance("t5-small")


@pytest.mark.models
@pytest.mark.parametrize(
    ("config", "message"),
    [
        (None, "config.json cannot be read"),
        ("{", "config.json cannot be read"),
        ("[]", "not a JSON object"),
        ('{"model_type": "bert"}', "a model of type 'bert', not a T5"),
        ('{"model_type": "t5", "auto_map": {}}', "its own code"),
    ],
)
def test_folder_without_a_t5_is_refused(tmp_path: Path, config: str | None, message: str) -> None:
    """By its configuration, before anything is loaded."""
    pytest.importorskip("transformers", reason="the extra `models` is not installed")
    if config is not None:
        (tmp_path / "config.json").write_text(config)
    with pytest.raises(InputError, match=message):
        T5Importance(tmp_path)


@pytest.mark.models
def test_weights_that_are_missing_are_not_made_up(folder: Path, tmp_path: Path) -> None:
    """Transformers would put random numbers there and go on: a third decoder layer that was never saved."""
    copy = Path(shutil.copytree(folder, tmp_path / "copy"))
    config = json.loads((copy / "config.json").read_text())
    (copy / "config.json").write_text(json.dumps({**config, "num_decoder_layers": 3}))
    with pytest.raises(InputError, match=r"lack decoder\.block\.2"):
        T5Importance(copy)
    (copy / "model.safetensors").unlink()
    with pytest.raises(InputError, match="cannot load a T5"):
        T5Importance(copy)


@pytest.mark.models
@pytest.mark.parametrize(
    ("file", "content", "cause"),
    [
        ("model.safetensors", b"\x10", "SafetensorError: Error while deserializing header"),
        ("tokenizer.json", None, ""),
        ("tokenizer.json", b"{}", "KeyError: 'added_tokens'"),
        ("tokenizer.json", b'{"version": "1.0", "trunc', "JSONDecodeError"),
        ("tokenizer.json", b'{"model": {"type": "WordLevel", "vocab": 5}, "added_tokens": []}', "Exception: "),
    ],
)
def test_damaged_model_is_refused(folder: Path, tmp_path: Path, file: str, content: bytes | None, cause: str) -> None:
    """Whatever the library raises, one line names the folder, the cause and what to do."""
    copy = Path(shutil.copytree(folder, tmp_path / "copy"))
    (copy / file).unlink()
    if content is not None:
        (copy / file).write_bytes(content)
    with pytest.raises(InputError, match=r"cannot load a T5 model from .*copy'.*copy the whole model again") as error:
        T5Importance(copy)
    assert cause in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.models
@pytest.mark.parametrize("device", ["warp", "meta", "cuda:99"])
def test_device_that_is_not_there_is_refused(folder: Path, device: str) -> None:
    """Of no known name, without numbers, or one too many; the message names one that is there."""
    with pytest.raises(InputError, match=rf"no device '{device}' .*'cpu' is always available"):
        T5Importance(folder, device)


def test_unknown_way_to_shorten_is_refused(tmp_path: Path) -> None:
    """The message names those that there are."""
    with pytest.raises(InputError, match=r"'split'; the options are windows, truncate"):
        T5Importance(tmp_path, too_long="split")  # type: ignore[arg-type]
