"""The folder of a training run: its examples, checkpoints, adapter, merged model, and record."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import file_digest
from pathlib import Path
from typing import Any

from convograph.errors import InputError
from convograph.formats.private_files import written
from convograph.local_models import configuration, model_folder, shown_folder
from convograph_eval.training.examples import Prepared, as_lines, digest_of

WHAT = "a chat model of transformers"
WEIGHTS = "*.safetensors"


@dataclass(frozen=True, slots=True)
class RunFolder:
    """The folder that a run writes to; the same run resumes in it, any other run is refused."""

    path: Path

    @property
    def record_file(self) -> Path:
        """Settings, data, base model and results, as JSON."""
        return self.path / "training.json"

    @property
    def held_out_file(self) -> Path:
        """The held-out examples, as JSON Lines."""
        return self.path / "held-out.jsonl"

    @property
    def checkpoints(self) -> Path:
        """The folder of checkpoints."""
        return self.path / "checkpoints"

    @property
    def adapter(self) -> Path:
        """The folder of the trained adapter."""
        return self.path / "adapter"

    @property
    def merged(self) -> Path:
        """The folder of the base model with the adapter merged into it."""
        return self.path / "merged"

    @property
    def is_merged(self) -> bool:
        """Whether the merged model is complete; its tokenizer is written last."""
        return (self.merged / "tokenizer_config.json").is_file()

    def record(self) -> dict[str, Any] | None:
        """The record of the run in this folder, `None` if there is none. Raises `InputError` if it cannot be read."""
        if not self.record_file.is_file():
            return None
        try:
            found = json.loads(self.record_file.read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise InputError(f"{self.record_file} cannot be read ({error}); name another folder") from error
        if not isinstance(found, dict):
            raise InputError(f"{self.record_file} is not the record of a training; name another folder")
        return found

    def begin(self, run: Mapping[str, Any], examples: Prepared) -> dict[str, Any]:
        """Begin or resume the run described by `run`, and return its record.

        Raises `InputError` if the folder has a run with other settings, data or base model, or other files.
        """
        found = self.record()
        if found is not None:
            if other := [name for name in run if found.get(name) != json.loads(json.dumps(run[name]))]:
                raise InputError(
                    f"{self.path} holds a run with other {', '.join(other)}; name another folder, or delete this one"
                )
            return self._with_examples(found, examples)
        if self.path.exists() and (not self.path.is_dir() or any(self.path.iterdir())):
            raise InputError(f"{self.path} exists, and is no folder of a training; name another folder")
        self.path.mkdir(parents=True, exist_ok=True)
        self.write(run)
        return self._with_examples(dict(run), examples)

    def _with_examples(self, record: dict[str, Any], examples: Prepared) -> dict[str, Any]:
        """Write the examples unless they are there, and return the record."""
        for file, some in ((self.path / "train.jsonl", examples.train), (self.held_out_file, examples.held_out)):
            if not file.exists():
                _write(file, as_lines(some))
        return record

    def write(self, record: Mapping[str, Any]) -> None:
        """Write the record atomically."""
        _write(self.record_file, json.dumps(record, ensure_ascii=False, indent=1) + "\n")


def described_data(examples: Prepared) -> dict[str, Any]:
    """Counts and digests of the training examples and the held-out ones."""
    return {
        "train": len(examples.train),
        "train_digest": digest_of(examples.train),
        "held_out": len(examples.held_out),
        "held_out_digest": digest_of(examples.held_out),
        "left_out": dict(examples.left_out),
    }


def described_base(folder: Path) -> dict[str, str]:
    """A description of the base model: its folder's name, its architecture, and a digest of each weights file.

    Raises `InputError` if the folder has no model, or one with custom code; nothing is downloaded.
    """
    path = model_folder(folder, WHAT)
    values = configuration(path, "config.json", WHAT)
    files = sorted(path.glob(WEIGHTS))
    if not files:
        raise InputError(f"{shown_folder(path)} has no weights ({WEIGHTS}); copy the whole model")
    architectures = values.get("architectures")
    kind = architectures[0] if isinstance(architectures, list) and architectures else "unknown"
    return {"folder": path.resolve().name, "architecture": str(kind), **{one.name: _digest(one) for one in files}}


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return file_digest(file, "sha256").hexdigest()[:16]


def _write(path: Path, text: str) -> None:
    with written(path) as file:
        file.write(text)
