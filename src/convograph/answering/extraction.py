"""The best sentences of a recall as an answer, each cited."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import count

import numpy as np

from convograph.answering.candidates import Candidate, candidates_of, is_fragment, wording
from convograph.answering.certainty import CERTAINTY_SIGNS, certainty_signs
from convograph.answering.dating import dates_asked
from convograph.answering.features import SentenceFeatures, features_of
from convograph.answering.further import EVERY, WITHIN, Sentences, best_and_further, hit_log_odds, log_shares
from convograph.answering.passages import passages
from convograph.answering.replacement import replacements
from convograph.answering.standpoint import asked_about, asks_for_a_value, may_answer, only_civil, tells_of_oneself
from convograph.answering.taken_back import corrects
from convograph.answering.weights import MAX_SENTENCES, AnswerWeights, weights_for
from convograph.context.companions import Neighbours, no_neighbours, sayings_after
from convograph.extraction.asking import asks_what_was_then, ranges, times_named
from convograph.graph.arrays import Floats
from convograph.protocols import Encoder
from convograph.quotation import sentence_on_line
from convograph.segmentation import is_role, sentence_spans
from convograph.terms import Analyzer, has_words, spelled_out
from convograph.types import Answer, Citation, Evidence, Fact, MemoCitation, Reason, Recall, SourceTurn, Span

MOST_LISTED = 8  # lines of a list, at most, that are quoted with its heading
BEHIND = 2.0  # log odds below what may not be quoted, such as a wish: sentences further below answer nothing
EQUAL = 0.5  # log odds: sentences that differ by less answer equally well, and the newest comes first
OF_HIT = 0.25  # of the log odds of its hit, counted where a sentence is placed among those quoted

SURE = 0.6  # probability of the best hit from which on an answer is never refused
NOT_IN_MEMORY = "not in memory"


@dataclass(frozen=True, slots=True)
class Ranked:
    """The candidates with their features and log odds, the positions of the quotable ones, best first, and the weights.

    `order` is empty if a candidate that may not be quoted resembles the question far more: "this rain." beside "I wish
    I lived in Rome".
    """

    candidates: Sequence[Candidate]
    features: SentenceFeatures
    log_odds: Sequence[float]
    order: Sequence[int]
    weights: AnswerWeights


def extract_answer(
    recall: Recall,
    encoder: Encoder,
    analyzer: Analyzer,
    speakers: Iterable[str],
    neighbours: Neighbours = no_neighbours,
    *,
    stated: Mapping[int, Sequence[str]] | None = None,
    of_another: Callable[[SourceTurn, str], bool] | None = None,
) -> Answer:
    """Answer with the best sentences of a recall's hits and memos, each cited.

    The best, and at most as many others as make `MAX_SENTENCES`, in chats `MAX_MESSAGES`, and there only those likely
    to add to it. About equal ones come newest first, or oldest first if the question asks for what held before. If the
    best is not likely enough to answer, `found` is false.

    Not quoted are: questions, which resemble the question most and answer nothing; the question itself; tool output;
    jokes; what is stated `of_another` than the one whom the question asks about; what is only civil, wished, over, or
    about somebody else (`standpoint`); and, after the best, what has nothing in common with the question.

    A sentence that says nothing of its own ("This is my new number."), or is a fragment ("Sorted."), brings along the
    one beside it, a fragment also the question that it replies to. A sentence that its speaker soon corrects brings the
    correction, a heading its list, at most `MOST_LISTED` lines. A sentence with an outdated fact of the recall is
    replaced by the one that says what replaced the fact.

    If the question only asks what was at a time, the first sentences of the best turns said then are quoted. `stated`
    has the values, by the key of their turn, of turns that state exactly what is asked: then the sentences with these
    values are quoted.
    """
    candidates = candidates_of(recall, analyzer, neighbours)
    if of_another is not None:
        candidates = [_marked(one, of_another) for one in candidates]
    if not any(one.states for one in candidates):
        return _answer(recall, [])
    if stating := _stating(candidates, stated or {}):
        return _answer(recall, _by_statements(recall, candidates, stating, neighbours))
    names = tuple(speakers)
    times = times_named(recall.question, recall.asked_at)
    if asks_what_was_then(recall.question, times, names):
        is_civil = only_civil(recall.question, names)
        telling = [one for one in candidates if _is_quotable(one) and not is_civil(one.text)]
        return _answer(recall, _said_within(ranges(times), telling))
    ranked = rank(spelled_out(recall.question), candidates, encoder, analyzer, names, neighbours=neighbours)
    signs = certainty_signs(recall, candidates, ranked.features, analyzer, names)
    return _answer(recall, _by_rank(recall, ranked, signs, neighbours))


def _by_statements(
    recall: Recall, candidates: Sequence[Candidate], stating: Sequence[int], neighbours: Neighbours
) -> list[Candidate]:
    """The sentences with the values that their turns state, or those that say what replaced them."""
    names_time = bool(times_named(recall.question, recall.asked_at))  # what held then may be outdated now
    newer = {} if names_time else replacements(recall, candidates, stating)
    kept = [*dict.fromkeys(newer.get(place, place) for place in stating)]
    return [candidates[place] for place in _corrected(candidates, kept, neighbours, MAX_SENTENCES)]


def _by_rank(recall: Recall, ranked: Ranked, signs: Floats, neighbours: Neighbours) -> list[Candidate]:
    """The best sentences with those around them; none if the best is not certain enough to answer.

    `signs` are those of all candidates (`certainty_signs`).
    """
    weights = ranked.weights
    if not ranked.order:
        return []
    best = signs[ranked.order[0]]
    if not (_is_sure(recall, best) or weights.answers(best, is_likely_known=recall.probability is not None)):
        return []
    newer = replacements(recall, ranked.candidates)
    kept = [*dict.fromkeys(newer.get(place, place) for place in _kept(recall, ranked, signs))]
    kept = _corrected(ranked.candidates, kept, neighbours, weights.most_sentences)
    return [*passages(ranked.candidates, kept, ranked.order)]


def _is_sure(recall: Recall, signs: Floats) -> bool:
    """Whether the best hit is so likely to answer that what a sentence looks like (`signs`) cannot refuse it.

    A name in the question that occurs nowhere still does.
    """
    best = recall.hits[0].probability if recall.hits else None
    return best is not None and best >= SURE and not signs[CERTAINTY_SIGNS.index("unheard")]


def answer_by_facts(recall: Recall, facts: Sequence[Fact]) -> Answer | None:
    """Answer with the sentences that state some facts, which are exactly what is asked for, whatever was recalled.

    The newest first, at most `MAX_SENTENCES`, each cited. `None` if no turn contains a value as it is worded.
    """
    stating = [one for fact in reversed(facts) for one in _last_statements(fact)]
    distinct = list({(one.source, one.text): one for one in stating}.values())
    return _answer(recall, distinct[:MAX_SENTENCES]) if distinct else None


def _last_statements(fact: Fact) -> list[Candidate]:
    """The last sentence with a fact's value.

    For a pet told of in two turns, the last with each part: "Pepper." for the name in "dog Pepper", "I got a dog." for
    the kind.
    """
    whole = _last_with(fact, fact.value)
    kind, _, name = fact.value.rpartition(" ")
    if whole is not None or fact.relation != "has_pet" or not kind:
        return [] if whole is None else [whole]
    return [one for part in (name, kind) if (one := _last_with(fact, part)) is not None]


def _last_with(fact: Fact, words: str) -> Candidate | None:
    for turn in reversed(fact.turns):
        for start, end in sentence_spans(turn.text):
            text = turn.text[start:end]
            if has_words(text, words):
                evidence = Evidence(Span(turn, start, end), 1.0, Reason("seed", None))
                return Candidate(
                    text, 1, evidence, None, shown=True, companion=False, states=True, before=None, after=None
                )
    return None


def rank(
    question: str,
    candidates: Sequence[Candidate],
    encoder: Encoder,
    analyzer: Analyzer,
    speakers: Collection[str],
    *,
    neighbours: Neighbours,
) -> Ranked:
    """Rank the candidates by their log odds of answering; ties keep their order. `neighbours` tell how people write."""
    may, named = may_answer(question, speakers), asked_about(question, speakers)
    features = features_of(question, candidates, encoder, analyzer, speakers)
    weights = weights_for(candidates, neighbours, analyzer)
    odds = weights.log_odds(features).tolist()
    stating = [place for place, one in enumerate(candidates) if one.states]
    best = max((odds[place] for place in stating), default=0.0)
    able = (
        place
        for place in stating
        if may(candidates[place].text)
        and _is_quotable(candidates[place])
        and not (named and _is_of_another(candidates[place], named))
    )
    order = sorted(able, key=lambda place: -odds[place])
    if order and odds[order[0]] < best - BEHIND:
        order = []
    return Ranked(candidates, features, odds, order, weights)


def _stating(candidates: Sequence[Candidate], stated: Mapping[int, Sequence[str]]) -> list[int]:
    """The sentences with a value that their turn states, in the order of the hits, at most `MAX_SENTENCES`."""
    found = []
    for place, one in enumerate(candidates):
        values = () if one.evidence is None else stated.get(one.evidence.span.turn.key, ())
        if _is_quotable(one) and any(has_words(one.text, value) for value in values):
            found.append(place)
    return found[:MAX_SENTENCES]


def _is_of_another(one: Candidate, named: Set[str]) -> bool:
    """Whether a speaker who is not asked about tells of themselves: "I live in Cardiff", if Ben is asked about.

    `named` are the first names of those asked about, case-folded.
    """
    if one.speaker is None or is_role(one.speaker) or one.speaker.split()[0].casefold() in named:
        return False
    return tells_of_oneself(one.text) and named.isdisjoint(wording(one.text))


def _said_within(times: Sequence[tuple[datetime, datetime]], candidates: Sequence[Candidate]) -> list[Candidate]:
    """The first sentence of each of the best turns said within some time ranges, each up to before its end.

    A fragment only if its turn has no other sentence.
    """
    told: dict[str, Candidate] = {}
    for one in candidates:
        if one.said is None or not any(start <= one.said.local < end for start, end in times):
            continue
        if one.source not in told or (is_fragment(told[one.source].text) and not is_fragment(one.text)):
            told[one.source] = one
    return list(told.values())[:MAX_SENTENCES]


def _kept(recall: Recall, ranked: Ranked, signs: Floats) -> list[int]:
    """The positions of the sentences to quote."""
    places, given = quotable_of(recall, ranked, signs)
    further = EVERY if recall.probability is None else ranked.weights.further
    chosen = best_and_further(given, further, ranked.weights.most_sentences)
    kept = _newest_first(ranked, {places[number]: float(given.hits[number]) for number in chosen})
    if listed := _listed(ranked.candidates, kept[0]):
        return [kept[0], *listed]
    beside = _beside(ranked, kept[0])
    if beside is None:
        beside = _completing(ranked, kept)
    if beside is None or beside in kept:
        return kept
    return [kept[0], beside, *kept[1 : ranked.weights.most_sentences - 1]]


def quotable_of(recall: Recall, ranked: Ranked, signs: Floats) -> tuple[list[int], Sentences]:
    """The positions of the sentences that may be quoted together, best first, and what tells how many are.

    After the best, a sentence that has nothing in common with the question would only pad the answer.
    """
    order = np.array(ranked.order)
    odds = np.array(ranked.log_odds)[order]
    able = odds >= odds[0] - WITHIN
    able[1:] &= np.array([not ranked.weights.leaves_out(signs[place]) for place in ranked.order[1:]], np.bool_)
    places: list[int] = order[able].tolist()
    quotable = [ranked.candidates[place] for place in places]
    return places, Sentences(
        texts=[one.text for one in quotable],
        sources=[one.source for one in quotable],
        shares=log_shares(odds)[able],
        hits=hit_log_odds(recall, quotable),
    )


def _newest_first(ranked: Ranked, hits: Mapping[int, float]) -> list[int]:
    """The sentences, given with the log odds of their hits, those that answer about equally well newest first.

    Oldest first if the question asks for what held before.
    """
    odds = {place: ranked.log_odds[place] + OF_HIT * hit for place, hit in hits.items()}
    best = max(odds.values())
    newer = ranked.features.of("newer")
    return sorted(odds, key=lambda place: (int((best - odds[place]) / EQUAL), -newer[place]))


def _beside(ranked: Ranked, place: int) -> int | None:
    """The sentence that one without a word of its own needs to be understood: the one before it, else after it."""
    if ranked.features.of("new")[place] > 0:
        return None
    one = ranked.candidates[place]
    around = (other for other in (one.before, one.after) if other is not None)
    return next((other for other in around if other in ranked.order), None)


def _completing(ranked: Ranked, kept: Sequence[int]) -> int | None:
    """The sentence that tells what the best one, a fragment ("Sorted."), is about; `None` if one is kept already.

    The one before or after it in its turn, else what its speaker said before, else the question that it replies to. A
    reply to a question for a value ("Pepper.") needs none.
    """
    one = ranked.candidates[kept[0]]
    if not is_fragment(one.text):
        return None
    question = _question_of(ranked, one)
    if question is not None and asks_for_a_value(ranked.candidates[question].text):
        return None
    around = [other for other in (one.before, one.after, one.earlier) if other is not None]
    if any(other in kept for other in around):
        return None
    return next((other for other in around if other in ranked.order), question)


def _question_of(ranked: Ranked, one: Candidate) -> int | None:
    """The question, in another turn, that a sentence's turn replies to; `None` if there is none."""
    if one.before is None or ranked.candidates[one.before].source == one.source:
        return None
    return None if ranked.candidates[one.before].states else one.before


