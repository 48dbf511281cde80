"""The commands `add` and `import`, which store conversations in a memory."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Annotated, Any, Final

import typer
from rich.console import Group, RenderableType
from rich.table import Table

from convograph import formats
from convograph.cli.app import WRITE, command
from convograph.cli.console import (
    ROWS_SHOWN,
    STANDARD_INPUT,
    counted,
    distinct,
    jsonable,
    output,
    print_json,
    progress_bar,
    shown,
    stream_bytes,
    stream_text,
)
from convograph.cli.options import Common, opened
from convograph.errors import ConflictError, EmptyError, InputError, SessionConflictError
from convograph.formats.format_names import FORMAT_NAMES
from convograph.formats.limits import check_sessions
from convograph.memory import Memory, exchange
from convograph.memory.snapshots.derivation import Progress
from convograph.types import AddReport, Conversation, Session

_STREAM: Final = "stdin"


@dataclass(frozen=True, slots=True)
class FileConversation:
    """A conversation in a file, and the owner that the file assigns it to (`None`: the default owner)."""

    file: str
    conversation: Conversation
    owner: str | None


@dataclass(frozen=True, slots=True)
class SessionOptions:
    """The options for a single session: its id, its time, and the position of its first turn."""

    session: str | None = None
    said: str | None = None
    first_ordinal: int = 0


@dataclass(frozen=True, slots=True)
class ReadingOptions:
    """The options for reading files, as arguments of `read_file`."""

    format_name: str | None
    day_first: bool | None
    split_hours: float | None
    said: str | None


@dataclass(frozen=True, slots=True)
class Added:
    """A conversation that was added, its report, and notes on what seems to have been lost in reading its file.

    `format` is the format that the file was read as.
    """

    owner: str
    conversation: str
    file: str
    report: AddReport
    seconds: float
    notes: tuple[str, ...] = ()
    format: str | None = None


@dataclass(frozen=True, slots=True)
class _Given:
    """The conversations in all files, and the names of the files in which nothing is said."""

    conversations: list[FileConversation]
    empty: tuple[str, ...]


@command(
    WRITE,
    "convograph add chat.txt",
    "convograph add locomo10.json --conversation conv-26",
    "convograph add chatgpt-export.zip 'WhatsApp Chat with Ben.txt'",
    "convograph add standup.json --session standup-12 --said '2024-03-01 09:30'",
    "pbpaste | convograph add - --format transcript",
)
def add(
    files: Annotated[
        list[str],
        typer.Argument(
            metavar="FILE", help="Conversations, plain, .gz, .xz, .zip or an export's folder; - for standard input."
        ),
    ],
    common: Common,
    *,
    format_name: Annotated[
        str | None,
        typer.Option(
            "--format",
            metavar="NAME",
            help=f"{', '.join(FORMAT_NAMES)}. [dim]\\[default: by the content][/]",
            autocompletion=lambda: list(FORMAT_NAMES),
        ),
    ] = None,
    conversation: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="Only this one of a file with several; repeatable."),
    ] = None,
    session: Annotated[str | None, typer.Option(metavar="ID", help="The id of the one session given.")] = None,
    said: Annotated[
        str | None, typer.Option(metavar="TIME", help="When that session was said, or a call with captions began.")
    ] = None,
    replace_stored: Annotated[
        bool, typer.Option("--replace", help="If a stored session differs, forget it first.")
    ] = False,
    first_ordinal: Annotated[
        int,
        typer.Option(
            "--first-ordinal", metavar="N", min=0, help="With --session: the position of its first turn, from 0."
        ),
    ] = 0,
    day_first: Annotated[
        bool | None,
        typer.Option(
            "--day-first/--month-first",
            help="How WhatsApp wrote dates such as 3/4/24. [dim]\\[default: by the file][/]",
            show_default=False,
        ),
    ] = None,
    split_hours: Annotated[
        float | None,
        typer.Option(
            metavar="N", help="A file without sessions: so many hours of silence end one, as 6 do in WhatsApp."
        ),
    ] = None,
    processes: Annotated[
        int, typer.Option(metavar="N", min=1, help="How many processes parse, for architectures that read syntax.")
    ] = 1,
) -> None:
    """Store conversations and derive their memory.

    Adding a file again adds only what is new; so does adding a later export of ChatGPT, Claude, WhatsApp, Telegram,
    Messenger, Discord or Slack. The export of an account is one person's memory: its conversations are sessions. If
    any other file holds several conversations, each goes to the owner of its name, unless --owner is given. A session
    from standard input without an id is named by a hash of its contents, unless --session names it. System and
    developer messages, and tool calls without text, are left out. All files are read first: if one of them cannot be,
    nothing is stored. One of several in which nothing is said is only named.
    """
    options = SessionOptions(session, said, first_ordinal)
    reading = ReadingOptions(format_name, day_first, split_hours, said)
    with _none_of_several(files):
        read = _read_all(files, reading)
        given = _picked(read.conversations, conversation or [])
        for one in given:
            check_sessions(one.conversation.sessions, f"{_STREAM if one.file == STANDARD_INPUT else one.file}:")
        _check_single(given, options)
    with opened(common, "create", processes) as memory:
        with progress_bar("adding") as progress:
            added = [
                _add(one, _memory_for(one, memory, common), options, replace_stored=replace_stored, progress=part)
                for one, part in zip(given, _shares(progress, given), strict=True)
            ]
        _report(memory, added, read.empty, common)


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
    """Restore an export: all of it, or nothing.

    Sessions and memos that are stored already, unchanged, are skipped. --owner says whose memory it becomes.
    """
    source: Path | Iterable[str] = stream_text().split("\n") if file == STANDARD_INPUT else Path(file)
    started = perf_counter()
    imported = exchange.read_export(source)  # before the store is created, so that a failure leaves none behind
    with opened(common, "create") as memory:
        report = memory.import_from(imported)
        seconds = perf_counter() - started
        _report(memory, [Added(memory.owner, "export", file, report, seconds, format="export")], (), common)
        if report.memos and not common.as_json and (report.memos.added or report.memos.known):
            output().print(shown(f"{counted(report.memos.added, 'memo')} added, {report.memos.known:,} known"))


@contextmanager
def _none_of_several(files: Sequence[str]) -> Iterator[None]:
    """If one of several files fails, add to its error that nothing was stored from the others either."""
    try:
        yield
    except InputError as error:
        if len(files) == 1:
            raise
        raise type(error)(f"{error}; nothing was stored, from the other files either") from None


def _read_all(files: Sequence[str], options: ReadingOptions) -> _Given:
    """The contents of all files. Raises `InputError`, or the first `EmptyError` if nothing is said in any of them."""
    conversations: list[FileConversation] = []
    empty: dict[str, EmptyError] = {}
    for file in files:
        try:
            conversations += _read(file, options)
        except EmptyError as error:
            empty.setdefault(file, error)
    if not conversations:
        raise next(iter(empty.values()))
    return _Given(conversations, tuple(empty))


def _read(file: str, options: ReadingOptions) -> Iterator[FileConversation]:
    if file == STANDARD_INPUT:
        conversations: Sequence[Conversation] = _read_stream(options)
    else:
        conversations = formats.read_file(
            file,
            options.format_name,
            day_first=options.day_first,
            split_hours=options.split_hours,
            said=options.said,
        )
    for one in conversations:
        yield FileConversation(file, one, one.name if len(conversations) > 1 else None)


def _read_stream(options: ReadingOptions) -> Sequence[Conversation]:
    """The conversations on standard input, without session ids that were derived from the name of the stream.

    All streams have the same name; a session without an id is named by its contents.
    """
    given = formats.read_bytes(
        stream_bytes(),
        _STREAM,
        options.format_name,
        day_first=options.day_first,
        split_hours=options.split_hours,
        said=options.said,
    )
    return [replace(one, sessions=tuple(map(_without_stream_name, one.sessions))) for one in given]


def _without_stream_name(session: Session) -> Session:
    return replace(session, id=None) if session.id and session.id.startswith(f"{_STREAM}#") else session


def _memory_for(given: FileConversation, memory: Memory, common: Common) -> Memory:
    """The memory of the owner that the file names, unless --owner was given."""
    return memory if given.owner is None or common.owner is not None else memory.for_owner(given.owner)


def _add(
    given: FileConversation,
    memory: Memory,
    options: SessionOptions,
    *,
    replace_stored: bool,
    progress: Progress | None,
) -> Added:
    started = perf_counter()
    conversation = given.conversation
    try:
        report = memory.add(
            conversation.sessions,
            session=options.session,
            said=options.said,
            first_ordinal=options.first_ordinal,
            replace=replace_stored,
            progress=progress,
        )
    except SessionConflictError as error:
        raise ConflictError(_as_options(error, single=len(conversation.sessions) == 1)) from None
    seconds = perf_counter() - started
    return Added(memory.owner, conversation.name, given.file, report, seconds, conversation.notes, conversation.format)


def _as_options(conflict: SessionConflictError, *, single: bool) -> str:
    """The problem and the options that resolve it; --first-ordinal only if the session given is a `single` one."""
    behind = conflict.next_ordinal if single else None
    adding = "" if behind is None else f"--first-ordinal={behind} adds all of these behind it, "
    return (
        f"{conflict.problem}; {adding}--replace forgets all that is stored of this session, also turns that the file "
        "lacks, and stores the file's"
    )


def _shares(progress: Progress | None, given: Sequence[FileConversation]) -> Iterator[Progress | None]:
    """For each conversation, a callback that reports its progress as part of the total."""
    total = sum(_turns(one.conversation) for one in given)
    before = 0
    for one in given:
        yield None if progress is None else partial(_forward, progress, before, total)
        before += _turns(one.conversation)


def _forward(progress: Progress, before: int, total: int, done: int, _: int) -> None:
    progress(before + done, total)


def _picked(given: list[FileConversation], names: Sequence[str]) -> list[FileConversation]:
    check_picked(names, {one.conversation.name for one in given})
    return [one for one in given if not names or one.conversation.name in names]


def check_picked(names: Sequence[str], known: Set[str]) -> None:
    """Raise `InputError` for a name that no conversation has."""
    for name in names:
        if name not in known:
            raise InputError(f"no conversation is called {name!r:.80}; the file has {', '.join(sorted(known))[:200]}")


def _check_single(given: Sequence[FileConversation], options: SessionOptions) -> None:
    count = sum(len(one.conversation.sessions) for one in given)
    if count != 1 and options != SessionOptions():
        raise InputError(f"--session, --said and --first-ordinal apply to a single session, and {count} were given")


def _turns(conversation: Conversation) -> int:
    return sum(len(session.turns) for session in conversation.sessions)


def _report(memory: Memory, added: Sequence[Added], empty: Sequence[str], common: Common) -> None:
    if common.as_json:
        print_json(
            {"store": memory.location, "conversations": [_as_object(one) for one in added], "empty_files": empty}
        )
        return
    output().print(added_view(memory.location, added))
    for file, note in dict.fromkeys((one.file, note) for one in added for note in one.notes):
        output().print(shown(f"{file}: {note}", "yellow"))
    for file in empty:
        output().print(shown(f"{file}: nothing is said in it, so nothing of it was stored", "yellow"))
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


def added_view(location: str, added: Sequence[Added]) -> RenderableType:
    """One row per added conversation, the totals, and a note if turns stay forgotten."""
    several = len(added) > 1
    named = several and any(one.owner != one.conversation for one in added)
    table = Table("owner", show_footer=several)
    table.columns[0].footer = "total"
    if named:
        table.add_column("conversation")
    recognised = any(one.format for one in added)
    if recognised:
        table.add_column("format")
    forgotten = sum(one.report.forgotten for one in added)
    for heading, total in _numbers(added, forgotten=forgotten > 0).items():
        table.add_column(heading, total, justify="right")
    for one in added[:ROWS_SHOWN]:
        conversation = (shown(one.conversation),) if named else ()
        read_as = (shown(one.format or ""),) if recognised else ()
        table.add_row(distinct(one.owner), *conversation, *read_as, *_numbers([one], forgotten=forgotten > 0).values())
    if len(added) > ROWS_SHOWN:
        table.add_row(shown(f"… {len(added) - ROWS_SHOWN:,} more", "dim"))
    notes = [shown(_forgotten_note(forgotten), "yellow")] if forgotten else []
    return Group(shown(f"Added to {location}", "bold"), table, *notes)


def _forgotten_note(turns: int) -> str:
    stay = "was forgotten before and stays so" if turns == 1 else "were forgotten before and stay so"
    return f"{counted(turns, 'turn')} {stay}; `add --replace` restores the whole session"


def _numbers(added: Sequence[Added], *, forgotten: bool) -> dict[str, str]:
    """The totals of some conversations by column heading; turns per second only if no column for forgotten turns."""
    new, known = sum(one.report.added for one in added), sum(one.report.known for one in added)
    seconds = sum(one.seconds for one in added)
    gone = {"forgotten": f"{sum(one.report.forgotten for one in added):,}"} if forgotten else {}
    return {
        "sessions": f"{sum(len(one.report.sessions) for one in added):,}",
        "added": f"{new:,}",
        "known": f"{known:,}",
        **gone,
        "seconds": f"{seconds:.2f}",
        **({} if forgotten else {"turns/s": f"{(new + known) / seconds:,.0f}"}),
    }
