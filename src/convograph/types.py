"""What flows through convograph: frozen values, no behaviour beyond small derived properties.

Input (`Turn`, `Session`, `Conversation`) comes from the caller; `SourceTurn` is a turn as the store
holds it; `Hit`, `Recall`, `Context` and `Answer` go back to the caller, each with its sources.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

Unit = Literal["turn", "user-turn", "round", "block4", "chunk500", "session", "triplet"]
"""What a hit is: a piece of a conversation of this size, or a triplet with the turns that state it.

`"user-turn"` is a turn by the one who is called `user`, `"block4"` four turns, `"chunk500"` as many whole turns as go
into 500 tokens; neighbouring chunks share turns of up to 50 tokens.
"""


@dataclass(frozen=True, slots=True)
class Said:
    """When something was said.

    `local` is naive wall-clock time where it was said, to the second; `offset_minutes` the distance
    from UTC when the source gave one, else `None`; `raw` the time exactly as it was given.
    """

    local: datetime
    offset_minutes: int | None
    raw: str


Grain = Literal["minute", "hour", "day", "week", "month", "season", "year", "decade"]
"""How precisely a time is named."""


@dataclass(frozen=True, slots=True)
class When:
    """A stretch of local wall-clock time that words name: from `start` to before `end`.

    `None` at either side is an open end ("since 2016"). `grain` is how precisely it was named: "in March" is the month
    as a whole. `approximate` marks "around", "about". `every` names what recurs ("Tuesday", "day", "year"), in which
    case start and end are those of the first time from when it was said, or open when no such is named.
    """

    start: datetime | None
    end: datetime | None
    grain: Grain
    approximate: bool = False
    every: str | None = None


@dataclass(frozen=True, slots=True)
class Turn:
    """One message by one speaker, as given by the caller.

    `speaker`, `said` and `id` may be missing: an unknown speaker stays unknown, an unknown time is
    taken from the session, and the id becomes `<session>:<ordinal>`.
    """

    text: str
    speaker: str | None = None
    said: Said | None = None
    id: str | None = None


@dataclass(frozen=True, slots=True)
class Session:
    """Turns said in one go.

    Without an `id` the session is named by a keyed hash of its start time and turns, so that adding
    it again changes nothing. To grow a stored session, give its `id` and either all of its turns or
    only the new ones with `first_ordinal`, the position (from 0) of the first turn given.
    """

    turns: tuple[Turn, ...]
    id: str | None = None
    said: Said | None = None
    first_ordinal: int = 0


@dataclass(frozen=True, slots=True)
class Conversation:
    """All sessions of one pair or group of speakers, as one file or one part of a file holds them."""

    name: str
    sessions: tuple[Session, ...]


@dataclass(frozen=True, slots=True)
class SourceTurn:
    """A turn as stored. `said` is the turn's own time, else its session's, else `None`."""

    key: int
    id: str
    session: str
    ordinal: int
    speaker: str | None
    text: str
    said: Said | None


@dataclass(frozen=True, slots=True)
class Span:
    """Characters `[start, end)` of a stored turn."""

    turn: SourceTurn
    start: int
    end: int

    @property
    def text(self) -> str:
        """The characters themselves."""
        return self.turn.text[self.start : self.end]


@dataclass(frozen=True, slots=True)
class Step:
    """One edge that was walked to reach a piece of evidence.

    `relation` names the edge (`"dense-neighbour"`, `"bm25-neighbour"`), `weight` is its similarity,
    `origin` the sentence that it was walked from, `words` the words that both ends share.
    """

    relation: str
    weight: float
    origin: Span
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a piece of evidence was retrieved.

    `kind` is `"seed"` (found by the question itself), `"neighbour"` (reached over `steps`), `"unit"` (the whole unit
    was compared with the question) or `"triplet"` (the end of `path`: from a name near to the question over the
    triplets on the way). `parts` are what the score is the sum of, by name, already weighted, where it is one.
    `similarity` is that of the evidence and the question, `None` where no vectors were compared; `words` are the words
    of the evidence, its speaker's name among them where that is searched, that the question uses too; `rank` is the
    place among the seeds, the units or the triplets, from 1 (`None` for neighbours).
    """

    kind: Literal["seed", "neighbour", "unit", "triplet"]
    similarity: float | None
    words: tuple[str, ...] = ()
    rank: int | None = None
    steps: tuple[Step, ...] = ()
    path: tuple[str, ...] = ()
    parts: tuple[tuple[str, float], ...] = ()


