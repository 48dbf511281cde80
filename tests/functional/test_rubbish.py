"""What cannot be stored or asked is refused in one clear line, and nothing of the refused call is kept."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

import convograph
from convograph import Said, Session, Turn
from convograph.errors import ConflictError, ConvographError, InputError, NotFoundError, TimeError, UnsupportedError
from convograph.formats.limits import MAX_ORDINAL
from convograph.memory import Memory
from convograph.memory.exchange.records import LATEST
from convograph.times import parse_said
from convograph.types import BringReport
from support.encoders import HashingEncoder

GOOD = {"speaker": "Ana", "text": "This turn is fine.", "id": "fine"}
MEBIBYTE = 1 << 20
HEADER = {"format": "convograph-export", "version": 1, "content_only": False}
SESSION = {"session": "s", "said": None, "next_ordinal": 2}
TURN = {
    "turn": "s:0",
    "ordinal": 0,
    "speaker": "Ana",
    "text": "Hello.",
    "said": None,
    "stored_at": "2024-01-01T00:00:00",
}
WITH_MEMOS = {**HEADER, "version": 2, "turns": 1, "memos": 1}
MEMO = {"memo": "fact", "about": "s", "turns": ["s:0"], "text": "Ana greets.", "said": None, "origin": ""}
TIME = {"local": "2024-01-01 10:00:00", "offset_minutes": 0, "raw": "1 January"}


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Memory]:
    """A memory with one session of two turns, at a known time."""
    with convograph.open(tmp_path / "memory.db", encoder=HashingEncoder()) as opened:
        opened.add(
            [
                {"speaker": "Ana", "text": "Miso is my cat.", "id": "cat", "time": "2024-03-01 10:00"},
                {"speaker": "Ben", "text": "I have a dog.", "time": "2024-03-02 10:00"},
            ],
            session="pets",
            said="2024-03-01",
        )
        yield opened


def export(memory: Memory) -> list[str]:
    """All content."""
    lines: list[str] = []
    memory.export_to(lines.append)
    return lines


def refused(error: pytest.ExceptionInfo[ConvographError], *words: str) -> bool:
    """Whether the message is one line of bearable length that holds the words."""
    message = str(error.value)
    assert "\n" not in message
    assert len(message) < 500, message
    assert all(word in message for word in words), message
    return True


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ([], ["has no turns", "give at least one"]),
        ([{"role": "system", "content": "Be nice."}], ["has no turns"]),
        (None, ["neither a turn nor a session", "None"]),
        (7, ["neither a turn nor a session", "7"]),
        ("hello", ["neither a turn nor a session", "hello"]),
        (b"hello", ["neither a turn nor a session", "hello"]),
        ([GOOD, None], ["[1]", "neither a turn nor a session"]),
        ([GOOD, 3.5], ["[1]", "3.5"]),
        ([[GOOD]], ["[0]", "neither a turn nor a session"]),
        ([GOOD, {"text": ""}], ["[1].text", "blank", "leave the turn out"]),
        ([GOOD, {"text": " \n\t "}], ["[1].text", "blank"]),
        ([GOOD, {"text": None, "speaker": "Ana"}], ["[1].text", "missing"]),
        ([GOOD, {"text": 7}], ["[1].text", "not a string", "7"]),
        ([GOOD, {"text": b"bytes"}], ["[1].text", "not a string"]),
        ([GOOD, {"text": {"a": 1}}], ["[1].text", "not a string"]),
        ([GOOD, {"text": ["a", [1]]}], ["[1].text", "unknown type"]),
        ([GOOD, {"text": "a", "speaker": ["Ana"]}], ["[1].speaker", "not a string"]),
        ([GOOD, {"text": "a", "speaker": b"Ana"}], ["[1].speaker", "not a string"]),
        ([GOOD, {"text": "a", "id": 1.5}], ["[1].id", "not a string"]),
        ([GOOD, {"text": "a", "speaker": "  "}], ["[1].speaker", "blank"]),
        ([GOOD, {"text": "a\x00b"}], ["[1].text", "U+0000", "remove it"]),
        ([GOOD, {"text": "a\x1b[31m"}], ["[1].text", "U+001B"]),
        ([GOOD, {"text": "half \ud83d"}], ["[1].text", "lone surrogate"]),
        ([GOOD, {"text": "a", "speaker": "Ana\nBen"}], ["[1].speaker", "U+000A"]),
        ([GOOD, {"text": "x" * (MEBIBYTE + 1)}], ["[1].text", "1,048,577 bytes", "split it"]),
        ([GOOD, {"text": "\N{CAT}" * (MEBIBYTE // 4 + 1)}], ["[1].text", "bytes", "split it"]),
        ([GOOD, {"text": "a", "id": "x" * 100_000}], ["[1].id", "100000 characters", "512 is the maximum"]),
        ([GOOD, {"text": "a", "time": "0000-05-08 13:56"}], ["[1].time", "0000-05-08", "year"]),
        ([GOOD, {"text": "a", "time": "yesterday"}], ["[1].time", "yesterday", "write it like"]),
        ([GOOD, {"text": "a", "time": [2024]}], ["[1].time", "list"]),
        ([GOOD, {"text": "a", "id": "fine"}], ["id", "'fine'", "its own id"]),
        ([GOOD, {"turns": [GOOD]}], ["mixes sessions and single turns"]),
        ({"turns": []}, ["no turns"]),
        ({"turns": "abc"}, ["turns", "not a list"]),
        ({"sessions": 5}, ["sessions", "not a list"]),
        ([{"id": "x" * 100_000, "turns": [GOOD]}], ["[0].id", "100000 characters"]),
        ([{"turns": [GOOD]}, {"turns": [{"text": "\x07"}]}], ["[1].turns[0].text", "U+0007"]),
        (Session((Turn("a"),), said="2024"), ["said", "not a Said"]),  # type: ignore[arg-type]
        (Session((Turn("a"),), "s", first_ordinal=-1), ["first_ordinal", "-1"]),
        (Session((Turn("a"), Turn("b")), first_ordinal=2), ["first_ordinal=2", "give its id"]),
        ([Turn("a", said=datetime(2024, 1, 1))], ["said", "not a Said"]),  # type: ignore[arg-type]
        ([Turn("a", id="new:1"), Turn("b")], ["'new:1'", "without one", "another id"]),
    ],
)
def test_what_cannot_be_stored_is_refused_as_a_whole(memory: Memory, given: Any, words: list[str]) -> None:
    """The message names the place and the value; of the sound turns of the same call none is stored either."""
    before = export(memory)
    options = {"session": "new"} if "'new:1'" in words else {}
    with pytest.raises(InputError) as error:
        memory.add(given, **options)
    assert refused(error, *words)
    assert export(memory) == before


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"session": "x" * 100_000}, ["id", "100000 characters"]),
        ({"session": ""}, ["blank"]),
        ({"session": 5}, ["not a string", "5"]),
        ({"said": "0000-01-01"}, ["0000-01-01", "year"]),
        ({"said": "soon"}, ["soon", "write it like"]),
        ({"said": [1]}, ["list"]),
        (
            {"session": "pets", "first_ordinal": 3},
            ["'pets'", "up to ordinal 1", "begins at 3", "give the turns between"],
        ),
        ({"session": "new", "first_ordinal": 1}, ["'new'", "begins at 1"]),
        ({"session": "pets", "first_ordinal": -1}, ["first_ordinal", "-1"]),
        ({"session": "pets", "first_ordinal": "1"}, ["first_ordinal", "'1'"]),
        ({"session": "pets", "first_ordinal": 1.5}, ["first_ordinal", "1.5"]),
        ({"first_ordinal": 1}, ["first_ordinal=1", "give its id"]),
        ({"session": "pets", "first_ordinal": 1, "replace": True}, ["'pets'", "give all of its turns"]),
    ],
)
def test_wrong_options_are_refused(memory: Memory, options: dict[str, Any], words: list[str]) -> None:
    """A session's name, time or place that cannot be is an error naming it; nothing is stored."""
    before = export(memory)
    with pytest.raises(InputError) as error:
        memory.add([GOOD], **options)
    assert refused(error, *words)
    assert export(memory) == before


