"""`convograph-eval train-extractor`: plans and refusals without a model, a whole run with a tiny one."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from convograph_eval.cli.commands import app
from convograph_eval.language.personaext.corpus import read_personaext
from convograph_eval.training.examples import prepared
from convograph_eval.training.triplets import triplet_examples
from support.shell import Run, call
from support.tiny_models import tiny_chat
from support.training import coqa, personaext

SMALL = ("--no-quantize", "--epochs", "3", "--batch", "2", "--accumulation", "1", "--rank", "4", "--held-out", "0.2")


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Run:
    """Calls the command and checks its exit code."""
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.setenv("NO_COLOR", "1")

    return lambda *arguments, **options: call("train-extractor", *arguments, **options, by=app)


def words(text: str) -> str:
    """A text without line breaks."""
    return " ".join(text.split())


def test_a_plan_counts_examples(run: Run, tmp_path: Path) -> None:
    """Of both tasks, with what is left out; without a model, a folder or torch."""
    data = personaext(tmp_path / "data")
    apart = personaext(tmp_path / "dev", (("i love jazz", [0], [2], "like_activity"),))
    said = words(run("--data", data, "--leave-out", apart, "--plan", "--held-out", "0").stdout)
    assert "triplets · 4 examples, 0 held out" in said
    assert "left out: a head that the sentence alone does not resolve 1" in said
    assert "left out: also in the sentences to leave out 1" in said
    limited = words(run("--data", data, "--plan", "--held-out", "0", "--limit", "2").stdout)
    assert "triplets · 2 examples, 0 held out" in limited
    assert "left out: beyond the limit 3" in limited
    file = coqa(tmp_path / "coqa.json")
    said = words(run("--task", "deliberation", "--data", file, "--plan", "--held-out", "0").stdout)
    assert "left out: a question without evidence 1" in said
    assert sorted(tmp_path.iterdir()) == sorted([data, apart, file])


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--task", "poems"], "no task is called 'poems'; the tasks are triplets, deliberation"),
        ([], "name the base model's folder and that of the run"),
        (["--plan", "--held-out", "1"], "cannot be held out"),
        (["--plan", "--epochs", "0"], "epochs is 0; give 1 or more"),
        (["--plan", "--leave-out", "nowhere"], "no file *.jsonl"),
        (["--task", "deliberation", "--leave-out", "x", "--plan"], "--leave-out is for --task triplets"),
    ],
)
def test_wrong_use_is_one_line(run: Run, tmp_path: Path, arguments: list[str], says: str) -> None:
    """Exit code 2."""
    assert says in words(run("--data", personaext(tmp_path), *arguments, exits=2).stderr)


def test_the_extra_is_named_where_it_is_missing(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before anything is written."""
    monkeypatch.setitem(sys.modules, "trl", None)
    monkeypatch.setitem(sys.modules, "datasets", None)
    data = personaext(tmp_path / "data")
    failed = run("--data", data, "--base", tmp_path, "--output", tmp_path / "run", *SMALL, exits=2)
    assert "pip install 'convograph[training]'" in words(failed.stderr)
    assert not (tmp_path / "run").exists()


@pytest.mark.models
def test_a_whole_run(run: Run, tmp_path: Path) -> None:
    """Trained, merged, recorded; the same command again trains nothing, other settings are refused."""
    pytest.importorskip("trl", reason="the extra `training` is not installed")
    data, output = personaext(tmp_path / "data"), tmp_path / "run"
    some = prepared(triplet_examples(read_personaext(data)), 0).train
    base = tiny_chat(tmp_path / "base", [message.content for one in some for message in one.prompt])
    arguments = ("--data", data, "--base", base, "--output", output, *SMALL)
    said = words(run(*arguments).stdout)
    assert "loss of the last step" in said
    record = json.loads((output / "training.json").read_text())
    assert (record["settings"]["rank"], record["settings"]["alpha"], record["task"]) == (4, 4, "triplets")
    assert record["data"]["train"] + record["data"]["held_out"] == 5
    assert not (output / "merged").exists()
    changed = (output / "adapter" / "adapter_model.safetensors").stat().st_mtime_ns
    assert f"model: {output / 'merged'}" in run(*arguments, "--merge").stdout
    assert (output / "merged" / "model.safetensors").is_file()
    assert (output / "adapter" / "adapter_model.safetensors").stat().st_mtime_ns == changed
    refused = run(*arguments, "--epochs", "4", exits=2)
    assert "holds a run with other settings" in words(refused.stderr)
    missing = run("--data", data, "--base", tmp_path / "none", "--output", tmp_path / "two", *SMALL, exits=2)
    assert "no folder" in words(missing.stderr)
