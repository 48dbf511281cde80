"""The command `demo`: the example conversation, from its file to answers and a picture."""

from __future__ import annotations

import shlex
from dataclasses import dataclass, replace
from pathlib import Path
from time import perf_counter
from typing import Annotated, Final

import typer
from rich.text import Text

from convograph import formats
from convograph.build import DEFAULT_ARCHITECTURE
from convograph.cli.additions import Added, added_view
from convograph.cli.app import LOOK, command
from convograph.cli.console import output, print_json, print_line, progress_bar
from convograph.cli.options import Common, opened
from convograph.cli.overview import draw
from convograph.cli.overview_views import stats_table
from convograph.cli.results import recall_view
from convograph.errors import InputError
from convograph.memory import Memory
from convograph.types import Conversation, Recall

EXAMPLE: Final = "allotment.json"
STORE: Final = "memory.db"
PAGE: Final = "graph.html"
HITS: Final = 3
NEXT_QUESTION: Final = "What is Nora allergic to?"
DRAWN: Final = "sgmem"  # the default architecture has no graph to draw


@dataclass(frozen=True, slots=True)
class DemoQuestion:
    """A question about the example, its kind, and the time after which turns are ignored."""

    kind: str
    question: str
    as_of: str | None = None


QUESTIONS: Final = (
    DemoQuestion("a fact, said once", "How many cloves go into Aunt Bea's chutney?"),
    DemoQuestion("a date", "On which date was Nora's last day at Hallett's, the roofing firm?"),
    DemoQuestion("what was known then", "Is the walk along the Sill still going to happen?", as_of="2024-05-10"),
)


@command(LOOK, "convograph demo", "convograph demo --into /tmp/allotment")
def demo(
    common: Common,
    into: Annotated[
        Path, typer.Option("--into", metavar="FOLDER", help="The folder for the store and the page.")
    ] = Path("demo"),
) -> None:
    """Try it: an example, three questions and a picture.

    The example is a year of a fictional group chat: Nora, Cal and Juno share an allotment. No language model is used,
    and nothing leaves this machine. The last line printed is the path of the picture.
    """
    _make_folder(into)
    place = replace(common, store=common.store or str(into / STORE))
    if common.as_json:
        _as_json(place, into)
    else:
        _step_by_step(place, into)


def example_file() -> Path:
    """The example conversation: in the installed package, or in the checkout that contains it."""
    package = Path(__file__).parents[1]
    for folder in (package / "examples", package.parents[1] / "examples"):
        if (folder / EXAMPLE).is_file():
            return folder / EXAMPLE
    raise InputError(f"the example {EXAMPLE} is not installed; reinstall convograph, or run this in a checkout")


def _step_by_step(place: Common, into: Path) -> None:
    file = example_file()
    (conversation,) = formats.read_file(file)
    _say(1, f"read {_counted(conversation)} from {file.name}")
    with opened(place, "create") as memory:
        _say(2, f"store them in one file, {memory.location}; no model is used")
        output().print(added_view(memory.location, [_add(memory, conversation, file)]))
        output().print(stats_table(memory.stats()))
        for number, asked in enumerate(QUESTIONS, start=1):
            when = f", as of {asked.as_of}" if asked.as_of else ""
            _say(3, f"ask, {number} of {len(QUESTIONS)}: {asked.kind}{when}")
            output().print(Text(asked.question, "bold cyan"))
            output().print(recall_view(_recall(memory, asked), explain=True))
        following = _next_command(place, memory)
        drawn = _drawn(place, memory)
    _say(4, f"draw the newest sessions by {drawn.architecture}; open the page on the last line in a browser")
    _draw(drawn, into)
    print_line(f"now try: {following}")
    print_line(str(into / PAGE))


def _drawn(place: Common, memory: Memory) -> Common:
    """The options with an architecture that has a graph, unless the user or the store names one."""
    remembered = None if memory.architecture.name == DEFAULT_ARCHITECTURE else memory.architecture.name
    return replace(place, architecture=place.architecture or remembered or DRAWN)


def _draw(place: Common, into: Path) -> None:
    with opened(place, "change") as memory:
        draw(memory, into / PAGE)


def _next_command(place: Common, memory: Memory) -> str:
    """A shell command that asks the new store another question."""
    owner = ["--owner", place.owner] if place.owner else []
    return shlex.join(["convograph", "recall", NEXT_QUESTION, "--store", place.store or memory.location, *owner])


def _as_json(place: Common, into: Path) -> None:
    file = example_file()
    (conversation,) = formats.read_file(file)
    with opened(place, "create") as memory:
        added = _add(memory, conversation, file)
        recalls = [_recall(memory, asked) for asked in QUESTIONS]
        stats = memory.stats()
        drawn = _drawn(place, memory)
    _draw(drawn, into)
    print_json({"added": added, "stats": stats, "recalls": recalls, "page": str(into / PAGE)})


def _add(memory: Memory, conversation: Conversation, file: Path) -> Added:
    started = perf_counter()
    with progress_bar("adding") as progress:
        report = memory.add(conversation.sessions, progress=progress)
    return Added(memory.owner, conversation.name, file.name, report, perf_counter() - started)


def _recall(memory: Memory, asked: DemoQuestion) -> Recall:
    return memory.recall(asked.question, k=HITS, as_of=asked.as_of)


def _counted(conversation: Conversation) -> str:
    turns = sum(len(session.turns) for session in conversation.sessions)
    return f"{turns} turns in {len(conversation.sessions)} sessions"


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(
            f"cannot create the folder {folder}: {error.strerror or error}; name another --into"
        ) from error


def _say(number: int, what: str) -> None:
    output().print()
    output().print(Text.assemble((f"{number}. ", "bold cyan"), (what, "bold")))
