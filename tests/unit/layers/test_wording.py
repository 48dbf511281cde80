"""The wording of sentences: their terms, signs and times, and that nothing else of them is kept."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import convograph
from convograph import segmentation
from convograph.architectures.unified import Unified
from convograph.encoders.word_table import bundled_words
from convograph.extraction.asking import signs_in
from convograph.extraction.times import times_in
from convograph.graph.rows import NodeBatch
from convograph.graph.sessions import Part
from convograph.layers import wording
from convograph.layers.wording import SIGNS, WordingLayer, signs_of, stem_range, term_of, terms_by_number, times_of
from convograph.terms import ENGLISH, Analyzer
from convograph.times import parse_said
from convograph.types import SourceTurn
from support.conversations import WORDS, conversation
from support.encoders import HashingEncoder
from support.ranking import FewWords, remembering, said

ENCODER = HashingEncoder(8)
TABLE = FewWords(("cat", "cats", "sleeps"))
LAYER = WordingLayer(ENCODER, TABLE)


def turn(text: str, speaker: str | None = "Ana", time: str | None = "2024-03-02 10:00") -> SourceTurn:
    """A turn by itself."""
    return SourceTurn(7, "s:0", "s", 0, speaker, text, time and parse_said(time))


def extracted(*turns: SourceTurn) -> NodeBatch:
    """The items of some turns."""
    return LAYER.extract([Part(list(turns))])


@given(st.text(min_size=1, max_size=12), st.integers(0, (1 << 16) - 1), st.text(min_size=1, max_size=12))
def test_a_term_is_a_stem_with_a_word(stem: str, number: int, other: str) -> None:
    """It lies within the range of its stem and of no other, and the number is read back."""
    key, (first, last) = term_of(stem, number), stem_range(stem)
    assert first <= key <= last
    assert key - int(first) == number
    assert int(last) - int(first) == (1 << 16) - 1
    start, end = stem_range(other)
    assert (start <= key <= end) == (stem == other)


def test_every_sentence_is_an_item_with_its_words() -> None:
    """In order: where it lies, its vector, a term for each word that counts, with the word's number or 0."""
    text = "The cat sleeps. Cats purr!"
    found = extracted(turn(text), replace(turn("👍"), key=9))
    spans = zip(found.source_turns.tolist(), found.source_starts.tolist(), found.source_ends.tolist(), strict=True)
    assert list(spans) == [(7, 0, 15), (7, 16, 26), (9, 0, 1)]
    assert found.source_counts.tolist() == [1, 1, 1]
    assert found.term_counts.tolist() == [2, 2, 0]
    assert found.terms.tolist() == [term_of("cat", 1), term_of("sleep", 3), term_of("cat", 2), term_of("purr", 0)]
    expected = ENCODER.encode(["The cat sleeps.", "Cats purr!", "👍"], "passage").astype(np.float16)
    assert found.vectors.tolist() == expected.tolist()


def test_turns_do_not_depend_on_each_other() -> None:
    """Extracted together or alone, they are the same."""
    turns = [replace(turn(one.text), key=place) for place, one in enumerate(conversation(3)[0].turns)]
    whole, alone = extracted(*turns), [extracted(one) for one in turns]
    assert whole.terms.tolist() == [term for one in alone for term in one.terms.tolist()]
    assert whole.payloads == tuple(payload for one in alone for payload in one.payloads)
    assert whole.vectors.tobytes() == b"".join(one.vectors.tobytes() for one in alone)
    assert extracted().payloads == ()


@pytest.mark.parametrize(
    ("text", "signs"),
    [
        ("Is it?", "qa"),
        ('"Is it?" ', "qa"),
        ("Three of 7 boats", "n"),
        ("Somebody", ""),
        ("I sail", ""),
        ("You sail on Monday", "t"),
        ("Since 2019", "nt"),
        ("She is in Porto", "p"),
        ("she came from the Alps", "p"),
        ("in porto", ""),
        ("Thanks, my dear", ""),
        ("They say thanks", ""),
        ("👍", ""),
    ],
)
def test_signs(text: str, signs: str) -> None:
    """A letter for each, in their order, and back to bits."""
    (payload,) = extracted(turn(text, time=None)).payloads
    assert payload.partition(" ")[0] == signs
    assert signs_of(payload) == sum(1 << SIGNS.index(sign) for sign in signs)


