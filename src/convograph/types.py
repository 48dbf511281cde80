"""The values that convograph takes and returns: frozen, without behaviour beyond small derived properties.

Input (`Turn`, `Session`, `Conversation`) comes from the caller; `SourceTurn` is a turn as the store holds it; `Hit`,
`Recall`, `Context` and `Answer` are returned to the caller, each with its sources.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from datetime import datetime
from typing import Literal

Unit = Literal["turn", "user-turn", "round", "block4", "chunk500", "session", "triplet"]
"""What a hit is: a piece of a conversation of this size, or a triplet with the turns that state it.

`"user-turn"` is a turn by the speaker named `user`, `"block4"` four turns, `"chunk500"` as many whole turns as fit into
500 tokens; adjacent chunks overlap by up to 50 tokens of whole turns.
"""


@dataclass(frozen=True, slots=True)
class Said:
    """When something was said.

    `local` is naive wall-clock time at the place where it was said, to the second; `offset_minutes` the UTC offset when
    the source gave one, else `None`; `raw` the time exactly as given.
    """

    local: datetime
    offset_minutes: int | None
    raw: str


Grain = Literal["minute", "hour", "day", "week", "month", "season", "year", "decade"]
"""The precision with which a time is named."""


@dataclass(frozen=True, slots=True)
class When:
    """The interval of local wall-clock time that an expression names: from `start` (inclusive) to `end` (exclusive).

    `None` on either side is an open end ("since 2016"). `grain` is the precision of the expression: "in March" is the
    month as a whole. `approximate` marks "around", "about". `every` names what recurs ("Tuesday", "day", "year");
    `start` and `end` are then those of the first occurrence after it was said, or open when the expression names none.
    """

    start: datetime | None
    end: datetime | None
    grain: Grain
    approximate: bool = False
    every: str | None = None


MetadataValue = str | int | float | bool
"""A value of a turn's metadata."""

Metadata = Mapping[str, MetadataValue]
"""What a caller notes about a turn: a few names with plain values, such as `{"channel": "slack"}`."""


@dataclass(frozen=True, slots=True)
class Turn:
    """One message by one speaker, as given by the caller.

    `speaker`, `said` and `id` may be missing: an unknown speaker stays unknown, a missing time is taken from the
    session, and the id defaults to `<session>:<ordinal>`. `metadata` is the caller's: it is stored, returned and
    exported with the turn, and can filter what is recalled; nothing else is read from it.
    """

    text: str
    speaker: str | None = None
    said: Said | None = None
    id: str | None = None
    metadata: Metadata = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True)
class Session:
    """The turns of one conversation session.

    Without an `id` the session is named by a keyed hash of its start time and turns, so that adding it again changes
    nothing. To extend a stored session, give its `id` and either all of its turns or only the new ones with
    `first_ordinal`, the position (from 0) of the first turn given.
    """

    turns: tuple[Turn, ...]
    id: str | None = None
    said: Said | None = None
    first_ordinal: int = 0


@dataclass(frozen=True, slots=True)
class Conversation:
    """All sessions of one pair or group of speakers, as read from a file or one part of a file."""

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
    metadata: Metadata = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True, eq=False)
