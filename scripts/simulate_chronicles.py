"""Play the chronicles to agents, and print their readers' accuracy (DialSim on conversations of our own).

    python scripts/simulate_chronicles.py data/chronicles

Three runs over each conversation; all agents get the same questions. Readers need no model, and use weights that never
saw the conversation. Differences to the first row have intervals by paired bootstrap. Takes minutes on two cores.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

from compare_simulations import Records, difference
from convograph_eval.datasets import load
from convograph_eval.dialsim import AgentSettings, SimulationSettings, simulate
from convograph_eval.dialsim.shows import show_of

ROWS: Mapping[str, tuple[AgentSettings, str]] = {
    "`utterances`, BM25, words alone": (AgentSettings("utterances", "bm25"), "words"),
    "`utterances`, BM25": (AgentSettings("utterances", "bm25"), "evidence"),
    "`sessions`, BM25": (AgentSettings("sessions", "bm25"), "evidence"),
    "`packed`, `unified`": (AgentSettings("packed", "unified"), "evidence"),
    "`newest`: all of it": (AgentSettings("newest"), "evidence"),
    "`oracle`": (AgentSettings("oracle"), "evidence"),
}
"""The agent (what is read and who finds it) and the reader, by the name in the table."""


def main() -> None:
    """Run the simulations and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("chronicles", type=Path)
    parser.add_argument("--processes", type=int, default=2)
    given = parser.parse_args()
    with ProcessPoolExecutor(given.processes) as pool:
        played = [pool.submit(_played, name, given.chronicles) for name in ROWS]
        print("| what is read | all | answerable | unanswerable | difference |")
        print("| --- | --- | --- | --- | --- |")
        first = played[0].result()
        for name, future in zip(ROWS, played, strict=True):
            records = future.result()
            print(f"| {name} | {' | '.join((*_shares(records), difference(records, first)))} |", flush=True)
        print(f"{len(first)} questions")


def _played(name: str, chronicles: Path) -> Records:
    """The records of a row over all chronicles."""
    agent, reader = ROWS[name]
    found: list[Mapping[str, Any]] = []
    for case in load("chronicles", chronicles).cases:
        settings = SimulationSettings(case.conversation.name, agent, reader=reader)
        found += simulate(settings, show_of(case))["questions"]
    return found


def _shares(records: Records) -> Iterator[str]:
    by_run: dict[int, list[float]] = defaultdict(list)
    for one in records:
        by_run[one["run"]].append(one["metrics"]["accuracy"])
    runs = [fmean(scores) for scores in by_run.values()]
    yield f"{fmean(runs):.3f} ± {stdev(runs):.3f}"
    for unanswerable in (False, True):
        yield f"{fmean(one['metrics']['accuracy'] for one in records if one['unanswerable'] is unanswerable):.3f}"


if __name__ == "__main__":
    main()