CAT = {"speaker": "Ana", "text": "Miso is my cat.", "id": "cat", "time": "2024-03-01 10:00"}


@pytest.mark.parametrize(
    ("change", "options", "words"),
    [
        ({"text": "Miso is my dog."}, {}, ["another text", "'Miso is my cat.'", "not 'Miso is my dog.'"]),
        ({"speaker": "Ben"}, {}, ["another speaker", "'Ana'", "not 'Ben'"]),
        ({"speaker": None}, {}, ["another speaker", "'Ana'", "not none"]),
        ({"time": "2024-03-01 10:01"}, {}, ["another time", "'2024-03-01 10:00'", "not '2024-03-01 10:01'"]),
        ({"id": "kitten"}, {}, ["another id", "'cat'", "not 'kitten'"]),
        ({}, {"said": "2024-03-05"}, ["time '2024-03-01'", "not '2024-03-05'"]),
        ({"text": "y" * 100_000}, {}, ["another text", "yyy…"]),
    ],
)
def test_other_contents_under_a_stored_id_are_refused_unless_replaced(
    memory: Memory, change: dict[str, Any], options: dict[str, Any], words: list[str]
) -> None:
    """The conflict names what is stored and what was given; `replace=True` forgets the one and stores the other."""
    before, turn = export(memory), {**CAT, **change}
    with pytest.raises(ConflictError) as error:
        memory.add([turn, {"text": "A new one."}], session="pets", **options)
    assert refused(error, *words, "replace=True")
    assert export(memory) == before
    assert memory.add([turn], session="pets", replace=True, **options).added == 1
    assert [shown.text for shown in memory.picture().turns] == [turn["text"]]


