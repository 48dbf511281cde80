"""`python -m faults`: inject faults and report their outcomes; the exit code is 1 if any outcome is a failure."""

from __future__ import annotations

import argparse
import signal
import sys
import tempfile
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

from faults.families import FAMILIES
from faults.report import FOREIGN, LOST, SILENT, VERDICTS, Report, Trial


def main() -> None:
    """Run the faults that the arguments select."""
    arguments = _arguments()
    signal.signal(signal.SIGINT, signal.default_int_handler)  # shells ignore SIGINT for background jobs
    report = Report()
    for fault, trial in _selected(arguments.only):
        for seed in range(arguments.seed, arguments.seed + arguments.count):
            report.add(trial.run(fault, seed))
        counts = report.counts[fault]
        print(f"{fault:24}", *(f"{counts[verdict]:5} {verdict}" for verdict in VERDICTS), flush=True)
    for failure in report.failures:
        print(failure)
    _print_totals(report, arguments.seed)
    sys.exit(bool(report.failures))


def _arguments() -> argparse.Namespace:
    known = [*FAMILIES, *(fault for family in FAMILIES.values() for fault in family.faults)]
    parser = argparse.ArgumentParser(prog="python -m faults", description=__doc__)
    parser.add_argument("--count", type=int, default=20, help="faults of each kind; 300 takes hours")
    parser.add_argument("--seed", type=int, default=0, help="the first seed")
    parser.add_argument("--only", nargs="+", choices=known, default=list(FAMILIES), help="these families or kinds")
    arguments = parser.parse_args()
    for name, family in FAMILIES.items():
        if {name, *family.faults} & set(arguments.only) and family.needs and not find_spec(family.needs):
            parser.error(f"{name} needs {family.needs}: pip install 'convograph[dev]', or leave it out with --only")
    return arguments


def _selected(names: list[str]) -> Iterator[tuple[str, Trial]]:
    """Each selected kind with its trial, which all kinds of a family share, in a temporary folder."""
    for name, family in FAMILIES.items():
        faults = [fault for fault in family.faults if name in names or fault in names]
        if faults:
            with tempfile.TemporaryDirectory(prefix="convograph-faults-") as folder:
                trial = family.trial(Path(folder))
                for fault in faults:
                    yield fault, trial


def _print_totals(report: Report, seed: int) -> None:
    failed = ", ".join(f"{report.total(verdict)} {verdict}" for verdict in (LOST, SILENT, FOREIGN))
    print(f"seeds from {seed}: {report.injected:,} faults, {report.acknowledged:,} operations acknowledged, {failed}")


if __name__ == "__main__":
    main()
