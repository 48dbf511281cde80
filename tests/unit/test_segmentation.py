"""Sentences, and units of dialogue."""

from __future__ import annotations

import json
from itertools import pairwise
from time import process_time

import pysbd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from convograph.segmentation import (
    DIALOGUE_UNITS,
    MAX_SENTENCE,
    cut_spans,
    grouped,
    is_assistant,
    is_tool,
    is_user,
    line,
    rounds,
    sentence_spans,
)
from convograph.segmentation.cuts import LONGEST_PIECE
from convograph.segmentation.sentences import _as_written, _segmenter
from convograph.segmentation.windows import token_windows
from convograph.types import Turn, Unit
from support.data_files import DataFile


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
        ("It runs /srv/app/.venv/bin/up. Or ./up.sh.", ["It runs /srv/app/.venv/bin/up.", "Or ./up.sh."]),
        ("Call `a.b().c()` now. Fine", ["Call `a.b().c()` now.", "Fine"]),
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


@pytest.mark.parametrize(
    "piece", ["Mr. ", "你好世界。今天天气很好！", "\t.x", ". ", "1. a 2) b ", "p.m. ", "「はい」と言った。"]
)
def test_no_text_takes_the_splitter_long(piece: str) -> None:
    """What its rules pass over again and again is given to it in small pieces; it took half a minute and more."""
    text = (piece * 250_000)[:250_000]
    begun = process_time()
    spans = sentence_spans(text)
    assert process_time() - begun < 12
    assert "".join("".join(text[start:end].split()) for start, end in spans) == "".join(text.split())


def test_an_endless_sentence_is_cut_at_a_space() -> None:
    """No sentence is longer than the limit, words stay whole where there are spaces, none is lost."""
    text = "word " * 1_000
    pieces = sentences(text)
    assert max(map(len, pieces)) <= MAX_SENTENCE
    assert " ".join(pieces) == text.strip()
    assert sentence_spans("a" * 2_500) == [(0, 1_000), (1_000, 2_000), (2_000, 2_500)]


def test_the_short_way_agrees_with_the_splitter(data_file: DataFile) -> None:
    """On 1,000 real turns, each line is cut where pysbd cuts it, whichever way was taken."""
    samples = json.loads(data_file("locomo/locomo_dev5.json").read_text())
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


@pytest.mark.parametrize(
    ("tokens", "expected"),
    [
        ([], []),
        ([5, 3, 2, 4], [(0, 3), (2, 4)]),  # 2 is shared: up to 3 tokens are
        ([5, 5, 4], [(0, 2), (2, 3)]),  # 5 is too much to share
        ([2, 2, 2, 2, 2, 1], [(0, 5), (4, 6)]),  # 2 + 2 are too much to share
        ([7, 1, 1, 9, 1], [(0, 3), (2, 4), (4, 5)]),  # 9 leaves room to share 1, not 1 + 1
        ([4, 30, 4, 2], [(0, 1), (1, 2), (2, 4)]),  # too long for any window: one of its own, nothing shared
        ([1, 1], [(0, 2)]),  # the session ends: no window of shared turns only
        ([1, 10, 1], [(0, 1), (1, 2), (2, 3)]),  # never all of the window before
    ],
)
def test_windows_of_whole_turns(tokens: list[int], expected: list[tuple[int, int]]) -> None:
    """Windows of up to 10 tokens that share up to 3."""
    assert [(each.start, each.stop) for each in token_windows(tokens, 10, 3)] == expected


@given(st.lists(st.integers(0, 30), max_size=40), st.integers(1, 20), st.integers(0, 10))
def test_windows_cover_a_session_and_go_on(tokens: list[int], size: int, overlap: int) -> None:
    """Every turn lies in one, both ends grow, sizes and overlaps are kept."""
    windows = token_windows(tokens, size, overlap)
    assert {place for window in windows for place in window} == set(range(len(tokens)))
    for window in windows:
        assert len(window) == 1 or sum(tokens[place] for place in window) <= size
    for one, following in pairwise(windows):
        assert one.start < following.start <= one.stop < following.stop
        assert sum(tokens[place] for place in range(following.start, one.stop)) <= overlap


TALK = [Turn(str(place), speaker) for place, speaker in enumerate(("user", "Bot", " USER ", "user", "Bot", None))]


