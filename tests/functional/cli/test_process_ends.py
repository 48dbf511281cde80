"""Commands as processes: defects, signals, closed pipes, full disks, and stores that several share."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from convograph.cli.commands import app
from convograph.cli.defects import Debug, DefectGroup
from convograph.memory import Memory
from support.shell import Run, process


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
