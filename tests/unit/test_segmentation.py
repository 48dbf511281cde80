"""Sentences and rounds."""

from __future__ import annotations

import json
from pathlib import Path

import pysbd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from convograph.segmentation import MAX_SENTENCE, _as_written, _segmenter, rounds, sentence_spans


def sentences(text: str) -> list[str]:
    return [text[start:end] for start, end in sentence_spans(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Hi! How are you?\n- fine", ["Hi!", "How are you?", "- fine"]),
        ("I met Dr. Smith at 5 p.m. He was late.", ["I met Dr. Smith at 5 p.m.", "He was late."]),
        ("It costs 3.50 euros. Cheap!", ["It costs 3.50 euros.", "Cheap!"]),
        ("no caps. none at all", ["no caps.", "none at all"]),
        ("Wait... what? Really?!", ["Wait... what?", "Really?!"]),
        ("  \n\n one line \n", ["one line"]),
        ("", []),
        ("   ", []),
    ],
)
def test_sentences_end_where_a_reader_sees_them_end(text: str, expected: list[str]) -> None:
    """Lines first, then sentence ends; abbreviations and numbers do not end one."""
    assert sentences(text) == expected


@given(st.text(max_size=300))
def test_spans_cover_every_visible_character_once_and_in_order(text: str) -> None:
    """Nothing but white space lies outside the spans; they grow, and none is blank or has blank ends."""
    spans = sentence_spans(text)
    covered = [place for start, end in spans for place in range(start, end)]
    assert covered == sorted(set(covered))
    assert all(text[place].isspace() for place in set(range(len(text))) - set(covered))
    assert all(text[start:end].strip() == text[start:end] != "" for start, end in spans)


@given(st.text(max_size=300), st.integers(0, 4))
def test_the_first_sentences_are_those_of_all(text: str, first: int) -> None:
    """Whoever wants a few gets the same as whoever wants all."""
    assert sentence_spans(text, first) == sentence_spans(text)[:first]


@given(st.text(alphabet=st.sampled_from("aB1 .!?\"'()’\t"), max_size=60))
def test_lines_are_cut_as_the_splitter_cuts_them(line: str) -> None:
    """What pysbd says of its own sentences' places is worked out here in less time, and must be the same."""
    pieces = [piece.strip() for piece in pysbd.Segmenter(language="en", clean=False).segment(line)]
    assert list(_as_written(_segmenter().processor(line).process() if line else [], line)) == pieces


def test_an_endless_sentence_is_cut_at_a_space() -> None:
    """No sentence is longer than the limit, words stay whole where there are spaces, none is lost."""
    text = "word " * 1_000
    pieces = sentences(text)
    assert max(map(len, pieces)) <= MAX_SENTENCE
    assert " ".join(pieces) == text.strip()
    assert sentence_spans("a" * 2_500) == [(0, 1_000), (1_000, 2_000), (2_000, 2_500)]


def test_the_short_way_agrees_with_the_splitter(data_folder: Path) -> None:
    """On 1,000 real turns, each line is cut where pysbd cuts it, whichever way was taken."""
    samples = json.loads((data_folder / "locomo" / "locomo_dev5.json").read_text())
    turns = [
        turn["text"]
        for sample in samples
        for session in sample["conversation"].values()
        if isinstance(session, list)
        for turn in session
    ][:1_000]
    segmenter = pysbd.Segmenter(language="en", clean=False)
    differing = [
        line
        for turn in turns
        for line in turn.splitlines()
        if sentences(line) != [piece.strip() for piece in segmenter.segment(line) if piece.strip()]
    ]
    assert differing == []


@pytest.mark.parametrize(
    ("speakers", "expected"),
    [
        (["user", "assistant", "User", "assistant"], [(0, 2), (2, 4)]),
        (["assistant", "user", "user", "assistant"], [(0, 1), (1, 4)]),
        (["Ana", "Ben", "Cleo", "Ana", "Ben"], [(0, 2), (2, 4), (4, 5)]),
        ([None, None, None], [(0, 2), (2, 3)]),
        ([], []),
    ],
)
def test_rounds(speakers: list[str | None], expected: list[tuple[int, int]]) -> None:
    """A user's turns with what answers them; two turns where nobody is called user."""
    assert [(part.start, part.stop) for part in rounds(speakers)] == expected
