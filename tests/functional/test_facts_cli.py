"""`convograph facts`, `timeline` and `fact` in the shell: tables, JSON, the page, decisions, exit codes."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import convograph
from support.facts import JANUARY, MARCH, tell
from support.shell import Run, settle

HOSTILE = "\u202e\u2028[bold]Evil[/bold]"


@pytest.fixture(autouse=True)
def shell(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A folder with a memory of two sessions, and no settings of the user's."""
    settle(monkeypatch, tmp_path)
    with convograph.open("memory.db", architecture="bm25") as memory:
        tell(
            memory,
            (JANUARY, "Ana: I live in Porto.\nBen: I work at Siemens."),
            (MARCH, "Ana: I moved to Lisbon.\nBen: I live in Lille.\nAna: Nice!\nBen: No, sorry, it was Lyon."),
        )
    return tmp_path


def listed(run: Run, *arguments: str) -> list[tuple[str, str]]:
    """Value and status of each fact, as JSON has them."""
    return [(fact["value"], fact["status"]) for fact in json.loads(run(*arguments, "--json").stdout)["facts"]]


def cells(shown: str) -> list[list[str]]:
    """The cells of each row of a table."""
    rows = [line.strip("│ ").split("│") for line in shown.splitlines() if line.startswith("│")]
    return [[cell.strip() for cell in row] for row in rows]


def test_facts_are_a_table(run: Run) -> None:
    """A row each, without their ids cut."""
    rows = cells(run("facts").stdout)
    assert [row[:5] for row in rows] == [
        ["Ben", "lives_in", "Lyon", "said 2024-03-05", "Ben"],
        ["Ben", "works_at", "Siemens", "said 2024-01-10", "Ben"],
        ["Ana", "lives_in", "Lisbon", "since 2024-03-05", "Ana"],
    ]
    assert all(re.fullmatch("[0-9a-f]{10}", row[5]) for row in rows)


def test_facts_may_be_limited(run: Run) -> None:
    """By subject, relation, and either kind of time."""
    assert listed(run, "facts", "ana") == [("Lisbon", "current")]
    assert listed(run, "facts", "Ana", "--outdated") == [("Porto", "outdated"), ("Lisbon", "current")]
    assert listed(run, "facts", "-r", "works_at") == [("Siemens", "current")]
    assert listed(run, "facts", "Ana", "--valid-at", "2024-02-01") == [("Porto", "outdated")]
    assert listed(run, "facts", "--known-at", "2024-02-01") == [("Porto", "current"), ("Siemens", "current")]
    (fact,) = json.loads(run("facts", "Ana", "--json").stdout)["facts"]
    assert (fact["relation"], fact["valid_from"]) == ("lives_in", "2024-03-05T10:00:00")


def test_many_facts_are_cut(run: Run) -> None:
    """The rest is counted, and `--all` lists it; JSON always has all."""
    with convograph.open("memory.db") as memory:
        words = [f"{one}{two}" for one in ("red", "blue", "green") for two in ("tea", "jam", "wine", "bread") * 3]
        triplets = [
            {"kind": "triplet", "subject": "Cleo", "relation": "likes", "object": f"{word} {number}", "turns": ["s0:0"]}
            for number, word in enumerate(words)
        ]
        memory.bring(triplets)
    assert len(cells(run("facts").stdout)) == 30
    assert "… 9 more (--all lists them)" in run("facts").stdout
    assert len(cells(run("facts", "--all").stdout)) == len(listed(run, "facts")) == 39


@pytest.mark.parametrize(
    ("command", "message"),
    [
        (("facts", "Cleo"), "no facts about 'Cleo'; known: 'Ben', 'Ana'; `convograph facts --outdated` lists those"),
        (("facts", "Bne"), "no facts about 'Bne'; known: 'Ben', 'Ana'; "),
        (
            ("timeline", "Cleo"),
            "no facts about 'Cleo'; known: 'Ben', 'Ana'; `convograph timeline` lists those",
        ),
        (
            ("timeline", "lisbon"),
            "no facts about 'lisbon'; it is a value of others: Ana lives_in Lisbon; ",
        ),
        (
            ("timeline", "Ana", "-r", "plays_for"),
            "no facts in the relation 'plays_for'; known: 'lives_in'; `convograph timeline 'Ana'` lists the others",
        ),
        (
            ("facts", "Ana", "-r", "plays_for"),
            "no facts in the relation 'plays_for'; known: 'lives_in'; `convograph facts 'Ana' --outdated`",
        ),
        (("facts", "--known-at", "2020"), "no facts hold at the time asked for; --outdated lists"),
    ],
)
def test_no_facts_are_said_and_have_a_code(run: Run, command: tuple[str, ...], message: str) -> None:
    """And why; nothing goes to the standard output, but for JSON, which is empty."""
    shown = run(*command, exits=1)
    assert shown.stdout == ""
    assert message in " ".join(shown.stderr.split())
    assert json.loads(run(*command, "--json", exits=1).stdout) == {"facts": []}


