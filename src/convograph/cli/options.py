"""Options shared by several commands, and the memory that they name."""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, fields, is_dataclass
from functools import wraps
from typing import Annotated, Any, Literal, cast, get_args, get_type_hints

import typer
from rich.markup import escape

from convograph.build import (
    ARCHITECTURE_NAMES,
    ARCHITECTURES,
    DEFAULT_ARCHITECTURE,
    DEFAULT_ENCODER,
    IN_MEMORY,
    SYNTAX,
    is_writable,
    open_memory,
)
from convograph.cli.console import errors, shown
from convograph.config import settings_from_environment
from convograph.errors import InputError, NotFoundError
from convograph.formats.limits import check_metadata_value, shortened
from convograph.memory import Memory
from convograph.memory.memory import ANSWER_K, DEFAULT_K
from convograph.memory.recalling.likelihood import MIN_PROBABILITY
from convograph.memory.recalling.query_options import RecallOptions
from convograph.terms import LANGUAGES
from convograph.types import MetadataValue, Unit

_MEMORY = "Which memory"
_EVIDENCE = "Which evidence"

Access = Literal["read", "change", "create"]
"""What a command does to a store. Only `"create"` creates a missing store, so that a mistyped path is an error."""


_Store = Annotated[
    str | None,
    typer.Option("--store", "-s", metavar="PATH", help="The file that holds the memory.", rich_help_panel=_MEMORY),
]
_AsJson = Annotated[bool, typer.Option("--json", help="Write one JSON document instead of text.")]


@dataclass(frozen=True, slots=True)
class WholeStore:
    """The store and the form of the output: the options of commands that do not depend on an owner."""

    store: _Store = None
    as_json: _AsJson = False

    @property
    def location(self) -> str:
        """The path named by the option, else by the environment."""
        return settings_from_environment().store if self.store is None else self.store


@dataclass(frozen=True, slots=True)
class Common:
    """The memory to use and the form of the output: the options of most commands."""

    store: _Store = None
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
            help=f"{escape(ARCHITECTURE_NAMES)}. [dim]\\[default: the store's, else {DEFAULT_ARCHITECTURE}][/]",
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
            help="static-sentences, static, sentence-transformers:MODEL, or openai:MODEL on a server. "
            f"[dim]\\[default: the store's, else {DEFAULT_ENCODER}][/]",
            rich_help_panel=_MEMORY,
        ),
    ] = None
    importance: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="The model that scores the importance of triplets: t5:FOLDER. [dim]\\[default: all equal][/]",
            rich_help_panel=_MEMORY,
        ),
    ] = None
    reranker: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="The model that orders the hits of lightgmem again: cross-encoder:FOLDER.",
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
            help="The language of the word stems, such as german. [dim]\\[default: the store's, else english][/]",
            autocompletion=lambda: list(LANGUAGES),
            rich_help_panel=_MEMORY,
        ),
    ] = None
    as_json: _AsJson = False


@dataclass(frozen=True, slots=True)
class QuestionOptions:
    """Which evidence counts and how much of it is returned: the options of `recall`, `context` and `answer`."""

    k: Annotated[
        int | None,
        typer.Option(
            "-k",
            "--k",
            metavar="N",
            help="The maximum number of hits. "
            f"[dim]\\[default: {DEFAULT_K}; answer: {ANSWER_K}; of a context: as many as fit][/]",
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
        typer.Option(metavar="NAME", help="Only turns of this speaker; repeatable.", rich_help_panel=_EVIDENCE),
    ] = None
    after: Annotated[
        str | None,
        typer.Option(
            metavar="TIME",
            help='Only turns said then or later: "2024-03-01", "March 2024", "last week", "two months ago".',
            rich_help_panel=_EVIDENCE,
        ),
    ] = None
    before: Annotated[
        str | None,
        typer.Option(
            metavar="TIME",
            help="Only turns said then (a date, a week, …: to its end) or earlier.",
            rich_help_panel=_EVIDENCE,
        ),
    ] = None
    asked_at: Annotated[
        str | None,
        typer.Option(
            metavar="TIME",
            help="When the question is asked; relative times count from then. [dim]\\[default: now][/]",
            rich_help_panel=_EVIDENCE,
        ),
    ] = None
    as_of: Annotated[
        str | None,
        typer.Option(metavar="TIME", help="Ignore everything said after this time.", rich_help_panel=_EVIDENCE),
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
    where: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=VALUE",
            help="Only turns with this in their metadata; repeatable: one value of each name.",
            rich_help_panel=_EVIDENCE,
        ),
    ] = None
    min_probability: Annotated[
        float | None,
        typer.Option(
            metavar="P",
            min=0.0,
            max=1.0,
            help="Show nothing where memory answers with a lower probability. "
            f"[dim]\\[default: {MIN_PROBABILITY}; recall: none][/]",
            rich_help_panel=_EVIDENCE,
        ),
    ] = None
    facts: Annotated[
        bool,
        typer.Option(
            "--facts",
            help="Show what holds before what it took the place of, and say until when that held; `answer` quotes what "
            "states the very fact that is asked for (see facts).",
            rich_help_panel=_EVIDENCE,
        ),
    ] = False
    touch: Annotated[
        bool | None,
        typer.Option(
            "--touch/--no-touch",
            help="Mark the turns of the hits as used now. [dim]\\[default: the architecture's][/]",
            rich_help_panel=_EVIDENCE,
        ),
    ] = None

    def recall_options(self) -> RecallOptions:
        """The options that were given, as arguments of `Memory.recall`; the others keep their defaults."""
        given: Mapping[str, object] = {
            "k": self.k,
            "unit": self.unit,
            "speakers": self.speaker or None,
            "between": None if self.after is None and self.before is None else (self.after, self.before),
            "asked_at": self.asked_at,
            "as_of": self.as_of,
            "strict": self.strict,
            "recent": self.recent or None,
            "touch": self.touch,
            "min_probability": self.min_probability,
            "facts": self.facts,
            "where": _where(self.where) if self.where else None,
        }
        return cast(RecallOptions, {name: value for name, value in given.items() if value is not None})


