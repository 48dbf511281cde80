"""`convograph-eval train-extractor`: fine-tune a small model for its task at run time."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from convograph.cli.console import counted, progress_bar, shown
from convograph.cli.options import expanded
from convograph.errors import InputError
from convograph.extraction.reading import Reader
from convograph.parsers.udpipe import UDPipeParser
from convograph_eval.cli.app import app, failures_reported
from convograph_eval.language.personaext.corpus import read_personaext
from convograph_eval.training.coqa import read_coqa
from convograph_eval.training.deliberation import PassageReader
from convograph_eval.training.examples import Collected, first_examples, prepared
from convograph_eval.training.run_folder import RunFolder, described_base, described_data
from convograph_eval.training.settings import PAPER, TuningSettings
from convograph_eval.training.triplets import triplet_examples
from convograph_eval.training.tuning import Tuning, check_training, merge

HELD_OUT = 0.05
SHOWN = 4  # decimals of a loss


@contextmanager
def _resumable() -> Iterator[None]:
    """On Ctrl-C, say how to resume."""
    try:
        yield
    except KeyboardInterrupt:
        what = "the same command goes on from the last checkpoint"
        Console(stderr=True).print(shown(f"interrupted: {what}", "yellow"), soft_wrap=True)
        raise typer.Exit(130) from None


@dataclass(frozen=True, slots=True)
class TrainingData:
    """The path of a task's data, the folder of sentences to leave out, and the seed of random draws."""

    data: Path
    leave_out: Path | None
    seed: int


def _triplets(given: TrainingData) -> Collected:
    apart = () if given.leave_out is None else {one.text for one in read_personaext(given.leave_out)}
    return triplet_examples(read_personaext(given.data), apart)


def _deliberation(given: TrainingData) -> Collected:
    if given.leave_out is not None:
        raise InputError("--leave-out is for --task triplets: CoQA's questions are evaluated nowhere")
    return PassageReader(Reader(UDPipeParser(), pronouns=True), given.seed).examples(read_coqa(given.data))


TASKS: Mapping[str, Callable[[TrainingData], Collected]] = {"triplets": _triplets, "deliberation": _deliberation}


@dataclass(frozen=True, slots=True)
class LeftOutOptions:
    """The part of the data that is not trained on."""

    leave_out: Annotated[
        Path | None, typer.Option(help="Folder with PersonaExt's files whose sentences are not trained on.")
    ] = None
    held_out: Annotated[float, typer.Option(help="The share of sentences or passages held out.")] = HELD_OUT
    limit: Annotated[int | None, typer.Option(min=1, help="Train on the first N examples only.")] = None


@dataclass(frozen=True, slots=True)
class TuningOptions:
    """How the adapters are trained."""

    epochs: Annotated[int, typer.Option(help="How often each example is seen.")] = PAPER.epochs
    learning_rate: Annotated[float, typer.Option(help="The learning rate at the start.")] = PAPER.learning_rate
    rank: Annotated[int, typer.Option(help="The rank of the adapters; alpha is the same.")] = PAPER.rank
    batch: Annotated[int, typer.Option(help="Examples at once.")] = PAPER.batch
    accumulation: Annotated[int, typer.Option(help="How many batches make a step.")] = PAPER.accumulation
    longest: Annotated[int, typer.Option(help="The most tokens of an example.")] = PAPER.longest
    save_steps: Annotated[int, typer.Option(help="Steps between checkpoints.")] = PAPER.save_steps
    quantize: Annotated[
        bool, typer.Option("--quantize/--no-quantize", help="The base model in 4 bits; needs a CUDA GPU.")
    ] = True
    seed: Annotated[int, typer.Option(help="Seed of the training.")] = PAPER.seed

    def settings(self) -> TuningSettings:
        """The settings of the training. Raises `InputError`."""
        return TuningSettings(alpha=self.rank, **asdict(self))


