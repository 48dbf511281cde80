"""The figures as text tables for the terminal, the documentation and the page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from benchmarks.aims import Aim
from benchmarks.peers.figures import Missing
from benchmarks.report import Report, SizeFigures
from benchmarks.triplets import TripletFigures
from convograph_eval.comparison import RESAMPLES, interval, resampled_means

Row = tuple[str, ...]

_SEED = 0


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of text cells with headings."""

    heads: Row
    rows: tuple[Row, ...]

    def markdown(self) -> str:
        """The table as Markdown."""
        return "\n".join(map(markdown_line, (self.heads, ("---",) * len(self.heads), *self.rows)))


def markdown_line(cells: Iterable[str]) -> str:
    """A row of a Markdown table.

    >>> markdown_line(("bm25", ".750"))
    '| bm25 | .750 |'
    """
    return f"| {' | '.join(cells)} |"


def growth_table(report: Report) -> Table:
    """One column per size and one row per figure, ours before the peers'."""
    columns = [list(_size_rows(size)) for size in report.sizes]
    heads = ("LongMemEval", *(f"{size.ours.sentences:,} sentences" for size in report.sizes))
    return Table(heads, tuple((rows[0][0], *(value for _, value in rows)) for rows in zip(*columns, strict=True)))


def graph_table(report: Report) -> Table:
    """One column per graph of triplets, one row per figure."""
    columns = [list(_graph_rows(graph)) for graph in report.triplets]
    heads = ("G-Long", *(f"{graph.triplets:,} triplets" for graph in report.triplets))
    return Table(heads, tuple((rows[0][0], *(value for _, value in rows)) for rows in zip(*columns, strict=True)))


def chat_table(report: Report) -> Table:
    """The chat of one owner, one row per figure."""
    rows = list(_size_rows(report.chat))
    return Table(("LoCoMo, of one owner", f"{report.chat.ours.sentences:,} sentences"), tuple(rows))


def locomo_table(report: Report) -> Table:
    """LoCoMo with an owner for each conversation, and the import times."""
    chat, imports = report.locomo, report.imports
    return Table(
        ("LoCoMo", ""),
        (
            ("ingestion, turns/s", f"{chat.turns_per_second:,}"),
            ("bytes a turn", f"{chat.bytes_per_turn:,}"),
            ("recall, p50 / p95, ms", _both(chat.recall.p50, chat.recall.p95)),
            ("fresh process: open and first recall, ms", shown(report.locomo_cold.open_recall)),
            ("import, bare / with all that a memory needs, s", _both(imports.bare, imports.with_memory)),
        ),
    )


def aims_table(all_aims: Iterable[Aim]) -> Table:
    """One row per aim with its limit, measurement and verdict."""
    verdicts = {True: "met", False: "missed", None: "not measured"}
    rows = (
        (aim.what, f"{'≥' if aim.at_least else '≤'} {aim.limit:,}", shown(aim.measured), verdicts[aim.met])
        for aim in all_aims
    )
    return Table(("aim", "limit", "measured", ""), tuple(rows))


def _size_rows(size: SizeFigures) -> Iterator[tuple[str, str]]:
    ours = size.ours
    yield "turns", f"{ours.turns:,}"
    yield "ingestion, turns/s (sentences/s)", f"{ours.turns_per_second:,} ({ours.sentences_per_second:,})"
    yield (
        "bytes a turn (a sentence)",
        f"{ours.bytes_per_turn:,} ({ours.bytes_per_turn * ours.turns // ours.sentences:,})",
    )
    yield "recall, p50 / p95, ms", _both(ours.recall.p50, ours.recall.p95)
    yield "the exact-search floor, p50, ms", shown(ours.floor.p50)
    yield "recall / floor", shown(ours.recall_over_floor)
    yield "exact search with encoding and top 15, p50, ms", shown(ours.exact_search.p50)
    yield "recall right after adding a turn, p50, ms", shown(ours.recall_after_adding_p50)
    yield "add one turn, p50, ms", shown(ours.add_one_turn_p50)
    yield "forget a session, p50, ms", shown(ours.forget_session_p50)
    yield "fresh process: open and first recall, ms", shown(size.cold.open_recall)
    yield "fresh process: peak memory, MB", shown(size.cold.peak)
    peaks = (ours.peak_ingestion, ours.peak_recall, ours.peak_adding, ours.peak)
    yield "peak memory after ingestion / recall / adding / forgetting, MB", " / ".join(map(shown, peaks))
    for name, peer in size.peers.items():
        if isinstance(peer, Missing):
            figures: Sequence[str] = ("missing",) * 5
        else:
            figures = (
                f"{peer.sentences_per_second:,}",
                f"{peer.bytes_per_sentence:,}",
                _both(peer.query.p50, peer.query.p95),
                shown(peer.found),
                shown(peer.peak),
            )
        yield from zip((f"{name}: {what}" for what in _PEER_ROWS), figures, strict=True)


def _graph_rows(graph: TripletFigures) -> Iterator[tuple[str, str]]:
    yield "bringing, triplets/s", f"{graph.triplets_per_second:,}"
    yield "bytes a triplet", f"{graph.bytes_per_triplet:,}"
    yield "recall, p50 / p95, ms", _both(graph.recall.p50, graph.recall.p95)
    yield "recall over two hops, p50 / p95, ms", _both(graph.two_hops.p50, graph.two_hops.p95)
    yield "recall with sources, p50 / p95, ms", _both(graph.with_sources.p50, graph.with_sources.p95)
    yield "the exact-search floor, p50, ms", shown(graph.floor.p50)
    yield "recall / floor", shown(graph.recall_over_floor)
    yield "recall right after bringing a triplet, p50, ms", shown(graph.recall_after_bringing_p50)
    yield "peak memory, MB", shown(graph.peak)


_PEER_ROWS = (
    "ingestion, sentences/s",
    "bytes a sentence",
    "query, p50 / p95, ms",
    "share of the exact top 15",
    "peak memory, MB",
)


def _both(first: float, second: float) -> str:
    return f"{shown(first)} / {shown(second)}"


def shown(value: float | None) -> str:
    """Three significant digits; a missing value is a dash.

    >>> [shown(value) for value in (0.25, 3.14, 24.61, 1234.5, None)]
    ['0.250', '3.1', '24.6', '1,234', '–']
    """
    if value is None:
        return "–"
    return f"{value:,.{3 if value < 1 else 1 if value < 100 else 0}f}"


def share(value: float) -> str:
    """A share with three decimals, such as ".794"."""
    return f"{value:.3f}".replace("0.", ".", 1)


def intervals(differences: npt.NDArray[np.float64]) -> list[str]:
    """The 95 % interval of the mean of each column of paired differences, shape (questions, columns)."""
    return [bracketed(low, high) for low, high in interval(resampled_means(differences, RESAMPLES, _SEED)).T.tolist()]


def bracketed(low: float, high: float) -> str:
    """An interval of differences, such as "[+.012, +.034]"."""
    return f"[{low:+.3f}, {high:+.3f}]".replace("0.", ".").replace("-", "−")
