"""How an answer and a packed context look."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from convograph.cli.memo_lists import sources_line
from convograph.cli.output import clean, counted, shown
from convograph.times import show_said
from convograph.types import Answer, Citation, Context, LeftOut


def answer_view(answer: Answer) -> RenderableType:
    """The quoted sentences, then what their numbers point to."""
    if not answer.found:
        return Text(answer.text, "yellow")
    return Group(
        Text(f"{answer.kind} answer: sentences from memory, quoted", "dim"),
        Padding(shown(answer.text, "bold"), (0, 0, 1, 2)),
        citations_table(answer.citations),
    )


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
