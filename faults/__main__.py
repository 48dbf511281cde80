"""`python -m faults`: damage a store in every way, and say what came of it; the exit code is 1 if any must not be."""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from faults.corruption import FOREIGN, SAME, SILENT, TOLD, Report, Trial
from faults.injection import FAULTS

VERDICTS = (SAME, TOLD, SILENT, FOREIGN)


def main() -> None:
    """Run the faults that the arguments select."""
    parser = argparse.ArgumentParser(prog="python -m faults", description=__doc__)
    parser.add_argument("--count", type=int, default=300, help="faults of each kind")
    parser.add_argument("--seed", type=int, default=0, help="the first seed")
    parser.add_argument("--only", nargs="+", choices=sorted(FAULTS), default=list(FAULTS), help="these kinds")
    arguments = parser.parse_args()
    report = Report()
    with tempfile.TemporaryDirectory(prefix="convograph-faults-") as folder:
        trial = Trial(Path(folder))
        for fault in arguments.only:
            for seed in range(arguments.seed, arguments.seed + arguments.count):
                report.add(trial.run(fault, seed))
            counts = report.counts[fault]
            print(f"{fault:16}", *(f"{counts[verdict]:5} {verdict}" for verdict in VERDICTS), flush=True)
    for failure in report.failures:
        print(f"{failure.fault} seed {failure.seed}: {failure.verdict} in {failure.call}: {failure.detail}")
    sys.exit(bool(report.failures))


if __name__ == "__main__":
    main()
