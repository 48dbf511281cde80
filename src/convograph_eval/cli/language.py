"""`convograph-eval language`: the offline language layer against annotations by people and by a large model."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from convograph import __version__
from convograph.build import make_chat_model, make_encoder
from convograph.cli.console import progress_bar
from convograph.errors import InputError
from convograph.extraction.reading import Reader
from convograph.parsers.udpipe import UDPipeParser
from convograph.tokens import WordPieceCounter
from convograph_eval.answering import TokenPrice
from convograph_eval.cli.app import STDOUT, app, failures_reported, write_whole
from convograph_eval.cli.language_tables import VIEWS
from convograph_eval.cli.models import RepliesFolder, RequestsAMinute, opened_replies, priced
from convograph_eval.cli.report_files import resume_hint_on_interrupt
from convograph_eval.datasets import Dataset, first_cases, load
from convograph_eval.language import speed
from convograph_eval.language.dialogre import corpus as dialogre_reading
from convograph_eval.language.dialogre import recall as dialogre
from convograph_eval.language.extraction import sessions
from convograph_eval.language.personaext import corpus as personaext_reading
from convograph_eval.language.personaext import scores as personaext
from convograph_eval.language.personaext.corpus import MarkedSentence
from convograph_eval.language.recorded import scores as recorded
from convograph_eval.language.recorded.corpus import read_recorded
from convograph_eval.language.statements import corpus as statements_reading
from convograph_eval.language.statements import scores as statements
from convograph_eval.language.types import Measured, Watch
from convograph_eval.training.evaluation import ModelExtractor, held_out_of, measure_model

ENDINGS = ("", ".gz", ".xz")


@dataclass(frozen=True, slots=True)
class DataFile:
    """The folders of the data sets and of the labelled statements, how much of each to read (`None`: all), a reader.

    If `held_out` is given, only these sentences of PersonaExt are read.
    """

    folder: Path
    statements: Path
    limit: int | None
    reader: Reader
    held_out: Path | None = None

    def file(self, name: str) -> Path:
        """The file, plain or compressed. Raises `InputError` if the folder lacks it."""
        for ending in ENDINGS:
            path = self.folder / (name + ending)
            if path.is_file():
                return path
        raise InputError(f"no file {name} in {self.folder}, plain or compressed; name the data's folder with --data")

    def locomo(self) -> Dataset:
        """LoCoMo, or its first conversations."""
        dataset = load("locomo", self.file("locomo/locomo_dev5.json"))
        return dataset if self.limit is None else first_cases(dataset, self.limit)


def _personaext(given: DataFile, watch: Watch) -> Measured:
    return personaext.measure(_sentences(given), given.reader.read, watch)


def _sentences(given: DataFile) -> Sequence[MarkedSentence]:
    """PersonaExt's sentences: all, or those that a training run held out; at most `limit`."""
    found = personaext_reading.read_personaext(given.folder / "personaext")
    return (found if given.held_out is None else held_out_of(found, given.held_out))[: given.limit]


def _by_model(asked: ModelExtractor, price: TokenPrice | None, given: DataFile, watch: Watch) -> Measured:
    return measure_model(_sentences(given), asked, price, watch)


def _dialogre(given: DataFile, watch: Watch) -> Measured:
    dialogues = dialogre_reading.read_dialogre(given.file("dialogre/v2_en_dev.json"))[: given.limit]
    return dialogre.measure(dialogues, given.reader.read, watch)


def _recorded(given: DataFile, watch: Watch) -> Measured:
    dataset = given.locomo()
    events = read_recorded(given.file("locomo/recorded_events_dev5.jsonl"), dataset)
    return recorded.measure(events, dataset, given.reader.read, make_encoder("static"), watch)


def _statements(part: str, given: DataFile, watch: Watch) -> Measured:
    sentences = statements_reading.read_statements(given.statements / f"{part}.jsonl", given.folder)[: given.limit]
    return statements.measure(sentences, given.reader.read, watch)


