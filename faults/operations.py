"""A table of all operations that write, used by every family that interrupts or starves a writer.

A writer does one step after another. The seed, the writer's name, the step's number and the writer's content determine
the step's operation and its target, so that the same steps can be repeated elsewhere.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Literal

import convograph
from convograph import maintenance
from convograph.chat import ChatRequest, Message
from convograph.llm.scripted import ScriptedChat
from convograph.protocols import Architecture, Merging, Resolving, of_memos
from convograph.types import Fact
from faults.places import ASKED_AT, QUESTIONS, Place, encoders
from tests.support.pictures import exported

Share = Literal["sessions", "owner", "store"]
"""What a writer must have to itself for an operation to be deterministic: its sessions, its owner, or the store."""

SHARES: tuple[Share, ...] = ("sessions", "owner", "store")

WORDS = "market bicycle train yellow kitchen garden because window Tuesday music violin coffee walked bought".split()
SPEAKERS = ("Ana", "Ben")
BEGINNING = datetime(2024, 1, 1, 9)
CITING = ScriptedChat(lambda request: "The cat did [1].", "citing")


@dataclass(frozen=True, slots=True)
class Step:
    """A step of a writer: its place, its number, and the random generator for its choices."""

    place: Place
    number: int
    chance: random.Random

    @property
    def said(self) -> datetime:
        """The time at which the turns of this step were said."""
        return BEGINNING + timedelta(hours=self.number)

    @property
    def session(self) -> str:
        """The name of a session that this step begins."""
        return f"{self.place.name}-{self.number}"

    def text(self) -> str:
        """A text of two random sentences."""
        words = " ".join(self.chance.choices(WORDS, k=self.chance.randrange(2, 12)))
        return f"The cat of {self.session} saw this: {words}. Then we said {self.chance.choice(WORDS)}."

    def turn(self) -> dict[str, Any]:
        """A message by a speaker of this writer."""
        return {"speaker": f"{self.place.name} {self.chance.choice(SPEAKERS)}", "text": self.text()}

    def turns(self, most: int = 4) -> list[dict[str, Any]]:
        """Up to `most` messages."""
        return [self.turn() for _ in range(self.chance.randint(1, most))]

    def own_session(self) -> str:
        """One of the writer's sessions."""
        return self.chance.choice(self.place.sessions())

    def own_turn(self) -> str:
        """The id of one of the writer's turns."""
        return self.chance.choice(self.place.memory.turns(self.own_session())).id


def add(step: Step) -> None:
    """Add a new session."""
    step.place.memory.add(step.turns(), session=step.session, said=step.said)


def add_several(step: Step) -> None:
    """Add several sessions in one call, with metadata."""
    names = [f"{step.session}-{letter}" for letter in "abc"]
    turns = [[{**turn, "metadata": {"channel": "slack"}} for turn in step.turns()] for _ in names]
    step.place.memory.add([{"id": name, "turns": said} for name, said in zip(names, turns, strict=True)])


def add_many(step: Step) -> None:
    """Add enough turns that an interruption can hit the call."""
    step.place.memory.add([step.turn() for _ in range(60)], session=step.session)


def grow(step: Step) -> None:
    """Add turns to a stored session after its last."""
    session = step.own_session()
    last = step.place.memory.turns(session)[-1].ordinal
    step.place.memory.add(step.turns(), session=session, first_ordinal=last + 1)


def replace(step: Step) -> None:
    """Replace a stored session by other turns under its id."""
    step.place.memory.add(step.turns(), session=step.own_session(), replace=True)


def edit(step: Step) -> None:
    """Change the text of a stored turn."""
    step.place.memory.edit(step.own_turn(), step.text())


def append(step: Step) -> None:
    """Append a message to a stored session, a new one or, if the owner has no other writers, the current one."""
    session = step.chance.choice([step.own_session(), step.session, None])
    if session is None and not step.place.whole:
        session = step.session
    step.place.memory.append(step.turn(), session, said=step.said)


def bring(step: Step) -> None:
    """Bring memos of several kinds."""
    step.place.memory.bring(
        [
            {"kind": "fact", "text": step.text(), "turns": [step.own_turn()]},
            {"kind": "summary", "text": step.text(), "session": step.own_session()},
            {"kind": "triplet", "subject": "Ana", "relation": "saw", "object": step.text(), "turns": [step.own_turn()]},
        ]
    )


def end_fact(step: Step) -> None:
    """Decide that a fact no longer holds; the fact is brought, because these turns state none."""
    for fact in _brought_facts(step):
        if fact.status == "current":
            step.place.memory.end_fact(fact.id)


def keep_fact(step: Step) -> None:
    """Decide that an ended fact still holds, ending it first unless an interrupted call already did."""
    for fact in _brought_facts(step):
        if (kept := f"Ana still likes {fact.value}") not in {memo.text for memo in step.place.memory.memos("decision")}:
            ended = step.place.memory.end_fact(fact.id) if fact.status == "current" else fact
            assert step.place.memory.keep_fact(ended.id).status == "current", kept