class AppendedTurn(SourceTurn):
    """A turn that `append` has stored, equal to the turn itself.

    `replaced` counts the characters that could not be stored and were replaced by U+FFFD; `began` says that the turn
    is the first of its session.
    """

    replaced: int = 0
    began: bool = False

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, SourceTurn):
            return NotImplemented
        return all(getattr(self, each.name) == getattr(other, each.name) for each in fields(SourceTurn))

    __hash__ = SourceTurn.__hash__


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
    """One edge traversed to reach a piece of evidence.

    `relation` names the edge (`"dense-neighbour"`, `"bm25-neighbour"`), `weight` is its similarity, `origin` the
    sentence it was followed from, `words` the words that both ends share.
    """

    relation: str
    weight: float
    origin: Span
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a piece of evidence was retrieved.

    `kind` is `"seed"` (matched by the question itself), `"neighbour"` (reached over `steps`), `"unit"` (the whole unit
    was compared with the question), `"tree"` (the unit is part of the tree that the question called to mind, and `path`
    are the edges of it that end there), `"sentence"` (its turn was ranked by all that tells for it) or `"triplet"` (the
    end of `path`, which leads from a name similar to the question over the triplets in between). `parts` are the
    weighted summands of the score, by name, where it is a sum; of a unit in a tree, its prize. `similarity` is between
    the evidence and the question, `None` where no vectors were compared; `words` are the words of the evidence that
    also occur in the question, including its speaker's name where that is searched; `rank` is the position among the
    seeds, the units or the triplets, from 1 (`None` for neighbours).
    """

    kind: Literal["seed", "neighbour", "unit", "tree", "triplet", "sentence"]
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
    """One retrieved unit: its rank from 1, its score, all its source turns in order, its evidence.

    `id` is the turn's id, the session's id, or `<session>~<first ordinal>` for units in between. `probability` is how
    likely it is to answer the question, from 0 to 1, where the architecture can tell (`unified`).
    """

    rank: int
    unit: Unit
    id: str
    score: float
    turns: tuple[SourceTurn, ...]
    evidence: tuple[Evidence, ...]
    probability: float | None = None


StatementKind = Literal["summary", "fact", "insight"]
"""The kinds of memo that are plain text: a session's summary, a single fact, an insight across sessions."""

WrittenKind = Literal["summary", "fact", "insight", "triplet", "event", "resolution", "profile", "community"]
"""What `enrich` can have a model write: one of `StatementKind`, the triplets or events that turns state, whom single
mentions of names mean, the profiles of whom and what names mean, or what communities of these are called."""

MemoKind = Literal["summary", "fact", "insight", "triplet", "event", "resolution", "profile", "community", "decision"]
"""The kind of a memo: one of `WrittenKind`, or a decision about names or facts."""

PLURALS: Mapping[MemoKind, str] = {
    **{"summary": "summaries", "fact": "facts", "insight": "insights"},
    **{"triplet": "triplets", "event": "events", "resolution": "resolutions", "profile": "profiles"},
    **{"community": "communities", "decision": "decisions"},
}
"""The plural of each kind."""


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
"""The relations of a decision about names: two of them refer to the same entity, or they do not."""

UNDONE = "undone "
"""What precedes the relation where such a decision was taken out."""

MergeKind = Literal["entity", "relation", "event"]
"""What near duplicates are: names, relations of statements, events."""

KEPT_FACT, ENDED_FACT, STRUCK_FACT = "still ", "no longer ", "never "
"""What precedes the relation in a decision about a fact: it holds in spite of what was said, it holds no longer, or it
never did, because what was said was misread."""

FACT_DECISIONS = (KEPT_FACT, ENDED_FACT, STRUCK_FACT)
"""All of them."""


@dataclass(frozen=True, slots=True)
class Memo:
    """A text about turns, given by the caller.

    It is derived from `turns` (ids), or from every turn that its `session` has when it is first brought. `said` is the
    time that the memo itself names; by default it has the time of its last turn. A `"triplet"` has exactly one of
    `triplets`, which is its text by default. An `"event"` may have several, a short `name`, and the time when it
    happened: `when`, and `when_text` in the original wording, which may say what `when` cannot ("shortly before the
    wedding"). A `"decision"` is one triplet, which may also be given as its text: "Mary" "is" or "is not" "Maria
    Lopez", where two names refer to the same entity or not; or a fact that "still" holds, "no longer" does or "never"
    did, in spite of what its turns say: "Ana" "still lives_in" "Porto".
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
    """A memo as stored: `said` is its own time, else its last turn's; `origin` is empty, or identifies what wrote it.

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


FactStatus = Literal["current", "outdated", "disputed"]
"""Whether a fact holds by all that was said, has ended, or contradicts another that was not said before or after it."""

FactEnd = Literal["newer", "corrected", "ended", "past", "decided", "struck"]
"""Why a fact is outdated: another value was stated later (`"newer"`); its speaker took it back (`"corrected"`); it was
said to be over (`"ended"`), or to be past when it was stated (`"past"`); a person decided so (`"decided"`), or that it
was never true (`"struck"`)."""


