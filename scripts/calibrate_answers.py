"""Fit the weights that choose the sentences quoted as answers: `convograph.answering.weights`.

    python scripts/calibrate_answers.py longmemeval_s_dev.json.xz data/chronicles data/chats data/assistants

Fitted on LongMemEval's development half (MIT) and the chronicles (Apache-2.0), for chats on the chats, and for chats
with an assistant on the conversations with assistants (Apache-2.0). Candidates are `unified`'s recall with weights that
never saw the conversation. Sentences count as answers by the words of the gold answer; questions without an answer are
unanswerable ones, questions about other conversations, and questions with the name replaced by another speaker's.
Prints the constants, with and without the hits' log odds as a sign, and the quality of quotations for conversations
left out of the fit. Takes minutes on two cores.
"""

from __future__ import annotations

import argparse
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import Literal

import numpy as np
import numpy.typing as npt

import convograph
from convograph.answering import (
    CERTAINTY_SIGNS,
    FEATURES,
    MAX_MESSAGES,
    MAX_SENTENCES,
    Candidate,
    candidates_of,
    certainty_signs,
    features_of,
)
from convograph.answering.dating import Dates, dates_asked
from convograph.answering.further import WITHIN
from convograph.answering.standpoint import may_answer
from convograph.answering.weights import is_foreign
from convograph.encoders.static import bundled_encoder
from convograph.encoders.word_table import bundled_words
from convograph.memory.recalling.neighbours import neighbours_for
from convograph.segmentation import is_role
from convograph.terms import ENGLISH
from convograph_eval.answer_metrics import gold_words, holds_gold
from convograph_eval.answer_metrics.gold_words import HELD
from convograph_eval.datasets import Case, Question, load
from convograph_eval.left_out import weights_without
from shared.ranker_tables import Recorder, in_short
from train_ranker import PENALTY, Choice, fit, fit_in_favour

HITS = 10  # as many as `Memory.answer` recalls
PARTS = 5  # folds of conversations for cross-validation
ONE_IN = 4  # questions is asked again with another name, or of another conversation
MATCHES = {"shown", "cosine", "covered", "covered_turn", "before", "replies"}  # their weights may not be negative

Matrix = npt.NDArray[np.float64]
Kind = Literal["answerable", "unanswerable", "elsewhere", "other name"]


@dataclass(frozen=True)
class Manner:
    """A manner of conversation and its settings.

    They are the data sets that represent it, the maximum number of quoted sentences, whether sentences with nothing in
    common with the question are left out, and the share of answerable questions that may be refused.
    """

    sets: tuple[str, ...]
    most: int
    needs_common: bool
    wrong: float


MANNERS = {
    "at length": Manner(("longmemeval", "chronicles"), MAX_SENTENCES, needs_common=True, wrong=0.12),
    # in chats, refused questions are rarely unanswerable
    "in a chat": Manner(("chats",), MAX_MESSAGES, needs_common=False, wrong=0.08),
    "in a chat with an assistant": Manner(("assistants",), MAX_MESSAGES, needs_common=False, wrong=0.12),
}


@dataclass(frozen=True)
class CandidateQuestion:
    """A question and its candidates: texts, features, certainty signs, which may be quoted, which are in gold turns."""

    case: str
    kind: Kind
    answer: str | None
    texts: tuple[str, ...]
    values: Matrix
    signs: Matrix
    states: npt.NDArray[np.bool_]
    gold: npt.NDArray[np.bool_]

    @property
    def right(self) -> npt.NDArray[np.bool_]:
        """The candidates that hold the answer, or if none does, those in gold turns with most of its words."""
        if self.answer is None or not len(self.texts):
            return np.zeros(len(self.texts), np.bool_)
        shares = np.array([gold_words(text, self.answer) for text in self.texts])
        right: npt.NDArray[np.bool_] = self.states & (((shares >= HELD) & self.gold) | (shares == 1))
        if not right.any():
            inside = np.where(self.states & self.gold, shares, 0.0)
            right = (inside > 0) & (inside == inside.max())
        return right


