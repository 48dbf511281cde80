"""What the help texts propose to ask, and the example's own questions, are asked of the example, and answered."""

from __future__ import annotations

import re
import shlex
from collections.abc import Mapping
from pathlib import Path

import pytest
from typer.main import get_command
from typer.testing import CliRunner

import convograph
from benchmarks.example import EXAMPLES, found_turns, holding_gold
from convograph.cli.commands import app
from convograph.formats import read_file
from convograph_eval.datasets import load

EXAMPLE = EXAMPLES / "allotment.json"

PROPOSED: Mapping[str, tuple[str, ...]] = {
    "recall": (
        "4913 from today",
        "So the Sill's off",
        "next Saturday and Sunday we finish the greenhouse",
        "Soup tomorrow, after the bench, since it's a Wednesday anyway",
        "My boss. Martin Teague",
        "we walk it. source to sea",
        "And Mum gave me Aunt Bea's chutney recipe",
    ),
    "context": ("the spare key's under the blue flowerpot", "So the Sill's off"),
    "answer": (
        "And Mum gave me Aunt Bea's chutney recipe",
        "So the Sill's off",
        "we walked dads whole river",
        "I'm allergic to precisely one thing, which is kiwi",
    ),
}
"""What each example of a command's help shows, in their order."""

FOR_A_MODEL = ("--model", "--otherwise-quote", "--short")
ANSWERABLE, FOUND, HOLDING_GOLD = 34, 28, 12  # docs/unified.md; docs/evaluation.md: .353 of 34


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with the example conversation, to be read only."""
    path = tmp_path_factory.mktemp("filled") / "memory.db"
    with convograph.open(path) as memory:
        memory.add(read_file(EXAMPLE)[0].sessions)
    return path


def proposals(command: str) -> list[list[str]]:
    """The arguments of each example in the help of a command."""
    told = get_command(app).commands[command].epilog or ""  # type: ignore[attr-defined]
    _, *examples = told.splitlines()
    return [shlex.split(one.partition(" | ")[0])[1:] for one in examples]


@pytest.mark.parametrize(
    ("command", "number"), [(command, number) for command in PROPOSED for number in range(len(PROPOSED[command]))]
)
def test_what_a_help_text_proposes_is_found(
    filled: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str, number: int
) -> None:
    """By the very line; what a model would read is in the context that it would get."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("NO_COLOR", "1")
    arguments = proposals(command)[number]
    if "--model" in arguments:
        arguments = ["context", arguments[1]]
    result = CliRunner().invoke(app, [*arguments, "--store", str(filled)])
    assert result.exit_code == 0, result.output
    shown = result.stdout
    if "--html" in arguments:
        shown = CliRunner().invoke(app, [*arguments[:-2], "--store", str(filled)]).stdout
    assert re.search(PROPOSED[command][number], " ".join(shown.split()))


@pytest.mark.parametrize("command", PROPOSED)
def test_every_proposal_is_asked(command: str) -> None:
    """None is left out above."""
    assert len(proposals(command)) == len(PROPOSED[command])


def test_the_examples_own_questions_are_found_and_quoted(filled: Path) -> None:
    """As many as the documentation says, or more: evidence among five hits, and the answer in what is quoted."""
    (case,) = load("chronicles", EXAMPLE).cases
    questions = [one for one in case.questions if one.gold_turns]
    assert len(questions) == ANSWERABLE
    with convograph.open(filled, read_only=True) as memory:
        best = found_turns(memory, questions)
        quoted = holding_gold(memory, questions)
    assert sum(not turns.isdisjoint(one.gold_turns) for one, turns in zip(questions, best, strict=True)) >= FOUND
    assert sum(quoted) >= HOLDING_GOLD
