"""Commands that inspect a memory: `show`, `sessions`, `stats`, `owners`."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import convograph
from convograph.build import DEFAULT_ARCHITECTURE, DEFAULT_ENCODER
from convograph.cli.console import jsonable
from support.chat_files import two_conversations
from support.shell import Run, error_of


def test_owners_that_differ_look_different(run: Run, tmp_path: Path) -> None:
    """By a space at the end, or by what nobody sees: as JSON strings, on their own and in a table."""
    store = tmp_path / "memory.db"
    for name in ("alice", "alice ", "ali\u200bce", '"alice "'):
        run("add", "-", "-s", store, "-o", name, given="Ana: Hello.\n")
    shown = run("owners", "-s", store).stdout.splitlines()
    assert sorted(shown) == sorted(["alice", '"alice "', '"ali\\u200bce"', r'"\"alice \""'])
    assert all(each in run("stats", "-s", store).stdout for each in shown)


def test_show_lists_months_and_sessions(run: Run, store: Path) -> None:
    """Turns by month, then each session with its turns and speakers."""
    shown = run("show", "-s", store).stdout
    assert re.search(r"^2 sessions · 4 turns · 4 sentences *$", shown, re.MULTILINE)
    assert re.search(r"^2 sessions · 4 turns *$", run("show", "-s", store, "-a", "bm25").stdout, re.MULTILINE)
    assert re.search(r"^2024-03  2  █+ *$", shown, re.MULTILINE)
    assert "02 09:00  chat#2  2 turns  Ana, Ben" in shown


def test_show_keeps_to_the_newest_sessions(run: Run) -> None:
    """Of 45 sessions, 30 are listed, and all with --all."""
    text = "\n".join(f"# 2024-01-{1 + day % 28:02} {day // 28:02}:00\nAna: Hello {day}.\n" for day in range(45))
    run("add", "-", given=text)
    assert "… 15 earlier (--all lists them)" in run("show").stdout
    assert len(json.loads(run("show", "--json").stdout)["sessions"]) == 45
    assert run("show", "--all").stdout.count("1 turn ") == 45


def test_show_lists_names_with_their_weightiest_triplets(run: Run, store: Path) -> None:
    """Those with most triplets first; three of each and ten names unless all are wanted; JSON has them all."""
    source = {"kind": "triplet", "turns": ["chat#1:0"]}
    facts = [source | {"head": "Ana", "relation": "has", "tail": f"thing {n}"} for n in range(12)]
    hostile = source | {"head": "Ben \u202e[bold]", "relation": "moved to", "tail": "x" * 500}
    run("bring", "-", "-s", store, given=json.dumps([*facts, hostile]))
    shown = run("show", "-s", store, "-a", "glong").stdout
    assert re.search(r"^2 sessions · 4 turns · \d+ entities · \d+ triplets$", shown, re.MULTILINE)
    assert re.search(r"├── Ana  12 triplets\n(│   .── 1\.00  Ana —has→ thing \d+  chat#1:0\n){3}├", shown)
    assert "more (--all lists them)" in shown
    everything = run("show", "-s", store, "-a", "glong", "--all").stdout
    assert len(re.findall(r"Ana —has→ thing \d+ ", everything)) == 24
    assert "1.00  Ben [bold] —moved to→" in everything
    assert "\u202e" not in everything
    names = json.loads(run("show", "-s", store, "-a", "glong", "--json").stdout)["names"]
    assert (names[0]["name"], len(names[0]["triplets"])) == ("Ana", 12)
    assert names[0]["triplets"][0]["turns"] == ["chat#1:0"]
    assert json.loads(run("show", "-s", store, "--json").stdout)["names"] == []


def test_stats_count_entities_and_triplets_in_place_of_sentences(run: Run, store: Path) -> None:
    """Where there is a graph of triplets; sgmem counts sentences, plain search has none. JSON has all fields."""
    shown = run("stats", "-o", "default", "-s", store, "-a", "glong").stdout
    assert re.search(r"^entities +\d+ *$", shown, re.MULTILINE)
    assert re.search(r"^triplets +\d+ *$", shown, re.MULTILINE)
    assert not re.search(r"^sentences ", shown, re.MULTILINE)
    assert re.search(
        r"^sentences +4 *$", run("stats", "-o", "default", "-s", store, "-a", "sgmem").stdout, re.MULTILINE
    )
    plain = run("stats", "-o", "default", "-s", store, "-a", "bm25").stdout
    assert not re.search(r"^sentences ", plain, re.MULTILINE)
    counts = json.loads(run("stats", "-o", "default", "-s", store, "-a", "sgmem", "--json").stdout)
    assert (counts["sentences"], counts["entities"], counts["triplets"]) == (4, None, None)


def test_show_draws_the_triplets(run: Run, store: Path) -> None:
    """The page of a graph of triplets has its names and relations."""
    owns = {"kind": "triplet", "head": "Ana", "relation": "owns", "tail": "a kiln", "turns": ["chat#1:0"]}
    run("bring", "-", "-s", store, given=json.dumps([owns]))
    run("show", "-s", store, "-a", "glong", "--html", "graph.html")
    page = Path("graph.html").read_text(encoding="utf-8")
    assert '"triplet"' in page
    assert '"a kiln"' in page
    assert '"owns",0]' in page


def test_show_writes_a_page(run: Run, filled: Path) -> None:
    """Its path alone goes to the standard output; the page is one HTML document with as many nodes as asked for."""
    result = run("show", "-s", filled, "-a", "sgmem", "--html", "graph.html", "--limit", "300")
    assert result.stdout == "graph.html\n"
    assert re.search(r"^\d+ of 1,842 nodes drawn$", result.stderr.strip())
    plain = run("show", "-s", filled, "--html", "plain.html", "--limit", "300")
    assert re.search(r"^\d+ of 541 nodes drawn$", plain.stderr.strip())
    assert Path("graph.html").read_text(encoding="utf-8").lstrip().lower().startswith("<!doctype html>")
    assert "cannot write" in error_of(run("show", "-s", filled, "--html", "none/graph.html", exits=2))


def test_sessions_are_listed(run: Run, store: Path) -> None:
    """A row each with times, turns and speakers; JSON has every field; hostile names do not reach the terminal."""
    shown = run("sessions", "-s", store).stdout
    assert re.search(r"^chat#1 +2024-03-01 18:30 +2024-03-01 18:30 +2 +Ana, Ben *$", shown, re.MULTILINE)
    assert json.loads(run("sessions", "-s", store, "--json").stdout)["sessions"][1] == {
        **{"id": "chat#2", "first_said": "2024-04-02T09:00:00", "last_said": "2024-04-02T09:00:00"},
        **{"turns": 2, "speakers": ["Ana", "Ben"]},
    }
    run("add", "-", given=json.dumps([{"text": "Hello.", "session": "s\u202e[bold]"}]))
    hostile = run("sessions").stdout
    assert re.search(r"^s\[bold\] +unknown +unknown +1 +unknown speaker *$", hostile, re.MULTILINE)
    run("sessions", "-o", "nobody", exits=4)


def test_a_long_id_is_never_broken(run: Run, tmp_path: Path) -> None:
    """On a terminal of 80 columns: it stands on a line of its own in the list, and at the end of a hit's heading."""
    name = "WhatsApp Chat with The Whole Featherstone Family"
    (tmp_path / f"{name}.txt").write_text(
        "13/03/2024, 21:05 - Ana: Where is the spare key for the shed?\n"
        "13/03/2024, 21:06 - Ben: The spare key is under the blue flowerpot.\n"
        "29/03/2024, 08:00 - Ana: Good morning to all of you.\n"
    )
    run("add", tmp_path / f"{name}.txt")
    assert [line.rstrip() for line in run("sessions").stdout.splitlines()] == [
        f"{name}#2024-03-13-2105",
        "    2024-03-13 21:05 to 21:06  2 turns  Ana, Ben",
        f"{name}#2024-03-29-0800",
        "    2024-03-29 08:00  1 turn  Ana",
    ]
    assert f"  Ben  {name}#2024-03-13-2105:1\n" in run("recall", "Where is the spare key?").stdout
    assert f"  Ben  {name}#2024-03-13-2105:1\n" in run("answer", "Where is the spare key?").stdout
    assert f"  Ben  {name}#2024-03-13-2105:1\n" in run("sessions", f"{name}#2024-03-13-2105").stdout


