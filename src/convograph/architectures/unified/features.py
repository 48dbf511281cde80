"""The features of the nominated turns: what the ranker weighs, by name.

Each is one number a turn. Scores are divided by their highest for the question and cosines standardised, so that
weights hold from memory to memory; shares and flags are as they are. No feature sees an id. What describes only how
the evidence of one data set looks (lengths, photos, the place in a session) is left out: it helps there and hurts
elsewhere (docs/unified.md).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

import numpy as np
import numpy.typing as npt

from convograph.architectures.unified.keys import KeyMatches
from convograph.architectures.unified.levels import Floats, Level, scaled, weighted_sum
from convograph.architectures.unified.matches import Matches
from convograph.architectures.unified.nomination import Nominated
from convograph.architectures.unified.places import Places, Rows
from convograph.architectures.unified.sentences import Sentences
from convograph.graph.runs import changes
from convograph.graph.snapshot import LayerTable
from convograph.graph.turns import NO_TIME, TurnTable
from convograph.layers.wording import SIGNS, names_time, times_of
from convograph.times import seconds_of

Flags = npt.NDArray[np.bool_]
Range = tuple[datetime, datetime]

DAY = 86_400
_SENTENCES_AT_ONCE = 256  # whose vectors are compared: a quarter of a megabyte, which caches hold
NEARNESS = 7 * DAY  # seconds between what was said and the time asked about after which being near counts 1/e
SAME = 1e-6  # deviation of cosines below which rounding made it
BEST_TURNS = 3  # of a session that tell how good it is

MEMO_FEATURES = ("memo_words", "memo_alike", "memo_cosine")
"""What memos add to the turns that they are about; their weights are fitted apart, where there are memos."""


@dataclass(frozen=True, slots=True)
class Features:
    """Features by name, `values`, a number for each of the turns at `places` (ascending).

    `sessions` are the numbers of their sessions, `assisted` says whether an assistant or a user speaks there, `by_tool`
    whether the turn is what a tool put out.
    `covered`, `alike` and `cosine` are the share of the question's words that a turn has, the share of its meaning by
    similar words, and the cosine of its best sentence, or those of a memo about it that has more: not compared with
    other turns. `asked_about` is that of
    `Matches`, `words` how many words of the question tell what it is about, `is_courtesy` that of `Asked`, `is_known`
    that of `Matches`. `sentences` are those of the turns, with their `cosines`, and `support`: how much each bears on
    the question. `told` are the memos about the turns, in the same way.
    """

    places: Rows
    sessions: Rows
    assisted: Flags
    by_tool: Flags
    values: dict[str, Floats]
    covered: Floats
    alike: Floats
    cosine: Floats
    asked_about: float
    words: int
    is_courtesy: bool
    is_known: bool
    sentences: Sentences
    cosines: Floats
    support: Floats
    told: Told


@dataclass(frozen=True, slots=True)
class Told:
    """Memos about turns, as parallel arrays: the item of a memo, the number of a turn, and how much the memo bears on
    the question.
    """

    items: Rows
    turns: Rows
    support: Floats


def features_of(turns: TurnTable, layer: LayerTable, matches: Matches, keys: KeyMatches, found: Nominated) -> Features:
    """All features of the nominated turns."""
    return _Measuring(turns, layer, matches, keys, found).measured()


@dataclass
class _Measuring:
    """Features in the making: each method adds some to `values`.

    `of_sentence` are measures of each turn's best sentence, not scaled, which memos are compared with.
    """

    turns: TurnTable
    layer: LayerTable
    matches: Matches
    keys: KeyMatches
    found: Nominated
    values: dict[str, Floats] = field(default_factory=dict)
    of_sentence: dict[str, Floats] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.here = self.found.places
        self.places: Places = self.matches.places
        self.session = self.places.sessions[self.here]
        self.kept = self.matches.sentences.kept(self.here)
        self.sentences = self.matches.sentences.of_turns(self.here)
        self.signs = self.matches.outline.signs[self.sentences.items]

    def measured(self) -> Features:
        """Every feature, once."""
        sentences = self.matches.sentence_level(self.kept)
        self._words(sentences)
        covered, occurring = self._coverage(sentences)
        alike, likenesses = self._likeness()
        cosine, cosines = self._cosines()
        self._speaker()
        self._form()
        self._time()
        self._session(cosine)
        absolute, told = self._memos(covered, alike, cosine)
        support = occurring + likenesses + np.maximum(cosines, 0)
        asked, outline = self.matches.asked, self.matches.outline
        return Features(
            self.here,
            self.session,
            outline.assisted[self.session],
            np.isin(outline.speakers[self.here], outline.tools),
            self.values,
            *absolute,
            self.matches.asked_about,
            int(np.count_nonzero(asked.weights("content"))),
            asked.is_courtesy,
            self.matches.is_known,
            self.sentences,
            cosines,
            support,
            told,
        )

    def _best(self, values: Floats) -> Floats:
        """The highest value of each turn's sentences."""
        return self.sentences.best(values, len(self.here))

    def _words(self, sentences: Level) -> None:
        """BM25 of the turn, its best sentence, the turns around it and its session."""
        matches, here, everything = self.matches, self.here, slice(None)
        roles = {"": "all", "_content": "content", "_names": "names"}
        weights = {suffix: matches.asked.weights(role) for suffix, role in roles.items()}
        near, wide = matches.windows
        for name, level in (("turn", matches.turns), ("near", near)):
            scores = level.scores(here, *weights.values())
            self.values |= {f"bm25_{name}{suffix}": scaled(one) for suffix, one in zip(weights, scores, strict=True)}
        del weights["_names"]
        of_levels: dict[str, list[Floats]] = {
            "sentence": [self._best(one) for one in sentences.scores(everything, *weights.values())],
            "wide": wide.scores(here, *weights.values()),
            "session": [one[self.session] for one in matches.sessions.scores(everything, *weights.values())],
        }
        self.of_sentence["words"] = of_levels["sentence"][0]
        for name, scores in of_levels.items():
            self.values |= {f"bm25_{name}{suffix}": scaled(one) for suffix, one in zip(weights, scores, strict=True)}

    def _coverage(self, sentences: Level) -> tuple[Floats, Floats]:
        """The share of what the question asks about whose very words occur: of each turn, and of each sentence."""
        matches, weights = self.matches, self.matches.importance
        turn = _occurs(matches.turns.counts[:, self.here])
        covered = weighted_sum(turn, weights)
        self.values["covered_turn"] = covered
        self.values["covered_near"] = weighted_sum(_occurs(matches.windows[0].counts[:, self.here]), weights)
        self.values["covered_session"] = weighted_sum(_occurs(matches.sessions.counts), weights)[self.session]
        occurs = _occurs(sentences.counts)
        in_sentences = weighted_sum(occurs, weights)
        self.values["covered_sentence"] = self._best(in_sentences)
        self.values["rarest_word"] = scaled((turn * weights[:, None]).max(axis=0, initial=0.0))
        self.values["pair"] = scaled(self._best(_pairs(occurs, weights)))
        return covered, in_sentences

    def _likeness(self) -> tuple[Floats, Floats]:
        """Late interaction of turns, their best sentences, the turns around and sessions: of each turn, sentence."""
        matches, similar, here = self.matches, self.matches.turn_similar, self.here
        in_sentences = matches.likeness(matches.similar(self.kept))
        self.of_sentence["alike"] = self._best(in_sentences)
        self.values["alike_sentence"] = scaled(self.of_sentence["alike"])
        own = similar[:, here]
        alike = matches.likeness(own)
        self.values["alike_turn"] = scaled(alike)
        beside = (self.places.beside(similar, here, distance) for distance in (-1, 1))
        self.values["alike_near"] = scaled(matches.likeness(np.maximum.reduce([own, *beside])))
        sessions = np.maximum.reduceat(similar, self.places.session_starts, axis=1)
        self.values["alike_session"] = scaled(matches.likeness(sessions)[self.session])
        self.values["alike_loosely"] = scaled(weighted_sum(own.astype(np.float64), matches.importance))
        return alike, in_sentences

    def _cosines(self) -> tuple[Floats, Floats]:
        """Cosines with the question and with its content words: of best sentence, turn, turn with its neighbours."""
        asked = self.matches.asked.vectors
        around = _Around(self.here, self.matches, self.layer)
        for name, vector, cosines in zip(("whole", "content"), asked, around.cosines, strict=True):
            cosine = self._best(cosines)
            self.values[f"cosine_sentence_{name}"] = _standardised(cosine)
            self.values[f"cosine_turn_{name}"] = _standardised(_cosine(around.turns, vector))
            self.values[f"cosine_near_{name}"] = _standardised(_cosine(around.windows, vector))
            self.of_sentence.setdefault("cosine", cosine)  # with the whole question
        return cosine, cosines

    def _speaker(self) -> None:
        """Whether the one speaks whom the question names; with an assistant, the one whom the question is about."""
        asked, outline = self.matches.asked, self.matches.outline
        speakers = outline.speakers[self.here]
        by_assistant, by_user = np.isin(speakers, outline.assistants), np.isin(speakers, outline.users)
        meant = by_assistant if asked.to_assistant else by_user
        named = np.isin(speakers, list(asked.named))
        with_assistant = by_assistant | by_user
        self.values["speaker_meant"] = _flags(np.where(with_assistant, meant, named))
        self.values["speaker_other"] = _flags(np.where(with_assistant, ~meant, bool(asked.named) & ~named))

    def _form(self) -> None:
        """Whether a turn asks or answers, and has what this kind of question asks for."""
        kinds = self.matches.asked.kinds
        has = {sign: self._best(_flags(self.signs >> SIGNS.index(sign) & 1)) for sign in "tnp"}
        self.values["asks"] = self._last_asks(self.here)
        self.values["has_time_word"] = has["t"]
        self.values["when_time"] = has["t"] * ("when" in kinds)
        self.values["many_number"] = has["n"] * ("how many" in kinds)
        self.values["where_place"] = has["p"] * ("where" in kinds)
        before = np.maximum(self.here - 1, 0)
        joined = (self.here > 0) & (self.places.sessions[before] == self.session)
        lexical = scaled(self.found.lexical)
        self.values["lexical_before"] = self.places.beside(lexical, self.here, -1)
        self.values["lexical_after"] = self.places.beside(lexical, self.here, 1)
        self.values["before_asks"] = self._last_asks(before) * joined
        self.values["answers_match"] = self.values["before_asks"] * self.values["lexical_before"]

    def _last_asks(self, places: Rows) -> Floats:
        """Whether the last sentence of each turn asks."""
        having, last = self.matches.sentences.last(places)
        asks = np.zeros(len(places))
        asks[having] = self.matches.outline.signs[self.matches.sentences.items[last]] >> SIGNS.index("q") & 1
        return asks

    def _time(self) -> None:
        """Whether a turn was said in, or near, a time that the question names, or names such a time itself."""
        ranges = self.matches.asked.ranges
        inside, near, named = (np.zeros(len(self.here)) for _ in range(3))
        seconds = self.turns.seconds.values[self.places.rows[self.here]].astype(np.float64)
        known = seconds != NO_TIME
        for start, end in ranges:
            first, last = seconds_of(start), seconds_of(end)
            within = known & (seconds >= first) & (seconds < last)
            away = np.minimum(np.abs(seconds - first), np.abs(seconds - last))
            inside[within] = 1.0
            near = np.maximum(near, np.where(within, 1.0, np.where(known, np.exp(-away / NEARNESS), 0.0)))
        if ranges:
            payloads = self.layer.payloads.at(self.sentences.items)
            named = self._best(_flags([names_time(one) and _names(times_of(one), ranges) for one in payloads]))
        self.values["said_then"], self.values["said_near"], self.values["names_time"] = inside, near, named

    def _session(self, cosine: Floats) -> None:
        """How good the best turns of a turn's session are."""
        goodness = scaled(self.found.lexical[self.here]) + np.maximum(cosine, 0)
        total = int(self.session.max(initial=-1)) + 1
        highest = np.zeros(total)
        np.maximum.at(highest, self.session, goodness)
        self.values["session_best"] = scaled(highest[self.session])
        rank = _rank_within(self.session, goodness)
        top = np.zeros(total)
        np.add.at(top, self.session, np.where(rank < BEST_TURNS, goodness, 0.0))
        self.values["session_three"] = scaled(top[self.session])

    def _memos(self, covered: Floats, alike: Floats, cosine: Floats) -> tuple[tuple[Floats, Floats, Floats], Told]:
        """How much better than its best sentence the best memo about a turn matches; 0 for a turn without memos.

        Returns these measures of turns, or those of a memo where it has more; and the memos.
        """
        if not len(self.keys.keys):
            self.values |= {name: np.zeros(len(self.here)) for name in MEMO_FEATURES}
            nothing = np.empty(0, np.int64)
            return (covered, alike, cosine), Told(nothing, nothing, np.empty(0))
        memos, turn = self.keys.keys.of_turns(self.here)
        held, which = np.unique(memos, return_inverse=True)
        asked, counts = self.matches.asked, self.keys.level.counts[:, held]

        def best(values: Floats) -> Floats:
            highest = np.zeros(len(self.here))
            np.maximum.at(highest, turn, values[which])
            return highest

        likeness = self.keys.alike[held]
        whole, content = (self.keys.cosines(held, vector) for vector in asked.vectors)
        content = np.maximum(content, 0)
        occurring = weighted_sum(_occurs(counts), self.matches.importance)
        (words,) = self.keys.level.scores(held, asked.weights("all"))
        self.values["memo_words"] = _gain(best(words), self.of_sentence["words"])
        self.values["memo_alike"] = _gain(best(likeness), self.of_sentence["alike"])
        nearer = np.maximum(best(whole) - self.of_sentence["cosine"], 0)
        self.values["memo_cosine"] = _in_deviations(nearer, self.of_sentence["cosine"])
        told = Told(self.keys.keys.items[memos], turn, (occurring + likeness + content)[which])
        own = ((covered, occurring), (alike, likeness), (cosine, content))
        covered, alike, cosine = (np.maximum(of_turn, best(of_memo)) for of_turn, of_memo in own)
        return (covered, alike, cosine), told


