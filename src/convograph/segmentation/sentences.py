"""The sentences of a turn."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterable, Iterator
from itertools import islice

import pysbd
from pysbd.lang.common.standard import Standard

FINGERPRINT = "pysbd-3"  # raised by hand whenever the sentences of any text change

MAX_SENTENCE = 1_000  # characters; longer sentences are cut at a space: encoders and readers need a limit
_MAX_LINE = 10_000  # characters given to the splitter at once: its rules take more than linear time
# It scans all characters again for each abbreviation and each list item. In real conversations, marks times characters
# stay below 2,000,000; text above this limit ("Mr. Mr. Mr. …") is given to it in small pieces.
_MOST_WORK = 4_000_000
_MAX_DENSE_LINE = 1_000
_WORK_MARKS = ".)"

# A line without any of these (quotes, brackets, dots inside or after short words, runs of marks, a sentence that begins
# in lower case, pysbd's words that end in "!") is split where any splitter would split it, in a fraction of the time:
# two in three lines of chat.
_HARD = re.compile(
    r"[^\w\s.,!?'’\-&/]|\.\.|[!?]{2}|[.!?]\S|\b\w{1,3}\.|\d\.|^\s*(?:\d+|\w)[.)]|['’](?!\w)|(?<!\w)['’]"
    r"|[.!?]\s+[^A-Z\s]|\b(?i:yum|yahoo|y)!"
)
_BEFORE_DOT = re.compile(r"(?<![\w'’\-])[\w'’\-]++(?=\.)")
_BLANKS = re.compile(r"\s*")
_EASY_END = re.compile(r"[.!?]\s+")
ABBREVIATIONS = frozenset(Standard.Abbreviation.ABBREVIATIONS)
_INSIDE = re.compile(r"(?<=[/\\)\]~])\.\w|\./\w")  # a dot in a path or in code, which ends no sentence
_local = threading.local()  # a pysbd segmenter has state: one per thread


def sentence_spans(text: str, first: int | None = None) -> list[tuple[int, int]]:
    r"""The spans of a text's sentences: `[start, end)`, ascending, not overlapping, none blank.

    The text is split into lines first: people write lists and chat without full stops. `first` limits how many
    sentences are returned; no time is spent on those after them.

    >>> sentence_spans("Hi! How are you?\n- fine")
    [(0, 3), (4, 16), (17, 23)]
    >>> sentence_spans("Hi! How are you?\n- fine", first=2)
    [(0, 3), (4, 16)]
    """
    return list(islice(_sentences(text), first))


def _sentences(text: str) -> Iterator[tuple[int, int]]:
    for start, end in _lines(text):
        for sentence in _unbroken(text, _line_spans(text, start, end)):
            yield from limited(text, *sentence, MAX_SENTENCE)


def _lines(text: str) -> Iterator[tuple[int, int]]:
    start = 0
    for line in text.splitlines(keepends=True):
        for piece in limited(text, start, start + len(line), _MAX_LINE):
            yield from limited(text, *piece, _MAX_DENSE_LINE) if _is_dense(text, *piece) else (piece,)
        start += len(line)


def _is_dense(text: str, start: int, end: int) -> bool:
    marks = sum(text.count(mark, start, end) for mark in _WORK_MARKS)
    return marks * (end - start) > _MOST_WORK


def _line_spans(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The spans of one line's sentences; those that the splitter returns are located in the text one by one."""
    line = text[start:end]
    if _is_easy(line):
        ends = [start + match.end() for match in _EASY_END.finditer(line)]
        yield from zip([start, *ends], [*ends, end], strict=True)
        return
    at = start
    for words in _as_written(_segmenter().processor(line).process(), line):
        found = text.find(words, at, end) if words else -1
        if found >= 0:
            if text[at:found].strip():  # text that the splitter dropped: keep it
                yield at, found
            yield found, found + len(words)
            at = found + len(words)
    if text[at:end].strip():
        yield at, end


def _unbroken(text: str, spans: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """The spans, joined again where one ends at a dot in a path or in code: "/srv/app/.venv/bin", "a().b()"."""
    held: tuple[int, int] | None = None
    for start, end in spans:
        if held is not None and held[1] == start and _INSIDE.match(text, start - 1):
            held = (held[0], end)
            continue
        if held is not None:
            yield held
        held = (start, end)
    if held is not None:
        yield held


def _as_written(sentences: Iterable[str], line: str) -> Iterator[str]:
    """The splitter's sentences that occur verbatim in the line, in order; those that it rewrote are left out.

    `pysbd.Segmenter.segment` does the same, but compiles a pattern for each sentence: more work than all of its rules.
    """
    reached = 0
    looked: dict[str, int] = {}  # where to go on looking for a sentence: matches that were skipped stay skipped
    for sentence in sentences:
        at = line.find(sentence, looked.get(sentence, 0))
        while at >= 0:
            end = _BLANKS.match(line, at + len(sentence)).end()  # type: ignore[union-attr] # it always matches
            looked[sentence] = max(end, at + 1)
            if end > reached:
                yield sentence.strip()
                reached = end
                break
            at = line.find(sentence, looked[sentence])


def _is_easy(line: str) -> bool:
    return not _HARD.search(line) and not any(word.lower() in ABBREVIATIONS for word in _BEFORE_DOT.findall(line))


def limited(text: str, start: int, end: int, longest: int) -> Iterator[tuple[int, int]]:
    """`[start, end)` without blank ends, in pieces of at most `longest` characters, cut at spaces if possible."""
    while True:
        piece = text[start:end]
        start, end = end - len(piece.lstrip()), start + len(piece.rstrip())
        if start >= end:
            return
        if end - start <= longest:
            yield start, end
            return
        cut = text.rfind(" ", start + longest // 2, start + longest)
        cut = cut if cut > 0 else start + longest
        yield start, cut
        start = cut


def _segmenter() -> pysbd.Segmenter:
    segmenter = getattr(_local, "segmenter", None)
    if segmenter is None:
        segmenter = _local.segmenter = pysbd.Segmenter(language="en", clean=False)
    return segmenter
