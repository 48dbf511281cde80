"""Commands that maintain a memory: `forget`, `export`, `reencode`."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from time import perf_counter
from typing import Annotated

import typer
from rich.table import Table

from convograph.cli.app import LOOK, WRITE, command
from convograph.cli.console import (
    STANDARD_INPUT,
    ask_first,
    counted,
    errors,
    output,
    print_json,
    print_line,
    progress_bar,
    shown,
    write_exactly,
)
from convograph.cli.exit_codes import NOTHING_FOUND
from convograph.cli.options import Common, existing, opened
from convograph.errors import InputError
from convograph.graph.turns import speaker_key
from convograph.memory import ForgetOptions, Memory
from convograph.memory.moments import first_moment
from convograph.times import show_moment
from convograph.types import ForgetReport, Proof


@command(
    WRITE,
    "convograph forget --turn 'chat#3:7'",
    "convograph forget --session 'chat#3' --yes",
    "convograph forget --speaker Cal",
    "convograph forget --before '90 days ago' --yes",
    "convograph forget -o ana --owner-and-all",
)
def forget(
    common: Common,
    *,
    turn: Annotated[str | None, typer.Option(metavar="ID", help="One turn.")] = None,
    session: Annotated[str | None, typer.Option(metavar="ID", help="All turns of a session.")] = None,
    speaker: Annotated[str | None, typer.Option(metavar="NAME", help="Every turn of a speaker.")] = None,
    before: Annotated[
        str | None, typer.Option(metavar="TIME", help="All that was said earlier; what has no time stays.")
    ] = None,
    owner_and_all: Annotated[bool, typer.Option("--owner-and-all", help="The owner and the whole memory.")] = False,
    prove: Annotated[bool, typer.Option("--prove", help="Search file, log and memory for what is left.")] = False,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask for confirmation.")] = False,
) -> None:
    """Remove turns permanently, with everything derived from them.

    Give exactly one of the first five options. Memos with any of the turns among their sources go too, and the bytes in
    the file are overwritten. Forgotten turns stay forgotten when their session is added again, as long as other turns
    of it are left; `add --replace` restores it. What is damaged goes too, where it can be told; a warning names what is
    left. On a terminal it asks for confirmation; elsewhere --yes is required, unless there is nothing to forget.
    """
    names = {"turn": turn, "session": session, "speaker": speaker, "before": before}
    named = [(what, name) for what, name in names.items() if name is not None]
    if len(named) + owner_and_all != 1:
        raise InputError("give exactly one of --turn, --session, --speaker, --before and --owner-and-all")
    moment = None if before is None else first_moment(before, datetime.now())
    with existing(common, "change") as memory:
        what = f"{_meant(memory, *named[0], moment)} of" if named else "all of"
        what = f"{what} {memory.owner!r}"
        owner = memory.owner if owner_and_all else None
        given = ForgetOptions(turn=turn, session=session, speaker=speaker, before=moment, owner=owner)
        if not yes:
            turns = memory.would_forget(**given)
            case = ", whatever the case of the name" if speaker is not None else ""
            told = f" ({counted(turns, 'turn')}{case})" if speaker is not None or moment is not None else ""
            ask_first(
                f"Forget {what} in {memory.location} permanently{told}?",
                reason=f"forgetting {what}{told} cannot be undone",
                otherwise="nothing was forgotten",
            )
        report = memory.forget(prove=prove, **given)
    if common.as_json:
        print_json(report)
    else:
        _show_forgotten(what, report)
        if moment is not None:
            print_line("turns without a time were left")
    if report.proof and report.proof.left:
        raise typer.Exit(NOTHING_FOUND)


@command(
    LOOK,
    "convograph export backup.jsonl",
    "convograph export --content-only | gzip > memory.jsonl.gz",
)
def export(
    common: Common,
    file: Annotated[
        Path | None, typer.Argument(metavar="FILE", help="The file to write; standard output when absent, or -.")
    ] = None,
    content_only: Annotated[
        bool, typer.Option("--content-only", help="Leave out the times at which turns were stored.")
    ] = False,
    skip_damaged: Annotated[
        bool, typer.Option("--skip-damaged", help="Leave out what is damaged instead of failing.")
    ] = False,
) -> None:
    """Write turns and memos as JSON Lines.

    An earlier export is replaced, and no other file. `convograph import` restores it. The same content gives the same
    bytes. Derived data is left out: an import derives it again.
    """
    if file is not None and str(file) == STANDARD_INPUT:
        file = None
    if common.as_json and file is None:
        raise InputError("--json reports on an export to a FILE; without FILE, the export itself goes to the output")
    with existing(common) as memory:
        target = write_exactly if file is None else file
        lines = memory.export_to(target, content_only=content_only, skip_damaged=skip_damaged)
    if common.as_json:
        print_json({"file": str(file), "lines": lines})
    elif file is not None:
        output().print(shown(f"{counted(lines, 'line')} in {file}"), soft_wrap=True)


@command(
    WRITE,
    "convograph reencode --encoder sentence-transformers:all-MiniLM-L6-v2",
    "convograph reencode --encoder static -o ana",
)
def reencode(common: Common) -> None:
    """Rebuild the memory with another encoder.

    --encoder names it. All owners change to it, or --owner alone. After an interruption, the same command resumes.
    """
    if common.encoder is None:
        raise InputError("name the new encoder: --encoder static, or --encoder sentence-transformers:MODEL")
    done: dict[str, float] = {}
    with (opened if common.owner is None else existing)(common, "change") as memory:
        for owner in [memory.owner] if common.owner is not None else memory.owners():
            started = perf_counter()
            _reencode(memory.for_owner(owner))
            done[owner] = perf_counter() - started
        name = memory.architecture.encoder.name
    if common.as_json:
        print_json({"encoder": name, "owners": done})
    else:
        print_line(f"Encoded with {name}")
        output().print(_seconds_table(done))


def _meant(memory: Memory, what: str, name: str, moment: datetime | None) -> str:
    """A description of what will be forgotten; a speaker is shown in all stored spellings, as case is ignored."""
    if moment is not None:
        return f"what was said before {show_moment(moment)}"
    listed = (speaker for one in memory.sessions() for speaker in one.speakers) if what == "speaker" else ()
    spellings = dict.fromkeys(one for one in listed if speaker_key(one) == speaker_key(name))
    return f"the {what} {', also '.join(map(repr, spellings or [name]))}"


def _show_forgotten(what: str, report: ForgetReport) -> None:
    print_line(
        f"forgot {what}: {counted(report.turns, 'turn')}, {counted(report.items, 'item')} derived from them"
        f"{', ' + counted(report.memos, 'memo') + ' about them' if report.memos else ''}; "
        f"sessions left without a turn: {report.sessions:,}"
    )
    if report.scrubbed:
        print_line("the file was scrubbed: the forgotten text is overwritten")
    else:
        errors().print(
            "removed, not yet scrubbed: another process is reading the store; the next command that writes and can, or "
            "`convograph scrub`, completes it",
            style="yellow",
            soft_wrap=True,
        )
    if report.proof:
        _show_proof(report.proof)


def _show_proof(proof: Proof) -> None:
    files = ", ".join(f"{name} ({size:,} bytes)" for name, size in proof.searched.items())
    print_line(
        f"searched {files} and {counted(proof.snapshots, 'snapshot')} in memory for {counted(proof.words, 'word')}, "
        f"{proof.hashes:,} hashes of search terms and {counted(proof.vectors, 'vector')}; "
        f"{proof.kept_elsewhere:,} of them are kept with other turns"
    )
    for one in proof.left:
        print_line(f"left: {one}")
    if not proof.left:
        print_line("nothing else is left of them")


def _reencode(memory: Memory) -> None:
    with progress_bar(memory.owner) as progress:
        memory.reencode(memory.architecture.encoder, progress=progress)


def _seconds_table(done: dict[str, float]) -> Table:
    table = Table("owner")
    table.add_column("seconds", justify="right")
    for owner, seconds in done.items():
        table.add_row(shown(owner), f"{seconds:.2f}")
    return table
