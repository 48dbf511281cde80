"""The page of growth curves: a chart of each figure and its floor over size, the tables, and the machine."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict

from benchmarks.curve_figures import GROWTHS, Growth, Measure, Point, figures_table, leaving_table
from benchmarks.machine import this_machine
from benchmarks.page import STYLES, section, table_markup
from convograph_eval.pages.charts import line_chart
from convograph_eval.pages.document import render_document
from convograph_eval.pages.markup import escaped
from convograph_eval.pages.tables import value_list

TITLE = "convograph: growth"


def render_curves(points: Sequence[Point]) -> str:
    """The HTML page, readable offline and without scripts."""
    sections = [
        part
        for growth in GROWTHS.values()
        for architecture in dict.fromkeys(one.architecture for one in points if one.growth == growth.name)
        for part in _sections(growth, architecture, points)
    ]
    machine = section("Machine", value_list({name: str(value) for name, value in asdict(this_machine()).items()}))
    head = f'<header class="top"><h1>{TITLE}</h1></header>'
    return render_document(TITLE, "\n".join((head, "<main>", *sections, machine, "</main>")), STYLES)


def _sections(growth: Growth, architecture: str, points: Sequence[Point]) -> list[str]:
    meant = [one for one in points if (one.growth, one.architecture) == (growth.name, architecture)]
    meant.sort(key=lambda one: one.size)
    charts = "".join(_chart(growth, name, measure, meant) for name, measure in growth.measures.items())
    title = f"{escaped(architecture)}: more and more {growth.name}"
    return [
        section(title, f'<div class="charts">{charts}</div>'),
        section(f"{title}: figures", table_markup(figures_table(growth, meant))),
        section(f"{title}: aims", table_markup(leaving_table(growth, meant))),
    ]


def _chart(growth: Growth, name: str, measure: Measure, points: Sequence[Point]) -> str:
    curves = {
        "convograph": [(one.size, one.figures[name].value) for one in points],
        measure.floor: [(one.size, one.figures[name].floor) for one in points],
        "the aim's limit": [(one.size, measure.limit(points, place, name)) for place, one in enumerate(points)],
    }
    drawn = {label: curve for label, curve in curves.items() if all(value > 0 for _, value in curve)}
    return line_chart(measure.title, drawn, x_label=growth.name, y_label=measure.unit, log_x=True, log_y=True)