class _Around:
    """The vectors of some turns, and of each with the turns beside it.

    `cosines` are those of the turns' own sentences with each vector of `asked`, shape (vectors, sentences).
    """

    def __init__(self, here: Rows, matches: Matches, layer: LayerTable) -> None:
        places, sentences, asked = matches.places, matches.sentences, matches.asked.vectors
        beside = np.unique(np.concatenate([here - 1, here, here + 1]))
        reached = beside[(beside >= 0) & (beside < len(places))]
        at = np.searchsorted(reached, here)
        sums = matches.outline.vectors.of(layer, places.rows[reached], sentences.of_turns(reached), asked.shape[1])
        items = sentences.items[sentences.kept(here)]
        self.cosines = np.empty((len(asked), len(items)))
        for start in range(0, len(items), _SENTENCES_AT_ONCE):
            some = slice(start, start + _SENTENCES_AT_ONCE)
            rows = layer.vectors.values.take(items[some], axis=0)  # faster than indexing
            self.cosines[:, some] = [_dots(rows, vector) for vector in asked]
        self.turns = sums.take(at, axis=0)
        self.windows = self.turns.copy()
        there = np.empty_like(self.turns)
        for distance in (-1, 1):
            place = np.clip(here + distance, 0, max(len(places) - 1, 0))
            alone = (place == here) | (places.sessions[place] != places.sessions[here])
            sums.take(at + distance, axis=0, out=there, mode="clip")
            there[alone] = 0
            self.windows += there


