"""Reliability of `unified`'s probabilities: losses at the default threshold, risk by coverage, calibration of hits.

    python -m benchmarks.certainty DATASET DATA [--small-talk FILE]

Prints four Markdown tables with a column per form of conversation. Each conversation is asked its own questions,
answerable or not, and as many of the next conversation and as many lines of small talk, at most `MOST` of either.
Conversations that the ranker is trained on are scored by weights that never saw them. The best scores of plain search
(`RIVALS`) are there to compare: they separate messages too, but are no probabilities.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Literal

import numpy as np
import numpy.typing as npt

import convograph
from benchmarks.reordering import default_ranker
from benchmarks.tables import Table, share
from convograph.memory import Memory
from convograph.memory.recalling.likelihood import MIN_PROBABILITY
from convograph.protocols import Architecture
from convograph.segmentation import is_role
from convograph.types import Recall
from convograph_eval.datasets import DATASETS, Case, Question, load

SMALL_TALK = Path(__file__).parents[1] / "data" / "small_talk" / "held_out.txt"
HITS = 5
MOST = 60
COVERAGES = (1.0, 0.9, 0.75, 0.5, 0.25)
BINS = (0.0, 0.1, 0.2, 0.3, 0.5, 0.7, 1.0)
WHOLE_BINS = (0.0, 0.15, 0.3, 0.5, 0.7, 0.85, 1.0)
RIVALS = {"bm25": "BM25's best score", "dense": "the best cosine"}

Kind = Literal["answerable", "in vain", "elsewhere", "small talk"]
"""A question the conversation answers; one it does not answer; one about another conversation; no question."""

OTHERS: Mapping[Kind, str] = {
    "small talk": "small talk",
    "elsewhere": "questions of other conversations",
    "in vain": "questions asked in vain",
}
Values = npt.NDArray[np.float64]


@dataclass(frozen=True)
class MessageOutcome:
    """A message, the probability that anything answers it, and the probability of each hit.

    `form` is the form of the conversation; `gold` says which hits are evidence turns; `rivals` has the best score of
    each of `RIVALS`, 0 without a hit.
    """

    kind: Kind
    form: str
    probability: float
    hits: tuple[float, ...]
    gold: tuple[bool, ...]
    rivals: Mapping[str, float]

    @property
    def is_found(self) -> bool:
        """Whether a hit is an evidence turn."""
        return any(self.gold)


def main() -> None:
    """Ask all messages and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("dataset", choices=DATASETS)
    parser.add_argument("data", type=Path, help="its file, or the folder of the chronicles")
    parser.add_argument("--small-talk", type=Path, default=SMALL_TALK, help="lines of small talk")
    given = parser.parse_args()
    cases = load(given.dataset, given.data).cases
    lines = given.small_talk.read_text(encoding="utf-8").splitlines()
    others = (*cases[1:], cases[0])
    asked = [one for place, case in enumerate(cases) for one in ask(case, others[place], lines, place * MOST)]
    by_form = {form: [one for one in asked if one.form == form] for form in sorted({one.form for one in asked})}
    for made in (separation, risk_by_coverage, reliability, whole_reliability):
        print(made(by_form).markdown(), end="\n\n")


def ask(case: Case, other: Case, lines: Sequence[str], first: int) -> Iterator[MessageOutcome]:
    """Ask a case's own questions, then questions of another case, then the lines from `first` on."""
    has_role = any(is_role(turn.speaker) for session in case.conversation.sessions for turn in session.turns)
    form = "somebody with an assistant" if has_role else "people among themselves"
    architectures: tuple[Architecture | str, ...] = (default_ranker(case), *RIVALS)
    with ExitStack() as opened:
        ranker, *plain = (opened.enter_context(convograph.open(":memory:", architecture=one)) for one in architectures)
        for memory in (ranker, *plain):
            memory.add(list(case.conversation.sessions))
        for kind, question in _messages(case, other, lines, first):
            recall = _recall(ranker, question)
            wanted = set(question.gold_turns) if kind == "answerable" else set()
            best = {name: _best(_recall(memory, question)) for name, memory in zip(RIVALS, plain, strict=True)}
            yield MessageOutcome(
                kind,
                form,
                recall.probability or 0.0,
                tuple(hit.probability or 0.0 for hit in recall.hits),
                tuple(hit.turns[0].id in wanted for hit in recall.hits),
                best,
            )


def _messages(case: Case, other: Case, lines: Sequence[str], first: int) -> Iterator[tuple[Kind, Question]]:
    count = min(MOST, len(case.questions))
    for question in case.questions:
        if question.abstention or question.gold_turns:
            yield "in vain" if question.abstention else "answerable", question
    for question in [one for one in other.questions if not one.abstention][:count]:
        yield "elsewhere", replace(question, as_of=None, recent=())
    for number in range(count):
        line = lines[(first + number) % len(lines)]
        yield "small talk", replace(case.questions[0], text=line, asked_at=None, as_of=None, recent=())


def _recall(memory: Memory, question: Question) -> Recall:
    return memory.recall(
        question.text, k=HITS, asked_at=question.asked_at, as_of=question.as_of, recent=question.recent
    )


def _best(recall: Recall) -> float:
    return max((hit.score for hit in recall.hits), default=0.0)


def separation(by_form: Mapping[str, Sequence[MessageOutcome]]) -> Table:
    """What the default threshold costs answerable questions, and how well probability separates them from others."""
    columns = [_separation(asked) for asked in by_form.values()]
    return Table(("", *by_form), tuple((name, *(column[name] for column in columns)) for name in columns[0]))