def main() -> None:
    """Fit each manner on its data sets, and print the results."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("longmemeval", type=Path)
    parser.add_argument("chronicles", type=Path)
    parser.add_argument("chats", type=Path)
    parser.add_argument("assistants", type=Path)
    parser.add_argument("--processes", type=int, default=2)
    given = parser.parse_args()
    for name, manner in MANNERS.items():
        asked = {}
        for which in manner.sets:
            cases = load(which, getattr(given, which)).cases
            asked[which] = table(cases, given.processes)
            asked[f"{which}, short memories"] = table(list(in_short(cases)), given.processes)
        print(f"\n{name}")
        report(asked, manner)


@dataclass(frozen=True)
class Rule:
    """How answers are chosen: the weights of features and signs (0 if left out), and the minimum certainty."""

    weights: Matrix
    certainty: Matrix
    least: float
    manner: Manner

    def best(self, one: CandidateQuestion) -> int | None:
        """The position of the best candidate; `None` if nothing may be quoted."""
        odds = np.where(one.states, one.values @ self.weights, -np.inf)
        return int(np.argmax(odds)) if one.states.any() else None

    def sure(self, one: CandidateQuestion) -> float:
        """The certainty that the best candidate answers."""
        best = self.best(one)
        if best is None or self._is_foreign(one, best):
            return -np.inf
        return float(one.signs[best] @ self.certainty)

    def _is_foreign(self, one: CandidateQuestion, place: int) -> bool:
        return self.manner.needs_common and is_foreign(one.signs[place])

    def outcome(self, one: CandidateQuestion) -> Outcome:
        """The outcome of this rule for a question."""
        if self.sure(one) < self.least:
            return Outcome(one.kind, True, 0.0, 0)
        odds = np.where(one.states, one.values @ self.weights, -np.inf)
        order = np.argsort(-odds, kind="stable")[: self.manner.most]
        quoted = " ".join(
            one.texts[place]
            for place in order
            if place == order[0] or (odds[place] >= odds.max() - WITHIN and not self._is_foreign(one, place))
        )
        held = 0.0 if one.answer is None else holds_gold(quoted, one.answer)
        return Outcome(one.kind, False, held, len(quoted.split()))


@dataclass(frozen=True)
class Outcome:
    """A question's kind, whether it is refused, whether the quotation holds the gold, and its number of words."""

    kind: Kind
    refused: bool
    held: float
    words: int


def report(asked: Mapping[str, Sequence[CandidateQuestion]], manner: Manner) -> None:
    """Print the constants, and the figures for conversations left out of the fit."""
    everything = [one for ones in asked.values() for one in ones]
    for signs in (CERTAINTY_SIGNS, tuple(name for name in CERTAINTY_SIGNS if name != "likely")):
        rule = fitted(everything, signs, manner)
        print(f"\n{', '.join(signs)}")
        _print(dict(zip(FEATURES, rule.weights.tolist(), strict=True)))
        _print(
            {
                name: weight
                for name, weight in zip(CERTAINTY_SIGNS, rule.certainty.tolist(), strict=True)
                if name in signs
            }
        )
        print(f"least certainty {rule.least:.2f}")
        left_out = [
            fitted([one for one in everything if part_of(one.case) != part], signs, manner) for part in range(PARTS)
        ]
        for name, ones in asked.items():
            print_outcomes(name, [left_out[part_of(one.case)].outcome(one) for one in ones])


def print_outcomes(name: str, outcomes: Sequence[Outcome]) -> None:
    """Print the shares by kind of question."""
    for kind in dict.fromkeys(one.kind for one in outcomes):
        rows = np.array([(one.refused, one.held, one.words) for one in outcomes if one.kind == kind], np.float64)
        refused, held, _ = rows.mean(axis=0).tolist()
        words = float(rows[rows[:, 0] == 0, 2].mean())
        print(
            f"{name}, {kind}: {len(rows)} questions, refused {refused:.3f}, hold the gold {held:.3f}, words {words:.0f}"
        )


def table(cases: Sequence[Case], processes: int) -> list[CandidateQuestion]:
    """The questions of all cases, with additional questions that they cannot answer."""
    chance = np.random.default_rng(0)
    jobs = [(case, list(_questions(case, cases, chance))) for case in cases]
    with ProcessPoolExecutor(processes) as pool:
        return [asked for rows in pool.map(_rows, jobs) for asked in rows]


