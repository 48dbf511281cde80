"""Options that several commands share, as dataclasses, and how a command takes them."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, is_dataclass
from functools import wraps
from typing import Annotated, Any, cast, get_args, get_type_hints

import typer
from rich.markup import escape

from convograph.build import ARCHITECTURE_NAMES, ARCHITECTURES, DEFAULT_ARCHITECTURE
from convograph.memory.memory import ANSWER_K, DEFAULT_K, RecallOptions
from convograph.terms import LANGUAGES
from convograph.types import Unit

_MEMORY = "Which memory"
_EVIDENCE = "Which evidence"


@dataclass(frozen=True, slots=True)
class Common:
    """Which memory is meant, and how its answer is written: options of every command."""

    store: Annotated[
        str | None,
        typer.Option("--store", "-s", metavar="PATH", help="The file of the memory.", rich_help_panel=_MEMORY),
    ] = None
    owner: Annotated[
        str | None,
        typer.Option("--owner", "-o", metavar="NAME", help="Whose memory in it.", rich_help_panel=_MEMORY),
    ] = None
    architecture: Annotated[
        str | None,
        typer.Option(
            "--architecture",
            "-a",
            metavar="NAME",
            help=f"{escape(ARCHITECTURE_NAMES)}. [dim]\\[default: {DEFAULT_ARCHITECTURE}][/]",
            autocompletion=lambda: list(ARCHITECTURES),
            rich_help_panel=_MEMORY,
        ),
    ] = None
    encoder: Annotated[
        str | None,
        typer.Option(
            "--encoder",
            "-e",
            metavar="NAME",
            help="static, sentence-transformers:MODEL, or openai:MODEL on a server. [dim]\\[default: the store's][/]",
            rich_help_panel=_MEMORY,
        ),
    ] = None
    importance: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="What tells the importance of triplets: t5:FOLDER. [dim]\\[default: all alike][/]",
            rich_help_panel=_MEMORY,
        ),
    ] = None
    depth: Annotated[
        str | None,
        typer.Option(
            metavar="DEPTH",
            help="Of which sentences of a turn syntax is read, where it is: all, or the first so many, as in "
            "assistant=4,others=all. [dim]\\[default: assistant=1,others=24][/]",
            rich_help_panel=_MEMORY,
        ),
    ] = None
    language: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="Whose word stems are searched for, such as german. [dim]\\[default: the store's, else english][/]",
            autocompletion=lambda: list(LANGUAGES),
            rich_help_panel=_MEMORY,
        ),
    ] = None
    as_json: Annotated[bool, typer.Option("--json", help="Write one JSON document instead of text.")] = False


@dataclass(frozen=True, slots=True)
class Asking:
    """Which evidence may serve, and how much of it: options of every question."""

    k: Annotated[
        int | None,
        typer.Option(
            "-k",
            "--k",
            metavar="N",
            help=f"At most how many hits. [dim]\\[default: {DEFAULT_K}; answer: {ANSWER_K}][/]",
            rich_help_panel=_EVIDENCE,
        ),
    ] = None
    unit: Annotated[
        str | None,
        typer.Option(
            metavar="UNIT",
            help=f"What a hit is: {', '.join(get_args(Unit))}. [dim]\\[default: the architecture's][/]",
            autocompletion=lambda: list(get_args(Unit)),
            rich_help_panel=_EVIDENCE,
        ),
    ] = None
    speaker: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="Only what this speaker said; repeatable.", rich_help_panel=_EVIDENCE),
    ] = None
    after: Annotated[
        str | None, typer.Option(metavar="TIME", help="Only what was said then or later.", rich_help_panel=_EVIDENCE)
    ] = None
    before: Annotated[
        str | None,
        typer.Option(
            metavar="TIME",
            help="Only what was said then (a date: that whole day) or earlier.",
            rich_help_panel=_EVIDENCE,
        ),
    ] = None
    asked_at: Annotated[
        str | None,
        typer.Option(
            metavar="TIME", help="When the question is asked. [dim]\\[default: now][/]", rich_help_panel=_EVIDENCE
        ),
    ] = None
    as_of: Annotated[
        str | None,
        typer.Option(metavar="TIME", help="As if nothing had been said after this.", rich_help_panel=_EVIDENCE),
    ] = None
    strict: Annotated[
        bool, typer.Option("--strict", help="With --as-of: hide undated turns too.", rich_help_panel=_EVIDENCE)
    ] = False
    recent: Annotated[
        list[str] | None,
        typer.Option(
            metavar="TEXT",
            help='What was said just before, for "what was wrong with it?"; repeatable.',
            rich_help_panel=_EVIDENCE,
        ),
    ] = None
    touch: Annotated[
        bool | None,
        typer.Option(
            "--touch/--no-touch",
            help="Note the turns of the hits as used now. [dim]\\[default: as the architecture does][/]",
            rich_help_panel=_EVIDENCE,
        ),
    ] = None

    def recall_options(self) -> RecallOptions:
        """What was given, as `Memory.recall` takes it; what was not is left to its defaults."""
        given: Mapping[str, object] = {
            "k": self.k,
            "unit": self.unit,
            "speakers": self.speaker or None,
            "between": (self.after, self.before) if self.after or self.before else None,
            "asked_at": self.asked_at,
            "as_of": self.as_of,
            "strict": self.strict,
            "recent": self.recent or None,
            "touch": self.touch,
        }
        return cast(RecallOptions, {name: value for name, value in given.items() if value is not None})


def spread(function: Callable[..., None]) -> Callable[..., None]:
    """`function` as typer understands it: a parameter that is a dataclass of options gives way to its fields.

    Called with the fields by keyword, it puts the dataclasses together again.
    """
    parameters = inspect.signature(function, eval_str=True).parameters
    groups: dict[str, Any] = {
        name: each.annotation for name, each in parameters.items() if is_dataclass(each.annotation)
    }

    @wraps(function)
    def spreading(**values: Any) -> None:
        made = {
            name: group(**{one.name: values.pop(one.name) for one in fields(group)}) for name, group in groups.items()
        }
        function(**values, **made)

    own = [each for name, each in parameters.items() if name not in groups]
    taken = [*own, *(option for group in groups.values() for option in _options(group))]
    vars(spreading)["__signature__"] = inspect.Signature(taken)
    spreading.__annotations__ = {each.name: each.annotation for each in taken}
    return spreading


def _options(group: Any) -> list[inspect.Parameter]:
    hints = get_type_hints(group, include_extras=True)
    return [
        inspect.Parameter(one.name, inspect.Parameter.KEYWORD_ONLY, default=one.default, annotation=hints[one.name])
        for one in fields(group)
    ]