@dataclass(frozen=True, slots=True)
class Evidence:
    """A span that supports a hit, its score, and why it is there."""

    span: Span
    score: float
    reason: Reason


@dataclass(frozen=True, slots=True)
class Hit:
    """One retrieved unit: its place from 1, its score, all its source turns in order, its evidence.

    `id` is the turn's id, the session's id, or `<session>~<first ordinal>` for what lies between.
    """

    rank: int
    unit: Unit
    id: str
    score: float
    turns: tuple[SourceTurn, ...]
    evidence: tuple[Evidence, ...]


StatementKind = Literal["summary", "fact", "insight"]
"""A session told briefly, one statement, or what runs through several sessions: memos that are a text alone."""

WrittenKind = Literal["summary", "fact", "insight", "triplet"]
"""What `enrich` has a model write: one of `StatementKind`, or the triplets that turns state."""

MemoKind = Literal["summary", "fact", "insight", "triplet", "event", "decision"]
"""What a memo is: one of `WrittenKind`, an event, which somebody extracted and brought, or a decision about names."""

PLURALS: Mapping[MemoKind, str] = {
    **{"summary": "summaries", "fact": "facts", "insight": "insights"},
    **{"triplet": "triplets", "event": "events", "decision": "decisions"},
}
"""What several memos of a kind are called."""


@dataclass(frozen=True, slots=True)
class Triplet:
    """A statement in three parts: "Ana", "lives in", "Porto"."""

    subject: str
    relation: str
    object: str

    @property
    def parts(self) -> tuple[str, str, str]:
        """Subject, relation and object."""
        return self.subject, self.relation, self.object

    @property
    def text(self) -> str:
        """The three parts as one text: "Ana lives in Porto"."""
        return " ".join(self.parts)


SAME_NAME, OTHER_NAME = "is", "is not"
"""The relations of a decision: two names mean the same, or they do not."""


@dataclass(frozen=True, slots=True)
class Memo:
    """A text about turns, given by the caller.

    It rests on `turns` (ids), or on every turn that its `session` has when it is first brought. `said` is the time
    that the memo itself names; without it, it has the time of its last turn. A `"triplet"` has one of `triplets`, and
    without a text takes it from there. An `"event"` may have several, a short `name`, and the time when it happened:
    `when`, and `when_text` as it was written, which may say what `when` cannot ("shortly before the wedding"). A
    `"decision"` says that two names mean the same, or that they do not, as one triplet, which may be its text, too:
    "Mary" "is" or "is not" "Maria Lopez".
    """

    kind: MemoKind
    text: str = ""
    session: str | None = None
    turns: tuple[str, ...] = ()
    said: Said | None = None
    triplets: tuple[Triplet, ...] = ()
    name: str | None = None
    when: When | None = None
    when_text: str | None = None


@dataclass(frozen=True, slots=True)
class StoredMemo:
    """A memo as stored: `said` is its own time, else its last turn's; `origin` is empty, or names what wrote it.

    `triplets`, `name`, `when` and `when_text` are those of the `Memo`.
    """

    kind: MemoKind
    text: str
    said: Said | None
    turns: tuple[SourceTurn, ...]
    origin: str
    triplets: tuple[Triplet, ...] = ()
    name: str | None = None
    when: When | None = None
    when_text: str | None = None


@dataclass(frozen=True, slots=True)
class MemoHit:
    """A memo that is near to the question: its place among its kind from 1, cos + 1, its time, and its source turns."""

    rank: int
    kind: MemoKind
    text: str
    score: float
    said: Said | None
    turns: tuple[SourceTurn, ...]