def strike_fact(step: Step) -> None:
    """Decide that a fact never held; the fact is brought, because these turns state none."""
    for fact in _brought_facts(step):
        if fact.status == "current":
            step.place.memory.strike_fact(fact.id)


def merge(step: Step) -> None:
    """Decide that two names of a brought event are the same; bring the decision if `merge` does not cover them."""
    memory, names, turn = step.place.memory, _names(step), step.own_turn()
    memory.bring([{"kind": "event", "text": step.text(), "turns": [turn], "triplets": [[names[0], "met", names[1]]]}])
    if joins_brought_names(memory.architecture):
        memory.merge(*names)
    else:
        memory.bring([{"kind": "decision", "names": names, "same": True, "turns": [turn]}])


def split(step: Step) -> None:
    """Decide that two names are not the same after merging them, unless an interrupted call already did."""
    memory, names = step.place.memory, _names(step)
    if f"{names[0]} is not {names[1]}" in {memo.text for memo in memory.memos("decision")}:
        return
    merge(step)
    if joins_brought_names(memory.architecture):
        memory.split(*names)
    else:
        told = f"{names[0]} is {names[1]}"
        turns, *_ = [[turn.id for turn in memo.turns] for memo in memory.memos("decision") if memo.text == told]
        memory.bring([{"kind": "decision", "names": names, "same": False, "turns": turns}])


def undo(step: Step) -> None:
    """Undo one of the writer's decisions, or bring one if there is none."""
    memory, own = step.place.memory, set(step.place.sessions())
    decided = [one for one in memory.decisions() if own.issuperset(turn.session for turn in one.turns)]
    if decided:
        chosen = step.chance.choice(sorted(decided, key=lambda one: (one.text, one.other, one.same)))
        assert memory.undo(chosen.id) == chosen
    else:
        memory.bring([{"kind": "decision", "names": _names(step), "same": True, "turns": [step.own_turn()]}])


def joins_brought_names(architecture: Architecture) -> bool:
    """Whether an architecture merges near-duplicate names, including those of brought events.

    Others merge only names from turns, such as architectures that resolve mentions in context.
    """
    reads_events = any("event" in layer.kinds for layer in of_memos(architecture.layers))
    return reads_events and isinstance(architecture, Merging) and not isinstance(architecture, Resolving)


def _names(step: Step) -> tuple[str, str]:
    """Two unique names; of two names from one turn, the alphabetically later is merged into the other."""
    return f"Zoe of {step.session}", f"Yan of {step.session}"


def _brought_facts(step: Step) -> list[Fact]:
    """Bring this step's fact about one of the writer's turns."""
    value = f"the tea of {step.session}"
    triplet = {"kind": "triplet", "subject": "Ana", "relation": "likes", "object": value, "turns": [step.own_turn()]}
    step.place.memory.bring([triplet])
    return [fact for fact in step.place.memory.history("Ana", "likes") if fact.value == value]


def forget_turn(step: Step) -> None:
    """Forget a turn."""
    step.place.memory.forget(turn=step.own_turn())


def forget_session(step: Step) -> None:
    """Forget a session."""
    step.place.memory.forget(session=step.own_session())


def forget_speaker(step: Step) -> None:
    """Forget all turns of a speaker."""
    turns = step.place.memory.turns(step.own_session())
    step.place.memory.forget(speaker=step.chance.choice(turns).speaker)


def forget_before(step: Step) -> None:
    """Forget everything said before the latest time, if there is anything."""
    told = sorted(one.last_said for one in step.place.memory.sessions() if one.last_said is not None)
    if told:
        step.place.memory.forget(before=told[-1])


def forget_owner(step: Step) -> None:
    """Forget the owner."""
    step.place.memory.forget(owner=step.place.owner)


def import_from(step: Step) -> None:
    """Import an export of another store."""
    with convograph.open(":memory:", architecture="bm25") as other:
        other.add(step.turns(), session=step.session, said=step.said)
        other.bring([{"kind": "fact", "text": step.text(), "turns": [f"{step.session}:0"]}])
        lines = exported(other)
    step.place.memory.import_from(lines)


def export_to(step: Step) -> None:
    """Export the content to a file."""
    step.place.memory.export_to(step.place.file(EXPORT))


def enrich(step: Step) -> None:
    """Have a model write memos of all sessions."""
    step.place.memory.enrich(step.place.model, kinds=("summary", "fact"), workers=2)


def answer(step: Step) -> None:
    """Answer in a model's words, which is recorded in the ledger."""
    step.place.memory.answer(
        QUESTIONS[0], model=CITING, asked_at=ASKED_AT, min_probability=None, touch=False, otherwise="quote"
    )


