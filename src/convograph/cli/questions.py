"""Commands that query a memory: `recall`, `context`, `answer`, `chat`."""

from __future__ import annotations

import sys
from pathlib import Path
from select import select
from typing import Annotated, Final, NoReturn

import typer

from convograph.build import make_chat_model
from convograph.cli.app import ASK, command
from convograph.cli.console import (
    counted,
    errors,
    output,
    print_json,
    print_line,
    shown,
    spinner,
    streaming,
    with_turns_once,
    write_exactly,
)
from convograph.cli.exit_codes import NOTHING_FOUND, exit_code, report_failure
from convograph.cli.interrupts import TerminatedError
from convograph.cli.options import Common, QuestionOptions, existing, opened
from convograph.cli.results import answer_view, cited_view, context_summary, recall_view
from convograph.context import DEFAULT_BUDGET
from convograph.errors import ConvographError, InputError, NotFoundError
from convograph.formats.limits import shortened
from convograph.formats.private_files import written
from convograph.memory import Memory, RecallOptions, Talk
from convograph.memory.names.nearest_names import known_instead
from convograph.memory.recalling.likelihood import MIN_PROBABILITY
from convograph.pages import check_page_file, render_tree
from convograph.types import Answer, Context, Filters, Recall

QUIT: Final = "/quit"
SIGNAL_SECONDS: Final = 0.2  # the longest delay until a signal ends a chat that waits for input
RECALLING: Final = "recalling"  # models that read the question may first have to be loaded, which takes seconds
TOLD_LEAST: Final = 0.001  # lower probabilities are shown as "less than 0.1%"

Question = Annotated[str, typer.Argument(metavar="QUESTION", help="What you want to know.")]
ModelName = Annotated[
    str | None, typer.Option("--model", metavar="NAME", help="openai:MODEL, on the server at CONVOGRAPH_BASE_URL.")
]


@command(
    ASK,
    "convograph recall 'What is the combination of the shed padlock?'",
    "convograph recall 'Is the walk along the Sill still going to happen?' --as-of 2024-05-10 --explain",
    "convograph recall 'the greenhouse' -k 10 --speaker Nora --after 2024-03-01",
    "convograph recall 'soup night' --asked-at 2024-12-31 --after 'last month' --unit session --json",
    "convograph recall 'What does Martin Teague do?' --facts",
    "convograph recall 'Who proposed walking the whole River Sill?' --architecture sgmem-smfi",
    "convograph recall 'Who gave Nora the chutney recipe?' --architecture associa --html tree.html",
)
def recall(
    question: Question,
    common: Common,
    options: QuestionOptions,
    *,
    explain: Annotated[bool, typer.Option("--explain", help="Show the reason for each hit, and the cost.")] = False,
    html: Annotated[
        Path | None,
        typer.Option("--html", metavar="FILE", help="Draw what the question called to mind, as a page; for associa."),
    ] = None,
) -> None:
    """Find the turns that a question is about, each with its source.

    Words and meaning both count. Behind a hit's rank stands how likely it is to answer, or, with an architecture that
    cannot tell, its score. An architecture that finds sentences, such as sgmem, highlights them in their turns;
    one with memos, such as sgmem-smfi, lists those closest to the question below the hits. The nearest turns are
    found, whatever is asked; where the default thinks that they do not answer, the standard error says so. Exit code 1
    when nothing is found.

    With --html, the page is one file that needs no network; its path goes to the standard output, after the hits if
    --explain asks for them.

    In JSON, every turn is in "turns" once; hits and evidence refer to it by its id.
    """
    with existing(common) as memory:
        if html is not None:
            check_page_file(html, memory.location)
        with spinner(RECALLING):
            found = memory.recall(question, **_recall_options(memory, options))
            why = _filtered_out(memory, found)
    if html is not None:
        _draw(found, html)
    if common.as_json:
        print_json(with_turns_once(found))
    else:
        if (found.hits or found.memos) and (explain or html is None):
            output().print(recall_view(found, explain=explain))
        if html is not None:
            print_line(str(html))
        if options.min_probability is None:
            _tell_if_unlikely(found)
    _exit_if_empty(found, common, why)