def _questions(case: Case, cases: Sequence[Case], chance: np.random.Generator) -> Iterator[tuple[Kind, Question]]:
    """A case's questions, some of other cases, and some of its own with another name."""
    for question in case.questions:
        yield "unanswerable" if question.abstention else "answerable", question
    some = max(1, len(case.questions) // ONE_IN)
    answerable = [(other, one) for other in cases for one in other.questions if not one.abstention]
    now = case.questions[0].asked_at
    name = case.conversation.name
    elsewhere = [one for other, one in answerable if other.conversation.name != name]
    for one in _some(elsewhere, some, chance):
        yield "elsewhere", replace(one, asked_at=now, as_of=None, gold_turns=(), answer=None)
    renamed = [again for other, one in answerable if other is case for again in _renamed(one, case, chance)]
    for one in _some(renamed, some, chance):
        yield "other name", one


def _some(questions: Sequence[Question], count: int, chance: np.random.Generator) -> list[Question]:
    """Up to `count` questions in random order."""
    return [questions[place] for place in chance.permutation(len(questions))[:count].tolist()]


def _renamed(question: Question, case: Case, chance: np.random.Generator) -> Iterator[Question]:
    """The question with another speaker's name, if it names exactly one speaker."""
    said = Counter(turn.speaker for session in case.conversation.sessions for turn in session.turns if turn.speaker)
    names = [name.split()[0] for name in said if not is_role(name)]
    named = [name for name in names if re.search(rf"\b{re.escape(name)}\b", question.text)]
    others = [name for name in names if name not in named]
    if len(named) == 1 and others:
        text = re.sub(rf"\b{re.escape(named[0])}\b", others[int(chance.integers(len(others)))], question.text)
        yield replace(question, text=text, gold_turns=(), answer=None)


def _rows(job: tuple[Case, list[tuple[Kind, Question]]]) -> list[CandidateQuestion]:
    case, questions = job
    recorder = Recorder(bundled_encoder(), bundled_words(), weights=weights_without(case.conversation.name))
    with convograph.open(":memory:", architecture=recorder) as memory:
        memory.add(list(case.conversation.sessions))
        return [_asked(memory, recorder, case, kind, one) for kind, one in questions]


def _asked(
    memory: convograph.Memory, recorder: Recorder, case: Case, kind: Kind, question: Question
) -> CandidateQuestion:
    """Ask a question, and collect the features and signs of its candidates."""
    recorder.kept.clear()
    recall = memory.recall(question.text, k=HITS, asked_at=question.asked_at, as_of=question.as_of, touch=False)
    graph, _ = recorder.kept[0]
    turns = graph.turns
    candidates = candidates_of(recall, ENGLISH, neighbours_for(recall, turns))
    features = features_of(question.text, candidates, recorder.encoder, ENGLISH, turns.speaker_keys)
    may = may_answer(question.text, turns.speaker_keys)
    dates = dates_asked(question.text, question.asked_at)
    gold = [one.evidence is not None and one.evidence.span.turn.id in question.gold_turns for one in candidates]
    return CandidateQuestion(
        case=case.conversation.name,
        kind=kind,
        answer=question.answer if kind == "answerable" else None,
        texts=tuple(_told(one, dates) for one in candidates),
        values=features.values,
        signs=certainty_signs(recall, candidates, features, ENGLISH, turns.speaker_keys),
        states=np.array([one.states and may(one.text) for one in candidates], np.bool_),
        gold=np.array(gold, np.bool_),
    )


def _told(candidate: Candidate, dates: Dates | None) -> str:
    """The text of a candidate as quoted."""
    return candidate.text if dates is None else dates.told(candidate.text, candidate.said, is_best=True)


def fitted(asked: Sequence[CandidateQuestion], signs: Sequence[str], manner: Manner) -> Rule:
    """Fit a rule that uses only the given certainty signs."""
    choices = [Choice(one.values[one.states], one.right[one.states]) for one in asked if one.right.any()]
    ranking = fit_in_favour(choices, FEATURES, MATCHES)
    rule = Rule(np.array(list(ranking.values())), np.zeros(len(CERTAINTY_SIGNS)), -np.inf, manner)
    best = [(one.kind == "answerable", one.signs[place]) for one in asked if (place := rule.best(one)) is not None]
    used = np.array([name in signs for name in CERTAINTY_SIGNS])
    choice = Choice(np.array([row[used] for _, row in best]), np.array([answerable for answerable, _ in best]))
    rule.certainty[used] = fit([choice], PENALTY / len(best))
    reached = [rule.sure(one) for one in asked if one.kind == "answerable"]
    return replace(rule, least=float(np.quantile(reached, manner.wrong, method="lower")))


def part_of(case: str) -> int:
    """The fold of a conversation, from 0 to `PARTS` - 1."""
    return int(sha256(case.encode()).hexdigest(), 16) % PARTS


def _print(weights: Mapping[str, float]) -> None:
    for name, weight in weights.items():
        print(f'    "{name}": {weight:.2f},')


if __name__ == "__main__":
    main()