def test_a_turn_id_stored_elsewhere_is_refused(memory: Memory) -> None:
    """An id names one turn of an owner: a second session cannot bring it, even as another turn's default."""
    before = export(memory)
    for turn, session in (({**GOOD, "id": "cat"}, "new"), ({**GOOD, "id": "pets:1"}, "new")):
        with pytest.raises(ConflictError) as error:
            memory.add([{"text": "Something new."}, turn], session=session)
        assert refused(error, f"'{turn['id']}'", "stored already", "another id")
    assert export(memory) == before


@pytest.mark.parametrize("owner", ["", "  ", None, 5, "a\nb", "\ud800", "x" * 100_000])
def test_an_owner_needs_a_name(memory: Memory, owner: Any) -> None:
    """What cannot be a name is refused before anything is stored under it."""
    with pytest.raises(InputError) as error:
        memory.for_owner(owner)
    assert refused(error, "owner")
    assert memory.owners() == ["default"]


@pytest.mark.parametrize(
    ("question", "options", "words"),
    [
        ("", {}, ["needs words"]),
        (" \n", {}, ["needs words"]),
        (None, {}, ["needs words", "None"]),
        (5, {}, ["needs words", "5"]),
        ("cat", {"k": 0}, ["1 or more", "0"]),
        ("cat", {"k": -3}, ["1 or more", "-3"]),
        ("cat", {"k": "3"}, ["1 or more", "'3'"]),
        ("cat", {"k": 2.5}, ["1 or more", "2.5"]),
    ],
)
def test_questions_without_an_answer_are_refused(
    memory: Memory, question: Any, options: dict[str, Any], words: list[str]
) -> None:
    """An empty question and a number of hits below 1 are errors in every way of asking."""
    for ask in (memory.recall, memory.context, memory.answer):
        with pytest.raises(InputError) as error:
            ask(question, **options)
        assert refused(error, *words)


def test_an_unknown_unit_is_refused_naming_those_there_are(memory: Memory) -> None:
    """The architecture says which units it has."""
    with pytest.raises(UnsupportedError) as error:
        memory.recall("cat", unit="chapter")  # type: ignore[arg-type]
    assert refused(error, "'chapter'", "turn, user-turn, round, block4, chunk500, session")


def test_a_time_that_cannot_be_read_is_refused(memory: Memory) -> None:
    """Ranges and moments are given like other times."""
    for options in ({"between": ("soon", None)}, {"as_of": "0000-01-01"}, {"asked_at": "soon"}):
        with pytest.raises(TimeError) as error:
            memory.recall("cat", **options)
        assert refused(error, "write it like")


def test_a_range_without_an_inside_and_an_unknown_speaker_are_refused(memory: Memory) -> None:
    """Swapped ends, half a range and a name that nobody has are mistakes, not empty answers."""
    ends = ("2024-03-01 10:00", "2024-03-02 10:00")
    assert len(memory.recall("cat or dog", between=ends).hits) == 2
    for options, words in (
        ({"between": ends[::-1]}, "swap its ends"),
        ({"between": ends[0]}, "between takes two times"),
        ({"speakers": "Nobody"}, "nobody called 'Nobody'"),
    ):
        for ask in (memory.recall, memory.answer, memory.context):
            with pytest.raises((InputError, NotFoundError)) as error:
                ask("cat", **options)
            assert refused(error, words)
    assert memory.recall("cat", speakers=[]).hits == ()


