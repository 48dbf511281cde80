"""Fit the weights of `unified`'s ranker, and weights that leave out each part of the training data.

    DATA="longmemeval_s_dev.json.xz data/chronicles data/chats data/assistants data/small_talk/fitted.txt"
    python scripts/train_ranker.py $DATA

Trained on LongMemEval's development half (MIT), on the questions and remarks about the chronicles, and on the questions
about the chats and the conversations with assistants (Apache-2.0). Writes the weights that ship with a SOURCE file that
describes their data, and in the evaluation package the weights to score the training data itself: each chronicle, each
chat, and each fifth of LongMemEval and of the conversations with assistants by weights that never saw it. The certainty
that anything answers is also learned from short memories. The weights of memo features are fitted on the chronicles
with events, on top of all other weights, which do not change. Takes minutes on two cores.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from convograph.architectures.unified.certainty import UNIT_SIGNS, WHOLE_SIGNS, unit_signs, whole_signs
from convograph.architectures.unified.features import MEMO_FEATURES, RankedFeatures
from convograph.architectures.unified.ranking import AROUND, around, session_features, turn_scores
from convograph.architectures.unified.weights import BUNDLED_FILE, FORMS, Form, weights_of
from convograph.formats.memos import read_memos
from convograph.formats.recorded_events import EVENTS
from convograph_eval.datasets import load
from convograph_eval.left_out import FOLDS_FILE
from shared.ranker_tables import QuestionFeatures, in_short, table, with_messages

PENALTY = 3.0  # on squared weights, for all questions together; a tenth or ten times as much changes little
PARTS = 5  # folds of conversations; session weights are fitted to out-of-fold scores of turns
BY_FIFTHS = frozenset({"longmemeval", "assistants"})  # data sets scored by weights fitted without a fifth of them

SHARES = {"answerable": 0.6, "remark": 0.2, "keywords": 0.2}  # weight of each kind among answered messages
UNANSWERED = {"in vain": 1 / 4, "elsewhere": 1 / 4, "small talk": 1 / 2}  # the same among unanswered ones

CHATS: frozenset[Form] = frozenset({"chat", "assistant_chat"})
LENT_EVERY = 2  # one in this many questions of the form "people" is also in the fits for chats
WITH_ASSISTANT = "harbourmaster"  # the chronicle that both forms of conversation with an assistant learn from

MATCHES = {
    *("bm25_wide", "covered_near", "alike", "alike_before", "cosine_sentence", "cosine_turn", "cosine_near"),
    *("cosine_session", "answers_match", "replies_match", "said_near", "names_time"),
}
"""Features that measure what a turn or its neighbours have in common with the question."""

MOST_STEPS, CLOSE = 50, 1e-6
SMALL = 1e-3  # penalty that keeps weights finite if a sign separates the data perfectly

Matrix = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Choice:
    """A training question: the features of its choices, of shape (choices, features), and which are right."""

    features: Matrix
    right: npt.NDArray[np.bool_]


def main() -> None:
    """Train on all data sets and write the files."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("longmemeval", type=Path)
    parser.add_argument("chronicles", type=Path)
    parser.add_argument("chats", type=Path)
    parser.add_argument("assistants", type=Path)
    parser.add_argument("small_talk", type=Path)
    parser.add_argument("--processes", type=int, default=2)
    given = parser.parse_args()
    lines = given.small_talk.read_text(encoding="utf-8").splitlines()
    asked: list[QuestionFeatures] = []
    short: list[QuestionFeatures] = []
    part_of: dict[str, str] = {}
    for name in ("longmemeval", "chronicles", "chats", "assistants"):
        cases = load(name, getattr(given, name)).cases
        messages = with_messages(cases, lines)
        asked += table(messages, given.processes)
        short += table(list(in_short(messages)), given.processes)
        for case in cases:
            conversation = case.conversation.name
            part_of[conversation] = f"{name} {_fifth(conversation)}" if name in BY_FIFTHS else conversation
    remarks = load("remarks", given.chronicles).cases
    asked += table(remarks, given.processes)
    short += table(list(in_short(remarks)), given.processes)
    memos = {name: read_memos(file)[0].memos for name, file in _events(given.chronicles)}
    described = [case for case in load("chronicles", given.chronicles).cases if case.conversation.name in memos]
    print(f"{len(asked)} questions, and {len(short)} to short memories")
    write(asked, short, table(described, given.processes, memos), part_of)
    said = source((given.longmemeval, given.chronicles, given.chats, given.assistants, given.small_talk))
    BUNDLED_FILE.with_name("SOURCE").write_text(said, encoding="utf-8")


