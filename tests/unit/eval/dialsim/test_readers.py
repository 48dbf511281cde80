"""Readers without a model: words alone, and evidence of all kinds."""

from __future__ import annotations

import pytest

from convograph.encoders.static import bundled_encoder
from convograph.times import parse_said
from convograph_eval.dialsim.agents import DialsimQuestion, FoundEvidence, FoundLine
from convograph_eval.dialsim.readers import READERS, reader_for
from convograph_eval.dialsim.readers.support import FEATURES, OF_CHOICES, support
from convograph_eval.dialsim.readers.words import most_supported

PLACES = ("Porto", "Vigo", "Berlin", "Oslo", "I don't know.")
NOW = parse_said("2024-06-01")


def line(text: str, rank: int, *, speaker: str = "Ana", turn: str | None = None, said: str = "2024-05-08") -> FoundLine:
    return FoundLine(speaker, text, parse_said(said), rank, turn or f"s{rank}:0")


def asked(text: str, options: tuple[str, ...] = PLACES) -> DialsimQuestion:
    return DialsimQuestion("Ben", "Cal", text, options, NOW)


def feature(name: str, question: DialsimQuestion, *lines: FoundLine) -> list[float]:
    """A feature of all choices."""
    return [round(value, 6) for value in support(question, lines, bundled_encoder())[:, FEATURES.index(name)].tolist()]


MOVED = asked("Where did Ana move to?")
VIGO = line("I moved to Vigo last week.", 1)
OSLO = line("My uncle has a boat in Oslo.", 2, speaker="Cal")


@pytest.mark.parametrize("name", READERS)
def test_the_choice_that_the_best_line_has_is_chosen(name: str) -> None:
    """In the words of the form: a letter, or the choice itself."""
    found = FoundEvidence("", (VIGO, OSLO))
    assert reader_for(name, "structured", "ours").read(MOVED, found).text == "(B)"
    assert reader_for(name, "unstructured", "ours").read(MOVED, found).text == "Vigo"


@pytest.mark.parametrize("name", READERS)
def test_without_evidence_nothing_is_known(name: str) -> None:
    """The last choice; also where what was found has nothing to do with it."""
    reader = reader_for(name, "structured", "ours")
    assert reader.read(MOVED, FoundEvidence("", ())).text == "(E)"
    assert reader.read(MOVED, FoundEvidence("", (line("The soup was too salty.", 1),))).text == "(E)"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Where did Ana move to in 2025?", "(E)"),
        ("Where did Ana move to on June 2, 2024?", "(E)"),
        ("Where did Ana move to in May 2024?", "(B)"),
        ("Where did Ana move to in 2024?", "(B)"),
        ("Where did Ana move to in September?", "(B)"),
    ],
)
def test_nobody_knows_what_is_to_come(text: str, expected: str) -> None:
    """On 1 June 2024, the year is not over and has begun; of September, nobody says which."""
    assert (
        reader_for("evidence", "structured", "ours").read(asked(text), FoundEvidence("", (VIGO, OSLO))).text == expected
    )


def test_words_of_the_question_do_not_tell_its_choices_apart() -> None:
    """A choice is supported by what it has beyond the question; of equal ones, the first."""
    options = ("Ana moved", "Ana stayed", "Ana left", "Ana came", "I don't know.")
    assert most_supported("What did Ana do, who moved?", options, ["Ana moved and moved", "she stayed"]) == 1
    assert most_supported("Who?", PLACES, ["Oslo or Vigo"]) == 1
    assert most_supported("Who?", PLACES, []) == 4


def test_words_count_by_what_the_line_has_of_the_question() -> None:
    """`covered` and `spread`: the whole name in a line, times the cosine, or the mean of share and cosine."""
    covered, spread = feature("covered", MOVED, VIGO, OSLO), feature("spread", MOVED, VIGO, OSLO)
    assert covered[0] == covered[2] == 0
    assert covered[1] > covered[3] > 0
    assert spread[1] > spread[3] > 0
    assert feature("spread_rank", MOVED, VIGO, OSLO) == [0, 1, 0, round(1 / 1.584962500721156, 6), 0]


def test_a_choice_spread_over_lines_has_all_of_them() -> None:
    """Its two names stand in lines of rank 1 and 3, as rare as each other: (1 + 1/2) / 2."""
    both = asked("Who?", ("Vigo Oslo", "Rome", "Bern", "Kyiv", "I don't know."))
    third = line("Oslo it is.", 3)
    assert feature("spread_rank", both, VIGO, third)[0] == 0.75


def test_a_neighbour_has_the_question() -> None:
    """The reply to "Where did Ana move to?" is as near as the question itself."""
    question, reply = line("Where did Ana move to?", 2, turn="s:4"), line("Vigo!", 1, turn="s:5")
    beside, apart = (
        feature("late_near", MOVED, *lines) for lines in ((question, reply), (question, line("Vigo!", 1, turn="s:7")))
    )
    assert beside[1] == pytest.approx(1, abs=1e-4)
    assert apart[1] < 0.5


def test_times_fit_by_what_they_share() -> None:
    """Last week, on 8 May 2024, is 29 April to 5 May: a day of it shares a seventh with it, May five days in 33."""
    when = asked("When did Ana move?", ("2 May 2024", "9 May 2024", "May 2024", "blue", "I don't know."))
    fits = feature("dated_rank", when, VIGO)
    assert fits[:2] == [round(1 / 7, 6), 0]
    assert fits[2] == pytest.approx(5 / 33, abs=0.001)
    assert fits[3] == 0
    said = feature("said_then", asked("When?", ("8 May 2024", "7 May 2024", "a", "b", "c")), VIGO)
    assert said[0] > 0 == said[1]


def test_figures_are_shares_of_the_choices_numbers() -> None:
    """1,250 is one number; of "540 instead of 280" the line has half."""
    rent = asked("How much is the rent?", ("1,250", "540 instead of 280", "28", "none", "I don't know."))
    found = feature("figures", rent, line("The rent is 540, not 1,250!", 1))
    assert found[0] == pytest.approx(2 * found[1], abs=1e-5)
    assert found[1] > 0
    assert found[2] == found[3] == 0


def test_the_last_choice_has_features_of_its_own() -> None:
    """None of those of the others, which have none of its."""
    found = support(MOVED, (VIGO, OSLO), bundled_encoder())
    assert found.shape == (5, len(FEATURES))
    assert not found[:4, len(OF_CHOICES) :].any()
    assert not found[4, : len(OF_CHOICES)].any()
    assert found[4, FEATURES.index("unknown")] == 1
    spread = found[:4, FEATURES.index("spread")]
    assert found[4, FEATURES.index("unknown_spread")] == spread.max()
    assert found[4, FEATURES.index("unknown_margin")] == pytest.approx(spread[1] - spread[3])
    dated = support(asked("Where did Ana move to in May 2024?"), (VIGO, OSLO), bundled_encoder())
    assert (found[4, FEATURES.index("unknown_dated")], dated[4, FEATURES.index("unknown_dated")]) == (0, 1)
    without = support(MOVED, (), bundled_encoder())
    assert set(without.any(axis=0).nonzero()[0].tolist()) == {FEATURES.index("length"), FEATURES.index("unknown")}