def test_a_question_of_a_mebibyte_is_answered(tmp_path: Path) -> None:
    """A very long question takes a second but no harm: it finds what its words stand in."""
    question = ("cat " * (MEBIBYTE // 4)).strip()
    with convograph.open(tmp_path / "memory.db") as memory:
        memory.add([CAT, {"speaker": "Ben", "text": "I like trains."}])
        context = memory.context(question, k=1, budget=100)
        assert context.citations[0].turn.id == context.recall.hits[0].id == "cat"


def lines(*records: Any) -> list[str]:
    """The records as the lines of an export; texts as they are."""
    return [record if isinstance(record, str) else json.dumps(record) for record in records]


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (lines(), ["line 1", "no convograph export"]),
        (lines("{}"), ["line 1", "format"]),
        (lines("hello"), ["line 1", "no convograph export", "`convograph add` reads conversations"]),
        (lines([{"role": "user", "content": "Hi."}]), ["line 1", "no convograph export"]),
        (lines({"role": "user", "content": "Hi."}), ["line 1", "no convograph export"]),
        (lines(SESSION, TURN), ["line 1", "no convograph export"]),
        (
            lines({**HEADER, "version": LATEST + 1}, SESSION, TURN),
            ["line 1", f"version {LATEST + 1}", f"1 to {LATEST}"],
        ),
        (lines(HEADER, SESSION, {**TURN, "metadata": {"a": [1]}}), ["line 3", "metadata.a", "flatten it"]),
        (lines(HEADER, SESSION, {**TURN, "metadata": 7}), ["line 3", "metadata"]),
        (lines({**HEADER, "format": "other"}, SESSION, TURN), ["line 1", "'other'"]),
        (lines({**HEADER, "version": "1"}, SESSION, TURN), ["line 1", "version"]),
        (lines(HEADER, SESSION, '{"turn": "s:0", '), ["line 3", "no intact"]),
        (lines(HEADER, "", SESSION, "[1, 2]"), ["line 4: is not an object"]),
        (lines(HEADER, SESSION, "[" * 100_000), ["line 3"]),
        (lines(HEADER, TURN, SESSION), ["line 2", "before any session"]),
        (lines(HEADER, SESSION, TURN, HEADER, SESSION), ["line 4", "second header"]),
        (lines(HEADER, SESSION), ["'s'", "no turns"]),
        (lines(HEADER, SESSION, TURN, {**SESSION, "session": "empty"}), ["'empty'", "no turns"]),
        (lines(HEADER, SESSION, TURN, SESSION, {**TURN, "turn": "t"}), ["line 4", "'s'", "twice"]),
        (lines(HEADER, SESSION, TURN, {**TURN, "ordinal": 1}), ["line 4", "'s:0'", "twice"]),
        (lines(HEADER, SESSION, TURN, {**TURN, "turn": "t"}), ["line 4", "ordinal 0", "between 1 and 1"]),
        (lines(HEADER, SESSION, {**TURN, "ordinal": 2}), ["line 3", "ordinal 2"]),
        (lines(HEADER, SESSION, {**TURN, "ordinal": "0"}), ["line 3", "ordinal is not a whole number"]),
        (lines(HEADER, SESSION, {**TURN, "ordinal": 1 << 70}), ["line 3", "ordinal"]),
        (lines(HEADER, {**SESSION, "next_ordinal": MAX_ORDINAL + 1}, TURN), ["line 2", "next_ordinal"]),
        (lines(HEADER, {**SESSION, "session": "x" * 100_000}, TURN), ["line 2", "100000 characters"]),
        (lines(HEADER, {**SESSION, "session": "a\nb"}, TURN), ["line 2", "U+000A"]),
        (lines(HEADER, {**SESSION, "session": ""}, TURN), ["line 2", "blank"]),
        (lines(HEADER, {**SESSION, "said": {**TIME, "local": "soon"}}, TURN), ["line 2", "soon"]),
        (lines(HEADER, {**SESSION, "said": {**TIME, "local": "2024-01-01T10:00:00+02:00"}}, TURN), ["line 2", "naive"]),
        (lines(HEADER, {**SESSION, "said": {**TIME, "offset_minutes": 9999}}, TURN), ["line 2", "offset_minutes"]),
        (lines(HEADER, {**SESSION, "said": {**TIME, "raw": "\ud800"}}, TURN), ["line 2", "raw", "lone surrogate"]),
        (lines(HEADER, SESSION, {**TURN, "said": {**TIME, "local": "0000-01-01"}}), ["line 3", "year 0"]),
        (lines(HEADER, SESSION, {**TURN, "text": 5}), ["line 3", "text"]),
        (lines(HEADER, SESSION, {**TURN, "text": "  "}), ["line 3", "text", "blank"]),
        (lines(HEADER, SESSION, {**TURN, "text": "a\0b"}), ["line 3", "U+0000"]),
        (lines(HEADER, SESSION, {**TURN, "speaker": ["Ana"]}), ["line 3", "speaker"]),
        (lines(HEADER, SESSION, {**TURN, "stored_at": "soon"}), ["line 3", "stored_at"]),
        (lines(HEADER, SESSION, {**TURN, "more": 1}), ["line 3", "more is not known"]),
        (lines(HEADER, SESSION, TURN, MEMO), ["cut short", "promises 0 memos", "has 1"]),
        (lines({**WITH_MEMOS, "memos": 2}, SESSION, TURN, MEMO), ["cut short", "promises 2 memos", "has 1"]),
        (lines({**WITH_MEMOS, "turns": 2}, SESSION, TURN, MEMO), ["cut short", "promises 2 turns", "has 1"]),
        (lines(WITH_MEMOS, SESSION, TURN, {**MEMO, "turns": ["s:0", "s:1"]}), ["line 4", "'s:1'", "not here"]),
        (lines(WITH_MEMOS, SESSION, TURN, {**MEMO, "about": "t"}), ["line 4", "'t'", "'s:0'", "another"]),
        (lines(WITH_MEMOS, SESSION, TURN, {**MEMO, "turns": []}), ["line 4", "turns"]),
        (lines(WITH_MEMOS, SESSION, TURN, {**MEMO, "turns": [7]}), ["line 4", "turns"]),
        (lines(WITH_MEMOS, SESSION, TURN, {**MEMO, "memo": "rumour"}), ["line 4", "memo"]),
        (lines(WITH_MEMOS, SESSION, TURN, {**MEMO, "text": " "}), ["line 4", "text is blank"]),
        (lines(WITH_MEMOS, SESSION, TURN, {**MEMO, "text": "a\0b"}), ["line 4", "U+0000"]),
        (lines(WITH_MEMOS, SESSION, TURN, {**MEMO, "text": "a" * 20_001}), ["line 4", "20,001 characters"]),
        (lines(WITH_MEMOS, SESSION, TURN, {**MEMO, "said": "soon"}), ["line 4", "said"]),
        (lines(WITH_MEMOS, SESSION, TURN, {**MEMO, "origin": "\ud800"}), ["line 4", "origin", "lone surrogate"]),
        (lines(WITH_MEMOS, SESSION, TURN, {**MEMO, "more": 1}), ["line 4", "more"]),
        (lines(WITH_MEMOS, SESSION, TURN, {**MEMO, "details": 7}), ["line 4", "details"]),
        (lines(WITH_MEMOS, SESSION, TURN, {**MEMO, "details": {"name": "A"}}), ["line 4", "name", "only an event"]),
        (lines(WITH_MEMOS, SESSION, TURN, {**MEMO, "memo": "triplet"}), ["line 4", "triplets has 0", "exactly one"]),
        (
            lines(WITH_MEMOS, SESSION, TURN, {**MEMO, "memo": "triplet", "details": {"triplets": [["a", "b"]]}}),
            ["line 4", "details.triplets.0"],
        ),
        (lines(WITH_MEMOS, SESSION, TURN, {key: MEMO[key] for key in MEMO if key != "about"}), ["line 4", "about"]),
        ([*lines(HEADER), b"{}"], ["line 2", "no text"]),
        ([None], ["line 1", "no text"]),
    ],
)
def test_an_import_of_rubbish_names_the_line_and_stores_nothing(memory: Memory, given: Any, words: list[str]) -> None:
    """Whatever is wrong with an export, wherever, nothing of it is stored."""
    before = export(memory)
    with pytest.raises(InputError) as error:
        memory.import_from(given)
    assert refused(error, *words)
    assert export(memory) == before


