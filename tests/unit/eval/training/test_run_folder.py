"""Settings of a training, and the folder of a run: begun once, resumed by the same run, refused to any other."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from convograph.errors import InputError
from convograph_eval.language.personaext.corpus import MarkedSentence, MarkedTriplet
from convograph_eval.training.examples import Prepared, prepared
from convograph_eval.training.run_folder import RunFolder, described_base, described_data
from convograph_eval.training.settings import PAPER, TuningSettings
from convograph_eval.training.triplets import triplet_examples


@pytest.fixture
def examples() -> Prepared:
    """Twenty, some of them held out."""
    dogs = [MarkedSentence(f"i have {number} dogs", (MarkedTriplet("i", "dogs", "have_pet"),)) for number in range(20)]
    return prepared(triplet_examples(dogs), 0.3)


@pytest.fixture
def base(tmp_path: Path) -> Path:
    """What looks like a model's folder."""
    folder = tmp_path / "base"
    folder.mkdir()
    (folder / "config.json").write_text('{"architectures": ["LlamaForCausalLM"]}')
    (folder / "model.safetensors").write_bytes(b"weights")
    return folder


def test_the_defaults_are_the_papers() -> None:
    """G-Long, section 1.3: r 32, alpha 32, dropout .05, 10 epochs, 2e-4, 16 a device, 16 accumulated, 4 bits."""
    assert (PAPER.rank, PAPER.alpha, PAPER.dropout, PAPER.epochs, PAPER.learning_rate) == (32, 32, 0.05, 10, 2e-4)
    assert (PAPER.batch, PAPER.accumulation, PAPER.longest, PAPER.quantize) == (16, 16, 4096, True)


@pytest.mark.parametrize(
    ("setting", "value"),
    [
        ("epochs", 0),
        ("rank", -1),
        ("batch", 0),
        ("longest", 0),
        ("dropout", 1.0),
        ("learning_rate", 0.0),
        ("learning_rate", float("nan")),
        ("seed", -1),
    ],
)
def test_settings_that_no_training_can_have(setting: str, value: float) -> None:
    """Each is named with what to give."""
    with pytest.raises(InputError, match=f"{setting} is .*; give"):
        TuningSettings(**{setting: value})  # type: ignore[arg-type]


def test_a_run_is_begun_once_and_resumed(tmp_path: Path, examples: Prepared) -> None:
    """With its examples beside the record; what was recorded since comes back."""
    folder, run = RunFolder(tmp_path / "runs" / "one"), {"task": "triplets", "data": described_data(examples)}
    assert folder.begin(run, examples) == run
    lines = folder.held_out_file.read_text().splitlines()
    assert [json.loads(line)["group"] for line in lines] == [one.group for one in examples.held_out]
    folder.write({**run, "steps": 3})
    assert folder.begin(run, examples)["steps"] == 3


def test_another_run_is_refused_by_what_differs(tmp_path: Path, examples: Prepared) -> None:
    """Settings and data are named; so is a folder that holds something else, or a record that cannot be read."""
    folder, run = RunFolder(tmp_path / "run"), {"task": "triplets", "data": described_data(examples)}
    folder.begin(run, examples)
    with pytest.raises(InputError, match="holds a run with other task; name another folder"):
        folder.begin({**run, "task": "deliberation"}, examples)
    folder.record_file.write_text("{")
    with pytest.raises(InputError, match="cannot be read"):
        folder.begin(run, examples)
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "letter.txt").write_text("Dear Ana")
    with pytest.raises(InputError, match="is no folder of a training"):
        RunFolder(tmp_path / "other").begin(run, examples)
    with pytest.raises(InputError, match="is no folder of a training"):
        RunFolder(tmp_path / "other" / "letter.txt").begin(run, examples)


def test_data_are_described_by_counts_and_digests(examples: Prepared) -> None:
    """Another example has another digest."""
    said = described_data(examples)
    assert (said["train"], said["held_out"]) == (len(examples.train), len(examples.held_out))
    fewer = described_data(Prepared(examples.train[1:], examples.held_out, {}))
    assert said["train_digest"] != fewer["train_digest"]
    assert said["held_out_digest"] == fewer["held_out_digest"]


def test_a_base_model_is_known_by_its_weights(base: Path) -> None:
    """By a digest of each file."""
    said = described_base(base)
    assert (said["folder"], said["architecture"]) == ("base", "LlamaForCausalLM")
    (base / "model.safetensors").write_bytes(b"others")
    assert described_base(base)["model.safetensors"] != said["model.safetensors"]


@pytest.mark.parametrize(
    ("config", "says"),
    [
        (None, "config.json cannot be read"),
        ({"auto_map": {}}, "comes with its own code"),
        ({}, r"has no weights \(\*\.safetensors\)"),
    ],
)
def test_a_folder_without_a_model_is_refused(base: Path, config: dict[str, Any] | None, says: str) -> None:
    """Nothing is downloaded in its place, and no code of it is run."""
    (base / "model.safetensors").unlink()
    (base / "config.json").unlink()
    if config is not None:
        (base / "config.json").write_text(json.dumps(config))
    with pytest.raises(InputError, match=says):
        described_base(base)
    with pytest.raises(InputError, match="no folder"):
        described_base(base / "nowhere")
