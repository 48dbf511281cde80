"""What a person decides about near duplicates: that two names, relations or events are the same, or are not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime

from convograph.errors import ConflictError, InputError, NotFoundError, UnsupportedError
from convograph.formats.arguments import check_string
from convograph.formats.limits import check_name, shortened
from convograph.formats.memo_limits import MAX_PHRASE_CHARACTERS
from convograph.graph.rows import MemoRow
from convograph.graph.snapshot import Snapshot
from convograph.graph.turns import speaker_key
from convograph.protocols import Architecture, Merging
from convograph.times import moment_after, parse_said
from convograph.types import OTHER_NAME, SAME_NAME, Memo, Merge, SourceTurn, Triplet


def merging(architecture: Architecture) -> Merging:
    """The architecture, if it joins near duplicates. Raises `UnsupportedError`."""
    if not isinstance(architecture, Merging):
        raise UnsupportedError(
            f"{architecture.name} joins no near duplicates; open the memory with associa, which does"
        )
    return architecture


def merge_of(merges: Sequence[Merge], id_: str) -> Merge:
    """That of an id, or of its beginning. Raises `NotFoundError` for none, `ConflictError` for several."""
    check_string(id_, "id")
    found = [one for one in merges if id_ and one.id.startswith(id_)]
    if not found:
        raise NotFoundError(f"no merge has the id {shortened(id_)}; `convograph merges` lists them all")
    if len(found) > 1:
        raise ConflictError(f"{len(found)} merges have ids that begin with {shortened(id_)}; give more of it")
    return found[0]


def apart(merge: Merge, memos: Sequence[MemoRow]) -> Memo:
    """The decision that what was merged is not the same."""
    pair = merge.text, merge.into
    return _decision(pair, OTHER_NAME, merge.turns, _about((speaker_key(pair[0]), speaker_key(pair[1])), memos))


def together(graph: Snapshot, architecture: Merging, text: str, other: str) -> Memo | None:
    """The decision that two things are the same; `None` where that was decided last.

    Raises `InputError` for what is no name, or one thing twice, and `NotFoundError` where no kind has both.
    """
    for name, given in (("text", text), ("other", other)):
        check_string(given, name)
        check_name(given, name, MAX_PHRASE_CHARACTERS)
    keys = speaker_key(text), speaker_key(other)
    if keys[0] == keys[1]:
        raise InputError(f"{shortened(text)} and {shortened(other)} are the same already; give two that differ")
    of_kinds = architecture.mergeable(graph).values()
    for turns in of_kinds:
        if keys[0] in turns and keys[1] in turns:
            earlier = sorted(_about(keys, graph.memos[:]), key=_order)
            if earlier and earlier[-1].details.triplets[0].relation == SAME_NAME:
                return None
            return _decision((text, other), SAME_NAME, (turns[keys[0]], turns[keys[1]]), earlier)
    for key, given in zip(keys, (text, other), strict=True):
        if not any(key in turns for turns in of_kinds):
            raise NotFoundError(f"nothing here is called {shortened(given)}; `convograph show` draws what there is")
    names = f"{shortened(text)} and {shortened(other)}"
    raise ConflictError(f"{names} are of different kinds; give two names, two relations or two events")


def _decision(pair: tuple[str, str], relation: str, turns: Sequence[SourceTurn], earlier: Iterable[MemoRow]) -> Memo:
    """Later than earlier ones about the same two, which it takes back."""
    moment = moment_after(datetime.now(), [memo.said.local for memo in earlier if memo.said is not None])
    said = parse_said(moment.isoformat(sep=" ", timespec="seconds"))
    triplet = Triplet(pair[0], relation, pair[1])
    return Memo("decision", triplet.text, None, tuple(dict.fromkeys(turn.id for turn in turns)), said, (triplet,))


def _about(keys: tuple[str, str], memos: Sequence[MemoRow]) -> Iterator[MemoRow]:
    """The decisions about two things."""
    for memo in memos:
        if memo.kind == "decision":
            triplet = memo.details.triplets[0]
            if {speaker_key(triplet.subject), speaker_key(triplet.object)} == set(keys):
                yield memo


def _order(memo: MemoRow) -> tuple[bool, datetime]:
    """By the time of deciding; those without a time first."""
    return memo.said is not None, memo.said.local if memo.said is not None else datetime.min
