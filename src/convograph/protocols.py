"""The seams: what an encoder, a token counter, a chat model, a layer, an architecture and a store must do."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal, Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt

from convograph.chat import ChatOutcome, ChatReply, ChatRequest
from convograph.graph.rows import Change, LayerKey, MemoRow, NodeBatch, Version
from convograph.graph.sessions import Part, SessionTurns
from convograph.graph.snapshot import Snapshot
from convograph.graph.tables import Row, Table, Value
from convograph.syntax import Parse
from convograph.terms import Analyzer
from convograph.types import MemoKind, PictureLink, PictureNode, Recall, Triplet, Unit

TextKind = Literal["query", "passage"]
MemoScope = Literal["memo", "session-memos"]
Scope = Literal["turn", "session", MemoScope, "owner"]
Drawing = tuple[Sequence[PictureNode], Sequence[PictureLink]]
Draw = Callable[[npt.NDArray[np.int64], npt.NDArray[np.int64]], Drawing]


class Encoder(Protocol):
    """Texts to unit vectors.

    `name` is what a user writes to get this encoder, `fingerprint` changes whenever the vectors
    would. `encode` returns float32 of shape (len(texts), dimensions), each row of norm 1, or all
    zero for a text without any known word. The row of a text does not depend on the others.
    """

    @property
    def name(self) -> str: ...

    @property
    def fingerprint(self) -> str: ...

    @property
    def dimensions(self) -> int: ...

    def encode(self, texts: Sequence[str], kind: TextKind) -> npt.NDArray[np.float32]: ...


class TokenCounter(Protocol):
    """Counts the tokens of texts; `name` is shown beside every figure."""

    @property
    def name(self) -> str: ...

    def count(self, texts: Sequence[str]) -> list[int]: ...


class Parser(Protocol):
    """Sentences to parses.

    `name` is what a user writes to get this parser, `fingerprint` changes whenever its parses would. `parse` gives
    one parse for each sentence, in their order; the parse of a sentence does not depend on the others.
    """

    @property
    def name(self) -> str: ...

    @property
    def fingerprint(self) -> str: ...

    def parse(self, sentences: Sequence[str]) -> list[Parse]: ...


class ImportanceScorer(Protocol):
    """Triplets to how much each matters in its session (G-Long, equations 1 to 3).

    `name` is what a user writes to get this scorer, `fingerprint` changes whenever the scores would. `scores` gives
    an array for each session, float64 of shape (triplets,), 0 or more without a bound: the attention that each gets
    (equation 2), on one scale for all sessions. Weights (equation 3) are made of these where triplets are recalled.
    The scores of a session depend on its triplets and their order, and not on other sessions.
    """

    @property
    def name(self) -> str: ...

    @property
    def fingerprint(self) -> str: ...

    def scores(self, sessions: Sequence[Sequence[Triplet]]) -> list[npt.NDArray[np.float64]]: ...


class ChatModel(Protocol):
    """Requests to replies.

    `name` is what a user writes to get this model; `fingerprint` changes with every setting that changes replies and
    that a request does not carry, whichever server answers. `complete` gives one outcome for each request, in their
    order; a `ModelError` stands where a reply could not be had. `stream` gives the reply in pieces, and raises the
    `ModelError`, also in the middle or, when the reply was cut at `max_tokens`, at its end.
    """

    @property
    def name(self) -> str: ...

    @property
    def fingerprint(self) -> str: ...

    def complete(self, requests: Sequence[ChatRequest]) -> list[ChatOutcome]: ...

    def stream(self, request: ChatRequest) -> Iterator[str]: ...


class ReplyCache(Protocol):
    """Keeps replies under a key that stands for model and request, apart by owner.

    `put` gets the request for its `owner` and `sources`; it may decline to keep the reply.
    """

    def get(self, key: bytes, owner: str) -> ChatReply | None: ...

    def put(self, key: bytes, request: ChatRequest, reply: ChatReply) -> None: ...


class KeptReplies(ReplyCache, Protocol):
    """A cache that can also let go of replies that turned out to be of no use."""

    def drop(self, keys: Iterable[bytes], owner: str) -> None: ...


class Layer(Protocol):
    """One kind of derived memory, made of turns.

    `key` names the layer with its settings, `encoder` is the fingerprint of the encoder inside, or empty. `scope` says
    what an item depends on beside the turns that it rests on: on nothing else (`"turn"`), or on turns of its session
    (`"session"`), which is then derived afresh when one of its turns is forgotten.
    `resume` says from which position on a session has to be derived again when the turns from `position` on are new:
    items of turns before it stay as they are. `begun` is where the last item begins that the layer has of the session.
    It is asked of scope `"session"` only, and is never above `position`.
    `extract` may call models and runs outside any transaction. It gives the items that begin with the turns of each
    part from its start on, part by part; they depend on nothing but the session's turns up to the part's end. Items
    refer to turns by key. `link` says which of these are put, given what is there: a pure function of a snapshot.
    """

    @property
    def key(self) -> LayerKey: ...

    @property
    def scope(self) -> Scope: ...

    @property
    def encoder(self) -> str: ...

    def resume(self, session: SessionTurns, position: int, begun: int | None) -> int: ...

    def extract(self, parts: Sequence[Part]) -> NodeBatch: ...

    def link(self, graph: Snapshot, parts: Sequence[Part], items: NodeBatch) -> NodeBatch: ...


@runtime_checkable
class MemoLayer(Protocol):
    """Items made of the memos of some kinds; otherwise like a `Layer`, with memos for turns.

    `scope` says what is derived afresh when a memo comes or goes: the memo alone, or all of the session that its
    first turn is of. `extract` gets any memos, or (scope `"session-memos"`) all of one session, in an order that does
    not depend on how they came. The sources of an item begin with the first turn of its memo, and it rests on the memo.
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


