"""Stored texts that try to control a terminal or a reader of JSON."""

from __future__ import annotations

import json
import re

import pytest

from convograph.cli.console import clean
from support.shell import Run


def test_stored_texts_neither_style_nor_steer_the_terminal(run: Run) -> None:
    """Markup stands as it was written; control sequences and reversed writing are taken out."""
    run("add", "-", given="Eve: [bold]Porto[/bold] \x9b31mred\x9b0m \u202ebackwards [/nope]\n")
    for shown in (run("recall", "Porto", "--explain").output, run("answer", "Porto").output):
        assert "[bold]Porto[/bold] red backwards [/nope]" in " ".join(shown.split())
        assert not re.search("[\x80-\x9f\u202e]", shown)


def test_json_keeps_hostile_texts_whole_and_harmless(run: Run) -> None:
    """The characters are escaped, so that a terminal shows them and a parser gives them back."""
    run("add", "-", given="Eve: \x9b31mred\n")
    shown = run("recall", "red", "--json").stdout
    assert "\x9b" not in shown
    assert json.loads(shown)["turns"][0]["text"] == "\x9b31mred"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("plain é 猫\n\ttext", "plain é 猫\n\ttext"),
        ("\x1b[1;31mred\x1b[0m", "red"),
        ("\x1b]0;title\x07left", "left"),
        ("\x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\", "link"),
        ("\x9b2Jgone\x9d0;t\x9c", "gone"),
        ("over\rwritten\x08\x7f", "overwritten"),
        ("a\x1bb", "ab"),
        ("left\u200eright\u200f\u061c\u2028\u2029", "leftright"),
    ],
)
def test_cleaning_takes_out_what_a_terminal_obeys(text: str, expected: str) -> None:
    """CSI and OSC sequences whole, other controls one by one, and nothing else."""
    assert clean(text) == expected