FACT_ENDS: Mapping[FactEnd, str] = {
    "newer": "another value was stated",
    "corrected": "taken back",
    "ended": "said to be over",
    "past": "told as something past",
    "decided": "decided by hand",
    "struck": "struck out by hand: what was said was misread",
}
"""Each of them in words."""


MergeGround = Literal[
    "same name", "alias", "spelling", "description", "speaker", "score", "model", "cosine", "decision"
]
"""By what two are taken for the same: a name that the other is `"alias"` for, or has exactly (`"same name"`) or nearly
(`"spelling"`); a noun that the text says the name of (`"description"`: "my sister Clara"); a first name of a
`"speaker"`; a probability (`"score"`) or `"cosine"` above a threshold; the choice of a `"model"`; or a person's
`"decision"`."""


@dataclass(frozen=True, slots=True)
class Merge:
    """Two names, relations or events that are taken for the same: `text` joins `into`, which was said before it.

    `threshold` is what their cosine `similarity` is above, `None` where somebody decided. In `lightgmem`, whose names
    are resolved, `into` is the name of the entity, and `similarity` the certainty that both mean the same.
    `turns` are those that first say either. `ground` is why, and `caused_by` the turn whose words joined them.
    """

    kind: MergeKind
    text: str
    into: str
    similarity: float
    threshold: float | None
    turns: tuple[SourceTurn, SourceTurn]
    ground: MergeGround
    caused_by: SourceTurn


@dataclass(frozen=True, slots=True)
class KnownEntity:
    """Somebody or something that names mean: its fullest `name`, the other names as they were first said (`aliases`).

    `mentions` counts names, each once a turn, and `episodes` those that mention it or in which it speaks. `first` and
    `last` are the turns that named it first and last, in the order of saying. `merges` say why each alias is taken for
    the name.
    """

    name: str
    kind: str
    aliases: tuple[str, ...]
    mentions: int
    episodes: int
    first: SourceTurn
    last: SourceTurn
    merges: tuple[Merge, ...] = ()


@dataclass(frozen=True, slots=True)
class EntityMention:
    """A turn in which an entity is named: by which words (`text`), in which sentence.

    `speaks`: not named but speaking, as `text`, which counts once a session; the sentence is all of that turn.
    """

    text: str
    sentence: str
    turn: SourceTurn
    speaks: bool = False


@dataclass(frozen=True, slots=True)
class SupportingEpisode:
    """An episode that mentions several members of a community: its session, its time, its turns (ids)."""

    session: str
    said: Said | None
    turns: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class KnownCommunity:
    """Entities that belong together, by what is said of them or beside them: `members` are their names, most mentioned
    first.

    `episodes` support it: those with most members first, then the latest.
    """

    name: str
    description: str
    members: tuple[str, ...]
    episodes: tuple[SupportingEpisode, ...]


@dataclass(frozen=True, slots=True)
class Decision:
    """That two names, relations or events are the `same`, or are not, as somebody decided; it rests on `turns`.

    `id` depends on the content alone. `holds` is whether it is in effect: of two that contradict each other, the later.
    """

    id: str
    text: str
    other: str
    same: bool
    said: Said | None
    turns: tuple[SourceTurn, ...]
    holds: bool


NameStep = Literal["merge", "split", "undo"]
"""What was done to two names, relations or events: taken for the same, or not, or a decision about them taken out."""


@dataclass(frozen=True, slots=True)
class NameChange:
    """A step in what is taken for the same, and why.

    `said` is when it was decided, or when the turn was said that joined them; `turns` are what it rests on: of a
    decision those that first say either, else the turn that joined them. `score` is the probability or cosine, where
    that is the ground. A decision has an `id`, an `"undo"` that of the decision taken out, with `decided`, when that
    was made. `holds` is whether it is in effect.
    """

    step: NameStep
    text: str
    other: str
    ground: MergeGround
    said: Said | None
    turns: tuple[SourceTurn, ...]
    holds: bool
    score: float | None = None
    id: str | None = None
    decided: Said | None = None


