"""The sentences that may answer: from turns with evidence, from turns needed beside them, and from memos."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from convograph.answering.standpoint import knows_nothing
from convograph.answering.taken_back import corrects, joke_in
from convograph.context.companions import Neighbours, question_of, reply_of, saying_before, sayings_after
from convograph.extraction.asking import asks_with_mark, asks_without_mark, ends_asking, tells_before_asking
from convograph.formats.marks import is_part_mark
from convograph.patterns import lazy_pattern
from convograph.segmentation import is_assistant, is_tool, sentence_spans
from convograph.terms import Analyzer
from convograph.types import Evidence, MemoHit, MemoKind, Recall, Said, SourceTurn, Span

FRAGMENT = 3  # words, at most, of a sentence that may say nothing by itself: "Sorted."
READ_AROUND = 4_000  # characters around the evidence in a long turn: the rest of a pasted log has no better answer

_WORD = lazy_pattern(r"\w+")
_OF_ONESELF = frozenset("i im my we our".split())
_NO_SENTENCES: frozenset[MemoKind] = frozenset({"profile", "community"})  # lists of values, which nobody said


@dataclass(frozen=True, slots=True)
class Candidate:
    """A sentence, the rank of the hit or memo that it comes from, and how it got in.

    `evidence` says why its turn was found; for a sentence of a memo it is `None`, and `memo` is given. `shown` says
    that the recall itself points to this sentence, `companion` that its turn was not found, but is beside one that
    cannot be understood without it. `before` and `after` are the positions of the sentences around it, including those
    of the question that its turn replies to; `earlier`, if its turn is only a fragment, is the position of what its
    speaker said before. `states` is false for questions and requests ("tell me the weather in Porto"), with or without
    a question mark: they give context and are not quoted. Nor are a `joke` and a statement `of_another` than the one
    whom the question asks about.
    """

    text: str
    rank: int
    evidence: Evidence | None
    memo: MemoHit | None
    shown: bool
    companion: bool
    states: bool
    before: int | None
    after: int | None
    joke: bool = False
    of_another: bool = False
    earlier: int | None = None

    @property
    def speaker(self) -> str | None:
        """Who said it; `None` for a memo."""
        return None if self.evidence is None else self.evidence.span.turn.speaker

    @property
    def said(self) -> Said | None:
        """When it was said; for a memo, the memo's time."""
        if self.memo is not None:
            return self.memo.said
        return None if self.evidence is None else self.evidence.span.turn.said

    @property
    def source(self) -> str:
        """An identifier of its turn or memo."""
        if self.evidence is not None:
            return f"turn {self.evidence.span.turn.id}"
        return "" if self.memo is None else f"{self.memo.kind} {self.memo.rank}"


@dataclass(slots=True)
class _Found:
    """A turn, the rank of its best hit, and its evidence; a companion has the evidence of the turn it is beside."""

    turn: SourceTurn
    rank: int
    companion: bool
    evidence: list[Evidence] = field(default_factory=list)


def candidates_of(recall: Recall, analyzer: Analyzer, neighbours: Neighbours) -> list[Candidate]:
    """The sentences of turns with evidence, best hits first, of their companions, then of memos.

    Tool output and the question itself, however punctuated, are left out. `neighbours` gives the turns beside a turn.
    """
    asked = wording(recall.question)
    found = _found(recall)
    _accompany(found, analyzer, neighbours)
    kept = {
        name: one for name, one in found.items() if not is_tool(one.turn.speaker) and wording(one.turn.text) != asked
    }
    made: list[Candidate] = []
    ends: dict[str, int] = {}
    for name, one in kept.items():
        made += _sentences(one, asked, len(made), joke_in(one.turn, [*sayings_after(one.turn, neighbours)]))
        ends[name] = len(made) - 1
    return [*_joined(made, kept, ends, neighbours), *_of_memos(recall, asked, len(made))]


def wording(text: str) -> list[str]:
    """The words of a text, case-folded, without punctuation."""
    return _WORD.findall(text.casefold())


def is_fragment(text: str) -> bool:
    """Whether a sentence is so short that it may say nothing by itself; one that begins with "I", "my" or "we" is not.

    >>> is_fragment("GOT THE JOB."), is_fragment("I live here."), is_fragment("She got the job.")
    (True, False, False)
    """
    words = wording(text)
    return 0 < len(words) <= FRAGMENT and words[0] not in _OF_ONESELF


