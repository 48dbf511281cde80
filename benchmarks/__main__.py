"""`python -m benchmarks`: measure, print tables, write JSON and a page."""

from __future__ import annotations

import argparse
import sys
import tempfile
from dataclasses import asdict
from pathlib import Path
from typing import Any

from benchmarks import ARCHITECTURE
from benchmarks.aims import aims
from benchmarks.corpus import DATA, MissingDataError
from benchmarks.output import write_figures, write_text
from benchmarks.page import render_page
from benchmarks.report import Report, missing_peers
from benchmarks.run import run
from benchmarks.tables import aims_table, chat_table, graph_table, growth_table, locomo_table

SIZES = (1_000, 10_000, 100_000)


def main() -> None:
    """Run the benchmarks that the arguments select."""
    arguments = _arguments()
    try:
        with tempfile.TemporaryDirectory(prefix="convograph-bench-", dir=arguments.folder) as folder:
            report = run(arguments.data, arguments.sizes, Path(folder), arguments.architecture)
    except MissingDataError as error:
        sys.exit(str(error))
    if arguments.json:
        write_figures(arguments.json, document(report))
    if arguments.html:
        write_text(arguments.html, render_page(report))
    print(
        *(
            table.markdown()
            for table in (
                *(growth_table(report), chat_table(report), locomo_table(report)),
                *(graph_table(report), aims_table(aims(report))),
            )
        ),
        sep="\n\n",
    )
    for name, why in missing_peers(report).items():
        print(f"\nNo {name}: {why}")


def document(report: Report) -> dict[str, Any]:
    """The report as a JSON object, including the aims."""
    return {**asdict(report), "aims": [{**asdict(aim), "met": aim.met} for aim in aims(report)]}


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument(
        "--data",
        type=Path,
        default=DATA,
        help="folder with locomo/ and longmemeval/ (CONVOGRAPH_DATA)",
    )
    parser.add_argument("--sizes", type=int, nargs="+", default=SIZES, help="sentences, about")
    parser.add_argument("--architecture", default=ARCHITECTURE, help="its name; the graph of triplets is glong's")
    parser.add_argument("--folder", type=Path, help="folder for temporary files; 1M sentences take about 10 GB")
    parser.add_argument("--json", type=Path, help="write all figures here")
    parser.add_argument("--html", type=Path, help="write a page with curves to this file")
    return parser.parse_args()


if __name__ == "__main__":
    main()