@dataclass(frozen=True, slots=True)
class Fact:
    """What was stated about a subject: a relation and a value, from when until when, and who said so.

    `id` depends on the content alone. `claimed_by` is the speaker who says so, `None` where no speaker is known.
    `valid_from` and `valid_to` are when it holds, as far as told: `valid_from` is `None` where nothing names a
    beginning, `valid_to` while it holds, or where nobody knows when it ended. It is known since it was said, or since
    a later turn bore out what was only likely (`known_from`), and has been known to be outdated since `superseded_at`.
    `superseded_by` is the id of the fact that took its place, if one did. `turns` state it, in the order in which they
    were said; `ended_by` made it outdated.
    """

    id: str
    subject: str
    relation: str
    value: str
    claimed_by: str | None
    status: FactStatus
    turns: tuple[SourceTurn, ...]
    known_from: Said | None = None
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    superseded_at: Said | None = None
    superseded_by: str | None = None
    reason: FactEnd | None = None
    ended_by: tuple[SourceTurn, ...] = ()


ProfileType = Literal["Person", "Organization", "Event", "Place", "Thing"]
"""What a profile is of; each type has attributes of its own."""


@dataclass(frozen=True, slots=True)
class ProfileEntry:
    """A value of an attribute in a profile, with its time and its sources.

    `relation` is the one that tells it ("sister" of an attribute `family`), `facts` are the ids of the facts that do.
    `claimed_by` are the speakers who say so. `status`, `known_from`, `valid_from`, `valid_to` and `reason` are as in
    `Fact`; `turns` state the value, in the order in which they were said. A value that is an entity goes by its name;
    `said_as` is the noun that stands for it there ("dog" of Rex), if there is one.
    """

    attribute: str
    value: str
    relation: str
    status: FactStatus
    claimed_by: tuple[str, ...]
    turns: tuple[SourceTurn, ...]
    known_from: Said | None = None
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    reason: FactEnd | None = None
    facts: tuple[str, ...] = ()
    said_as: str | None = None


@dataclass(frozen=True, slots=True)
class Profile:
    """What is known of a person, an organization, an event, a place or a thing (LightGMEM).

    `name` is the fullest of all names, `aliases` are the others, in the order in which they were first said. `type`
    says what may be known of it, `kind` more closely what it is: an animal is a thing. It is mentioned `mentions`
    times, by name, in `first` for the first and in `last` for the last time, and named or speaking in so many
    `episodes` (chunks of 500 tokens). `entries` stand in the order of the attributes. A model may have written the
    `description`.
    """

    name: str
    type: ProfileType
    aliases: tuple[str, ...]
    mentions: int
    episodes: int
    first: SourceTurn
    last: SourceTurn
    entries: tuple[ProfileEntry, ...]
    description: str | None = None
    kind: str = "thing"


@dataclass(frozen=True, slots=True)
class MemoHit:
    """A memo similar to the question: its rank among its kind from 1, its score, its time, and its source turns.

    The score is cosine + 1 (SGMem, LightGMEM), and 2 more for the profile of whom the question names; in `unified`, how
    much it bears on the question, as of a sentence, from 0 to 3.
    """

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
class Filters:
    """What a recall was limited to, as in `convograph.protocols.Query`; nothing by default.

    `hidden` are the keys of the turns that are the question itself.
    """

    speakers: tuple[str, ...] | None = None
    between: tuple[datetime | None, datetime | None] | None = None
    as_of: datetime | None = None
    strict: bool = False
    where: Mapping[str, tuple[MetadataValue, ...]] | None = field(default=None, hash=False)
    hidden: tuple[int, ...] = ()


TreeKind = Literal["utterance", "event", "entity", "time"]


@dataclass(frozen=True, slots=True)
class TreeNode:
    """A node of a tree: its number there, what it says, its prize, and the ids of the turns that it is or rests on."""

    number: int
    kind: TreeKind
    text: str
    prize: float
    turns: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TreeEdge:
    """An edge of a tree between the numbers of two nodes, its label and its prize."""

    source: int
    target: int
    label: str
    prize: float


