"""Fit the weights that select a choice from the evidence found: `convograph_eval.dialsim.readers.evidence`.

    python scripts/calibrate_choices.py data/chronicles

Fitted on the chronicles (Apache-2.0), in two ways. First, their own questions get options from other answers of the
same conversation; each is asked at its own moment, and one in four answerable ones also before its first evidence was
said, when it cannot be answered. Second, all conversations are mixed into one with as many people as a show, and the
builder of DialSim's questions asks about it (`mixed_chronicles`). Each question is answered from several contexts:
2,000 packed tokens, the 20 best turns by BM25, and for mixed questions the scenes that tell the answer. Packed contexts
come from `unified` with weights that never saw the conversation, or from BM25 for the mixed conversation. Writes the
weights that ship, and for each chronicle weights fitted without its questions; prints the accuracy of the latter
compared with the choice best supported by words alone, with paired intervals. Takes minutes on two cores.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
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
from convograph.memory import Memory
from convograph.times import parse_said
from convograph.types import Recall, Session, Turn
from convograph_eval.architectures import architecture_for
from convograph_eval.comparison import RESAMPLES, interval, resampled_means
from convograph_eval.datasets import Case, Question, load
from convograph_eval.dialsim.agents import FOUND, DialsimQuestion, FoundLine
from convograph_eval.dialsim.agents.memory import packed_lines
from convograph_eval.dialsim.readers.support import FEATURES, support
from convograph_eval.dialsim.readers.words import most_supported
from convograph_eval.dialsim.shows import LETTERS, options_for
from convograph_eval.dialsim.shows.types import Scene
from shared.mixed_chronicles import MixedQuestion, mixed_questions, mixed_scenes
from train_ranker import Choice, fit

ONE_IN = 4  # answerable questions is asked before its evidence; with the unanswerable ones, a fifth of all
PENALTY = 3.0  # on squared weights of standardised features, for all questions together
DECIMALS = 3

Matrix = npt.NDArray[np.float64]


@dataclass(frozen=True)
class OfferedQuestion:
    """A question at a moment: its case, group, features (choices, features), right choice, and choice by words.

    `group` names the context and the question's kind, such as "packed, answerable".
    """

    case: str
    group: str
    features: Matrix
    gold: int
    words: int

    @property
    def right(self) -> npt.NDArray[np.bool_]:
        """A mask of the right choice."""
        right: npt.NDArray[np.bool_] = np.arange(len(LETTERS)) == self.gold
        return right


def main() -> None:
    """Fit the weights, print the report and write the file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("chronicles", type=Path)
    parser.add_argument("--processes", type=int, default=2)
    given = parser.parse_args()
    cases = load("chronicles", given.chronicles).cases
    with ProcessPoolExecutor(given.processes) as pool:
        mixed = pool.submit(mixed_table, cases, given.chronicles)
        asked = [one for rows in pool.map(table, cases) for one in rows] + mixed.result()
    weights = {reader.EVERYTHING: fitted(asked)}
    weights |= {case.conversation.name: fitted(_without(asked, case.conversation.name)) for case in cases}
    report(asked, weights)
    write(weights)


def table(case: Case) -> list[OfferedQuestion]:
    """The questions of a chronicle, each at its own moment, and some also before their evidence."""
    name = case.conversation.name
    options = options_for(case.questions, Random(f"choices/{name}"))  # noqa: S311 - no secret
    found: list[OfferedQuestion] = []
    with _memory("unified", name) as packed, _memory("bm25", name) as best:
        for memory in (packed, best):
            memory.add(list(case.conversation.sessions))
        for question, group, moment in _moments(case):
            if question.id not in options:
                continue
            asked = DialsimQuestion("", "", question.text, options[question.id], parse_said(moment))
            gold = len(LETTERS) - 1
            if group == "answerable" and question.answer is not None:
                gold = asked.options.index(question.answer)
            lines = {
                "packed": _packed(packed, _recall(packed, question.text, moment), asked),
                "utterances": _best(_recall(best, question.text, moment), asked),
            }
            found += (_read(name, f"{context}, {group}", asked, gold, each) for context, each in lines.items())
    return found


