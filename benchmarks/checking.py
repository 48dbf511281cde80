"""The cost of checking rows when a memory is loaded: alternate loads with and without checks, by processor time.

    OPENBLAS_NUM_THREADS=1 python -m benchmarks.checking DATA [--sentences N]

A load is what the first call of a process does before it searches: it reads all rows and builds a snapshot from them.
The text is LoCoMo's chat pooled into one owner, or with `--sentences`, that many sentences of LongMemEval.
"""

from __future__ import annotations

import argparse
import gc
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from time import process_time
from typing import Any
from unittest.mock import patch

import convograph
from benchmarks.corpus import locomo_file, longmemeval_file, pool_chat, prepare_sessions, read_sessions
from benchmarks.ours import EVERYTHING, built
from benchmarks.processes import in_fresh_process
from convograph.config import DEFAULT_OWNER
from convograph.graph.rows import LayerKey
from convograph.graph.snapshot import snapshot_of
from convograph.graph.tables import Table, Values
from convograph.memory.snapshots.owner_rows import owner_rows
from convograph.storage.checksums import decoded
from convograph.storage.sqlite import SQLiteStore
from convograph.storage.sqlite_rows import OwnerReading, columns_of
from convograph.storage.tallies import Tally

LOADS = 30


@dataclass(frozen=True, slots=True)
class Checking:
    """Milliseconds of a load with and without checks: the minimum of several, which other load disturbs least.

    `share` is the relative increase in load time due to checks.
    """

    turns: int
    items: int
    checked: float
    unchecked: float
    share: float


def measure(path: Path, layers: Sequence[LayerKey], loads: int = LOADS) -> Checking:
    """Load the default owner's memory with these layers in pairs, with and without checks."""
    checked, unchecked = [], []
    with closing(SQLiteStore(path, read_only=True)) as store:
        rows = owner_rows(store, DEFAULT_OWNER, layers)
        for _ in range(loads):
            checked.append(_load(store, layers))
            with _without_checks():
                unchecked.append(_load(store, layers))
    share = min(checked) / min(unchecked) - 1
    items = sum(len(layer.nodes) for layer in rows.layers.values()) if rows else 0
    turns = len(rows.turns) if rows else 0
    return Checking(turns, items, round(min(checked), 1), round(min(unchecked), 1), round(share, 3))


def _load(store: SQLiteStore, layers: Sequence[LayerKey]) -> float:
    gc.collect()  # garbage of the previous load must not count here
    start = process_time()
    rows = owner_rows(store, DEFAULT_OWNER, layers)
    if rows is not None:
        snapshot_of(rows)
    return (process_time() - start) * 1000


@contextmanager
def _without_checks() -> Iterator[None]:
    """Decode rows without computing or comparing checksums."""

    def unchecked(
        self: OwnerReading, table: Table[Any], block: Sequence[Values]
    ) -> tuple[Iterable[Values], Tally, list[Any]]:
        *columns, _ = columns_of(block)
        return zip(*map(decoded, columns, table.columns.values()), strict=True), Tally(), []

    def whole(self: OwnerReading, *_: object) -> list[Any]:
        return []

    with patch.object(OwnerReading, "_checked", unchecked), patch.object(OwnerReading, "_lacking", whole):
        yield


def main() -> None:
    """Build a memory, measure, and print the result."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path, help="the folder with locomo/ and longmemeval/")
    parser.add_argument("--sentences", type=int, default=0, help="of LongMemEval, about; by default pooled chat")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        text, path = Path(folder) / "text.jsonl", Path(folder) / "memory.db"
        if arguments.sentences:
            in_fresh_process(prepare_sessions, longmemeval_file(arguments.data), text)
        else:
            pool_chat(locomo_file(arguments.data), text)
        with convograph.open(path) as memory:
            built(memory, read_sessions(text), arguments.sentences or EVERYTHING)
            layers = [layer.key for layer in memory.architecture.layers]
        found = measure(path, layers)
    print(
        f"{found.turns:,} turns, {found.items:,} items: a load takes {found.checked} ms, without checks "
        f"{found.unchecked} ms; checking adds {found.share:.1%}"
    )


if __name__ == "__main__":
    main()
