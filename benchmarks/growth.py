"""The cost of one more turn in a growing session: `python -m benchmarks.growth DATA [--json FILE]`.

For each architecture, LoCoMo's turns are added to one session, which then grows turn by turn. Reports by session length
the processor time per append (with all derived items), the commits, the turns read by rules, and the items dropped.
With `--live N`, N turns are instead appended one by one to sessions of fifty, and the first and last appends compared.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

from rich.console import Console
from rich.table import Table

import convograph
from benchmarks.corpus import locomo_file
from benchmarks.output import write_figures
from convograph.build import ARCHITECTURES, Parts, make_encoder
from convograph.extraction.extractor import Extractor, Referents
from convograph.extraction.types import FoundTriplet, TurnInContext
from convograph.formats import read_file
from convograph.graph.tables import DROPPED
from convograph.memory import Memory
from convograph.memory.snapshots.owner_rows import version_of
from convograph.protocols import Architecture
from convograph.types import Session, Turn

LENGTHS = (20, 200, 2_000)
APPENDS = 16  # at each length, the median reported; even, to cover both turns of a round, and fewer than 20
NAMES = ("unified", "bm25", "hybrid", "rag-t", "rag-r", "rag-s", "sgmem", "sgmem-r", "glong", "glong-sources")
OWNER = "default"
LIVE_SESSION = 50  # turns
LIVE_WINDOW = 200  # appends whose median is reported


@dataclass(slots=True)
class Counting:
    """A wrapper of extraction rules that counts the turns they read."""

    rules: Extractor[FoundTriplet]
    turns: int = 0

    @property
    def fingerprint(self) -> str:
        """The fingerprint of the wrapped rules."""
        return self.rules.fingerprint

    def extract(self, turns: Sequence[TurnInContext], referents: Sequence[Referents]) -> list[list[FoundTriplet]]:
        """The triplets found by the wrapped rules."""
        self.turns += len(turns)
        return self.rules.extract(turns, referents)


@dataclass(frozen=True, slots=True)
class Growth:
    """The cost of an append at one length of the session.

    Commits, rule passes and dropped items are means per append; dead and alive items are totals.
    """

    architecture: str
    turns: int
    cpu_ms: float
    commits: float
    rule_passes: float
    dropped: float
    dead: int
    alive: int


def main() -> None:
    """Measure, and print the table."""
    arguments = _arguments()
    turns = _turns(locomo_file(arguments.data))
    found = [one for name in arguments.architectures for one in _of(name, turns, arguments)]
    Console().print(_table(found))
    if arguments.json:
        write_figures(arguments.json, [asdict(one) for one in found])


def _of(name: str, turns: Sequence[Turn], arguments: argparse.Namespace) -> list[Growth]:
    return live(name, turns, arguments.live) if arguments.live else measure(name, turns, arguments.lengths)


def measure(name: str, turns: Sequence[Turn], lengths: Sequence[int]) -> list[Growth]:
    """Measure an architecture's appends at each length of one session."""
    architecture, counting = _counted(ARCHITECTURES[name](Parts(make_encoder("static"))))
    with tempfile.TemporaryDirectory() as folder:
        memory = convograph.open(Path(folder) / "memory.db", architecture=architecture)
        with memory:
            return [_measured(memory, name, turns, length, counting) for length in lengths]


def live(name: str, turns: Sequence[Turn], count: int) -> list[Growth]:
    """Measure an architecture's first and last `LIVE_WINDOW` appends when `count` turns arrive one by one."""
    architecture, _ = _counted(ARCHITECTURES[name](Parts(make_encoder("static"))))
    times: list[float] = []
    found = []
    with (
        tempfile.TemporaryDirectory() as folder,
        convograph.open(Path(folder) / "memory.db", architecture=architecture) as memory,
    ):
        for place in range(count):
            started = process_time()
            memory.append(turns[place % len(turns)], f"session {place // LIVE_SESSION}")
            times.append(process_time() - started)
            if place + 1 in (LIVE_WINDOW, count):
                tables = memory._keeper.caught_up().layers.values()
                alive = sum(len(table.living()) for table in tables)
                dead = sum(map(len, tables)) - alive
                cost = 1_000 * median(times[-LIVE_WINDOW:])
                revision = version_of(memory._store, OWNER).revision
                found.append(Growth(name, place + 1, cost, revision / (place + 1), 0.0, 0.0, dead, alive))
    return found


def _measured(memory: Memory, name: str, turns: Sequence[Turn], length: int, counting: Counting | None) -> Growth:
    there = len(memory.turns("grows"))
    memory.add(Session(tuple(turns[there:length]), "grows", first_ordinal=there))
    passes, revision = counting.turns if counting else 0, version_of(memory._store, OWNER).revision
    dropped, times = _dropped(memory), []
    for turn in turns[length : length + APPENDS]:
        started = process_time()
        memory.append(turn, "grows")
        times.append(process_time() - started)
    tables = memory._keeper.caught_up().layers.values()
    alive = sum(len(table.living()) for table in tables)
    return Growth(
        name,
        length,
        1_000 * median(times),
        (version_of(memory._store, OWNER).revision - revision) / APPENDS,
        (counting.turns - passes) / APPENDS if counting else 0.0,
        (_dropped(memory) - dropped) / APPENDS,
        sum(map(len, tables)) - alive,
        alive,
    )


def _dropped(memory: Memory) -> int:
    with memory._store.read(OWNER) as reading:
        return reading.count(DROPPED)


def _counted(architecture: Architecture) -> tuple[Architecture, Counting | None]:
    """The architecture with counting rules, and their counter, if it has a reader."""
    reader: Any = getattr(architecture, "reader", None)
    if reader is None:
        return architecture, None
    counting = Counting(reader.triplets)
    return replace(architecture, reader=replace(reader, triplets=counting)), counting  # type: ignore[type-var]


def _turns(file: Path) -> list[Turn]:
    return [
        Turn(turn.text, turn.speaker)
        for conversation in read_file(file)
        for session in conversation.sessions
        for turn in session.turns
    ]


def _table(found: Sequence[Growth]) -> Table:
    table = Table(title="one more turn in a session", title_justify="left")
    headings = ("architecture", "turns", "CPU ms", "to the first", "commits", "read", "dropped", "dead", "alive")
    for heading in headings:
        table.add_column(heading, justify="left" if heading == "architecture" else "right")
    first = {one.architecture: one.cpu_ms for one in reversed(found)}
    for one in found:
        numbers = (one.commits, one.rule_passes, one.dropped)
        table.add_row(
            *(one.architecture, f"{one.turns:,}", f"{one.cpu_ms:.1f}", f"{one.cpu_ms / first[one.architecture]:.2f}"),
            *(f"{number:.1f}" for number in numbers),
            *(f"{one.dead:,}", f"{one.alive:,}"),
        )
    return table


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path, help="the folder with the real conversations")
    parser.add_argument("--json", type=Path, help="also write the figures to this file")
    parser.add_argument("--live", type=int, metavar="N", help="append N turns one by one, and compare the ends")
    parser.add_argument("--lengths", type=int, nargs="+", default=LENGTHS)
    parser.add_argument("--architectures", nargs="+", default=[name for name in NAMES if name in ARCHITECTURES])
    return parser.parse_args()


if __name__ == "__main__":
    main()
