"""The features of the nominated turns, by name, which the ranker weighs.

Each is one number per turn. Scores are divided by their maximum for the question and cosines are standardised, so that
weights carry over between memories; shares and flags stay as they are. No feature sees an id. Features that only
describe the evidence of one data set (lengths, photos, the position in a session) are left out: they help there and
hurt elsewhere (docs/unified_design.md).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

import numpy as np
import numpy.typing as npt

from convograph.architectures.unified.levels import scaled, weighted_sum
from convograph.architectures.unified.matches import Matches
from convograph.architectures.unified.memo_matches import MemoMatches
from convograph.architectures.unified.places import Places
from convograph.architectures.unified.sentences import Sentences
from convograph.graph.arrays import Floats, Mask, Rows
from convograph.graph.runs import distinct_numbers
from convograph.graph.snapshot import LayerTable
from convograph.graph.turns import NO_TIME, TurnTable
from convograph.layers.wording import SIGNS, names_time, times_of
from convograph.times import seconds_of

Range = tuple[datetime, datetime]
Values = dict[str, Floats]

DAY = 86_400
_SENTENCES_AT_ONCE = 256  # sentences compared per pass: a quarter of a megabyte, which fits CPU caches
THREAD = 8  # preceding turns that tell what a turn is about
LATEST_REPLY = 3  # turns at most from a question to its reply
ASKED_AROUND = (-2, -1, 0, 1)  # turns around a question that tell what it is about: "how much", after "the cottage"
NEARNESS = 7 * DAY  # seconds from the time asked about to a turn at which nearness is 1/e
SAME = 1e-6  # standard deviation of cosines below which it is rounding error

MEMO_FEATURES = ("memo_alike", "memo_cosine")
"""What memos add to the turns they are about; these weights are fitted separately, on conversations with memos."""


_ASKING = 1 << SIGNS.index("q") | 1 << SIGNS.index("a")
"""The signs of a sentence that asks: by its question mark, or by how it opens."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RankedFeatures:
    """The features that scores and certainty are computed from and fitted to.

    `values` has a number for each feature, by name, and each of the turns at `places` (ascending). `sessions` are the
    numbers of their sessions, `forms` the numbers in `FORMS` of these sessions' forms; `by_tool` marks tool output.
    `covered`, `alike` and `cosine` are not relative to other turns: the share of the question's words in a turn, the
    share of its meaning by similar words, and the cosine of the best sentence, or those of a memo about the turn that
    has more. `words` is the number of content words of the question; `asked_about` and `is_known` are those of
    `Matches`, `is_courtesy` and `small_talk` those of `AskedQuestion`.
    """

    places: Rows
    sessions: Rows
    forms: npt.NDArray[np.int8]
    by_tool: Mask
    values: dict[str, Floats]
    covered: Floats
    alike: Floats
    cosine: Floats
    asked_about: float
    words: int
    is_courtesy: bool
    small_talk: float
    is_known: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnFeatures(RankedFeatures):
    """The features of a live question, with what explains why a turn is found.

    `only_asks` says whether every sentence of a turn asks, with a question mark or without. `sentences` are those of
    the turns, with their `cosines` and their `support`: how relevant each is to the question. `memo_support` has
    the memos about the turns.
    """

    only_asks: Mask
    sentences: Sentences
    cosines: Floats
    support: Floats
    memo_support: MemoSupport


@dataclass(frozen=True, slots=True)
class MemoSupport:
    """Memos about turns, as parallel arrays: the item of a memo, the number of a turn, and the memo's support."""

    items: Rows
    turns: Rows
    support: Floats


def features_of(turns: TurnTable, layer: LayerTable, matches: Matches, memos: MemoMatches, here: Rows) -> TurnFeatures:
    """All features of the turns at some ascending places."""
    return _Measuring(turns, layer, matches, memos, here).measured()


