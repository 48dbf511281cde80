r"""Measures names and their kinds on Universal NER's annotation of English-EWT: exact spans, with and without type.

Reads each document as one turn without participants, over gold trees and, with `--model`, the parser's own trees.
Prints precision, recall and F1; `person`, `organization` and `place` count as PER, ORG and LOC, and other kinds are
ignored. With `--conversations` it also prints the speed in turns per second, without parsing.

    python scripts/measure_mentions.py DATA/ud_english_ewt/en_ewt-ud-test.conllu.gz \
        DATA/uner_english_ewt/en_ewt-ud-test.iob2.gz --model --conversations DATA/locomo/locomo_dev5.json
"""

from __future__ import annotations

import argparse
import gzip
import time
from collections import Counter
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

from convograph.extraction.in_context import turns_in_context
from convograph.extraction.mentions import mentions_in
from convograph.extraction.mentions.mention_names import names_in
from convograph.extraction.pronouns import referents
from convograph.extraction.types import ParsedSentence, ParsedTurn, TurnInContext
from convograph.formats import read_file
from convograph.parsers.udpipe import UDPipeParser
from convograph.protocols import Parser
from convograph.syntax import ROOT, Parse, Word
from convograph.types import SourceTurn

TYPES = {"person": "PER", "organization": "ORG", "place": "LOC"}

Span = tuple[int, int, str]
"""The start and end (exclusive) in characters, and the type."""


@dataclass(frozen=True, slots=True)
class Annotated:
    """A sentence of the treebank with its gold tree and its gold names."""

    document: str
    text: str
    parse: Parse
    names: frozenset[Span]


def main(arguments: list[str] | None = None) -> None:
    """Print a table for each source of parses."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("treebank", type=Path, help="English-EWT, one part (.conllu.gz)")
    options.add_argument("names", type=Path, help="Universal NER's names of the same part (.iob2.gz)")
    options.add_argument("--model", action="store_true", help="parse with the bundled parser, too")
    options.add_argument("--conversations", type=Path, help="a file to time, in a format that convograph reads")
    options.add_argument("--wrong", action="store_true", help="list what was missed and what was wrong")
    chosen = options.parse_args(arguments)

    sentences = list(annotated(chosen.treebank, chosen.names))
    for title, parser in (
        (("gold trees", None), ("bundled parser", UDPipeParser())) if chosen.model else (("gold trees", None),)
    ):
        found = [names for document in documents(sentences) for names in found_names(document, parser)]
        print(f"{title}: {len(sentences)} sentences, {sum(len(one.names) for one in sentences)} names")
        report([one.names for one in sentences], found)
        if chosen.wrong:
            list_wrong(sentences, found)
    if chosen.conversations:
        report_speed(chosen.conversations)


def annotated(treebank: Path, names: Path) -> Iterator[Annotated]:
    """The sentences with equal numbers of words in both files, with names as character spans."""
    rows = {identifier: rows for identifier, _, _, rows in blocks(names)}
    for identifier, document, text, lines in blocks(treebank):
        words = gold_words(text, lines)
        tags = [row[2] for row in rows.get(identifier, [])]
        if len(tags) == len(words):
            yield Annotated(document, text, Parse(tuple(words)), frozenset(spans(words, tags)))


def blocks(path: Path) -> Iterator[tuple[str, str, str, list[list[str]]]]:
    """Each sentence's id, document, text and rows of columns."""
    document = ""
    with gzip.open(path, "rt", encoding="utf-8") as file:
        for block in file.read().strip().split("\n\n"):
            lines = block.split("\n")
            notes = dict(line[2:].partition(" = ")[::2] for line in lines if line.startswith("# "))
            document = notes.get("newdoc id", document)
            yield notes["sent_id"], document, notes["text"], [line.split("\t") for line in lines if line[0] != "#"]


def gold_words(text: str, rows: Sequence[Sequence[str]]) -> list[Word]:
    """The words of a tree, located in order in the text; empty nodes and multiword tokens are left out."""
    found: list[Word] = []
    at = 0
    for row in rows:
        if not row[0].isdigit():
            continue
        start = text.find(row[1], at)
        start = at if start < 0 else start
        at = start + len(row[1]) if text.startswith(row[1], start) else at
        features = "" if row[5] == "_" else row[5]
        head = int(row[6]) - 1 if row[6] != "0" else ROOT
        found.append(Word(row[1], start, start + len(row[1]), row[2], row[3], features, head, row[7]))
    return found


