"""`convograph-eval answers`: questions answered from memory, scored and judged."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer

from convograph.build import DEFAULT_ENCODER
from convograph.cli.exit_codes import NOTHING_FOUND
from convograph_eval.answering import HISTORIES, WORKERS, AnswerSettings, ModelRoles, Replies, run
from convograph_eval.answering.settings import ANSWER_HITS
from convograph_eval.architectures import CHOICE_NAMES
from convograph_eval.brought import bring
from convograph_eval.cli.answer_tables import answers_view
from convograph_eval.cli.app import STDOUT, app, told
from convograph_eval.cli.models import (
    EVERY_JUDGE,
    JudgeModel,
    JudgePrice,
    Judges,
    Memories,
    RepliesFolder,
    RequestsAMinute,
    Upkeep,
    chat_model,
    kept_memories,
    named_judges,
    not_kept,
    opened_replies,
    priced,
)
from convograph_eval.cli.options import (
    Audit,
    Cache,
    Data,
    DatasetName,
    Deliberator,
    EncoderName,
    Ids,
    Importance,
    Limit,
    Memos,
    NoCache,
    Output,
    Sample,
    Seed,
    UnitName,
    cache_folder,
    read_ids,
)
from convograph_eval.cli.report_files import check_targets, kept, progress, write_report
from convograph_eval.cli.run_files import RunFiles
from convograph_eval.datasets import load
from convograph_eval.retrieval import KeptMemories, RunSettings, chosen

ABSTENTIONS = {"longmemeval": True}
"""Data sets whose unanswerable questions are asked by default: papers leave LoCoMo's out."""


Architecture = Annotated[
    str, typer.Option("--architecture", "-a", help=f"One of {', '.join(HISTORIES)}, {CHOICE_NAMES}.")
]
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


@app.command(
    epilog="[bold]Examples[/]\n"
    "  convograph-eval answers --dataset locomo --data locomo10.json -a sgmem-t --json quoted.json\n"
    "  convograph-eval answers --dataset locomo --data locomo10.json -a sgmem-t --model openai:gpt-4o-mini "
    "--judge openai:gpt-4o-mini --json answers.json\n"
    "  convograph-eval answers --dataset longmemeval --data longmemeval_s.json -a full-context -m openai:MODEL "
    "--budget 30000 --paragraphs --json full.json"
)
def answers(
    *,
    dataset: DatasetName,
    data: Data,
    architecture: Architecture,
    model: Model = None,
    judge: JudgeModel = None,
    judges: Judges = EVERY_JUDGE,
    short: Short = True,
    words: Words = False,
    abstentions: Abstentions = None,
    unit: UnitName = "turn",
    k: Hits = ANSWER_HITS,
    budget: Budget = None,
    encoder: EncoderName = DEFAULT_ENCODER,
    importance: Importance = None,
    deliberator: Deliberator = None,
    upkeep: Upkeep = None,
    memories: Memories = None,
    audit: Audit = None,
    memos: Memos = None,
    limit: Limit = None,
    ids: Ids = None,
    sample: Sample = None,
    seed: Seed = 0,
    workers: Workers = WORKERS,
    requests_a_minute: RequestsAMinute = None,
    price: ModelPrice = None,
    judge_price: JudgePrice = None,
    replies: RepliesFolder = None,
    cache: Cache = None,
    no_cache: NoCache = False,
    output: Output = None,
) -> None:
    """Answer every question from its own conversation's memory; score the answers by text metrics and judges.

    Conversations are sent to the server at CONVOGRAPH_BASE_URL; nothing is without --model, --judge and --upkeep. After
    an interruption or failure the same command resumes: no answered call is repeated with --json FILE or --replies DIR.
    Exit code 1 when models failed on some questions, 5 when a model never replied.
    """
    with told(), kept(output):
        asked_ids, folder = read_ids(ids, sample), cache_folder(cache, no_cache)
        files = RunFiles(dataset, data, audit, memos=memos)
        check_targets(output, None, [*files.read, *([] if ids is None else [ids])])
        questions = RunSettings(
            dataset=dataset,
            data=data.name,
            architecture=architecture,
            unit=unit,
            encoder=encoder,
            importance=importance,
            deliberator=deliberator,
            limit=limit,
            ids=asked_ids,
            sample=sample,
            seed=None if sample is None else seed,
            upkeep=upkeep,
        )
        settings = AnswerSettings(
            questions,
            k=k,
            budget=budget,
            model=model,
            judge=judge,
            judges=() if judge is None else named_judges(judges),
            short=short,
            words=words,
            abstentions=ABSTENTIONS.get(dataset, False) if abstentions is None else abstentions,
        )
        prices = priced(price), priced(judge_price or price if judge == model else judge_price)
        models = ModelRoles(
            chat_model(model, requests_a_minute), chat_model(judge, requests_a_minute), *prices, workers
        )
        keeping = kept_memories(upkeep, memories, output, requests_a_minute)
        with opened_replies(replies, output) as kept_replies:
            report = _report(settings, files, models, kept_replies, cache=folder, output=output, keeping=keeping)
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
    keeping: KeptMemories,
) -> dict[str, Any]:
    """The report of a run over the files."""
    loaded = load(files.dataset, files.data, files.audit)
    brought = bring(loaded, None, files.memos)
    questions, asked = chosen(files.named_in(settings.run), loaded)
    with progress(f"{questions.architecture} on {questions.dataset}") as watch:
        return run(
            replace(settings, run=questions),
            asked,
            models=models,
            brought=brought,
            replies=replies,
            cache=cache,
            output=None if output == STDOUT else output,
            memories=keeping,
            watch=watch,
        )
