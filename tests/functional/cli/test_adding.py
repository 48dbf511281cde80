"""Commands that store and write conversations: `add`, `import`, `export`."""

from __future__ import annotations

import gzip
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from faults.fuzzing.samples import zipped
from support.chat_files import ANA_AND_BEN, two_conversations
from support.shell import Run, error_of


def test_exports_and_pages_are_for_their_owner(run: Run, store: Path, tmp_path: Path) -> None:
    """Mode 0600, also over a file that others could read; a device is not replaced by a file."""
    for number, command in enumerate((["export"], ["show", "--html"])):
        out = tmp_path / str(number)
        out.touch()
        out.chmod(0o644)
        run(*command, out, "-s", store)
        assert out.stat().st_mode & 0o777 == 0o600
        assert len(out.read_text()) > 100
    assert not list(tmp_path.glob("*.part")) + list(tmp_path.glob(".*.part"))
    assert "is no regular file" in run("export", "/dev/null", "-s", store, exits=2).stderr
    assert not Path("/dev/null").is_file()


def test_adding_tells_what_is_new_and_what_is_known(run: Run, chat: Path) -> None:
    """The second time, all four turns are known."""
    first = json.loads(run("add", chat, "--json").stdout)["conversations"][0]
    second = json.loads(run("add", chat, "--json").stdout)["conversations"][0]
    assert (first["owner"], first["added"], first["known"]) == ("default", 4, 0)
    assert (second["owner"], second["added"], second["known"]) == ("default", 0, 4)
    assert [session["id"] for session in first["report"]["sessions"]] == ["chat#1", "chat#2"]


def test_the_table_of_an_addition_fits_and_counts(run: Run, chat: Path) -> None:
    """Owner, format, sessions, turns added and known stand in one row of at most 80 columns."""
    shown = run("add", chat, "-o", "ana").stdout
    assert re.search(r"│ ana +│ transcript │ +2 │ +4 │ +0 │", shown)
    assert max(map(len, shown.splitlines())) <= 80


def test_standard_input_is_named_by_its_contents(run: Run) -> None:
    """The same text twice is known, another text is another session."""
    for text, added in (("Ana: Hello.", 1), ("Ana: Hello.", 0), ("Ana: Goodbye.", 1)):
        report = json.loads(run("add", "-", "--json", given=text).stdout)["conversations"][0]
        assert report["added"] == added


def test_a_conflict_in_a_file_of_several_sessions_leads_to_replace(run: Run, chat: Path) -> None:
    """None of them alone could begin behind what is stored."""
    run("add", chat)
    chat.write_text(chat.read_text(encoding="utf-8").replace("Ana", "Anna"), encoding="utf-8")
    failed = error_of(run("add", chat, exits=2))
    assert failed.endswith(
        "; --replace forgets all that is stored of this session, also turns that the file lacks, and stores the file's"
    )
    run("add", chat, "--replace")


@pytest.mark.parametrize(
    "data",
    [
        "Ana: Hello.".encode("utf-16"),
        gzip.compress(b"Ana: Hello.", mtime=0),
        zipped({"_chat.txt": "[31.12.23, 23:59:01] Ana: Hello."}),
    ],
)
def test_standard_input_may_be_packed_and_encoded_as_a_file(data: bytes, tmp_path: Path) -> None:
    """UTF-16 with its mark, gzip, and a zip; again, it is known."""
    command = [sys.executable, "-m", "convograph", "add", "-", "--json", "-s", tmp_path / "store.db"]
    for added, known in ((1, 0), (0, 1)):
        done = subprocess.run(command, input=data, capture_output=True, check=True, timeout=60)
        (report,) = json.loads(done.stdout)["conversations"]
        assert (report["added"], report["known"]) == (added, known)


def test_two_files_may_number_their_turns_alike(run: Run, tmp_path: Path) -> None:
    """Each number counts in its file; again, all is known."""
    files = [tmp_path / "tea.json", tmp_path / "books.json"]
    for file in files:
        file.write_text(json.dumps([{"id": 102, "speaker": "Ana", "text": f"About {file.stem}."}]), encoding="utf-8")
    for added, known in ((1, 0), (0, 1)):
        reports = json.loads(run("add", *files, "--json").stdout)["conversations"]
        assert [(one["added"], one["known"]) for one in reports] == [(added, known)] * 2


