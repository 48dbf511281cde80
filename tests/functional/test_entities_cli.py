"""`convograph entity` in the shell: tables, JSON, decisions, errors, exit codes."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import convograph
from convograph.cli.exit_codes import BAD_INPUT, NOT_FOUND
from support.shell import Run, settle


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


def test_merges_are_listed_undone_and_made_again(run: Run) -> None:
    """In the table each with its cosine, then with "decided"; harmless characters alone reach the terminal."""
    listed = run("entity", "merges").stdout
    assert "bike rack" in listed
    assert "names above 0.93" in listed
    (rack,) = json.loads(run("entity", "merges", "--json").stdout)["merges"]
    assert (rack["text"], rack["into"]) == ("bike rack", "new bike rack")
    assert [turn["id"] for turn in rack["turns"]] == ["t1", "t0"]
    assert rack["similarity"] > rack["threshold"] == 0.93
    assert "bike rack is not new bike rack" in run("entity", "split", "bike rack", "new bike rack").stdout
    run("entity", "merges", exits=1)
    assert "bike rack is new bike rack" in run("entity", "merge", "bike rack", "new bike rack").stdout
    assert "decided" in run("entity", "merges").stdout
    assert "\u202e" not in run("entity", "merge", "caro\u202e", "bike rack").stdout


def test_decisions_are_listed_and_taken_out(run: Run) -> None:
    """With the turns on which they rest, and whether they are in effect; without one, what it overruled is so again."""
    assert "nothing was decided" in run("entity", "decisions", exits=1).stderr
    split = json.loads(run("entity", "split", "bike rack", "new bike rack", "--json").stdout)["decision"]
    merge = json.loads(run("entity", "merge", "bike rack", "new bike rack", "--json").stdout)["decision"]
    listed = json.loads(run("entity", "decisions", "--json").stdout)["decisions"]
    assert [one["id"] for one in listed] == [split["id"], merge["id"]]
    assert [(one["same"], one["holds"]) for one in listed] == [(False, False), (True, True)]
    assert [turn["id"] for turn in merge["turns"]] == ["t1", "t0"]
    rows = [line.split("│")[1:-1] for line in run("entity", "decisions").stdout.splitlines() if line.startswith("│")]
    assert [(row[0].strip(), row[2].strip(), row[3].strip()) for row in rows] == [
        ("bike rack is not new bike rack", "t1, t0", "no"),
        ("bike rack is new bike rack", "t1, t0", "yes"),
    ]
    assert "taken out: bike rack is new bike rack" in run("entity", "undo", merge["id"][:4]).stdout
    run("entity", "merges", exits=1)
    assert json.loads(run("entity", "undo", split["id"], "--json").stdout)["undone"]["text"] == "bike rack"
    assert "0.9" in run("entity", "merges").stdout
    run("entity", "decisions", exits=1)
    again = " ".join(run("entity", "undo", split["id"][:4], exits=NOT_FOUND).stderr.split())
    assert f"the decision {split['id']} (bike rack is not new bike rack) was taken out already; `convograph" in again


def test_the_history_has_what_joined_and_what_was_decided_and_undone(run: Run) -> None:
    """The latest first, each with its ground, its time, its turns; what was taken out is not in effect."""
    split = json.loads(run("entity", "split", "bike rack", "new bike rack", "--json").stdout)["decision"]
    run("entity", "undo", split["id"])
    listed = json.loads(run("entity", "history", "--json").stdout)["history"]
    assert [(one["step"], one["ground"], one["holds"], one["id"]) for one in listed] == [
        ("undo", "decision", True, split["id"]),
        ("split", "decision", False, split["id"]),
        ("merge", "cosine", True, None),
    ]
    assert listed[0]["decided"] == split["said"]
    assert [turn["id"] for turn in listed[2]["turns"]] == ["t1"]
    shown = run("entity", "history").stdout
    assert re.search(r"undo\s+of", shown)
    assert re.search(r"cosine\s+(│.*\n.*)?0\.9", shown)
    assert "cosine" in run("entity", "merges").stdout
    with convograph.open("none.db", architecture="lightgmem") as memory:
        memory.add([{"speaker": "Ana", "text": "Good morning."}], session="s")
    assert "nothing was joined" in run("entity", "history", "--store", "none.db", exits=1).stderr


def test_entities_are_listed(run: Run) -> None:
    """Name, other names with what speaks for them, kind, counts and times; by name, and as JSON."""
    store = ("--store", "met.db", "--architecture", "lightgmem")
    with convograph.open("met.db", architecture="lightgmem") as memory:
        turns = ["I met Maria Lopez in Porto.", "Maria lives there, she said.", "Tom knows her."]
        memory.add([{"speaker": "Ana", "text": text} for text in turns], session="s", said="2024-05-01 10:00")
    listed = run("entity", "list", *store).stdout
    assert re.search(r"│ Maria Lopez +│ Maria \(0\.\d+\) +│ person +│ +2 +│ +1 +│ 2024-05-01 10:00 +│", listed)
    (maria,) = json.loads(run("entity", "list", "lopez", "--json", *store).stdout)["entities"]
    assert (maria["name"], maria["aliases"], maria["mentions"], maria["episodes"]) == ("Maria Lopez", ["Maria"], 2, 1)
    assert (maria["first"]["id"], maria["last"]["id"]) == ("s:0", "s:1")
    assert "no entities" in run("entity", "list", "Zoe", *store, exits=1).stderr


MARIAS = ("--store", "marias.db", "--architecture", "lightgmem")


@pytest.fixture
def marias() -> None:
    """Two people called Maria, each with a fuller name of her own, and Zoe."""
    with convograph.open("marias.db", architecture="lightgmem") as memory:
        for speaker, day, texts in (
            ("Ana", 1, ("I met Maria Lopez in Porto.", "Maria lives there, she said.")),
            ("Bea", 2, ("Maria Silva came to Lisbon.", "Maria works there.")),
            ("Cid", 3, ("I met Zoe in Rome.", "She works for Oxford University Press.")),
        ):
            turns = [{"speaker": speaker, "text": text} for text in texts]
            memory.add(turns, session=speaker.lower(), said=f"2024-05-0{day} 10:00")


@pytest.mark.usefixtures("marias")
def test_a_decision_about_a_name_of_several_says_so(run: Run) -> None:
    """Which entities are called so, and how to take the decision back; a name of one entity needs no word."""
    merged = run("entity", "merge", "maria", "Zoe", *MARIAS)
    told = " ".join(merged.stderr.split())
    assert "2 entities are called maria: Maria Lopez, Maria Silva; the decision is about the name" in told
    (undo,) = re.findall(r"`convograph (entity undo \w+)`", told)
    run(*undo.split(), *MARIAS)
    split = json.loads(run("entity", "split", "Maria", "Zoe", "--json", *MARIAS).stdout)
    assert split["shared"] == {"Maria": ["Maria Lopez", "Maria Silva"]}
    assert run("entity", "merge", "Maria Silva", "Zoe", *MARIAS).stderr == ""


@pytest.mark.usefixtures("marias")
def test_a_narrow_terminal_cuts_no_words_dates_and_ids(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Days without hours, and counts in one column; at 80 columns no line is longer, and nothing is left out."""
    decided = json.loads(run("entity", "merge", "Maria Lopez", "Zoe", "--json", *MARIAS).stdout)["decision"]
    monkeypatch.setenv("COLUMNS", "80")
    listed, decisions = run("entity", "list", *MARIAS).stdout, run("entity", "decisions", *MARIAS).stdout
    assert re.search(r"│ Maria Lopez .*│ person +│ +3 in 2 │ 2024-05-01 │\n.*│ 2024-05-03 │", listed)
    assert re.search(r"│ Oxford .*│ organization │ +1 in 1 │ 2024-05-03 │", listed)
    assert re.search(rf"│ {decided['said']['local'][:10]} +│ .* │ {decided['id']} │", decisions)
    assert "…" not in listed + decisions
    assert max(map(len, (listed + decisions).splitlines())) <= 80


