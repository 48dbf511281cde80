"""ROUGE-L: how much of a reply and its reference is their longest common subsequence?"""

from __future__ import annotations

from collections.abc import Sequence

from convograph_eval.answer_metrics.penn_words import penn_words

BETA = 1.2  # weights recall more, as in the COCO scorer; the package `rouge-score` only supports 1


def rouge_l(reply: str, reference: str) -> float:
    """(1 + β²)PR / (R + β²P) with P = lcs/|ŷ| and R = lcs/|y|, 0 to 1; 0 if no word is shared.

    Lin, "ROUGE", 2004, with the β of the COCO caption scorer.

    >>> round(rouge_l("the red car", "the car is red"), 4)  # lcs 2: P = 2/3, R = 1/2
    0.5571
    """
    ours, theirs = penn_words(reply), penn_words(reference)
    common = longest_common(ours, theirs)
    if not common:
        return 0.0
    precision, recall = common / len(ours), common / len(theirs)
    return (1 + BETA**2) * precision * recall / (recall + BETA**2 * precision)


def longest_common(ours: Sequence[str], theirs: Sequence[str]) -> int:
    """The length of the longest common subsequence.

    >>> longest_common("abcb", "acb")
    3
    """
    row = [0] * (len(theirs) + 1)
    for word in ours:
        before = row
        row = [0]
        for place, other in enumerate(theirs):
            row.append(before[place] + 1 if word == other else max(before[place + 1], row[place]))
    return row[-1]
