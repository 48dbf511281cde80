"""The time G-Long takes to ingest a haystack of LongMemEval, by reading depth and number of parsing processes.

    python -m benchmarks.reading --haystacks 5 --depths all assistant=1 --processes 1 2

Each haystack is ingested with every combination before the next one, so that other load affects all of them alike;
reports the median over the haystacks. Times include starting the processes but not importing the package.
"""

from __future__ import annotations

import argparse
import tempfile
from collections import defaultdict
from collections.abc import Sequence
from functools import partial
from itertools import product
from pathlib import Path

from benchmarks.corpus import DATA, longmemeval_file
from benchmarks.processes import in_fresh_process, tell
from benchmarks.timing import middle, milliseconds
from convograph import Session
from convograph.build import make_encoder, open_memory
from convograph.formats import read_file


def main() -> None:
    """Print the median seconds of each combination."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=DATA, help="folder with longmemeval/ (CONVOGRAPH_DATA)")
    parser.add_argument("--haystacks", type=int, default=5, help="how many, spread over the file")
    parser.add_argument("--depths", nargs="+", default=["all", "assistant=1"])
    parser.add_argument("--processes", type=int, nargs="+", default=[1, 2])
    arguments = parser.parse_args()
    conversations = read_file(longmemeval_file(arguments.data))
    ways = list(product(arguments.depths, arguments.processes))
    seconds: dict[tuple[str, int], list[float]] = defaultdict(list)
    for conversation in conversations[:: max(1, len(conversations) // arguments.haystacks)][: arguments.haystacks]:
        for depth, processes in ways:
            took = in_fresh_process(remembered, conversation.sessions, depth, processes)
            turns = sum(len(session.turns) for session in conversation.sessions)
            tell(f"{conversation.name}, {turns} turns, {depth}, processes: {processes}: {took:.1f} s")
            seconds[depth, processes].append(took)
    print("| depth | processes | seconds a haystack |\n| --- | --- | --- |")
    for depth, processes in ways:
        print(f"| {depth} | {processes} | {middle(seconds[depth, processes]):.1f} |")


def remembered(sessions: Sequence[Session], depth: str, processes: int) -> float:
    """The seconds it takes to ingest these sessions."""
    encoder = make_encoder("static")
    encoder.encode(["It is read at first use."], "query")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "memory.db"
        with open_memory(
            path, architecture="glong-sources", encoder=encoder, depth=depth, processes=processes
        ) as memory:
            return milliseconds(partial(memory.add, list(sessions))) / 1000


if __name__ == "__main__":
    main()
