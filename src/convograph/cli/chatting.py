"""`chat`: talk with a memory that remembers what is said."""

from __future__ import annotations

import sys
from typing import Annotated, Final

import typer

from convograph.build import make_chat_model
from convograph.cli.answers import answer_view, cited_view
from convograph.cli.app import ASK, command
from convograph.cli.asking import ModelName
from convograph.cli.failures import exit_code, report_failure
from convograph.cli.json_output import print_json
from convograph.cli.opening import opened
from convograph.cli.options import Common
from convograph.cli.output import errors, output, print_line, shown
from convograph.cli.streaming import streaming
from convograph.context import DEFAULT_BUDGET
from convograph.errors import ConvographError, InputError
from convograph.memory import Talk
from convograph.types import Answer

QUIT: Final = "/quit"


@command(
    ASK,
    "convograph chat --model openai:gpt-4o-mini",
    "convograph chat --model openai:llama3.1:8b --session monday --speaker Ana",
    "convograph chat < questions.txt",
)
def chat(
    common: Common,
    *,
    model: ModelName = None,
    session: Annotated[
        str | None,
        typer.Option(metavar="ID", help="The session to begin or go on with. [dim]\\[default: a new one][/]"),
    ] = None,
    speaker: Annotated[str, typer.Option(metavar="NAME", help="The name under which your lines are stored.")] = "user",
    budget: Annotated[
        int, typer.Option("--budget", "-b", metavar="TOKENS", help="The most that the model is shown of the memory.")
    ] = DEFAULT_BUDGET,
) -> None:
    """Talk with a memory that remembers what is said.

    Each line is stored, then what memory has on it goes to the server of the model with the last lines of the session,
    and the reply is stored too. Without --model, sentences from memory are quoted and only your lines are stored.
    /quit, Ctrl-D or Ctrl-C end it. A failure is said, and the chat goes on; it then ends with the failure's exit code.
    """
    with opened(common, "create") as memory:
        chosen = None if model is None else make_chat_model(model)
        talk = Talk(memory, chosen, session=session, user=speaker, budget=budget)
        if not common.as_json:
            errors().print(shown(f"session {talk.session} in {memory.location}; {QUIT} ends it", "dim"), soft_wrap=True)
        code = 0
        try:
            while (line := _next_line(speaker)) is not None:
                code = _exchange(talk, line, as_json=common.as_json) or code
        except KeyboardInterrupt:
            errors().print()  # away from what was being typed or written; all lines so far are stored
    if code:
        raise typer.Exit(code)


def _next_line(speaker: str) -> bytes | None:
    """The next line that says something; `None` when there is none, or it is `/quit`."""
    while True:
        if sys.stdin.isatty():
            errors().print(shown(f"{speaker}> ", "bold"), end="")
        line = sys.stdin.buffer.readline()
        if not line or line.strip() == QUIT.encode():
            return None
        if line.strip():
            return line.strip()


def _exchange(talk: Talk, line: bytes, *, as_json: bool) -> int:
    """Say a line and show the reply; the exit code of a failure, which is said, or 0."""
    try:
        with streaming(wanted=not as_json) as streamed:
            answer = talk.say(_text(line), streamed.on_text)
    except ConvographError as error:
        report_failure(type(error).__name__, str(error), as_json=as_json)
        return exit_code(error)
    if as_json:
        print_json(answer, on_one_line=True)
    else:
        _show(answer, streamed=streamed.begun)
    return 0


def _show(answer: Answer, *, streamed: bool) -> None:
    if answer.kind == "extractive":
        output().print(answer_view(answer))
        return
    if not streamed:
        print_line(answer.text)
    for part in cited_view(answer):
        output().print(part)


def _text(line: bytes) -> str:
    try:
        return line.decode()
    except UnicodeDecodeError as error:
        raise InputError(f"the line is not text in UTF-8: byte 0x{line[error.start]:02x}; say it otherwise") from None