@app.command(
    name="train-extractor",
    epilog="[bold]Examples[/]\n"
    "  convograph-eval train-extractor --data personaext/train --leave-out personaext/dev --base Qwen3-8B "
    "--output tuned --merge\n"
    "  convograph-eval train-extractor --data personaext --plan\n"
    "  convograph-eval train-extractor --task deliberation --data coqa-train-v1.0.json --base Qwen2.5-3B-Instruct "
    "--output deliberator",
)
@expanded
def train_extractor(
    *,
    data: Annotated[
        Path, typer.Option(help="Of triplets, the folder with PersonaExt's files; of deliberation, CoQA's file.")
    ],
    task: Annotated[str, typer.Option(help=f"What the model is for: {' or '.join(TASKS)}.")] = "triplets",
    base: Annotated[
        Path | None, typer.Option(help="Folder of an instruction-tuned model; nothing is downloaded.")
    ] = None,
    output: Annotated[Path | None, typer.Option(help="Folder of the run; the same command resumes in it.")] = None,
    merging: Annotated[bool, typer.Option("--merge", help="Also write the model with the adapter merged in.")] = False,
    plan: Annotated[bool, typer.Option("--plan", help="Only count the examples; needs no model.")] = False,
    left_out_options: LeftOutOptions,
    tuning_options: TuningOptions,
) -> None:
    """Fine-tune a model by QLoRA: to extract triplets (G-Long), or to say what a recall lacks (Associa).

    The settings are those of G-Long's paper by default. The folder of the run gets the examples, checkpoints, the
    adapter, and training.json with settings, data and losses. Training needs the extra `training`.
    """
    with failures_reported(), _resumable():
        if task not in TASKS:
            raise InputError(f"no task is called {task!r}; the tasks are {', '.join(TASKS)}")
        settings = tuning_options.settings()
        collected = TASKS[task](TrainingData(data, left_out_options.leave_out, tuning_options.seed))
        examples = first_examples(prepared(collected, left_out_options.held_out), left_out_options.limit)
        if plan:
            Console().print(_view(task, described_data(examples), {}), highlight=False)
            return
        if base is None or output is None:
            raise InputError("name the base model's folder and that of the run: --base DIR --output DIR; or --plan")
        check_training(settings)
        record = _trained(Tuning(base, examples, settings, RunFolder(output)), task)
        if merging and not RunFolder(output).is_merged:
            merge(base, RunFolder(output))
        Console().print(_view(task, record["data"], record), highlight=False)
        Console().print(shown(f"adapter: {output / 'adapter'}" + f"\nmodel: {output / 'merged'}" * merging))


def _trained(tuning: Tuning, task: str) -> dict[str, Any]:
    """The record of a run, which is trained first unless it has finished."""
    run = {
        "task": task,
        "settings": asdict(tuning.settings),
        "data": described_data(tuning.examples),
        "base": described_base(tuning.base),
    }
    record = tuning.folder.begin(run, tuning.examples)
    if record.get("finished"):
        return record
    with progress_bar("training") as bar:
        return tuning.run(record, bar)


def _view(task: str, data: Mapping[str, Any], record: Mapping[str, Any]) -> Table:
    """The numbers of examples trained on and left out, by reason, and the losses."""
    title = f"{task} · {counted(data['train'], 'example')}, {data['held_out']:,} held out"
    table = Table(title=title, box=None, show_header=False)
    table.add_column("")
    table.add_column("", justify="right")
    for reason, count in data["left_out"].items():
        table.add_row(f"left out: {reason}", f"{count:,}")
    if record:
        table.add_row("left out: too many tokens", f"{record['too_long']:,}")
        table.add_row("steps", f"{record['steps']:,}")
        table.add_row("loss of the first step", f"{record['losses'][0]:.{SHOWN}f}")
        table.add_row("loss of the last step", f"{record['losses'][-1]:.{SHOWN}f}")
    for when, loss in record.get("held_out_loss", {}).items():
        table.add_row(f"loss of what was held out, {when}", f"{loss:.{SHOWN}f}")
    return table
