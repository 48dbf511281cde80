"""`convograph profile` in the shell: a table, JSON, lists, errors, exit codes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import convograph
from convograph.cli.exit_codes import BAD_INPUT, NOT_FOUND
from support.shell import Run, settle


@pytest.fixture(autouse=True)
def shell(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A memory in which Ana moves, and no settings of the user's."""
    settle(monkeypatch, tmp_path)
    monkeypatch.setenv("COLUMNS", "120")
    with convograph.open("memory.db", architecture="lightgmem") as memory:
        memory.add(
            [
                {"speaker": "Ana", "text": "Hello there. I live in Porto with my sister Maria.", "id": "home"},
                {"speaker": "Ben\u202e", "text": "I work at Bosch.", "id": "work"},
            ],
            session="s1",
            said="2024-01-01",
        )
        memory.add([{"speaker": "Ana", "text": "I moved to Lisbon.", "id": "moved"}], session="s2", said="2024-02-01")


def test_a_profile_is_a_table_of_values_with_times_and_words(run: Run) -> None:
    """The sentence that states a value, by whom, and the turn; what holds no longer where it is asked for."""
    shown = run("profile", "ana").stdout
    assert "Ana  person" in shown
    assert "2 mentions in 2 episodes, 2024-01-01 – 2024-02-01" in shown
    for part in ("homeLocation", "Lisbon", "since 2024-02-01", "Ana: “I moved to Lisbon.” moved", "Maria (sister)"):
        assert part in shown
    assert "Porto │" not in shown
    assert "Hello there" not in shown
    assert "– 2024-02-01" in run("profile", "Ana", "--outdated").stdout


def test_json_has_all_of_it(run: Run) -> None:
    """The turns with their words, the ids of the facts."""
    profile = json.loads(run("profile", "Ana", "--json").stdout)["profile"]
    assert (profile["name"], profile["type"], profile["aliases"], profile["mentions"]) == ("Ana", "Person", [], 2)
    home = profile["entries"][0]
    assert (home["attribute"], home["value"], home["status"]) == ("homeLocation", "Lisbon", "current")
    assert (home["claimed_by"], [turn["id"] for turn in home["turns"]]) == (["Ana"], ["moved"])
    (fact,) = json.loads(run("facts", "Ana", "-r", "lives_in", "--json").stdout)["facts"]
    assert home["facts"] == [fact["id"]]


def test_without_a_name_all_are_listed(run: Run) -> None:
    """Those of whom most is known first; harmless characters alone reach the terminal."""
    shown = run("profile").stdout
    assert "\u202e" not in shown
    assert shown.index("│ Ana ") < shown.index("│ Porto ")
    listed = json.loads(run("profile", "--json").stdout)["profiles"]
    assert {"Ana", "Maria", "Porto", "Bosch", "Lisbon"} <= {one["name"] for one in listed}


def test_mistakes_are_errors_with_a_remedy(run: Run) -> None:
    """Of a name, of a turn, and of an architecture without profiles."""
    assert "`convograph profile` lists all" in run("profile", "Zoe", exits=NOT_FOUND).stderr
    other = " ".join(run("profile", "Lisbon", "--turn", "home", exits=NOT_FOUND).stderr.split())
    assert "first mentioned in the turn 'home'; 'Lisbon' (Place), turn moved" in other
    assert "name is blank: ''; give a name" in run("profile", "", exits=BAD_INPUT).stderr
    assert "profile NAME --turn ID" in run("profile", "--turn", "home", exits=BAD_INPUT).stderr
    refused = run("profile", "Ana", "--architecture", "sgmem", exits=BAD_INPUT).stderr
    assert "open the memory with lightgmem, which does (in the shell: --architecture lightgmem)" in refused


def test_of_whom_nothing_is_known_that_is_said(run: Run) -> None:
    """Not an empty table: what there is, and what would read more."""
    shown = run("profile", "Porto").stdout
    assert "1 mention" in shown
    assert "`convograph enrich --kinds profile`" in shown


def test_nobody_is_named(run: Run, tmp_path: Path) -> None:
    """Then there is nothing to list."""
    with convograph.open(tmp_path / "none.db", architecture="lightgmem") as memory:
        memory.add([{"text": "it rains"}], session="s")
    run("profile", "--store", str(tmp_path / "none.db"), exits=1)


def test_a_store_of_any_architecture_has_profiles_with_lightgmem(run: Run, tmp_path: Path) -> None:
    """Its layers are derived when they are first asked for."""
    store = str(tmp_path / "other.db")
    with convograph.open(store, architecture="bm25") as memory:
        memory.add([{"speaker": "Ana", "text": "I live in Porto."}], session="s")
    assert "homeLocation" in run("profile", "Ana", "--store", store, "--architecture", "lightgmem").stdout