def test_a_file_without_a_word_stops_no_others(run: Run, chat: Path, tmp_path: Path) -> None:
    """It is named below the report; alone, it is an error."""
    blank = tmp_path / "blank.json"
    blank.write_text('[{"role": "user", "content": ""}]', encoding="utf-8")
    assert error_of(run("add", blank, exits=2)) == f"error: {blank}: has no turns; give at least one with a text"
    report = json.loads(run("add", blank, chat, "--json").stdout)
    assert report["empty_files"] == [str(blank)]
    assert [(one["format"], one["added"]) for one in report["conversations"]] == [("transcript", 4)]
    shown = "".join(run("add", chat, blank).stdout.split())  # a path may be broken anywhere
    assert "blank.json:nothingissaidinit,sonothingofitwasstored" in shown


def test_an_id_that_another_session_has_leads_to_another_id(run: Run, tmp_path: Path) -> None:
    """Nothing that is forgotten of its own session would help."""
    for name in ("one", "two"):
        (tmp_path / f"{name}.json").write_text(json.dumps([{"role": "user", "content": name, "id": "m-1"}]))
    run("add", tmp_path / "one.json")
    failed = error_of(run("add", tmp_path / "two.json", exits=2))
    assert "the turn id 'm-1' is stored already" in failed
    assert failed.endswith("give the turn another id, or none")


def test_a_single_session_takes_an_id_and_a_time(run: Run) -> None:
    """--session and --said name and date what came without."""
    run("add", "-", "--session", "walk", "--said", "2024-05-01 10:00", given="Ana: Hello.")
    lines = [json.loads(line) for line in run("export").stdout.splitlines()]
    assert lines[1]["session"] == "walk"
    assert lines[1]["said"]["local"] == "2024-05-01 10:00:00"


def test_a_session_id_for_several_sessions_is_refused(run: Run, chat: Path) -> None:
    """--session cannot name two sessions, and nothing is stored."""
    failed = run("add", chat, "--session", "walk", exits=2)
    assert (
        error_of(failed) == "error: --session, --said and --first-ordinal apply to a single session, and 2 were given"
    )
    assert not Path("memory.db").exists()


def test_several_conversations_go_to_owners_of_their_names(run: Run, tmp_path: Path) -> None:
    """Without --owner each conversation has its own memory, and the report says so."""
    shown = run("add", two_conversations(tmp_path)).stdout
    assert "each went to the owner of its name" in " ".join(shown.split())
    assert run("owners").stdout == "first\nsecond\n"


def test_a_named_owner_takes_all_conversations(run: Run, tmp_path: Path) -> None:
    """With --owner there is one memory, with both conversations."""
    shown = run("add", two_conversations(tmp_path), "-o", "all").stdout
    assert "each went" not in shown
    assert json.loads(run("owners", "--json").stdout) == {"owners": ["all"]}
    assert json.loads(run("stats", "-o", "all", "--json").stdout)["turns"] == 2


def test_conversations_can_be_picked(run: Run, tmp_path: Path) -> None:
    """--conversation takes one of several; a name that is not there is an error that lists what is."""
    run("add", two_conversations(tmp_path), "--conversation", "second")
    assert run("owners").stdout == "second\n"
    failed = run("add", two_conversations(tmp_path), "--conversation", "third", exits=2)
    assert error_of(failed) == "error: no conversation is called 'third'; the file has first, second"


def test_another_text_under_a_stored_session_is_refused_until_replaced(run: Run, chat: Path, store: Path) -> None:
    """The error offers --replace, which puts the new text in the old one's place."""
    chat.write_text(ANA_AND_BEN.replace("Miso", "Mango"), encoding="utf-8")
    assert "--replace" in error_of(run("add", chat, "-s", store, exits=2))
    run("add", chat, "-s", store, "--replace")
    assert "Mango" in run("export", "-s", store).stdout
    assert "Miso" not in run("export", "-s", store).stdout


