"""Fills a budget with turns: breadth first, the evidence of many hits in brief, then depth, more of the best ones.

A hit that is half as likely to answer as another, and takes a third of the tokens, comes first: the gold that a budget
is expected to hold is highest when each token goes where it is likeliest.

The tokens of a text are taken as the sum of those of its parts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from math import log
from typing import NamedTuple

from convograph.context.companions import Neighbours, correction_of, question_of, reply_of
from convograph.context.excerpts import Spans
from convograph.context.layout import Notes, frame, in_order
from convograph.context.measures import Measures
from convograph.context.relevance import Relevance
from convograph.context.repeats import last_of_same
from convograph.extraction.asking import ends_asking
from convograph.protocols import TokenCounter
from convograph.types import Hit, SourceTurn

# Chosen on LongMemEval's labelled sentences: .96 of the gold in 2,000 tokens, .91 with all hits in brief before more is
# quoted of any; .3 and .5 of the budget do as well, and so do turns above 100 tokens cut to 80.
BRIEF = 0.4  # of the budget: so much goes to breadth before depth
LONG = 150  # tokens: a longer turn is cut, so that other hits find room
CUT = 80  # tokens to which it is cut
LEAST_HITS = 10  # that a context is chosen from
FIRST = 3  # hits that come first whatever they cost
WEIGHED_TOKENS = 25  # of the budget for each hit that is weighed by its tokens; those behind only fill what is left
FRAME = 8  # tokens: a hit's share of the headings and gaps around it
QUESTION = 60  # tokens of the question that a reply brings along, counted from its end
REPLY = 100  # tokens: a turn brings no longer reply or correction along, as that says what it is about itself

Scoring = Callable[[SourceTurn, Sequence[tuple[int, int]]], Sequence[float]]


@dataclass(frozen=True, slots=True)
class _Quoted:
    """A packed turn and its tokens; if it is cut, its spans, and the positions of their pieces."""

    turn: SourceTurn
    tokens: int
    spans: Spans = ()
    places: tuple[int, ...] = ()


class _Companions(NamedTuple):
    """The turns without which one cannot be understood: before it, after it, and what puts it right."""

    question: SourceTurn | None
    reply: SourceTurn | None
    correction: SourceTurn | None


@dataclass(slots=True)
class Packing:
    """The turns packed so far, the most important first, in at most `budget` tokens."""

    budget: int
    counter: TokenCounter
    relevance: Relevance
    neighbours: Neighbours
    notes: Notes = field(default_factory=dict)
    _measures: Measures = field(init=False)
    _quoted: dict[str, _Quoted] = field(default_factory=dict)
    _sessions: dict[str, list[SourceTurn]] = field(default_factory=dict)
    _used: int = 0
    _scores: dict[str, Sequence[float]] = field(default_factory=dict)
    _last: Mapping[str, SourceTurn] = field(default_factory=dict)
    _brought: dict[str, _Companions] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._measures = Measures(self.counter, short=LONG, notes=self.notes)

    def __contains__(self, turn: object) -> bool:
        return isinstance(turn, SourceTurn) and self.shown_as(turn).id in self._quoted

    def shown_as(self, turn: SourceTurn) -> SourceTurn:
        """The turn that is packed for one: itself, or the last one that says the same in the same words."""
        return turn if turn.id in self._quoted else self._last.get(turn.id, turn)

    @property
    def turns(self) -> list[SourceTurn]:
        """The packed turns."""
        return [one.turn for one in self._quoted.values()]

    def spans(self, turn: SourceTurn) -> Spans:
        """What is quoted of a packed turn."""
        return self._quoted[turn.id].spans

    def whole_tokens(self, turn: SourceTurn) -> int:
        """The tokens of a turn that is not cut."""
        return self._measures.of(turn).whole

    def fill(self, hits: Sequence[Hit]) -> None:
        """Pack hits, those that are worth most first, as far as they fit.

        Their evidence in brief, for a part of the budget; what more of these turns bears on the question; the evidence
        of the other hits in brief, and more of it; then the rest of their turns. What was said again in the same words
        is packed once.
        """
        found = {turn.id: turn for hit in hits for turn in hit.turns}
        brought = {turn.id: turn for one in found.values() for turn in self._companions(one) if turn is not None}
        self._last = last_of_same((brought | found).values(), self.relevance.analyzer, self.neighbours)
        self._measures.measure(found.values())
        hits = self._by_worth(hits)
        turns = list({turn.id: turn for hit in hits for turn in map(self.shown_as, hit.turns)}.values())
        if not self._fit_in_full(turns):
            telling = map(self.shown_as, chain.from_iterable(map(telling_turns, hits)))
            self._quote_in_brief(telling, self.budget * BRIEF)
            self._quote_more([turn for turn in turns if turn in self])
            self._quote_in_brief(telling, self.budget)
            self._quote_more(turns)
        for turn in turns:
            self._quote(turn, self.budget, self.budget, self._nearest)
            self._accompany(turn)

    def _by_worth(self, hits: Sequence[Hit]) -> Sequence[Hit]:
        """The hits in the order in which they are worth their tokens; as they are, unless their scores are log odds.

        Those of sessions are not, even where a hit has a probability.
        """
        if any(hit.probability is None or hit.unit == "session" for hit in hits):
            return hits
        weighed = max(LEAST_HITS, self.budget // WEIGHED_TOKENS)
        later = sorted(hits[FIRST:weighed], key=lambda hit: hit.score - log(self._brief_tokens(hit)), reverse=True)
        return [*hits[:FIRST], *later, *hits[weighed:]]

    def _brief_tokens(self, hit: Hit) -> int:
        """The tokens of a hit in brief."""
        whole = map(self.whole_tokens, telling_turns(hit))
        return FRAME + sum(tokens if tokens <= LONG else CUT for tokens in whole)

    def _quote_in_brief(self, turns: Iterator[SourceTurn], tokens: float) -> None:
        """Quote the next turns, long ones cut, until `tokens` are used."""
        for turn in turns:
            self._quote(turn, LONG, CUT, self._relevant)
            self._accompany(turn)
            if self._used >= tokens:
                return

    def _quote_more(self, turns: Sequence[SourceTurn]) -> None:
        """Quote what more of long turns bears on the question."""
        for turn in turns:
            self._quote(turn, LONG, self.budget, self._relevant)

    def drop_last(self) -> bool:
        """Take out the least important turn; false if there is none."""
        if not self._quoted:
            return False
        self._quoted.popitem()
        return True

    def _accompany(self, turn: SourceTurn) -> None:
        """Quote what a turn cannot be understood without, if the turn itself is quoted."""
        if turn not in self:
            return
        question, *behind = self._companions(turn)
        if question is not None and question.id not in self._quoted:
            self._quote(question, QUESTION, QUESTION, _from_end)
        for one in behind:
            if one is not None and one not in self:
                self._quote(one, REPLY, 0, self._relevant)

    def _companions(self, turn: SourceTurn) -> _Companions:
        """The turns without which one cannot be understood.

        A statement that was said again is the one that is packed for it; a question stands before its own reply.
        """
        if turn.id not in self._brought:
            before, after = self.neighbours(turn)
            question = question_of(turn, before, self.relevance.analyzer)
            found = _Companions(question, reply_of(turn, after), correction_of(turn, self.neighbours))
            self._brought[turn.id] = found
        found = self._brought[turn.id]
        if found.question is None or ends_asking(found.question.text):
            return found
        return found._replace(question=self.shown_as(found.question))

    def _quote(self, turn: SourceTurn, long: int, most: int, scoring: Scoring) -> None:
        """Quote a turn as far as there is room: whole if it takes up to `long` tokens, else up to `most` of it.

        Of a turn that is cut so far, more is quoted.
        """
        known = self._quoted.get(turn.id)
        if known is not None and not known.spans:
            return
        more_frame = 0 if known else self._more_frame(turn)
        given = known.tokens if known else 0
        room = self.budget - self._used - more_frame + given
        whole = self.whole_tokens(turn)
        if whole <= min(long, room):
            one: _Quoted | None = _Quoted(turn, whole)
        else:
            one = self._cut(turn, min(most, room), scoring, known)
        if one is not None:
            self._used += more_frame + one.tokens - given
            self._quoted[turn.id] = one
            if known is None:
                self._sessions[turn.session] = self._session_with(turn)

    def _cut(self, turn: SourceTurn, most: int, scoring: Scoring, known: _Quoted | None) -> _Quoted | None:
        """A turn cut to up to `most` tokens, with what is `known` of it; `None` if there is no room for more."""
        measured = self._measures.of(turn)
        pieces, room = measured.pieces, most - measured.head
        kept, taken = (known.places, known.tokens - measured.head) if known else ((), 0)
        if pieces.least > room - taken:
            return None
        places = pieces.chosen(scoring(turn, pieces.spans), room, kept)
        if len(places) == len(kept):
            return None
        spans = pieces.joined(places)
        return _Quoted(turn, measured.head + pieces.cost(places), spans, tuple(places) if spans else ())

    def _relevant(self, turn: SourceTurn, spans: Sequence[tuple[int, int]]) -> Sequence[float]:
        """Scores by which the spans that bear on the question are the best."""
        if turn.id not in self._scores:
            self._scores[turn.id] = self.relevance.scores(turn, spans)
        return self._scores[turn.id]

    def _nearest(self, turn: SourceTurn, spans: Sequence[tuple[int, int]]) -> Sequence[float]:
        """Scores by which the spans nearest to what is quoted of a turn are the best; without any, the first."""
        known = self._quoted.get(turn.id)
        kept = known.places if known else (0,)
        return [1 / (1 + min(abs(place - other) for other in kept)) for place in range(len(spans))]

    def _fit_in_full(self, turns: Sequence[SourceTurn]) -> bool:
        frames = self._measures.lines([line for session in in_order(turns) for line in frame(session)])
        return frames + sum(map(self.whole_tokens, turns)) <= self.budget

    def _more_frame(self, turn: SourceTurn) -> int:
        """The tokens that a turn adds to the frame of its session; fewer than none where it fills a gap."""
        now = self._measures.lines(frame(self._sessions.get(turn.session, ())))
        return self._measures.lines(frame(self._session_with(turn))) - now

    def _session_with(self, turn: SourceTurn) -> list[SourceTurn]:
        return sorted([*self._sessions.get(turn.session, ()), turn], key=lambda one: one.ordinal)


def telling_turns(hit: Hit) -> Iterator[SourceTurn]:
    """The turns of a hit with evidence; all, if no evidence is given."""
    evidence = {one.span.turn.id for one in hit.evidence}
    return (turn for turn in hit.turns if not evidence or turn.id in evidence)


def _from_end(turn: SourceTurn, spans: Sequence[tuple[int, int]]) -> Sequence[float]:
    """Scores by which the last spans are the best: there a question stands."""
    return range(1, len(spans) + 1)
