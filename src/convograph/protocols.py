"""What an encoder, token counter, parser, scorer, reranker, chat model, layer, architecture and store must do."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal, Protocol, get_args, runtime_checkable

import numpy as np
import numpy.typing as npt

from convograph.chat import ChatOutcome, ChatReply, ChatRequest
from convograph.graph.damage import Damage
from convograph.graph.rows import Change, LayerKey, MemoRow, NodeBatch, Version
from convograph.graph.sessions import Part, SessionTurns
from convograph.graph.snapshot import Snapshot
from convograph.graph.tables import Row, Table, Value
from convograph.syntax import Parse
from convograph.terms import Analyzer, spelled_out
from convograph.types import (
    EntityMention,
    Filters,
    KnownCommunity,
    KnownEntity,
    MemoKind,
    Merge,
    MergeKind,
    MetadataValue,
    PictureGroup,
    PictureLink,
    PictureNode,
    Profile,
    Recall,
    SourceTurn,
    Triplet,
    Unit,
)

TextKind = Literal["query", "passage"]
TurnScope = Literal["turn", "session"]
MemoScope = Literal["memo", "session-memos"]
OwnerScope = Literal["owner", "items"]
OF_OWNER: tuple[OwnerScope, ...] = get_args(OwnerScope)
"""The scopes of an `OwnerLayer`."""
Drawing = tuple[Sequence[PictureNode], Sequence[PictureLink]]
Draw = Callable[[npt.NDArray[np.int64], npt.NDArray[np.int64]], Drawing]
Group = Callable[[npt.NDArray[np.int64]], Sequence[PictureGroup]]


class Encoder(Protocol):
    """Encodes texts as unit vectors.

    `name` is what a user writes to select this encoder; `fingerprint` changes whenever the vectors would. `encode`
    returns float32 of shape (len(texts), dimensions), each row of norm 1, or all zero for a text without any known
    word. The row of a text does not depend on the other texts.
    """

    @property
    def name(self) -> str: ...

    @property
    def fingerprint(self) -> str: ...

    @property
    def dimensions(self) -> int: ...

    def encode(self, texts: Sequence[str], kind: TextKind) -> npt.NDArray[np.float32]: ...


class WordTable(Protocol):
    """A public table of words with vectors; nothing in it belongs to any owner.

    `numbers` returns the number of each word, from 1 to 65,535, or 0 for a word that is not in the table. `similar`
    compares each word with the words numbered `among`, and returns for each the numbers of those whose cosine with it
    is at least `least`, ascending, and these cosines, float64; for a word that is not in the table, words that begin
    like it, or none. `likeness` is the highest cosine of a text with `others`, by the means of their words, and never
    below 0. `fingerprint` changes whenever a number or a cosine would.
    """

    @property
    def fingerprint(self) -> str: ...

    def numbers(self, words: Sequence[str]) -> list[int]: ...

    def similar(
        self, words: Sequence[str], least: float, among: npt.NDArray[np.int64]
    ) -> list[tuple[npt.NDArray[np.int64], npt.NDArray[np.float64]]]: ...

    def likeness(self, text: str, others: tuple[str, ...]) -> float: ...


class TokenCounter(Protocol):
    """Counts the tokens of texts; `name` is reported with every count."""

    @property
    def name(self) -> str: ...

    def count(self, texts: Sequence[str]) -> list[int]: ...


class Parser(Protocol):
    """Parses sentences.

    `name` is what a user writes to select this parser; `fingerprint` changes whenever its parses would. `parse` returns
    one parse per sentence, in order; the parse of a sentence does not depend on the others.
    """

    @property
    def name(self) -> str: ...

    @property
    def fingerprint(self) -> str: ...

    def parse(self, sentences: Sequence[str]) -> list[Parse]: ...


class ImportanceScorer(Protocol):
    """Scores how important each triplet is in its session (G-Long, equations 1 to 3).

    `name` is what a user writes to select this scorer; `fingerprint` changes whenever the scores would. `scores`
    returns one array per session, float64 of shape (triplets,), non-negative and unbounded: the attention that each
    triplet receives (equation 2), on one scale for all sessions. Recall turns these into weights (equation 3). The
    scores of a session depend on its triplets and their order, not on other sessions.
    """

    @property
    def name(self) -> str: ...

    @property
    def fingerprint(self) -> str: ...

    def scores(self, sessions: Sequence[Sequence[Triplet]]) -> list[npt.NDArray[np.float64]]: ...


class Reranker(Protocol):
    """Scores how well passages answer a question, each read together with it.

    `name` is what a user writes to select this reranker; `fingerprint` changes whenever the scores would. `scores`
    returns float64 of shape (len(passages),), finite and unbounded: higher is better. The score of a passage does not
    depend on the other passages.
    """

    @property
    def name(self) -> str: ...

    @property
    def fingerprint(self) -> str: ...

    def scores(self, question: str, passages: Sequence[str]) -> npt.NDArray[np.float64]: ...


class ChatModel(Protocol):
    """Sends requests to a chat model.

    `name` is what a user writes to select this model; `fingerprint` changes with every setting that affects replies and
    is not part of a request, whichever server answers. `complete` returns one outcome per request, in order; a failed
    request yields its `ModelError` as the outcome. `stream` yields the reply in pieces and raises the `ModelError`,
    possibly midway or, when the reply was cut off at `max_tokens`, at the end.
    """

    @property
    def name(self) -> str: ...

    @property
    def fingerprint(self) -> str: ...

    def complete(self, requests: Sequence[ChatRequest]) -> list[ChatOutcome]: ...

    def stream(self, request: ChatRequest) -> Iterator[str]: ...


class ReplyCache(Protocol):
    """Caches replies, separately for each owner, under a key that identifies model and request.

    `put` receives the request for its `owner` and `sources`; it may decline to store the reply.
    """

    def get(self, key: bytes, owner: str) -> ChatReply | None: ...

    def put(self, key: bytes, request: ChatRequest, reply: ChatReply) -> None: ...


class Layer(Protocol):
    """One kind of derived memory, computed from turns.

    `key` identifies the layer and its settings; `encoder` is the fingerprint of the encoder it uses, or empty. `scope`
    says what an item depends on besides its source turns: nothing else (`"turn"`), or other turns of its session
    (`"session"`), in which case the session is re-derived when one of its turns is forgotten.

    `resume` returns the position from which a session must be re-derived when the turns from `position` on are new;
    items of earlier turns stay as they are. `begun` is the position where the layer's last item of the session begins.
    It is called for scope `"session"` only, and never returns more than `position`.

    `extract` may call models and runs outside any transaction. It returns the items that begin in the turns of each
    part from its start on, part by part; they depend only on the session's turns up to the end of the part. Items refer
    to turns by key. `link` selects the items to store, given what is stored already: a pure function of a snapshot.
    """

    @property
    def key(self) -> LayerKey: ...

    @property
    def scope(self) -> TurnScope: ...

    @property
    def encoder(self) -> str: ...

    def resume(self, session: SessionTurns, position: int, begun: int | None) -> int: ...

    def extract(self, parts: Sequence[Part]) -> NodeBatch: ...

    def link(self, snapshot: Snapshot, parts: Sequence[Part], items: NodeBatch) -> NodeBatch: ...


class MemoLayer(Protocol):
    """A layer derived from the memos of some kinds; otherwise like a `Layer`, with memos in place of turns.

    `scope` says what is re-derived when a memo is added or removed: that memo alone, or the whole session of its first
    turn. `extract` receives arbitrary memos, or (scope `"session-memos"`) all memos of one session, in an order
    independent of the order in which they arrived. The sources of an item begin with the first turn of its memo, and
    the item depends on that memo.
    """

    @property
    def key(self) -> LayerKey: ...

    @property
    def scope(self) -> MemoScope: ...

    @property
    def encoder(self) -> str: ...

    @property
    def kinds(self) -> tuple[MemoKind, ...]: ...

    def extract(self, memos: Sequence[MemoRow]) -> NodeBatch: ...


class OwnerLayer(Protocol):
    """A layer that depends on all of an owner's memory and its order: said time, then session id, then ordinal.

    It is derived from the items of the layers in `needs` and from `decisions`: memos of these kinds, made by a person
    or a model. With scope `"owner"`, an item may depend on anything said before it, and forgetting drops the whole
    layer; with scope `"items"`, an item depends only on the items it rests on, and is dropped with them. `derive` is
    pure. It returns the items to put and to drop so that the layer equals a derivation from scratch: data appended at
    the end only adds items, data inserted earlier changes later items. Items depend on the items they are derived
    from.
    """

    @property
    def key(self) -> LayerKey: ...

    @property
    def scope(self) -> OwnerScope: ...

    @property
    def encoder(self) -> str: ...

    @property
    def needs(self) -> tuple[AnyLayer, ...]: ...

    @property
    def decisions(self) -> tuple[MemoKind, ...]: ...

    def derive(self, snapshot: Snapshot) -> Change: ...


AnyLayer = Layer | MemoLayer | OwnerLayer


def of_memos(layers: Iterable[AnyLayer]) -> Iterator[MemoLayer]:
    """The layers that are derived from memos."""
    for layer in layers:
        if layer.scope in ("memo", "session-memos"):
            yield layer


@runtime_checkable
class Touching(Protocol):
    """An architecture with its own default for whether recall marks the returned turns as used."""

    @property
    def touches(self) -> bool: ...


@dataclass(frozen=True, slots=True)
class Mergeable:
    """A possible duplicate of another name, relation or event: its text, as decisions name it, and its first turn."""

    text: str
    turn: SourceTurn


@runtime_checkable
class Merging(Protocol):
    """An architecture that merges near duplicates: which it has merged, and what could be merged.

    `mergeable` maps each kind to its candidates, under the `speaker_key` of everything they may be called.
    """

    def merges(self, snapshot: Snapshot) -> list[Merge]: ...

    def mergeable(self, snapshot: Snapshot) -> Mapping[MergeKind, Mapping[str, Mergeable]]: ...


@runtime_checkable
class Profiling(Protocol):
    """An architecture that makes profiles of people and things from the statements in some layers of a snapshot.

    `relations` says by name whether a relation has `"one"` value at a time or `"many"`. With `outdated`, entries that
    no longer hold are included.
    """

    def profiles(
        self, snapshot: Snapshot, layers: Sequence[LayerKey], relations: Mapping[str, str], *, outdated: bool
    ) -> list[Profile]: ...


@runtime_checkable
class Resolving(Protocol):
    """An architecture that resolves names to entities and groups the entities into communities."""

    def entities(self, snapshot: Snapshot) -> list[KnownEntity]: ...

    def mentions(self, snapshot: Snapshot, entity: KnownEntity) -> list[EntityMention]: ...

    def communities(self, snapshot: Snapshot) -> list[KnownCommunity]: ...


@dataclass(frozen=True, slots=True)
class Query:
    """A question to an architecture, with its filters.

    Only turns by one of `speakers` (case and spacing ignored), said within `between` (both ends included), and with one
    of the values of `where` under each of its names in their metadata, count as evidence. `as_of` hides every turn said
    later, as if it did not exist; turns without a time pass unless `strict`. `asked_at` is when the question is asked.
    `recent` holds what was said just before; it is added to the search text when the question cannot be understood
    without it. `hidden` are keys of turns that count as if they did not exist: the question's own.
    """

    question: str
    k: int
    unit: Unit
    speakers: tuple[str, ...] | None = None
    between: tuple[datetime | None, datetime | None] | None = None
    asked_at: datetime | None = None
    as_of: datetime | None = None
    strict: bool = False
    recent: tuple[str, ...] = ()
    where: Mapping[str, tuple[MetadataValue, ...]] | None = field(default=None, hash=False)
    hidden: tuple[int, ...] = ()

    @property
    def moment(self) -> datetime | None:
        """When the question is asked: `asked_at`, else `as_of`; `None` means now."""
        return self.asked_at or self.as_of

    @property
    def wording(self) -> str:
        """The text to search for: the question with "what is" for "what's", preceded by what was said just before."""
        return "\n".join((*self.recent, spelled_out(self.question)))

    @property
    def filters(self) -> Filters:
        """The filters of the query, as a `Recall` has them."""
        return Filters(self.speakers, self.between, self.as_of, self.strict, self.where, self.hidden)


class Architecture(Protocol):
    """A memory architecture: the layers it needs, and how it retrieves evidence from them.

    `analyzer` turns words into search terms; `units` are the units of hits it can return, the default first. `layers`
    are kept up to date with every write; `layers_for` returns those that recalling a unit needs, which are brought up
    to date on demand, and raises `UnsupportedError` for a unit not in `units` where the layers depend on it.
    `with_encoder` returns the same architecture with another encoder; `sketch` returns what it adds to a drawing.
    """

    @property
    def name(self) -> str: ...

    @property
    def encoder(self) -> Encoder: ...

    @property
    def analyzer(self) -> Analyzer: ...

    @property
    def units(self) -> tuple[Unit, ...]: ...

    @property
    def layers(self) -> tuple[AnyLayer, ...]: ...

    def layers_for(self, unit: Unit) -> tuple[AnyLayer, ...]: ...

    def with_encoder(self, encoder: Encoder) -> Architecture: ...

    def recall(self, snapshot: Snapshot, query: Query) -> Recall: ...

    def sketch(self, snapshot: Snapshot) -> Sketch: ...


def _nothing(turns: npt.NDArray[np.int64], nodes: npt.NDArray[np.int64]) -> Drawing:
    return (), ()


def _no_groups(nodes: npt.NDArray[np.int64]) -> Sequence[PictureGroup]:
    return ()


@dataclass(frozen=True, slots=True)
class Sketch:
    """What an architecture adds to a drawing of sessions and turns, and to its counts; nothing by default.

    `turns` and `nodes` are parallel arrays: the row of a turn, and the number of a node derived from it; `relation` is
    the name of the edge between them. `entities` and `triplets` are counts, if the nodes are names. `draw` takes the
    selected turns and nodes, as rows and numbers, and returns these nodes, in this order, and the edges among them.
    `group` takes the selected nodes, and returns groups of nodes that belong together.
    """

    relation: str = "contains"
    turns: npt.NDArray[np.int64] = field(default_factory=lambda: np.empty(0, np.int64))
    nodes: npt.NDArray[np.int64] = field(default_factory=lambda: np.empty(0, np.int64))
    entities: int | None = None
    triplets: int | None = None
    draw: Draw = _nothing
    group: Group = _no_groups


class OwnerView(Protocol):
    """A consistent read view of one owner's rows, valid within a `with` block.

    `version` is `NEVER` for an owner that does not exist and so has no rows. `rows` yields the rows of a table whose
    columns equal the values of `where`, in the table's order; a list of values matches each of them in turn. With
    `after`, only rows whose increasing column exceeds it. Rows are read lazily during iteration, within the block.
    `count` returns how many rows there are.

    Damage is detected while rows are read: a row that differs from what was put, or rows missing from a table (or part
    of one) that is read as a whole. It raises `DamagedError`; with a list `damaged`, the damage is appended to that,
    damaged rows are skipped, and reading continues.
    """

    @property
    def version(self) -> Version: ...

    def rows(
        self,
        table: Table[Row],
        after: int | None = None,
        damaged: list[Damage] | None = None,
        **where: Value | Sequence[Value],
    ) -> Iterator[Row]: ...

    def count(self, table: Table[Any], **where: Value | Sequence[Value]) -> int: ...


class OwnerWrite(OwnerView, Protocol):
    """A write transaction on one owner's rows: atomic, and exclusive of other writers.

    It sees its own changes. The owner is created with the first row put or key issued. `put` upserts rows by key;
    `remove` deletes the rows whose columns equal the values of `where`. `new_keys` returns the first of `count`
    consecutive unused keys; an owner's keys are never reused. `renew` starts a new generation: snapshots of the
    previous one become invalid. `clear` removes the owner with all its rows. Until the block ends, `version` stays that
    of before the write.
    """

    def put(self, table: Table[Row], rows: Iterable[Row]) -> None: ...

    def remove(self, table: Table[Any], **where: Value | Sequence[Value]) -> None: ...

    def new_keys(self, count: int) -> int: ...

    def renew(self) -> None: ...

    def clear(self) -> None: ...


class Store(Protocol):
    """Stores rows, isolates owners and serialises writers. It knows no domain rules; all computation is on snapshots.

    `read` opens a view of the latest commit of any process; `write` a transaction that is committed at the end of the
    block, or rolled back if the block raises. `contents` yields all bytes stored for owners, with the names of files.
    `scrub` overwrites deleted data and returns whether it could; unless `patient`, it does not wait for others. `size`
    is in bytes.

    `owners` raises `DamagedError` if the list of owners is damaged, or appends a description to the list it is given.
    `write` raises it if an index does not match the owner's rows; with `mending`, it rebuilds the indexes instead.
    `problems` checks the storage beneath the rows, and describes any damage in words.
    """

    @property
    def location(self) -> str: ...

    @property
    def read_only(self) -> bool: ...

    def owners(self, damaged: list[str] | None = None) -> list[str]: ...

    def problems(self) -> list[str]: ...

    def contents(self) -> Iterator[tuple[str, bytes]]: ...

    def read(self, owner: str) -> AbstractContextManager[OwnerView]: ...

    def write(self, owner: str, *, mending: bool = False) -> AbstractContextManager[OwnerWrite]: ...

    def scrub(self, *, patient: bool = True) -> bool: ...

    def size(self) -> int: ...

    def close(self) -> None: ...