def test_times_are_those_that_a_person_names() -> None:
    """From start to end, counted from when it was said; an assistant's are left out."""
    text = "I was there yesterday and in May 2023."
    (payload,) = extracted(turn(text)).payloads
    expected = [
        (datetime(2024, 3, 1), datetime(2024, 3, 2)),
        (datetime(2023, 5, 1), datetime(2023, 6, 1)),
    ]
    assert times_of(payload) == expected
    assert times_of(extracted(turn(text, "Assistant")).payloads[0]) == []
    assert times_of(extracted(turn("Somebody came.")).payloads[0]) == []
    (undated,) = extracted(turn(text, time=None)).payloads
    assert times_of(undated) == expected[1:]


@pytest.mark.parametrize("time", ["0001-01-01", "9999-12-31 23:59"])
def test_times_at_the_ends_of_the_calendar(time: str) -> None:
    """They are written and read like others."""
    text = "Yesterday, tomorrow, next year, last week, and on 31 December 9999."
    (payload,) = extracted(turn(text, time=time)).payloads
    assert all(start < end for start, end in times_of(payload))
    assert len(times_of(payload)) <= len(times_in(text, parse_said(time)))


def test_the_fingerprint_changes_with_the_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Splitter, terms, table, encoder and the layer's own version: each makes another layer."""
    layers = [
        LAYER,
        WordingLayer(HashingEncoder(16), TABLE),
        WordingLayer(ENCODER, FewWords(fingerprint="few-words:2")),
        WordingLayer(ENCODER, TABLE, Analyzer("german")),
    ]
    keys = {layer.key for layer in layers}
    for module, name in ((segmentation, "FINGERPRINT"), (wording, "VERSION")):
        with monkeypatch.context() as patched:
            patched.setattr(module, name, "another")
            keys.add(LAYER.key)
    assert len(keys) == len(layers) + 2
    assert {key.name for key in keys} == {"wording"}
    assert replace(LAYER).key == LAYER.key
    assert (LAYER.encoder, LAYER.scope) == (ENCODER.fingerprint, "turn")


def test_forgetting_deletes_its_rows() -> None:
    """Of a turn those of its sentences, of a session all of them."""
    with remembering(said("a", "Ana: One. Two.", "Ben: Three."), said("b", "Ana: Four.")) as memory:
        layer = memory.architecture.layers[0].key

        def items() -> int:
            table = memory._keeper.caught_up().layers[layer]
            return len(table) if table.alive is None else int(table.alive.sum())

        assert items() == 4
        memory.forget(turn="a0")
        assert items() == 2
        memory.forget(session="b")
        assert items() == 1


MARKS = ("zqbafu", "Yxqueralt", "кириллица", "qwxz@mail.example")
LETTERS_AND_DATES = re.compile(rf"[{SIGNS}]*(?: \d{{4}}-\d\d-\d\dT\d\d:\d\d/\d{{4}}-\d\d-\d\dT\d\d:\d\d)*")


@dataclass(frozen=True)
class Kept:
    """A value of some row: table, column and what stands there, as bytes."""

    table: str
    column: str
    value: bytes


