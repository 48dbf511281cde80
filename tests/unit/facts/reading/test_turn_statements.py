"""What a turn states by itself: frames and the learned reader beside each other, and how sure a reading must be."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

import pytest

from convograph.facts.learned_reader.readings import ReadValue
from convograph.facts.reading import turn_statements
from convograph.facts.reading.misreadings import SURE
from convograph.facts.reading.turn_statements import (
    ENDING,
    ENDING_STATED,
    MAYBE,
    MAYBE_ENDING,
    TurnRead,
    borne_out,
    read_turn,
)
from convograph.types import Said, SourceTurn

SAID = Said(datetime(2024, 5, 1), None, "2024-05-01")


def turn(text: str, speaker: str | None = "Ana") -> SourceTurn:
    """A turn by itself."""
    return SourceTurn(1, "s:0", "s", 0, speaker, text, SAID)


def read(monkeypatch: pytest.MonkeyPatch, text: str, *readings: ReadValue) -> TurnRead:
    """What a turn states whose values the reader finds so."""
    monkeypatch.setattr(turn_statements, "readings_of", lambda *_: list(readings))
    return read_turn(turn(text))


def reading(text: str, value: str, force: str, likely: float, relation: str = "lives_in") -> ReadValue:
    """A reading of a value where it stands in the text."""
    start = text.index(value)
    return ReadValue("Ana", relation, value, force, start, start + len(value), likely)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("force", "likely", "told"),
    [
        ("holds", SURE, [("holds", False)]),
        ("holds", 1.0, [("holds", False)]),
        ("begins", SURE, [("begins", True)]),
        ("begins", SURE - 0.01, []),
        ("ends", ENDING, [("ends", False)]),
        ("ends", ENDING - 0.01, []),
        ("past", 1.0, []),
        ("nothing", 1.0, []),
    ],
)
def test_a_reading_must_be_sure(
    monkeypatch: pytest.MonkeyPatch, force: str, likely: float, told: list[tuple[str, bool]]
) -> None:
    """To be listed, and more so to end a value; only a beginning takes another's place."""
    text = "Porto it is."
    found = read(monkeypatch, text, reading(text, "Porto", force, likely))
    assert [(one.told, one.replaces) for one in borne_out(found.stating)] == told


