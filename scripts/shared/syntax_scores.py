"""Scores of a parser on a treebank: F1 of words, sentences, tags, lemmas and arcs, as in CoNLL 2018.

Words are aligned by characters; a wrongly segmented word counts against precision and recall of everything. Relations
are compared without subtypes, as in CoNLL 2018, and lemmas case-insensitively, as convograph uses them.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from pathlib import Path

from convograph.formats import read_file
from convograph.protocols import Parser
from convograph.segmentation import sentence_spans
from convograph.syntax import Parse
from shared.syntax_treebank import GoldSentence, in_chat

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Scores:
    """F1 in per cent; `sentences` is `None` if the true sentences were given."""

    words: float
    sentences: float | None
    tags: float
    lemmas: float
    unlabelled: float
    labelled: float


@dataclass(frozen=True, slots=True)
class _Arc:
    """The analysis of a word: tag, lemma, span of its head in characters (`None` for a root), relation."""

    tag: str
    lemma: str
    head: Span | None
    relation: str


def score_sentences(parser: Parser, sentences: Sequence[GoldSentence]) -> Scores:
    """The scores on the texts of the true sentences."""
    gold: dict[Span, _Arc] = {}
    found: dict[Span, _Arc] = {}
    base = 0
    for sentence, parse in zip(sentences, parser.parse([sentence.text for sentence in sentences]), strict=True):
        gold.update(_gold(sentence, base))
        found.update(_found(parse, base))
        base += len(sentence.text) + 1
    return _scores(gold, found)


def score_documents(parser: Parser, sentences: Sequence[GoldSentence]) -> Scores:
    """The scores on the running text of whole documents, split into sentences by convograph."""
    gold: dict[Span, _Arc] = {}
    found: dict[Span, _Arc] = {}
    base = 0
    true_spans: set[Span] = set()
    cut_spans: set[Span] = set()
    for document in _documents(sentences):
        text = ""
        for sentence in document:
            text += sentence.before
            gold.update(_gold(sentence, base + len(text)))
            true_spans.add((base + len(text), base + len(text) + len(sentence.text)))
            text += sentence.text
        spans = sentence_spans(text)
        cut_spans.update((base + start, base + end) for start, end in spans)
        for (start, _), parse in zip(spans, parser.parse([text[start:end] for start, end in spans]), strict=True):
            found.update(_found(parse, base + start))
        base += len(text) + 1
    shared = len(true_spans & cut_spans)
    return replace(_scores(gold, found), sentences=_f1(shared, len(true_spans), len(cut_spans)))


def figures(parser: Parser, test: Sequence[GoldSentence]) -> list[tuple[str, Scores]]:
    """The scores on a treebank's part: as running text, by true sentences, and by true sentences in chat style."""
    return [
        ("running text", score_documents(parser, test)),
        ("true sentences", score_sentences(parser, test)),
        ("true sentences, as chat", score_sentences(parser, [in_chat(sentence) for sentence in test])),
    ]


def turns_of(path: Path) -> list[str]:
    """The texts of all turns in a file of conversations."""
    sessions = (session for conversation in read_file(path) for session in conversation.sessions)
    return [turn.text for session in sessions for turn in session.turns]


def turns_per_second(parser: Parser, turns: Sequence[str]) -> float:
    """Turns segmented and parsed per second of CPU time."""
    parser.parse(["Warm up."])
    started = time.process_time()
    for turn in turns:
        parser.parse([turn[start:end] for start, end in sentence_spans(turn)])
    return len(turns) / (time.process_time() - started)


def table(rows: Iterable[tuple[str, Scores]]) -> str:
    """The scores as a Markdown table."""
    lines = ["| | words | sentences | UPOS | lemmas | UAS | LAS |", "| --- | --- | --- | --- | --- | --- | --- |"]
    for name, scores in rows:
        cut = "–" if scores.sentences is None else f"{scores.sentences:.1f}"
        others = (scores.tags, scores.lemmas, scores.unlabelled, scores.labelled)
        lines.append(f"| {name} | {scores.words:.1f} | {cut} | {' | '.join(f'{value:.1f}' for value in others)} |")
    return "\n".join(lines)


def _documents(sentences: Sequence[GoldSentence]) -> Iterator[list[GoldSentence]]:
    """The sentences of each document."""
    number = 0

    def document(sentence: GoldSentence) -> int:
        nonlocal number
        number += sentence.opens_document
        return number

    for _, group in groupby(sentences, key=document):
        yield list(group)


def _gold(sentence: GoldSentence, base: int) -> Iterator[tuple[Span, _Arc]]:
    spans = [(base + word.start, base + word.end) for word in sentence.words]
    for span, word in zip(spans, sentence.words, strict=True):
        head = None if word.head < 0 else spans[word.head]
        yield span, _Arc(word.tag, word.lemma.casefold(), head, word.relation.partition(":")[0])


def _found(parse: Parse, base: int) -> Iterator[tuple[Span, _Arc]]:
    spans = [(base + word.start, base + word.end) for word in parse.words]
    for span, word in zip(spans, parse.words, strict=True):
        head = None if word.head < 0 else spans[word.head]
        yield span, _Arc(word.tag, word.lemma.casefold(), head, word.relation.partition(":")[0])


def _scores(gold: dict[Span, _Arc], found: dict[Span, _Arc]) -> Scores:
    pairs = [(arc, found[span]) for span, arc in gold.items() if span in found]
    heads = [(true, said) for true, said in pairs if true.head == said.head]
    totals = len(gold), len(found)
    return Scores(
        words=_f1(len(pairs), *totals),
        sentences=None,
        tags=_f1(sum(true.tag == said.tag for true, said in pairs), *totals),
        lemmas=_f1(sum(true.lemma == said.lemma for true, said in pairs), *totals),
        unlabelled=_f1(len(heads), *totals),
        labelled=_f1(sum(true.relation == said.relation for true, said in heads), *totals),
    )


def _f1(shared: int, gold: int, found: int) -> float:
    return 200 * shared / (gold + found)
