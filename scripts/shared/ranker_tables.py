"""Training data of the ranker: for every question, the features of the turns that `unified` scores, and the gold.

A table is a list of `QuestionFeatures`, one per question, in the order of the data set.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import Literal

import numpy as np
import numpy.typing as npt

import convograph
from convograph.architectures.unified import FORMS, Form, Scored, Unified
from convograph.architectures.unified.question import frame_stems
from convograph.architectures.unified.weights import FormWeights, RankerWeights
from convograph.encoders.static import bundled_encoder
from convograph.encoders.word_table import bundled_words
from convograph.graph.snapshot import Snapshot
from convograph.protocols import Query
from convograph.terms import ENGLISH
from convograph.timing import Stopwatch
from convograph.types import Memo
from convograph_eval.datasets import Case, Question


class _EveryFeature(dict[str, float]):
    """Weights of 0 for all features."""

    def __missing__(self, name: str) -> float:
        return 0.0


_NONE = _EveryFeature()
UNTRAINED = RankerWeights({form: FormWeights(_NONE, _NONE, _NONE, 1.0, 0.0, _NONE) for form in FORMS}, _NONE)

Kind = Literal["answerable", "remark", "keywords", "in vain", "elsewhere", "small talk"]
"""A question the conversation answers; a remark that needs it; a question as two keywords; a question it does not
answer; one about another conversation; a message that needs nothing."""

FEW = 4  # questions that a short memory can answer

_REMARK, _KEYWORDS, _ELSEWHERE, _SMALL_TALK = "remarks:", "keywords: ", "elsewhere: ", "small talk: "


@dataclass(frozen=True)
class QuestionFeatures:
    """A question of a case: the features of the scored turns, and its gold.

    `values` (features, turns) are in the order of `names`; `places` are those of the turns, `sessions` the number of
    each turn's session; `gold` flags the turns, `gold_sessions` has numbers. `missed` counts gold turns that were not
    nominated. `absolute` (3, turns) has the features that are not relative to other turns. A question that the
    conversation does not answer has no gold.
    """

    id: str
    case: str
    category: str
    form: Form
    kind: Kind
    names: tuple[str, ...]
    values: npt.NDArray[np.float32]
    absolute: npt.NDArray[np.float32]
    asked_about: float
    words: int
    is_courtesy: bool
    small_talk: float
    places: npt.NDArray[np.int64]
    sessions: npt.NDArray[np.int64]
    gold: npt.NDArray[np.bool_]
    gold_sessions: frozenset[int]
    missed: int

    @property
    def answerable(self) -> bool:
        """Whether it is a question or remark for which the conversation has evidence."""
        return self.kind in {"answerable", "remark"}


@dataclass(frozen=True, slots=True)
class Recorder(Unified):
    """`unified` that records its scores with their snapshots.

    A recall scores the question first, then the parts that it compares in time.
    """

    kept: list[tuple[Snapshot, Scored]] = field(default_factory=list)

    def scored(self, graph: Snapshot, query: Query, watch: Stopwatch | None = None) -> Scored:
        """Score as `unified` does, and record the result."""
        made = Unified.scored(self, graph, query, watch)
        self.kept.append((graph, made))
        return made


def with_messages(cases: Sequence[Case], small_talk: Sequence[str], most: int = 60) -> list[Case]:
    """The cases with other messages to an assistant, at most `most` of each kind, and no more than the questions.

    These are the two longest content words of questions, which are no questions but can be answered; questions of the
    next case; and lines of small talk.
    """
    return [
        replace(case, questions=(*case.questions, *_messages(case, other, small_talk, most)))
        for case, other in zip(cases, (*cases[1:], cases[0]), strict=True)
    ]


def in_short(cases: Sequence[Case]) -> Iterator[Case]:
    """The cases over short memories: only the sessions that answer `FEW` questions, asked with unanswerable ones."""
    for case in cases:
        answerable = [one for one in case.questions if not one.abstention and one.gold_turns]
        others = [one for one in case.questions if one.abstention]
        starts = range(0, len(answerable), FEW)
        for number, start in enumerate(starts):
            few = answerable[start : start + FEW]
            needed = {session for one in few for session in one.gold_sessions}
            kept = tuple(one for one in case.conversation.sessions if one.id in needed)
            questions = (*few, *others[number :: len(starts)])
            yield replace(case, conversation=replace(case.conversation, sessions=kept), questions=questions)


def _messages(case: Case, other: Case, small_talk: Sequence[str], most: int) -> Iterator[Question]:
    count = min(most, len(case.questions))
    for question in [one for one in case.questions if not one.abstention and one.gold_turns][:count]:
        yield replace(question, id=f"{_KEYWORDS}{question.id}", text=_keywords(question.text))
    for question in [one for one in other.questions if not one.abstention][:count]:
        yield replace(question, id=f"{_ELSEWHERE}{question.id}", abstention=True)
    begin = int.from_bytes(sha256(case.conversation.name.encode()).digest()[:4], "big")
    for number in range(count):
        line = small_talk[(begin + number) % len(small_talk)]
        yield replace(case.questions[0], id=f"{_SMALL_TALK}{number}", text=line, abstention=True)


def _keywords(text: str) -> str:
    """The two longest content words of a question, in their order."""
    words = _content_words(text)
    kept = sorted(words, key=len)[-2:]
    return " ".join(word for word in words if word in kept) or text


def _content_words(text: str) -> list[str]:
    """The content words of a text in order, one per stem, without stop words and words that frame a question."""
    found = ENGLISH.stems(text)
    words = {stem: word for word, stem in reversed(found)}
    return [words[stem] for stem in dict.fromkeys(stem for _, stem in found) if stem not in frame_stems(ENGLISH)]


def _kind(question: Question) -> Kind:
    if question.id.startswith(_KEYWORDS):
        return "keywords"
    if not question.abstention:
        return "remark" if question.id.startswith(_REMARK) else "answerable"
    if question.id.startswith(_ELSEWHERE):
        return "elsewhere"
    return "small talk" if question.id.startswith(_SMALL_TALK) else "in vain"


def table(
    cases: Sequence[Case], processes: int, memos: Mapping[str, Sequence[Memo]] | None = None
) -> list[QuestionFeatures]:
    """The questions of some cases, asked of memories that include the conversations' `memos`, by name."""
    about = [(memos or {}).get(case.conversation.name, ()) for case in cases]
    with ProcessPoolExecutor(processes) as pool:
        return [asked for rows in pool.map(_rows, cases, about) for asked in rows]


