"""Tables of the report: metrics by category, ranks of the first gold unit, and names with their values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from convograph_eval.pages.markup import escaped, isolated, number
from convograph_eval.pages.svg import short

MAIN: Final = ("hit", "recall_all", "mrr")
QUESTIONS: Final = "questions"


def families(metrics: Iterable[str]) -> dict[str, list[str]]:
    """Metrics grouped by their name without the cutoff, in the order given.

    >>> families(["hit@1", "hit@5", "mrr"])
    {'hit': ['hit@1', 'hit@5'], 'mrr': ['mrr']}
    """
    found: dict[str, list[str]] = {}
    for metric in metrics:
        found.setdefault(metric.partition("@")[0], []).append(metric)
    return found


def main_table(summary: Mapping[str, float], by_category: Mapping[str, Mapping[str, Any]], asked: int) -> str:
    """The main metrics: a row per category and one for all, a column per cutoff under the name of its metric."""
    shown = {name: metrics for name, metrics in families(summary).items() if name in MAIN} or families(summary)
    metrics = [metric for family in shown.values() for metric in family]
    heads = "".join(_family_head(name, family) for name, family in shown.items())
    cutoffs = "".join(
        _cutoff(metric, first=metric == family[0]) for family in shown.values() for metric in family if "@" in metric
    )
    starts = {family[0] for family in shown.values()}
    rows = [_category_row(name, means, metrics, starts) for name, means in by_category.items()]
    total = _category_row("all", {QUESTIONS: asked, **summary}, metrics, starts)
    head = (
        f'<tr><th rowspan="2" scope="col">category</th><th rowspan="2" scope="col">n</th>{heads}</tr><tr>{cutoffs}</tr>'
    )
    return _scrolling(
        "Metrics by category",
        f'<table class="metrics"><thead>{head}</thead><tbody>{"".join(rows)}</tbody><tfoot>{total}</tfoot></table>',
    )


def full_table(summary: Mapping[str, float], by_category: Mapping[str, Mapping[str, Any]]) -> str:
    """All metrics: a row per metric, a column per category and one for all."""
    heads = "".join(f'<th scope="col">{isolated(name)}</th>' for name in by_category)
    rows = "".join(
        f'<tr><th scope="row">{escaped(metric)}</th>'
        + "".join(_figure(means.get(metric)) for means in by_category.values())
        + f"{_figure(mean)}</tr>"
        for metric, mean in summary.items()
    )
    return _scrolling(
        "All metrics",
        f'<table class="metrics"><thead><tr><th scope="col">metric</th>{heads}<th scope="col">all</th></tr></thead>'
        f"<tbody>{rows}</tbody></table>",
    )


def counts_table(head: str, counts: Mapping[str, int]) -> str:
    """Names with their counts, shares, and bars of the shares."""
    total = sum(counts.values())
    rows = "".join(
        f'<tr><th scope="row">{escaped(name)}</th><td>{count:,}</td><td>{_percent(count, total)}</td>'
        f'<td class="share">{_share_bar(count, total)}</td></tr>'
        for name, count in counts.items()
    )
    return (
        f'<table class="counts"><thead><tr><th scope="col">{escaped(head)}</th><th scope="col">questions</th>'
        f'<th scope="col">share</th><td></td></tr></thead><tbody>{rows}</tbody></table>'
    )


def value_list(values: Mapping[str, Any]) -> str:
    """A list of names and values."""
    rows = "".join(f"<dt>{isolated(name)}</dt><dd>{isolated(_cell_text(value))}</dd>" for name, value in values.items())
    return f'<dl class="values">{rows}</dl>'


def text_table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table with rows of texts under `heads`."""
    head = "".join(f'<th scope="col">{escaped(name)}</th>' for name in heads)
    body = "".join("<tr>" + "".join(f"<td>{isolated(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    return f'<table class="texts"><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>'


def _family_head(name: str, family: Sequence[str]) -> str:
    if family == [name]:  # a metric of a whole ranking, with no cutoffs below it
        return f'<th scope="col" rowspan="2" class="start">{escaped(name)}</th>'
    return f'<th scope="colgroup" class="start" colspan="{len(family)}">{escaped(name)}</th>'


def _cutoff(metric: str, *, first: bool) -> str:
    _, _, cutoff = metric.partition("@")
    return f'<th scope="col"{_start(first)} aria-label="{escaped(metric)}">@{escaped(cutoff)}</th>'


def _category_row(name: str, means: Mapping[str, Any], metrics: Sequence[str], starts: set[str]) -> str:
    figures = "".join(_figure(means.get(metric), first=metric in starts) for metric in metrics)
    return f'<tr><th scope="row">{isolated(name)}</th>{_figure(means.get(QUESTIONS))}{figures}</tr>'


def _figure(value: object, *, first: bool = False) -> str:
    return f"<td{_start(first)}>{escaped(number(value))}</td>"


def _start(first: bool) -> str:
    return ' class="start"' if first else ""


def _percent(count: int, total: int) -> str:
    return f"{count / total:.1%}" if total else "–"


def _share_bar(count: int, total: int) -> str:
    width = short(100 * count / total) if total else "0"
    return (
        '<svg aria-hidden="true" viewBox="0 0 100 10" preserveAspectRatio="none">'
        f'<rect class="bar series-1" width="{width}" height="10"/></svg>'
    )


def _cell_text(value: object) -> str:
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value)) or "–"
    return number(value)


def _scrolling(name: str, table: str) -> str:
    # Tables may be wider than a phone; the region scrolls on its own, and `tabindex` allows the keyboard to scroll it.
    return f'<div class="scroll" role="region" aria-label="{escaped(name)}" tabindex="0">{table}</div>'
