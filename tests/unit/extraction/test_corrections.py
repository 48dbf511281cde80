"""What a turn corrects that names nothing but the right value."""

from __future__ import annotations

from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from convograph.extraction.corrections import Correction, bare_correction_in, correction_in

PATIENCE = 5.0  # seconds for what takes some milliseconds


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("No, sorry, it was Lyon, not Lille!", Correction("Lyon", "Lille")),
        ("No, sorry, it was Lyon.", Correction("Lyon", None)),
        ("Oops, I meant teacher.", Correction("teacher", None, sure=True)),
        ("Oops, typo, I meant Lyon", Correction("Lyon", None, sure=True)),
        ("No, it's ana@new.com.", Correction("ana@new.com", None)),
        ("I meant Lyon", Correction("Lyon", None, sure=True)),
        ("Lyon is what I meant", Correction("Lyon", None, sure=True)),
        ("*Lyon", Correction("Lyon", None, sure=True)),
        ("*New York*, sorry", Correction("New York", None, sure=True)),
        ("Edit: Lyon", Correction("Lyon", None, sure=True)),
        ("I typed Lille but meant Lyon", Correction("Lyon", "Lille")),
        ("not Lille, Lyon", Correction("Lyon", "Lille")),
        ("Lyon, not Lille. I was tired.", Correction("Lyon", "Lille")),
        ("Sorry, that should say Lyon. I had Lille on the brain.", Correction("Lyon", None)),
        ("Excuse me, I have said it wrong: Lyon, not Lille", Correction("Lyon", "Lille")),
        ("hold on, Lille is wrong, I mixed them up. Lyon.", Correction("Lyon", "Lille", sure=True)),
        ("Lille was a mistake, it's Lyon", Correction("Lyon", "Lille", sure=True)),
        ("No, it was Lyon lol", Correction("Lyon", None)),
        ("Um, no, it was Lyon", Correction("Lyon", None)),
        ("  \n “Sorry, it's Lyon.”", Correction("Lyon", None)),
        ("No,   sorry,   it \t was    Lyon.", Correction("Lyon", None)),
        ("No, it's Lyon. " + "And so on. " * 1000, Correction("Lyon", None)),
    ],
)
def test_what_is_corrected(text: str, expected: Correction) -> None:
    """The right value, the wrong one where it is named, and whether it can be anything else."""
    assert correction_in(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        *("I mean it.", "No, that was fun.", "No, I live in Lyon.", "Sorry!", "Oops", "No no no", "Lyon", "", " ", "*"),
        *("Actually, that is what I think you should really do about it", "I meant what I said"),
        *("That was wrong of me.", "Tom was wrong about the road. Sad!", "This is wrong. Sorry.", "Pardon?"),
    ],
)
def test_what_is_none(text: str) -> None:
    """A sentence of its own, a cue without a value, a value without a cue."""
    assert correction_in(text) is None


@pytest.mark.parametrize(
    ("text", "value", "sure"),
    [
        ("Sorry, 35.", "35", False),
        ("35, sorry!", "35", False),
        ("No wait, 35!", "35", True),
        ("No, 35.", "35", False),
        ("Actually, a midwife", "midwife", True),
        ("Oops, +44 (0)20 7946 0081", "+44 (0)20 7946 0081", True),
        ("Sorry, ana@example.com.", "ana@example.com", False),
    ],
)
def test_a_value_alone_with_a_cue(text: str, value: str, sure: bool) -> None:
    """Before or behind it; some cues tell little but a correction."""
    assert bare_correction_in(text) == Correction(value, None, sure=sure, bare=True)


@pytest.mark.parametrize(
    "text", ["35.", "No, Lyon.", "No.", "Sorry!", "No, I do.", "Sorry, b c d e f g", "sorry " * 99]
)
def test_what_is_no_value_alone(text: str) -> None:
    """Without a cue, or without a value; who says "no" and a name answers somebody."""
    assert bare_correction_in(text) is None


@pytest.mark.parametrize("unit", [" ", "\n", "- ", "-", "'", "no ", "no, ", "a ", "Lyon not ", "it is ", '"', "* ("])
@pytest.mark.parametrize("opening", ["", "no ", "sorry I meant ", "not Lille "])
def test_no_text_takes_long(opening: str, unit: str) -> None:
    """Patterns share blanks and cues in many ways, but only of the beginning."""
    text = (opening + unit * 250_000)[:250_000]
    began = process_time()
    correction_in(text)
    bare_correction_in(text)
    bare_correction_in(text[:300])
    assert process_time() - began < PATIENCE


@given(st.lists(st.sampled_from("no sorry it was Lyon not Lille meant I * - , . ( ' \n".split(" "))).map(" ".join))
def test_a_value_is_never_blank(text: str) -> None:
    """Nor is it longer than five words."""
    found = correction_in(text)
    assert found is None or 1 <= len(found.value.split()) <= 5
