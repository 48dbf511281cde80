"""Fit the weights of `unified`'s ranker, and those that leave a part of the training data out.

    DATA="longmemeval_s_dev.json.xz data/chronicles data/chats data/assistants data/small_talk/fitted.txt"
    python scripts/train_ranker.py $DATA

Trained on LongMemEval's development half (MIT), on the questions to the chronicles and the remarks about them, and on
those to the chats and to the conversations with assistants (Apache-2.0). Writes the weights that ship, SOURCE beside
them, which says what they are fitted to, and beside the evaluation those by which the training data itself is scored:
what belongs to a chronicle or a chat, and each fifth of LongMemEval and of the conversations with assistants, by
weights that never saw it. Whether anything answers is learned from short memories, too.
What memos add is fitted on the chronicles with events, on top of the weights of everything else, which stay as they are
where there are no memos. Minutes on two cores.
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
from ranker_tables import Asked, in_short, table, with_messages

PENALTY = 3.0  # on squared weights, for all questions together; a tenth or ten times as much changes little
PARTS = 5  # session weights are fitted to scores of turns left out by fifths
BY_FIFTHS = frozenset({"longmemeval", "assistants"})  # data sets that are scored by weights that a fifth is left out of

SHARES = {"answerable": 0.6, "remark": 0.2, "keywords": 0.2}  # of what memory answers
UNANSWERED = {"in vain": 1 / 4, "elsewhere": 1 / 4, "small talk": 1 / 2}  # of what it does not

CHATS: frozenset[Form] = frozenset({"chat", "assistant_chat"})
LENT_EVERY = 2  # one in so many questions to people is in the fit for those who chat

MATCHES = {
    *("bm25_wide", "covered_near", "alike", "alike_before", "cosine_sentence", "cosine_turn", "cosine_near"),
    *("cosine_session", "answers_match", "replies_match", "said_near", "names_time"),
}
"""Features that say what a turn, or what was said beside it, has in common with the question."""

MOST_STEPS, CLOSE = 50, 1e-6
SMALL = 1e-3  # keeps weights finite where a sign tells all

Matrix = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Choice:
    """A question to learn from: features of what there is to choose from (choices, features), and which are right."""

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
    asked: list[Asked] = []
    short: list[Asked] = []
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
    """The chronicles that come with events, by name, and the files of these."""
    for file in sorted(chronicles.glob(f"*{EVENTS}.jsonl")):
        yield file.name.removesuffix(f"{EVENTS}.jsonl"), file


def write(
    asked: Sequence[Asked], short: Sequence[Asked], described: Sequence[Asked], part_of: Mapping[str, str]
) -> None:
    """Fit the weights that ship, and those that leave each part out, and write both files.

    `short` are questions to short memories, `described` those to conversations that memos were written about.
    """
    everything = weights(asked, short)
    parts = {part: _without(asked, short, part, part_of, everything) for part in sorted(set(part_of.values()))}
    scored = [(one, _without_memos(one, parts[part_of[one.case]])) for one in described if one.answerable]
    _write(BUNDLED_FILE, _with_memos(everything, scored))
    for part, left_out in parts.items():
        parts[part] = _with_memos(left_out, [pair for pair in scored if part_of[pair[0].case] != part])
    _write(FOLDS_FILE, {"part": part_of, "weights": parts})


def _without_memos(asked: Asked, fitted: Mapping[str, Any]) -> Matrix:
    """The scores of the turns, (turns,), by weights of all features but those of memos."""
    of_features: Mapping[str, float] = fitted[asked.form]["turn"]
    scores: Matrix = _columns(asked, of_features) @ np.array(list(of_features.values()))
    return scores


def _with_memos(fitted: Mapping[str, Any], scored: Sequence[tuple[Asked, Matrix]]) -> dict[str, Any]:
    """The weights with those of memos, fitted to questions whose turns are scored without: the same for all forms."""
    choices = [
        Choice(np.concatenate([scores[:, None], _columns(asked, MEMO_FEATURES)], axis=1), asked.gold)
        for asked, scores in scored
    ]
    of_scores, *of_memos = fit(choices).tolist()
    named = _named(MEMO_FEATURES, np.array(of_memos) / of_scores)
    profiles = {form: {**fitted[form], "turn": {**fitted[form]["turn"], **named}} for form in FORMS}
    return {**fitted, **profiles}


def _columns(asked: Asked, names: Iterable[str]) -> Matrix:
    """Some features of the turns, (turns, features)."""
    rows = [asked.values[asked.names.index(name)] for name in names]
    return np.array(rows, np.float64).T


def _without(
    asked: Sequence[Asked], short: Sequence[Asked], part: str, part_of: Mapping[str, str], everything: Mapping[str, Any]
) -> dict[str, Any]:
    """The weights fitted without a part; one profile never saw it, and stays as it is."""
    (form,) = {one.form for one in asked if part_of[one.case] == part}
    rest, of_short = ([one for one in some if part_of[one.case] != part] for some in (asked, short))
    return _with_certainty({**everything, form: _profile_of(rest, form)}, rest, of_short)


def weights(asked: Sequence[Asked], short: Sequence[Asked]) -> dict[str, Any]:
    """The weights in the form of the file, fitted to some questions, of which `short` are to short memories."""
    return _with_certainty({form: _profile_of(asked, form) for form in FORMS}, asked, short)


def _profile_of(asked: Sequence[Asked], form: Form) -> dict[str, Any]:
    """The weights of a form; those who chat say some things at length, so its ranker learns from others, too."""
    lent = _of_form(asked, "people")[::LENT_EVERY] if form in CHATS else []
    return _profile(_of_form(asked, form), [one for one in lent if one.answerable])


def _of_form(asked: Sequence[Asked], form: Form) -> list[Asked]:
    """What the ranker of a form learns from: of the few remarks to an assistant nothing.

    Their evidence is mostly what the assistant said: with them, .029 less of LongMemEval's user turns are found.
    """
    return [one for one in asked if one.form == form and not (form == "assistant" and one.kind == "remark")]


def _profile(asked: Sequence[Asked], lent: Sequence[Asked] = ()) -> dict[str, Any]:
    """The weights fitted to the questions of a form, those of features to what is `lent` by another, too.

    A match that would count against a turn has none. Matches say much the same, so that a fit to few questions gives
    some of them negative weights: those hold for the conversations that they were learned from.
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
        "turn": _named(of_turns, np.array(list(of_turns.values()))),
        "around": _named(AROUND, of_beside),
        "session": _named(sessions[0][0], of_sessions),
        "scale": round(float(scale), 6),
        "offset": round(float(offset), 6),
        "unit_certainty": _unit_certainty(asked, scores),
    }