def _events(chronicles: Path) -> Iterator[tuple[str, Path]]:
    """The names of the chronicles that come with events, and the files of the events."""
    for file in sorted(chronicles.glob(f"*{EVENTS}.jsonl")):
        yield file.name.removesuffix(f"{EVENTS}.jsonl"), file


def write(
    asked: Sequence[QuestionFeatures],
    short: Sequence[QuestionFeatures],
    described: Sequence[QuestionFeatures],
    part_of: Mapping[str, str],
) -> None:
    """Fit the weights that ship and the weights without each part, and write both files.

    `short` are questions to short memories, `described` those about conversations with memos.
    """
    everything = weights(asked, short)
    parts = {part: _without(asked, short, part, part_of, everything) for part in sorted(set(part_of.values()))}
    scored = [(one, _without_memos(one, parts[part_of[one.case]])) for one in described if one.answerable]
    _write(BUNDLED_FILE, _with_memos(everything, scored))
    for part, left_out in parts.items():
        parts[part] = _with_memos(left_out, [pair for pair in scored if part_of[pair[0].case] != part])
    _write(FOLDS_FILE, {"part": part_of, "weights": parts})


def _without_memos(asked: QuestionFeatures, fitted: Mapping[str, Any]) -> Matrix:
    """The scores of the turns, of shape (turns,), by all features except those of memos."""
    of_features: Mapping[str, float] = fitted[asked.form]["turn"]
    scores: Matrix = _columns(asked, of_features) @ np.array(list(of_features.values()))
    return scores


def _with_memos(fitted: Mapping[str, Any], scored: Sequence[tuple[QuestionFeatures, Matrix]]) -> dict[str, Any]:
    """The weights with those of memo features added, fitted to `scored`, and the same for all forms."""
    choices = [
        Choice(np.concatenate([scores[:, None], _columns(asked, MEMO_FEATURES)], axis=1), asked.gold)
        for asked, scores in scored
    ]
    of_scores, *of_memos = fit(choices).tolist()
    named = _named(MEMO_FEATURES, np.array(of_memos) / of_scores)
    profiles: dict[str, Any] = {form: {**fitted[form], "turn": {**fitted[form]["turn"], **named}} for form in FORMS}
    return {**fitted, **profiles}


def _columns(asked: QuestionFeatures, names: Iterable[str]) -> Matrix:
    """Some features of the turns, of shape (turns, features)."""
    rows = [asked.values[asked.names.index(name)] for name in names]
    return np.array(rows, np.float64).T


def _without(
    asked: Sequence[QuestionFeatures],
    short: Sequence[QuestionFeatures],
    part: str,
    part_of: Mapping[str, str],
    everything: Mapping[str, Any],
) -> dict[str, Any]:
    """The weights fitted without a part; only the profile of the part's form is fitted again."""
    (form,) = {one.form for one in asked if part_of[one.case] == part}
    rest, of_short = ([one for one in some if part_of[one.case] != part] for some in (asked, short))
    return _with_certainty({**everything, form: _profile_of(rest, form)}, rest, of_short)


def weights(asked: Sequence[QuestionFeatures], short: Sequence[QuestionFeatures]) -> dict[str, Any]:
    """The weights in the file's format, fitted to `asked` and the questions to short memories."""
    return _with_certainty({form: _profile_of(asked, form) for form in FORMS}, asked, short)


def _profile_of(asked: Sequence[QuestionFeatures], form: Form) -> dict[str, Any]:
    """The weights of a form; chats contain some long turns, so their rankers also learn from the form "people"."""
    lent = _of_form(asked, "people")[::LENT_EVERY] if form in CHATS else []
    return _profile(_of_form(asked, form), [one for one in lent if one.answerable])


def _of_form(asked: Sequence[QuestionFeatures], form: Form) -> list[QuestionFeatures]:
    """The questions that a form's ranker learns from.

    Those to the chronicle with an assistant are among them for both forms with one: its messages are as short as those
    of chats, its questions as whole as LongMemEval's. The form "assistant" learns from no remarks, whose evidence is
    mostly the assistant's turns: with them, .04 fewer of LongMemEval's questions have all gold turns among five.
    """
    if form != "assistant":
        return [one for one in asked if one.form == form]
    return [one for one in asked if (one.form == form or one.case == WITH_ASSISTANT) and one.kind != "remark"]


