"""`convograph-eval answers`: answer questions from memory, score and judge the answers."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any

import typer

from convograph.cli.exit_codes import NOTHING_FOUND
from convograph.cli.options import expanded
from convograph_eval.answering import HISTORIES, WORKERS, AnswerSettings, ModelRoles, Replies, run
from convograph_eval.answering.settings import ANSWER_HITS
from convograph_eval.architectures import RUN_NAMES
from convograph_eval.brought import bring
from convograph_eval.cli.answer_tables import answers_view
from convograph_eval.cli.app import STDOUT, app, failures_reported
from convograph_eval.cli.models import (
    EVERY_JUDGE,
    JudgeModel,
    JudgePrice,
    Judges,
    RepliesFolder,
    chat_model,
    named_judges,
    not_kept,
    opened_replies,
    priced,
)
from convograph_eval.cli.options import Data, DatasetName
from convograph_eval.cli.report_files import check_targets, progress, resume_hint_on_interrupt, write_report
from convograph_eval.cli.run_files import RunFiles
from convograph_eval.cli.run_options import MemoryOptions, OutputOptions, QuestionSelection
from convograph_eval.datasets import load
from convograph_eval.retrieval import MemoryStorage, RunSettings, chosen_questions

ABSTENTIONS = {"longmemeval": True}
"""Data sets whose unanswerable questions are asked by default; papers leave out LoCoMo's."""


Architecture = Annotated[str, typer.Option("--architecture", "-a", help=f"One of {', '.join(HISTORIES)}, {RUN_NAMES}.")]
Model = Annotated[
    str | None,
    typer.Option("--model", "-m", metavar="NAME", help="openai:MODEL that answers; without one, sentences are quoted."),
]
Short = Annotated[bool, typer.Option("--short/--paragraphs", help="Ask for a few words, or for a text.")]
Words = Annotated[bool, typer.Option("--words", help="Score the model's text even if it cites nothing.")]
Abstentions = Annotated[
    bool | None,
    typer.Option(
        "--abstentions/--no-abstentions",
        help="Also ask unanswerable questions; the default for LongMemEval.",
    ),
]
Hits = Annotated[int, typer.Option("--k", "-k", min=1, help="Hits to pack; of recent-sessions, sessions.")]
Budget = Annotated[
    int | None,
    typer.Option(
        "--budget", min=1, metavar="TOKENS", help="Tokens of a context; by default 2,000, and 100,000 for a history."
    ),
]
Workers = Annotated[int, typer.Option("--workers", min=1, metavar="N", help="Concurrent questions.")]
ModelPrice = Annotated[
    str | None, typer.Option("--price", metavar="READ,WRITTEN", help="Price of a million tokens of the model.")
]


@dataclass(frozen=True, slots=True)
class AnswerModelOptions:
    """The models that answer and judge, their prices, and where their replies are kept."""

    model: Model = None
    judge: JudgeModel = None
    judges: Judges = EVERY_JUDGE
    workers: Workers = WORKERS
    price: ModelPrice = None
    judge_price: JudgePrice = None
    replies: RepliesFolder = None

    def settings(self) -> dict[str, Any]:
        """The values as fields of `AnswerSettings`."""
        judges = () if self.judge is None else named_judges(self.judges)
        return {"model": self.model, "judge": self.judge, "judges": judges}

    def roles(self, requests_a_minute: int | None) -> ModelRoles:
        """The models with their prices; a judge that is the same model has its price, unless it is given its own."""
        of_judge = self.judge_price or (self.price if self.judge == self.model else None)
        return ModelRoles(
            chat_model(self.model, requests_a_minute),
            chat_model(self.judge, requests_a_minute),
            priced(self.price),
            priced(of_judge),
            self.workers,
        )


@app.command(
    epilog="[bold]Examples[/]\n"
    "  convograph-eval answers --dataset locomo --data locomo10.json -a sgmem-t --json quoted.json\n"
    "  convograph-eval answers --dataset locomo --data locomo10.json -a sgmem-t --model openai:gpt-4o-mini "
    "--judge openai:gpt-4o-mini --json answers.json\n"
    "  convograph-eval answers --dataset longmemeval --data longmemeval_s.json -a full-context -m openai:MODEL "
    "--budget 30000 --paragraphs --json full.json"
)
@expanded
def answers(
    *,
    dataset: DatasetName,
    data: Data,
    architecture: Architecture,
    short: Short = True,
    words: Words = False,
    abstentions: Abstentions = None,
    k: Hits = ANSWER_HITS,
    budget: Budget = None,
    model_options: AnswerModelOptions,
    memory_options: MemoryOptions,
    selection: QuestionSelection,
    output_options: OutputOptions,
) -> None:
    """Answer every question from its own conversation's memory; score the answers by text metrics and judges.

    Conversations are sent to the server at CONVOGRAPH_BASE_URL; nothing is without --model, --judge and --upkeep. After
    an interruption or failure the same command resumes: no answered call is repeated with --json FILE or --replies DIR.
    Exit code 1 when models failed on some questions, 5 when a model never replied.
    """
    output = output_options.output
    with failures_reported(), resume_hint_on_interrupt(output):
        selected, folder = selection.settings(), output_options.cache_folder()
        files = RunFiles(dataset, data, selection.audit, memos=memory_options.memos)
        check_targets(output, None, [*files.read, *selection.files])
        settings = AnswerSettings(
            RunSettings(dataset, data.name, architecture, **memory_options.settings(), **selected),
            k=k,
            budget=budget,
            short=short,
            words=words,
            abstentions=ABSTENTIONS.get(dataset, False) if abstentions is None else abstentions,
            **model_options.settings(),
        )
        models = model_options.roles(memory_options.requests_a_minute)
        storage = memory_options.memory_storage(output)
        with opened_replies(model_options.replies, output) as replies:
            report = _report(settings, files, models, replies, cache=folder, output=output, storage=storage)
        write_report(report, output, answers_view)
    if report["summary"]["failed"] or not_kept(report["cost"]["upkeep"]):
        raise typer.Exit(NOTHING_FOUND)


def _report(
    settings: AnswerSettings,
    files: RunFiles,
    models: ModelRoles,
    replies: Replies | None,
    *,
    cache: Path | None,
    output: Path | None,
    storage: MemoryStorage,
) -> dict[str, Any]:
    """Run over the files, and return the report."""
    loaded = load(files.dataset, files.data, files.audit)
    brought = bring(loaded, None, files.memos)
    questions, asked = chosen_questions(files.named_in(settings.run), loaded)
    with progress(f"{questions.architecture} on {questions.dataset}") as watch:
        return run(
            replace(settings, run=questions),
            asked,
            models=models,
            brought=brought,
            replies=replies,
            cache=cache,
            output=None if output == STDOUT else output,
            memories=storage,
            watch=watch,
        )