def in_fifths(asked: Sequence[Asked]) -> Iterator[tuple[list[int], list[int]]]:
    """The questions of each fifth of the conversations, by place, and those of the rest."""
    fifths = [_fifth(one.case) for one in asked]
    for fifth in sorted(set(fifths)):
        yield (
            [place for place, one in enumerate(fifths) if one == fifth],
            [place for place, one in enumerate(fifths) if one != fifth],
        )


def _unit_certainty(asked: Sequence[Asked], scores: Sequence[Matrix]) -> dict[str, float]:
    """The logistic model of whether a unit answers if anything does, fitted to the turns of answerable questions."""
    answerable = [(one, score) for one, score in zip(asked, scores, strict=True) if one.answerable]
    fitted = logistic(
        np.concatenate([unit_signs(score, score).T for _, score in answerable]),
        np.concatenate([one.gold for one, _ in answerable]),
    )
    return _named((*UNIT_SIGNS, "offset"), fitted)


def _with_certainty(fitted: Mapping[str, Any], asked: Sequence[Asked], short: Sequence[Asked]) -> dict[str, Any]:
    """The weights with those of the logistic model of whether anything answers, by the scores that they give.

    Of each form, and of long and short memories, what is answered counts as much as what is not, by `SHARES` and
    `UNANSWERED` of their kinds.
    """
    nothing = dict.fromkeys(MEMO_FEATURES, 0.0)
    profiles = {form: {**fitted[form], "turn": {**fitted[form]["turn"], **nothing}} for form in FORMS}
    scoring = weights_of({**profiles, "whole_certainty": {}})
    signs, answered, counts = [], [], []
    telling = ([one for one in some if not one.is_courtesy] for some in (asked, short))  # what is civil asks nothing
    for group in [[one for one in some if one.form == form] for some in telling for form in FORMS]:
        kinds = [one.kind for one in group]
        signs += [whole_signs(features, turn_scores(features, scoring).turns) for features in map(_features, group)]
        answered += [kind in SHARES for kind in kinds]
        counts += [(SHARES | UNANSWERED)[kind] / kinds.count(kind) * len(asked) for kind in kinds]
    whole = logistic(np.array(signs), np.array(answered), np.array(counts))
    return {**fitted, "whole_certainty": _named((*WHOLE_SIGNS, "offset"), whole)}