def _profile(asked: Sequence[QuestionFeatures], lent: Sequence[QuestionFeatures] = ()) -> dict[str, Any]:
    """The weights fitted to the questions of a form; turn features are also fitted to `lent` ones of another.

    Matches never have negative weights. They are correlated, so that a fit to few questions would give negative weights
    to some of them, which only suit the conversations they were learned from.
    """
    answering = [*(one for one in asked if one.answerable), *lent]
    of_turns = fit_in_favour([turns_of(one) for one in answering], own_features(asked[0]), MATCHES)
    names = [name for name, weight in of_turns.items() if weight]
    choices, further = ([Choice(_columns(one, names), one.gold) for one in some] for some in (asked, lent))
    scores: list[Matrix] = [np.empty(0)] * len(asked)
    for held, rest in in_fifths(asked):
        weights_of_rest = fit([*(choices[place] for place in rest if asked[place].answerable), *further])
        for place in held:
            scores[place] = choices[place].features @ weights_of_rest
    answerable = [place for place, one in enumerate(asked) if one.answerable]
    beside = [around(one.places, one.sessions, score) for one, score in zip(asked, scores, strict=True)]
    of_beside = fit([Choice(beside[place].T, asked[place].gold) for place in answerable])
    scores = [of_beside @ rows for rows in beside]
    scale, offset = logistic(
        np.concatenate([scores[place] for place in answerable])[:, None],
        np.concatenate([asked[place].gold for place in answerable]),
    )
    scores = [score * scale + offset for score in scores]
    sessions = [_sessions(asked[place], scores[place]) for place in answerable]
    of_sessions = fit([choice for _, choice in sessions])
    return {
        "turn": _named(tuple(of_turns), np.array(list(of_turns.values()))),
        "around": _named(AROUND, of_beside),
        "session": _named(sessions[0][0], of_sessions),
        "scale": round(float(scale), 6),
        "offset": round(float(offset), 6),
        "unit_certainty": _unit_certainty(asked, scores),
    }


def in_fifths(asked: Sequence[QuestionFeatures]) -> Iterator[tuple[list[int], list[int]]]:
    """For each fifth of the conversations, the indexes of its questions and of all others."""
    fifths = [_fifth(one.case) for one in asked]
    for fifth in sorted(set(fifths)):
        yield (
            [place for place, one in enumerate(fifths) if one == fifth],
            [place for place, one in enumerate(fifths) if one != fifth],
        )


def _unit_certainty(asked: Sequence[QuestionFeatures], scores: Sequence[Matrix]) -> dict[str, float]:
    """A logistic model of whether a unit answers if anything does, fitted to the turns of answerable questions."""
    answerable = [(one, score) for one, score in zip(asked, scores, strict=True) if one.answerable]
    fitted = logistic(
        np.concatenate([unit_signs(score, score).T for _, score in answerable]),
        np.concatenate([one.gold for one, _ in answerable]),
    )
    return _named((*UNIT_SIGNS, "offset"), fitted)


def _with_certainty(
    fitted: Mapping[str, Any], asked: Sequence[QuestionFeatures], short: Sequence[QuestionFeatures]
) -> dict[str, Any]:
    """The weights with a logistic model, on the scores they give, of whether anything answers.

    For each form, and for long and short memories, answered and unanswered messages have equal total weight, divided
    among their kinds by `SHARES` and `UNANSWERED`.
    """
    nothing = dict.fromkeys(MEMO_FEATURES, 0.0)
    profiles: dict[str, Any] = {form: {**fitted[form], "turn": {**fitted[form]["turn"], **nothing}} for form in FORMS}
    scoring = weights_of({**profiles, "whole_certainty": {}})
    signs, answered, counts = [], [], []
    telling = ([one for one in some if not one.is_courtesy] for some in (asked, short))  # courtesies ask nothing
    for group in [[one for one in some if one.form == form] for some in telling for form in FORMS]:
        kinds = [one.kind for one in group]
        signs += [whole_signs(features, turn_scores(features, scoring).turns) for features in map(_features, group)]
        answered += [kind in SHARES for kind in kinds]
        counts += [(SHARES | UNANSWERED)[kind] / kinds.count(kind) * len(asked) for kind in kinds]
    whole = logistic(np.array(signs), np.array(answered), np.array(counts))
    return {**fitted, "whole_certainty": _named((*WHOLE_SIGNS, "offset"), whole)}


