"""`convograph-eval responses`: generate one side of dialogues over sessions again, score it and count its cost."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, cast

import typer

from convograph.build import ARCHITECTURE_NAMES, DEFAULT_ENCODER
from convograph.cli.exit_codes import NOTHING_FOUND
from convograph.cli.options import expanded
from convograph.context import DEFAULT_BUDGET
from convograph.errors import InputError
from convograph_eval.answering import FULL_BUDGET, WORKERS, ModelRoles
from convograph_eval.bert_score import LAYER, BertScore
from convograph_eval.cli.app import STDOUT, app, failures_reported
from convograph_eval.cli.models import (
    JudgeModel,
    RepliesFolder,
    RequestsAMinute,
    chat_model,
    opened_replies,
    priced,
)
from convograph_eval.cli.options import EncoderName, Importance, Limit, Output, Seed, numbers
from convograph_eval.cli.report_files import check_targets, progress, resume_hint_on_interrupt, write_report
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


@dataclass(frozen=True, slots=True)
class ResponseModelOptions:
    """The models that reply, judge and write memories, the price of tokens, and where replies are kept."""

    model: Model = None
    prompts_only: PromptsOnly = False
    upkeep: Upkeep = None
    judge: JudgeModel = None
    workers: Workers = WORKERS
    requests_a_minute: RequestsAMinute = None
    price: Price = None
    replies: RepliesFolder = None

    def check(self) -> None:
        """Raise `InputError` unless exactly one of a model and `prompts_only` is given."""
        if self.prompts_only == (self.model is not None):
            raise InputError("either a model replies or prompts are counted; give --model NAME or --prompts-only")

    def models(self) -> ResponseModels:
        """The models. Raises `InputError` for an unknown name, and `MissingExtraError`."""
        model, judge, upkeep = (
            chat_model(name, self.requests_a_minute) for name in (self.model, self.judge, self.upkeep)
        )
        return ResponseModels(ModelRoles(model, judge, workers=self.workers), upkeep)


@dataclass(frozen=True, slots=True)
class DialogueSelection:
    """Which dialogues are replied to, and in which sessions."""

    sessions: Sessions = None
    limit: Limit = None
    sample: Sample = None
    seed: Seed = 0

    def settings(self) -> dict[str, Any]:
        """The values as fields of `ResponseSettings`. Raises `InputError` for an invalid session number."""
        return {
            "sessions": None if self.sessions is None else numbers(self.sessions, "--sessions"),
            "limit": self.limit,
            "sample": self.sample,
            "seed": None if self.sample is None else self.seed,
        }


@dataclass(frozen=True, slots=True)
class ResponseMemoryOptions:
    """What the agents remember, and how much of it their prompts show."""

    context: Context = "session"
    window: Window = FULL_BUDGET
    k: Recalled = None
    budget: Budget = DEFAULT_BUDGET
    lines: Lines = "arrows"
    encoder: EncoderName = DEFAULT_ENCODER
    importance: Importance = None

    def settings(self) -> ResponseAgentSettings:
        """The settings of agents. Raises `InputError` for a value that is not one of the choices."""
        return ResponseAgentSettings(
            cast("ContextScope", self.context),
            self.window,
            self.k,
            self.budget,
            cast("TripletLines", self.lines),
            self.encoder,
            self.importance,
        )


@dataclass(frozen=True, slots=True)
class ScoringOptions:
    """The encoder of BERTScore, and the file of the report."""

    bert_score: BertFolder = None
    bert_layer: BertLayer = LAYER
    output: Output = None

    def bert(self) -> BertScore | None:
        """BERTScore, if an encoder is given. Raises what `BertScore` raises."""
        return None if self.bert_score is None else BertScore(self.bert_score, self.bert_layer)


@app.command(
    epilog="[bold]Examples[/]\n"
    "  convograph-eval responses --dataset msc --data dialogue_session_3_valid.jsonl.gz -a long-context -a glong "
    "--prompts-only\n"
    "  convograph-eval responses --dataset cc --data test.json --sample 500 -a glong -a memorybank "
    "--model openai:gpt-4o-mini --upkeep openai:gpt-4o-mini --judge openai:gpt-4o --json responses.json"
)
@expanded
def responses(
    *,
    dataset: DialogueSetName,
    data: Data,
    agent: AgentNames,
    model_options: ResponseModelOptions,
    selection: DialogueSelection,
    memory_options: ResponseMemoryOptions,
    scoring_options: ScoringOptions,
) -> None:
    """Generate one side of dialogues again, session by session, and score it against what was said (G-Long).

    Dialogues are sent to the server at CONVOGRAPH_BASE_URL; with --prompts-only and without --upkeep, nothing is sent.
    After an interruption or failure the same command resumes: with --json FILE or --replies DIR, no answered call is
    repeated. Exit code 1 when models failed on some replies, 5 when a model never replied.
    """
    output = scoring_options.output
    with failures_reported(), resume_hint_on_interrupt(output):
        model_options.check()
        files = dialogue_files(dataset, data)
        check_targets(output, None, files)
        bert = scoring_options.bert()
        settings = ResponseSettings(
            dataset=dataset,
            data=data.name,
            agents=tuple(dict.fromkeys(agent)),
            memory=memory_options.settings(),
            model=model_options.model,
            upkeep=model_options.upkeep,
            judge=model_options.judge,
            bert_score=None if bert is None else bert.fingerprint,
            digests=((data.name, files_digest(files)),),
            **selection.settings(),
        )
        settings, given = chosen_dialogues(settings, load_dialogues(dataset, data))
        models = model_options.models()
        asking = model_options.model is not None or model_options.upkeep is not None
        with (
            opened_replies(model_options.replies, output if asking else None) as kept_replies,
            progress(dataset) as watch,
        ):
            report = respond(
                settings,
                given,
                models=models,
                replies=kept_replies,
                bert=bert,
                price=priced(model_options.price) or PAPER_PRICE,
                output=None if output == STDOUT else output,
                watch=watch,
            )
        write_report(report, output, responses_view)
    if any(one["failed"] for one in report["agents"].values()):
        raise typer.Exit(NOTHING_FOUND)
