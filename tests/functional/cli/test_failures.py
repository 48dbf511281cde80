"""What commands refuse, in which words and with which exit code."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from convograph.errors import ReadOnlyError
from convograph.memory import Memory
from support.chat_files import ANA_AND_BEN, PADLOCK
from support.shell import Run, error_of


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


@pytest.mark.parametrize("command", [("stats",), ("recall", PADLOCK), ("add", "chat.txt")])
def test_a_command_keeps_nothing_in_memory(run: Run, tmp_path: Path, command: tuple[str, ...]) -> None:
    """What ends with the command is no store for it; nothing is made under the name."""
    (tmp_path / "chat.txt").write_text("Ana: My cat is called Miso.\n", encoding="utf-8")
    found = run(*command, "--store", ":memory:", exits=2)
    assert "would be gone when the command ends; name a file with --store" in " ".join(found.output.split())
    assert not (tmp_path / ":memory:").exists()
