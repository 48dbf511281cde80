"""`convograph-eval responses`: one side of dialogues over sessions is generated again, scored, rated and paid for."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, cast

import typer

from convograph.build import ARCHITECTURE_NAMES, DEFAULT_ENCODER
from convograph.cli.exit_codes import NOTHING_FOUND
from convograph.context import DEFAULT_BUDGET
from convograph.errors import InputError
from convograph_eval.answering import FULL_BUDGET, WORKERS, ModelRoles
from convograph_eval.bert_score import LAYER, BertScore
from convograph_eval.cli.app import STDOUT, app, told
from convograph_eval.cli.models import (
    JudgeModel,
    RepliesFolder,
    RequestsAMinute,
    chat_model,
    opened_replies,
    priced,
)
from convograph_eval.cli.options import EncoderName, Importance, Limit, Output, Seed, numbers
from convograph_eval.cli.report_files import check_targets, kept, progress, write_report
from convograph_eval.cli.response_tables import responses_view
from convograph_eval.datasets.dialogues import DIALOGUE_SETS, dialogue_files, load_dialogues
from convograph_eval.responding import (
    AGENTS,
    CONTEXTS,
    PAPER_PRICE,
    TRIPLET_LINES,
    ResponseAgentSettings,
    ResponseModels,
    ResponseSettings,
    chosen_dialogues,
    respond,
)
from convograph_eval.responding.agents import ContextScope, TripletLines
from convograph_eval.retrieval import files_digest

DialogueSetName = Annotated[str, typer.Option("--dataset", help=f"One of {', '.join(DIALOGUE_SETS)}.")]
Data = Annotated[
    Path,
    typer.Option("--data", help="The dialogues: a file of the release, or of LD-Agent's form; plain or compressed."),
]
AgentNames = Annotated[
    list[str],
    typer.Option("--agent", "-a", help=f"Who replies, once or more: {', '.join(AGENTS)}, {ARCHITECTURE_NAMES}."),
]
Model = Annotated[str | None, typer.Option("--model", "-m", metavar="NAME", help="openai:MODEL that replies.")]
PromptsOnly = Annotated[bool, typer.Option("--prompts-only", help="Make and count the prompts; ask no model to reply.")]
Upkeep = Annotated[
    str | None,
    typer.Option(
        metavar="NAME", help="openai:MODEL that writes what memorybank, ld-agent and glong-enriched remember."
    ),
]
Sessions = Annotated[
    str | None, typer.Option("--sessions", help="Sessions to reply in, comma-separated; by default all but the first.")
]
Context = Annotated[str, typer.Option("--context", help=f"The lines that are shown: {', '.join(CONTEXTS)}.")]
Window = Annotated[int, typer.Option("--window", min=1, metavar="TOKENS", help="Tokens of these lines at most.")]
Recalled = Annotated[
    int | None, typer.Option("--k", "-k", min=1, help="Triplets, events or hits recalled; of glong 3 by default.")
]
Budget = Annotated[int, typer.Option("--budget", min=1, metavar="TOKENS", help="Tokens of what an architecture packs.")]
Lines = Annotated[str, typer.Option("--lines", help=f"How triplets are written: {', '.join(TRIPLET_LINES)}.")]
BertFolder = Annotated[
    Path | None, typer.Option("--bert-score", metavar="DIR", help="Also BERTScore, by the encoder in this folder.")
]
BertLayer = Annotated[int, typer.Option("--bert-layer", min=1, help="Its layer; 17 is roberta-large's.")]
Sample = Annotated[
    int | None, typer.Option("--sample", min=1, help="Only a sample of N dialogues, of LoCoMo of N replies.")
]
Workers = Annotated[int, typer.Option("--workers", min=1, metavar="N", help="Concurrent dialogues.")]
Price = Annotated[
    str | None,
    typer.Option(metavar="READ,WRITTEN", help="Price of a million tokens; by default the paper's, 0.15,0.60."),
]


@app.command(
    epilog="[bold]Examples[/]\n"
    "  convograph-eval responses --dataset msc --data dialogue_session_3_valid.jsonl.gz -a long-context -a glong "
    "--prompts-only\n"
    "  convograph-eval responses --dataset cc --data test.json --sample 500 -a glong -a memorybank "
    "--model openai:gpt-4o-mini --upkeep openai:gpt-4o-mini --judge openai:gpt-4o --json responses.json"
)
def responses(
    *,
    dataset: DialogueSetName,
    data: Data,
    agent: AgentNames,
    model: Model = None,
    prompts_only: PromptsOnly = False,
    upkeep: Upkeep = None,
    judge: JudgeModel = None,
    sessions: Sessions = None,
    context: Context = "session",
    window: Window = FULL_BUDGET,
    k: Recalled = None,
    budget: Budget = DEFAULT_BUDGET,
    lines: Lines = "arrows",
    encoder: EncoderName = DEFAULT_ENCODER,
    importance: Importance = None,
    bert_score: BertFolder = None,
    bert_layer: BertLayer = LAYER,
    limit: Limit = None,
    sample: Sample = None,
    seed: Seed = 0,
    workers: Workers = WORKERS,
    requests_a_minute: RequestsAMinute = None,
    price: Price = None,
    replies: RepliesFolder = None,
    output: Output = None,
) -> None:
    """Generate one side of dialogues again, session by session, and score it against what was said (G-Long).

    Dialogues are sent to the server at CONVOGRAPH_BASE_URL; with --prompts-only and without --upkeep, nothing is sent.
    After an interruption or failure the same command resumes: with --json FILE or --replies DIR, no answered call is
    repeated. Exit code 1 when models failed on some replies, 5 when a model never replied.
    """
    with told(), kept(output):
        if prompts_only == (model is not None):
            raise InputError("either a model replies or prompts are counted; give --model NAME or --prompts-only")
        files = dialogue_files(dataset, data)
        check_targets(output, None, files)
        bert = None if bert_score is None else BertScore(bert_score, bert_layer)
        settings = ResponseSettings(
            dataset=dataset,
            data=data.name,
            agents=tuple(dict.fromkeys(agent)),
            memory=ResponseAgentSettings(
                cast("ContextScope", context), window, k, budget, cast("TripletLines", lines), encoder, importance
            ),
            model=model,
            upkeep=upkeep,
            judge=judge,
            bert_score=None if bert is None else bert.fingerprint,
            sessions=None if sessions is None else numbers(sessions, "--sessions"),
            limit=limit,
            sample=sample,
            seed=None if sample is None else seed,
            digests=((data.name, files_digest(files)),),
        )
        settings, given = chosen_dialogues(settings, load_dialogues(dataset, data))
        roles = ModelRoles(chat_model(model, requests_a_minute), chat_model(judge, requests_a_minute), workers=workers)
        models = ResponseModels(roles, chat_model(upkeep, requests_a_minute))
        asking = model is not None or upkeep is not None
        with opened_replies(replies, output if asking else None) as kept_replies, progress(dataset) as watch:
            report = respond(
                settings,
                given,
                models=models,
                replies=kept_replies,
                bert=bert,
                price=priced(price) or PAPER_PRICE,
                output=None if output == STDOUT else output,
                watch=watch,
            )
        write_report(report, output, responses_view)
    if any(one["failed"] for one in report["agents"].values()):
        raise typer.Exit(NOTHING_FOUND)