def _draw(found: Recall, path: Path) -> None:
    """Write the page of a recall's tree. Raises `InputError` for a recall with hits but no tree."""
    if found.tree is None and found.hits:
        raise InputError(f"{found.architecture} finds hits by no tree; ask again with --architecture associa")
    with written(path) as file:
        file.write(render_tree(found))


@command(
    ASK,
    "convograph context 'Where is the spare key?' --budget 500",
    "convograph context 'Is the walk still on?' --as-of 2024-05-10 | my-agent",
)
def context(
    question: Question,
    common: Common,
    options: QuestionOptions,
    budget: Annotated[
        int, typer.Option("--budget", "-b", metavar="TOKENS", help="The maximum number of tokens of the text.")
    ] = DEFAULT_BUDGET,
    stop_below: Annotated[
        float | None,
        typer.Option(
            metavar="P", min=0.0, max=1.0, help="Leave out hits that answer with a lower probability, whatever fits."
        ),
    ] = None,
) -> None:
    """Pack what a question recalls into a text for a language model.

    Only the text goes to the standard output, so that it can be piped; its size, what was left out and the sources of
    its memos go to the standard error. Exit code 1 when nothing is found, or nothing fits into the budget.

    In JSON, every turn is in "turns" once; citations, hits and evidence refer to it by its id, and what was left out to
    its hit by the rank.
    """
    with existing(common) as memory, spinner(RECALLING):
        packed = memory.context(question, budget=budget, stop_below=stop_below, **_recall_options(memory, options))
        why = _filtered_out(memory, packed.recall)
    if common.as_json:
        print_json(with_turns_once(packed))
    elif packed.citations or packed.memo_citations:
        write_exactly(packed.text + "\n")
        errors().print(context_summary(packed))
    _exit_if_empty(packed.recall, common, why)
    if not packed.citations and not packed.memo_citations:
        _exit_if_nothing_fits(packed, common)


@command(
    ASK,
    "convograph answer 'Who gave Nora the chutney recipe?'",
    "convograph answer 'What happened to the Sill?' --as-of 2024-05-10",
    "convograph answer 'How was the walk along the Sill?' --model openai:gpt-4o-mini",
    "convograph answer 'What is Nora allergic to?' --model openai:llama3.1:8b --short --otherwise-quote",
)
def answer(
    question: Question,
    common: Common,
    options: QuestionOptions,
    *,
    model: ModelName = None,
    short: Annotated[bool, typer.Option("--short", help="With --model: answer in a few words.")] = False,
    budget: Annotated[
        int | None,
        typer.Option(
            "--budget",
            "-b",
            metavar="TOKENS",
            help=f"With --model: the size of its context. [dim]\\[default: {DEFAULT_BUDGET:,}][/]",
        ),
    ] = None,
    otherwise_quote: Annotated[
        bool, typer.Option("--otherwise-quote", help="With --model: if it fails, say so and quote sentences.")
    ] = False,
) -> None:
    """Answer a question from memory, with citations.

    Without --model, the sentences that answer it best are quoted, without any language model. With --model, what is
    recalled is sent to the model's server, which writes an answer; its citations are checked. Exit code 1, and "not in
    memory", when nothing there supports an answer; 5 when the model fails.

    In JSON, every turn is in "turns" once; citations, evidence and hits refer to it by its id.
    """
    if model is None and (short or budget is not None or otherwise_quote):
        raise InputError("--short, --budget and --otherwise-quote need a model; name one with --model")
    with existing(common) as memory, streaming(wanted=model is not None and not common.as_json) as streamed:
        found = memory.answer(
            question,
            model=None if model is None else make_chat_model(model),
            short=short,
            budget=DEFAULT_BUDGET if budget is None else budget,
            otherwise="quote" if otherwise_quote else "fail",
            on_text=streamed.on_text,
            **_recall_options(memory, options),
        )
        why = _filtered_out(memory, found.recall)
    if common.as_json:
        print_json(with_turns_once(found))
    else:
        if found.failure is not None:
            errors().print(shown(_failure_line(found), "yellow"), soft_wrap=True)
        output().print(answer_view(found, streamed=streamed.begun and found.failure is None))
        _tell_if_unsure(found)
        if why:
            errors().print(shown(why, "yellow"), soft_wrap=True)
    if not found.found:
        raise typer.Exit(NOTHING_FOUND)


