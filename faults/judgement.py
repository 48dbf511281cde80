"""What is left of a writer's content after an interruption, held against what it would be with and without the step."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.support.pictures import exported

import convograph
from convograph.memory import Memory
from convograph.protocols import Touching
from faults.operations import BACKUP, EXPORT, OPERATIONS, Share, Step, step_of
from faults.places import Place, answers
from faults.report import FOREIGN, LOST, SAME, SILENT, difference

REFERENCE = "bm25"  # content is the same whatever is derived from it, and this derives least
IN_MEMORY = Path("/dev/shm")  # noqa: S108 - a folder of its own in it; nothing in it has to survive

Finding = tuple[str, str]
"""A verdict and its detail."""


class Reference:
    """The same steps done without interruption in a store of their own."""

    def __init__(self, of: Place, share: Share, seed: int) -> None:
        self._folder = TemporaryDirectory(prefix="convograph-reference-", dir=IN_MEMORY if IN_MEMORY.is_dir() else None)
        store = Path(self._folder.name) / "memory.db"
        self._place = Place(store, of.owner, of.name, REFERENCE, whole=of.whole)
        self._share: Share = share
        self._seed = seed
        self._done = 0

    def after(self, steps: int) -> list[str]:
        """The content after so many steps, not fewer than asked for before."""
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
    """Whether the content is that before or after a step, or, where it may be, whole parts of both."""
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
    """Whether the step that was cut off comes to its end when repeated, unless it has come there."""
    name, step = cut_off
    if place.content() == before or not OPERATIONS[name].atomic:
        OPERATIONS[name].run(step)
    return (SAME, "") if place.content() == after else (SILENT, f"{name}, repeated, does not come to what it should")


def of_store(path: Path) -> Finding:
    """Whether a store is intact, and so is what was written beside it."""
    for file in (path, *path.parent.glob(f"*{BACKUP}")):
        problems = convograph.verify(file).problems
        if problems:
            return FOREIGN, f"{file.name}: {problems[0]}"
    for file in path.parent.glob(f"*{EXPORT}"):
        with convograph.open(":memory:", architecture=REFERENCE) as memory:
            memory.import_from(file)  # raises if it is cut short
    return SAME, ""


def of_recall(memory: Memory) -> Finding:
    """Whether all layers are caught up, hits are what is stored, and the same as those of a store made anew of it."""
    stats = memory.stats()
    if any(layer.waiting for layer in stats.layers):
        return SILENT, "a layer has turns waiting"
    found = answers(memory)
    if isinstance(memory.architecture, Touching):  # marks of use, which are not exported, are part of the ranking
        return SAME, ""
    with convograph.open(":memory:", owner=memory.owner, architecture=memory.architecture) as rebuilt:
        rebuilt.import_from(exported(memory, content_only=False))
        expected = answers(rebuilt)
    if expected == found:
        return SAME, ""
    return SILENT, f"{memory.architecture.name} finds other things than rebuilt: {difference(expected, found)}"
