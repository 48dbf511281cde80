"""`convograph parse`, and what other commands do with syntax and languages."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import convograph
from support.shell import Run

SAYING = "I went to Porto with my sister Maria last week. im allergic to cats"


def test_what_is_seen_is_shown(run: Run) -> None:
    """Mentions by kind, times in absolute terms, triplets, events; the tree on request."""
    options = ("--speaker", "Ana", "--to", "Ben", "--said", "2023-05-08")
    shown = " ".join(run("parse", SAYING, *options).stdout.split())
    for part in ("place Porto", "last week week of 1 May 2023", "Ana visited Porto", "Ana be allergic to cats"):
        assert part in shown
    assert "nsubj" not in shown
    assert "nsubj" in run("parse", SAYING, *options, "--words").stdout


def test_as_json_everything_has_its_characters(run: Run) -> None:
    """From standard input too; each mention is the text at its place."""
    seen = json.loads(run("parse", "-", "--speaker", "Ana", "--json", given=SAYING).stdout)
    mentions = seen["reading"]["mentions"]
    assert {"Porto", "Ana", "cats"} <= {each["name"] for each in mentions}
    assert all(SAYING[each["start"] : each["end"]] == each["text"] for each in mentions)
    assert [each["text"] for each in seen["times"]] == ["last week"]
    assert seen["times"][0]["when"] is None  # nobody said when it was said
    (went, *_) = seen["reading"]["triplets"]
    assert {key: went[key] for key in list(went)[3:]} == {
        **{"subject": "Ana", "relation": "visited", "object": "Porto", "phrase": "go to"},
        **{"subject_kind": "person", "object_kind": "place", "tense": "past", "negated": False, "modality": None},
        "hypothetical": False,
    }
    assert seen["reading"]["events"][0]["triplets"][0] == went


def test_you_is_whom_it_is_said_to(run: Run) -> None:
    """With --to; without, "you" is nobody."""
    assert "Ben should try yoga" in " ".join(run("parse", "You should try yoga.", "--to", "Ben").stdout.split())
    assert "triplets" not in run("parse", "You should try yoga.").stdout


def test_another_language_has_names_and_says_that_it_has_no_syntax(run: Run) -> None:
    """Names by their capitals; a language that nobody knows is refused with those that there are."""
    result = run("parse", "Gestern war Anna in Berlin.", "--language", "german")
    assert "no parser for german" in result.stderr
    assert "Anna" in result.stdout.split("mentions")[1]
    assert "no stemmer for 'klingon'" in run("parse", "nuqneH", "--language", "klingon", exits=2).stderr


@pytest.mark.parametrize(
    ("text", "exits", "says"), [("   ", 2, "blank"), ("...", 1, ""), ("x" * 1_100_000, 2, "bytes"), ("a\x00b", 2, "")]
)
def test_rubbish_is_one_clear_error(run: Run, text: str, exits: int, says: str) -> None:
    """Blank, nothing to see, huge, control characters: no traceback."""
    result = run("parse", "-", exits=exits, given=text.encode())
    assert says in result.stderr
    assert "Traceback" not in result.output


def test_a_store_keeps_the_language_that_it_was_made_with(run: Run, tmp_path: Path) -> None:
    """Words meet by German endings, also when the language is not named again."""
    chat = tmp_path / "chat.txt"
    chat.write_text("Anna: Die Häuser am Fluss sind alt.\nBernd: Ja.\n", encoding="utf-8")
    store = tmp_path / "deutsch.db"
    run("add", chat, "-s", store, "--language", "german")
    with convograph.open(store) as memory:
        assert memory.architecture.analyzer.language == "german"
        (hit, *_) = memory.recall("Welches Haus?").hits
        assert hit.evidence[0].reason.words == ("häuser",)
    assert run("recall", "Welches Haus?", "-s", store).exit_code == 0
    assert "was made for german, not for english" in run("stats", "-s", store, "--language", "english", exits=2).stderr


def test_glong_says_that_it_has_no_syntax_of_a_language(run: Run, tmp_path: Path) -> None:
    """It can only find what is brought."""
    chat = tmp_path / "chat.txt"
    chat.write_text("Anna: Die Häuser am Fluss sind alt.\nBernd: Ja.\n", encoding="utf-8")
    added = run("add", chat, "-s", tmp_path / "de.db", "--language", "german", "-a", "glong")
    assert "no parser for german: glong has only the triplets that were imported as memos" in added.stderr


def test_forgetting_counts_memos_and_exports_go_to_the_output(run: Run, tmp_path: Path) -> None:
    """What was about the turn is named; `-` is the standard output."""
    chat = tmp_path / "chat.txt"
    chat.write_text("Anna: I have a cat.\nBen: Nice.\n", encoding="utf-8")
    store = tmp_path / "memos.db"
    run("add", chat, "-s", store, "--session", "s")
    memo = json.dumps([{"kind": "triplet", "subject": "Anna", "relation": "has", "object": "cat", "turns": ["s:0"]}])
    run("bring", "-", "-s", store, given=memo)
    assert run("export", "-", "-s", store).stdout.startswith('{"format"')
    assert "1 memo about them" in run("forget", "--turn", "s:0", "--yes", "-s", store).stdout


def test_glong_remembers_and_explains(run: Run, tmp_path: Path) -> None:
    """Parsed in two processes, recalled by triplets, explained by anchor, edge and the parts of the score."""
    chat = tmp_path / "chat.txt"
    chat.write_text(
        "[2023-05-08 10:00] Ana: We adopted a dog, Bruno.\n[2023-05-08 10:01] Ben: I play the violin.\n",
        encoding="utf-8",
    )
    store = tmp_path / "glong.db"
    run("add", chat, "-s", store, "-a", "glong", "--processes", "2")
    shown = " ".join(run("recall", "Who plays an instrument?", "-s", store, "-a", "glong", "--explain").stdout.split())
    assert "Ben —play→ violin" in shown
    assert "semantic" in shown
    assert "importance" in shown
    assert "recency" in shown
