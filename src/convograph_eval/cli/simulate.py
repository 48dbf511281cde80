"""`convograph-eval simulate`: play a show to a memory, and let its characters ask about what was said (DialSim)."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from convograph.build import DEFAULT_ARCHITECTURE, DEFAULT_ENCODER
from convograph.cli.exit_codes import NOTHING_FOUND
from convograph.cli.options import expanded
from convograph.context import DEFAULT_BUDGET
from convograph.errors import InputError
from convograph_eval.answering import WORKERS, ModelRoles
from convograph_eval.architectures import RUN_NAMES
from convograph_eval.cli.app import STDOUT, app, failures_reported
from convograph_eval.cli.models import JudgeModel, RepliesFolder, RequestsAMinute, chat_model, opened_replies
from convograph_eval.cli.options import EncoderName, Output
from convograph_eval.cli.report_files import check_targets, progress, resume_hint_on_interrupt, write_report
from convograph_eval.cli.show_forms import CHRONICLE, SHOW
from convograph_eval.cli.simulate_tables import simulation_view
from convograph_eval.dialsim import (
    ANSWER_FORMATS,
    HISTORIES,
    NAME_MODES,
    READERS,
    AgentSettings,
    SimulationSettings,
    read_show,
    show_files,
    simulate,
)
from convograph_eval.dialsim.agents import WINDOW, remembers
from convograph_eval.dialsim.settings import RUNS
from convograph_eval.retrieval import files_digest

Show = Annotated[
    Path,
    typer.Option(
        "--show", help="A show: X_dialsim.pickle or .parquet of the release, our JSON form, or a chronicle's file."
    ),
]
History = Annotated[str, typer.Option("--history", help=f"What is read: {', '.join(HISTORIES)}.")]
Architecture = Annotated[
    str | None, typer.Option("--architecture", "-a", help=f"What finds it: one of {RUN_NAMES}; by default unified.")
]
Units = Annotated[
    int | None, typer.Option("--k", "-k", min=1, help="Units to read; by default as many as in the release.")
]
Budget = Annotated[int, typer.Option("--budget", min=1, metavar="TOKENS", help="Tokens of what is packed.")]
Window = Annotated[int, typer.Option("--window", min=1, metavar="TOKENS", help="Tokens of the newest scenes.")]
Names = Annotated[str, typer.Option("--names", help=f"Names of the characters: {', '.join(NAME_MODES)}.")]
WholeWords = Annotated[bool, typer.Option("--whole-words", help="Replace names only where they are whole words.")]
AnswerFormat = Annotated[str, typer.Option("--format", help=f"How questions are put: {', '.join(ANSWER_FORMATS)}.")]
Reader = Annotated[str, typer.Option("--reader", help=f"What chooses without a model: {', '.join(READERS)}.")]
Model = Annotated[str | None, typer.Option("--model", "-m", metavar="NAME", help="openai:MODEL that answers.")]
Runs = Annotated[int, typer.Option("--runs", min=1, help="Runs, each with questions of its own.")]
Seed = Annotated[int, typer.Option("--seed", help="Seed of the first run's questions.")]
TimeLimit = Annotated[
    float | None, typer.Option("--time-limit", min=0, metavar="SECONDS", help="Later answers are wrong.")
]
Scenes = Annotated[int | None, typer.Option("--scenes", min=1, metavar="N", help="Only the first N scenes.")]
Workers = Annotated[int, typer.Option("--workers", min=1, metavar="N", help="Concurrent questions.")]


@dataclass(frozen=True, slots=True)
class SimulationMemoryOptions:
    """What the agent remembers of a show, and how."""

    history: History = "packed"
    architecture: Architecture = None
    k: Units = None
    budget: Budget = DEFAULT_BUDGET
    window: Window = WINDOW
    encoder: EncoderName = DEFAULT_ENCODER

    def settings(self) -> AgentSettings:
        """The settings of the agent. Raises `InputError` for options that contradict each other."""
        made = AgentSettings(
            self.history,
            self.architecture or DEFAULT_ARCHITECTURE,
            self.encoder,
            self.k,
            self.budget,
            self.window,
        )
        if self.architecture and not remembers(self.history):
            raise InputError(f"the history {self.history} is found by no architecture; leave out --architecture")
        return made


@dataclass(frozen=True, slots=True)
class PlayOptions:
    """The scenes, the questions asked in them and their form, and the time limit of answers."""

    names: Names = "original"
    whole_words: WholeWords = False
    answer_format: AnswerFormat = "structured"
    reader: Reader = "evidence"
    runs: Runs = RUNS
    seed: Seed = 0
    time_limit: TimeLimit = None
    scenes: Scenes = None

    def settings(self) -> dict[str, Any]:
        """The values as fields of `SimulationSettings`."""
        own = ("names", "whole_words", "reader", "runs", "seed", "time_limit", "scenes")
        return {"form": self.answer_format, **{name: getattr(self, name) for name in own}}


@dataclass(frozen=True, slots=True)
class SimulationModelOptions:
    """The models that answer and judge, where their replies are kept, and the file of the report."""

    model: Model = None
    judge: JudgeModel = None
    workers: Workers = WORKERS
    requests_a_minute: RequestsAMinute = None
    replies: RepliesFolder = None
    output: Output = None

    def roles(self) -> ModelRoles:
        """The models. Raises `InputError` for an unknown name, and `MissingExtraError`."""
        model, judge = (chat_model(name, self.requests_a_minute) for name in (self.model, self.judge))
        return ModelRoles(model, judge, workers=self.workers)


@app.command(
    name="simulate",
    epilog="[bold]Examples[/]\n"
    "  convograph-eval simulate --show data/chronicles/lantern.json --json lantern.json\n"
    "  convograph-eval simulate --show friends_dialsim.pickle --history sessions -a bm25 --names swapped "
    "--model openai:gpt-4o-mini --json friends.json\n\n"
    "[bold]Files[/]\n"
    f"{SHOW}\n{CHRONICLE}",
)
@expanded
def run_simulation(
    *,
    show: Show,
    memory_options: SimulationMemoryOptions,
    play_options: PlayOptions,
    model_options: SimulationModelOptions,
) -> None:
    """Play a show to a memory, utterance by utterance, and ask it one question a scene (DialSim).

    Text is sent to the server at CONVOGRAPH_BASE_URL with --model or --judge only. With --json FILE, every
    question is a line of FILE.log.jsonl, and the same command goes on there after an interruption. Exit code 1 when
    no question was asked or models failed on some, 5 when a model never replied.
    """
    output = model_options.output
    with failures_reported(), resume_hint_on_interrupt(output):
        files = show_files(show)
        check_targets(output, None, files)
        given = read_show(show)
        settings = SimulationSettings(
            show.name,
            memory_options.settings(),
            model=model_options.model,
            judge=model_options.judge,
            digests=((show.name, files_digest(files)),),
            **play_options.settings(),
        )
        models, is_asked = model_options.roles(), model_options.model or model_options.judge
        with (
            opened_replies(model_options.replies, output if is_asked else None) as kept_replies,
            progress(memory_options.history) as watch,
        ):
            report = simulate(
                settings,
                given,
                models=models,
                replies=kept_replies,
                output=None if output == STDOUT else output,
                played=lambda done, total: watch("cases", done, total),
            )
        write_report(report, output, simulation_view)
    if report["summary"]["failed"] or not report["questions"]:
        raise typer.Exit(NOTHING_FOUND)
