"""Calibrates the support that an extractive answer needs: `LEAST_SUPPORT` of `convograph.answering`.

Each LongMemEval question (MIT licence) is asked of the memory with its evidence, and of the memory of another question,
without it. The threshold with the best balanced accuracy between the two is printed.

    python scripts/calibrate_answers.py DATA/longmemeval/longmemeval_oracle_dev.json.gz
"""

from __future__ import annotations

import gzip
import json
import sys
import tempfile
from pathlib import Path

import numpy as np

import convograph
from convograph.answering import support
from convograph.formats import read_file


def main(path: Path) -> None:
    """Print the threshold, its balanced accuracy, and both rates."""
    records = json.loads(gzip.decompress(path.read_bytes()))
    questions = {one["question_id"]: one["question"] for one in records}
    answerable = [name for name in questions if not name.endswith("_abs")]
    with tempfile.TemporaryDirectory() as folder, convograph.open(Path(folder) / "memory.db") as memory:
        for conversation in read_file(path):
            memory.for_owner(conversation.name).add(list(conversation.sessions))
        right = [_best(memory.for_owner(name), questions[name]) for name in answerable]
        others = answerable[1:] + answerable[:1]
        wrong = [
            _best(memory.for_owner(other), questions[name]) for name, other in zip(answerable, others, strict=True)
        ]
    thresholds = np.arange(0.3, 1.5, 0.05)
    kept = np.array([[np.mean(np.array(right) >= one), np.mean(np.array(wrong) < one)] for one in thresholds])
    best = int(kept.mean(axis=1).argmax())
    print(f"{len(right)} questions; threshold {thresholds[best]:.2f}: balanced accuracy {kept[best].mean():.3f}, ")
    print(f"answered where the evidence is {kept[best][0]:.3f}, declined where it is not {kept[best][1]:.3f}")
    for threshold, (answered, declined) in zip(thresholds, kept, strict=True):
        print(f"  {threshold:.2f}  {answered:.3f}  {declined:.3f}")


def _best(memory: convograph.Memory, question: str) -> float:
    supported = support(
        memory.recall(question, k=10),
        memory.architecture.encoder,
        memory.architecture.analyzer,
        memory.stats().speakers,
    )
    return supported[0].support if supported else -1.0


if __name__ == "__main__":
    main(Path(sys.argv[1]))