def states(text: str, asked: list[str]) -> bool:
    """Whether a sentence may answer: it neither asks, by its mark or its opening, nor repeats the question.

    What it tells before it asks counts: "I live in Leeds, do you know it?" A line that only marks an image says
    nothing.
    """
    if is_part_mark(text):
        return False
    asking = asks_with_mark(text) or asks_without_mark(text)
    return (not asking or tells_before_asking(text)) and wording(text) != asked


def _found(recall: Recall) -> dict[str, _Found]:
    """The turns with evidence by id, best hits first."""
    found: dict[str, _Found] = {}
    for hit in recall.hits:
        for evidence in hit.evidence:
            turn = evidence.span.turn
            found.setdefault(turn.id, _Found(turn, hit.rank, companion=False)).evidence.append(evidence)
    return found


def _accompany(found: dict[str, _Found], analyzer: Analyzer, neighbours: Neighbours) -> None:
    """Add the turns that are needed to understand those found."""
    for one in list(found.values()):
        before, after = neighbours(one.turn)
        later = (each for each in sayings_after(one.turn, neighbours) if corrects(each.text, one.turn.text))
        earlier = _completed_by(one.turn, neighbours)
        for other in (question_of(one.turn, before, analyzer), reply_of(one.turn, after), *later, earlier):
            if other is not None and other.id not in found:
                found[other.id] = _Found(other, one.rank, companion=True, evidence=one.evidence)


def _completed_by(turn: SourceTurn, neighbours: Neighbours) -> SourceTurn | None:
    """What the speaker said before a turn that is only a fragment."""
    return saying_before(turn, neighbours) if is_fragment(turn.text) else None


def _sentences(found: _Found, asked: list[str], first: int, joke: int) -> Iterator[Candidate]:
    """The sentences of a turn, the first at position `first`; its first `joke` characters are a joke."""
    turn = found.turn
    spans = _spans(found)
    for number, (start, end) in enumerate(spans):
        shown = None if found.companion else next((one for one in found.evidence if _meets(one.span, start, end)), None)
        text = turn.text[start:end]
        reason = shown or found.evidence[0]
        yield Candidate(
            text,
            found.rank,
            Evidence(Span(turn, start, end), reason.score, reason.reason),
            None,
            shown=shown is not None,
            companion=found.companion,
            states=states(text, asked) and not (is_assistant(turn.speaker) and knows_nothing(text)),
            before=first + number - 1 if number else None,
            after=first + number + 1 if number + 1 < len(spans) else None,
            joke=start < joke,
        )


def _spans(found: _Found) -> list[tuple[int, int]]:
    """The spans of a turn's sentences; in a long turn, only of whole sentences near its best evidence."""
    text, best = found.turn.text, found.evidence[0].span
    if len(text) <= 2 * READ_AROUND:
        return sentence_spans(text)
    near = 0 if found.companion else best.start
    begin, end = max(0, near - READ_AROUND), min(len(text), near + READ_AROUND)
    spans = [(begin + start, begin + stop) for start, stop in sentence_spans(text[begin:end])]
    return spans[begin > 0 : len(spans) - (end < len(text))] or spans


def _meets(span: Span, start: int, end: int) -> bool:
    return span.start < end and start < span.end


def _joined(
    made: list[Candidate], found: dict[str, _Found], ends: dict[str, int], neighbours: Neighbours
) -> Iterator[Candidate]:
    """The candidates; the first one of a turn has the question that the turn replies to before it.

    If the turn is a fragment, it also has what its speaker said before.
    """
    for one in made:
        turn = None if one.evidence is None or one.before is not None else one.evidence.span.turn
        if turn is None:
            yield one
            continue
        question = neighbours(turn)[0]
        replies = question is not None and question.id in found and ends_asking(question.text)
        earlier = _completed_by(turn, neighbours)
        yield replace(
            one,
            before=ends[question.id] if question is not None and replies else None,
            earlier=None if earlier is None else ends.get(earlier.id),
        )


def _of_memos(recall: Recall, asked: list[str], first: int) -> Iterator[Candidate]:
    """The sentences of the memos that have any, the first at position `first`."""
    for memo in recall.memos:
        if memo.kind in _NO_SENTENCES:
            continue
        spans = sentence_spans(memo.text)
        for number, (start, end) in enumerate(spans):
            text = memo.text[start:end]
            yield Candidate(
                text,
                memo.rank,
                None,
                memo,
                shown=True,
                companion=False,
                states=states(text, asked),
                before=first + number - 1 if number else None,
                after=first + number + 1 if number + 1 < len(spans) else None,
            )
        first += len(spans)
