"""Reports of calls that change a memory or check a store."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from convograph.types.memos import WrittenKind


@dataclass(frozen=True, slots=True)
class SessionReport:
    """What `add` did with one session: its id, and how many turns were newly stored or already stored.

    `forgotten` counts the given turns that were forgotten before: they stay forgotten.
    """

    id: str
    added: int
    known: int
    forgotten: int = 0


@dataclass(frozen=True, slots=True)
class BringReport:
    """How many memos were newly stored, and how many were already stored."""

    added: int
    known: int


@dataclass(frozen=True, slots=True)
class AddReport:
    """What `add` did, session by session in the order given; `memos` reports the memos of an import."""

    sessions: tuple[SessionReport, ...]
    memos: BringReport | None = None

    @property
    def added(self) -> int:
        """Turns newly stored."""
        return sum(session.added for session in self.sessions)

    @property
    def known(self) -> int:
        """Turns already stored."""
        return sum(session.known for session in self.sessions)

    @property
    def forgotten(self) -> int:
        """Given turns that had been forgotten, and stay forgotten."""
        return sum(session.forgotten for session in self.sessions)


@dataclass(frozen=True, slots=True)
class EnrichPlan:
    """What `enrich` would request: calls by kind, prompt tokens as counted by `counter`, the maximum of output tokens.

    Insights are estimated from the facts stored now; cached replies are not subtracted.
    """

    calls: Mapping[WrittenKind, int]
    prompt_tokens: int
    completion_tokens: int
    counter: str


@dataclass(frozen=True, slots=True)
class EnrichFailure:
    """A failed call: the kind of memo requested, the session (or facts) it was about, and the reason."""

    kind: WrittenKind
    about: str
    message: str


@dataclass(frozen=True, slots=True)
class EnrichReport:
    """What `enrich` did.

    `written` counts the memos by kind, including all those of a session that was extended; `sessions` counts the
    sessions with new memos, `calls` the model calls made, `kept` the replies reused from an earlier run. `waiting`
    counts the pending calls by kind. `gave_up` is true if the remaining calls were not attempted, because too many
    failed in a row or the server refused the key.
    """

    written: Mapping[WrittenKind, int]
    sessions: int
    calls: int
    kept: int
    failures: tuple[EnrichFailure, ...]
    waiting: Mapping[WrittenKind, int]
    gave_up: bool = False


@dataclass(frozen=True, slots=True)
class Proof:
    """What was searched for traces of forgotten turns, and which traces are left.

    `searched` has the number of bytes of each file, `snapshots` is the number of snapshots in this process. `words`
    (with ids), `hashes` (of search terms) and `vectors` say how many distinct ones were looked for; `kept_elsewhere`
    of them are there because something that was not forgotten has them, too. `left` describes what should be gone.
    """

    searched: Mapping[str, int]
    snapshots: int
    words: int
    hashes: int
    vectors: int
    kept_elsewhere: int
    left: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ForgetReport:
    """What `forget` removed. `scrubbed` is false if a reader or a full disk kept the file from being overwritten.

    The store then owes a scrub, which the next writing call does if it can. `proof` is there if asked for.
    """

    turns: int
    sessions: int
    items: int
    scrubbed: bool
    memos: int = 0
    proof: Proof | None = None


@dataclass(frozen=True, slots=True)
class Verification:
    """What a check of a whole store found: how much was checked, and a description of each damage."""

    location: str
    owners: int
    rows: int
    problems: tuple[str, ...]

    @property
    def intact(self) -> bool:
        """Whether nothing is damaged."""
        return not self.problems