def spans(words: Sequence[Word], tags: Sequence[str]) -> Iterator[Span]:
    """The names marked by BIO tags (B-PER, I-PER, O)."""
    start = None
    for place, tag in enumerate([*tags, "O"]):
        if start is not None and not tag.startswith("I-"):
            yield words[start].start, words[place - 1].end, tags[start][2:]
            start = None
        if tag.startswith("B-"):
            start = place


def documents(sentences: Sequence[Annotated]) -> Iterator[list[Annotated]]:
    """The sentences of each document."""
    return (list(group) for _, group in groupby(sentences, key=lambda one: one.document))


def found_names(document: Sequence[Annotated], parser: Parser | None) -> list[set[Span]]:
    """The names found in each sentence of a document, over its gold trees if `parser` is `None`."""
    parses = [one.parse for one in document] if parser is None else parser.parse([one.text for one in document])
    read = [
        ParsedSentence(place, 0, one.text, parse)
        for place, (one, parse) in enumerate(zip(document, parses, strict=True))
    ]
    source = SourceTurn(1, "", "", 0, None, "", None)
    found: list[set[Span]] = [set() for _ in document]
    for name in names_in(TurnInContext(ParsedTurn(source, tuple(read)), (), (), None)):
        words = name.sentence.parse.words[slice(*name.span)]
        if name.kind in TYPES:
            found[name.sentence.start].add((words[0].start, words[-1].end, TYPES[name.kind]))
    return found


def report(gold: Sequence[frozenset[Span]], found: Sequence[set[Span]]) -> None:
    """Print precision, recall and F1 of spans, of spans with types, and of each type."""
    bare = [{span[:2] for span in one} for one in gold], [{span[:2] for span in one} for one in found]
    line("span", *bare)
    line("span and type", gold, found)
    for kind in TYPES.values():
        line(
            kind,
            [{s for s in one if s[2] == kind} for one in gold],
            [{s for s in one if s[2] == kind} for one in found],
        )


def report_speed(path: Path) -> None:
    """Print turns per second, measured in a second pass over all turns."""
    sessions = [
        [
            SourceTurn(place, one.id or "", conversation.name, place, one.speaker, one.text, None)
            for place, one in enumerate(session.turns)
        ]
        for conversation in read_file(path)
        for session in conversation.sessions
    ]
    parser = UDPipeParser()
    turns = [turn for session in sessions for turn in turns_in_context(session, parser)]
    for function in (mentions_in, referents):
        for _ in range(2):
            begun = time.perf_counter()
            for turn in turns:
                function(turn)
            taken = time.perf_counter() - begun
        print(f"{function.__name__}: {len(turns)} turns, {len(turns) / taken:,.0f} a second")


def line(title: str, gold: Sequence[Set[object]], found: Sequence[Set[object]]) -> None:
    """Print one row of scores."""
    right = sum(len(one & other) for one, other in zip(gold, found, strict=True))
    precision, recall = right / max(1, sum(map(len, found))), right / max(1, sum(map(len, gold)))
    f1 = 2 * precision * recall / max(1e-9, precision + recall)
    print(f"  {title:14} P {precision:.3f}  R {recall:.3f}  F1 {f1:.3f}")


def list_wrong(sentences: Sequence[Annotated], found: Sequence[set[Span]]) -> None:
    """Print each sentence with errors: names missed (-) and false names (+)."""
    counted: Counter[str] = Counter()
    for one, names in zip(sentences, found, strict=True):
        marks = [f"-{k}:{one.text[a:b]}" for a, b, k in sorted(one.names - names)] + [
            f"+{k}:{one.text[a:b]}" for a, b, k in sorted(names - one.names)
        ]
        counted.update(mark[:4] for mark in marks)
        if marks:
            print("   ", " ".join(marks), "|", one.text)
    print(counted)


if __name__ == "__main__":
    main()
