"""`convograph-eval build-dialqa`: make a show to play from a script with marked relations, with our own questions."""

from __future__ import annotations

import json
import sys
from collections import Counter, defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console, Group

from convograph.build import make_chat_model
from convograph.cli.console import shown
from convograph.errors import InputError
from convograph.formats.limits import shortened
from convograph.tokens import WordPieceCounter
from convograph_eval.answering import RecordedModel, Replies
from convograph_eval.cli.app import STDOUT, app, failures_reported, write_whole
from convograph_eval.cli.models import RepliesFolder, RequestsAMinute, opened_replies
from convograph_eval.cli.report_files import check_targets, interrupted, progress
from convograph_eval.cli.show_forms import RELATIONS, SHOW
from convograph_eval.cli.tables import figures_table
from convograph_eval.dialsim.building import (
    A_TYPE,
    SEASONS,
    BuiltShow,
    Marker,
    Script,
    build,
    marked_lines,
    model_marks,
    offline_marks,
    read_script,
    review_page,
    script_files,
)
from convograph_eval.dialsim.shows import LETTERS, show_record
from convograph_eval.dialsim.shows.types import TYPES

REVIEWED = 200
OFFLINE = "offline"


@app.command(
    name="build-dialqa",
    epilog="[bold]Examples[/]\n"
    "  convograph-eval build-dialqa --script friends --relations v2_en_train.json.gz --relations v2_en_dev.json.gz "
    "--json built.json\n"
    "  convograph-eval build-dialqa --script data/chronicles/lantern.json --relations marked.jsonl --agent Nerea "
    "--json built.json\n"
    "  convograph-eval build-dialqa --script show.json --mark openai:gpt-4o-mini --marked marked.jsonl "
    "--json built.json\n\n"
    "[bold]Files[/]\n"
    f"{SHOW}\n{RELATIONS}",
)
def build_dialqa(
    *,
    script: Annotated[
        Path, typer.Option(help="Friends' folder, or a show: in our JSON form, released, or a chronicle's file.")
    ],
    output: Annotated[Path, typer.Option("--json", help="Write the show to this file; - for stdout.")],
    relations: Annotated[
        list[Path] | None,
        typer.Option(help="Relations marked in it, NAME.jsonl or a file of DialogRE. May be repeated."),
    ] = None,
    mark: Annotated[
        str | None,
        typer.Option(
            "--mark",
            metavar="NAME",
            help=f"Mark relations: openai:MODEL, or {OFFLINE} by rules, which find few: add to what --marked writes.",
        ),
    ] = None,
    marked: Annotated[Path | None, typer.Option("--marked", help="Write all relations to NAME.jsonl.")] = None,
    rejected: Annotated[
        list[Path] | None, typer.Option("--reject", help="Wrong relations, NAME.jsonl: left out. May be repeated.")
    ] = None,
    agent: Annotated[str | None, typer.Option(help="The main character, if not the script's own.")] = None,
    seasons: Annotated[int, typer.Option(min=1, help="Of Friends, the first N seasons.")] = SEASONS,
    questions: Annotated[int, typer.Option(min=1, help="At most so many questions of a type in a scene.")] = A_TYPE,
    seed: Annotated[int, typer.Option(help="Seed of the questions.")] = 0,
    page: Annotated[Path | None, typer.Option("--html", help="Write a sheet of questions to be reviewed.")] = None,
    review: Annotated[int, typer.Option(min=1, help="How many questions are on the sheet.")] = REVIEWED,
    requests_a_minute: RequestsAMinute = None,
    replies: RepliesFolder = None,
) -> None:
    """Make questions of one and two hops from relations that were marked in a script (DialSim's LongDialQA).

    What is written is a show with its whole script, which `convograph-eval simulate` plays; share it only if you may
    share the script. With --mark openai:MODEL, the script is sent to the server at CONVOGRAPH_BASE_URL, scene by scene.
    """
    with failures_reported(), interrupted("no show was written; of a model, the replies are kept"):
        if not relations and mark is None:
            raise InputError(f"there are no relations; name a file with --relations, or let --mark {OFFLINE} find some")
        sources = [*script_files(script), *(relations or ()), *(rejected or ())]
        check_targets(None, page, sources, {"--json": output, "--marked": marked})
        with (
            opened_replies(replies, output if mark not in (None, OFFLINE) else None) as kept_replies,
            progress("scenes") as watch,
        ):
            marker = _marker(mark, requests_a_minute, kept_replies, lambda done, total: watch("cases", done, total))
            given = read_script(
                script, relations or (), rejected=rejected or (), seasons=seasons, agent=agent, marker=marker
            )
        if marked is not None:
            write_whole(marked, marked_lines(given.relations, given.show.scenes))
        built = build(given, a_type=questions, seed=seed)
        if not built.questions:
            raise InputError(_too_few(given, script, marked))
        text = json.dumps(show_record(built.show), ensure_ascii=False) + "\n"
        if page is not None:
            write_whole(page, review_page(built, review, seed))
        if output == STDOUT:
            sys.stdout.write(text)
        else:
            write_whole(output, text)
            Console().print(_view(given, built), highlight=False)


def _too_few(given: Script, script: Path, marked: Path | None) -> str:
    """Why no question can be made, and the remedy."""
    tails: dict[str, set[str]] = defaultdict(set)
    for one in given.relations:
        tails[one.relation].add(one.tail)
    most = max(tails, key=lambda relation: len(tails[relation]), default=None)
    best = "" if most is None else f" (most: {most}, {len(tails[most])})"
    where = "--marked NAME.jsonl" if marked is None else str(marked)
    return (
        f"{script}: no question can be made of {len(given.relations)} relations: one is asked about if it has "
        f"{len(LETTERS) - 1} different tails or more{best}; add lines to {where} and give it with --relations, or mark "
        f"with openai:MODEL"
    )


def _marker(
    name: str | None, requests_a_minute: int | None, replies: Replies | None, watch: Callable[[int, int], None]
) -> Marker | None:
    """The marker of relations called `name`, if any. Raises `InputError` and `MissingExtraError`."""
    if name is None:
        return None
    if name == OFFLINE:
        return lambda scenes: offline_marks(scenes, watch)
    if ":" not in name:
        raise InputError(f"nothing that marks relations is called {shortened(name)}; name {OFFLINE} or openai:MODEL")
    model = make_chat_model(name, requests_a_minute=requests_a_minute)
    return lambda scenes: model_marks(scenes, RecordedModel(model, replies, WordPieceCounter()), watch)


def _view(given: Script, built: BuiltShow) -> Group:
    """Questions by type, then counts of the graph and of what was left out."""
    made = Counter(one.type for one in built.questions)
    table = figures_table(None, ("questions",), ("n",), [(kind, f"{made[kind]:,}") for kind in TYPES["tkg"]])
    table.add_section()
    table.add_row("all", f"{made.total():,}", style="bold")
    graph, show = built.graph, built.show
    notes = [
        f"{show.name}: {len(show.scenes):,} of {len(given.show.scenes):,} scenes are with {show.agent}",
        f"{len(graph.quadruples):,} dated relations, {len(graph.triples):,} of them different, "
        f"{len(graph.pairs):,} pairs of them for two hops",
        *([f"{given.aligned:,} of {given.dialogues:,} dialogues have a scene"] if given.dialogues else []),
        *(f"{count:,} left out: {reason}" for reason, count in {**given.left_out, **built.left_out}.items() if count),
    ]
    return Group(table, shown("\n".join(notes)))
