"""Commands for memos: `bring`, `memos`, `schema`, and memos in the output of others."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from support.chat_files import two_conversations
from support.shell import Run, error_of

FACTS = """\
{"kind": "fact", "text": "Ben lives in Porto.", "turns": ["chat#1:1"]}
{"kind": "fact", "text": "[bold]Miso[/bold] is a \\u009b31mcat.", "turns": ["chat#1:0"], "time": "2024-05-01 10:00"}
{"kind": "summary", "text": "Piano and rain in Porto.", "session": "chat#2"}
"""


@pytest.fixture
def facts(tmp_path: Path) -> Path:
    """Memos about the transcript."""
    path = tmp_path / "facts.jsonl"
    path.write_text(FACTS, encoding="utf-8")
    return path


def test_bringing_memos_tells_what_is_new_and_what_is_known(run: Run, store: Path, facts: Path) -> None:
    """From a file, again, and from the standard input."""
    assert re.search(r"│ default │ +3 │ +0 │", run("bring", facts, "-s", store).stdout)
    again = json.loads(run("bring", facts, "-s", store, "--json").stdout)
    assert again == {
        "store": str(store),
        "conversations": [{"owner": "default", "conversation": None, "added": 0, "known": 3}],
    }
    piped = run("bring", "-", "-s", store, "--json", given=FACTS.replace("Porto", "Lisbon"))
    assert json.loads(piped.stdout)["conversations"][0] == again["conversations"][0] | {"added": 2, "known": 1}


def test_memos_are_listed_with_time_and_sources(run: Run, store: Path, facts: Path) -> None:
    """A line each over the text, in at most 80 columns; a kind can be picked, JSON holds all."""
    assert "no memos; `convograph bring FILE` stores some" in run("memos", "-s", store, exits=1).stderr
    run("bring", facts, "-s", store)
    lines = [line.rstrip() for line in run("memos", "-s", store).stdout.splitlines()]
    assert lines == [
        "fact  2024-03-01 18:30  chat#1:1",
        "    Ben lives in Porto.",
        "fact  2024-05-01 10:00  chat#1:0",
        "    [bold]Miso[/bold] is a cat.",
        "summary  2024-04-02 09:00  chat#2:0, chat#2:1",
        "    Piano and rain in Porto.",
    ]
    assert run("memos", "-s", store, "--kind", "summary").stdout.startswith("summary")
    found = json.loads(run("memos", "-s", store, "--kind", "fact", "--json").stdout)["memos"]
    assert [memo["turns"][0]["id"] for memo in found] == ["chat#1:1", "chat#1:0"]
    assert "'rumour'; there are summary, fact, insight" in error_of(
        run("memos", "-s", store, "--kind", "rumour", exits=2)
    )


def test_triplets_and_events_are_listed_with_their_parts(run: Run, store: Path) -> None:
    """A triplet in words, with its own text if it has one; an event under its name and time; in JSON whole."""
    triplet = {"kind": "triplet", "head": "Ben", "relation": "lives_in", "tail": "Porto", "turns": ["chat#1:1"]}
    event = {"kind": "event", "text": "The rain begins.", "event": "[Rain]", "turns": ["chat#2:0"]}
    times: list[object] = [
        "May 2023",
        "soon",
        {"start": "2023-05-08", "end": "2023-05-09"},
        {"start": "2023-05-08T13:56"},
    ]
    given = [
        triplet,
        {**triplet, "text": "Ben is at home in Porto."},
        *({**event, "event_time": time} for time in times),
        {**event, "event": None, "triplets": [["rain", "falls on", "Porto"]]},
    ]
    run("bring", "-", "-s", store, given=json.dumps(given))
    lines = [line.strip() for line in run("memos", "-s", store, "--kind", "triplet").stdout.splitlines()]
    heading = "triplet  2024-03-01 18:30  chat#1:1"
    assert lines == [heading, "Ben —lives in→ Porto", heading, "Ben —lives in→ Porto", "Ben is at home in Porto."]
    lines = [line.strip() for line in run("memos", "-s", store, "--kind", "event").stdout.splitlines()]
    heading = "event  2024-04-02 09:00  chat#2:0"
    assert lines[:3] == [heading, "[Rain] · May 2023", "The rain begins."]
    assert lines[4:13:3] == ["[Rain] · soon", "[Rain] · 2023-05-08 to 2023-05-09", "[Rain] · 2023-05-08 13:56 to …"]
    assert lines[12:] == [heading, "The rain begins."]
    assert run("memos", "-s", store, "--all").stdout.splitlines()[-1].strip() == "rain —falls on→ Porto"
    found = json.loads(run("memos", "-s", store, "--json").stdout)["memos"]
    assert found[0]["triplets"] == [{"subject": "Ben", "relation": "lives_in", "object": "Porto"}]
    assert (found[2]["name"], found[2]["when_text"]) == ("[Rain]", "May 2023")
    assert (found[2]["when"]["start"], found[2]["when"]["grain"]) == ("2023-05-01T00:00:00", "month")
    assert re.search(
        r"^memos +triplets 2, events 5 *$", run("stats", "-o", "default", "-s", store).stdout, re.MULTILINE
    )


def test_decisions_are_listed_with_their_names(run: Run, store: Path) -> None:
    """As triplets are, with a text of their own if they have one; counted by `stats`."""
    same = {"kind": "decision", "names": ["Ben", "[Benno]"], "same": True, "turns": ["chat#1:1"]}
    run("bring", "-", "-s", store, given=json.dumps([same, {**same, "same": False, "text": "They differ."}]))
    lines = [line.strip() for line in run("memos", "-s", store, "--kind", "decision").stdout.splitlines()]
    heading = "decision  2024-03-01 18:30  chat#1:1"
    assert lines == [heading, "Ben —is→ [Benno]", heading, "Ben —is not→ [Benno]", "They differ."]
    found = json.loads(run("memos", "-s", store, "--kind", "decision", "--json").stdout)["memos"]
    assert found[0]["triplets"] == [{"subject": "Ben", "relation": "is", "object": "[Benno]"}]
    assert re.search(r"^memos +decisions 2 *$", run("stats", "-o", "default", "-s", store).stdout, re.MULTILINE)


def test_recorded_events_are_brought_to_their_conversation(run: Run, tmp_path: Path) -> None:
    """Blocks of LoCoMo's turns: the owner is the sample, the turns are those that the reader of LoCoMo named."""
    run("add", two_conversations(tmp_path))
    event = {"event": "Hello", "description": "They meet.", "sources": ["D1:1"], "triplets": []}
    blocks = [{"sample_id": name, "events": [event]} for name in ("first", "second")]
    shown = run("bring", "-", given="\n".join(json.dumps(block) for block in blocks)).stdout
    assert re.search(r"│ first +│ +1 │ +0 │", shown)
    assert run("memos", "-o", "second", "--kind", "event").stdout.split()[-4:] == [
        "second#D1:1",
        "Hello",
        "They",
        "meet.",
    ]


