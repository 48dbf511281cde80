"""Compares a writer's content after an interruption with what it should be with and without the interrupted step."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import convograph
from convograph.memory import Memory
from convograph.protocols import Touching
from faults.operations import BACKUP, EXPORT, OPERATIONS, Share, Step, step_of
from faults.places import Place, answers
from faults.report import FOREIGN, LOST, SAME, SILENT, difference
from tests.support.pictures import exported

REFERENCE = "bm25"  # content does not depend on the architecture, and this one derives least
IN_MEMORY = Path("/dev/shm")  # noqa: S108 - holds a temporary folder that need not survive

Finding = tuple[str, str]
"""A verdict and its detail."""


class Reference:
    """The same steps done without interruption in a separate store."""

    def __init__(self, of: Place, share: Share, seed: int) -> None:
        self._folder = TemporaryDirectory(prefix="convograph-reference-", dir=IN_MEMORY if IN_MEMORY.is_dir() else None)
        store = Path(self._folder.name) / "memory.db"
        self._place = Place(store, of.owner, of.name, REFERENCE, whole=of.whole)
        self._share: Share = share
        self._seed = seed
        self._done = 0

    def after(self, steps: int) -> list[str]:
        """The content after `steps` steps, which must not decrease between calls."""
        while self._done < steps:
            name, step = step_of(self._place, self._share, self._seed, self._done)
            OPERATIONS[name].run(step)
            self._done += 1
        return self._place.content()

    def following(self) -> str:
        """The operation of the next step."""
        return step_of(self._place, self._share, self._seed, self._done)[0]

    def close(self) -> None:
        """Close the store and remove it."""
        self._place.close()
        self._folder.cleanup()


def of_content(found: Sequence[str], before: Sequence[str], after: Sequence[str], *, atomic: bool) -> Finding:
    """Check that the content is that before or after a step, or, if not atomic, complete lines of both."""
    if found in (before, after):
        return SAME, ""
    lacking = (Counter(before) & Counter(after)) - Counter(found)
    if lacking:
        return LOST, f"{len(lacking)} lines are gone, such as {min(lacking)!r:.200}"
    strange = Counter(found) - (Counter(before) | Counter(after))
    if strange:
        return SILENT, f"{len(strange)} lines are new, such as {min(strange)!r:.200}"
    return (SILENT, "the step is there in part") if atomic else (SAME, "")


def of_repetition(place: Place, cut_off: tuple[str, Step], before: Sequence[str], after: Sequence[str]) -> Finding:
    """Check that the interrupted step completes when repeated, unless it had completed."""
    name, step = cut_off
    if place.content() == before or not OPERATIONS[name].atomic:
        OPERATIONS[name].run(step)
    return (SAME, "") if place.content() == after else (SILENT, f"{name}, repeated, does not come to what it should")


def of_store(path: Path) -> Finding:
    """Check that a store is intact, as well as the backups and exports beside it."""
    for file in (path, *path.parent.glob(f"*{BACKUP}")):
        problems = convograph.verify(file).problems
        if problems:
            return FOREIGN, f"{file.name}: {problems[0]}"
    for file in path.parent.glob(f"*{EXPORT}"):
        with convograph.open(":memory:", architecture=REFERENCE) as memory:
            memory.import_from(file)  # raises if the export is cut off
    return SAME, ""


def of_recall(memory: Memory) -> Finding:
    """Check that all layers are caught up, and that answers equal those of a store rebuilt from an export."""
    stats = memory.stats()
    if any(layer.waiting for layer in stats.layers):
        return SILENT, "a layer has turns waiting"
    found = answers(memory)
    if isinstance(memory.architecture, Touching):  # its ranking depends on use marks, which are not exported
        return SAME, ""
    with convograph.open(":memory:", owner=memory.owner, architecture=memory.architecture) as rebuilt:
        rebuilt.import_from(exported(memory, content_only=False))
        expected = answers(rebuilt)
    if expected == found:
        return SAME, ""
    return SILENT, f"{memory.architecture.name} finds other things than rebuilt: {difference(expected, found)}"