def reply(step: Step) -> None:
    """Have a model reply, which is recorded in the ledger."""
    request = ChatRequest("answer", (Message("user", step.text()),))
    step.place.memory.reply(CITING, request)


def touch(step: Step) -> None:
    """Make use marks, which are written on closing."""
    step.place.memory.recall(QUESTIONS[1], touch=True, asked_at=ASKED_AT)
    step.place.close()


def scrub(step: Step) -> None:
    """Overwrite what `forget` could not."""
    step.place.memory.scrub()


def scrub_store(step: Step) -> None:
    """Scrub the whole store."""
    maintenance.scrub(step.place.path)


def reencode(step: Step) -> None:
    """Change to the other encoder."""
    now = step.place.memory.architecture.encoder.fingerprint
    step.place.memory.reencode(next(each for each in encoders() if each.fingerprint != now))


def back_up(step: Step) -> None:
    """Back up the store over the previous copy."""
    maintenance.backup(step.place.path, step.place.file(BACKUP), overwrite=True)


def restore(step: Step) -> None:
    """Replace the store by its copy."""
    step.place.close()
    copy = step.place.file(BACKUP)
    if not copy.exists():
        maintenance.backup(step.place.path, copy)
    maintenance.restore(copy, step.place.path, replace=True)


EXPORT, BACKUP = ".jsonl", ".backup"


@dataclass(frozen=True, slots=True)
class Operation:
    """An operation that writes.

    `covers` names its public call; `share` is what the writer must have to itself; `atomic` operations change all of
    the content at once.
    """

    run: Callable[[Step], None]
    covers: str
    share: Share = "sessions"
    atomic: bool = True


OPERATIONS: Mapping[str, Operation] = {
    "add": Operation(add, "Memory.add"),
    "add several": Operation(add_several, "Memory.add"),
    "add many": Operation(add_many, "Memory.add"),
    "grow": Operation(grow, "Memory.add"),
    "replace": Operation(replace, "Memory.add"),
    "edit": Operation(edit, "Memory.edit"),
    "append": Operation(append, "Memory.append"),
    "bring": Operation(bring, "Memory.bring"),
    "end a fact": Operation(end_fact, "Memory.end_fact", atomic=False),
    "keep a fact": Operation(keep_fact, "Memory.keep_fact", atomic=False),
    "strike a fact": Operation(strike_fact, "Memory.strike_fact", atomic=False),
    "merge": Operation(merge, "Memory.merge", atomic=False),
    "split": Operation(split, "Memory.split", atomic=False),
    "undo": Operation(undo, "Memory.undo"),
    "forget a turn": Operation(forget_turn, "Memory.forget"),
    "forget a session": Operation(forget_session, "Memory.forget"),
    "forget a speaker": Operation(forget_speaker, "Memory.forget"),
    "forget what is old": Operation(forget_before, "Memory.forget", "owner"),
    "forget an owner": Operation(forget_owner, "Memory.forget", "owner"),
    "import": Operation(import_from, "Memory.import_from"),
    "export": Operation(export_to, "Memory.export_to"),
    "enrich": Operation(enrich, "Memory.enrich", "owner", atomic=False),
    "answer": Operation(answer, "Memory.answer"),
    "reply": Operation(reply, "Memory.reply"),
    "touch": Operation(touch, "Memory.recall"),
    "close": Operation(lambda step: step.place.close(), "Memory.close"),
    "scrub": Operation(scrub, "Memory.scrub"),
    "scrub a store": Operation(scrub_store, "maintenance.scrub"),
    "reencode": Operation(reencode, "Memory.reencode", "store"),
    "back up": Operation(back_up, "maintenance.backup"),
    "restore": Operation(restore, "maintenance.restore", "store"),
}
"""All operations that write, by name."""

READING = frozenset(
    f"Memory.{name}"
    for name in (
        "architecture communities context decisions enrich_plan entities entity facts for_owner history ledger "
        "location memos mentions merges metadata_names name_history owner owners pack picture profile profiles "
        "quote sessions stats store_stats turn turns turns_before would_forget"
    ).split()
) | {"maintenance.verify"}
"""The public calls that write nothing of their own, though any call catches up layers."""


def step_of(place: Place, share: Share, seed: int, number: int) -> tuple[str, Step]:
    """The name of a step's operation, and the step."""
    chance = random.Random(f"{seed}/{place.name}/{number}")
    allowed = SHARES[: SHARES.index(share) + 1]
    name = chance.choice([name for name, operation in OPERATIONS.items() if operation.share in allowed])
    return name if place.sessions() else "add several", Step(place, number, chance)


def steps(place: Place, share: Share, seed: int) -> Iterator[tuple[int, str]]:
    """Do one step after another without end, yielding number and operation after each."""
    number = 0
    while True:
        name, step = step_of(place, share, seed, number)
        OPERATIONS[name].run(step)
        yield number, name
        number += 1
