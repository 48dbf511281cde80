"""What a person decides about near duplicates: that two names, relations or events are the same, or are not."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from convograph.errors import ConflictError, InputError, NotFoundError, UnsupportedError
from convograph.formats.arguments import check_string
from convograph.formats.limits import check_name, shortened
from convograph.formats.memo_limits import MAX_PHRASE_CHARACTERS
from convograph.graph.rows import MemoRow
from convograph.graph.snapshot import Snapshot
from convograph.graph.turns import speaker_key
from convograph.layers.verdicts import Verdicts, as_decided
from convograph.protocols import Architecture, Mergeable, Merging
from convograph.times import moment_after, said_at
from convograph.types import OTHER_NAME, SAME_NAME, Memo, Merge, SourceTurn, Triplet

SHORTEST_ID = 4  # characters: with fewer, a slip of the finger decides something


def merging(architecture: Architecture) -> Merging:
    """The architecture, if it joins near duplicates. Raises `UnsupportedError`."""
    if not isinstance(architecture, Merging):
        raise UnsupportedError(
            f"{architecture.name} joins no near duplicates; open the memory with associa or lightgmem, which do"
        )
    return architecture


def merge_of(merges: Sequence[Merge], id_: str) -> Merge:
    """That of an id, or of its beginning, of `SHORTEST_ID` characters or more.

    Raises `InputError` for less, `NotFoundError` for none, `ConflictError` for several.
    """
    check_string(id_, "id")
    if len(id_) < SHORTEST_ID:
        raise InputError(f"{shortened(id_)} is too little of an id; give {SHORTEST_ID} characters of it or more")
    found = [one for one in merges if one.id.startswith(id_)]
    if not found:
        raise NotFoundError(f"no merge has the id {shortened(id_)}; `convograph merges` lists them all")
    if len(found) > 1:
        raise ConflictError(f"{len(found)} merges have ids that begin with {shortened(id_)}; give more of it")
    return found[0]


def apart(merge: Merge, memos: Sequence[MemoRow]) -> Memo:
    """The decision that what was merged is not the same."""
    return _decision((merge.text, merge.into), OTHER_NAME, merge.turns, memos)


@dataclass(frozen=True, slots=True)
class Together:
    """The decision that two things are the same, whose texts these are; no memo where that is decided."""

    texts: tuple[str, str]
    memo: Memo | None


def together(graph: Snapshot, architecture: Merging, text: str, other: str) -> Together:
    """The decision that two things are the same.

    Raises `InputError` for what is no name, or one thing twice, and `NotFoundError` where no kind has both.
    """
    for name, given in (("text", text), ("other", other)):
        check_string(given, name)
        check_name(given, name, MAX_PHRASE_CHARACTERS)
    keys = speaker_key(text), speaker_key(other)
    if keys[0] == keys[1]:
        raise InputError(f"{shortened(text)} and {shortened(other)} are the same already; give two that differ")
    of_kinds = architecture.mergeable(graph).values()
    for things in of_kinds:
        if keys[0] in things and keys[1] in things:
            return _same(things[keys[0]], things[keys[1]], graph.memos[:])
    for key, given in zip(keys, (text, other), strict=True):
        if not any(key in things for things in of_kinds):
            raise NotFoundError(f"nothing here is called {shortened(given)}; `convograph show` draws what there is")
    names = f"{shortened(text)} and {shortened(other)}"
    raise ConflictError(f"{names} are of different kinds; give two names, two relations or two events")


def _same(one: Mergeable, other: Mergeable, memos: Sequence[MemoRow]) -> Together:
    keys = speaker_key(as_decided(one.text)), speaker_key(as_decided(other.text))
    if keys[0] == keys[1]:
        raise InputError(f"both are {shortened(one.text)}; give two that differ")
    verdicts = Verdicts.of([memo for memo in memos if memo.kind == "decision"])
    if verdicts.root(one.text) == verdicts.root(other.text):
        return Together((one.text, other.text), None)
    decided = _decision((one.text, other.text), SAME_NAME, (one.turn, other.turn), memos)
    return Together((one.text, other.text), decided)


def _decision(pair: tuple[str, str], relation: str, turns: Sequence[SourceTurn], memos: Iterable[MemoRow]) -> Memo:
    """Later than any other decision, so that it holds."""
    decided = (memo.said.local for memo in memos if memo.kind == "decision" and memo.said is not None)
    said = said_at(moment_after(datetime.now(), decided))
    triplet = Triplet(as_decided(pair[0]), relation, as_decided(pair[1]))
    return Memo("decision", triplet.text, None, tuple(dict.fromkeys(turn.id for turn in turns)), said, (triplet,))