def test_an_import_that_conflicts_stores_nothing(memory: Memory) -> None:
    """Other turns, another time or a turn's id of a stored session are conflicts; sound sessions beside stay out."""
    before = export(memory)
    for session, turn in (
        ({**SESSION, "session": "pets"}, {**TURN, "turn": "pets:0"}),
        ({**SESSION, "session": "new"}, {**TURN, "turn": "cat"}),
    ):
        with pytest.raises(ConflictError) as error:
            memory.import_from(lines(HEADER, SESSION, TURN, session, turn))
        assert refused(error, "stored already", "forget")
    altered = [line.replace('"raw":"2024-03-01"', '"raw":"1 March"') for line in before]
    assert altered != before
    with pytest.raises(ConflictError) as error:
        memory.import_from(altered)
    assert refused(error, "another time")
    assert export(memory) == before


def test_files_that_are_no_export_are_refused(memory: Memory, tmp_path: Path) -> None:
    """A missing file, a folder and a picture are named with what is wrong with them."""
    picture = tmp_path / "picture.png"
    picture.write_bytes(b"\x89PNG\r\n\x1a\n\xff\xfe")
    for path, word in ((tmp_path / "none", "No such file"), (tmp_path, "Is a directory"), (picture, "UTF-8")):
        with pytest.raises(InputError) as error:
            memory.import_from(path)
        assert refused(error, str(path), word)