def test_many_memos_and_many_sources_are_cut(run: Run, store: Path) -> None:
    """Of 20 memos 15 are listed, of 4 turns 3, of a text 240 characters; --all lists every memo, and whole."""
    turns = ["chat#1:0", "chat#1:1", "chat#2:0", "chat#2:1"]
    memos = [{"kind": "insight", "text": f"Thought {number}.", "turns": turns} for number in range(20)]
    run("bring", "-", "-s", store, given=json.dumps(memos))
    shown = run("memos", "-s", store).stdout
    assert "chat#1:0, chat#1:1, chat#2:0 and 1 more turn" in shown
    assert (shown.count("Thought"), shown.splitlines()[-1].strip()) == (15, "… 5 more (--all lists them)")
    assert run("memos", "-s", store, "--all").stdout.count("Thought") == 20
    long = {"kind": "summary", "text": "word " * 60 + "end.", "session": "chat#1"}
    run("bring", "-", "-s", store, given=json.dumps(long))
    shown = run("memos", "-s", store, "--kind", "summary").stdout
    assert (shown.count("word"), " ".join(shown.split())[-6:]) == (48, "word …")
    assert run("memos", "-s", store, "--kind", "summary", "--all").stdout.count("word") == 60


def test_memos_of_several_conversations_go_to_the_owners_of_their_names(run: Run, tmp_path: Path) -> None:
    """As `add` does; one can be picked; an owner without a memory is an error before anything is stored."""
    path = two_conversations(tmp_path)
    samples = json.loads(path.read_text(encoding="utf-8"))
    for sample in samples:
        sample["session_summary"] = {"session_1_summary": f"About {sample['sample_id']}."}
        sample["observation"] = {"session_1_observation": {"Ana": [["A fact.", "D1:1"]]}}
    path.write_text(json.dumps(samples), encoding="utf-8")
    run("add", path, "--conversation", "second")
    run("forget", "-o", "second", "--owner-and-all", "--yes")
    run("add", path, "--conversation", "second", "-o", "second")
    failed = error_of(run("bring", path, exits=4))
    assert "no memory of 'first'; add the conversation first, or choose others with --conversation" in failed
    run("memos", "-o", "second", exits=1)
    run("bring", path, "--conversation", "second")
    assert run("memos", "-o", "second").stdout.count("second#D1:1") == 2
    assert "the file has first, second" in error_of(run("bring", path, "--conversation", "third", exits=2))
    run("add", path)
    shown = run("bring", path).stdout
    assert re.search(r"│ first +│ +2 │ +0 │", shown)
    assert re.search(r"│ second +│ +0 │ +2 │", shown)
    assert re.search(r"│ total +│ +2 │ +2 │", shown)
    run("add", path, "-o", "all")
    assert json.loads(run("bring", path, "-o", "all", "--json").stdout)["conversations"][1]["owner"] == "all"