def _where(given: Sequence[str]) -> dict[str, list[MetadataValue]]:
    """The values by name; texts such as "3" and "true" also stand for the number or boolean that they spell."""
    found: dict[str, list[MetadataValue]] = {}
    for one in given:
        name, sign, value = one.partition("=")
        if not sign:
            raise InputError(f"--where takes NAME=VALUE: {shortened(one)}; write it like channel=slack")
        values = found.setdefault(name, [])
        values.append(value)
        with suppress(ValueError, RecursionError, InputError):  # not JSON, or not a value that metadata can hold
            spelt = json.loads(value)
            if isinstance(spelt, bool | int | float):
                check_metadata_value(spelt, name)
                values.append(spelt)
    return found


def expanded(function: Callable[..., None]) -> Callable[..., None]:
    """`function` with each parameter that is a dataclass of options replaced by its fields, as typer requires.

    The result takes the fields as keywords, and builds the dataclasses from them.
    """
    parameters = inspect.signature(function, eval_str=True).parameters
    groups: dict[str, Any] = {
        name: each.annotation for name, each in parameters.items() if is_dataclass(each.annotation)
    }

    @wraps(function)
    def with_fields(**values: Any) -> None:
        made = {
            name: group(**{one.name: values.pop(one.name) for one in fields(group)}) for name, group in groups.items()
        }
        function(**values, **made)

    own = [each for name, each in parameters.items() if name not in groups]
    taken = [*own, *(option for group in groups.values() for option in _options(group))]
    vars(with_fields)["__signature__"] = inspect.Signature(taken)
    with_fields.__annotations__ = {each.name: each.annotation for each in taken}
    return with_fields


def _options(group: Any) -> list[inspect.Parameter]:
    hints = get_type_hints(group, include_extras=True)
    return [
        inspect.Parameter(one.name, inspect.Parameter.KEYWORD_ONLY, default=one.default, annotation=hints[one.name])
        for one in fields(group)
    ]


@contextmanager
def opened(common: Common, access: Access = "read", processes: int = 1) -> Iterator[Memory]:
    """The memory that the options and the environment name, closed on exit; `processes` is how many processes parse.

    To be read, a store that its engine reports as not writable is opened read-only.
    """
    settings = settings_from_environment()
    location = settings.store if common.store is None else common.store
    if str(location) == IN_MEMORY:
        raise InputError(f"{IN_MEMORY} would be gone when the command ends; name a file with --store")
    with open_memory(
        location,
        owner=settings.owner if common.owner is None else common.owner,
        architecture=common.architecture,
        encoder=common.encoder,
        importance=common.importance,
        reranker=common.reranker,
        language=common.language,
        processes=processes,
        depth=common.depth,
        create=access == "create",
        read_only=access == "read" and not is_writable(location),
        lock_seconds=settings.lock_seconds,
    ) as memory:
        _warn_without_syntax(memory)
        yield memory


def owner_is_named(common: Common) -> bool:
    """Whether the options or the environment name an owner."""
    return common.owner is not None or settings_from_environment().owner_named


def _warn_without_syntax(memory: Memory) -> None:
    """Warn if the architecture reads triplets but there is no parser for its language."""
    language = memory.architecture.analyzer.language
    if language in SYNTAX:
        return
    from convograph.layers.bases import ReadLayer  # noqa: PLC0415 - only other languages load the rules

    if any(isinstance(layer, ReadLayer) for layer in memory.architecture.layers):
        line = f"no parser for {language}: {memory.architecture.name} has only the triplets that were imported as memos"
        errors().print(shown(line, "yellow"), soft_wrap=True)


@contextmanager
def existing(common: Common, access: Access = "read") -> Iterator[Memory]:
    """The memory of an owner who has one. Raises `NotFoundError` for any other owner."""
    with opened(common, access) as memory:
        if memory.owner not in memory.owners():  # the message does not reveal the other owners' names
            raise NotFoundError(
                f"{memory.location} has no memory of {memory.owner!r:.80}; name an owner with --owner "
                "(`convograph owners` lists them)"
            )
        yield memory