def _listed(candidates: Sequence[Candidate], place: int) -> list[int]:
    """The sentences that follow, in its turn, one that announces a list ("Broken things:")."""
    found: list[int] = []
    one = candidates[place]
    if not one.text.rstrip().endswith(":"):
        return found
    while one.after is not None and candidates[one.after].source == one.source and len(found) < MOST_LISTED:
        found.append(one.after)
        one = candidates[one.after]
    return found


def _marked(one: Candidate, of_another: Callable[[SourceTurn, str], bool]) -> Candidate:
    if one.evidence is None:
        return one
    return replace(one, of_another=of_another(one.evidence.span.turn, one.text))


def _is_quotable(one: Candidate) -> bool:
    return one.states and not one.joke and not one.of_another


def _corrected(candidates: Sequence[Candidate], kept: Sequence[int], neighbours: Neighbours, most: int) -> list[int]:
    """The sentences, each followed by the one with which its speaker soon corrects it.

    At most `most`, or as many as are given.
    """
    most = max(most, len(kept))
    found: list[int] = []
    for place in kept:
        correction = _correction_of(candidates, place, neighbours)
        pair = [one for one in (place, correction) if one is not None and one not in found]
        if len(found) + len(pair) <= most:
            found += pair
    return found


def _correction_of(candidates: Sequence[Candidate], place: int, neighbours: Neighbours) -> int | None:
    """The sentence that corrects another: the next one in its turn, or the first of a turn soon after."""
    one = candidates[place]
    if one.evidence is None:
        return None
    if one.after is not None and corrects(candidates[one.after].text, one.text):
        return one.after
    later = {turn.id for turn in sayings_after(one.evidence.span.turn, neighbours) if corrects(turn.text, one.text)}
    begins = (
        number
        for number, other in enumerate(candidates)
        if other.evidence is not None and other.evidence.span.start == 0 and other.evidence.span.turn.id in later
    )
    return next(begins, None)


