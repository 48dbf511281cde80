"""The text of a context: the evidence of the hits and memos that fits, with dates and citations, in order of time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from convograph.context.budget import check_budget
from convograph.context.companions import Neighbours, no_neighbours
from convograph.context.layout import asked_line, best_line, dialogue, in_order, memo_blocks, outdated_notes
from convograph.context.packing import Packing, telling_turns
from convograph.context.relevance import relevance
from convograph.protocols import TokenCounter
from convograph.terms import ENGLISH, Analyzer
from convograph.tokens import Fitting
from convograph.types import Citation, Context, Hit, LeftOut, MemoCitation, MemoHit, Recall

WIDEST_NUMBER = 10_000  # space for a citation's number is reserved before it is known
BEST_SHARE = 1 / 50  # of the budget at most for the line that names the best match: small contexts need no such line
LEAST_BEST = 0.5  # probability of a hit that is named as the best match: a reader trusts that line
MEMO_SHARE = 1 / 3  # of the budget at most: memos must not crowd out what was actually said


def pack(
    recall: Recall,
    budget: int,
    counter: TokenCounter,
    *,
    analyzer: Analyzer = ENGLISH,
    neighbours: Neighbours = no_neighbours,
) -> Context:
    """The evidence of the hits, best first, as far as it fits, then the rest of their turns; in order of time.

    If hits have probabilities and are not sessions, those after the first few are taken in the order of how likely each
    of their tokens is to answer.

    The text starts with the time of the question, if given: the model needs both dates, as in SGMem's cases. Then it
    names the turn of the best hit, if there are several turns, the budget is not too small, and the hit is at least as
    likely to answer as not, or its probability is unknown. Each session has one heading with its time, and each turn a
    line `[number] speaker: text`; the number is its citation (see `convograph.context.layout`).

    A turn that several hits share is packed once. Turns in the same words are also packed once, where they were said
    last; a short reply only if what it replies to is the same too, a question only if its reply is. A long turn is cut
    to its evidence and the sentences around it, with "…" for what is left out, and is shown whole if there is room; the
    terms of `analyzer` decide which sentences are relevant to the question. A short reply brings along the turn before
    it, a question the turn after it, and a corrected turn the correction, all from `neighbours`. Below a turn that
    states an outdated fact of the recall, a line says until when it held and what replaced it. Turns that do not fit
    are in `left_out`.

    Memos take at most `MEMO_SHARE` of the budget, the best of each kind in turn; dialogue takes the rest. Raises
    `InputError` if the budget is not positive.
    """
    check_budget(budget)
    memos = _memos_that_fit(recall.memos, int(budget * MEMO_SHARE), counter)
    reserved = [f"\n\n{block}" for block in memo_blocks(_numbered(memos, WIDEST_NUMBER))]
    room = budget - sum(counter.count(reserved))
    asked = [] if recall.asked_at is None else [asked_line(recall.asked_at)]
    asked_tokens = sum(counter.count(asked))
    if asked_tokens > room:
        asked, asked_tokens = [], 0
    naming = sum(counter.count([best_line(WIDEST_NUMBER)]))
    hits = recall.hits if naming <= budget * BEST_SHARE and _is_likely(recall.hits) else ()
    room -= asked_tokens + (naming if hits else 0)
    packing = Packing(room, counter, relevance(recall, analyzer), neighbours, outdated_notes(recall.facts))
    packing.fill(recall.hits)
    text = _Text.of(packing, asked, hits, memos, counter)
    while text.tokens > budget and packing.drop_last():  # a text may have more tokens than the sum of its lines
        text = _Text.of(packing, asked, hits, memos, counter)
    return Context(
        question=recall.question,
        text=text.text,
        tokens=text.tokens,
        budget=budget,
        counter=counter.name,
        citations=text.citations,
        left_out=tuple(_left_out(recall.hits, packing)),
        recall=recall,
        memo_citations=text.memo_citations,
    )


@dataclass(frozen=True, slots=True)
class _Text:
    """A finished text, its tokens and its citations."""

    text: str
    tokens: int
    citations: tuple[Citation, ...]
    memo_citations: tuple[MemoCitation, ...]

    @classmethod
    def of(
        cls,
        packing: Packing,
        asked: Sequence[str],
        hits: Sequence[Hit],
        memos: Sequence[MemoHit],
        counter: TokenCounter,
    ) -> _Text:
        """The text of the packed turns, numbered from 1 in its order, with the best of `hits` named."""
        turns = [turn for session in in_order(packing.turns) for turn in session]
        citations = tuple(Citation(number, turn, packing.spans(turn)) for number, turn in enumerate(turns, start=1))
        memo_citations = _numbered(memos, len(citations) + 1)
        if not citations and not memo_citations:
            return cls("", 0, (), ())
        best = _best(hits, packing, citations) if len(citations) > 1 else []
        head = ["\n".join([*asked, *best])] if asked or best else []
        text = "\n\n".join([*head, *dialogue(citations, packing.notes), *memo_blocks(memo_citations)])
        return cls(text, counter.count([text])[0], citations, memo_citations)


def _is_likely(hits: Sequence[Hit]) -> bool:
    """Whether the best hit may be named as the best match; one without a probability may."""
    return bool(hits) and (hits[0].probability is None or hits[0].probability >= LEAST_BEST)


def _best(hits: Sequence[Hit], packing: Packing, citations: Sequence[Citation]) -> list[str]:
    """The line that names the first packed turn with evidence, best hits first; empty if there is none."""
    numbers = {citation.turn.id: citation.number for citation in citations}
    telling = (packing.shown_as(turn).id for hit in hits for turn in telling_turns(hit))
    return [best_line(numbers[name]) for name in islice((name for name in telling if name in numbers), 1)]


def _left_out(hits: Sequence[Hit], packing: Packing) -> Iterator[LeftOut]:
    """For each hit, the turns that were not packed, and the tokens they would take."""
    for hit in hits:
        if rest := tuple(turn for turn in hit.turns if turn not in packing):
            yield LeftOut(hit, rest, sum(packing.whole_tokens(turn) for turn in rest))


def _numbered(memos: Sequence[MemoHit], first: int) -> tuple[MemoCitation, ...]:
    return tuple(MemoCitation(number, memo) for number, memo in enumerate(memos, start=first))


def _memos_that_fit(memos: Sequence[MemoHit], budget: int, counter: TokenCounter) -> list[MemoHit]:
    """The best memo of each kind, then the second best, and so on, as far as they fit; grouped by kind."""
    kinds = list(dict.fromkeys(memo.kind for memo in memos))
    kept: list[MemoHit] = []
    fitting = Fitting(counter, "\n")
    for memo in sorted(memos, key=lambda memo: memo.rank):  # stable: kinds keep their order
        more = sorted([*kept, memo], key=lambda memo: (kinds.index(memo.kind), memo.rank))
        if fitting.fit("\n\n".join(memo_blocks(_numbered(more, WIDEST_NUMBER))).split("\n"), budget):
            kept = more
    return kept
