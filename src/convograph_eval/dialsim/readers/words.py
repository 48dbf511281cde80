"""The most supported choice by words alone: the baseline for readers without a chat model.

The question together with each option is a BM25 query over the lines found. The option with the highest-scoring line
is chosen, among lines that contain a word of the option. The last option is chosen if there is no such line.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from time import perf_counter

import numpy as np

from convograph.graph.bm25 import empty_postings
from convograph.terms import ENGLISH
from convograph_eval.dialsim.agents import DialsimQuestion, FoundEvidence
from convograph_eval.dialsim.readers.types import Reply
from convograph_eval.dialsim.readers.wording import reply_in
from convograph_eval.dialsim.shows.types import LETTERS


@dataclass(frozen=True, slots=True)
class WordReader:
    """Replies in the format `form`."""

    form: str

    def read(self, asked: DialsimQuestion, found: FoundEvidence) -> Reply:
        """The most supported choice."""
        start = perf_counter()
        choice = most_supported(asked.text, asked.options, [f"{one.speaker}: {one.text}" for one in found.lines])
        return Reply(reply_in(self.form, asked.options, choice), perf_counter() - start)


def most_supported(question: str, options: Sequence[str], lines: Sequence[str]) -> int:
    """The index of the option with the most support in the lines by BM25; the first on ties, the last without support.

    An option's words that are also in the question do not distinguish it, and are left out.
    """
    postings = empty_postings().extended(*ENGLISH.hashes(lines))
    _, asked = ENGLISH.hashes([question])
    support = [0.0]
    base = postings.scores(asked)
    for option in options[:-1]:
        _, own = ENGLISH.hashes([option])
        own = np.setdiff1d(own, asked)
        gained = postings.scores(own)
        support.append(float((base + gained)[gained > 0].max(initial=0.0)))
    best = int(np.argmax(support))
    return len(LETTERS) - 1 if best == 0 else best - 1