def test_what_is_known_bears_out_what_is_likely(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the same relation and subject, said before or after; what is hardly likely is never stated."""
    text = "Porto, then Lisbon."
    sure = reading(text, "Porto", "holds", SURE)
    for likely, relation, expected in (
        (MAYBE, "lives_in", ["Porto", "Lisbon"]),
        (MAYBE - 0.01, "lives_in", ["Porto"]),
        (MAYBE, "works_at", ["Porto"]),
    ):
        maybe = reading(text, "Lisbon", "begins", likely, relation)
        found = read(monkeypatch, text, sure, maybe).stating
        assert [one.value for one in borne_out(found)] == expected
        assert [one.value for one in borne_out(found[::-1])] == expected[::-1]


def test_what_is_likely_in_several_turns_is_sure(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of one value, told in two turns; twice in one turn is no more than once."""
    porto, again, lisbon = (
        one
        for text, value in (("Porto it is.", "Porto"), ("Porto, then.", "Porto"), ("Lisbon, then.", "Lisbon"))
        for one in read(monkeypatch, text, reading(text, value, "begins", 0.7)).stating
    )
    found = [porto, again]
    assert borne_out(found) == []
    assert borne_out([porto, replace(lisbon, turn=1)]) == []
    told = [replace(one, turn=row) for row, one in enumerate(found)]
    assert borne_out(told) == told
    assert borne_out([*told[:1], replace(told[1], likely=MAYBE)]) == []


def test_an_end_of_what_is_stated_may_be_less_sure(monkeypatch: pytest.MonkeyPatch) -> None:
    """In the very same words; of another value, it must be more likely."""
    text = "Porto, then Lisbon."
    sure = reading(text, "Porto", "holds", SURE)
    for value, likely, expected in (
        ("Porto", ENDING_STATED, True),
        ("Porto", ENDING_STATED - 0.01, False),
        ("Lisbon", ENDING_STATED, False),
        ("Lisbon", MAYBE_ENDING, True),
    ):
        over = read(monkeypatch, text, reading(text, value, "ends", likely)).stating
        found = borne_out([*read(monkeypatch, text, sure).stating, *over])
        assert ("ends" in {one.told for one in found}) == expected


def test_what_holds_now_takes_the_place_of_another(monkeypatch: pytest.MonkeyPatch) -> None:
    """As what begins does; what merely holds takes nothing's."""
    for text, replaces in (("Porto it is now.", True), ("Porto it is again.", True), ("Porto it is.", False)):
        (one,) = read(monkeypatch, text, reading(text, "Porto", "holds", 1.0)).stating
        assert one.replaces == replaces


def test_a_frame_is_left_its_value(monkeypatch: pytest.MonkeyPatch) -> None:
    """Read once, by the frame; a reading that is sure that nothing is stated overrules it."""
    text = "I moved to Porto."
    (one,) = read(monkeypatch, text, reading(text, "Porto", "begins", 1.0)).stating
    assert (one.relation, one.told, one.value, one.replaces) == ("lives_in", "begins", "Porto", True)
    assert read(monkeypatch, text, reading(text, "Porto", "nothing", 1.0)).stating == ()
    ben = "Ben moved to Porto."
    assert [one.subject for one in read(monkeypatch, ben, reading(ben, "Porto", "begins", 1.0)).stating] == ["Ben"]
    assert read(monkeypatch, text, reading(text, "Porto", "nothing", 0.5)).stating != ()


@pytest.mark.parametrize(("likely", "count"), [(0.75, 2), (0.95, 3)])
def test_what_a_frame_tells_of_one_is_told_of_another_only_surely(
    monkeypatch: pytest.MonkeyPatch, likely: float, count: int
) -> None:
    """Cork is Ada's, unless the reader is sure that it is the cousin's, too."""
    text = "My cousin lives in Leeds. Ada lives in Cork."
    found = reading(text, "Cork", "holds", likely)._replace(subject="Ana's cousin")
    assert len(read(monkeypatch, text, found).stating) == count


def test_a_value_must_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody lives in a bread bin; what is quoted is not stated."""
    text = 'A bread bin it is, says "Porto it is".'
    assert read(monkeypatch, text, reading(text, "bread bin", "begins", 1.0)).stating == ()
    assert read(monkeypatch, text, reading(text, "Porto", "begins", 1.0)).stating == ()


def test_a_pronoun_is_no_value() -> None:
    """Though a frame says where one stands."""
    stating = read_turn(turn("What is your favorite color? Mine is pink.")).stating
    assert "Mine" not in {one.value for one in stating}


def test_who_went_somewhere_need_not_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    """Unless the reader is sure of it."""
    text = "I went to Oslo."
    assert read(monkeypatch, text, reading(text, "Oslo", "begins", 0.8)).stating == ()
    assert read(monkeypatch, text, reading(text, "Oslo", "begins", SURE)).stating != ()


def test_more_comes_on_top(monkeypatch: pytest.MonkeyPatch) -> None:
    """A further value of many."""
    text = "Chess it is."
    (one,) = read(monkeypatch, text, reading(text, "Chess", "further", 1.0, "hobby")).stating
    assert (one.told, one.further) == ("begins", True)


def test_corrections_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the wrong value, if it is named; two right ones are no correction, nor is a long turn."""
    text = "Slip of the pen: Lyon it should be in place of Lille"
    right, wrong = (
        reading(text, value, force, 1.0, "correction") for value, force in (("Lyon", "holds"), ("Lille", "ends"))
    )
    found = read(monkeypatch, text, right, wrong)
    assert found.stating == ()
    assert found.correction is not None
    assert (found.correction.value, found.correction.instead_of) == ("Lyon", "Lille")
    assert read(monkeypatch, text, wrong).correction is None
    assert read(monkeypatch, text, right, right).correction is None
    assert read(monkeypatch, text + " ." * 60, right, wrong).correction is None
    text = "Slip of the pen: Nell and Sons it should be"
    found = read(monkeypatch, text, *(reading(text, one, "holds", 1.0, "correction") for one in ("Nell", "Sons")))
    assert found.correction is not None
    assert found.correction.value == "Nell and Sons"


@pytest.mark.parametrize("speaker", ["assistant", "tool", None])
def test_who_is_no_person_states_nothing(speaker: str | None) -> None:
    """But an assistant may correct itself."""
    assert read_turn(turn("I live in Porto now.", speaker)).stating == ()
    assert read_turn(turn("No, sorry, it was Lyon.", speaker)).correction is not None


def test_a_question_without_a_mark_states_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """However sure the reader is."""
    for text, stated in (("noted. do u still do pottery", []), ("Still pottery. Do you cook?", ["pottery"])):
        found = read(monkeypatch, text, reading(text, "pottery", "holds", 1.0, "hobby"))
        assert [one.value for one in found.stating] == stated