@dataclass(frozen=True, slots=True)
class Usage:
    """What a recall cost: milliseconds by stage, items compared, model calls and tokens."""

    milliseconds: Mapping[str, float]
    items_scored: int
    model_calls: int = 0
    model_tokens: int = 0


@dataclass(frozen=True, slots=True)
class Recall:
    """The answer to one recall: hits best first, what it cost, by which architecture, and when it was asked.

    `memos` are those of the kinds that the architecture takes along, kind by kind, best first.
    """

    question: str
    architecture: str
    unit: Unit
    hits: tuple[Hit, ...]
    usage: Usage
    asked_at: datetime | None = None
    memos: tuple[MemoHit, ...] = ()


@dataclass(frozen=True, slots=True)
class Citation:
    """A numbered pointer from a text to a stored turn."""

    number: int
    turn: SourceTurn


@dataclass(frozen=True, slots=True)
class MemoCitation:
    """A numbered pointer from a text to a memo, and through it to the turns that it rests on."""

    number: int
    memo: MemoHit


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A hit, or a part of it, that did not fit into the budget, and the tokens it would have taken."""

    hit: Hit
    turns: tuple[SourceTurn, ...]
    tokens: int


@dataclass(frozen=True, slots=True)
class Context:
    """Packed evidence: `text` of at most `budget` tokens as counted by `counter`, its citations, the rest.

    The numbers of `citations` (turns) and `memo_citations` are those in the text, and differ from each other.
    """

    question: str
    text: str
    tokens: int
    budget: int
    counter: str
    citations: tuple[Citation, ...]
    left_out: tuple[LeftOut, ...]
    recall: Recall
    memo_citations: tuple[MemoCitation, ...] = ()


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer with its citations; `found` is false when nothing supports one.

    `kind` says how it was made: sentences quoted, or a text by `model`, which is empty when none was asked. Of a
    model's answer, `raw` are its words as they came, `invented` the numbers in them that point nowhere and were taken
    out of `text`. `failure` says why there is no model's answer though one was wanted.
    """

    question: str
    kind: Literal["extractive", "generated"]
    found: bool
    text: str
    citations: tuple[Citation, ...]
    evidence: tuple[Evidence, ...]
    recall: Recall
    memo_citations: tuple[MemoCitation, ...] = ()
    model: str = ""
    raw: str = ""
    invented: tuple[int, ...] = ()
    failure: str | None = None


@dataclass(frozen=True, slots=True)
class SessionReport:
    """What `add` did with one session: its id, turns newly stored, turns that were there already.

    `forgotten` counts the turns given whose place was emptied by forgetting: they stay forgotten.
    """

    id: str
    added: int
    known: int
    forgotten: int = 0


@dataclass(frozen=True, slots=True)
class AddReport:
    """What `add` did, session by session in the order given; `memos` is what an import brought along."""

    sessions: tuple[SessionReport, ...]
    memos: BringReport | None = None

    @property
    def added(self) -> int:
        """Turns newly stored."""
        return sum(session.added for session in self.sessions)

    @property
    def known(self) -> int:
        """Turns that were stored before."""
        return sum(session.known for session in self.sessions)

    @property
    def forgotten(self) -> int:
        """Turns given that were forgotten before and stay so."""
        return sum(session.forgotten for session in self.sessions)


@dataclass(frozen=True, slots=True)
class BringReport:
    """How many memos were newly stored, and how many were there already."""

    added: int
    known: int


@dataclass(frozen=True, slots=True)
class EnrichPlan:
    """What `enrich` would ask: calls by kind, what they read as `counter` counts it, and the most that they may write.

    Insights are reckoned from the facts that there are; answers that are kept already are not taken off.
    """

    calls: Mapping[WrittenKind, int]
    prompt_tokens: int
    completion_tokens: int
    counter: str