@dataclass(frozen=True, slots=True)
class Tree:
    """What a question called to mind (Associa): nodes and edges, and the clues that were asked for besides."""

    nodes: tuple[TreeNode, ...]
    edges: tuple[TreeEdge, ...]
    clues: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Recall:
    """The result of one recall: hits best first, their cost, the architecture, and when the question was asked.

    `memos` are those of the kinds that the architecture also retrieves, kind by kind, best first. `filters` are the
    caller's and the question's own turn, which also hold for what a context adds to the hits. `probability` is how
    likely it is that anything in memory answers, from 0 to 1, where the architecture can tell. `facts`, where they were
    asked for, are outdated ones that turns of the hits state, each followed by the one that took its place. `tree` is
    what the question called to mind, where the architecture finds hits by one (`associa`).
    """

    question: str
    architecture: str
    unit: Unit
    hits: tuple[Hit, ...]
    usage: Usage
    asked_at: datetime | None = None
    memos: tuple[MemoHit, ...] = ()
    filters: Filters = Filters()
    probability: float | None = None
    facts: tuple[Fact, ...] = ()
    tree: Tree | None = None


@dataclass(frozen=True, slots=True)
class Citation:
    """A numbered reference from a text to a stored turn.

    `spans` are the characters `[start, end)` that are quoted where the turn was cut, in order; empty where it is whole.
    """

    number: int
    turn: SourceTurn
    spans: tuple[tuple[int, int], ...] = ()

    @property
    def text(self) -> str:
        """What is quoted of the turn: its text, or parts of it with "…" wherever words were left out.

        >>> turn = SourceTurn(1, "s:0", "s", 0, "Ana", "Hi. My cat is Miso. She is two. Bye.", None)
        >>> Citation(1, turn, ((4, 19), (32, 36))).text
        '… My cat is Miso. … Bye.'
        """
        if not self.spans:
            return self.turn.text
        whole, first, last = self.turn.text, self.spans[0][0], self.spans[-1][1]
        parts = " … ".join(whole[start:end] for start, end in self.spans)
        return f"{'… ' if whole[:first].strip() else ''}{parts}{' …' if whole[last:].strip() else ''}"


@dataclass(frozen=True, slots=True)
class MemoCitation:
    """A numbered reference from a text to a memo, and through it to the memo's source turns."""

    number: int
    memo: MemoHit


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A hit, or part of one, that did not fit into the budget, and the tokens it would have taken."""

    hit: Hit
    turns: tuple[SourceTurn, ...]
    tokens: int


@dataclass(frozen=True, slots=True)
class Context:
    """Packed evidence: `text` of at most `budget` tokens as counted by `counter`, its citations, and what was left out.

    The numbers of `citations` (turns) and `memo_citations` are those used in the text, and are distinct. This is no
    string: give `text` where one is needed, or `str` of it.
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

    def __bool__(self) -> bool:
        """Whether there is anything to show."""
        return bool(self.text)

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer with its citations; `found` is false when the memory supports none.

    `kind` says how it was made: quoted sentences, or text generated by `model`, which is empty when no model was asked.
    For a generated answer, `raw` is the model's unedited text, and `invented` the citation numbers in it that refer to
    nothing and were removed from `text`. `failure` is the reason why there is no generated answer though one was
    requested. This is no string: give `text` where one is needed, or `str` of it.
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

    def __bool__(self) -> bool:
        """Whether the memory supports an answer."""
        return self.found

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class SessionSummary:
    """A session in a list: when it began and ended (`None`: unknown), its turns, its speakers in order of appearance.

    A speaker is listed in the first spelling; turns by nobody known are counted, and add no speaker.
    """

    id: str
    first_said: datetime | None
    last_said: datetime | None
    turns: int
    speakers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SessionReport:
    """What `add` did with one session: its id, turns newly stored, turns already stored.

    `forgotten` counts the given turns whose positions were emptied by `forget`: they stay forgotten.
    """

    id: str
    added: int
    known: int
    forgotten: int = 0


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
        """Given turns that had been forgotten, and stay so."""
        return sum(session.forgotten for session in self.sessions)


@dataclass(frozen=True, slots=True)
class BringReport:
    """How many memos were newly stored, and how many were stored already."""

    added: int
    known: int


