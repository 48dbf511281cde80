"""A model of a memory's expected content as plain lists: no store, no layers, no snapshots."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field, replace


@dataclass(frozen=True, slots=True)
class ModelTurn:
    """A turn as it was given, including its `time`."""

    id: str
    speaker: str
    text: str
    time: str | None = None

    def message(self) -> dict[str, str]:
        """The turn as a message for `add`."""
        given = {"speaker": self.speaker, "text": self.text}
        return given if self.time is None else {**given, "time": self.time}


@dataclass(slots=True)
class ModelSession:
    """All turns ever given, by ordinal, and the ordinals of those not forgotten."""

    given: list[ModelTurn] = field(default_factory=list)
    live: set[int] = field(default_factory=set)

    def append(self, turn: ModelTurn) -> None:
        """Store a turn at the end."""
        self.live.add(len(self.given))
        self.given.append(turn)

    def turns(self) -> list[tuple[int, ModelTurn]]:
        """The live turns with their ordinals, in order."""
        return [(ordinal, self.given[ordinal]) for ordinal in sorted(self.live)]


@dataclass(frozen=True, slots=True)
class ModelMemo:
    """A memo with the ids of its turns; without an `origin` it was brought."""

    kind: str
    text: str
    turns: tuple[str, ...]
    origin: str = ""


@dataclass(slots=True)
class ModelOwner:
    """An owner's sessions by name, in order of arrival, and the memos about their turns."""

    sessions: dict[str, ModelSession] = field(default_factory=dict)
    memos: list[ModelMemo] = field(default_factory=list)

    def session(self, name: str) -> ModelSession:
        """The session of this name, created if there is none."""
        return self.sessions.setdefault(name, ModelSession())

    def turns(self) -> Iterator[ModelTurn]:
        """All live turns."""
        for session in self.sessions.values():
            for _, turn in session.turns():
                yield turn

    def texts(self) -> dict[str, str]:
        """The texts of the live turns by id."""
        return {turn.id: turn.text for turn in self.turns()}

    def forget(self, ids: Collection[str]) -> None:
        """Forget turns, sessions without remaining turns, and memos about any forgotten turn."""
        for name, session in list(self.sessions.items()):
            session.live -= {ordinal for ordinal in session.live if session.given[ordinal].id in ids}
            if not session.live:
                del self.sessions[name]
        self.memos = [memo for memo in self.memos if not set(ids) & set(memo.turns)]

    def edit(self, id_: str, text: str) -> None:
        """Change the text of a turn; the session of a first turn then counts as the last to arrive."""
        name, session, ordinal = next(
            (name, session, ordinal)
            for name, session in self.sessions.items()
            for ordinal, turn in session.turns()
            if turn.id == id_
        )
        if session.given[ordinal].text == text:
            return
        later = {turn.id for place, turn in session.turns() if place >= ordinal}
        self.memos = [memo for memo in self.memos if later.isdisjoint(memo.turns)]
        if ordinal == min(session.live):
            self.sessions[name] = self.sessions.pop(name)
        session.given[ordinal] = replace(session.given[ordinal], text=text)

    def bring(self, memo: ModelMemo) -> bool:
        """Store a memo, and return whether it is new."""
        if any((one.kind, one.text, one.turns) == (memo.kind, memo.text, memo.turns) for one in self.memos):
            return False
        self.memos.append(memo)
        return True

    def conflicts_with(self, other: ModelOwner) -> bool:
        """Whether an import of the other's export must be refused: different turns under a stored name."""
        return any(
            session.turns() != other.sessions[name].turns()
            for name, session in self.sessions.items()
            if name in other.sessions
        )

    def take(self, other: ModelOwner) -> None:
        """Add what an import of the other's export adds."""
        for name, session in other.sessions.items():
            if name not in self.sessions:
                self.sessions[name] = ModelSession(list(session.given), set(session.live))
        for memo in other.memos:
            self.bring(memo)

    def content(self) -> object:
        """The expected content of an export: sessions in order with their turns, and sorted memos."""
        sessions = [
            (
                name,
                len(session.given),
                [(ordinal, turn.id, turn.speaker, turn.text) for ordinal, turn in session.turns()],
            )
            for name, session in self.sessions.items()
        ]
        memos = sorted((memo.kind, memo.text, memo.turns, bool(memo.origin)) for memo in self.memos)
        return sessions, memos
