"""A person's decisions that two names, relations or events are the same, or are not: made, listed and taken out.

A decision is a memo of kind `"decision"` whose triplet has the relation "is" or "is not". It rests on the turns that
first say either name. The memo that takes it out ("undone is", with the time of the decision) rests on the same turns.
Both stay stored, as a record of what was done.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import astuple, dataclass
from datetime import datetime
from hashlib import blake2b

from convograph.errors import ConflictError, InputError, NotFoundError
from convograph.formats.arguments import check_string
from convograph.formats.limits import GIVE_A_NAME, check_name, shortened
from convograph.formats.memo_limits import MAX_MEMO_CHARACTERS, MAX_PHRASE_CHARACTERS
from convograph.graph.details import MemoDetails
from convograph.graph.rows import MemoRow
from convograph.graph.snapshot import Snapshot
from convograph.graph.turns import speaker_key
from convograph.layers.verdicts import Verdicts, as_decided, is_about_names, is_decided, reference_of, standing
from convograph.memory.commits.transaction import Transaction
from convograph.memory.identifiers import SHORTEST_ID, of_id
from convograph.memory.names.meant import only_begun
from convograph.memory.storing.brought_memos import BROUGHT, stored_memo
from convograph.protocols import Mergeable, Merging, Resolving
from convograph.times import moment_after, moment_of, said_at
from convograph.types import OTHER_NAME, SAME_NAME, UNDONE, Decision, Memo, MergeKind, Triplet

_ID_BYTES = 6
_LONGEST = MAX_PHRASE_CHARACTERS + MAX_MEMO_CHARACTERS + len(": ")  # an event given by its name and description


@dataclass(frozen=True, slots=True)
class Decided:
    """A decision, and the key of its memo."""

    key: int
    decision: Decision

    @property
    def id(self) -> str:
        """The id of the decision."""
        return self.decision.id


def decided_in(graph: Snapshot) -> list[Decided]:
    """The decisions about names, in the order in which they were made; those without a time first."""
    memos = sorted(standing(graph.memos), key=lambda memo: moment_of(memo.said))
    verdicts = Verdicts.of(memos)
    return [Decided(memo.key, decision_of(graph, memo, verdicts)) for memo in memos]


def decided_by_id(graph: Snapshot, id_: str) -> Decided:
    """The decision with an id, or with its beginning. Raises like `of_id`; the error tells if it was taken out."""
    known = decided_in(graph)
    if len(id_) >= SHORTEST_ID and not any(one.id.startswith(id_) for one in known):
        verdicts = Verdicts.of(standing(graph.memos))
        for one in (decision_of(graph, memo, verdicts) for memo in graph.memos if is_decided(memo)):
            if one.id.startswith(id_):
                told = f"{one.text} {SAME_NAME if one.same else OTHER_NAME} {one.other}"
                raise NotFoundError(
                    f"the decision {one.id} ({told}) was taken out already; `convograph entity history` shows when"
                )
    return of_id(known, id_, "decision", "convograph entity decisions")


def moments_in(graph: Snapshot) -> list[datetime]:
    """When decisions about names were made or taken out."""
    return [memo.said.local for memo in graph.memos if is_about_names(memo) and memo.said is not None]


@dataclass(frozen=True, slots=True)
class Pair:
    """Two different names, relations or events, and whether they are to be decided the same."""

    one: Mergeable
    other: Mergeable
    same: bool

    def decided(self, decisions: Iterable[Decision]) -> Decision | None:
        """The latest of the decisions that says the same about this pair and is in effect, or `None`."""
        keys = {speaker_key(as_decided(each.text)) for each in (self.one, self.other)}
        found = [
            one
            for one in decisions
            if one.holds and one.same == self.same and {speaker_key(one.text), speaker_key(one.other)} == keys
        ]
        return found[-1] if found else None

    def memo(self, earlier: Iterable[datetime]) -> Memo:
        """The decision as a memo, said after the `earlier` decisions so that it takes precedence."""
        said = said_at(moment_after(datetime.now(), earlier))
        relation = SAME_NAME if self.same else OTHER_NAME
        triplet = Triplet(as_decided(self.one.text), relation, as_decided(self.other.text))
        turns = tuple(dict.fromkeys((self.one.turn.id, self.other.turn.id)))
        return Memo("decision", triplet.text, None, turns, said, (triplet,))


def pair_of(graph: Snapshot, architecture: Merging, text: str, other: str, *, same: bool) -> Pair:
    """The pair of names, relations or events with these names, or with the only names that begin with them.

    Raises `InputError` for an invalid name or the same thing twice, `NotFoundError` for a name that nothing has, and
    `ConflictError` if the two are of different kinds or several names begin with one of the given ones.
    """
    for name, given in (("text", text), ("other", other)):
        check_string(given, name)
        check_name(given, name, _LONGEST, GIVE_A_NAME)
    if speaker_key(text) == speaker_key(other):
        raise InputError(f"{shortened(text)} and {shortened(other)} are one name; give two that differ")
    kinds = architecture.mergeable(graph)
    keys = [_key_meant(graph, architecture, kinds, name) for name in (text, other)]
    of_kinds = kinds.values()
    for things in of_kinds:
        if keys[0] in things and keys[1] in things:
            return _two(things[keys[0]], things[keys[1]], same=same)
    for key, given in zip(keys, (text, other), strict=True):
        if not any(key in things for things in of_kinds):
            known = "entity list` lists" if isinstance(architecture, Resolving) else "show` draws"
            raise NotFoundError(f"nothing here is called {shortened(given)}; `convograph {known} what there is")
    names = f"{shortened(text)} and {shortened(other)}"
    raise ConflictError(f"{names} are of different kinds; give two names, two relations or two events")


def _key_meant(
    graph: Snapshot, architecture: Merging, kinds: Mapping[MergeKind, Mapping[str, Mergeable]], name: str
) -> str:
    """The key of the thing with a name, else of the only one whose name begins with it, else of the name itself."""
    key = speaker_key(name)
    if any(key in things for things in kinds.values()):
        return key
    if isinstance(architecture, Resolving):
        known = [(each, one.name) for one in architecture.entities(graph) for each in (one.name, *one.aliases)]
    else:
        known = [(one.text, one.text) for one in kinds["entity"].values()]
    return speaker_key(only_begun(name, known) or name)


def take_out(writing: Transaction, decided: Decided) -> None:
    """Store a memo that takes out a decision of any origin. Raises `NotFoundError` if it was taken out or forgotten."""
    memos = list(writing.memos("decision"))
    memo = next((one for one in standing(memos) if one.key == decided.key), None)
    if memo is None:
        raise NotFoundError(f"the decision {decided.id} is gone already; nothing was changed")
    told, moment = reference_of(memo)
    subject, relation, object_ = told
    said = said_at(moment_after(datetime.now(), (one.said.local for one in memos if one.said is not None)))
    details = MemoDetails((Triplet(subject, UNDONE + relation, object_),), when_text=moment)
    text = f"{UNDONE.strip()}: {' '.join(told)}"[:MAX_MEMO_CHARACTERS]
    writing.put_memos([MemoRow(0, "decision", text, said, memo.session, memo.turns, BROUGHT, details)])


def _two(one: Mergeable, other: Mergeable, *, same: bool) -> Pair:
    if speaker_key(as_decided(one.text)) == speaker_key(as_decided(other.text)):
        raise InputError(f"both are {shortened(one.text)}; give two that differ")
    return Pair(one, other, same)


def decision_of(graph: Snapshot, memo: MemoRow, verdicts: Verdicts) -> Decision:
    """The `Decision` of a memo."""
    told, stored = memo.details.triplets[0], stored_memo(graph.turns, memo)
    moment = memo.said.local.isoformat() if memo.said is not None else None
    content = json.dumps([memo.text, *astuple(told), moment, [turn.id for turn in stored.turns]])
    id_ = blake2b(content.encode(), digest_size=_ID_BYTES).hexdigest()
    same, holds = told.relation == SAME_NAME, verdicts.holds(told)
    return Decision(id_, told.subject, told.object, same, memo.said, stored.turns, holds)
