"""Lines that are pasted from somebody else's chat or mail."""

from __future__ import annotations

import pytest

from convograph.facts.reading.quoted_lines import quoted_lines, without_quoted_lines
from convograph.memory import Memory
from support.facts import stated_by


@pytest.mark.parametrize(
    ("line", "quoted"),
    [
        ("Tom: i live in Rome now", True),
        ("tom: i live in Rome now", True),
        ("Tom Becker: i live in Rome now", True),
        ("[10:02] Torvi: i live in Rome now", True),
        ("12/10/2026, 10:02 - Torvi Aske: i live in Rome now", True),
        ("Mum: we moved to Rome", True),
        ("> I live in Rome now", True),
        ("Ana: i live in Rome now", False),
        ("me: i live in Rome now", False),
        ("Address: 12 Oak Road", False),
        ("Update: I live in Rome now", False),
        ("PS: I live in Rome now", False),
        ("Torvi: I live in Rome now", False),
        ("Rome: I live there now", False),
        ("may: I live in Rome", False),
        ("1. Job: I work at Asda", False),
        ("so Tom said: i live in Rome now", False),
        (">_< I live in Rome", False),
        ("https://rome.example is my page", False),
    ],
)
def test_a_name_and_a_colon_begin_a_quoted_line(line: str, quoted: bool) -> None:
    """Of somebody other than the speaker; words that head notes are no names."""
    assert bool(quoted_lines(f"look\n{line}\nwell", "Ana")) == quoted


def test_in_a_pasted_chat_any_name_may_occur() -> None:
    """Two such lines make one; common words are none there either."""
    chat = "Torvi: i live in Rome\nIngvar: nice\nNote: I live in Hull"
    assert without_quoted_lines(chat, "Ana") == "\n\nNote: I live in Hull"


def test_a_list_of_an_assistant_quotes_nobody() -> None:
    """It writes about people under their names."""
    assert not quoted_lines("- Tom: he lives in Rome\n- Mum: lives in Hull", "assistant")


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("Tom: i live in Rome now", set()),
        ("look what i got\nTom: i live in Rome now, i have a dog\ncrazy", set()),
        ("Tom: i live in Rome now\nI live in Hull", {("Ana", "lives_in", "Hull")}),
        ("Ana: I live in Hull", {("Ana", "lives_in", "Hull")}),
        ("News: I live in Hull now", {("Ana", "lives_in", "Hull")}),
    ],
)
def test_what_is_quoted_is_not_the_speakers(memory: Memory, said: str, told: set[tuple[str, str, str]]) -> None:
    """What they write around it is."""
    assert stated_by(memory, ("Ana", said)) == told
