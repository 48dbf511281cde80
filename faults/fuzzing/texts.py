"""Parsers of texts: times, questions, and all processing of a turn's text."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

import numpy as np

import convograph
from convograph.build import make_encoder, make_parser, make_reader
from convograph.errors import InputError
from convograph.extraction.asides import calls_a_joke, is_joke, takes_back
from convograph.extraction.corrections import correction_in
from convograph.extraction.depth import Depth
from convograph.extraction.times import show_when, times_in
from convograph.extraction.times.recognition import intervals_in
from convograph.facts.reading.frames import framed
from convograph.formats.event_times import read_when
from convograph.memory.moments import first_moment, last_moment
from convograph.segmentation.cuts import cut_spans
from convograph.segmentation.sentences import sentence_spans
from convograph.terms import LANGUAGES, Analyzer
from convograph.times import has_clock, parse_said, show_said
from convograph.tokens import Fitting, WordPieceCounter
from convograph.types import Said, SourceTurn
from faults.fuzzing.parser import FEW, SOME, Parser, Read, of_text, of_value, text_of, texts, value_of, values

NOW = datetime(2024, 5, 8, 13, 56)
SAID = Said(NOW, None, "2024-05-08 13:56")
PARSED = 4_000  # characters; parsing takes a few milliseconds per hundred

TIMES = texts(
    *("2023-05-08 13:56", "2023-05-08T13:56:00.5+02:00", "1:56 pm on 8 May, 2023", "2023/05/30 (Tue) 23:40"),
    *(
        "Mon, 08 May 2023 13:56:00 +0200 (CEST)",
        "May 8, 2023 1:56 PM",
        "20230508T135600Z",
        "1683554160",
        "1683554160000",
    ),
)
PERIODS = texts(
    *("last week", "two months ago", "March 2024", "2024-03-01", "the weekend before last", "Christmas 2023"),
    *("since March", "until 3 May", "from 3 to 5 May 2023", "in the summer of 2021", "Friday", "the 1990s"),
)
SAYINGS = texts(
    "I went to Porto two weekends ago, on 3/4/24 at 5:30 pm, and I'll be back next Friday or the day after.",
    "When I was 10, every second Tuesday from May until Christmas 2009 we met at half past eight in the evening.",
    "The last time was in early spring, about three and a half years before summer '69; see 1.2.2003 or 1,000 km.",
    "Dr. Smith (my sister's friend, e.g. of Mt. H.) said: \"No! Really?\" … and left.\nMr. Lee didn't.\n- one\n- two",
)
CHANGES = texts(
    "I moved from Porto to Lisbon last week, and my sister Maria is with Siemens now. She's no longer a nurse.",
    "No, sorry, it was Lyon, not Lille! I meant my favourite band, used to be Muse, but now it's Radiohead.",
    'Haha, just kidding: as a kid I lived in Rome. "I\'m at Porto High," he said; my new phone is a Pixel 8.',
)
QUESTIONS = texts(
    "Where does the cat sleep?",
    "What did Ana say about the boiler last week?",
    "Here is my log:\n2024-05-01 18:30 ERROR x=1\n```py\nprint('cat')\n```\nWhat is wrong with it?",
    "Who is Miso, and when did I go to Porto with my sister?",
)


def _facts(text: str) -> None:
    """Run the rules without syntax that read changes; long sentences of short words take them tenths of a second."""
    framed(text[:PARSED], "Ana")
    correction_in(text)
    for aside in (takes_back, is_joke, calls_a_joke):
        aside(text)


def _said(value: Any) -> None:
    said = parse_said(value)
    assert said.raw.encode()
    assert show_said(said)
    assert parse_said(said.local).local == said.local


def _moment(text: str) -> None:
    errors = []
    for read in (first_moment, last_moment):
        try:
            assert isinstance(read(text, NOW), datetime)
        except InputError as error:
            errors.append(error)
    if errors:
        raise errors[0]


def _times(text: str) -> None:
    """Check that the time mentions are spans of the text, in order and disjoint."""
    end = 0
    for mention in times_in(text, SAID):
        assert end <= mention.start < mention.end
        end = mention.end
        assert mention.text == text[mention.start : mention.end]
        show_when(mention.when)
    intervals_in(text, None)


def _event_time(text: str) -> None:
    show_when(read_when(text))
    has_clock(text)


def _spans(text: str) -> None:
    """Check that sentences are spans of the text, in order and disjoint."""
    for spans in (sentence_spans(text), sentence_spans(text, 2), cut_spans(text)):
        end = 0
        for start, stop in spans:
            assert end <= start < stop <= len(text)
            end = stop


def _tokens(text: str) -> None:
    counter = WordPieceCounter()
    (count,) = counter.count([text])
    assert 0 <= count <= 4 * len(text) + 2
    Fitting(counter, "\n").fit([text, text], 10)


def _terms(text: str) -> None:
    analyzer = Analyzer()
    counts, hashes = analyzer.hashes([text, ""])
    assert counts.sum() == len(hashes)
    analyzer.shared_words(text, text)
    Analyzer(sorted(LANGUAGES)[len(text) % len(LANGUAGES)]).terms(text)


def _encode(text: str) -> None:
    (row,) = make_encoder("static").encode([text], "passage")
    assert np.isclose(np.linalg.norm(row), 1, atol=1e-3) or not row.any()


def _syntax(folder: Path) -> Read:
    """Check that words are spans of the sentence."""
    parser = make_parser()

    def read(content: bytes) -> None:
        text = text_of(content)[:PARSED]
        (parse,) = parser.parse([text])
        assert all(0 <= word.start < word.end <= len(text) for word in parse.words)

    return read


def _extraction(folder: Path) -> Read:
    reader = make_reader()

    def read(content: bytes) -> object:
        text = text_of(content)[:PARSED]
        return reader.read([SourceTurn(number, f"s:{number}", "s", number, "Ana", text, SAID) for number in range(2)])

    return read


def _question(folder: Path) -> Read:
    """Ask a question in every way, over turns that share words with the samples."""
    memory = convograph.open(":memory:")
    memory.add(
        [
            {"speaker": "Ana", "text": "My cat Miso sleeps on the boiler.", "time": "2024-05-01"},
            {"speaker": "Ben", "text": "I went to Porto with my sister Maria last week.", "time": "2024-05-02"},
        ],
        session="s",
    )

    def read(content: bytes) -> None:
        text = text_of(content)
        context = memory.context(text, budget=200, min_probability=0.0)
        assert context.tokens <= 200
        assert all(np.isfinite(hit.score) for hit in context.recall.hits)
        memory.quote(context.recall).text.encode()
        memory.recall("What was wrong with it?", recent=[text])

    return read


def _filter(folder: Path) -> Read:
    """Recall with filters as they arrive from the command line or a server."""
    memory = convograph.open(":memory:", architecture="bm25")
    memory.add(
        [{"speaker": "Ana", "text": "My cat Miso.", "metadata": {"channel": "x"}}], session="s", said="2024-05-01"
    )

    def read(content: bytes) -> None:
        value = value_of(content)
        if isinstance(value, dict):
            known = {
                name: value[name]
                for name in ("where", "between", "speakers", "as_of", "asked_at", "recent")
                if name in value
            }
            memory.recall("cat", **known)

    return read


PARSERS: Mapping[str, Parser] = {
    "said": Parser((*TIMES, *values(1683554160, 1683554160000.5, "1683554160")), of_value(_said)),
    "moments": Parser((*PERIODS, *TIMES), of_text(_moment), SOME),
    "times": Parser((*SAYINGS, *PERIODS, *TIMES), of_text(_times), SOME),
    "event-times": Parser((*PERIODS, *TIMES), of_text(_event_time)),
    "depth": Parser(texts("all", "assistant=1,others=24", "assistant=1+1"), of_text(Depth.read)),
    "sentences": Parser(SAYINGS, of_text(_spans), SOME),
    "tokens": Parser((*SAYINGS, *QUESTIONS), of_text(_tokens), SOME),
    "terms": Parser((*SAYINGS, *QUESTIONS), of_text(_terms)),
    "encoder": Parser((*SAYINGS, *QUESTIONS), of_text(_encode), SOME),
    "syntax": Parser((*SAYINGS, *QUESTIONS), _syntax, FEW),
    "extraction": Parser((*SAYINGS, *QUESTIONS), _extraction, FEW),
    "question": Parser(QUESTIONS, _question, FEW),
    "facts": Parser((*CHANGES, *SAYINGS), of_text(_facts), SOME),
    "filters": Parser(
        values(
            {"where": {"channel": ["x", 1]}, "between": ["2024-05-01", "last week"], "speakers": ["Ana"]},
            {"as_of": "2024-05-01", "asked_at": 1714588200, "recent": ["Hi.", {"role": "user", "content": "Hm."}]},
        ),
        _filter,
        SOME,
    ),
}
"""Parsers of times, questions and texts, by name."""
