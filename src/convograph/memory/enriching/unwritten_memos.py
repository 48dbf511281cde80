"""Pending model-written memos: what a model has yet to write about each session, and about all memos of a kind.

A mark records which turns (or memos) a model has written about. Nothing is pending if the mark is up to date, or for
turns that brought memos of the kind rest on. `generation.memos` defines what each kind requests, and how replies become
memos.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

from convograph.generation.memos import KINDS, Job, Kind, Material, ShownMemo
from convograph.graph.rows import SEVERAL, MemoRow, TurnRow
from convograph.graph.snapshot import Snapshot
from convograph.graph.turns import source_turn
from convograph.memory.storing.brought_memos import BROUGHT
from convograph.protocols import AnyLayer, of_memos
from convograph.times import show_said
from convograph.types import MemoKind, WrittenKind


@dataclass(frozen=True, slots=True)
class Group:
    """The unit of work under one mark: the memos of a kind about a session, or about several.

    It may take several consecutive requests, whose results are committed together or not at all. `covers` is the digest
    that the mark will record.
    """

    kind: Kind
    session: int
    covers: str
    material: Material
    jobs: Sequence[Job]

    def rows(self, job: Job, answer: Any, origin: str) -> list[MemoRow]:
        """The memos parsed from an answer, without keys."""
        return [
            MemoRow(0, self.kind.name, one.text, one.said, self.session, one.turns, origin, one.details, one.shown)
            for one in job.drafts(answer)
        ]


def common_kinds() -> set[WrittenKind]:
    """The kinds that are all written for an architecture that reads any of them."""
    return {name for name, kind in KINDS.items() if not kind.only_where_taken}


def kinds_read(layers: Iterable[AnyLayer]) -> list[list[WrittenKind]]:
    """For each layer of memos, the kinds that it reads and a model may write, in its order; empty lists are omitted."""
    read = ([kind for kind in layer.kinds if kind in KINDS] for layer in of_memos(layers))
    return [kinds for kinds in read if kinds]


def kinds_for(layers: Iterable[AnyLayer]) -> tuple[WrittenKind, ...]:
    """The kinds that are written by default for an architecture with these layers.

    Triplets and events, which take a request per turn or few turns, are written only for layers that read no other
    kinds: for each of these layers, the first kind that it names. The other kinds are written if any of them is read,
    or if no triplets or events are written.
    """
    common, used = common_kinds(), kinds_read(layers)
    special = {kinds[0] for kinds in used if common.isdisjoint(kinds)}
    wanted = special | (common if any(not common.isdisjoint(kinds) for kinds in used) or not special else set())
    return tuple(name for name in KINDS if name in wanted)


def stages(kinds: Iterable[WrittenKind]) -> list[tuple[Kind, ...]]:
    """The kinds in the order in which they are written: first all kinds derived from turns, then each of the others.

    The source kinds must be complete before a kind derived from them is started.
    """
    wanted = set(kinds)
    found = [kind for name, kind in KINDS.items() if name in wanted]
    of_turns = tuple(kind for kind in found if kind.of is None)
    return [of_turns, *((kind,) for kind in found if kind.of is not None)]


def waiting(
    snapshot: Snapshot, stage: Sequence[Kind], owner: str = "", lines: int = 1, *, anew: bool = False
) -> list[Group]:
    """The pending groups of a stage, in the order in which the sessions arrived.

    `lines` is the number of turns per request, for the kinds whose requests show a window of turns. With `anew`, kinds
    derived from memos are pending even when their mark is up to date.
    """
    of_turns = [kind for kind in stage if kind.of is None]
    of_memos = [_about_memos(snapshot, kind, kind.of, owner, anew=anew) for kind in stage if kind.of is not None]
    found = [*_about_sessions(snapshot, of_turns, owner, lines), *filter(None, of_memos)]
    return [group for group in found if group.jobs]


def waiting_for_model(snapshot: Snapshot, kinds: Iterable[WrittenKind], lines: int = 1) -> Mapping[WrittenKind, int]:
    """The number of pending calls by kind; kinds without any are omitted."""
    groups = [group for stage in stages(kinds) for group in waiting(snapshot, stage, lines=lines)]
    counts = calls_of(groups)
    return {name: counts[name] for name in KINDS if name in counts}


def calls_of(groups: Iterable[Group]) -> Counter[WrittenKind]:
    """The number of calls that some groups take, by kind."""
    return Counter(group.kind.name for group in groups for _ in group.jobs)


def turns_to_show(kind: Kind, turns: Sequence[TurnRow], memos: Iterable[MemoRow]) -> list[TurnRow]:
    """The turns of a session that `kind` is to be written about: those that no brought memo of the kind rests on.

    `memos` are those about the session. For a kind with one memo per session, a brought memo leaves no turns.
    """
    brought = [memo for memo in memos if memo.origin == BROUGHT and kind.replaced_by(memo)]
    if brought and kind.one_a_session:
        return []
    told = {key for memo in brought for key in memo.turns}
    return [row for row in turns if row.key not in told]


def is_without_source(snapshot: Snapshot, kind: Kind) -> bool:
    """Whether model-written memos remain whose source memos are all gone."""
    if kind.of is None or any(memo.kind == kind.of for memo in snapshot.memos):
        return False
    return any(memo.kind == kind.name and memo.origin != BROUGHT for memo in snapshot.memos)


def covers_of_turns(turns: Iterable[TurnRow]) -> str:
    """A digest of the turns shown to a model, by id: the content stored under an id never changes."""
    return _digest([row.id for row in turns])


def _about_sessions(snapshot: Snapshot, kinds: Sequence[Kind], owner: str, lines: int) -> Iterator[Group]:
    brought: dict[int, list[MemoRow]] = defaultdict(list)
    for memo in snapshot.memos:
        if memo.origin == BROUGHT:
            brought[memo.session].append(memo)
    for session, rows in _turns_by_session(snapshot).items() if kinds else ():
        whole = covers_of_turns(rows)
        for kind in kinds:
            shown = turns_to_show(kind, rows, brought[session])
            covers = covers_of_turns(shown)
            # memos that a model wrote about the whole session stay valid when a memo about one of its turns is brought
            if shown and not any(_is_marked(snapshot, kind, session, one) for one in (whole, covers)):
                turns = tuple(source_turn(row, snapshot.turns.session_rows) for row in shown)
                material = Material(owner, turns, lines=lines)
                yield Group(kind, session, covers, material, kind.jobs(material))


def _about_memos(snapshot: Snapshot, kind: Kind, of: MemoKind, owner: str, *, anew: bool) -> Group | None:
    """The pending group for all memos of a kind, shown in order of time regardless of arrival."""
    rows = {row.key: row for row in snapshot.turns.rows}
    memos = sorted(
        (_timed(memo, [rows[key] for key in memo.turns], snapshot) for memo in snapshot.memos if memo.kind == of),
        key=lambda one: one.place,
    )
    covers = _digest(sorted([one.shown.text, one.shown.time, *one.ids] for one in memos))
    if _is_marked(snapshot, kind, SEVERAL, covers) and not anew:
        return None
    keys = {key for one in memos for key in one.shown.turns}
    sources = sorted((rows[key] for key in keys), key=lambda row: (row.session, row.ordinal))
    turns = tuple(source_turn(row, snapshot.turns.session_rows) for row in sources)
    material = Material(owner, turns, tuple(one.shown for one in memos))
    return Group(kind, SEVERAL, covers, material, kind.jobs(material))


def _is_marked(snapshot: Snapshot, kind: Kind, session: int, covers: str) -> bool:
    mark = snapshot.written.get((kind.name, session))
    return mark is not None and mark.covers == covers


def _turns_by_session(snapshot: Snapshot) -> dict[int, list[TurnRow]]:
    found: dict[int, list[TurnRow]] = {session: [] for session in sorted(snapshot.turns.session_rows)}
    for row in sorted(snapshot.turns.rows, key=lambda row: row.ordinal):
        found[row.session].append(row)
    return {session: rows for session, rows in found.items() if rows}


@dataclass(frozen=True, slots=True)
class _Timed:
    """A memo as shown to the model, the ids of its turns, and its sort key: by time, then by turns and text."""

    shown: ShownMemo
    ids: tuple[str, ...]
    place: tuple[str, tuple[tuple[int, int], ...], str]


def _timed(memo: MemoRow, turns: Sequence[TurnRow], snapshot: Snapshot) -> _Timed:
    said = memo.said or turns[-1].said or snapshot.turns.session_rows[turns[-1].session].said
    sources = tuple((row.session, row.ordinal) for row in turns)
    place = (said.local.isoformat() if said else "", sources, memo.text)
    return _Timed(ShownMemo(memo.key, memo.text, show_said(said), memo.turns), tuple(row.id for row in turns), place)


def _digest(value: object) -> str:
    """A short digest of a JSON value."""
    return blake2b(json.dumps(value).encode(), digest_size=16).hexdigest()