def _gain(values: Floats, over: Floats) -> Floats:
    """How far values are above others, in shares of the highest of both."""
    highest = max(values.max(initial=0.0), over.max(initial=0.0))
    return np.maximum(values - over, 0) / highest if highest > 0 else np.zeros(len(values))


def _occurs(counts: Floats) -> Floats:
    return (counts > 0).astype(np.float64)


def _flags(values: npt.ArrayLike) -> Floats:
    return np.asarray(values, np.float64)


def _pairs(occurs: Floats, weights: Floats) -> Floats:
    """For each sentence the weightiest two words that follow each other in the question and both occur in it."""
    content = np.flatnonzero(weights)
    best = np.zeros(occurs.shape[1])
    for first, second in zip(content[:-1].tolist(), content[1:].tolist(), strict=True):
        best = np.maximum(best, occurs[first] * occurs[second] * (weights[first] + weights[second]))
    return best


def _names(times: Sequence[Range], ranges: Sequence[Range]) -> bool:
    """Whether any of some times is about the same as one of the ranges."""
    return any(_same_time(*time, ranges) for time in times)


def _same_time(start: datetime, end: datetime, ranges: Sequence[Range]) -> bool:
    """Whether a time overlaps one of the ranges, and is not far longer."""
    return any(
        start < last and first < end and (end - start).total_seconds() <= 4 * (last - first).total_seconds() + DAY
        for first, last in ranges
    )


