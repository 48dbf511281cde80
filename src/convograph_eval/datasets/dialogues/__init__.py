"""Dialogues over several sessions: replies in later sessions are generated again from a memory of the earlier ones.

file ── msc · cc · locomo ──▶ Dialogue …, with the places of replies ── sampling ──▶ a part
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from os import PathLike
from pathlib import Path

from convograph.errors import InputError
from convograph.formats.limits import shortened
from convograph_eval.datasets.dialogues.cc import cc
from convograph_eval.datasets.dialogues.locomo import locomo_dialogues
from convograph_eval.datasets.dialogues.msc import msc, msc_files
from convograph_eval.datasets.dialogues.sampling import first_dialogues, of_sessions, sampled
from convograph_eval.datasets.dialogues.types import FIRST_SCORED, Dialogue, DialogueSet, ReplyPlace

__all__ = [
    "DIALOGUE_SETS",
    "FIRST_SCORED",
    "Dialogue",
    "DialogueSet",
    "ReplyPlace",
    "dialogue_files",
    "first_dialogues",
    "load_dialogues",
    "of_sessions",
    "sampled",
]

DIALOGUE_SETS: Mapping[str, Callable[[Path], tuple[Dialogue, ...]]] = {
    "msc": msc,
    "cc": cc,
    "locomo": locomo_dialogues,
}

_BY_PLACE = frozenset({"locomo"})


def load_dialogues(name: str, path: str | PathLike[str]) -> DialogueSet:
    """The data set `name`, a key of `DIALOGUE_SETS`, in the file at `path`, plain or compressed with gzip or xz.

    Raises an `InputError` that names the file, the place in it, the value and the remedy.
    """
    _check(name)
    dialogues = DIALOGUE_SETS[name](Path(path))
    if not any(dialogue.places for dialogue in dialogues):
        raise InputError(f"{path}: no session after the first has a reply to score; give dialogues of several sessions")
    twice, times = Counter(dialogue.name for dialogue in dialogues).most_common(1)[0]
    if times > 1:
        raise InputError(f"{path}: {times} dialogues are called {shortened(twice)}; take all but one out")
    return DialogueSet(name, dialogues, by_place=name in _BY_PLACE)


def dialogue_files(name: str, path: Path) -> tuple[Path, ...]:
    """The files that `load_dialogues` reads at `path`. Raises `InputError` for an unknown data set."""
    _check(name)
    return msc_files(path) if name == "msc" else (path,)


def _check(name: str) -> None:
    if name not in DIALOGUE_SETS:
        raise InputError(f"no dialogues are called {shortened(name)}; the data sets are {', '.join(DIALOGUE_SETS)}")