@pytest.mark.usefixtures("marias")
def test_what_speaks_against_a_merge_is_said(run: Run) -> None:
    """That two are of different kinds, or both speak; and how to take it back."""
    merged = run("entity", "merge", "Zoe", "Rome", *MARIAS)
    told = " ".join(merged.stderr.split())
    assert "the kind of Zoe is person, that of Rome place; if that was a slip" in told
    (undo,) = re.findall(r"`convograph (entity undo \w+)`", told)
    run(*undo.split(), *MARIAS)
    merged = run("entity", "merge", "Ana", "Bea", *MARIAS)
    assert "Ana and Bea both speak: what either said is now told of one" in " ".join(merged.stderr.split())
    merged = json.loads(run("entity", "merge", "Porto", "Lisbon", "--json", *MARIAS).stdout)
    assert merged["doubts"] == []


def test_what_is_still_joined_is_said(run: Run) -> None:
    """By which name, and how to part that."""
    store = ("--store", "daniel.db", "--architecture", "lightgmem")
    with convograph.open("daniel.db", architecture="lightgmem") as memory:
        for day, text in enumerate(("Daniel Price texted me.", "My cousin Daniel lives in Leeds."), 1):
            memory.append({"speaker": "Tamsin", "text": text}, f"s{day}", said=f"2024-05-0{day} 10:00")
    told = " ".join(run("entity", "split", "Tamsin's cousin", "Daniel Price", *store).stderr.split())
    assert "are still one by Daniel; to part them" in told
    (first, second) = re.findall(r'`convograph entity split "([^"]+)" "([^"]+)"`', told)[0]
    split = run("entity", "split", first, second, *store)
    assert split.stderr == ""
    listed = json.loads(run("entity", "list", "--json", *store).stdout)["entities"]
    assert "Tamsin's cousin" in [one["name"] for one in listed]