@dataclass(frozen=True, slots=True)
class EnrichFailure:
    """A call in vain: the kind of memo that was wanted, about which session (or facts), and the reason."""

    kind: WrittenKind
    about: str
    message: str


@dataclass(frozen=True, slots=True)
class EnrichReport:
    """What `enrich` did.

    `written` counts the memos by kind, all those of a session that grew, `sessions` those that something was written
    about, `calls` what the model was
    asked, `kept` the answers that were there from an earlier run. `waiting` counts by kind what is still to be asked.
    `gave_up` is true when so many calls in a row failed that the rest was not tried.
    """

    written: Mapping[WrittenKind, int]
    sessions: int
    calls: int
    kept: int
    failures: tuple[EnrichFailure, ...]
    waiting: Mapping[WrittenKind, int]
    gave_up: bool = False


@dataclass(frozen=True, slots=True)
class LedgerEntry:
    """What a model has used for a purpose: calls (those in vain included), tokens as its server counts, seconds."""

    purpose: str
    model: str
    calls: int
    prompt_tokens: int
    completion_tokens: int
    seconds: float


@dataclass(frozen=True, slots=True)
class ForgetReport:
    """What `forget` removed. `scrubbed` is false when a reader kept old pages of the file from being overwritten."""

    turns: int
    sessions: int
    items: int
    scrubbed: bool
    memos: int = 0


@dataclass(frozen=True, slots=True)
class LayerStats:
    """One layer of derived memory: items in it, and turns still waiting to be derived."""

    name: str
    fingerprint: str
    items: int
    waiting: int


@dataclass(frozen=True, slots=True)
class Stats:
    """Counts for one owner.

    `speakers` maps a speaker, in the most frequent spelling, to turns; `bytes` is the store's size; `memos` counts
    the memos of each kind that there is; `unwritten` counts what waits for a model, and is empty until one has written
    anything; `ledger` is what models have used; `entities` and `triplets` count names and what is stated of them, and
    are `None` where the architecture has no such graph;
    `last_used` maps the ids of turns to the time (UTC) when a recall with `touch` last returned them.
    """

    owner: str
    location: str
    sessions: int
    turns: int
    sentences: int
    characters: int
    speakers: Mapping[str, int]
    unknown_speaker_turns: int
    first_said: datetime | None
    last_said: datetime | None
    encoder: str
    architecture: str
    layers: tuple[LayerStats, ...]
    bytes: int
    last_used: Mapping[str, datetime] = field(default_factory=dict)
    memos: Mapping[MemoKind, int] = field(default_factory=dict)
    unwritten: Mapping[WrittenKind, int] = field(default_factory=dict)
    ledger: tuple[LedgerEntry, ...] = ()
    entities: int | None = None
    triplets: int | None = None


@dataclass(frozen=True, slots=True)
class PictureNode:
    """A node to draw: `kind` is `"session"`, `"turn"`, `"sentence"` or `"entity"` (later kinds may come).

    `id` is unique in the picture; `label` is short; `session` is `None` for what no session has for itself: an entity
    is where the turns are that mention it. `turn` is the id of the source turn that a click leads to, with the
    characters `[start, end)` of it that the node stands for; sessions and entities have none.
    """

    id: str
    kind: str
    label: str
    session: str | None
    turn: str | None = None
    start: int = 0
    end: int = 0


@dataclass(frozen=True, slots=True)
class PictureLink:
    """An edge to draw between two nodes: `relation` such as `"contains"` or `"dense-neighbour"`, `weight` up to 1.

    A `"triplet"` leads from subject to object, weighs what it matters in its session, and has the words of its own
    relation for a `label`; `turns` are the ids of the turns in the picture that state it.
    """

    source: str
    target: str
    relation: str
    weight: float
    label: str | None = None
    turns: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Picture:
    """What `show` draws: nodes, edges, the turns they come from; `total_nodes` counts also those left out."""

    stats: Stats
    nodes: tuple[PictureNode, ...]
    links: tuple[PictureLink, ...]
    turns: tuple[SourceTurn, ...]
    total_nodes: int