def test_stats_are_those_of_the_library(run: Run, store: Path) -> None:
    """The table names the counts, JSON holds every field."""
    shown = run("stats", "-o", "default", "-s", store).stdout
    assert re.search(r"^speakers +Ana 2, Ben 2 *$", shown, re.MULTILINE)
    with convograph.open(store) as memory:
        assert json.loads(run("stats", "-o", "default", "-s", store, "--json").stdout) == jsonable(memory.stats()) | {
            "location": str(store)
        }


def test_stats_without_an_owner_sum_up_the_store(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Owners, turns and sizes, and each owner's share; an owner named by option or environment has counts alone."""
    run("add", two_conversations(tmp_path))
    run("bring", "-", "-o", "first", given=json.dumps([{"kind": "fact", "text": "A fact.", "session": "first#1"}]))
    sums = json.loads(run("stats", "--json").stdout)
    shares = {each["owner"]: each for each in sums["owners"]}
    assert list(shares) == ["first", "second"]
    for counted in ("sessions", "turns", "memos", "items"):
        assert sums[counted] == sum(share[counted] for share in shares.values())
    assert (sums["turns"], sums["memos"], sums["location"]) == (2, 1, "memory.db")
    assert sums["bytes"] >= Path("memory.db").stat().st_size
    assert (sums["architecture"], sums["encoder"], sums["language"]) == (
        DEFAULT_ARCHITECTURE,
        DEFAULT_ENCODER,
        "english",
    )
    shown = run("stats").stdout
    assert re.search(r"^owners +2 *$", shown, re.MULTILINE)
    assert re.search(r"^first +1 +1 +1 +\d+ *$", shown, re.MULTILINE)
    assert "--architecture counts what is derived for one owner" in error_of(run("stats", "-a", "glong", exits=2))
    assert json.loads(run("stats", "-o", "first", "--json").stdout)["owner"] == "first"
    monkeypatch.setenv("CONVOGRAPH_OWNER", "second")
    assert json.loads(run("stats", "--json").stdout)["owner"] == "second"
    monkeypatch.delenv("CONVOGRAPH_OWNER")
    for owner in shares:
        run("forget", "-o", owner, "--owner-and-all", "--yes")
    assert json.loads(run("stats", "--json").stdout)["owners"] == []
    assert re.search(r"^owners +0 *$", run("stats").stdout, re.MULTILINE)


def test_a_screen_of_owners_is_listed(run: Run) -> None:
    """Those with the most turns first; JSON has all."""
    for number in range(22):
        run("add", "-", "-o", f"o{number:02}", given=json.dumps([{"text": "A."}] * (number + 1)))
    shown = run("stats").stdout
    assert "… 2 more (`convograph owners` lists all)" in shown
    assert re.findall(r"^(o\d\d) ", shown, re.MULTILINE) == [f"o{number:02}" for number in range(21, 1, -1)]
    assert len(json.loads(run("stats", "--json").stdout)["owners"]) == 22


def test_a_date_without_a_clock_time_is_shown_alone(run: Run) -> None:
    """Nobody said that it was midnight: in hits, contexts, lists and counts."""
    dated = [{"speaker": "Ana", "text": "My cat is called Miso.", "time": "2023-09-03"}]
    run("add", "-", "-s", "dated.db", given=json.dumps(dated))
    for command in (("recall", "Miso"), ("context", "Miso"), ("sessions",), ("stats", "-o", "default"), ("show",)):
        shown = run(*command, "-s", "dated.db").stdout
        assert "00:00" not in shown
        assert "2023-09" in shown


def test_a_session_is_read_by_its_id(run: Run, store: Path) -> None:
    """Its turns in order, each with time, speaker and id; an unknown id is refused with those that are known."""
    listed = json.loads(run("sessions", "-s", store, "--json").stdout)["sessions"]
    session = listed[0]["id"]
    turns = json.loads(run("sessions", session, "-s", store, "--json").stdout)["turns"]
    assert [turn["ordinal"] for turn in turns] == list(range(listed[0]["turns"]))
    shown = " ".join(run("sessions", session, "-s", store).stdout.split())
    for turn in turns:
        assert f"{turn['speaker']} {turn['id']} {' '.join(turn['text'].split())}" in shown
    assert f"known: '{session}'" in error_of(run("sessions", "nothing", "-s", store, exits=4))