def _separation(asked: Sequence[MessageOutcome]) -> dict[str, str]:
    answerable = [one for one in asked if one.kind == "answerable"]
    below = [one for one in answerable if one.probability < MIN_PROBABILITY]
    rows = {
        "answerable questions": str(len(answerable)),
        f"… below {MIN_PROBABILITY}": share(len(below) / len(answerable)),
        f"… that had gold among {HITS} hits, of all": share(sum(one.is_found for one in below) / len(answerable)),
    }
    for kind, name in OTHERS.items():
        others = [one for one in asked if one.kind == kind]
        shown = sum(one.probability >= MIN_PROBABILITY for one in others)
        area = auroc([one.probability for one in answerable], [one.probability for one in others])
        rows[f"AUROC against {name}; of these not below {MIN_PROBABILITY}"] = (
            f"{share(area)}; {shown} of {len(others)}" if others else "–"
        )
        for rival, score in RIVALS.items():
            area = auroc([one.rivals[rival] for one in answerable], [one.rivals[rival] for one in others])
            rows[f"… by {score}, against {name}"] = share(area) if others else "–"
    return rows


def auroc(higher: Sequence[float], lower: Sequence[float]) -> float:
    """The probability that a value of `higher` exceeds one of `lower`; ties count half; 0.5 if either is empty.

    >>> auroc([0.9, 0.5], [0.5, 0.1])
    0.875
    """
    if not higher or not lower:
        return 0.5
    differences = np.array(higher)[:, None] - np.array(lower)[None, :]
    return float((differences > 0).mean() + (differences == 0).mean() / 2)


def risk_by_coverage(by_form: Mapping[str, Sequence[MessageOutcome]]) -> Table:
    """For the conversation's own questions: the share without gold among their hits, by share of likeliest questions.

    Unanswerable questions never have gold.
    """
    risks = [risk([one for one in asked if one.kind in ("answerable", "in vain")]) for asked in by_form.values()]
    rows = tuple(
        (f"the likeliest {coverage:.0%}", *(share(column[place]) for column in risks))
        for place, coverage in enumerate(COVERAGES)
    )
    return Table(("questions to the conversation without gold among five hits", *by_form), rows)


def risk(asked: Sequence[MessageOutcome]) -> list[float]:
    """The share without gold among the likeliest questions, for each of `COVERAGES`."""
    likeliest = sorted(asked, key=lambda one: -one.probability)
    missed = np.array([not one.is_found for one in likeliest])
    return [float(missed[: max(1, round(coverage * len(missed)))].mean()) for coverage in COVERAGES]


def reliability(by_form: Mapping[str, Sequence[MessageOutcome]]) -> Table:
    """Hits of the conversation's own questions, binned by probability: mean probability, share of gold, count."""
    columns = {f"{form}: mean, gold (hits)": _reliability(asked) for form, asked in by_form.items()}
    return _by_bin("probability of a hit", [f"{low:.1f} to {high:.1f}" for low, high in pairwise(BINS)], columns)


def _reliability(asked: Sequence[MessageOutcome]) -> Iterator[str]:
    questions = [one for one in asked if one.kind in ("answerable", "in vain")]
    likely = np.array([probability for one in questions for probability in one.hits])
    gold = np.array([right for one in questions for right in one.gold])
    return _cells(binned(likely, gold, BINS))


def whole_reliability(by_form: Mapping[str, Sequence[MessageOutcome]]) -> Table:
    """All messages, binned by the probability that anything answers: mean probability, share answerable, count.

    Answerable messages and all others have equal total weight, as in the fit.
    """
    columns = {f"{form}: mean, answerable (messages)": _whole_reliability(asked) for form, asked in by_form.items()}
    return _by_bin("probability of a recall", [f"{low:g} to {high:g}" for low, high in pairwise(WHOLE_BINS)], columns)


def _whole_reliability(asked: Sequence[MessageOutcome]) -> Iterator[str]:
    answerable = np.array([one.kind == "answerable" for one in asked])
    weights = np.where(answerable, 1 / max(1, answerable.sum()), 1 / max(1, (~answerable).sum()))
    return _cells(binned(np.array([one.probability for one in asked]), answerable, WHOLE_BINS, weights))


def _by_bin(what: str, bins: Sequence[str], columns: Mapping[str, Iterable[str]]) -> Table:
    """One row per bin; columns have a cell for each."""
    return Table((what, *columns), tuple(zip(bins, *columns.values(), strict=True)))


def _cells(bins: Iterable[tuple[float, float, int]]) -> Iterator[str]:
    for mean, right, count in bins:
        yield f"{share(mean)}, {share(right)} ({count:,})" if count else "–"


def binned(
    likely: Values, right: npt.NDArray[np.bool_], edges: Sequence[float], weights: Values | None = None
) -> Iterator[tuple[float, float, int]]:
    """The weighted mean probability and share of `right`, and the count, between edges; zeros for an empty bin."""
    weights = np.ones(len(likely)) if weights is None else weights
    which = np.digitize(likely, edges[1:-1])
    for place in range(len(edges) - 1):
        inside = which == place
        share_of = weights[inside] / weights[inside].sum() if inside.any() else weights[inside]
        yield float(share_of @ likely[inside]), float(share_of @ right[inside]), int(inside.sum())


if __name__ == "__main__":
    main()