@dataclass
class _Measuring:
    """Measures features: each method returns some by name, some also what explains them; `measured` merges them."""

    turns: TurnTable
    layer: LayerTable
    matches: Matches
    memos: MemoMatches
    here: Rows

    def __post_init__(self) -> None:
        self.places: Places = self.matches.places
        self.session = self.places.sessions[self.here]
        self.kept = self.matches.sentences.kept(self.here)
        self.sentences = self.matches.sentences.of_turns(self.here)
        self.signs = self.matches.outline.signs[self.sentences.items]

    def measured(self) -> TurnFeatures:
        """All features."""
        words, covered, occurring = self._words()
        likeness, alike, likenesses = self._likeness()
        meaning, cosine, cosines, nearest = self._cosines()
        memos, (covered, alike, cosine), memo_support = self._memos(covered, alike, cosine, nearest)
        support = occurring + likenesses + np.maximum(cosines, 0)
        asked, outline = self.matches.asked, self.matches.outline
        return TurnFeatures(
            places=self.here,
            sessions=self.session,
            forms=outline.forms[self.session],
            by_tool=outline.by_tool[self.here],
            values={**words, **likeness, **meaning, **self._speaker(), **self._form(), **self._time(), **memos},
            covered=covered,
            alike=alike,
            cosine=cosine,
            asked_about=self.matches.asked_about,
            words=int(np.count_nonzero(asked.weights("content"))),
            is_courtesy=asked.is_courtesy,
            small_talk=asked.small_talk,
            is_known=self.matches.is_known,
            only_asks=self._only_asks(),
            sentences=self.sentences,
            cosines=cosines,
            support=support,
            memo_support=memo_support,
        )

    def _best(self, values: Floats) -> Floats:
        """The highest value among each turn's sentences."""
        return self.sentences.best(values, len(self.here))

    def _words(self) -> tuple[Values, Floats, Floats]:
        """BM25 of the turn with two neighbours on either side, and the share of the question covered with one.

        Also the share of the question's words, weighted by importance, in each turn and in each sentence.
        """
        matches, here, importance = self.matches, self.here, self.matches.importance
        values = {
            "bm25_wide": scaled(matches.wide_scores[here]),
            "covered_near": weighted_sum(_occurs(matches.windows[0].counts[:, here]), importance),
        }
        covered = weighted_sum(_occurs(matches.turns.counts[:, here]), importance)
        in_sentences = matches.sentence_level(self.kept).counts
        return values, covered, weighted_sum(_occurs(in_sentences), importance)

    def _likeness(self) -> tuple[Values, Floats, Floats]:
        """How similar the words of the turn, and of the turns up to it, are to those of the question.

        Also late interaction for each turn and for each sentence.
        """
        matches, own = self.matches, self.matches.turn_similar[:, self.here]
        values = {
            "alike": scaled(self._alike(own)),
            "alike_before": matches.likeness(self._nearest_of(self.here, range(-THREAD, 1))),
        }
        return values, matches.likeness(own), matches.likeness(matches.similar(self.kept))

    def _nearest_of(self, places: Rows, distances: Iterable[int]) -> npt.NDArray[np.float32]:
        """The similarity of each question word to the nearest word of the turns around each of some places.

        The turns lie at some `distances` from the place, in its session. Shape (words, places).
        """
        at = np.fromiter(distances, np.int64)[:, None]
        found: npt.NDArray[np.float32] = self.places.beside(self.matches.turn_similar, places, at).max(axis=1)
        return found

    def _alike(self, similar: npt.NDArray[np.float32]) -> Floats:
        """The sum of BM25's weights of the question's words, each times the similarity of a text's nearest word."""
        weights = self.matches.asked.weights("all") * self.matches.turns.inverse
        return weighted_sum(similar.astype(np.float64), weights)

    def _cosines(self) -> tuple[Values, Floats, Floats, Floats]:
        """The cosines of the best sentence, the turn, the turn with its neighbours, and the session.

        The first two are with the whole question, the others with its content words; a session's is that of its best
        sentence. Also, not standardised, the cosines of each turn's best sentence and of each sentence with the content
        words, and of each turn's best sentence with the whole question.
        """
        around = _Around(self.here, self.matches, self.layer)
        whole, content = self.matches.asked.vectors
        with_whole, with_content = (self._best(cosines) for cosines in around.cosines)
        values = {
            "cosine_sentence": _standardised(with_whole),
            "cosine_turn": _standardised(_cosine(around.turns, whole)),
            "cosine_near": _standardised(_cosine(around.windows, content)),
            "cosine_session": _standardised(self._highest_of_session(with_content)),
        }
        return values, with_content, around.cosines[1], with_whole

    def _highest_of_session(self, values: Floats) -> Floats:
        """For each turn, the highest value among the nominated turns of its session."""
        highest = np.full(int(self.session.max(initial=-1)) + 1, -np.inf)
        np.maximum.at(highest, self.session, values)
        return highest[self.session]

    def _speaker(self) -> Values:
        """Flags for the speaker that the question means, by name or as user or assistant, and for any other."""
        asked, outline = self.matches.asked, self.matches.outline
        speakers = outline.speakers[self.here]
        by_assistant, by_user = outline.by_assistant[self.here], outline.by_user[self.here]
        meant = by_assistant if asked.to_assistant else by_user
        named = np.isin(speakers, list(asked.named))
        with_assistant = by_assistant | by_user
        return {
            "speaker_meant": _flags(np.where(with_assistant, meant, named)),
            "speaker_other": _flags(np.where(with_assistant, ~meant, bool(asked.named) & ~named)),
        }

    def _form(self) -> Values:
        """Whether a turn asks or answers, and has what this kind of question asks for."""
        kinds = self.matches.asked.kinds
        has = {sign: self._best(_flags(self.signs >> SIGNS.index(sign) & 1)) for sign in "tn"}
        joined, before = self.places.joined(self.here, -1)
        before_asks = self._last_asks(before) * joined
        alike = self._alike(self.matches.turn_similar[:, before])
        return {
            "asks": self._last_asks(self.here),
            "has_time_word": has["t"],
            "when_time": has["t"] * ("when" in kinds),
            "many_number": has["n"] * ("how many" in kinds),
            "before_asks": before_asks,
            "answers_match": scaled(before_asks * alike),
            "replies_match": self._replies(),
        }

    def _replies(self) -> Floats:
        """How similar an earlier question of another speaker, with the turns around it, is to the question asked.

        In shares of the most similar turn; 0 for a turn that does not follow another speaker's question.
        """
        speakers = self.matches.outline.speakers
        found = np.zeros(len(self.here))
        for distance in range(1, LATEST_REPLY + 1):
            joined, at = self.places.joined(self.here, -distance)
            replying = np.flatnonzero(joined & (speakers[at] != speakers[self.here]))
            replying = replying[self._last_asks(at[replying]) > 0]
            alike = self._alike(self._nearest_of(at[replying], ASKED_AROUND))
            found[replying] = np.maximum(found[replying], alike)
        highest = self._alike(self.matches.turn_similar[:, self.here]).max(initial=0.0)
        return found / highest if highest > 0 else found

    def _only_asks(self) -> Mask:
        """Whether a turn has sentences and all of them ask, by a question mark or by how they open."""
        telling = self._best(_flags((self.signs & _ASKING) == 0))
        having, _ = self.matches.sentences.last(self.here)
        found: Mask = having & (telling == 0)
        return found

    def _last_asks(self, places: Rows) -> Floats:
        """Whether the last sentence of each turn asks."""
        having, last = self.matches.sentences.last(places)
        asks = np.zeros(len(places))
        asks[having] = (self.matches.outline.signs[self.matches.sentences.items[last]] & _ASKING) > 0
        return asks

    def _time(self) -> Values:
        """How near a turn was said to a time that the question names, and whether it names such a time itself."""
        ranges = self.matches.asked.ranges
        near, named = np.zeros(len(self.here)), np.zeros(len(self.here))
        seconds = self.turns.seconds.values[self.places.rows[self.here]].astype(np.float64)
        known = seconds != NO_TIME
        for start, end in ranges:
            first, last = seconds_of(start), seconds_of(end)
            within = known & (seconds >= first) & (seconds < last)
            away = np.minimum(np.abs(seconds - first), np.abs(seconds - last))
            near = np.maximum(near, np.where(within, 1.0, np.where(known, np.exp(-away / NEARNESS), 0.0)))
        if ranges:
            payloads = self.layer.payloads.at(self.sentences.items)
            named = self._best(_flags([names_time(one) and _names(times_of(one), ranges) for one in payloads]))
        return {"said_near": near, "names_time": named}

    def _memos(
        self, covered: Floats, alike: Floats, cosine: Floats, nearest: Floats
    ) -> tuple[Values, tuple[Floats, Floats, Floats], MemoSupport]:
        """What memos about a turn add: similar words, and a cosine above `nearest`, that of its best sentence.

        Both are 0 for a turn without memos. Also the other three measures, raised to those of a memo that has more, and
        the memos.
        """
        if not len(self.memos.index):
            values = {name: np.zeros(len(self.here)) for name in MEMO_FEATURES}
            nothing = np.empty(0, np.int64)
            return values, (covered, alike, cosine), MemoSupport(nothing, nothing, np.empty(0))
        memos, turn = self.memos.index.of_turns(self.here)
        held, which = np.unique(memos, return_inverse=True)
        asked, counts = self.matches.asked, self.memos.level.counts[:, held]

        def best(values: Floats) -> Floats:
            highest = np.zeros(len(self.here))
            np.maximum.at(highest, turn, values[which])
            return highest

        likeness = self.memos.alike[held]
        whole, content = (self.memos.cosines(held, vector) for vector in asked.vectors)
        content = np.maximum(content, 0)
        occurring = weighted_sum(_occurs(counts), self.matches.importance)
        own = self.matches.turn_similar[:, self.here]
        joined = own.copy()
        for of_turns, of_memos in zip(joined, self.memos.similar[:, held], strict=True):
            np.maximum.at(of_turns, turn, of_memos[which])
        values = {
            "memo_alike": _gain(self._alike(joined), self._alike(own)),
            "memo_cosine": _in_deviations(np.maximum(best(whole) - nearest, 0), nearest),
        }
        memo_support = MemoSupport(self.memos.index.items[memos], turn, (occurring + likeness + content)[which])
        absolute = ((covered, occurring), (alike, likeness), (cosine, content))
        covered, alike, cosine = (np.maximum(of_turn, best(of_memo)) for of_turn, of_memo in absolute)
        return values, (covered, alike, cosine), memo_support