@pytest.mark.parametrize(
    ("unit", "expected"),
    [
        ("turn", ["0", "1", "2", "3", "4", "5"]),
        ("user-turn", ["0", "2", "3"]),
        ("round", ["01", "2345"]),
        ("block4", ["0123", "45"]),
        ("chunk500", ["012345"]),
        ("session", ["012345"]),
    ],
)
def test_a_session_in_each_unit(unit: Unit, expected: list[str]) -> None:
    """In order; a user is who is called so, in any spelling."""
    assert ["".join(turn.text for turn in part) for part in grouped(TALK, unit)] == expected


@pytest.mark.parametrize("unit", DIALOGUE_UNITS)
def test_no_turns_are_no_units(unit: Unit) -> None:
    """Whatever the unit."""
    assert grouped([], unit) == []


@pytest.mark.parametrize(("fourth", "expected"), [(28, [(0, 3), (2, 4)]), (29, [(0, 3), (3, 4)])])
def test_chunks_have_up_to_500_tokens_and_share_up_to_50(fourth: int, expected: list[tuple[int, int]]) -> None:
    """A name, a colon and n words are n + 2 tokens: 250 + 180 + 20 + 30, and 450 more with 20 + 30; 20 + 31 are not
    shared.
    """
    turns = [Turn("boat " * words, "Ana", id=str(place)) for place, words in enumerate((248, 178, 18, fourth, 448))]
    assert [(int(part[0].id or ""), int(part[-1].id or "")) for part in grouped(turns, "chunk500")] == expected


def test_a_turn_of_an_unknown_speaker_is_its_text() -> None:
    """No name, no colon."""
    assert [line(Turn("Hi", "Ana")), line(Turn("Oh"))] == ["Ana: Hi", "Oh"]


def test_a_tool_is_told_by_its_name():
    """In any case, and nobody else."""
    names = ["tool", " Tool", "TOOL", "toolmaker", "user", "", None]
    assert [name for name in names if is_tool(name)] == ["tool", " Tool", "TOOL"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Hi! How are you?\n- fine", ["Hi!", "How are you?", "- fine"]),
        ("I met Dr. Smith. He was late.", ["I met Dr. Smith.", "He was late."]),
        ("1. First. 2. Second.\n\n3. Third", ["1. First.", "2. Second.", "3. Third"]),
        ('She said "Yes." Then (quietly!) she left.', ['She said "Yes."', "Then (quietly!) she left."]),
        ("It costs 3.50 euros. Cheap", ["It costs 3.50 euros.", "Cheap"]),
        ("J. Ames came, e.g. late", ["J. Ames came, e.g. late"]),
        ("猫が好き。犬も好き。", ["猫が好き。", "犬も好き。"]),
        (" \n ", []),
    ],
)
def test_a_text_may_be_cut_after_sentences_and_lines(text: str, expected: list[str]) -> None:
    """Not after the number of a list's line, an initial or an abbreviation."""
    assert [text[start:end] for start, end in cut_spans(text)] == expected


@given(st.text(alphabet='aB1 .!?\n\r\u2028")', max_size=60) | st.text(max_size=60))
def test_pieces_grow_and_leave_out_blanks_alone(text: str) -> None:
    """Nothing of a text is lost between its pieces."""
    spans = cut_spans(text)
    ends = [0, *(end for _, end in spans)]
    starts = [*(start for start, _ in spans), len(text)]
    assert all(not text[end:start].strip() and end <= start for end, start in zip(ends, starts, strict=True))
    assert all(text[start:end].strip() == text[start:end] != "" for start, end in spans)


def test_a_text_without_an_end_is_cut_at_spaces() -> None:
    """However long it runs on."""
    spans = cut_spans("word " * 1_000)
    assert max(end - start for start, end in spans) <= LONGEST_PIECE


@pytest.mark.parametrize("name", ["assistant", " Assistant ", "AI", "Bot", "chatbot", "model"])
def test_what_an_assistant_is_called(name: str) -> None:
    """In any case, with blanks around it; a person is none."""
    assert is_assistant(name)
    assert not is_user(name)


@pytest.mark.parametrize("name", [None, "", "user", "Ana", "assistant 2", "the assistant", "tool"])
def test_who_is_no_assistant(name: str | None) -> None:
    """Nor is a turn without a speaker."""
    assert not is_assistant(name)