def test_communities_are_listed(run: Run) -> None:
    """Name, description, and the episodes with their times; as JSON also the members."""
    store = ("--store", "met.db", "--architecture", "lightgmem")
    with convograph.open("met.db", architecture="lightgmem") as memory:
        for day in (1, 2):
            turn = {"speaker": "Ana", "text": "Tom met Maria in Lisbon, on the boat."}
            memory.add([turn], session=f"s{day}", said=f"2024-05-0{day} 10:00")
    (found,) = json.loads(run("entity", "communities", "--json", *store).stdout)["communities"]
    assert sorted(found["members"]) == ["Ana", "Lisbon", "Maria", "Tom"]
    assert [one["turns"] for one in found["episodes"]] == [["s2:0"], ["s1:0"]]
    listed = run("entity", "communities", *store).stdout
    assert listed.startswith(found["name"])
    assert "4 members · 2024-05-02 10:00 s2; 2024-05-01 10:00 s1" in listed
    with convograph.open("none.db", architecture="lightgmem") as memory:
        memory.add([{"speaker": "Ana", "text": "Good morning."}], session="s")
    assert "no communities" in run("entity", "communities", "--store", "none.db", exits=1).stderr


def test_what_cannot_be_done_is_said_in_a_line(run: Run) -> None:
    """Each with an exit code other than that of nothing found, and no traceback."""
    for arguments, message, code in (
        (("merge", "bike rack", "nobody"), "nothing here is called 'nobody'", NOT_FOUND),
        (("merge", "bike rack", "Bike rack"), "are one name", BAD_INPUT),
        (("split", "bike rack", "nobody"), "nothing here is called 'nobody'", NOT_FOUND),
        (("merge", "", "bike rack"), "text is blank: ''; give a name", BAD_INPUT),
        (("merge", "Ana", "nobody", "--architecture", "lightgmem"), "`convograph entity list` lists", NOT_FOUND),
        (("undo", "zzzz"), "no decision has the id 'zzzz'", NOT_FOUND),
        (("undo", "2"), "too little of an id", BAD_INPUT),
        (("merges", "--architecture", "bm25"), "bm25 joins no near duplicates", BAD_INPUT),
        (("list",), "associa knows no entities; open the memory with lightgmem", BAD_INPUT),
        (("join", "a", "b"), "No such command 'join'", BAD_INPUT),
        ((), "Missing command", BAD_INPUT),
    ):
        result = run("entity", *arguments, exits=code)
        assert message in result.stderr
        assert "Traceback" not in result.output


def test_nothing_merged_is_nothing_found(run: Run, tmp_path: Path) -> None:
    """Exit code 1, and a sentence."""
    with convograph.open(tmp_path / "other.db", architecture="associa") as memory:
        memory.add([{"speaker": "Ana", "text": "Good morning."}], session="s")
    assert "nothing is taken for the same" in run("entity", "merges", "--store", "other.db", exits=1).stderr
    assert json.loads(run("entity", "merges", "--store", "other.db", "--json", exits=1).stdout) == {"merges": []}