@pytest.mark.parametrize(
    ("command", "message"),
    [
        (("facts", "--valid-at", "some day"), "some day"),
        (("fact", "forget", "abc"), "No such command 'forget'; see `convograph fact --help`"),
        (("facts", " "), "subject"),
    ],
)
def test_wrong_arguments_have_a_code(run: Run, command: tuple[str, ...], message: str) -> None:
    """And one line that says what."""
    assert message in run(*command, exits=2).stderr


@pytest.mark.parametrize(
    ("action", "own"),
    [
        ("undo", "Decide that a fact holds in spite of what ended it."),
        ("end", "Decide that a fact holds no longer."),
        ("strike", "Decide that a fact was never true, because its turns were misread."),
    ],
)
def test_each_decision_has_a_help_of_its_own(run: Run, action: str, own: str) -> None:
    """What it does, with an example of it and of no other."""
    shown = " ".join(run("fact", action, "--help").stdout.split())
    assert own in shown
    examples = shown.partition("Examples")[2]
    assert examples.count(f"convograph fact {action} 3fb5") == examples.count("convograph fact ") == 2


def test_the_timeline_shows_what_took_whose_place(run: Run) -> None:
    """With the words that state a fact, and those that ended it."""
    shown = " ".join(run("timeline").stdout.split())
    assert "○ Porto known 2024-01-10 – 2024-03-05" in shown
    assert "“I live in Porto.”" in shown
    assert "another value was stated “I moved to Lisbon.”" in shown
    assert "● Lisbon since 2024-03-05" in shown
    assert "○ Lille taken back" in shown
    assert "taken back “No, sorry, it was Lyon.”" in shown
    assert "Siemens" not in run("timeline", "Ana").stdout
    assert "Lille" not in run("timeline", "Ben", "-r", "works_at").stdout


def test_the_timeline_quotes_the_words_that_say_it(run: Run) -> None:
    """Of a long letter, the sentence with the value, for what ended a fact as well; of a long sentence, a part."""
    before = "We had a wonderful time at the lake. " * 6
    behind = "The weather was fine, and everybody sends their love. " * 6
    rambling = " and the train was late" * 10
    with convograph.open("letters.db") as memory:
        tell(
            memory,
            (JANUARY, f"Cleo: {before}I live in Porto. {behind}"),
            (MARCH, f"Cleo: {before}I moved to Lisbon last week{rambling}. {behind}"),
        )
    shown = " ".join(run("timeline", "Cleo", "-s", "letters.db").stdout.split())
    assert "“… I live in Porto. …” " in shown
    assert shown.count("“… I moved to Lisbon last week and the train was late") == 2
    assert "wonderful" not in shown


def test_the_timeline_as_a_page(run: Run, shell: Path) -> None:
    """Its path is what the command says; the file is its owner's alone."""
    assert run("timeline", "--html", "facts.html").stdout == "facts.html\n"
    page = (shell / "facts.html").read_text()
    assert "<title>Facts of default in memory.db</title>" in page
    assert "I moved to Lisbon." in page
    assert (shell / "facts.html").stat().st_mode & 0o777 == 0o600
    found = json.loads(run("timeline", "Ana", "--html", "again.html", "--json").stdout)
    assert (found["html"], len(found["facts"])) == ("again.html", 2)


def test_a_page_takes_no_stores_place(run: Run, shell: Path) -> None:
    """Nor that of its log; whichever command draws."""
    for command in ("timeline", "show"):
        for name in ("memory.db", "./memory.db", "memory.db-wal"):
            run(command, "--html", name, exits=2)
    assert "Lisbon" in run("timeline", "Ana").stdout


def test_a_page_without_facts_is_written(run: Run, shell: Path) -> None:
    """And the exit code says that there are none, the standard error why."""
    result = run("timeline", "Cleo", "--html", "none.html", exits=1)
    assert result.stdout == "none.html\n"
    assert "no facts about 'Cleo'" in result.stderr
    assert "No facts are known." in (shell / "none.html").read_text()


def test_decisions(run: Run) -> None:
    """`end`, `undo`, and what is so already; the id may be shortened, and the fact is shown."""
    (porto, _) = json.loads(run("timeline", "Ana", "--json").stdout)["facts"]
    assert cells(run("fact", "undo", porto["id"][:6]).stdout)[0][:4] == ["Ana", "lives_in", "Porto", "said 2024-01-10"]
    assert listed(run, "facts", "Ana") == [("Porto", "current"), ("Lisbon", "current")]
    assert "is not outdated; nothing was changed" in run("fact", "undo", porto["id"], exits=2).stderr
    ended = json.loads(run("fact", "end", porto["id"], "--json").stdout)["fact"]
    assert (ended["status"], ended["reason"]) == ("outdated", "decided")
    assert "decided by hand" in run("timeline", "Ana").stdout
    run("fact", "undo", porto["id"])
    run("fact", "end", porto["id"], "--until", "2024-02-01")
    assert "no facts hold at the time" in run("facts", "Ana", "--valid-at", "2024-02-02", exits=1).stderr
    assert listed(run, "facts", "Ana", "--valid-at", "2024-02-01") == [("Porto", "outdated")]
    assert "no fact has the id 'zzzz'" in run("fact", "end", "zzzz", exits=4).stderr
    assert "too little of an id; give 4 characters of it" in run("fact", "undo", porto["id"][:1], exits=2).stderr