def test_what_is_wrong_in_a_file_names_the_file(memory: Memory, tmp_path: Path) -> None:
    """And the line in it."""
    conversation = tmp_path / "chat.json"
    conversation.write_text('[{"role": "user", "content": "Hi."}]')
    with pytest.raises(InputError, match="this is no convograph export") as error:
        memory.import_from(conversation)
    assert str(error.value).startswith(f"{conversation}: line 1: ")


def test_an_export_with_memos_comes_back_whole(memory: Memory) -> None:
    """Sources, times and origin; the same bytes whatever order the memos came in; again, nothing changes."""
    memory.bring(
        [
            {"kind": "insight", "text": "Both have pets.", "turns": ["pets:1", "cat"]},
            {"kind": "fact", "text": "Ben has a dog.", "turns": ["pets:1"], "time": "8 May 2023"},
            {"kind": "summary", "text": "About pets.", "session": "pets"},
        ]
    )
    (header, _, *_, insight) = (written := [json.loads(line) for line in export(memory)])
    assert (header["version"], header["turns"], header["memos"]) == (2, 2, 3)
    assert [record["memo"] for record in written[4:]] == ["summary", "fact", "insight"]
    assert insight == {
        "memo": "insight",
        "about": "pets",
        "turns": ["pets:1", "cat"],
        "text": "Both have pets.",
        "said": None,
        "origin": "",
    }
    report = memory.import_from(export(memory))
    assert (report.added, report.memos) == (0, BringReport(0, 3))
    other = memory.for_owner("other")
    model = [line.replace('"origin":""', '"origin":"model 1"') for line in export(memory)]
    report = other.import_from(reversed_memos(model))
    assert (report.added, report.memos) == (2, BringReport(3, 0))
    assert export(other) == model
    assert {memo.origin for memo in other.memos()} == {"model 1"}
    assert sorted(other.memos(), key=lambda memo: memo.text)[1].said == parse_said("8 May 2023")


def reversed_memos(export_lines: list[str]) -> list[str]:
    """The export with its memos in another order, as somebody may have written it."""
    memos = [line for line in export_lines if line.startswith('{"memo"')]
    return [line for line in export_lines if line not in memos] + memos[::-1]


def test_an_export_without_memos_is_of_version_1(memory: Memory) -> None:
    """So that an older convograph reads it, and what an older one wrote is read."""
    header = json.loads(export(memory)[0])
    assert header == {"format": "convograph-export", "version": 1, "content_only": False, "turns": 2}
    assert memory.for_owner("other").import_from(export(memory)).added == 2


def test_a_good_import_among_the_bad_ones_is_taken(memory: Memory) -> None:
    """The lines that the cases above spoil are sound themselves; importing them again changes nothing."""
    given = lines(WITH_MEMOS, {**SESSION, "said": TIME}, TURN, {**MEMO, "said": TIME})
    assert memory.import_from(given).added == 1
    assert [memo.text for memo in memory.memos()] == ["Ana greets."]
    after = export(memory)
    assert memory.import_from(given).known == 1
    assert export(memory) == after
    assert memory.add([Turn("More.", said=Said(datetime(2024, 1, 1), None, "then"))], session="more").added == 1