def kept(path: Path) -> Iterator[Kept]:
    """Every value of every row of a store's file."""
    with closing(sqlite3.connect(path)) as connection:
        for (table,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
            cursor = connection.execute(f'SELECT * FROM "{table}"')  # noqa: S608 - a table of our own
            columns = [column[0] for column in cursor.description]
            for row in cursor:
                for column, value in zip(columns, row, strict=True):
                    yield Kept(table, column, value if isinstance(value, bytes) else str(value).encode())


def test_no_word_is_kept_but_in_the_turn(tmp_path: Path) -> None:
    """The layer's rows hold hashes, vectors, letters and dates; once forgotten, not even these are in the file."""
    path, text = tmp_path / "m.db", f"I met {MARKS[1]} ({MARKS[3]}) of {MARKS[2]} yesterday: {MARKS[0]}?"
    table = bundled_words()
    terms = [term_of(stem, number) for stem in ENGLISH.terms(MARKS[0]) for number in table.numbers([MARKS[0]])]
    term = np.array(terms, np.uint64).tobytes()
    with convograph.open(path, architecture=Unified(HashingEncoder(), table)) as memory:
        memory.add([{"speaker": "Ana", "text": text}], session="s", said="2024-03-02")
        memory.add(conversation(2))
        rows = list(kept(path))
        for mark in MARKS:
            assert {(one.table, one.column) for one in rows if mark.encode() in one.value} == {("turn", "text")}
            assert not any(mark.lower().encode() in one.value.lower() for one in rows if one.table != "turn")
        assert {one.table for one in rows if term in one.value} == {"item"}
        payloads = [one.value.decode() for one in rows if (one.table, one.column) == ("item", "payload")]
        assert "qt 2024-03-01T00:00/2024-03-02T00:00" in payloads
        assert all(LETTERS_AND_DATES.fullmatch(payload) for payload in payloads)
        assert not any(
            word.encode() in one.value for one in rows if one.table == "item" for word in WORDS if len(word) > 3
        )
        assert memory.forget(session="s").scrubbed
    everything = b"".join(file.read_bytes() for file in tmp_path.glob("m.db*"))
    assert term not in everything
    assert not any(mark.encode() in everything for mark in MARKS)


@pytest.mark.parametrize(
    ("text", "signs"),
    [
        ("Really?!", "q"),
        ("这是猫吗？", "q"),
        ("whats the wifi password", "a"),
        ("Where is it?", "qa"),
        ("Tell me where it is.", "a"),
        ("Is it? Yes.", ""),
        ("They have two cats.", "n"),
        ("It is the 3rd one", "n"),
        ("It cost 3.50.", "n"),
        ("They moved in 2019.", "nt"),
        ("I've no idea", ""),
        ("The ice melted.", ""),
        ("They left YESTERDAY.", "t"),
        ("They went to Porto.", "p"),
        ("They went to work.", ""),
        ("They said thanks.", ""),
        ("We met in the Alps last May, didn't we?", "qtp"),
    ],
)
def test_signs_of_a_sentence(text: str, signs: str) -> None:
    """A letter for each, whatever the case of the words."""
    assert signs_in(text) == signs


def test_signs_are_read_back() -> None:
    """The payload's letters become bits in the order of `SIGNS`; times after them do not matter."""
    assert signs_of("nt 2023-05-01T00:00/2023-05-02T00:00") == 1 << SIGNS.index("n") | 1 << SIGNS.index("t")


def test_a_number_leads_to_its_term_wherever_it_occurs() -> None:
    """In either part of an index, however often; a word that is not in the table has no number."""
    sorted_once, latest = (
        np.array([term_of(*pair) for pair in pairs], np.uint64)
        for pairs in ([("cat", 7), ("zzzzxq", 0)], [("dog", 9), ("cat", 7), ("dog", 9), ("zqbafu", 0)])
    )
    by_number = terms_by_number((sorted_once, latest))
    assert np.flatnonzero(by_number).tolist() == [7, 9]
    assert by_number[[7, 9]].tolist() == [term_of("cat", 7), term_of("dog", 9)]
    assert not terms_by_number(()).any()


def test_a_stem_finds_its_words_whatever_their_number() -> None:
    """Every term of a stem lies in its range, that of another does not."""
    first, last = stem_range("dog")
    assert first <= term_of("dog", 0) < term_of("dog", 65_535) <= last
    assert not first <= term_of("cat", 7) <= last