def _rows(case: Case, memos: Sequence[Memo]) -> list[QuestionFeatures]:
    recorder = Recorder(bundled_encoder(), bundled_words(), weights=UNTRAINED)
    with convograph.open(":memory:", architecture=recorder) as memory:
        memory.add(list(case.conversation.sessions))
        memory.bring(memos)
        return list(_asked(memory, recorder, case))


def _asked(memory: convograph.Memory, recorder: Recorder, case: Case) -> Iterator[QuestionFeatures]:
    for question in case.questions:
        if not question.abstention and not question.gold_turns:
            continue
        recorder.kept.clear()
        memory.recall(question.text, k=1, asked_at=question.asked_at)
        graph, scored = recorder.kept[0]
        yield _one(graph, scored, case, question)


def _one(graph: Snapshot, scored: Scored, case: Case, question: Question) -> QuestionFeatures:
    features, turns, places = scored.features, graph.turns, scored.places
    ids = [turns.rows[row].id for row in places.rows[features.places].tolist()]
    names = [turns.session_rows[int(turns.sessions.values[row])].name for row in places.rows.tolist()]
    wanted = set() if question.abstention else set(question.gold_turns)
    sessions = {
        int(places.sessions[place]) for place, name in enumerate(names) if name in question.gold_sessions and wanted
    }
    gold = np.array([turn in wanted for turn in ids], np.bool_)
    return QuestionFeatures(
        question.id,
        case.conversation.name,
        question.category,
        FORMS[np.bincount(features.forms).argmax()],
        _kind(question),
        tuple(features.values),
        np.array(list(features.values.values()), np.float32),
        np.array([features.covered, features.alike, features.cosine], np.float32),
        features.asked_about,
        features.words,
        features.is_courtesy,
        features.small_talk,
        features.places,
        features.sessions,
        gold,
        frozenset(sessions),
        len(wanted) - int(gold.sum()),
    )
