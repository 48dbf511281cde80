"""Parsers around parsers: one that remembers, one that spreads over processes, one without syntax."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, field

import pytest

from convograph.errors import ConvographError
from convograph.parsers.cached import CachedParser
from convograph.parsers.plain import PlainParser
from convograph.parsers.worker_pool import BEGUN_AFTER, LEAST_SENTENCES, ParallelParser
from convograph.syntax import ROOT, Parse, Word
from support.parses import ThreeWordParser


@dataclass
class CountingParser(ThreeWordParser):
    """Notes what it is asked."""

    asked: list[str] = field(default_factory=list)

    def parse(self, sentences: Sequence[str]) -> list[Parse]:
        self.asked.extend(sentences)
        return super().parse(sentences)


def test_a_sentence_is_parsed_once_as_long_as_it_is_remembered() -> None:
    """Repetitions, in one call or in two, cost nothing; the parses stand in the order of the sentences."""
    inner = CountingParser()
    parser = CachedParser(inner)
    first = parser.parse(["Ana has cats", "Ben likes tea", "Ana has cats"])
    assert inner.asked == ["Ana has cats", "Ben likes tea"]
    assert parser.parse(["Ben likes tea", "Cleo sings"])[0] == first[1]
    assert inner.asked == ["Ana has cats", "Ben likes tea", "Cleo sings"]
    assert first[0] is first[2]
    assert (parser.name, parser.fingerprint) == (inner.name, inner.fingerprint)


def test_what_was_asked_for_longest_ago_is_let_go() -> None:
    """With room for two sentences, the third takes the place of the one not asked for since."""
    inner = CountingParser()
    parser = CachedParser(inner, size=2)
    parser.parse(["a b c", "d e f"])
    parser.parse(["a b c"])
    parser.parse(["g h i"])
    parser.parse(["a b c", "d e f"])
    assert inner.asked == ["a b c", "d e f", "g h i", "d e f"]


def test_several_processes_parse_as_one_does() -> None:
    """The same parses in the same order, whatever the number of sentences."""
    sentences = [f"Ana{number} has cats" for number in range(3 * BEGUN_AFTER)]
    parser = ParallelParser(ThreeWordParser, 2)
    try:
        for count in (len(sentences), BEGUN_AFTER + 1, LEAST_SENTENCES, 3, 0):
            assert parser.parse(sentences[:count]) == ThreeWordParser().parse(sentences[:count])
    finally:
        parser.close()


class TellingParser(ThreeWordParser):
    """Says as a word's lemma in which process it parses."""

    def parse(self, sentences: Sequence[str]) -> list[Parse]:
        return [Parse((Word(s, 0, len(s), str(os.getpid()), "X", "", ROOT, "root"),)) for s in sentences]


def test_processes_begin_when_it_is_worth_it() -> None:
    """Not for the first small batch; then also for small ones, but for a few sentences never."""
    few, some = ["x"] * (LEAST_SENTENCES - 1), ["x"] * LEAST_SENTENCES
    parser = ParallelParser(TellingParser, 2)

    def parsed_here(sentences: Sequence[str]) -> bool:
        return {word.lemma for parse in parser.parse(sentences) for word in parse.words} == {str(os.getpid())}

    try:
        assert parsed_here(some)
        assert not parsed_here(["x"] * BEGUN_AFTER)
        assert not parsed_here(some)
        assert parsed_here(few)
    finally:
        parser.close()


class DyingParser(ThreeWordParser):
    """Takes its process along."""

    def parse(self, sentences: Sequence[str]) -> list[Parse]:
        os._exit(3)


def test_a_process_that_dies_is_an_error_and_no_loss() -> None:
    """The error says what to do, and the next call begins new processes."""
    parser = ParallelParser(DyingParser, 2)
    for _ in range(2):
        with pytest.raises(ConvographError, match="fewer processes"):
            parser.parse(["x y z"] * BEGUN_AFTER)


def test_fewer_than_one_process_is_refused() -> None:
    """Before anything is begun."""
    with pytest.raises(ValueError, match="1 or more, not 0"):
        ParallelParser(ThreeWordParser, 0)


def test_without_syntax_capital_letters_tell_names() -> None:
    """Not the first word of a sentence; the further words of a name hang to its first."""
    (parse,) = PlainParser().parse(["Gestern war Anna Maria Weiß in Berlin."])
    assert [(word.form, word.head) for word in parse.words if word.tag == "PROPN"] == [
        ("Anna", ROOT),
        ("Maria", 2),
        ("Weiß", 2),
        ("Berlin", ROOT),
    ]
    assert {word.tag for word in parse.words} == {"X", "PROPN", "PUNCT"}
    assert PlainParser().parse([""])[0].words == ()
