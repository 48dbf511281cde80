"""Tests whether scores are comparable between chats among people and chats with an assistant of the same owner.

    python -m benchmarks.both_forms LOCOMO LONGMEMEVAL [--haystacks 50]

Each memory holds one LoCoMo conversation and one LongMemEval haystack. Questions of each LoCoMo conversation are asked
with one haystack added, the question of each haystack with one of the conversations added, in rotation. Prints a
Markdown table: questions with a gold turn among the first five hits, alone and with the other conversation, and the
share of the first five turns that come from the other. The ranker weights never saw the haystack.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path

import numpy as np

import convograph
from benchmarks.reordering import default_ranker
from benchmarks.tables import Table, share
from convograph_eval.datasets import Case, load, turn_ids

CUT = 5


@dataclass(frozen=True)
class QuestionOutcome:
    """A question asked in two memories: whether gold is among the first five, and the share of the other's turns."""

    alone: bool
    beside: bool
    strange: float


def main() -> None:
    """Ask all questions twice and print the table."""
    given = _arguments()
    people = load("locomo", given.locomo).cases
    assistants = load("longmemeval", given.longmemeval).cases[: given.haystacks]
    found = {
        "of people": [one for case, other in zip(people, assistants, strict=False) for one in ask(case, other, other)],
        "to an assistant": [
            one for case, other in zip(assistants, cycle(people), strict=False) for one in ask(case, other, case)
        ],
    }
    print(table(found).markdown())


def ask(case: Case, other: Case, never_seen: Case) -> Iterator[QuestionOutcome]:
    """Ask a case's questions alone and with another conversation, by weights trained without `never_seen`."""
    ranker = default_ranker(never_seen)
    own = {turn for session in case.conversation.sessions for turn in turn_ids(session)}
    with (
        convograph.open(":memory:", architecture=ranker) as alone,
        convograph.open(":memory:", architecture=ranker) as beside,
    ):
        alone.add(list(case.conversation.sessions))
        beside.add([*case.conversation.sessions, *other.conversation.sessions])
        for question in case.questions:
            gold = set(question.gold_turns)
            if gold and not question.abstention:
                first, second = (
                    [
                        hit.id
                        for hit in memory.recall(question.text, k=CUT, asked_at=question.asked_at, touch=False).hits
                    ]
                    for memory in (alone, beside)
                )
                strange = float(np.mean([turn not in own for turn in second])) if second else 0.0
                yield QuestionOutcome(not gold.isdisjoint(first), not gold.isdisjoint(second), strange)


def table(asked: Mapping[str, Sequence[QuestionOutcome]]) -> Table:
    """One row per form of conversation."""
    rows = [
        (
            f"{form} ({len(of)})",
            share(float(np.mean([one.alone for one in of]))),
            share(float(np.mean([one.beside for one in of]))),
            share(float(np.mean([one.strange for one in of]))),
        )
        for form, of in asked.items()
    ]
    return Table((f"questions, hit@{CUT}", "alone", "beside the other", "turns of the other"), tuple(rows))


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("locomo", type=Path)
    parser.add_argument("longmemeval", type=Path)
    parser.add_argument("--haystacks", type=int, default=50)
    return parser.parse_args()


if __name__ == "__main__":
    main()