def mixed_table(cases: Sequence[Case], folder: Path) -> list[OfferedQuestion]:
    """The questions about all chronicles mixed into one."""
    scenes, owners, relations = mixed_scenes(cases, folder)
    by_place: dict[int, list[MixedQuestion]] = {}
    for place, one in mixed_questions(scenes, owners, relations):
        by_place.setdefault(place, []).append(one)
    found: list[OfferedQuestion] = []
    with _memory("bm25", "") as memory:
        for place, scene in enumerate(scenes):
            turns = (Turn(one.text, one.speaker, scene.said) for one in scene.utterances)
            memory.add(Session(tuple(turns), scene.name, scene.said))
            for one in by_place.get(place, ()):
                recall = _recall(memory, one.asked.query, scene.said.local)
                lines = {
                    "packed": _packed(memory, recall, one.asked),
                    "utterances": _best(recall, one.asked),
                    "oracle": _telling(scenes, one),
                }
                group = "unanswerable" if one.gold == len(LETTERS) - 1 else "answerable"
                found += (
                    _read(one.case, f"mixed, {context}, {group}", one.asked, one.gold, each)
                    for context, each in lines.items()
                )
    return found


def _memory(architecture: str, name: str) -> Memory:
    return open_memory(
        ":memory:", architecture=architecture_for(architecture, bundled_encoder(), "turn", conversation=name)
    )


def _recall(memory: Memory, query: str, moment: datetime) -> Recall:
    return memory.recall(query, k=hits_for(DEFAULT_BUDGET), asked_at=moment, as_of=moment, touch=False)


def _packed(memory: Memory, recall: Recall, asked: DialsimQuestion) -> list[FoundLine]:
    return packed_lines(memory.pack(recall, DEFAULT_BUDGET), asked.said)


def _best(recall: Recall, asked: DialsimQuestion) -> list[FoundLine]:
    turns = [hit.turns[0] for hit in recall.hits[: FOUND["utterances"]]]
    return [
        FoundLine(turn.speaker or "", turn.text, turn.said or asked.said, rank, turn.id)
        for rank, turn in enumerate(turns, start=1)
    ]


def _telling(scenes: Iterable[Scene], question: MixedQuestion) -> list[FoundLine]:
    return [
        FoundLine(one.speaker, one.text, scene.said, 1, f"{scene.name}:{ordinal}")
        for scene in scenes
        if scene.name in question.told
        for ordinal, one in enumerate(scene.utterances)
    ]


def _read(name: str, group: str, asked: DialsimQuestion, gold: int, lines: Sequence[FoundLine]) -> OfferedQuestion:
    words = most_supported(asked.text, asked.options, [f"{line.speaker}: {line.text}" for line in lines])
    return OfferedQuestion(name, group, support(asked, lines, bundled_encoder()), gold, words)


def _moments(case: Case) -> Iterator[tuple[Question, str, datetime]]:
    """The questions with their group and moment."""
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


def fitted(asked: Sequence[OfferedQuestion]) -> Matrix:
    """The fitted weights of the features."""
    return fit([Choice(one.features, one.right) for one in asked], PENALTY)


def _without(asked: Sequence[OfferedQuestion], case: str) -> list[OfferedQuestion]:
    return [one for one in asked if one.case != case]


def report(asked: Sequence[OfferedQuestion], weights: Mapping[str, Matrix]) -> None:
    """Print the accuracy with weights fitted without the conversation, and by words alone."""
    for name, weight in zip(FEATURES, weights[reader.EVERYTHING].tolist(), strict=True):
        print(f"{name:20} {weight:8.2f}")
    fits = np.array([float((one.features @ weights[one.case]).argmax() == one.gold) for one in asked])
    words = np.array([float(one.words == one.gold) for one in asked])
    groups = np.array([one.group for one in asked])
    contexts = np.array([one.group.rpartition(", ")[0] for one in asked])
    for group in sorted({*groups.tolist(), *contexts.tolist()}):
        rows = (groups == group) | (contexts == group)
        low, high = interval(resampled_means((fits - words)[rows, None], RESAMPLES, 0))
        print(
            f"{group}: {rows.sum()} questions, evidence {fits[rows].mean():.3f}, words {words[rows].mean():.3f}, "
            f"difference {(fits - words)[rows].mean():+.3f} [{low[0]:+.3f}, {high[0]:+.3f}]"
        )


def write(weights: Mapping[str, Matrix]) -> None:
    """Write the weights file that ships."""
    rounded = {
        name: dict(zip(FEATURES, one.round(DECIMALS).tolist(), strict=True)) for name, one in sorted(weights.items())
    }
    path = Path(reader.__file__).with_name(reader.WEIGHTS_FILE)
    path.write_text(json.dumps(rounded, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
