"""The page of a retrieval run: its figures, the ranks of the evidence, and the hardest questions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from convograph_eval.pages.charts import bar_chart, line_chart
from convograph_eval.pages.document import render_document
from convograph_eval.pages.hardest import HardQuestion, Passage, hardest_questions
from convograph_eval.pages.markup import counted, escaped, isolated, number
from convograph_eval.pages.ranks import first_gold_bands, recall_curves
from convograph_eval.pages.tables import counts_table, families, full_table, main_table, text_table, value_list

__all__ = ["HardQuestion", "Passage", "render_report"]

STYLES: Final = ("charts.css", "report.css")
HEADLINE_CUTOFF: Final = 5  # between a prompt with one passage and a prompt with ten
BARS: Final = ("hit", "recall_all")
LEGEND: Final = (
    "hit@k: any gold unit is among the first k. recall_all@k: every one is. recall_frac@k: the share that is. "
    "mrr: the mean of 1 / rank of the first gold unit. Each is a mean over questions."
)
NO_FIGURES: Final = "No question of this run has gold evidence, so there is nothing to average."


def render_report(report: Mapping[str, Any], hardest: Sequence[HardQuestion]) -> str:
    """An HTML page, readable offline and without scripts; the same run gives the same page.

    `report` is the JSON that `convograph-eval retrieval --json` writes; only `ranked` and `gold` of its questions are
    read, and `summary` may be empty. `hardest` is shown in the order given; very long passages are cut, with a note.
    """
    settings = report["settings"]
    sections = (
        _figures(report) if report["summary"] else f'<p class="notice">{NO_FIGURES}</p>',
        _hardest(hardest),
        _section("Cost", value_list(dict(_flat(report["cost"])))),
        _left_out(report["left_out"]),
        _folding("All settings", value_list(settings)),
    )
    body = f"{_head(report)}\n<main>\n" + "\n".join(filter(None, sections)) + "\n</main>"
    return render_document(f"{settings['architecture']} on {settings['dataset']}: retrieval", body, STYLES)


def _head(report: Mapping[str, Any]) -> str:
    settings, asked, left_out = report["settings"], len(report["questions"]), len(report["left_out"]["questions"])
    names = ("unit", "encoder", "importance", "reranker")
    facts = [f"{name} {isolated(settings[name])}" for name in names if settings.get(name) is not None]
    if settings.get("version") is not None:
        facts.append(f"convograph {isolated(settings['version'])}")
    facts.append(counted(asked, "question") + (f", {left_out:,} left out" if left_out else ""))
    return (
        '<header class="top"><p class="muted">Retrieval</p>'
        f"<h1>{isolated(settings['architecture'])} on {isolated(settings['dataset'])}</h1>"
        f'<ul class="facts">{"".join(f"<li>{fact}</li>" for fact in facts)}</ul>{_headline(report)}</header>'
    )


def _headline(report: Mapping[str, Any]) -> str:
    summary, cost = report["summary"], dict(_flat(report["cost"]))
    figures = [(name, summary[name]) for name in (*_nearest(summary), "mrr") if name in summary]
    median = cost.get("query_milliseconds_p50")
    if median is not None:
        figures.append(("ms a query, median", median))
    tiles = "".join(f"<div><dt>{escaped(name)}</dt><dd>{escaped(number(value))}</dd></div>" for name, value in figures)
    return f'<dl class="headline">{tiles}</dl>' if tiles else ""


def _figures(report: Mapping[str, Any]) -> str:
    summary, by_category, questions = report["summary"], report["by_category"], report["questions"]
    bars = _nearest(summary)
    groups = {
        category: {name: means[name] for name in bars if name in means} for category, means in by_category.items()
    }
    charts = bar_chart("By category", groups, highest=1.0) + line_chart(
        "As k grows",
        recall_curves(questions),
        x_label="k, units retrieved",
        y_label="mean of all questions",
        highest=1.0,
    )
    return "\n".join(
        (
            _section(
                "Metrics by category",
                main_table(summary, by_category, len(questions))
                + f'<p class="muted note">{LEGEND}</p>'
                + f"<details><summary>All metrics</summary>{full_table(summary, by_category)}</details>",
            ),
            _section("Recall", f'<div class="charts">{charts}</div>'),
            _section("Where the first gold unit stood", counts_table("rank", first_gold_bands(questions))),
        )
    )


def _hardest(hardest: Sequence[HardQuestion]) -> str:
    return _section("Hardest questions", hardest_questions(hardest)) if hardest else ""


def _left_out(left_out: Mapping[str, Any]) -> str:
    questions, citations = left_out["questions"], left_out["unresolved_citations"]
    parts = []
    if questions:
        table = text_table(("question", "why"), questions.items())
        parts.append(_folding(f"Questions left out ({len(questions):,})", table))
    if citations:
        names = ("question", "citation", "reason")
        table = text_table(names, ([one[name] for name in names] for one in citations))
        parts.append(_folding(f"Citations that lead nowhere ({len(citations):,})", table))
    return "\n".join(parts)


def _nearest(summary: Mapping[str, float]) -> list[str]:
    """The metric of each of `BARS` whose cutoff is nearest to `HEADLINE_CUTOFF`; the smaller one if two are."""
    found = families(metric for metric in summary if "@" in metric)
    return [min(found[name], key=_distance) for name in BARS if name in found]


def _distance(metric: str) -> tuple[int, int]:
    cutoff = int(metric.partition("@")[2])
    return abs(cutoff - HEADLINE_CUTOFF), cutoff


def _flat(values: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, Any]]:
    for name, value in values.items():
        if isinstance(value, Mapping):
            yield from _flat(value, f"{before}{name}_")
        else:
            yield f"{before}{name}", value


def _section(title: str, content: str) -> str:
    return f"<section><h2>{title}</h2>\n{content}</section>"


def _folding(title: str, content: str) -> str:
    return f'<details class="more"><summary>{title}</summary>{content}</details>'