class _Around:
    """The vectors of some turns, and of each together with its neighbours.

    `cosines` are those of the turns' own sentences with each vector of `asked`, shape (vectors, sentences).
    """

    def __init__(self, here: Rows, matches: Matches, layer: LayerTable) -> None:
        places, sentences, asked = matches.places, matches.sentences, matches.asked.vectors
        last = len(places) - 1
        reached = distinct_numbers(
            np.concatenate([np.maximum(here - 1, 0), here, np.minimum(here + 1, last)]), len(places)
        )
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
            joined, _ = places.joined(here, distance)
            sums.take(at + distance, axis=0, out=there, mode="clip")
            there[~joined] = 0
            self.windows += there


def _gain(values: Floats, over: Floats) -> Floats:
    """How far `values` exceed `over`, as a share of the maximum of both; 0 where they do not."""
    highest = max(values.max(initial=0.0), over.max(initial=0.0))
    return np.maximum(values - over, 0) / highest if highest > 0 else np.zeros(len(values))


def _occurs(counts: Floats) -> Floats:
    return (counts > 0).astype(np.float64)


def _flags(values: npt.ArrayLike) -> Floats:
    return np.asarray(values, np.float64)


def _names(times: Sequence[Range], ranges: Sequence[Range]) -> bool:
    """Whether any of some times is about the same as one of the ranges."""
    return any(_same_time(*time, ranges) for time in times)