def test_memos_that_cannot_be_stored_are_named(run: Run, store: Path, facts: Path) -> None:
    """No store, a turn that is not there, no memos at all: one line each, and nothing is stored."""
    assert "there is no store at" in error_of(run("bring", facts, "-s", "typo.db", exits=4))
    assert not Path("typo.db").exists()
    strange = FACTS.replace("chat#1:0", "chat#9:9")
    failed = error_of(run("bring", "-", "-s", store, given=strange, exits=4))
    assert "rests on a turn that is not stored: 'chat#9:9'; add the conversation first" in failed
    assert "stdin: holds no memos" in error_of(run("bring", "-", "-s", store, given="[]", exits=2))
    assert "nowhere.json" in error_of(run("bring", "nowhere.json", "-s", store, exits=2))
    run("memos", "-s", store, exits=1)


def test_recall_shows_memos_under_the_hits(run: Run, store: Path, facts: Path) -> None:
    """With place, score, kind, time and sources, in JSON the ids of these; they are harmless to the terminal."""
    run("bring", facts, "-s", store)
    options = ("recall", "Where does Ben live, in Porto?", "-s", store, "-a", "sgmem-tmf", "-k", "1")
    lines = [line.rstrip() for line in run(*options).stdout.splitlines()]
    assert re.fullmatch(r" 1  1\.\d\d  summary  2024-04-02 09:00  chat#2:0, chat#2:1", lines[3])
    assert lines[4:6] == ["    Piano and rain in Porto.", ""]
    assert re.fullmatch(r" 1  1\.\d\d  fact  2024-03-01 18:30  chat#1:1", lines[6])
    assert lines[7:] == ["    Ben lives in Porto."]
    found = json.loads(run(*options, "--json").stdout)
    texts = {turn["id"]: turn["text"] for turn in found["turns"]}
    assert [(memo["kind"], texts[memo["turns"][0]]) for memo in found["memos"]] == [
        ("summary", "The piano lessons begin on Friday."),
        ("fact", "I moved to Porto last week."),
    ]
    shown = run("recall", "Miso cat", "-s", store, "-a", "rag-tf", "--explain").stdout
    assert "[bold]Miso[/bold] is a cat." in shown
    assert "\x9b" not in shown


def test_a_context_cites_its_memos(run: Run, store: Path, facts: Path) -> None:
    """Behind the dialogue, with numbers that go on; what they rest on is on the standard error, and in JSON."""
    run("bring", facts, "-s", store)
    options = ("context", "Where does Ben live, in Porto?", "-s", store, "-a", "sgmem-tmf", "-k", "1")
    packed = run(*options)
    assert packed.stdout.endswith(
        "summaries\n[2] 2024-04-02 09:00: Piano and rain in Porto.\n\n"
        "facts\n[3] 2024-03-01 18:30: Ben lives in Porto.\n"
    )
    assert "1 turn from 1 hit, 2 of 2 memos" in " ".join(packed.stderr.split())
    assert "[3] fact, from chat#1:1" in packed.stderr
    cited = json.loads(run(*options, "--json").stdout)["memo_citations"]
    assert [(one["number"], one["memo"]["kind"]) for one in cited] == [(2, "summary"), (3, "fact")]
    tight = run(*options, "--budget", "9", exits=1)
    assert "none of 1 hit and 2 memos fits into 9 tokens" in tight.stderr


def test_stats_count_memos_by_kind(run: Run, store: Path, facts: Path) -> None:
    """And name the layers over them."""
    assert not re.search("^memos ", run("stats", "-o", "default", "-s", store).stdout, re.MULTILINE)
    run("bring", facts, "-s", store)
    shown = run("stats", "-o", "default", "-s", store, "-a", "sgmem-tf").stdout
    assert re.search(r"^memos +summaries 1, facts 2 *$", shown, re.MULTILINE)
    assert re.search(r"^layer memos-fact +2 items *$", shown, re.MULTILINE)
    assert json.loads(run("stats", "-o", "default", "-s", store, "--json").stdout)["memos"] == {"summary": 1, "fact": 2}


def test_memos_travel_with_an_export(run: Run, store: Path, facts: Path) -> None:
    """Out, into another store, and out again: the same bytes."""
    run("bring", facts, "-s", store)
    exported = run("export", "-s", store).stdout_bytes
    assert "3 memos added, 0 known" in run("import", "-", "-s", "copy.db", given=exported).stdout
    assert run("export", "-s", "copy.db").stdout_bytes == exported
    assert "0 memos added, 3 known" in run("import", "-", "-s", "copy.db", given=exported).stdout


def test_schemas_are_printed(run: Run) -> None:
    """As JSON; without a name that of a memo; an unknown name is an error that lists the others."""
    memo = json.loads(run("schema").stdout)
    assert memo == json.loads(run("schema", "memo").stdout)
    assert memo["$defs"]["statement"]["properties"]["kind"]["enum"] == ["summary", "fact", "insight"]
    for name in ("triplet", "event", "decision"):
        alone = json.loads(run("schema", name).stdout)
        assert {key: alone[key] for key in alone if key != "$schema"} == memo["$defs"][name]
        assert alone["properties"]["kind"]["const"] == name
    assert json.loads(run("schema", "session").stdout)["title"] == "session"
    failed = error_of(run("schema", "plan", exits=2))
    assert failed == "error: no schema is called 'plan'; there are memo, triplet, event, decision, turn, session"
