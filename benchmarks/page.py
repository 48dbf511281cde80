"""The HTML page of a run: curves over the number of sentences, tables, the machine."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict

from benchmarks.aims import aims
from benchmarks.peers.figures import Missing, PeerFigures
from benchmarks.report import Report, SizeFigures, missing_peers
from benchmarks.tables import Table, aims_table, chat_table, graph_table, growth_table, locomo_table
from convograph_eval.pages.charts import line_chart
from convograph_eval.pages.document import render_document
from convograph_eval.pages.markup import escaped
from convograph_eval.pages.tables import value_list

STYLES = ("charts.css", "report.css")
TITLE = "convograph: benchmarks"

Curves = Mapping[str, Callable[[SizeFigures], float | None]]

_OURS = "convograph"


def render_page(report: Report) -> str:
    """The HTML page, readable offline and without scripts."""
    missing = missing_peers(report)
    notices = "".join(f'<p class="notice">No {escaped(name)}: {escaped(why)}</p>' for name, why in missing.items())
    sections = (
        section("Aims", table_markup(aims_table(aims(report)))),
        section("Over the number of sentences: curves", notices + f'<div class="charts">{_charts(report)}</div>'),
        section("Over the number of sentences: figures", table_markup(growth_table(report))),
        section("Over the number of triplets", table_markup(graph_table(report))),
        section("Ten thousand turns of chat of one owner", table_markup(chat_table(report))),
        section("LoCoMo's five conversations in one store", table_markup(locomo_table(report))),
        section("Machine", value_list({"architecture": report.architecture, **_flat(report)})),
    )
    head = f'<header class="top"><p class="muted">{escaped(report.machine.date)}</p><h1>{TITLE}</h1></header>'
    return render_document(TITLE, "\n".join((head, "<main>", *sections, "</main>")), STYLES)


def _charts(report: Report) -> str:
    peers = list(dict.fromkeys(name for size in report.sizes for name in size.peers))
    recall: Curves = {
        f"{_OURS}, p50": lambda size: size.ours.recall.p50,
        f"{_OURS} after adding a turn": lambda size: size.ours.recall_after_adding_p50,
        "exact-search floor": lambda size: size.ours.floor.p50,
        "exact search in numpy": lambda size: size.ours.exact_search.p50,
        **_of_peers(peers, lambda peer: peer.query.p50),
    }
    ingestion: Curves = {
        _OURS: lambda size: size.ours.sentences_per_second,
        **_of_peers(peers, lambda peer: peer.sentences_per_second),
    }
    space: Curves = {
        _OURS: lambda size: size.ours.bytes_per_turn * size.ours.turns / size.ours.sentences,
        **_of_peers(peers, lambda peer: peer.bytes_per_sentence),
    }
    memory: Curves = {
        f"{_OURS}, ingestion, recall, adding": lambda size: size.ours.peak_adding,
        f"{_OURS}, fresh process that recalls": lambda size: size.cold.peak,
        **_of_peers(peers, lambda peer: peer.peak),
    }
    return "".join(
        (
            _chart(report, "Recall", recall, "milliseconds"),
            _chart(report, "Ingestion (peers: vectors ready made)", ingestion, "sentences a second"),
            _chart(report, "Bytes on disk", space, "bytes a sentence"),
            _chart(report, "Peak memory", memory, "MB"),
        )
    )


def _of_peers(names: list[str], measure: Callable[[PeerFigures], float | None]) -> Curves:
    def of(name: str) -> Callable[[SizeFigures], float | None]:
        def value(size: SizeFigures) -> float | None:
            peer = size.peers[name]
            return None if isinstance(peer, Missing) else measure(peer)

        return value

    return {name: of(name) for name in names}


def _chart(report: Report, title: str, curves: Curves, y_label: str) -> str:
    points = {
        name: [(size.ours.sentences, value) for size in report.sizes if (value := measure(size)) is not None]
        for name, measure in curves.items()
    }
    drawn = {name: curve for name, curve in points.items() if curve}
    return line_chart(title, drawn, x_label="sentences", y_label=y_label, log_x=True, log_y=True)


def table_markup(table: Table) -> str:
    """A table as HTML."""
    heads = "".join(f'<th scope="col">{escaped(head)}</th>' for head in table.heads)
    rows = "".join(
        f'<tr><th scope="row">{escaped(name)}</th>{"".join(f"<td>{escaped(cell)}</td>" for cell in cells)}</tr>'
        for name, *cells in table.rows
    )
    # Tables wider than a phone scroll on their own, also by keyboard.
    return (
        f'<div class="scroll" role="region" aria-label="{escaped(table.heads[0])}" tabindex="0">'
        f'<table class="metrics"><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table></div>'
    )


def section(title: str, content: str) -> str:
    """A section of the page, with its heading."""
    return f"<section><h2>{title}</h2>\n{content}</section>"


def _flat(report: Report) -> dict[str, object]:
    values = asdict(report.machine)
    versions = values.pop("versions")
    return {**values, "versions": [f"{name} {version}" for name, version in versions.items()]}