def _speed(given: DataFile, watch: Watch) -> Measured:
    return speed.measure(list(sessions(given.locomo())), UDPipeParser, watch=watch)


MEASUREMENTS: Mapping[str, Callable[[DataFile, Watch], Measured]] = {
    "personaext": _personaext,
    "dialogre": _dialogre,
    "recorded": _recorded,
    **{f"statements-{part}": partial(_statements, part) for part in statements_reading.PARTS},
    "speed": _speed,
}


@app.command(
    epilog="[bold]Examples[/]\n"
    "  convograph-eval language --data data --only personaext --examples 3\n"
    "  convograph-eval language --data data --only recorded --limit 1 --json recorded.json"
)
def language(
    *,
    data: Annotated[
        Path, typer.Option(envvar="CONVOGRAPH_DATA", help="The folder with personaext, dialogre and locomo in it.")
    ],
    only: Annotated[str | None, typer.Option(help=f"One of {', '.join(MEASUREMENTS)}; all by default.")] = None,
    labels: Annotated[Path, typer.Option("--statements", help="The folder of the labelled statements.")] = Path(
        "data/statements"
    ),
    limit: Annotated[
        int | None, typer.Option(min=1, help="Only the first N sentences, dialogues and conversations.")
    ] = None,
    pronouns: Annotated[bool, typer.Option("--pronouns", help="Resolve pronouns.")] = False,
    examples: Annotated[int, typer.Option(min=0, help="How many misses of each kind to show.")] = 0,
    held_out: Annotated[
        Path | None, typer.Option("--held-out", metavar="FILE", help="Of PersonaExt, what a training run held out.")
    ] = None,
    model: Annotated[
        str | None,
        typer.Option("--model", metavar="NAME", help="openai:MODEL that reads PersonaExt in place of rules."),
    ] = None,
    price: Annotated[str | None, typer.Option(metavar="READ,WRITTEN", help="Price of a million tokens.")] = None,
    requests_a_minute: RequestsAMinute = None,
    replies: RepliesFolder = None,
    output: Annotated[
        Path | None, typer.Option("--json", help="Write records and summaries to this file; - for stdout.")
    ] = None,
) -> None:
    """Measure extraction: triplets, events, their times, and speed.

    Without a model, or of PersonaExt by one, such as a tuned extractor behind a server.
    """
    with failures_reported(), resume_hint_on_interrupt(output):
        if only is not None and only not in MEASUREMENTS:
            raise InputError(f"no measurement is called {only!r}; the measurements are {', '.join(MEASUREMENTS)}")
        if (model or held_out) and only != "personaext":
            raise InputError("--model and --held-out are for PersonaExt's sentences: add --only personaext")
        chosen = MEASUREMENTS if only is None else {only: MEASUREMENTS[only]}
        given = DataFile(data, labels, limit, Reader(UDPipeParser(), pronouns), held_out)
        console = Console(highlight=False, quiet=output == STDOUT)
        settings = {"version": __version__, "reader": given.reader.fingerprint, "limit": limit}
        report: dict[str, Any] = {"settings": settings}
        with opened_replies(replies, output if model else None) as cached:
            if model is not None:
                asked = ModelExtractor(
                    make_chat_model(model, requests_a_minute=requests_a_minute), cached, WordPieceCounter()
                )
                chosen = {"personaext": partial(_by_model, asked, priced(price))}
                settings["reader"] = asked.model.fingerprint
            for name, measure in chosen.items():
                with progress_bar(name) as bar:
                    measured = measure(given, bar or (lambda done, total: None))
                console.print(VIEWS[name](measured, examples))
                report[name] = measured.as_json()
        _write(report, output)


def _write(report: Mapping[str, Any], output: Path | None) -> None:
    text = json.dumps(report, ensure_ascii=False, indent=1) + "\n"
    if output == STDOUT:
        sys.stdout.write(text)
    elif output is not None:
        write_whole(output, text)