@runtime_checkable
class OwnerLayer(Protocol):
    """Memory that depends on the whole owner and on its order: said time, then session id, then ordinal.

    It is made of the items of the layers that it `needs`, and of `decisions`: memos of these kinds, which a person or a
    model made. `derive` is pure. It gives what has to be put and dropped for the layer to be what it would be, had all
    of it been derived at once: what is added at the end only adds, what comes in between changes what follows. Items
    rest on the items that they are made of.
    """

    @property
    def key(self) -> LayerKey: ...

    @property
    def scope(self) -> Literal["owner"]: ...

    @property
    def encoder(self) -> str: ...

    @property
    def needs(self) -> tuple[Layer | MemoLayer, ...]: ...

    @property
    def decisions(self) -> tuple[MemoKind, ...]: ...

    def derive(self, graph: Snapshot) -> Change: ...


AnyLayer = Layer | MemoLayer | OwnerLayer


@runtime_checkable
class Touching(Protocol):
    """An architecture that says whether a recall notes its turns as used when nobody says otherwise."""

    @property
    def touches(self) -> bool: ...


@dataclass(frozen=True, slots=True)
class Query:
    """What is asked of an architecture.

    Only turns by one of `speakers` (case and spacing ignored) and said within `between` (both ends
    included) serve as evidence. `as_of` hides every turn said later, as if it did not exist; turns
    without a time pass unless `strict`. `asked_at` is when the question is asked. `recent` was said
    just before, and is searched for together with a question that cannot be understood without it.
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

    @property
    def moment(self) -> datetime | None:
        """When it is asked: `asked_at`, else `as_of`; `None`: now."""
        return self.asked_at or self.as_of

    @property
    def wording(self) -> str:
        """The words to search for: the question, after what was said just before."""
        return "\n".join((*self.recent, self.question))


class Architecture(Protocol):
    """A way to remember: the layers that it needs, and how it finds evidence in them.

    `analyzer` turns words to search terms, `units` are the units of the hits that it can return, the first being its
    default. `layers` are kept up with every write; `layers_for` are those that a recall of a unit needs, which are
    brought up to date when it is asked for, and raises `UnsupportedError` for a unit that is none of its own where
    the layers depend on it. `with_encoder` gives the same architecture over another encoder; `sketch` is what it has
    to draw.
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

    def recall(self, graph: Snapshot, query: Query) -> Recall: ...

    def sketch(self, graph: Snapshot) -> Sketch: ...


def _nothing(turns: npt.NDArray[np.int64], nodes: npt.NDArray[np.int64]) -> Drawing:
    return (), ()


@dataclass(frozen=True, slots=True)
class Sketch:
    """What an architecture has beyond sessions and turns, for drawing and counting; by default nothing.

    `turns` and `nodes` are pairs: the row of a turn, and the number of a node that rests on it; `relation` is what the
    edge between them is called. `entities` and `triplets` are counted where the nodes are names. `draw` takes turns and
    nodes that were chosen, as rows and numbers, and gives these nodes, in this order, and the edges among them.
    """

    relation: str = "contains"
    turns: npt.NDArray[np.int64] = field(default_factory=lambda: np.empty(0, np.int64))
    nodes: npt.NDArray[np.int64] = field(default_factory=lambda: np.empty(0, np.int64))
    entities: int | None = None
    triplets: int | None = None
    draw: Draw = _nothing


class OwnerView(Protocol):
    """One consistent view of one owner's rows, for the length of a block.

    `version` is `NEVER` for an owner who is not there, who has no rows. `rows` gives the rows of a table whose columns
    have the values of `where`, in the table's order; a list stands for any of its values, one after the other. With
    `after`, only rows whose growing column is higher. What it gives is read while it is iterated over, within the
    block. `count` counts what `rows` would give.
    """

    @property
    def version(self) -> Version: ...

    def rows(self, table: Table[Row], after: int | None = None, **where: Value | Sequence[Value]) -> Iterator[Row]: ...

    def count(self, table: Table[Any], **where: Value | Sequence[Value]) -> int: ...


class OwnerWrite(OwnerView, Protocol):
    """One write on one owner's rows: all of it is kept, or nothing; no other write goes on meanwhile.

    It sees its own changes. The owner comes into being with the first row that is put or key that is given. `put`
    stores rows, in place of those with the same key; `remove` removes those whose columns have the values of `where`.
    `new_keys` gives the first of `count` fresh keys in a row; no key of an owner is given twice. `renew` begins a new
    generation: every snapshot then loads afresh. `clear` removes all rows of the owner, and the owner. `version` stays
    that of before until the block ends.
    """

    def put(self, table: Table[Row], rows: Iterable[Row]) -> None: ...

    def remove(self, table: Table[Any], **where: Value | Sequence[Value]) -> None: ...

    def new_keys(self, count: int) -> int: ...

    def renew(self) -> None: ...

    def clear(self) -> None: ...


class Store(Protocol):
    """Keeps rows, isolates owners, orders writers. It knows no rules; all mathematics happens on the snapshot.

    `read` gives a view of the newest commit of any process, `write` a transaction that is committed at the end of the
    block, unless it raises: then nothing was changed. `scrub` overwrites what was removed, and says whether it could.
    `size` is in bytes.
    """

    @property
    def location(self) -> str: ...

    @property
    def read_only(self) -> bool: ...

    def owners(self) -> list[str]: ...

    def read(self, owner: str) -> AbstractContextManager[OwnerView]: ...

    def write(self, owner: str) -> AbstractContextManager[OwnerWrite]: ...

    def scrub(self) -> bool: ...

    def size(self) -> int: ...

    def close(self) -> None: ...