def turns_of(asked: Asked) -> Choice:
    """All turns that were scored, to choose from, by the features that need no memos."""
    return Choice(_columns(asked, own_features(asked)), asked.gold)


def own_features(asked: Asked) -> tuple[str, ...]:
    """The names of the features but those of memos."""
    return tuple(name for name in asked.names if name not in MEMO_FEATURES)


def _sessions(asked: Asked, scores: Matrix) -> tuple[tuple[str, ...], Choice]:
    found = session_features(_features(asked), scores)
    right = np.array([number in asked.gold_sessions for number in found.numbers.tolist()])
    return tuple(found.values), Choice(np.array(list(found.values.values())).T, right)


def _features(asked: Asked) -> RankedFeatures:
    """The features as they were; no tool speaks here."""
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
    """The weights of `fit` by name; features are left out, and theirs are 0, until none of the `matches` has a negative
    one.
    """
    kept = list(range(len(names)))
    while True:
        weights = fit([Choice(one.features[:, kept], one.right) for one in choices]).tolist()
        against = {place for place, weight in zip(kept, weights, strict=True) if names[place] in matches and weight < 0}
        if not against:
            return {**dict.fromkeys(names, 0.0), **dict(zip((names[place] for place in kept), weights, strict=True))}
        kept = [place for place in kept if place not in against]


def fit(choices: Sequence[Choice], penalty: float = PENALTY) -> Matrix:
    """Weights that make right choices likely: each against all wrong ones, by Newton's method, shape (features,).

    Conditional logit (McFadden 1974): the likelihood of a right choice is a softmax over it and the wrong ones; a
    question's right choices share a weight of 1. Features are standardised for the penalty.
    """
    used = [one for one in choices if one.right.any() and not one.right.all()]
    features = np.concatenate([one.features for one in used])
    right = np.concatenate([one.right for one in used])
    deviation = features.std(axis=0)
    deviation[deviation < 1e-9] = np.inf  # a feature that never differs gets no weight
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
    """Where a convex function is least: Newton's method, with steps halved until each leads down."""
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
        """The gradient and the curvature."""
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
        """Scores less the highest wrong one of the question, the odds of the wrong ones, and for each right one the
        logarithm of its odds and theirs: finite however far the scores lie apart.
        """
        scores = self.rows @ found
        wrong = np.where(self.right, -np.inf, scores)
        highest = np.maximum.reduceat(wrong, self.starts)[self.of_row]
        scores, wrong = scores - highest, np.exp(wrong - highest)
        sums = np.add.reduceat(wrong, self.starts)[self.of_row[self.right]]
        return scores, wrong, np.logaddexp(np.log(sums), scores[self.right])


def logistic(signs: Matrix, right: npt.NDArray[np.bool_], counts: Matrix | None = None) -> Matrix:
    """Logistic regression of what is right on signs (rows, signs), rows weighted by `counts`; the offset comes last."""
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
    """What is said of the weights that ship: how they were made, and of which data, in the order of the command."""
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