def _same_time(start: datetime, end: datetime, ranges: Sequence[Range]) -> bool:
    """Whether a time overlaps one of the ranges without being far longer."""
    return any(
        start < last and first < end and (end - start).total_seconds() <= 4 * (last - first).total_seconds() + DAY
        for first, last in ranges
    )


def _dots(rows: npt.NDArray[np.float32], vector: npt.NDArray[np.float32]) -> Floats:
    """Dot products row by row: unlike a matrix product, bit for bit the same whatever the other rows."""
    if not len(rows):  # an empty matrix may not know its width
        return np.zeros(0)
    products: npt.NDArray[np.float32] = np.einsum("td,d->t", rows, vector, optimize=False)
    return products.astype(np.float64)


def _cosine(rows: npt.NDArray[np.float32], vector: npt.NDArray[np.float32]) -> Floats:
    squares: npt.NDArray[np.float32] = np.einsum("td,td->t", rows, rows, optimize=False)
    cosines: Floats = _dots(rows, vector) / np.maximum(np.sqrt(squares.astype(np.float64)), 1e-9)
    return cosines


def _standardised(cosines: Floats) -> Floats:
    """The cosines minus their mean, divided by their standard deviation."""
    return _in_deviations(cosines - cosines.mean() if len(cosines) else cosines, cosines)


def _in_deviations(values: Floats, cosines: Floats) -> Floats:
    """Values divided by the standard deviation of some cosines; 0 if these are all the same."""
    deviation = float(cosines.std()) if len(cosines) else 0.0
    return values / deviation if deviation > SAME else np.zeros(len(values))