def test_forgotten_turns_stay_so_until_replaced(run: Run, chat: Path, store: Path) -> None:
    """Adding again counts them, in JSON and in the table, which names the way back; --replace is that way."""
    run("forget", "-s", store, "--yes", "--turn", "chat#1:0")
    again = json.loads(run("add", chat, "-s", store, "--json").stdout)["conversations"][0]
    assert (again["added"], again["known"], again["forgotten"]) == (0, 3, 1)
    shown = " ".join(run("add", chat, "-s", store).stdout.split())
    assert re.search(r"│ default +│ transcript │ +2 │ +0 │ +3 │ +1 │", shown)
    assert "1 turn was forgotten before and stays so; `add --replace` restores the whole session" in shown
    back = run("add", chat, "-s", store, "--replace").stdout
    assert "forgotten before" not in back
    assert "Miso" in run("export", "-s", store).stdout


def test_a_session_grows_by_its_newest_turns(run: Run) -> None:
    """--first-ordinal says where they begin; a gap before them is refused."""
    run("add", "-", "--session", "walk", given="Ana: One.\nBen: Two.")
    grown = run("add", "-", "--session", "walk", "--first-ordinal", "2", "--json", given="Ana: Three.")
    assert json.loads(grown.stdout)["conversations"][0]["added"] == 1
    assert [json.loads(line).get("text") for line in run("export").stdout.splitlines()][2:] == [
        "One.",
        "Two.",
        "Three.",
    ]
    run("add", "-", "--session", "walk", "--first-ordinal", "9", exits=2, given="Ana: Ten.")
    failed = run("add", "-", "--first-ordinal", "2", exits=2, given="Ana: Three.")
    assert error_of(failed) == "error: which session grows is not known; give its id with --first-ordinal=2"


def test_a_name_that_is_called_like_a_parameter_stays_in_a_message(run: Run, tmp_path: Path) -> None:
    """A session's id, and a file's path; the remedy behind it names the option all the same."""
    session = ("add", "-", "--session", "first_ordinal; replace=True")
    run(*session, given="Ana: One.\nBen: Two.")
    failed = error_of(run(*session, exits=2, given="Ana: Other.\nBen: Two."))
    assert "session 'first_ordinal; replace=True'" in failed
    assert failed.endswith(
        "; --first-ordinal=2 adds all of these behind it, --replace forgets all that is stored of this session, also "
        "turns that the file lacks, and stores the file's"
    )
    failed = error_of(run(*session, "--first-ordinal", "1", "--replace", exits=2, given="Ben: Other."))
    assert "session 'first_ordinal; replace=True' is replaced as a whole" in failed
    assert failed.endswith("; give all of its turns, without --first-ordinal")
    taken = tmp_path / "overwrite=True.db"
    run("backup", taken)
    failed = error_of(run("backup", taken, exits=2))
    assert failed == f"error: {taken} exists already; name another file, or pass --overwrite"


def test_the_table_of_many_owners_is_cut(run: Run, tmp_path: Path) -> None:
    """Of 32 owners, 30 have a row; the rest are counted, and the total is that of all."""
    (sample,) = json.loads(two_conversations(tmp_path).read_text(encoding="utf-8"))[:1]
    many = tmp_path / "many.json"
    many.write_text(json.dumps([sample | {"sample_id": f"pair-{number:02}"} for number in range(32)]), encoding="utf-8")
    shown = run("add", many).stdout
    assert re.findall(r"pair-\d\d", shown) == [f"pair-{number:02}" for number in range(30)]
    assert re.search(r"│ … 2 more +│", shown)
    assert re.search(r"│ total +│ +│ +32 │ +32 │ +0 │", shown)


def test_bad_input_is_named(run: Run) -> None:
    """A missing file, bytes that are no text and an unknown format: exit code 2 and one line each."""
    assert "nowhere.txt" in error_of(run("add", "nowhere.txt", exits=2))
    assert "byte 0xfd at offset 2 is not UTF-16" in error_of(run("add", "-", exits=2, given=b"\xff\xfe\xfd"))
    assert "no format 'yaml'" in error_of(run("add", "-", "--format", "yaml", exits=2, given="Ana: Hi."))


def test_export_and_import_come_back_to_the_same_bytes(run: Run, store: Path) -> None:
    """To a file, into another store, and out to the standard output."""
    assert "lines in backup.jsonl" in run("export", "backup.jsonl", "-s", store).stdout
    run("import", "backup.jsonl", "-s", "copy.db")
    again = run("export", "-s", "copy.db").stdout_bytes
    assert again == Path("backup.jsonl").read_bytes()
    report = json.loads(run("import", "-", "-s", "copy.db", "--json", given=again).stdout)["conversations"][0]
    assert (report["added"], report["known"]) == (0, 4)