def turns_of(asked: QuestionFeatures) -> Choice:
    """All scored turns as choices, by the features that need no memos."""
    return Choice(_columns(asked, own_features(asked)), asked.gold)


def own_features(asked: QuestionFeatures) -> tuple[str, ...]:
    """The names of the features, without those of memos."""
    return tuple(name for name in asked.names if name not in MEMO_FEATURES)


def _sessions(asked: QuestionFeatures, scores: Matrix) -> tuple[tuple[str, ...], Choice]:
    found = session_features(_features(asked), scores)
    right = np.array([number in asked.gold_sessions for number in found.numbers.tolist()])
    return tuple(found.values), Choice(np.array(list(found.values.values())).T, right)


def _features(asked: QuestionFeatures) -> RankedFeatures:
    """The recorded features as `RankedFeatures`; no turn is by a tool."""
    covered, alike, cosine = asked.absolute.astype(np.float64)
    return RankedFeatures(
        places=asked.places,
        sessions=asked.sessions,
        forms=np.full(len(asked.sessions), FORMS.index(asked.form), np.int8),
        by_tool=np.zeros(len(asked.sessions), np.bool_),
        values={name: row.astype(np.float64) for name, row in zip(asked.names, asked.values, strict=True)},
        covered=covered,
        alike=alike,
        cosine=cosine,
        asked_about=asked.asked_about,
        words=asked.words,
        is_courtesy=asked.is_courtesy,
        small_talk=asked.small_talk,
        is_known=True,
    )


def fit_in_favour(choices: Sequence[Choice], names: Sequence[str], matches: Collection[str]) -> dict[str, float]:
    """The weights of `fit` by name, with none negative among `matches`.

    Matches with negative weights are left out (0) and the others fitted again, until there are none.
    """
    kept = list(range(len(names)))
    while True:
        weights = fit([Choice(one.features[:, kept], one.right) for one in choices]).tolist()
        against = {place for place, weight in zip(kept, weights, strict=True) if names[place] in matches and weight < 0}
        if not against:
            return {**dict.fromkeys(names, 0.0), **dict(zip((names[place] for place in kept), weights, strict=True))}
        kept = [place for place in kept if place not in against]


def fit(choices: Sequence[Choice], penalty: float = PENALTY) -> Matrix:
    """The weights of a conditional logit, of shape (features,), fitted by Newton's method.

    In McFadden's model (1974), the likelihood of a right choice is a softmax over it and the wrong ones; a question's
    right choices share a weight of 1. Features are standardised for the penalty.
    """
    used = [one for one in choices if one.right.any() and not one.right.all()]
    features = np.concatenate([one.features for one in used])
    right = np.concatenate([one.right for one in used])
    deviation = features.std(axis=0)
    deviation[deviation < 1e-9] = np.inf  # a constant feature gets no weight
    scaled = (features - features.mean(axis=0)) / deviation
    starts = np.cumsum([0, *(len(one.right) for one in used[:-1])])
    of_row = np.repeat(np.arange(len(used)), [len(one.right) for one in used])
    share = 1.0 / np.add.reduceat(right.astype(np.float64), starts)[of_row[right]] / len(used)
    likelihood = _Likelihood(scaled, right, starts, of_row, share, penalty / len(used))
    weights: Matrix = _least(likelihood.value, likelihood.slopes, np.zeros(features.shape[1])) / deviation
    return weights


Value = Callable[[Matrix], float]
Slopes = Callable[[Matrix], tuple[Matrix, Matrix]]


def _least(value: Value, slopes: Slopes, found: Matrix) -> Matrix:
    """The minimum of a convex function by Newton's method, halving each step until it does not increase the value."""
    now = value(found)
    for _ in range(MOST_STEPS):
        gradient, curvature = slopes(found)
        step = np.linalg.solve(curvature, gradient)
        while (further := value(found - step)) > now and float(np.abs(step).max()) > CLOSE:
            step = step / 2
        found, now = found - step, further
        if float(np.abs(step).max()) <= CLOSE:
            break
    return found


