"""Fit the weights by which a choice is read from what was found: `convograph_eval.dialsim.readers.evidence`.

    python scripts/calibrate_choices.py data/chronicles

Fitted on the chronicles (Apache-2.0), whose questions get options from other answers of the same conversation. Each is
asked at its own moment, when it can be answered; one in four also before its first piece of evidence was said, when it
cannot. What is read is packed from what `unified` recalls, by weights that never saw the conversation. Writes the
weights that ship, and for each chronicle those that leave it out; prints what these are worth beside the choice that
words alone support most, with paired intervals. Minutes on two cores.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from random import Random

import numpy as np
import numpy.typing as npt

import convograph_eval.dialsim.readers.evidence as reader
from convograph.build import open_memory
from convograph.context import DEFAULT_BUDGET, hits_for
from convograph.encoders.static import bundled_encoder
from convograph.times import parse_said
from convograph_eval.architectures import architecture_for
from convograph_eval.comparison import RESAMPLES, interval, resampled_means
from convograph_eval.datasets import Case, Question, load
from convograph_eval.dialsim.agents import AskedQuestion
from convograph_eval.dialsim.agents.memory import packed_lines
from convograph_eval.dialsim.readers.support import FEATURES, support
from convograph_eval.dialsim.readers.words import most_supported
from convograph_eval.dialsim.shows import LETTERS, options_for
from train_ranker import Choice, fit

ONE_IN = 4  # of the answerable questions, asked before their evidence: with the unanswerable ones, a fifth of all
PENALTY = 3.0  # on squared weights of standardised features, for all questions together
DECIMALS = 3

Matrix = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Asked:
    """A question at a moment: its case, its group, features (choices, features), the right and the words' choice."""

    case: str
    group: str
    features: Matrix
    gold: int
    words: int

    @property
    def right(self) -> npt.NDArray[np.bool_]:
        """Which choice is right."""
        return np.arange(len(LETTERS)) == self.gold


def main() -> None:
    """Fit, write and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("chronicles", type=Path)
    parser.add_argument("--processes", type=int, default=2)
    given = parser.parse_args()
    cases = load("chronicles", given.chronicles).cases
    with ProcessPoolExecutor(given.processes) as pool:
        asked = [one for rows in pool.map(table, cases) for one in rows]
    weights = {reader.EVERYTHING: fitted(asked)}
    weights |= {case.conversation.name: fitted(_without(asked, case.conversation.name)) for case in cases}
    report(asked, weights)
    write(weights)


def table(case: Case) -> list[Asked]:
    """The questions of a chronicle, each at its moment, and some before their evidence."""
    name = case.conversation.name
    options = options_for(case.questions, Random(f"choices/{name}"))  # noqa: S311 - no secret
    made = architecture_for("unified", bundled_encoder(), "turn", conversation=name)
    with open_memory(":memory:", architecture=made) as memory:
        memory.add(list(case.conversation.sessions))
        found = []
        for question, group, moment in _moments(case):
            if question.id not in options:
                continue
            recall = memory.recall(
                question.text, k=hits_for(DEFAULT_BUDGET), asked_at=moment, as_of=moment, touch=False
            )
            asked = AskedQuestion("", "", question.text, options[question.id], parse_said(moment))
            lines = packed_lines(memory.pack(recall, DEFAULT_BUDGET), asked.said)
            gold = len(LETTERS) - 1
            if group == "answerable" and question.answer is not None:
                gold = asked.options.index(question.answer)
            words = most_supported(asked.text, asked.options, [f"{line.speaker}: {line.text}" for line in lines])
            found.append(Asked(name, group, support(asked, lines, bundled_encoder()), gold, words))
        return found


def _moments(case: Case) -> Iterator[tuple[Question, str, datetime]]:
    """The questions with their group and the moment of asking."""
    begun = {session.id: session.said.local for session in case.conversation.sessions if session.said is not None}
    first = min(begun.values())
    answerable = 0
    for question in case.questions:
        if question.asked_at is None:
            continue
        yield question, "unanswerable" if question.abstention else "answerable", question.asked_at
        if question.abstention or not question.gold_sessions:
            continue
        answerable += 1
        before = min(begun[session] for session in question.gold_sessions) - timedelta(minutes=1)
        if answerable % ONE_IN == 0 and before > first:
            yield question, "too early", before


def fitted(asked: Sequence[Asked]) -> Matrix:
    """The weights of the features."""
    return fit([Choice(one.features, one.right) for one in asked], PENALTY)


def _without(asked: Sequence[Asked], case: str) -> list[Asked]:
    return [one for one in asked if one.case != case]


def report(asked: Sequence[Asked], weights: Mapping[str, Matrix]) -> None:
    """Print the shares that are right, by weights that left the conversation out, and by words alone."""
    for name, weight in zip(FEATURES, weights[reader.EVERYTHING].tolist(), strict=True):
        print(f"{name:20} {weight:8.2f}")
    fits = np.array([float((one.features @ weights[one.case]).argmax() == one.gold) for one in asked])
    words = np.array([float(one.words == one.gold) for one in asked])
    groups = np.array([one.group for one in asked])
    for group in ("all", *dict.fromkeys(groups.tolist())):
        rows = np.ones(len(asked), bool) if group == "all" else groups == group
        low, high = interval(resampled_means((fits - words)[rows, None], RESAMPLES, 0))
        print(
            f"{group}: {rows.sum()} questions, evidence {fits[rows].mean():.3f}, words {words[rows].mean():.3f}, "
            f"difference {(fits - words)[rows].mean():+.3f} [{low[0]:+.3f}, {high[0]:+.3f}]"
        )


def write(weights: Mapping[str, Matrix]) -> None:
    """Write the file that ships."""
    rounded = {
        name: dict(zip(FEATURES, one.round(DECIMALS).tolist(), strict=True)) for name, one in sorted(weights.items())
    }
    path = Path(reader.__file__).with_name(reader.WEIGHTS_FILE)
    path.write_text(json.dumps(rounded, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