@dataclass(frozen=True, slots=True)
class EnrichPlan:
    """What `enrich` would request: calls by kind, prompt tokens as counted by `counter`, the most tokens of output.

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
    sessions that something was written about, `calls` the model calls made, `kept` the replies reused from an earlier
    run. `waiting` counts the pending calls by kind. `gave_up` is true when so many consecutive calls failed that the
    rest was not attempted.
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
    """A model's usage for one purpose: calls (failed ones included), tokens as reported by its server, seconds."""

    purpose: str
    model: str
    calls: int
    prompt_tokens: int
    completion_tokens: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Verification:
    """What a check of a whole store found: how much was checked, and in words each thing that is damaged."""

    location: str
    owners: int
    rows: int
    problems: tuple[str, ...]

    @property
    def intact(self) -> bool:
        """Whether nothing is damaged."""
        return not self.problems


@dataclass(frozen=True, slots=True)
class Proof:
    """What was searched for traces of forgotten turns, and what of them is left.

    `searched` has the number of bytes of each file, `snapshots` how many memories of the process. `words` (with ids),
    `hashes` (of search terms) and `vectors` are how many different ones were looked for; `kept_elsewhere` of them are
    there because something that was not forgotten has them too. `left` says in words what should not be there.
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
    """What `forget` removed. `scrubbed` is false when a reader kept old pages of the file from being overwritten.

    The store then owes a scrub, which the next call that writes and can makes up for. `proof` is there if asked for.
    """

    turns: int
    sessions: int
    items: int
    scrubbed: bool
    memos: int = 0
    proof: Proof | None = None


@dataclass(frozen=True, slots=True)
class LayerStats:
    """One layer of derived memory: its number of items, and of turns not derived yet."""

    name: str
    fingerprint: str
    items: int
    waiting: int


@dataclass(frozen=True, slots=True)
class Stats:
    """Counts for one owner.

    `speakers` maps each speaker, in the most frequent spelling, to a number of turns; `bytes` is the store's size;
    `memos` counts the memos by kind; `unwritten` counts the model calls pending, and is empty until a model has written
    something; `ledger` is the usage of models; `entities` and `triplets` count names and the statements about them, and
    are `None` where the architecture has no such graph; `architecture` is the one that counted, `store_architecture`
    the name recorded in the store, if its first owner was created with one; `last_used` maps the ids of turns to the
    time (UTC) when a recall with `touch` last returned them; `owes_scrub` says that what was forgotten in the store is
    not overwritten yet.
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
    store_architecture: str | None = None
    owes_scrub: bool = False


@dataclass(frozen=True, slots=True)
class OwnerCounts:
    """What one owner has in a store: sessions, turns, memos, and items derived from them in all layers."""

    owner: str
    sessions: int
    turns: int
    memos: int
    items: int


@dataclass(frozen=True, slots=True)
class StoreStats:
    """The sums over all owners of a store, its size in bytes, and what it was created with.

    `owners` has the counts of each, by name. `encoder`, `architecture` and `language` are `None` in a store without
    owners, `architecture` also where the first owner was created with a custom one; `owes_scrub` as in `Stats`.
    """

    location: str
    bytes: int
    sessions: int
    turns: int
    memos: int
    items: int
    encoder: str | None
    architecture: str | None
    language: str | None
    owners: tuple[OwnerCounts, ...]
    owes_scrub: bool = False


@dataclass(frozen=True, slots=True)
class PictureNode:
    """A node to draw: `kind` is `"session"`, `"turn"`, `"sentence"` or `"entity"` (later versions may add kinds).

    `id` is unique in the picture; `label` is short; `session` is `None` for nodes that belong to no single session,
    such as an entity, which appears wherever turns mention it. `turn` is the id of the source turn that a click leads
    to, and `[start, end)` the characters of it that the node represents; sessions and entities have none.
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

    A `"triplet"` leads from subject to object; its weight is its importance in its session, its `label` the wording of
    its relation; `turns` are the ids of the turns in the picture that state it.
    """

    source: str
    target: str
    relation: str
    weight: float
    label: str | None = None
    turns: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PictureGroup:
    """Nodes (ids) that are drawn as belonging together, under a name; a node may be in several groups."""

    name: str
    nodes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Picture:
    """What `show` draws: nodes, edges, their source turns, groups of nodes; `total_nodes` counts those left out too."""

    stats: Stats
    nodes: tuple[PictureNode, ...]
    links: tuple[PictureLink, ...]
    turns: tuple[SourceTurn, ...]
    total_nodes: int
    groups: tuple[PictureGroup, ...] = ()
