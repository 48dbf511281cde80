"""Commands that ask a memory: `recall`, `context`, `answer`."""

from __future__ import annotations

from typing import Annotated, NoReturn

import typer

from convograph.build import make_chat_model
from convograph.cli.answers import answer_view, context_summary
from convograph.cli.app import ASK, command
from convograph.cli.failures import NOTHING_FOUND
from convograph.cli.hits import recall_view
from convograph.cli.json_output import print_json
from convograph.cli.opening import existing
from convograph.cli.options import Asking, Common
from convograph.cli.output import counted, errors, output, shown, write_exactly
from convograph.cli.streaming import streaming
from convograph.context import DEFAULT_BUDGET
from convograph.errors import InputError
from convograph.types import Answer, Context, Recall

Question = Annotated[str, typer.Argument(metavar="QUESTION", help="What you want to know.")]
ModelName = Annotated[
    str | None, typer.Option("--model", metavar="NAME", help="openai:MODEL, on the server at CONVOGRAPH_BASE_URL.")
]


@command(
    ASK,
    "convograph recall 'What is the combination of the shed padlock?'",
    "convograph recall 'Is the walk along the Sill still going to happen?' --as-of 2024-05-10 --explain",
    "convograph recall 'the leaking roof' -k 10 --speaker Nora --after 2024-03-01",
    "convograph recall 'soup night' --unit session --json",
    "convograph recall 'What became of the walk?' --architecture sgmem-smfi",
)
def recall(
    question: Question,
    common: Common,
    asking: Asking,
    explain: Annotated[bool, typer.Option("--explain", help="Say why each hit is there, and what it cost.")] = False,
) -> None:
    """Find the turns that a question is about, each with its source.

    Words and meaning both count. An architecture that finds sentences, such as sgmem, sets them off in their turns; one
    with memos, such as sgmem-smfi, lists those that are near to the question under the hits. Exit code 1 when nothing
    is found.
    """
    with existing(common) as memory:
        found = memory.recall(question, **asking.recall_options())
    if common.as_json:
        print_json(found)
    elif found.hits or found.memos:
        output().print(recall_view(found, explain=explain))
    _leave_when_empty(found, common)


@command(
    ASK,
    "convograph context 'What does Juno work as?' --budget 500",
    "convograph context 'Is the walk still on?' --as-of 2024-05-10 | my-agent",
)
def context(
    question: Question,
    common: Common,
    asking: Asking,
    budget: Annotated[
        int, typer.Option("--budget", "-b", metavar="TOKENS", help="The most tokens that the text may have.")
    ] = DEFAULT_BUDGET,
) -> None:
    """Pack what a question recalls into a text for a language model.

    The text alone goes to the standard output, so that it can be piped; what it took, what was left out and what its
    memos rest on goes to the standard error. Exit code 1 when nothing is found, or nothing of it fits into the budget.
    """
    with existing(common) as memory:
        packed = memory.context(question, budget=budget, **asking.recall_options())
    if common.as_json:
        print_json(packed)
    elif packed.citations or packed.memo_citations:
        write_exactly(packed.text + "\n")
        errors().print(context_summary(packed))
    _leave_when_empty(packed.recall, common)
    if not packed.citations and not packed.memo_citations:
        _leave_when_nothing_fits(packed, common)


@command(
    ASK,
    "convograph answer 'Who came up with the name Marrow?'",
    "convograph answer 'Is the walk along the Sill still going to happen?' --as-of 2024-05-10",
    "convograph answer 'What has Nora planted?' --model openai:gpt-4o-mini",
    "convograph answer 'What is Nora allergic to?' --model openai:llama3.1:8b --short --otherwise-quote",
)
def answer(
    question: Question,
    common: Common,
    asking: Asking,
    *,
    model: ModelName = None,
    short: Annotated[bool, typer.Option("--short", help="With --model: a few words.")] = False,
    budget: Annotated[
        int | None,
        typer.Option(
            "--budget",
            "-b",
            metavar="TOKENS",
            help=f"With --model: the most that it is shown. [dim]\\[default: {DEFAULT_BUDGET:,}][/]",
        ),
    ] = None,
    otherwise_quote: Annotated[
        bool, typer.Option("--otherwise-quote", help="With --model: quote sentences when it fails, and say so.")
    ] = False,
) -> None:
    """Answer a question from memory, with citations.

    Without --model the sentences that answer it best are quoted: no language model is asked, and every word was said by
    someone. With --model, what is recalled goes to the server of that model, which writes an answer; its citations are
    checked. Exit code 1, and "not in memory", when nothing there supports an answer; 5 when the model fails.
    """
    if model is None and (short or budget is not None or otherwise_quote):
        raise InputError("--short, --budget and --otherwise-quote are for an answer by a model; name one with --model")
    with existing(common) as memory, streaming(wanted=model is not None and not common.as_json) as streamed:
        found = memory.answer(
            question,
            model=None if model is None else make_chat_model(model),
            short=short,
            budget=DEFAULT_BUDGET if budget is None else budget,
            otherwise="quote" if otherwise_quote else "fail",
            on_text=streamed.on_text,
            **asking.recall_options(),
        )
    if common.as_json:
        print_json(found)
    else:
        if found.failure is not None:
            errors().print(shown(_failure_line(found), "yellow"), soft_wrap=True)
        output().print(answer_view(found, streamed=streamed.begun and found.failure is None))
    if not found.found:
        raise typer.Exit(NOTHING_FOUND)


def _failure_line(answer: Answer) -> str:
    """Why there is no model's answer, and what stands in its place."""
    quoted = "the model failed, and sentences are quoted instead: " if answer.kind == "extractive" else ""
    return f"{quoted}{answer.failure}"


def _leave_when_empty(recall: Recall, common: Common) -> None:
    if recall.hits or recall.memos:
        return
    if not common.as_json:
        errors().print(shown(f"nothing found for {recall.question!r:.80}", "yellow"))
    raise typer.Exit(NOTHING_FOUND)


def _and_memos(count: int) -> str:
    return f" and {counted(count, 'memo')}" if count else ""


def _leave_when_nothing_fits(packed: Context, common: Common) -> NoReturn:
    if not common.as_json:
        found = counted(len(packed.recall.hits), "hit") + _and_memos(len(packed.recall.memos))
        line = f"nothing of {found} fits into {counted(packed.budget, 'token')}; raise --budget"
        errors().print(shown(line, "yellow"), soft_wrap=True)
    raise typer.Exit(NOTHING_FOUND)
