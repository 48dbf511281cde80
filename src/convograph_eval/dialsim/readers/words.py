"""The most supported choice by words alone: what any reader without a model must beat.

The question with each option is a query over the lines found; the option whose best line scores highest by BM25, beyond
what the question scores by itself, is chosen. The last option is chosen if no line supports any.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from time import perf_counter

import numpy as np

from convograph.graph.bm25 import empty_postings
from convograph.terms import ENGLISH
from convograph_eval.dialsim.agents import DialsimQuestion, Found
from convograph_eval.dialsim.readers.types import Reply
from convograph_eval.dialsim.readers.wording import reply_in
from convograph_eval.dialsim.shows.types import LETTERS


@dataclass(frozen=True, slots=True)
class WordReader:
    """Replies in the form `form`."""

    form: str

    def read(self, asked: DialsimQuestion, found: Found) -> Reply:
        """The most supported choice."""
        start = perf_counter()
        choice = most_supported(asked.text, asked.options, [f"{one.speaker}: {one.text}" for one in found.lines])
        return Reply(reply_in(self.form, asked.options, choice), perf_counter() - start)


def most_supported(question: str, options: Sequence[str], lines: Sequence[str]) -> int:
    """The place of the option that the lines support most by BM25; of equal ones, the first; the last if none is.

    Words of an option that the question has too do not tell it from others, and are left out.
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