def _failure_line(answer: Answer) -> str:
    """Why there is no answer by the model, and what replaces it."""
    quoted = "the model failed; sentences are quoted instead: " if answer.kind == "extractive" else ""
    return f"{quoted}{answer.failure}"


def _recall_options(memory: Memory, options: QuestionOptions) -> RecallOptions:
    """The options of a recall.

    Raises `NotFoundError` if they name metadata that no turn has, perhaps misspelt, unless no turn has any.
    """
    given = options.recall_options()
    known = memory.metadata_names() if given.get("where") else ()
    for name in given.get("where") or ():
        if known and name not in known:
            raise NotFoundError(
                f"no turn in this memory has metadata called {shortened(name)}; {known_instead(name, known)}"
                "correct the name in --where"
            )
    return given


def _filtered_out(memory: Memory, recall: Recall) -> str:
    """Why the filters excluded everything; empty if something was found or the reason is unknown."""
    if recall.hits or recall.memos:
        return ""
    return _unnoted(memory, recall.filters) or _unsaid(memory, recall.filters)


def _unsaid(memory: Memory, filters: Filters) -> str:
    """A message with the stored time range if the requested range lies outside it, else an empty string."""
    times = [time for one in memory.sessions() for time in (one.first_said, one.last_said) if time is not None]
    if filters.between is None or not times:
        return ""
    after, before = filters.between
    first, last = min(times), max(times)
    if (after is None or after <= last) and (before is None or before >= first):
        return ""
    return f"nothing was said then; what is stored was said from {first:%Y-%m-%d} to {last:%Y-%m-%d}"


def _unnoted(memory: Memory, filters: Filters) -> str:
    """A message if metadata is asked for but no turn has any, else an empty string."""
    return "no turn in this memory has metadata" if filters.where and not memory.metadata_names() else ""


def _exit_if_empty(recall: Recall, common: Common, filtered_out: str) -> None:
    if recall.hits or recall.memos:
        return
    if not common.as_json:
        why = f": {filtered_out}" if filtered_out else _how_likely(recall)
        errors().print(shown(f"nothing found for {shortened(recall.question)}{why}", "yellow"), soft_wrap=True)
    raise typer.Exit(NOTHING_FOUND)


def _tell_if_unlikely(recall: Recall) -> None:
    """Warn if the hits are only the nearest turns and unlikely to answer."""
    if recall.hits and recall.probability is not None and recall.probability < MIN_PROBABILITY:
        told = (
            f"the nearest turns; memory answers with a probability of {_likely(recall.probability)} "
            f"(--min-probability {MIN_PROBABILITY:g} leaves them out)"
        )
        errors().print(shown(told, "yellow"), soft_wrap=True)


def _tell_if_unsure(answer: Answer) -> None:
    """Warn if turns were found but no sentence of theirs is certain enough to be an answer."""
    if not answer.found and answer.kind == "extractive" and answer.recall.hits:
        told = "no sentence surely answers; `convograph recall` shows the nearest turns"
        errors().print(shown(told, "yellow"), soft_wrap=True)


