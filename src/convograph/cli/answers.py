"""How an answer and a packed context look."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from convograph.cli.memo_lists import sources_line
from convograph.cli.output import clean, counted, shown
from convograph.generation.answers import declines
from convograph.times import show_said
from convograph.types import Answer, Citation, Context, LeftOut

NUMBERS_SHOWN: Final = 20  # a line of them; --json lists all


def answer_view(answer: Answer, *, streamed: bool = False) -> RenderableType:
    """The text, then what its numbers point to; a text that was `streamed` stands on the screen already."""
    if not answer.found:
        return Group(Text(answer.text, "yellow"), *_unsupported(answer, streamed=streamed))
    if answer.kind == "extractive":
        how = "extractive answer: sentences from memory, quoted"
    else:
        how = f"generated answer by {answer.model}, from memory as cited"
    text = Padding(shown(answer.text, "bold" if answer.kind == "extractive" else ""), (0, 0, 1, 2))
    told: list[RenderableType] = [] if streamed else [shown(how, "dim"), text]
    return Group(*told, *cited_view(answer))


def cited_view(answer: Answer) -> list[RenderableType]:
    """What the numbers of an answer point to, turns and memos, and which of them a model has made up."""
    parts: list[RenderableType] = []
    if answer.citations:
        parts.append(citations_table(answer.citations))
    parts += [
        shown(f"[{one.number}]  {one.memo.kind}, rests on {sources_line(one.memo.turns)}", "dim")
        for one in answer.memo_citations
    ]
    if answer.invented:
        numbers = ", ".join(f"[{number}]" for number in answer.invented[:NUMBERS_SHOWN])
        more = " and more" * (len(answer.invented) > NUMBERS_SHOWN)
        parts.append(shown(f"the model cited what is not there, and it was taken out: {numbers}{more}", "yellow"))
    return parts


def _unsupported(answer: Answer, *, streamed: bool) -> list[RenderableType]:
    """Why an answer of a model does not count, with its words unless they stand on the screen."""
    if not answer.raw or declines(answer.raw):
        return []
    said = [] if streamed else [shown(f"the model said: {answer.raw}", "dim")]
    return [shown("what the model said cites nothing that is there", "dim"), *said]


def citations_table(citations: Sequence[Citation]) -> Table:
    """Number, time, speaker and turn id of each cited turn."""
    table = Table.grid(padding=(0, 2))
    for citation in citations:
        turn = citation.turn
        table.add_row(
            Text(f"[{citation.number}]"),
            Text(show_said(turn.said), no_wrap=True),
            shown(turn.speaker or "unknown speaker"),
            shown(turn.id, "dim"),
        )
    return table


def context_summary(context: Context) -> Text:
    """What the text took, which hits did not fit, and what each memo in it rests on."""
    lines = [
        f"{context.tokens:,} of {context.budget:,} tokens ({context.counter}); "
        f"{counted(len(context.citations), 'turn')} from {counted(len(context.recall.hits), 'hit')}"
        + _memos_packed(context)
    ]
    lines += [
        f"left out: {_part(rest)}hit {rest.hit.rank} ({clean(rest.hit.id)}), {counted(rest.tokens, 'token')}"
        for rest in context.left_out
    ]
    lines += [
        f"[{one.number}] {one.memo.kind}, rests on {sources_line(one.memo.turns)}" for one in context.memo_citations
    ]
    return Text("\n".join(lines), "dim")


def _memos_packed(context: Context) -> str:
    found = len(context.recall.memos)
    return f", {len(context.memo_citations):,} of {counted(found, 'memo')}" if found else ""


def _part(rest: LeftOut) -> str:
    return "" if len(rest.turns) == len(rest.hit.turns) else f"{len(rest.turns)} of {len(rest.hit.turns)} turns of "
