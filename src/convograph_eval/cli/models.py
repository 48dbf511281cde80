"""Options that name chat models, and the models that they name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer

from convograph.build import make_chat_model
from convograph.cli.prices import price_of
from convograph.errors import InputError, ModelError
from convograph.protocols import ChatModel
from convograph_eval.answering import Replies, TokenPrice, beside
from convograph_eval.cli.app import STDOUT
from convograph_eval.judges import JUDGES
from convograph_eval.retrieval import SUFFIX, MemoryStorage

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
Upkeep = Annotated[
    str | None,
    typer.Option(
        "--upkeep",
        metavar="NAME",
        help="openai:MODEL that writes what the architecture remembers: triplets for glong, events for associa, "
        "summaries and facts for ld-agent, memorybank, sgmem-sf and their kin.",
    ),
]
Memories = Annotated[
    Path | None,
    typer.Option(
        "--memories",
        metavar="DIR",
        help="Folder of the memories that the model of --upkeep keeps; by default next to --json FILE, if given.",
    ),
]
EVERY_JUDGE = ",".join(JUDGES)


def named_judges(judges: str) -> tuple[str, ...]:
    """The names in a list such as `"sgmem,longmemeval"`."""
    return tuple(dict.fromkeys(name.strip() for name in judges.split(",")))


def priced(price: str | None) -> TokenPrice | None:
    """The price in `"0.15,0.60"`, if given. Raises `InputError` for another form."""
    if price is None:
        return None
    found = price_of(price)
    return found.read, found.written


def chat_model(name: str | None, requests_a_minute: int | None) -> ChatModel | None:
    """The model of this name, if given. Raises `InputError` and `MissingExtraError`."""
    return None if name is None else make_chat_model(name, requests_a_minute=requests_a_minute)


def memory_storage(
    upkeep: str | None, folder: Path | None, output: Path | None, requests_a_minute: int | None
) -> MemoryStorage:
    """Where the memories that `upkeep` writes in are kept. Raises `InputError` for a folder without such a model."""
    if upkeep is None and folder is not None:
        raise InputError("--memories is for memories that a model keeps; name it with --upkeep, or leave it out")
    if upkeep is not None and folder is None and output is not None and output != STDOUT:
        folder = output.with_name(output.name + SUFFIX)
    return MemoryStorage(folder, requests_a_minute)


def not_kept(upkeep: Mapping[str, Any] | None) -> str | None:
    """A line that says how many memories a model failed on, and the first reason; `None` if none."""
    if upkeep is None or not upkeep["failed"]:
        return None
    (first, reason), count = next(iter(upkeep["failed"].items())), len(upkeep["failed"])
    which = "1 memory was" if count == 1 else f"{count:,} memories were"
    return f"{which} not kept, and nothing asked of it; {first}: {reason}. The same command retries this."


@contextmanager
def opened_replies(folder: Path | None, output: Path | None) -> Iterator[Replies | None]:
    """The cache of replies, or `None` without a folder; a `ModelError` then also says what is kept of the run."""
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
