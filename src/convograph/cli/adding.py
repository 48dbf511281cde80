"""Commands that put conversations into a memory: `add`, `import`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Annotated, Any, Final

import typer

from convograph.cli.additions import Added, added_view
from convograph.cli.app import WRITE, command
from convograph.cli.json_output import jsonable, print_json
from convograph.cli.opening import opened
from convograph.cli.options import Common
from convograph.cli.output import counted, output, progress_bar, shown
from convograph.cli.standard_input import STANDARD_INPUT, stream_text
from convograph.errors import InputError
from convograph.formats import FORMATS, read_file, read_text
from convograph.memory import Memory
from convograph.memory.derivation import Progress
from convograph.types import Conversation, Session

_STREAM: Final = "stdin"


@dataclass(frozen=True, slots=True)
class Given:
    """A conversation as a file gave it, and the owner that the file makes it belong to (`None`: the default)."""

    file: str
    conversation: Conversation
    owner: str | None


@dataclass(frozen=True, slots=True)
class Naming:
    """What the command line says about the only session given: its id, its time, the place of its first turn."""

    session: str | None = None
    said: str | None = None
    first_ordinal: int = 0


@command(
    WRITE,
    "convograph add chat.txt",
    "convograph add locomo10.json --conversation conv-26",
    "convograph add standup.json --session standup-12 --said '2024-03-01 09:30'",
    "pbpaste | convograph add - --format transcript",
)
def add(
    files: Annotated[
        list[str], typer.Argument(metavar="FILE", help="Conversations, plain, .gz or .xz; - for standard input.")
    ],
    common: Common,
    *,
    format_name: Annotated[
        str | None,
        typer.Option(
            "--format",
            metavar="NAME",
            help=f"{', '.join(FORMATS)}. [dim]\\[default: by the content][/]",
            autocompletion=lambda: list(FORMATS),
        ),
    ] = None,
    conversation: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="Only this one of a file with several; repeatable."),
    ] = None,
    session: Annotated[str | None, typer.Option(metavar="ID", help="The id of the one session given.")] = None,
    said: Annotated[str | None, typer.Option(metavar="TIME", help="When that session was said.")] = None,
    replace_stored: Annotated[
        bool, typer.Option("--replace", help="Where a stored session differs, forget it first.")
    ] = False,
    first_ordinal: Annotated[
        int,
        typer.Option(
            "--first-ordinal", metavar="N", min=0, help="With --session: the position of the first turn given, from 0."
        ),
    ] = 0,
    processes: Annotated[
        int, typer.Option(metavar="N", min=1, help="How many processes parse, for architectures that read syntax.")
    ] = 1,
) -> None:
    """Store conversations and derive their memory.

    What is stored already stays as it is, so that adding a file again adds only what is new. Each conversation of a
    file with several goes to an owner of its own name, unless --owner is given. A session from standard input is
    named by its contents, unless it has an id or --session gives one. System and developer messages, and tool calls
    without text, are left out.
    """
    given = _picked([one for file in files for one in _read(file, format_name)], conversation or [])
    naming = Naming(session, said, first_ordinal)
    _check_single(given, naming)
    with opened(common, "create", processes) as memory:
        with progress_bar("adding") as progress:
            added = [
                _add(one, _memory_for(one, memory, common), naming, replace_stored=replace_stored, progress=part)
                for one, part in zip(given, _parts(progress, given), strict=True)
            ]
        _report(memory, added, common)


@command(
    WRITE,
    "convograph import backup.jsonl",
    "convograph export -o ana | convograph import - -s other.db -o ana",
    name="import",
)
def import_(
    file: Annotated[
        str,
        typer.Argument(metavar="FILE", help="What `convograph export` wrote, plain, .gz or .xz; - for standard input."),
    ],
    common: Common,
) -> None:
    """Store what export wrote: all of it, or nothing.

    Sessions and memos that are here already, unchanged, are passed over. --owner says whose memory it becomes.
    """
    source: Path | Iterable[str] = stream_text().split("\n") if file == STANDARD_INPUT else Path(file)
    with opened(common, "create") as memory:
        started = perf_counter()
        report = memory.import_from(source)
        _report(memory, [Added(memory.owner, "export", file, report, perf_counter() - started)], common)
        if report.memos and not common.as_json and sum((report.memos.added, report.memos.known)):
            output().print(shown(f"{counted(report.memos.added, 'memo')} added, {report.memos.known:,} known"))


def _read(file: str, format_name: str | None) -> Iterator[Given]:
    if file == STANDARD_INPUT:
        conversations: Sequence[Conversation] = _read_stream(format_name)
    else:
        conversations = read_file(file, format_name)
    for one in conversations:
        yield Given(file, one, one.name if len(conversations) > 1 else None)


def _read_stream(format_name: str | None) -> Sequence[Conversation]:
    """The conversations on the standard input; sessions named after the stream lose that name.

    Every stream would give the same name; without one, the memory names a session by its contents.
    """
    return [
        replace(one, sessions=tuple(map(_without_stream_name, one.sessions)))
        for one in read_text(stream_text(), _STREAM, format_name)
    ]


def _without_stream_name(session: Session) -> Session:
    return replace(session, id=None) if session.id and session.id.startswith(f"{_STREAM}#") else session


def _memory_for(given: Given, memory: Memory, common: Common) -> Memory:
    """The memory of the owner that the file names, unless the user named one."""
    return memory if given.owner is None or common.owner is not None else memory.for_owner(given.owner)


def _add(
    given: Given,
    memory: Memory,
    naming: Naming,
    *,
    replace_stored: bool,
    progress: Progress | None,
) -> Added:
    started = perf_counter()
    report = memory.add(
        given.conversation.sessions,
        session=naming.session,
        said=naming.said,
        first_ordinal=naming.first_ordinal,
        replace=replace_stored,
        progress=progress,
    )
    return Added(memory.owner, given.conversation.name, given.file, report, perf_counter() - started)


def _parts(progress: Progress | None, given: Sequence[Given]) -> Iterator[Progress | None]:
    """For each conversation, what takes its progress as progress within all of them."""
    total = sum(_turns(one.conversation) for one in given)
    before = 0
    for one in given:
        yield None if progress is None else partial(_forward, progress, before, total)
        before += _turns(one.conversation)


def _forward(progress: Progress, before: int, total: int, done: int, _: int) -> None:
    progress(before + done, total)


def _picked(given: list[Given], names: Sequence[str]) -> list[Given]:
    check_picked(names, {one.conversation.name for one in given})
    return [one for one in given if not names or one.conversation.name in names]


def check_picked(names: Sequence[str], known: Set[str]) -> None:
    """Raise `InputError` for a name that no conversation has."""
    for name in names:
        if name not in known:
            raise InputError(f"no conversation is called {name!r:.80}; there are {', '.join(sorted(known))[:200]}")


def _check_single(given: Sequence[Given], naming: Naming) -> None:
    count = sum(len(one.conversation.sessions) for one in given)
    if count != 1 and naming != Naming():
        raise InputError(f"--session, --said and --first-ordinal are for a single session, and {count} were given")


def _turns(conversation: Conversation) -> int:
    return sum(len(session.turns) for session in conversation.sessions)


def _report(memory: Memory, added: Sequence[Added], common: Common) -> None:
    if common.as_json:
        print_json({"store": memory.location, "conversations": [_as_object(one) for one in added]})
        return
    output().print(added_view(memory.location, added))
    apart = sorted({one.file for one in added if one.owner == one.conversation and one.owner != memory.owner})
    if apart:
        output().print(
            shown(
                f"Several conversations in {', '.join(apart)}: each went to the owner of its name "
                "(--owner NAME puts all into one memory).",
                "dim",
            )
        )


def _as_object(one: Added) -> dict[str, Any]:
    report = one.report
    return {**jsonable(one), "added": report.added, "known": report.known, "forgotten": report.forgotten}
