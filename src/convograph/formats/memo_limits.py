"""The requirements for stored memos: the same for files, objects, imports and `Memory`.

Each check returns nothing, or raises an `InputError` that starts with the given place.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import get_args

from convograph.errors import InputError
from convograph.formats.limits import MAX_ID_CHARACTERS, check_name, check_said, check_text, shortened, within
from convograph.graph.turns import speaker_key
from convograph.types import (
    ENDED_FACT,
    FACT_DECISIONS,
    OTHER_NAME,
    SAME_NAME,
    UNDONE,
    Grain,
    Memo,
    MemoKind,
    Triplet,
    When,
)

MAX_MEMO_CHARACTERS = 20_000  # a longer text is not a summary
MAX_PHRASE_CHARACTERS = 1_000  # of a part of a triplet, or an event's name or time as written
TRIPLET_PARTS = ("subject", "relation", "object")

OF_ONE_TRIPLET: tuple[MemoKind, ...] = ("triplet", "decision", "profile")
"""The kinds of memos that have exactly one triplet, which is their text by default."""

_OF_EVENTS = ("name", "when", "when_text")


def check_memo(memo: Memo, place: str) -> None:
    """Reject a memo of unknown kind, without sources, or with contents that cannot be stored or do not fit its kind.

    Text: not blank, at most `MAX_MEMO_CHARACTERS`, otherwise like a turn's. Raises `InputError`.
    """
    kinds = get_args(MemoKind)
    if memo.kind not in kinds:
        raise InputError(
            f"{within(place, 'kind')} is unknown: {shortened(memo.kind)}; the kinds are {', '.join(kinds)}"
        )
    _check_triplets(memo.triplets, within(place, "triplets"))
    _check_parts_of_kind(memo, place)
    _check_memo_text(memo.text, within(place, "text"))
    check_name(memo.session, within(place, "session"), MAX_ID_CHARACTERS)
    _check_turns(memo.turns, within(place, "turns"))
    check_said(memo.said, within(place, "said"))
    check_name(memo.name, within(place, "name"), MAX_PHRASE_CHARACTERS)
    _check_when(memo.when, within(place, "when"))
    check_name(memo.when_text, within(place, "when_text"), MAX_PHRASE_CHARACTERS)
    if memo.session is None and not memo.turns:
        raise InputError(f"{place} names neither a session nor turns: {shortened(memo.text)}; name its sources")


def check_triplet(triplet: object, place: str) -> None:
    """Reject anything but a `Triplet` whose parts can be stored and are not blank. Raises `InputError`."""
    if not isinstance(triplet, Triplet):
        raise InputError(f"{place} is not a Triplet: {shortened(triplet)}; make one with convograph.types.Triplet")
    for name in TRIPLET_PARTS:
        check_phrase(getattr(triplet, name), within(place, name))


def check_phrase(part: object, place: str) -> None:
    """Reject a part of a triplet that is blank or cannot be stored. Raises `InputError`."""
    if part is None or (isinstance(part, str) and not part.strip()):
        raise InputError(f"{place} is blank: {shortened(part)}; complete it, or leave the triplet out")
    check_name(part, place, MAX_PHRASE_CHARACTERS)


def _check_triplets(triplets: object, place: str) -> None:
    if not isinstance(triplets, list | tuple):
        raise InputError(f"{place} is not a list: {shortened(triplets)}; give a list of triplets")
    for index, triplet in enumerate(triplets):
        check_triplet(triplet, within(place, index))


def _check_memo_text(text: str, place: str) -> None:
    check_text(text, place, "memo")
    if len(text) > MAX_MEMO_CHARACTERS:
        raise InputError(
            f"{place} has {len(text):,} characters: {shortened(text)}; {MAX_MEMO_CHARACTERS:,} is the most, shorten it"
        )


def _check_turns(turns: object, place: str) -> None:
    if not isinstance(turns, list | tuple):
        raise InputError(f"{place} is not a list: {shortened(turns)}; give a list of the ids of turns")
    for index, name in enumerate(turns):
        if name is None:
            raise InputError(f"{within(place, index)} is not a string: None; remove it")
        check_name(name, within(place, index), MAX_ID_CHARACTERS)


def _check_when(when: object, place: str) -> None:
    if when is None:
        return
    if not isinstance(when, When):
        raise InputError(f"{place} is not a When: {shortened(when)}; make one with convograph.types.When")
    for name, side in (("start", when.start), ("end", when.end)):
        if side is not None and (not isinstance(side, datetime) or side.tzinfo is not None):
            raise InputError(
                f"{within(place, name)} is not a naive datetime: {shortened(side)}; give wall-clock time, or None"
            )
    if when.start is not None and when.end is not None and when.end <= when.start:
        raise InputError(f"{place} ends at {when.end}, not after its start {when.start}; swap them")
    if when.grain not in get_args(Grain):
        raise InputError(
            f"{within(place, 'grain')} is unknown: {shortened(when.grain)}; the grains are {', '.join(get_args(Grain))}"
        )
    if not isinstance(when.approximate, bool):
        raise InputError(
            f"{within(place, 'approximate')} is neither True nor False: {shortened(when.approximate)}; say which"
        )
    check_name(when.every, within(place, "every"), MAX_PHRASE_CHARACTERS)


def is_about_fact(decided: Triplet) -> bool:
    """Whether a decision is about a fact rather than names."""
    return any(decided.relation.startswith(what) and decided.relation != what for what in FACT_DECISIONS)


def takes_out(decided: Triplet) -> bool:
    """Whether a decision undoes another one about names."""
    return decided.relation.startswith(UNDONE)


def _check_decision(decided: Triplet, place: str) -> None:
    """Reject a relation that is neither about a fact nor about names, and a decision about one name alone."""
    if is_about_fact(decided):
        return
    if decided.relation.removeprefix(UNDONE) not in (SAME_NAME, OTHER_NAME):
        raise InputError(
            f"{within(place, 'triplets', 0, 'relation')} of a decision is {shortened(decided.relation)}; give "
            f"{SAME_NAME!r} or {OTHER_NAME!r}, or {', '.join(map(repr, FACT_DECISIONS))} with the relation of a fact"
        )
    if speaker_key(decided.subject) == speaker_key(decided.object):
        raise InputError(f"{place} is about one name alone: {shortened(decided.text)}; give two that differ")


def _check_resolution(triplets: Sequence[Triplet], place: str) -> None:
    """Reject anything but triplets that say of one name which others it is (at most one) or is not."""
    relations = [one.relation for one in triplets]
    if not relations or set(relations) - {SAME_NAME, OTHER_NAME} or relations.count(SAME_NAME) > 1:
        raise InputError(
            f"{within(place, 'triplets')} of a resolution has the relations {shortened(relations)}; a name "
            f"{SAME_NAME!r} one of the others at most, and {OTHER_NAME!r} the rest"
        )
    if len({one.subject for one in triplets}) > 1:
        raise InputError(f"{within(place, 'triplets')} of a resolution is about several names; give each its own")


def _check_parts_of_kind(memo: Memo, place: str) -> None:
    """Reject a memo whose triplets, name or time do not fit its kind.

    A triplet, decision or profile has exactly one triplet, a resolution or community at least one, an event any number,
    other kinds none. Only an event has a name and a time, apart from decisions that need a time.
    """
    count = len(memo.triplets)
    if memo.kind in OF_ONE_TRIPLET and count != 1:
        raise InputError(
            f"{within(place, 'triplets')} has {count} of them; a memo of kind {memo.kind!r} has exactly one"
        )
    if memo.kind == "decision":
        _check_decision(memo.triplets[0], place)
    if memo.kind == "resolution":
        _check_resolution(memo.triplets, place)
    if memo.kind == "community" and (not count or len({one.object for one in memo.triplets}) > 1):
        raise InputError(f"{within(place, 'triplets')} of a community has one name for all of its members")
    if memo.kind not in (*OF_ONE_TRIPLET, "event", "resolution", "community") and count:
        raise InputError(f"{within(place, 'triplets')} is not empty; a {memo.kind} has none, store them as triplets")
    decided = memo.triplets[0] if memo.kind == "decision" else None
    for name in _OF_EVENTS:
        if decided is not None and name == "when_text" and takes_out(decided):  # when the undone decision was made
            continue
        if decided is not None and name == "when" and decided.relation.startswith(ENDED_FACT):  # when the fact ended
            continue
        if memo.kind != "event" and (value := getattr(memo, name)) is not None:
            raise InputError(f"{within(place, name)} is set: {shortened(value)}; only an event has one, leave it out")
