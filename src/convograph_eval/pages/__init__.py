"""The evaluation's HTML pages: self-contained, without scripts and network requests.

report ── render_report ──▶ one page of charts, tables and the hardest questions, made of `bar_chart` and `line_chart`
"""

from convograph_eval.pages.charts import bar_chart, line_chart
from convograph_eval.pages.hardest import HardQuestion, Passage
from convograph_eval.pages.report import render_report

__all__ = ["HardQuestion", "Passage", "bar_chart", "line_chart", "render_report"]
