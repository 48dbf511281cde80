"""The cost of each call as a memory grows: many owners in one file, or one owner with many turns.

    OPENBLAS_NUM_THREADS=1 python -m benchmarks.curves turns [--sizes 1000 10000] [--json FILE] [--html FILE]
    OPENBLAS_NUM_THREADS=1 python -m benchmarks.curves owners [--sizes 1000 10000 100000]

Times are processor time of the whole process, which other load disturbs less than wall-clock time. Each comes with a
floor from the same run: the same turns in SQLite's full-text search (`plain`), or one product of the question's vector
with all vectors. Each size runs in its own processes. With `--json`, sizes already in the file are not measured again,
so that an interrupted run can continue.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from dataclasses import asdict
from pathlib import Path

from benchmarks import ARCHITECTURE
from benchmarks.curve_figures import GROWTHS, Growth, Point, figures_table, leaving_table, point_of
from benchmarks.curve_page import render_curves
from benchmarks.curve_points import measure
from benchmarks.output import write_figures, write_text
from benchmarks.processes import tell
from convograph.build import ARCHITECTURES


def main() -> None:
    """Measure the missing points, and print all tables."""
    arguments = _arguments()
    growth = GROWTHS[arguments.growth]
    points = _known(arguments.json) if arguments.json else []
    for architecture in arguments.architectures:
        for size in sorted(arguments.sizes or growth.sizes):
            if not any(_is(point, growth, architecture, size) for point in points):
                points.append(_measured(growth, architecture, size, arguments.folder))
                if arguments.json:
                    write_figures(arguments.json, [asdict(point) for point in points])
    for architecture in arguments.architectures:
        shown = sorted((one for one in points if _is(one, growth, architecture)), key=lambda one: one.size)
        tables = (figures_table(growth, shown), leaving_table(growth, shown))
        print(architecture, *(table.markdown() for table in tables), sep="\n\n", end="\n\n")
    if arguments.html:
        write_text(arguments.html, render_curves(points))


def _measured(growth: Growth, architecture: str, size: int, folder: Path | None) -> Point:
    tell(f"{architecture}: {size:,} {growth.name}")
    with tempfile.TemporaryDirectory(prefix="convograph-curves-", dir=folder) as made:
        return measure(Path(made), growth.name, architecture, size)


def _is(point: Point, growth: Growth, architecture: str, size: int | None = None) -> bool:
    return (point.growth, point.architecture) == (growth.name, architecture) and size in (None, point.size)


def _known(path: Path) -> list[Point]:
    return [point_of(one) for one in json.loads(path.read_text(encoding="utf-8"))] if path.exists() else []


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("growth", choices=GROWTHS, help="what there is more and more of")
    parser.add_argument("--sizes", type=int, nargs="+", help="by default 1,000 to 100,000")
    parser.add_argument("--architectures", nargs="+", choices=ARCHITECTURES, default=[ARCHITECTURE])
    parser.add_argument("--folder", type=Path, help="folder for temporary files; a million turns take about 10 GB")
    parser.add_argument("--json", type=Path, help="keep all figures here, and go on from those it has")
    parser.add_argument("--html", type=Path, help="write a page with the curves to this file")
    return parser.parse_args()


if __name__ == "__main__":
    main()
