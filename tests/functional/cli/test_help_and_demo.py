"""Help, version, names of commands and architectures, and the demo."""

from __future__ import annotations

import itertools
import json
import re
from pathlib import Path
from typing import Any

import pytest
import typer

import convograph
from convograph.build import ARCHITECTURES
from convograph.cli.commands import app
from convograph.cli.other_words import OURS
from support.shell import Run, error_of

WHOLE_STORES = ("verify", "backup", "restore", "scrub")
COMMANDS = (
    "add import bring enrich forget reencode recall context answer chat show sessions memos stats owners demo export "
    "facts timeline"
).split()
OF_ENTITIES = "list show communities merges decisions history merge split undo".split()
OF_FACTS = "undo end strike".split()
GROUPED = [*(f"entity {name}" for name in OF_ENTITIES), *(f"fact {name}" for name in OF_FACTS)]


def test_architectures_are_named_in_one_line(run: Run, store: Path) -> None:
    """In the help and in the error, brackets and all; each name that this form allows is one."""
    ours = (
        "unified, hybrid, bm25, dense, sgmem, glong, glong-official, glong-sources, associa, associa-sources, "
        "lightgmem, lightgmem-sentences"
    )
    names = f"{ours}, sgmem-t|r|s[m][f][i], rag-t|r|s[m][f][i]"
    shown = " ".join(re.sub(r"\x1b\[[\d;]*m|│", "", run("recall", "--help").stdout).split())
    assert names in shown
    assert names in error_of(run("recall", "x", "-s", store, "-a", "sgmem-x", exits=2))
    meant = set(ours.split(", ")) | {
        f"{kind}-{chunk}{m}{f}{i}"
        for kind, chunk, m, f, i in itertools.product(("sgmem", "rag"), "trs", ("", "m"), ("", "f"), ("", "i"))
    }
    assert set(ARCHITECTURES) == meant


@pytest.mark.parametrize(
    ("words", "ours"),
    [
        ("search lamp", "recall"),
        ("delete", "forget"),
        ("ls", "sessions"),
        ("info", "stats"),
        ("fact list", "facts"),
        ("fact rm", "fact strike"),
        ("entity ls", "entity list"),
    ],
)
def test_a_name_from_elsewhere_leads_to_our_command(run: Run, words: str, ours: str) -> None:
    """What is written alike means something else: "search" is no "enrich"."""
    assert f": here it is `convograph {ours}`; see `" in error_of(run(*words.split(), exits=2))


def test_a_name_from_elsewhere_is_no_command_and_leads_to_one() -> None:
    """The table names nothing that there is, and leads to nothing that there is not."""
    group: Any = typer.main.get_command(app)
    there = set(group.commands)
    for name in ("entity", "fact"):
        there |= {f"{name} {one}" for one in group.commands[name].commands}
    assert set(OURS.values()) <= there
    assert not set(OURS) & there


@pytest.mark.parametrize("command", [*COMMANDS, *GROUPED])
def test_every_command_explains_itself(run: Run, command: str) -> None:
    """Its help has examples, and the options that all commands share."""
    shown = re.sub(r"\x1b\[[\d;]*m", "", run(*command.split(), "--help").stdout)
    assert f"Examples\n convograph {command}" in re.sub(" +\n", "\n", shown)
    for option in ("--store", "--owner", "--architecture", "--encoder", "--json"):
        assert option in shown


def test_the_overview_names_every_command_and_exit_code(run: Run) -> None:
    """One screen: at most 62 lines of 80 columns."""
    lines = re.sub(r"\x1b\[[\d;]*m", "", run("--help").stdout).splitlines()
    shown = " ".join(" ".join(lines).split())
    assert len(lines) <= 62
    assert all(
        re.search(rf"│ {command} ", shown)
        for command in [*COMMANDS, "entity", "fact", "schema", "parse", *WHOLE_STORES]
    )
    assert (
        "Exit codes: 0 success · 1 nothing found, or failures left work undone · 2 usage error or invalid input"
        in shown
    )


def test_the_version(run: Run) -> None:
    """One line with the package's version."""
    assert run("--version").stdout == f"convograph {convograph.__version__}\n"


def test_the_demo_builds_asks_and_draws(run: Run) -> None:
    """Its last line is the path of the page; the evidence that the questions are after is among what it shows."""
    shown = run("demo", "--into", "try").stdout
    assert [line[:2] for line in shown.splitlines() if re.match(r"\d\. ", line)] == ["1.", "2.", "3.", "3.", "3.", "4."]
    assert shown.splitlines()[-2:] == [
        "now try: convograph recall 'What is Nora allergic to?' --store try/memory.db",
        str(Path("try") / "graph.html"),
    ]
    assert Path("try/graph.html").stat().st_size > 10_000
    text = " ".join(shown.split())
    for evidence in ("Seven cloves.", "My last day's the 28th of March.", "So the Sill's off."):
        assert evidence in text
    assert "draw the newest sessions by sgmem" in text
    for command in ("recall", "answer"):
        assert "kiwi" in run(command, "What is Nora allergic to?", "--store", "try/memory.db").stdout


def test_the_demo_can_be_repeated(run: Run) -> None:
    """The second time every turn is known; the store is an ordinary one."""
    run("demo")
    again = json.loads(run("demo", "--json").stdout)
    assert again["added"]["report"]["sessions"][0] == {"id": "allotment#1", "added": 0, "known": 13, "forgotten": 0}
    assert (len(again["recalls"]), again["stats"]["turns"]) == (3, 501)
    assert run("owners", "-s", "demo/memory.db").stdout == "default\n"
