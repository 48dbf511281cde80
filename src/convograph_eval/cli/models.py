"""Options that name chat models, and these models."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from convograph.build import make_chat_model
from convograph.cli.prices import price_of
from convograph.errors import ModelError
from convograph.protocols import ChatModel
from convograph_eval.answering import Replies, TokenPrice, beside
from convograph_eval.cli.app import STDOUT
from convograph_eval.judges import JUDGES

JudgeModel = Annotated[
    str | None, typer.Option("--judge", metavar="NAME", help="openai:MODEL that judges, on the same server.")
]
Judges = Annotated[str, typer.Option("--judges", metavar="NAME,…", help=f"Some of {', '.join(JUDGES)}.")]
JudgePrice = Annotated[
    str | None,
    typer.Option("--judge-price", metavar="READ,WRITTEN", help="As --price, for the judge."),
]
RequestsAMinute = Annotated[
    int | None,
    typer.Option("--requests-a-minute", metavar="N", min=1, help="Rate limit for each model, retries included."),
]
RepliesFolder = Annotated[
    Path | None,
    typer.Option(
        "--replies", metavar="DIR", help="Folder of cached replies; by default next to --json FILE, if given."
    ),
]
EVERY_JUDGE = ",".join(JUDGES)


def named_judges(judges: str) -> tuple[str, ...]:
    """The names in `"sgmem,longmemeval"`."""
    return tuple(dict.fromkeys(name.strip() for name in judges.split(",")))


def priced(price: str | None) -> TokenPrice | None:
    """The price in `"0.15,0.60"`, if there is one. Raises `InputError`."""
    if price is None:
        return None
    found = price_of(price)
    return found.read, found.written


def chat_model(name: str | None, requests_a_minute: int | None) -> ChatModel | None:
    """The model of that name, if there is one. Raises `InputError` and `MissingExtraError`."""
    return None if name is None else make_chat_model(name, requests_a_minute=requests_a_minute)


@contextmanager
def opened_replies(folder: Path | None, output: Path | None) -> Iterator[Replies | None]:
    """The cache of replies, `None` without a folder; a model's error then says what is kept of the run."""
    if folder is None and output is not None and output != STDOUT:
        folder = beside(output)
    replies = None if folder is None else Replies(folder)
    try:
        yield replies
    except ModelError as error:
        what = "nothing is kept without --json FILE or --replies DIR"
        kept = what if replies is None else "replies so far are kept, and the same command resumes"
        raise ModelError(f"{error}; {kept}") from error
    finally:
        if replies is not None:
            replies.close()