def test_a_decision_about_a_first_name_says_whom_it_may_mean(run: Run) -> None:
    """Who is called so, and who has a fuller name that begins so."""
    store = ("--store", "sams.db", "--architecture", "lightgmem")
    with convograph.open("sams.db", architecture="lightgmem") as memory:
        lines = (("Sam Okafor", "Hello all."), ("Ana", "Hi Sam."), ("Ana", "I met Sam Whitlock in Leeds."))
        memory.add([{"speaker": speaker, "text": text} for speaker, text in lines], session="s")
    assert re.search(r"│ Sam Okafor +│ Sam \(1\.000\) ", run("entity", "list", *store).stdout)
    assert re.search(r"│ Sam +│ Sam Okafor +│ speaker +│", run("entity", "merges", *store).stdout)
    told = " ".join(run("entity", "merge", "Sam", "Sam Whitlock", *store).stderr.split())
    assert "2 entities are called Sam: Sam Okafor, Sam Whitlock; the decision is about the name" in told


def test_the_turns_behind_an_entity_are_shown(run: Run) -> None:
    """Who names it when, in which sentence, by which words; a speaker without any; as many as are wanted."""
    store = ("--store", "sams.db", "--architecture", "lightgmem")
    with convograph.open("sams.db", architecture="lightgmem") as memory:
        lines = (("Sam Okafor", "Hello all."), ("Ana", "It rains. Hi Sam. See you."), ("Ana", "I met Tom in Leeds."))
        turns = [{"speaker": speaker, "text": text, "id": f"t{at}"} for at, (speaker, text) in enumerate(lines)]
        memory.add(turns, session="s", said="2024-05-01 10:00")
    shown = run("entity", "show", "sam", *store).stdout
    assert re.search(r"│ Sam Okafor +│ Sam \(1\.000\) +│ person +│ +2 ", shown)
    assert re.search(r"│ t0 +│ 2024-05-01( 10:00)? +│ Sam Okafor +│ speaks +│ Hello all\. +│", shown)
    assert re.search(r"│ t1 +│ 2024-05-01( 10:00)? +│ Ana +│ Sam +│ Hi Sam\. +│", shown)
    told = json.loads(run("entity", "show", "Sam Okafor", "--json", *store).stdout)
    assert (told["entity"]["name"], told["entity"]["mentions"]) == ("Sam Okafor", len(told["mentions"]))
    assert [(one["text"], one["sentence"], one["turn"]["id"], one["speaks"]) for one in told["mentions"]] == [
        ("Sam Okafor", "Hello all.", "t0", True),
        ("Sam", "Hi Sam.", "t1", False),
    ]
    (first,) = json.loads(run("entity", "show", "Sam", "--limit", "1", "--json", *store).stdout)["mentions"]
    assert first["turn"]["id"] == "t0"
    cut = run("entity", "show", "Sam", "--limit", "1", *store).stdout
    assert "Hi Sam." not in cut
    assert "… 1 more (--all lists them)" in cut
    assert "Hi Sam." in run("entity", "show", "Sam", "--limit", "1", "--all", *store).stdout


@pytest.mark.usefixtures("marias")
def test_whose_turns_are_shown_has_to_be_clear(run: Run) -> None:
    """Of several who are called so, the one that a turn mentions first; of nobody, who is nearest."""
    several = " ".join(run("entity", "show", "Maria", *MARIAS, exits=BAD_INPUT).stderr.split())
    assert "2 are called 'Maria': 'Maria Lopez' (person), turn ana:0; 'Maria Silva' (person), turn bea:0" in several
    assert "Maria Silva came" in " ".join(run("entity", "show", "Maria", "--turn", "bea:0", *MARIAS).stdout.split())
    nobody = " ".join(run("entity", "show", "Mario", *MARIAS, exits=NOT_FOUND).stderr.split())
    assert "called 'Mario'; known: 'Maria" in nobody
    assert "`convograph entity list` lists all" in nobody
    assert "name is blank" in run("entity", "show", "", *MARIAS, exits=BAD_INPUT).stderr
    assert "knows no entities" in run("entity", "show", "Ana", exits=BAD_INPUT).stderr
