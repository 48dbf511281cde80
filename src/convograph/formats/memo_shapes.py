"""The JSON shapes of statements, triplets, events and decisions, and their conversion to memos.

{"kind": "fact", "text": "Ana moved to Porto.", "turns": ["s1:4"]}
{"kind": "summary", "text": "Ana tells of her move.", "session": "s1", "time": "2024-03-01"}
{"kind": "triplet", "subject": "Ana", "relation": "lives in", "object": "Porto", "turns": ["s1:4"]}
{"kind": "event", "text": "Ana moved to Porto in May 2023.", "event": "Ana moves to Porto", "event_time": "May 2023",
"triplets": [["Ana", "moved to", "Porto"]], "turns": ["s1:4"]}
{"kind": "decision", "names": ["Mary", "Maria Lopez"], "same": true, "turns": ["s1:4"]}
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Any, Literal, get_args

from pydantic import (
    AliasChoices,
    BeforeValidator,
    ConfigDict,
    Field,
    StrictBool,
    StrictStr,
    StringConstraints,
    TypeAdapter,
    WithJsonSchema,
    model_validator,
)
from pydantic_core import PydanticCustomError

from convograph.errors import InputError
from convograph.formats.event_time_shape import EventTime, EventTimeField
from convograph.formats.limits import check_name, shortened, within
from convograph.formats.memo_limits import (
    MAX_MEMO_CHARACTERS,
    MAX_PHRASE_CHARACTERS,
    OF_ONE_TRIPLET,
    TRIPLET_PARTS,
    check_memo,
    check_phrase,
    check_triplet,
)
from convograph.formats.shapes import ClosedShape, NameField, SaidField, validate
from convograph.types import OTHER_NAME, SAME_NAME, Memo, StatementKind, Triplet

TextField = Annotated[StrictStr, StringConstraints(min_length=1, max_length=MAX_MEMO_CHARACTERS)]
_PART_NAMES = (("subject", "head"), ("object", "tail"))
PhraseField = Annotated[
    StrictStr, WithJsonSchema({"type": "string", "minLength": 1, "maxLength": MAX_PHRASE_CHARACTERS})
]


def _of_parts(count: int, wanted: str) -> BeforeValidator:
    """A validator that rejects lists of another length, and says what is `wanted`."""

    def check(value: object) -> object:
        if isinstance(value, list | tuple) and len(value) != count:
            raise PydanticCustomError(
                "part",
                "has {count} parts: {value}; give {wanted}",
                {"count": len(value), "value": shortened(value), "wanted": wanted},
            )
        return value

    return BeforeValidator(check)


def _one_name_each(given: object) -> object:
    """Reject a part given under both of its names, since either could be the intended one."""
    for names in _PART_NAMES:
        found = [given[name] for name in names if given.get(name) is not None] if isinstance(given, Mapping) else []
        if len(found) > 1:
            raise PydanticCustomError(
                "part",
                "has both {names}: {values}; give one of them",
                {"names": " and ".join(names), "values": " and ".join(map(shortened, found))},
            )
    return given


PartsField = Annotated[
    list[PhraseField],
    Field(min_length=len(TRIPLET_PARTS), max_length=len(TRIPLET_PARTS)),
    _of_parts(len(TRIPLET_PARTS), "subject, relation and object"),
]
"""A triplet as a list: subject, relation, object."""

NamesField = Annotated[list[PhraseField], Field(min_length=2, max_length=2), _of_parts(2, "two names")]


class MemoShape(ClosedShape):
    """The fields that all memos share: their sources, time and conversation."""

    model_config = ConfigDict(json_schema_extra={"anyOf": [{"required": ["session"]}, {"required": ["turns"]}]})

    session: NameField | None = Field(
        None, description="the session it is about; without turns, all of it is the source"
    )
    turns: list[NameField] = Field(default_factory=list, description="ids of its source turns")
    time: SaidField | None = Field(
        None,
        validation_alias=AliasChoices("time", "timestamp"),
        description="the time it refers to, if not that of its last turn",
    )
    conversation: NameField | None = Field(None, description="the conversation, if the file is about several")

    @abstractmethod
    def memo(self, place: str) -> Memo:
        """The memo. Raises `InputError` that begins with `place`."""


class StatementShape(MemoShape):
    """A summary, a fact or an insight."""

    kind: StatementKind
    text: TextField

    def memo(self, place: str) -> Memo:
        """The statement, with its text stripped. Raises `InputError`."""
        return _checked(Memo(self.kind, self.text.strip(), self.session, tuple(self.turns), self.time), place)


class TripletShape(MemoShape):
    """A triplet: a subject, a relation and an object."""

    _named_once = model_validator(mode="before")(_one_name_each)

    kind: Literal["triplet"]
    subject: PhraseField = Field(validation_alias=AliasChoices(*_PART_NAMES[0]))
    relation: PhraseField
    object: PhraseField = Field(validation_alias=AliasChoices(*_PART_NAMES[1]))
    text: TextField | None = Field(None, description="in words, if not subject, relation and object joined")

    def memo(self, place: str) -> Memo:
        """The triplet; its text defaults to its parts joined. Raises `InputError`."""
        found = triplet((self.subject, self.relation, self.object), place)
        text = found.text if self.text is None else self.text.strip()
        memo = Memo(self.kind, text, self.session, tuple(self.turns), self.time, (found,))
        return _checked(memo, place)


class EventShape(MemoShape):
    """An event: what happened, when, and the triplets in it."""

    kind: Literal["event"]
    text: TextField = Field(validation_alias=AliasChoices("text", "description"), description="what happened")
    event: PhraseField | None = Field(None, description="what happened, as a short name")
    event_time: EventTimeField | None = Field(
        None, description='when it happened: "8 May 2023", "2023-05", or an object with the start and the end'
    )
    triplets: list[PartsField] = Field(default_factory=list, description="each a list of subject, relation and object")

    def memo(self, place: str) -> Memo:
        """The event; a time that cannot be parsed is kept as written. Raises `InputError`."""
        check_name(self.event, within(place, "event"), MAX_PHRASE_CHARACTERS)
        time = self.event_time or EventTime(None, None)
        memo = Memo(
            self.kind,
            self.text.strip(),
            self.session,
            tuple(self.turns),
            self.time,
            tuple(triplet(parts, within(place, "triplets", index)) for index, parts in enumerate(self.triplets)),
            self.event and self.event.strip(),
            time.when,
            time.text,
        )
        return _checked(memo, place)


class DecisionShape(MemoShape):
    """A decision: two names mean the same, or they do not."""

    kind: Literal["decision"]
    names: NamesField
    same: StrictBool = Field(description="whether both names mean the same")
    text: TextField | None = Field(None, description="in words, if not the names with 'is' or 'is not' between them")

    def memo(self, place: str) -> Memo:
        """The decision; its text defaults to the names with "is" or "is not" between them. Raises `InputError`."""
        for index, name in enumerate(self.names):
            check_phrase(name, within(place, "names", index))
        first, second = (name.strip() for name in self.names)
        decided = Triplet(first, SAME_NAME if self.same else OTHER_NAME, second)
        text = decided.text if self.text is None else self.text.strip()
        return _checked(Memo(self.kind, text, self.session, tuple(self.turns), self.time, (decided,)), place)


_STATEMENT: TypeAdapter[StatementShape] = TypeAdapter(StatementShape)
_ADAPTERS: Mapping[str, TypeAdapter[Any]] = {
    **dict.fromkeys(get_args(StatementKind), _STATEMENT),
    "triplet": TypeAdapter(TripletShape),
    "event": TypeAdapter(EventShape),
    "decision": TypeAdapter(DecisionShape),
}


def memo_shape(value: object, place: str) -> MemoShape:
    """`value` validated as the shape of its kind. Raises `InputError`."""
    kind = value.get("kind") if isinstance(value, Mapping) else None
    if kind is not None and not (isinstance(kind, str) and kind in _ADAPTERS):
        kinds = ", ".join(_ADAPTERS)
        raise InputError(f"{within(place, 'kind')} is unknown: {shortened(kind)}; the kinds are {kinds}")
    if kind is None and isinstance(value, Mapping):
        raise InputError(f"{within(place, 'kind')} is missing: {shortened(value)}; add it")
    found: MemoShape = validate(_ADAPTERS.get(kind or "", _STATEMENT), value, place)
    return found


def memo_of_object(value: object, place: str) -> Memo:
    """The memo given as a `Memo` or as a mapping in one of these shapes. Raises `InputError`."""
    if not isinstance(value, Memo):
        return memo_shape(value, place).memo(place)
    memo = _checked(replace(value, text=_text(value)), place)
    if memo.kind not in _ADAPTERS:
        raise InputError(f"{place} is a {memo.kind}, which a model alone writes; call `enrich` with this kind")
    return replace(memo, text=memo.text.strip(), turns=tuple(memo.turns), triplets=tuple(memo.triplets))


def triplet(parts: Sequence[str], place: str) -> Triplet:
    """The triplet of subject, relation and object, each stripped. Raises `InputError`."""
    check_triplet(Triplet(*parts), place)
    return Triplet(*(part.strip() for part in parts))


def _text(memo: Memo) -> str:
    """The memo's text; if it is empty and the memo's kind has exactly one triplet, the text of that."""
    given: object = memo.triplets
    first = given[0] if isinstance(given, list | tuple) and given else None
    return first.text if memo.kind in OF_ONE_TRIPLET and memo.text == "" and isinstance(first, Triplet) else memo.text


def _checked(memo: Memo, place: str) -> Memo:
    check_memo(memo, place)
    return memo