@dataclass(frozen=True)
class _Likelihood:
    """The mean negative log likelihood of right choices, with a penalty on squared weights."""

    rows: Matrix
    right: npt.NDArray[np.bool_]
    starts: npt.NDArray[np.int64]
    of_row: npt.NDArray[np.int64]
    share: Matrix
    penalty: float

    def value(self, found: Matrix) -> float:
        scores, _, logarithm = self._odds(found)
        return float(self.share @ (logarithm - scores[self.right]) + self.penalty * found @ found)

    def slopes(self, found: Matrix) -> tuple[Matrix, Matrix]:
        """The gradient and the Hessian."""
        scores, wrong, logarithm = self._odds(found)
        rows, right, share, question = self.rows, self.right, self.share, self.of_row[self.right]
        likely, part = np.exp(scores[right] - logarithm), np.exp(-logarithm)
        sums = np.add.reduceat(rows * wrong[:, None], self.starts, axis=0)
        means = sums[question] * part[:, None] + rows[right] * likely[:, None]
        gradient = share @ (means - rows[right])
        spread = np.bincount(question, share * part, len(self.starts))[self.of_row] * wrong
        curvature = (rows * spread[:, None]).T @ rows
        curvature += (rows[right] * (share * likely)[:, None]).T @ rows[right]
        curvature -= (means * share[:, None]).T @ means
        return gradient + 2 * self.penalty * found, curvature + 2 * self.penalty * np.eye(len(found))

    def _odds(self, found: Matrix) -> tuple[Matrix, Matrix, Matrix]:
        """Scores, odds of wrong choices, and for each right choice the log of the sum of its odds and theirs.

        Scores are relative to the question's highest wrong score, so that the logs are finite for any scores.
        """
        scores = self.rows @ found
        wrong = np.where(self.right, -np.inf, scores)
        highest = np.maximum.reduceat(wrong, self.starts)[self.of_row]
        scores, wrong = scores - highest, np.exp(wrong - highest)
        sums = np.add.reduceat(wrong, self.starts)[self.of_row[self.right]]
        return scores, wrong, np.logaddexp(np.log(sums), scores[self.right])


def logistic(signs: Matrix, right: npt.NDArray[np.bool_], counts: Matrix | None = None) -> Matrix:
    """The weights of a logistic regression of `right` on signs (rows, signs), with row weights; the offset is last."""
    rows = np.concatenate([signs, np.ones((len(signs), 1))], axis=1)
    share = np.ones(len(signs)) if counts is None else counts

    def value(found: Matrix) -> float:
        penalty = SMALL * float(found @ found)
        return float(share @ np.logaddexp(0, np.where(right, -1, 1) * (rows @ found))) + penalty

    def slopes(found: Matrix) -> tuple[Matrix, Matrix]:
        likely = 1 / (1 + np.exp(-rows @ found))
        gradient = rows.T @ (share * (likely - right)) + 2 * SMALL * found
        curvature = (rows * (share * likely * (1 - likely))[:, None]).T @ rows
        return gradient, curvature + 2 * SMALL * np.eye(len(found))

    return _least(value, slopes, np.zeros(rows.shape[1]))


def _fifth(name: str) -> int:
    return int.from_bytes(sha256(name.encode()).digest()[:4], "big") % PARTS


def _named(names: Sequence[str], values: Matrix) -> dict[str, float]:
    return {name: round(value, 6) for name, value in zip(names, values.tolist(), strict=True)}


def source(data: Iterable[Path]) -> str:
    """The text of SOURCE: how the shipped weights were made, and of which data, in the order of the command."""
    named = " ".join(path.name if path.is_absolute() else path.as_posix() for path in data)
    return f"""weights.json: the weights of `unified`'s ranker (src/convograph/architectures/unified), Apache-2.0.

Trained by

    python scripts/train_ranker.py {named}

on the development half of LongMemEval_S (MIT, Di Wu et al., arXiv 2410.10813), the conversations in data/assistants
and one chronicle (Apache-2.0, ours) for conversations with an assistant; on the other chronicles in data/chronicles and
the remarks about them (Apache-2.0, ours) for conversations among people; on the chats in data/chats (Apache-2.0, ours)
for people who chat; and on lines of small talk in data/small_talk (Apache-2.0, ours) for what has no answer. The file
holds numbers alone: no text of any of them, no word, no id.
"""


def _write(path: Path, values: Mapping[str, Any]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(values, indent=1) + "\n", encoding="utf-8")
    print(path)


if __name__ == "__main__":
    main()
