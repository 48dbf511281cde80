"""`convograph-eval retrieval`: a retrieval run with its table, report and page."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, cast

import typer

from convograph.cli.exit_codes import NOTHING_FOUND
from convograph.cli.options import expanded
from convograph.errors import InputError
from convograph.extraction.depth import Depth
from convograph_eval.architectures import RUN_NAMES, using
from convograph_eval.brought import Brought, bring
from convograph_eval.cli.app import STDOUT, app, failures_reported, write_whole
from convograph_eval.cli.hardest_questions import hardest_questions
from convograph_eval.cli.models import not_kept
from convograph_eval.cli.options import Data, DatasetName, numbers
from convograph_eval.cli.report_files import check_targets, progress, resume_hint_on_interrupt, write_report
from convograph_eval.cli.retrieval_tables import retrieval_view
from convograph_eval.cli.run_files import RunFiles
from convograph_eval.cli.run_options import MemoryOptions, OutputOptions, QuestionSelection
from convograph_eval.datasets import Dataset, FollowUps, labelled, load, pooled
from convograph_eval.left_out import weights_without
from convograph_eval.pages import render_report
from convograph_eval.retrieval import MemoryStorage, RunSettings, chosen_questions, run
from convograph_eval.units import TRIPLET

ArchitectureName = Annotated[str, typer.Option("--architecture", "-a", help=f"One of {RUN_NAMES}.")]
CutOffs = Annotated[str, typer.Option("--k", help="Cut-offs of the metrics, comma-separated.")]
Budgets = Annotated[
    str | None,
    typer.Option(help="Also pack contexts of these token budgets, comma-separated, and measure the gold in them."),
]
Sentences = Annotated[
    Path | None,
    typer.Option(
        help="Labels of the sentences that answer: only their questions are asked, and a turn that was cut counts as "
        "kept in a context with all of its sentences."
    ),
]
SyntaxDepth = Annotated[
    str | None, typer.Option(help="Which sentences of a turn are parsed, for glong and its kin: all, assistant=1+1.")
]
RerankerName = Annotated[
    str | None, typer.Option(help="What orders the best hits again, for lightgmem and its kin: cross-encoder:FOLDER.")
]
AllTurns = Annotated[bool, typer.Option("--all-turns", help="Chronicles: also search turns said after the question.")]
Pool = Annotated[bool, typer.Option("--pooled", help="Pool all conversations into one memory.")]
TripletFile = Annotated[Path | None, typer.Option(help="Triplets to search, for the unit triplet.")]
Speakers = Annotated[bool, typer.Option("--speakers/--no-speakers", help="Whether the baselines' texts name speakers.")]
AskedAs = Annotated[
    str | None,
    typer.Option(
        "--follow-ups",
        help="Only questions about the one whom the question before names: named again, alone (a pronoun in the name's "
        "place), or after that question.",
    ),
]
Processes = Annotated[int, typer.Option(min=1, help="Worker processes; more distort times.")]
Page = Annotated[Path | None, typer.Option("--html", help="Write a page with tables and charts to this file.")]


@dataclass(frozen=True, slots=True)
class SearchOptions:
    """How memories are searched, and which of their turns or triplets."""

    depth: SyntaxDepth = None
    reranker: RerankerName = None
    all_turns: AllTurns = False
    pool: Pool = False
    triplets: TripletFile = None
    speakers: Speakers = True
    asked_as: AskedAs = None

    def settings(self) -> dict[str, Any]:
        """The values as fields of `RunSettings`. Raises `InputError` for an invalid depth."""
        return {
            "depth": None if self.depth is None else str(Depth.read(self.depth)),
            "reranker": self.reranker,
            "all_turns": self.all_turns,
            "pooled": self.pool,
            "speakers": self.speakers,
            "follow_ups": cast("FollowUps | None", self.asked_as),
        }


@app.command(
    epilog="[bold]Examples[/]\n"
    "  convograph-eval retrieval --dataset locomo --data locomo10.json --architecture sgmem --unit turn\n"
    "  convograph-eval retrieval --dataset longmemeval --data longmemeval_s.json --architecture bm25 --unit session "
    "--processes 2 --json bm25.json --html bm25.html\n"
    "  convograph-eval retrieval --dataset longmemeval --data longmemeval_s.json --architecture dense --unit session "
    "--sample 60 --seed 0 --encoder sentence-transformers:all-MiniLM-L6-v2"
)
@expanded
def retrieval(
    *,
    dataset: DatasetName,
    data: Data,
    architecture: ArchitectureName,
    k: CutOffs = "1,3,5,10",
    budgets: Budgets = None,
    sentences: Sentences = None,
    processes: Processes = 1,
    page: Page = None,
    search_options: SearchOptions,
    memory_options: MemoryOptions,
    selection: QuestionSelection,
    output_options: OutputOptions,
) -> None:
    """Ask every question of its own conversation's memory, and measure the retrieval.

    With --json FILE, the same command resumes an interrupted run. With --upkeep, conversations are sent to the server
    at CONVOGRAPH_BASE_URL; exit code 1 when its model failed on some memories, 5 when it never replied.
    """
    output, unit, triplets = output_options.output, memory_options.unit, search_options.triplets
    with failures_reported(), resume_hint_on_interrupt(output):
        selected, folder = selection.settings(), output_options.cache_folder()
        storage = memory_options.memory_storage(output)
        if triplets and unit != TRIPLET:
            raise InputError(f"--triplets is for the unit {TRIPLET}, and the unit is {unit}; leave it out")
        files = RunFiles(dataset, data, selection.audit, triplets, memory_options.memos, sentences)
        check_targets(output, page, [*files.read, *selection.files])
        settings = RunSettings(
            dataset,
            data.name,
            architecture,
            ks=numbers(k, "--k"),
            budgets=() if budgets is None else numbers(budgets, "--budgets"),
            **memory_options.settings(),
            **search_options.settings(),
            **selected,
        )
        report = _measured(settings, files, processes, folder, storage, output=output, page=page)
    if not_kept(report["cost"]["upkeep"]):
        raise typer.Exit(NOTHING_FOUND)


def _measured(
    settings: RunSettings,
    files: RunFiles,
    processes: int,
    cache: Path | None,
    storage: MemoryStorage,
    *,
    output: Path | None,
    page: Path | None,
) -> dict[str, Any]:
    """Run over the files, write and show the report, and return it."""
    settings, asked, brought = _run_inputs(settings, files)
    with progress(f"{settings.architecture} on {settings.dataset}") as watch:
        report = run(
            settings,
            asked,
            brought=brought,
            processes=processes,
            cache=cache,
            output=None if output == STDOUT else output,
            memories=storage,
            watch=watch,
        )
    write_report(report, output, retrieval_view)
    if page is not None:
        write_whole(page, render_report(report, hardest_questions(report, settings, asked, brought)))
    return report


def _run_inputs(settings: RunSettings, files: RunFiles) -> tuple[RunSettings, Dataset, Brought]:
    """The settings with the digests of the files, and the part of the files' contents that the run uses."""
    loaded = load(files.dataset, files.data, files.audit)
    if files.sentences is not None:
        loaded = labelled(loaded, files.sentences)
    brought = bring(loaded, files.triplets, files.memos)
    settings, asked = chosen_questions(files.named_in(settings), loaded)
    if settings.pooled:
        _check_never_seen(settings.architecture, asked)
        asked = pooled(asked)
        brought = brought.pooled(asked.cases[0].conversation)
    return settings, asked, brought


def _check_never_seen(architecture: str, asked: Dataset) -> None:
    """Refuse to pool conversations that the shipped weights were trained on: no weights leave all of them out."""
    seen = [case.conversation.name for case in asked.cases if weights_without(case.conversation.name)]
    if seen and architecture in using("trained weights"):
        raise InputError(
            f"the ranker was trained on {seen[0]}, and has no weights without all of {asked.name}; leave --pooled out"
        )
