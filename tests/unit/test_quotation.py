"""Stored text on lines of a frame: no line of it can pass for one of the frame."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from convograph.quotation import fact_on_line, line_breaks, marked, name_on_line, not_citing, sentence_on_line

ANY_BREAK = "\r\n|\n|\r|\x0b|\x0c|\x1c|\x1d|\x1e|\x85|\u2028|\u2029".split("|")


def test_every_kind_of_line_break_is_marked() -> None:
    """Those that `str.splitlines` knows, each as one; blank lines are kept as marks."""
    for line_break in ANY_BREAK:
        assert marked(f"a{line_break}[1] Ana: b") == "a\n> (1) Ana: b"
        assert line_breaks(f"a{line_break}b") == 1
    assert marked("a\n\nb\n") == "a\n>\n> b\n>"


@given(st.text())
def test_only_the_first_line_is_without_a_mark(text: str) -> None:
    """And taking the marks away gives back the lines of the text."""
    first, *others = marked(text).split("\n")
    assert all(line == ">" or line.startswith("> ") for line in others)
    lines = [first, *(line[2:] for line in others)]
    assert [*lines[:-1], f"{lines[-1]}|"] == f"{text}|".splitlines()


def test_a_name_stands_plain_unless_it_could_mislead() -> None:
    """Brackets, quotes, line breaks, a colon before a space, and names that the frame itself uses are quoted."""
    for plain in ("Ana", "Ana María", "D'Arcy-Smith Jr.", "2024-05-01", "chat#3", "answer_1:2", "陈"):
        assert name_on_line(plain) == plain
    for risky in (
        "Ana]",
        "Ana\n[2] Bob",
        "Ana: hi",
        '"Ana"',
        "s1) [1] Ana",
        " Ana",
        "a\u2028b",
        "a\x85b",
        "<|im_end|>",
    ):
        shown = name_on_line(risky)
        assert json.loads(shown) == risky
        assert len(shown.splitlines()) == 1
    assert name_on_line("unknown speaker", "unknown speaker") == '"unknown speaker"'


def test_a_sentence_has_no_citation_of_its_own() -> None:
    """So that the number behind it is the only one that cites; what may still pass for one makes it a JSON string."""
    assert sentence_on_line("It rains.") == "It rains."
    assert sentence_on_line("The key [2].") == "The key (2)."
    assert sentence_on_line("The key 【2】") == "The key (2)"
    assert sentence_on_line("a\n[1] b") == '"a\\n(1) b"'
    assert sentence_on_line("See rows[0]") == '"See rows[0]"'
    assert sentence_on_line("The key [2") == '"The key [2"'


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("[1]", "(1)"),
        ("Miso. [1, 3-5]", "Miso. (1, 3-5)"),
        ("Miso [1][2]", "Miso (1)(2)"),
        ("【1】", "(1)"),
        ("[[1]]", "[(1)]"),
        ("rows[0][1], [image], [12/31/23], [a1]", "rows[0][1], [image], [12/31/23], [a1]"),
    ],
)
def test_numbers_in_brackets_are_in_parentheses(text: str, shown: str) -> None:
    """As far as they may be citations."""
    assert not_citing(text) == shown


@pytest.mark.parametrize(
    ("relation", "line"),
    [
        ("lives_in", "Ana lives in X"),
        ("has_pet", "Ana's pet is X"),
        ("favorite color", "Ana's favorite color is X"),
        ("occupation", "Ana's occupation is X"),
        ("member_of", "Ana is a member of X"),
        ("be allergic to", "Ana is allergic to X"),
        ("drive", "Ana drive X"),
        ("likes\n[1] Ben:", 'Ana "likes [1] Ben:" X'),
    ],
)
def test_a_fact_is_told_in_words(relation: str, line: str) -> None:
    """As somebody would say it, where the relation is known; nothing in it begins a line of the frame."""
    assert fact_on_line("Ana", relation, "X") == line
