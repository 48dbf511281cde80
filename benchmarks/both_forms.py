"""Whether scores of both forms of conversation compare: one owner talks with people and with an assistant.

    python -m benchmarks.both_forms LOCOMO LONGMEMEVAL [--haystacks 50]

Each conversation of LoCoMo shares a memory with haystacks of LongMemEval, one at a time: its questions are asked beside
the first, each haystack's own question beside one of the conversations in turn. A table of Markdown: questions with a
gold turn among five, alone and beside, and the share of the first five turns that are of the other form. Weights are
those that never saw the haystack.
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
class Asked:
    """A question asked in two memories: whether gold is among the first five, and the share of strangers beside."""

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


def ask(case: Case, other: Case, never_seen: Case) -> Iterator[Asked]:
    """The questions of a case, asked alone and beside another conversation, by weights that left `never_seen` out."""
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
                yield Asked(not gold.isdisjoint(first), not gold.isdisjoint(second), strange)


def table(asked: Mapping[str, Sequence[Asked]]) -> Table:
    """A row for each form."""
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