def _answer(recall: Recall, kept: Sequence[Candidate]) -> Answer:
    """The answer that quotes these sentences, one per line; turns and memos are numbered in order of occurrence."""
    lines = _lines(recall, kept)
    numbers: dict[str, int] = {}
    following = count(1)
    for one in kept:
        if one.source not in numbers:
            numbers[one.source] = next(following)
    first = {one.source: one for one in reversed(kept)}
    return Answer(
        question=recall.question,
        kind="extractive",
        found=bool(kept),
        text="\n".join(f"{line} [{numbers[one.source]}]" for line, one in zip(lines, kept, strict=True))
        or NOT_IN_MEMORY,
        citations=tuple(
            Citation(number, evidence.span.turn)
            for source, number in numbers.items()
            if (evidence := first[source].evidence) is not None
        ),
        evidence=tuple(one.evidence for one in kept if one.evidence is not None),
        recall=recall,
        memo_citations=tuple(
            MemoCitation(number, memo) for source, number in numbers.items() if (memo := first[source].memo) is not None
        ),
    )


def _lines(recall: Recall, kept: Sequence[Candidate]) -> list[str]:
    """The quoted sentences, best first; with dates if the question asks for times."""
    dates = dates_asked(recall.question, recall.asked_at)
    if dates is None:
        return [sentence_on_line(one.text) for one in kept]
    lines = []
    for place, one in enumerate(kept):
        before = kept[place - 1].text if place else None
        corrected = before if before is not None and corrects(one.text, before) else None
        told = dates.told(one.text, one.said, is_best=place == 0, corrected=corrected, question=recall.question)
        lines.append(sentence_on_line(told))
    return lines