def _how_likely(recall: Recall) -> str:
    """The probability that memory answers, as the end of a message; empty if it is unknown or nothing was scored."""
    if recall.probability is None or not recall.usage.items_scored:
        return ""
    likely = f"memory answers with a probability of {_likely(recall.probability)}"
    why = likely if recall.probability else "it asks memory for nothing"
    return f": {why} (--min-probability 0 shows what there is)"


def _likely(probability: float) -> str:
    return f"{probability:.1%}" if probability >= TOLD_LEAST else f"less than {TOLD_LEAST:.1%}"


def _and_memos(count: int) -> str:
    return f" and {counted(count, 'memo')}" if count else ""


def _exit_if_nothing_fits(packed: Context, common: Common) -> NoReturn:
    if not common.as_json:
        found = counted(len(packed.recall.hits), "hit") + _and_memos(len(packed.recall.memos))
        line = f"none of {found} fits into {counted(packed.budget, 'token')}; raise --budget"
        errors().print(shown(line, "yellow"), soft_wrap=True)
    raise typer.Exit(NOTHING_FOUND)


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
        typer.Option(metavar="ID", help="The session to start or continue. [dim]\\[default: a new one][/]"),
    ] = None,
    speaker: Annotated[str, typer.Option(metavar="NAME", help="The name under which your lines are stored.")] = "user",
    budget: Annotated[
        int, typer.Option("--budget", "-b", metavar="TOKENS", help="The maximum size of the context from memory.")
    ] = DEFAULT_BUDGET,
    min_probability: Annotated[
        float,
        typer.Option(metavar="P", min=0.0, max=1.0, help="Show the model nothing that answers with a lower one."),
    ] = MIN_PROBABILITY,
) -> None:
    """Chat with a model that remembers the conversation.

    Each line is stored; then what memory has on it is sent to the model's server with the latest lines of the session,
    and the reply is stored too. Without --model, sentences from memory are quoted and only your lines are stored.
    /quit, Ctrl-D or Ctrl-C end it. After a failure the chat continues; its exit code is then that of the failure.
    """
    with opened(common, "create") as memory:
        chosen = None if model is None else make_chat_model(model)
        talk = Talk(memory, chosen, session=session, user=speaker, budget=budget, min_probability=min_probability)
        if not common.as_json:
            errors().print(shown(f"session {talk.session} in {memory.location}; {QUIT} ends it", "dim"), soft_wrap=True)
        code = 0
        try:
            while (line := _next_line(speaker)) is not None:
                code = _exchange(talk, line, as_json=common.as_json) or code
        except TerminatedError:
            raise
        except KeyboardInterrupt:
            errors().print()  # a new line after what was being typed; all lines so far are stored
    if code:
        raise typer.Exit(code)


def _next_line(speaker: str) -> bytes | None:
    """The next line that is not blank; `None` at the end of the input, or for `/quit`."""
    while True:
        if sys.stdin.isatty():
            errors().print(shown(f"{speaker}> ", "bold"), end="")
            _wait_for_typing()
        line = sys.stdin.buffer.readline()
        if not line or line.strip() == QUIT.encode():
            return None
        if line.strip():
            return line.strip()


def _wait_for_typing() -> None:
    """Wait for terminal input in short steps: a signal just before a blocking read starts would not interrupt it."""
    while not select([sys.stdin], [], [], SIGNAL_SECONDS)[0]:
        pass


def _exchange(talk: Talk, line: bytes, *, as_json: bool) -> int:
    """Send a line and show the reply; returns 0, or the exit code of a failure, which is reported."""
    try:
        with streaming(wanted=not as_json) as streamed:
            answer = talk.say(_text(line), streamed.on_text)
    except ConvographError as error:
        report_failure(type(error).__name__, str(error), as_json=as_json)
        return exit_code(error)
    if as_json:
        print_json(with_turns_once(answer), on_one_line=True)
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
        raise InputError(f"the line is not UTF-8 text: byte 0x{line[error.start]:02x}; enter it again") from None
