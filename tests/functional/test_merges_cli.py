"""`convograph merges`, `merge` and `unmerge` in the shell: a table, JSON, decisions, errors, exit codes."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import convograph
from convograph.cli.exit_codes import BAD_INPUT, NOT_FOUND
from support.shell import call, settle

Run = Callable[..., Any]


@pytest.fixture(autouse=True)
def shell(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A memory in which one thing goes by two names, and no settings of the user's."""
    settle(monkeypatch, tmp_path)
    with convograph.open("memory.db", architecture="associa") as memory:
        memory.add(
            [
                {"speaker": "Ana", "text": "There it stood.", "id": "t0"},
                {"speaker": "Ana", "text": "There it stood again, and Caro.", "id": "t1"},
            ],
            session="s",
        )
        memory.bring(
            [
                event("t0", "It was new.", ["Ana", "saw", "new bike rack"]),
                event("t1", "Ana walked past it again.", ["Ana", "saw", "bike rack"], ["Ana", "met", "Caro\u202e"]),
            ]
        )


def event(turn: str, text: str, *triplets: list[str]) -> dict[str, object]:
    return {"kind": "event", "text": text, "turns": [turn], "triplets": list(triplets)}


@pytest.fixture
def run() -> Run:
    """Calls a command and checks its exit code; what it wrote."""
    return call


def test_merges_are_listed_undone_and_made_again(run: Run) -> None:
    """In the table each with its cosine, then with "decided"; harmless characters alone reach the terminal."""
    listed = run("merges").stdout
    assert "bike rack" in listed
    assert "names above 0.93" in listed
    (rack,) = json.loads(run("merges", "--json").stdout)["merges"]
    assert (rack["text"], rack["into"]) == ("bike rack", "new bike rack")
    assert [turn["id"] for turn in rack["turns"]] == ["t1", "t0"]
    assert rack["similarity"] > rack["threshold"] == 0.93
    assert "bike rack" in run("unmerge", rack["id"][:5]).stdout
    run("merges", exits=1)
    assert "decided" in run("merge", "bike rack", "new bike rack").stdout
    assert "\u202e" not in run("merge", "caro\u202e", "bike rack").stdout


def test_what_cannot_be_done_is_said_in_a_line(run: Run) -> None:
    """Each with an exit code other than that of nothing found, and no traceback."""
    for arguments, message, code in (
        (("merge", "bike rack", "nobody"), "nothing here is called 'nobody'", NOT_FOUND),
        (("merge", "bike rack", "Bike rack"), "the same already", BAD_INPUT),
        (("unmerge", "zzzz"), "no merge has the id 'zzzz'", NOT_FOUND),
        (("unmerge", "2"), "too little of an id", BAD_INPUT),
        (("merges", "--architecture", "bm25"), "bm25 joins no near duplicates", BAD_INPUT),
    ):
        result = run(*arguments, exits=code)
        assert message in result.stderr
        assert "Traceback" not in result.output


def test_nothing_merged_is_nothing_found(run: Run, tmp_path: Path) -> None:
    """Exit code 1, and a sentence."""
    with convograph.open(tmp_path / "other.db", architecture="associa") as memory:
        memory.add([{"speaker": "Ana", "text": "Good morning."}], session="s")
    assert "nothing is taken for the same" in run("merges", "--store", "other.db", exits=1).stderr
    assert json.loads(run("merges", "--store", "other.db", "--json", exits=1).stdout) == {"merges": []}
