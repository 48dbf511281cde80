"""The recall of gold turns in packed contexts, by token budget.

A model sees the packed context, not the ranking: gold that was found but did not fit is lost. A gold turn that was cut
counts only if the kept part has the sentences that answer: the labelled ones, or those found by their words.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from convograph.protocols import TokenCounter
from convograph.segmentation import line, sentence_spans
from convograph.terms import ENGLISH
from convograph.times import show_said
from convograph.types import Citation, Context, SourceTurn
from convograph_eval.datasets import Question

Pack = Callable[[int], Context]
"""The context of one question for a budget of tokens."""


def survival(pack: Pack, question: Question, budgets: Sequence[int], counter: TokenCounter) -> dict[str, float]:
    """The shares of gold turns in a context by budget: `quoted@<budget>`, `covered@<budget>`, `plain@<budget>`.

    `quoted` and `covered` are those of `survived`; `plain`, for comparison, is the share if the same hits are packed as
    whole turns, best first, until a hit does not fit.
    """
    scores: dict[str, float] = {}
    for budget in budgets:
        context = pack(budget)
        scores[f"quoted@{budget}"], scores[f"covered@{budget}"] = survived(context, question)
        wanted = _wanted(question)
        scores[f"plain@{budget}"] = len(wanted & _plain(context, counter)) / len(wanted)
    return scores


def survived(context: Context, question: Question) -> tuple[float, float]:
    """The share of gold turns that a context quotes, and the share that it quotes or covers with a memo.

    A turn that was cut counts as quoted if the context has all of its labelled sentences in full. Without labels, it
    must have one of the turn's `answering_spans` in full; a cut turn without such spans does not count, so that the
    shares are too low rather than too high. Turns labelled as having no answering sentence are not gold here.
    """
    wanted = _wanted(question)
    gold = (one for one in context.citations if one.turn.id in wanted)
    quoted = {one.turn.id for one in gold if _has_answer(one, question)}
    covered = quoted | (wanted & _rested_on(context))
    return len(quoted) / len(wanted), len(covered) / len(wanted)


def answering_spans(turn: SourceTurn, question: Question) -> list[tuple[int, int]]:
    """The sentences of a gold turn that answer: those with the most words of the gold answer, at least one word.

    Words of the question do not count as words of the answer, unless the answer has no others. Ties are broken by the
    number of words of the question.
    """
    asked = set(ENGLISH.terms(question.text))
    answer = set(ENGLISH.terms(question.answer or ""))
    answer = answer - asked or answer
    scored = [((start, end), *_shared(turn.text[start:end], answer, asked)) for start, end in sentence_spans(turn.text)]
    best = max(((told, also) for _, told, also in scored), default=(0, 0))
    return [span for span, told, also in scored if told and (told, also) == best]


def _wanted(question: Question) -> set[str]:
    """The gold turns, except those labelled as having no answering sentence."""
    return {turn for turn in question.gold_turns if question.answering.get(turn) != ()}


def _has_answer(citation: Citation, question: Question) -> bool:
    """Whether the cited turn is whole or has every labelled sentence.

    Without labels, one of its `answering_spans` is enough, because they match the answer equally well.
    """
    if not citation.spans:
        return True
    labels = question.answering.get(citation.turn.id)
    if labels is not None:
        kept = [citation.turn.text[start:end] for start, end in citation.spans]
        return all(any(sentence in part for part in kept) for sentence in labels)
    return any(
        kept_start <= start and end <= kept_end
        for start, end in answering_spans(citation.turn, question)
        for kept_start, kept_end in citation.spans
    )


def _shared(text: str, answer: set[str], asked: set[str]) -> tuple[int, int]:
    terms = set(ENGLISH.terms(text))
    return len(terms & answer), len(terms & asked)


def _rested_on(context: Context) -> set[str]:
    return {turn.id for citation in context.memo_citations for turn in citation.memo.turns}


def _plain(context: Context, counter: TokenCounter) -> set[str]:
    """The ids of the turns of the first hits that fit into the budget uncut, each hit under its time."""
    shown: set[str] = set()
    left = context.budget
    for hit in context.recall.hits:
        fresh = [turn for turn in hit.turns if turn.id not in shown]
        lines = [f"[{number}] {line(turn)}" for number, turn in enumerate(fresh, start=len(shown) + 1)]
        left -= sum(counter.count([show_said(hit.turns[0].said), *lines])) if fresh else 0
        if left < 0:
            break
        shown.update(turn.id for turn in fresh)
    return shown