def test_a_fact_that_was_misread(run: Run, shell: Path) -> None:
    """`strike`: it holds at no time, the timeline says why, and `undo` takes that back."""
    (_, lisbon) = json.loads(run("timeline", "Ana", "--json").stdout)["facts"]
    assert cells(run("fact", "strike", lisbon["id"]).stdout)[0][:4] == ["Ana", "lives_in", "Lisbon", "never"]
    assert listed(run, "facts", "Ana") == [("Porto", "current")]
    assert listed(run, "facts", "Ana", "--valid-at", "2024-04-01") == [("Porto", "current")]
    shown = " ".join(run("timeline", "Ana").stdout.split())
    assert "○ Lisbon never" in shown
    assert "struck out by hand: what was said was misread" in shown
    run("timeline", "--html", "facts.html")
    assert "struck out by hand" in (shell / "facts.html").read_text()
    assert "until" not in run("recall", "Where does Ana live?", "--facts", "--architecture", "unified").stdout
    assert "is struck out already; nothing was changed" in run("fact", "strike", lisbon["id"], exits=2).stderr
    run("fact", "undo", lisbon["id"])
    assert listed(run, "facts", "Ana", "--outdated") == [("Porto", "outdated"), ("Lisbon", "current")]


def test_a_transcript_without_times_has_a_hint(run: Run, shell: Path) -> None:
    """That nothing of another session supersedes its facts, and how to give times; JSON has none."""
    (shell / "chat.txt").write_text("Cleo: I live in Faro.\n")
    run("add", "chat.txt", "--owner", "cleo")
    for command in ("facts", "timeline"):
        told = " ".join(run(command, "--owner", "cleo").stderr.split())
        assert "1 of 1 facts were said at an unknown time" in told
        assert "--said TIME" in told
        assert run(command, "--owner", "cleo", "--json").stderr == ""
        assert run(command).stderr == ""


def test_hostile_text_stays_text(run: Run, shell: Path) -> None:
    """No control, no markup of the terminal's or the browser's."""
    with convograph.open("memory.db") as memory:
        memory.bring(
            [{"kind": "triplet", "subject": HOSTILE, "relation": "likes", "object": HOSTILE, "turns": ["s0:0"]}]
        )
    for command in ("facts", "timeline"):
        shown = run(command, "--all" if command == "facts" else "--relation=likes").stdout
        assert "[bold]Evil[/bold]" in "".join(shown.split())
        assert not set("\u202e\u2028") & set(shown)
    run("timeline", "--html", "facts.html")
    assert "<bold>" not in (shell / "facts.html").read_text()


def test_a_read_only_look_needs_no_store(run: Run, tmp_path: Path) -> None:
    """A store that is not there is named, and not made."""
    missing = tmp_path / "none.db"
    for command in (("facts",), ("timeline",), ("fact", "end", "abc")):
        assert "none.db" in run(*command, "--store", str(missing), exits=4).stderr.replace("\n", "")
    assert not missing.exists()


def test_questions_that_know_of_facts(run: Run) -> None:
    """`--facts`: what holds first, and below what no longer does, until when; each turn once in JSON."""
    shown = run("recall", "Where does Ana live?", "--facts", "--architecture", "unified").stdout
    assert shown.index("I moved to Lisbon.") < shown.index("I live in Porto.")
    assert "until 2024-03-05: Ana lives in Porto; then Lisbon" in shown
    packed = run("context", "Where does Ana live?", "--facts", "--min-probability", "0").stdout
    assert "\nuntil 2024-03-05: Ana lives in Porto; then Lisbon\n" in packed
    assert "until" not in run("recall", "Where does Ana live?").stdout
    found = json.loads(run("recall", "Where does Ana live?", "--facts", "--json").stdout)
    told = [(fact["value"], fact["status"]) for fact in found["facts"] if fact["subject"] == "Ana"]
    assert told == [("Porto", "outdated"), ("Lisbon", "current")]
    assert {turn for fact in found["facts"] for turn in fact["turns"]} <= {turn["id"] for turn in found["turns"]}


def test_whoever_asks_for_the_user_by_name_is_told_how_they_are_called(run: Run) -> None:
    """Messages call the one who writes to an assistant "user"."""
    with convograph.open("memory.db") as memory:
        memory.append({"role": "user", "content": "I live in Faro."})
    shown = " ".join(run("facts", "Hannah", exits=1).stderr.split())
    assert "lists those of everybody, `convograph facts user --outdated` those of the user of an assistant" in shown
