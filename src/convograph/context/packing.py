"""Fills a budget with turns: first breadth, the evidence of many hits in brief, then depth, more of the best ones.

A hit that is half as likely to answer as another, but takes a third of the tokens, comes first: the gold
expected in a budget is highest if each token goes where it is most likely to answer.

The tokens of a text are taken to be the sum of those of its parts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from math import log
from typing import NamedTuple

from convograph.context.budget import hits_within
from convograph.context.companions import Neighbours, correction_of, question_of, reply_of
from convograph.context.excerpts import Spans
from convograph.context.layout import Notes, frame, in_order
from convograph.context.measures import Measures
from convograph.context.relevance import Relevance
from convograph.context.repeats import last_of_same
from convograph.extraction.asking import ends_asking
from convograph.protocols import TokenCounter
from convograph.types import Hit, SourceTurn

# Chosen on LongMemEval's labelled sentences: .96 of the gold in 2,000 tokens, but .91 if all hits are quoted in brief
# before more is quoted of any; .3 and .5 of the budget do as well, and so does cutting turns above 100 tokens to 80.
BRIEF_SHARE = 0.4  # of the budget: used for breadth before depth
LONG = 150  # tokens: a longer turn is cut, to leave room for other hits
CUT = 80  # tokens that it is cut to
FIRST = 3  # hits that stay first, whatever they cost
WEIGHED_TOKENS = 25  # of the budget per hit that is weighed by its tokens; later hits only fill what is left
FRAME = 8  # tokens: a hit's share of the headings and gaps around it
QUESTION = 60  # tokens, from its end, of the question that a reply brings along
REPLY = 100  # tokens: a longer reply or correction is not brought along, since it is clear by itself

Scoring = Callable[[SourceTurn, Sequence[tuple[int, int]]], Sequence[float]]


@dataclass(frozen=True, slots=True)
class _Quoted:
    """A packed turn and its tokens; if it is cut, its spans and the positions of their pieces."""

    turn: SourceTurn
    tokens: int
    spans: Spans = ()
    places: tuple[int, ...] = ()


class _Companions(NamedTuple):
    """The turns needed to understand another: the one before, the one after, and its correction."""

    question: SourceTurn | None
    reply: SourceTurn | None
    correction: SourceTurn | None


@dataclass(slots=True)
class Packing:
    """The turns packed so far, most important first, in at most `budget` tokens."""

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
        """The turn that is packed in place of `turn`: itself, or the last one in the same words."""
        return turn if turn.id in self._quoted else self._last.get(turn.id, turn)

    @property
    def turns(self) -> list[SourceTurn]:
        """The packed turns."""
        return [one.turn for one in self._quoted.values()]

    def spans(self, turn: SourceTurn) -> Spans:
        """The spans quoted of a packed turn."""
        return self._quoted[turn.id].spans

    def whole_tokens(self, turn: SourceTurn) -> int:
        """The tokens of a turn when it is not cut."""
        return self._measures.of(turn).whole

    def fill(self, hits: Sequence[Hit]) -> None:
        """Pack hits as far as they fit, the most valuable first.

        Unless all fit whole: their evidence in brief, for part of the budget; more of these turns that is relevant to
        the question; the evidence of the other hits in brief, and more of it; then the rest of their turns. Turns in
        the same words are packed once.
        """
        found = {turn.id: turn for hit in hits for turn in hit.turns}
        brought = {turn.id: turn for one in found.values() for turn in self._companions(one) if turn is not None}
        self._last = last_of_same((brought | found).values(), self.relevance.analyzer, self.neighbours)
        self._measures.measure(found.values())
        hits = self._by_worth(hits)
        turns = list({turn.id: turn for hit in hits for turn in map(self.shown_as, hit.turns)}.values())
        if not self._fit_in_full(turns):
            telling = map(self.shown_as, chain.from_iterable(map(telling_turns, hits)))
            self._quote_in_brief(telling, self.budget * BRIEF_SHARE)
            self._quote_more([turn for turn in turns if turn in self])
            self._quote_in_brief(telling, self.budget)
            self._quote_more(turns)
        for turn in turns:
            self._quote(turn, self.budget, self.budget, self._nearest)
            self._accompany(turn)

    def _by_worth(self, hits: Sequence[Hit]) -> Sequence[Hit]:
        """The hits, most valuable per token first; in the given order unless their scores are log odds.

        Scores of sessions are not log odds, even if a hit has a probability.
        """
        if any(hit.probability is None or hit.unit == "session" for hit in hits):
            return hits
        weighed = hits_within(self.budget, WEIGHED_TOKENS)
        later = sorted(hits[FIRST:weighed], key=lambda hit: hit.score - log(self._brief_tokens(hit)), reverse=True)
        return [*hits[:FIRST], *later, *hits[weighed:]]

    def _brief_tokens(self, hit: Hit) -> int:
        """The tokens that a hit takes in brief."""
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
        """Quote more of long turns, the sentences relevant to the question first."""
        for turn in turns:
            self._quote(turn, LONG, self.budget, self._relevant)

    def drop_last(self) -> bool:
        """Remove the least important turn; false if there is none."""
        if not self._quoted:
            return False
        self._quoted.popitem()
        return True

    def _accompany(self, turn: SourceTurn) -> None:
        """Quote the turns needed to understand a turn, if the turn itself is quoted."""
        if turn not in self:
            return
        question, *behind = self._companions(turn)
        if question is not None and question.id not in self._quoted:
            self._quote(question, QUESTION, QUESTION, _from_end)
        for one in behind:
            if one is not None and one not in self:
                self._quote(one, REPLY, 0, self._relevant)

    def _companions(self, turn: SourceTurn) -> _Companions:
        """The turns needed to understand a turn.

        If the turn before is a statement, the repetition that is packed may replace it; a question stays, so that it
        stands before its own reply.
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
        """Quote a turn as far as there is room: whole if it takes up to `long` tokens, else up to `most` of them.

        If part of the turn is quoted already, more is added.
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
        """A turn cut to at most `most` tokens, with what is quoted already (`known`); `None` if no more fits."""
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
        """Scores that rank the spans relevant to the question first."""
        if turn.id not in self._scores:
            self._scores[turn.id] = self.relevance.scores(turn, spans)
        return self._scores[turn.id]

    def _nearest(self, turn: SourceTurn, spans: Sequence[tuple[int, int]]) -> Sequence[float]:
        """Scores that rank the spans nearest to the quoted ones first; without quoted ones, those at the beginning."""
        known = self._quoted.get(turn.id)
        kept = known.places if known else (0,)
        return [1 / (1 + min(abs(place - other) for other in kept)) for place in range(len(spans))]

    def _fit_in_full(self, turns: Sequence[SourceTurn]) -> bool:
        frames = self._measures.lines([line for session in in_order(turns) for line in frame(session)])
        return frames + sum(map(self.whole_tokens, turns)) <= self.budget

    def _more_frame(self, turn: SourceTurn) -> int:
        """The tokens that a turn adds to the frame of its session; negative if it fills a gap."""
        now = self._measures.lines(frame(self._sessions.get(turn.session, ())))
        return self._measures.lines(frame(self._session_with(turn))) - now

    def _session_with(self, turn: SourceTurn) -> list[SourceTurn]:
        return sorted([*self._sessions.get(turn.session, ()), turn], key=lambda one: one.ordinal)


def telling_turns(hit: Hit) -> Iterator[SourceTurn]:
    """The turns of a hit with evidence; all of them if it has none."""
    evidence = {one.span.turn.id for one in hit.evidence}
    return (turn for turn in hit.turns if not evidence or turn.id in evidence)


def _from_end(turn: SourceTurn, spans: Sequence[tuple[int, int]]) -> Sequence[float]:
    """Scores that rank the last spans first: a question stands there."""
    return range(1, len(spans) + 1)
