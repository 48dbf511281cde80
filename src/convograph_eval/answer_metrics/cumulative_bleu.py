"""BLEU-1 to BLEU-4 of a reply against the real one, as the COCO caption scorer computes them.

Implemented here because the scorer's package (`pycocoevalcap`) needs Java to split words, `sacrebleu` smooths single
sentences, and `nltk`, which differs only by the scorer's small constants, would be a dependency for ten lines.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import accumulate
from math import exp
from operator import mul

from convograph_eval.answer_metrics.penn_words import penn_words

LONGEST = 4
_TINY, _SMALL = 1e-15, 1e-9  # the scorer's constants, added to numerator and denominator to avoid dividing by 0


def cumulative_bleu(reply: str, reference: str) -> tuple[float, ...]:
    """BLEU-1 to BLEU-4, each 0 to 1: the geometric mean of clipped n-gram precisions up to n, times the penalty.

    The penalty is exp(1 − |y|/|ŷ|) for a reply shorter than the reference, else 1 (Papineni et al., ACL 2002; Chen et
    al., "Microsoft COCO Captions", 2015). A reply without words scores 0.

    >>> [round(one, 4) for one in cumulative_bleu("I am a boy", "Am I a boy")]  # 4/4; 1/3 of pairs; none longer
    [1.0, 0.5774, 0.0, 0.0]
    """
    ours, theirs = penn_words(reply), penn_words(reference)
    precisions = [_precision(ours, theirs, size) for size in range(1, LONGEST + 1)]
    ratio = (len(ours) + _TINY) / (len(theirs) + _SMALL)
    penalty = exp(1 - 1 / ratio) if ratio < 1 and ours else float(bool(ours))
    return tuple(product ** (1 / size) * penalty for size, product in enumerate(accumulate(precisions, mul), start=1))


def n_grams(words: Sequence[str], size: int) -> list[tuple[str, ...]]:
    """All runs of `size` consecutive words, in order."""
    return list(zip(*(words[start:] for start in range(size)), strict=False))


def _precision(ours: Sequence[str], theirs: Sequence[str], size: int) -> float:
    said, wanted = n_grams(ours, size), n_grams(theirs, size)
    return ((Counter(said) & Counter(wanted)).total() + _TINY) / (len(said) + _SMALL)