def _rank_within(groups: Rows, values: Floats) -> Rows:
    """The rank of each value among those of its group, from 0, the highest first."""
    order = np.lexsort((-values, groups))
    firsts = np.flatnonzero(changes(groups[order]))
    rank = np.empty(len(groups), np.int64)
    rank[order] = np.arange(len(groups)) - np.repeat(firsts, np.diff(np.append(firsts, len(groups))))
    return rank


def _dots(rows: npt.NDArray[np.float32], vector: npt.NDArray[np.float32]) -> Floats:
    """Dot products row by row: unlike those of a matrix product, the same to the last bit whatever the other rows."""
    if not len(rows):  # then their width may be unknown
        return np.zeros(0)
    products: npt.NDArray[np.float32] = np.einsum("td,d->t", rows, vector, optimize=False)
    return products.astype(np.float64)


def _cosine(rows: npt.NDArray[np.float32], vector: npt.NDArray[np.float32]) -> Floats:
    squares: npt.NDArray[np.float32] = np.einsum("td,td->t", rows, rows, optimize=False)
    cosines: Floats = _dots(rows, vector) / np.maximum(np.sqrt(squares.astype(np.float64)), 1e-9)
    return cosines


def _standardised(cosines: Floats) -> Floats:
    """Cosines less their mean, in their deviations."""
    return _in_deviations(cosines - cosines.mean() if len(cosines) else cosines, cosines)


def _in_deviations(values: Floats, cosines: Floats) -> Floats:
    """Values over the deviation of some cosines; 0 where these are all the same."""
    deviation = float(cosines.std()) if len(cosines) else 0.0
    return values / deviation if deviation > SAME else np.zeros(len(values))
