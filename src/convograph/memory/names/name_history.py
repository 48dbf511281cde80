"""How names came to be the same or not: merged automatically, decided, or taken out; with grounds and turns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from convograph.graph.rows import MemoRow
from convograph.graph.snapshot import Snapshot
from convograph.layers.verdicts import Verdicts, is_decided, is_undone, reference_of, standing, taken_out_by
from convograph.memory.names.name_decisions import decision_of
from convograph.times import moment_of
from convograph.types import Decision, Merge, NameChange, NameStep

_SCORED = ("score", "cosine", "spelling")


def history_of(graph: Snapshot, merges: Iterable[Merge]) -> list[NameChange]:
    """All changes in order of time, those without a time first; at the same time, merges as given, then decisions.

    A merge that rests on a decision appears only as the decision.
    """
    joined = [_joined(one) for one in merges if one.ground != "decision"]
    return sorted((*joined, *_decided(graph)), key=lambda one: moment_of(one.said))


def _joined(one: Merge) -> NameChange:
    score = one.similarity if one.ground in _SCORED else None
    cause = one.caused_by
    return NameChange("merge", one.text, one.into, one.ground, cause.said, (cause,), holds=True, score=score)


def _decided(graph: Snapshot) -> Iterator[NameChange]:
    """The decisions, then those taken out."""
    decided = [memo for memo in graph.memos if is_decided(memo)]
    in_effect = standing(graph.memos)
    verdicts, kept = Verdicts.of(in_effect), {memo.key for memo in in_effect}
    decisions = {memo.key: decision_of(graph, memo, verdicts) for memo in decided}
    for memo in decided:
        one = decisions[memo.key]
        yield _change(one, holds=one.holds and memo.key in kept)
    for memo in graph.memos:
        if is_undone(memo):
            yield from _undone(memo, decided, decisions)


def _undone(memo: MemoRow, decided: Sequence[MemoRow], decisions: dict[int, Decision]) -> Iterator[NameChange]:
    """The change that took a decision out; the decision is still stored, since both rest on the same turns."""
    wanted = taken_out_by(memo)
    one = next((decisions[each.key] for each in decided if reference_of(each) == wanted), None)
    if one is not None:
        yield replace(_change(one, holds=True), step="undo", said=memo.said, decided=one.said)


def _change(one: Decision, *, holds: bool) -> NameChange:
    step: NameStep = "merge" if one.same else "split"
    return NameChange(step, one.text, one.other, "decision", one.said, one.turns, holds, id=one.id)
