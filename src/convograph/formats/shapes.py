"""The JSON shapes of turns and sessions, with all usual aliases, and their conversion.

OpenAI-style messages and speaker/text turns have one shape: a text, and a speaker or a role. Unknown keys are ignored,
as exports have many, except in shapes of our own (`ClosedShape`); a key with the value null counts as missing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from difflib import get_close_matches
from typing import Annotated, Any, Final, TypeVar

from pydantic import (
    AliasChoices,
    BaseModel,
    BeforeValidator,
    Field,
    PlainValidator,
    StrictStr,
    TypeAdapter,
    ValidationError,
    WithJsonSchema,
    model_validator,
)
from pydantic_core import ErrorDetails, PydanticCustomError

from convograph.errors import InputError, TimeError
from convograph.formats.limits import OWN_KEYS, Keys, check_session, check_turn, shortened, within
from convograph.formats.parts import as_message, says_nothing, separated, text_of_parts
from convograph.segmentation import TOOL, is_assistant, is_tool
from convograph.times import parse_said
from convograph.types import Said, Session, Turn

TURNS_KEYS = ("turns", "messages", "dialog", "dialogue")
TEXT_KEYS = ("text", "content", "message", "utterance")

_TIME_KEYS = ("time", "timestamp", "date", "created_at", "create_time", "datetime", "ts", "said")
OTHER_SPEAKERS = ("real_name", "author", "sender", "user", "username")  # used if nothing else names the speaker
_INSTRUCTION_ROLES = frozenset({"system", "developer"})  # written by a developer, not said in the conversation
_TOOL_ROLES = frozenset({"tool", "function"})
_ROLES = ("user", "assistant", "tool", "function", *sorted(_INSTRUCTION_ROLES))
_ROLES_AS_TYPES: Final[Mapping[str, str]] = {
    **{"human": "user", "ai": "assistant", "system": "system", "tool": "tool", "function": "function"}
}
_ALIKE = 0.8  # least ratio in `difflib` of a misspelt role to a known one: "asistant" has .94, "usr" .86, "Usha" .5

COMPLAINTS = {
    "missing": ("is missing", "add it"),
    "model_type": ("is not an object", "give keys and values"),
    "dict_type": ("is not an object", "give keys and values"),
    "string_type": ("is not a string", "give a string"),
    "list_type": ("is not a list", "give a list"),
    "bool_type": ("is neither true nor false", "say which"),
    "int_type": ("is not a whole number", "give one"),
    "extra_forbidden": ("is not known", "leave it out"),
}
"""For each of pydantic's types of errors: what is wrong with the value, and what to do."""

T = TypeVar("T")


def _said(value: str | int | float | datetime | date | Said) -> Said:
    try:
        return parse_said(value)
    except TimeError as error:
        raise PydanticCustomError("said", "{reason}", {"reason": str(error)}) from None


def _text_of_number(value: object) -> object:
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else value


def _without_nulls(value: object) -> object:
    """A mapping without the keys whose value is `None`; anything else unchanged."""
    return {key: each for key, each in value.items() if each is not None} if isinstance(value, Mapping) else value


SaidField = Annotated[Said, PlainValidator(_said, json_schema_input_type=str | int | float)]
NameField = Annotated[StrictStr, BeforeValidator(_text_of_number, json_schema_input_type=str | int)]
TextField = Annotated[
    StrictStr, BeforeValidator(text_of_parts, json_schema_input_type=str | list[str | dict[str, Any]])
]


MetadataField = Annotated[
    Any,  # validated by `check_turn`
    BeforeValidator(_without_nulls),
    WithJsonSchema({"type": "object", "additionalProperties": {"type": ["string", "number", "boolean", "null"]}}),
]


class Shape(BaseModel):
    """A JSON object in which a null value counts as missing."""

    @model_validator(mode="before")
    @classmethod
    def _without_nulls(cls, given: object) -> object:
        return _without_nulls(given)


class ClosedShape(Shape):
    """A `Shape` that rejects unknown keys, as a misspelled one would otherwise be lost silently."""

    @model_validator(mode="before")
    @classmethod
    def _known(cls, given: object) -> object:
        names = [name for field in cls.model_fields for name in names_of(cls, field)]
        unknown = next((key for key in given if key not in names), None) if isinstance(given, Mapping) else None
        if unknown is not None:
            raise PydanticCustomError(
                "part",
                "has no field {name}; it may have {names}",
                {"name": shortened(unknown), "names": ", ".join(names)},
            )
        return given


def names_of(shape: type[BaseModel], field: str) -> list[str]:
    """The keys that a field is read from, the preferred one first."""
    alias = shape.model_fields[field].validation_alias
    return [str(choice) for choice in alias.choices] if isinstance(alias, AliasChoices) else [field]


class TurnShape(Shape):
    """A turn or a message; `session` and `session_time` name the session of one that is not inside a session."""

    text: TextField | None = Field(None, validation_alias=AliasChoices(*TEXT_KEYS))
    speaker: NameField | None = Field(None, validation_alias=AliasChoices("speaker", "name", "from"))
    role: StrictStr | None = None
    time: SaidField | None = Field(
        None,
        validation_alias=AliasChoices(*_TIME_KEYS),
    )
    id: NameField | None = None
    session: NameField | None = Field(None, validation_alias=AliasChoices("session", "session_id"))
    session_time: SaidField | None = None
    metadata: MetadataField | None = None
    tool_calls: Any = None
    function_call: Any = None


class SessionShape(Shape):
    """A session: its turns, and perhaps its id, its time and its first turn's ordinal."""

    turns: list[Any] = Field(validation_alias=AliasChoices(*TURNS_KEYS))
    id: NameField | None = Field(None, validation_alias=AliasChoices("id", "session_id", "session"))
    time: SaidField | None = Field(
        None, validation_alias=AliasChoices("time", "date", "timestamp", "date_time", "said")
    )
    first_ordinal: Annotated[int, Field(strict=True, ge=0)] = 0


TURN_KEYS: Final = frozenset(
    {name for field in TurnShape.model_fields for name in names_of(TurnShape, field)} | {"type", *OTHER_SPEAKERS}
)
"""All keys of a turn that are read."""

_TURN = TypeAdapter(TurnShape)
_SESSION = TypeAdapter(SessionShape)


@dataclass(frozen=True, slots=True)
class LooseTurn:
    """A turn outside a session, with the id and time of its session, if given, and the keys that it was read from."""

    turn: Turn
    session: str | None = None
    session_said: Said | None = None
    keys: Keys = OWN_KEYS


def validate(adapter: TypeAdapter[T], value: object, place: str) -> T:
    """`value` in the adapter's shape. Raises `InputError` on one line with the place, the value and the remedy."""
    try:
        return adapter.validate_python(value)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        raise InputError(_complaint(first, place)) from None


def turns_key(value: Mapping[Any, Any]) -> str | None:
    """The key of a session's turns; `None` if `value` is not a session."""
    return next((key for key in TURNS_KEYS if value.get(key) is not None), None)


def loose_turns(value: Mapping[Any, Any], place: str, wordless: list[str] | None = None) -> list[LooseTurn]:
    """The turns in `value`, as in `read_turns`. Raises `InputError`, also for a turn that cannot be stored.

    If `wordless` is given, blank turns are left out, and their places are appended to it.
    """
    turns = read_turns(value if wordless is None else _with_text(_with_refusal(value)), place)
    if wordless is not None:
        wordless += [place for each in turns if not each.turn.text.strip()]
        turns = [each for each in turns if each.turn.text.strip()]
    for each in turns:
        check_turn(each.turn, place, each.keys)
    return turns


def _with_text(value: Mapping[Any, Any]) -> Mapping[Any, Any]:
    """The message, with "" as its text if that is null."""
    keys = [key for key in TEXT_KEYS if key in value]
    return {**value, keys[0]: ""} if keys and all(value[key] is None for key in keys) else value


def read_turns(value: Mapping[Any, Any], place: str) -> list[LooseTurn]:
    """The turn in `value`, not checked for storage; two if it holds a person's words beside the output of a tool.

    Left out are instructions to a model, thoughts, calls of tools, empty output, and an assistant's blank or null
    message. The role is the speaker if no name is given; the output of a tool is said by `TOOL`. Raises `InputError`
    for a wrong shape, and for a misspelt role.
    """
    value = as_message(_with_refusal(_with_role(value)), TEXT_KEYS[0])
    key = next((key for key in TEXT_KEYS if value.get(key) is not None), TEXT_KEYS[0])
    found = (_turn_in_message(each, key, place) for each in separated(value, key))
    return [each for each in found if each is not None]


def _turn_in_message(value: Mapping[Any, Any], key: str, place: str) -> LooseTurn | None:
    shape = validate(_TURN, value, place)
    _check_role(shape.role, place)
    calls_tools = shape.tool_calls or shape.function_call or says_nothing(value.get(key))
    role = _known_role(shape.role)
    if role in _INSTRUCTION_ROLES or (not shape.text and calls_tools) or _is_silent(shape, value):
        return None
    if shape.text is None:
        raise InputError(f"{within(place, 'text')} is missing: {shortened(value)}; use one of {', '.join(TEXT_KEYS)}")
    speaker = TOOL if role in _TOOL_ROLES else shape.speaker or role or _other_speaker(value)
    if is_tool(speaker) and not shape.text.strip():
        return None
    turn = Turn(shape.text, speaker, shape.time, shape.id, {} if shape.metadata is None else shape.metadata)
    return LooseTurn(turn, shape.session, shape.session_time, Keys(key, _speaker_key(shape, value)))


def _known_role(role: str | None) -> str | None:
    """The standard form of a role ("SYSTEM" is "system", "human" is "user"); any other role unchanged."""
    word = "" if role is None else role.strip().casefold()
    word = _ROLES_AS_TYPES.get(word, word)
    return word if word in _ROLES else role


def has_role_as_type(value: Mapping[Any, Any]) -> bool:
    """Whether this is a message of LangChain, which gives the role as "type"."""
    return value.get("role") is None and isinstance(value.get("type"), str) and value["type"] in _ROLES_AS_TYPES


def _with_role(value: Mapping[Any, Any]) -> Mapping[Any, Any]:
    """The message, with the role of its type, and with the keys that LangChain may nest under "data"."""
    if not has_role_as_type(value):
        return value
    inner = value.get("data")
    given = inner if isinstance(inner, Mapping) else value
    if "content" not in given:
        return value
    return {**given, "role": _ROLES_AS_TYPES[value["type"]]}


def _with_refusal(value: Mapping[Any, Any]) -> Mapping[Any, Any]:
    """The message, with an assistant's refusal as its text: OpenAI gives it beside a null text."""
    refusal = value.get("refusal")
    is_refusal = isinstance(refusal, str) and refusal.strip() and all(value.get(key) is None for key in TEXT_KEYS)
    return {**value, TEXT_KEYS[0]: refusal} if is_refusal else value


def _other_speaker(value: Mapping[Any, Any]) -> str | None:
    """The speaker given by one of `OTHER_SPEAKERS` as a name or a number; the value may also be an object."""
    given = (_text_of_number(value.get(key)) for key in OTHER_SPEAKERS)
    return next((name for name in given if isinstance(name, str) and name.strip()), None)


def _check_role(role: str | None, place: str) -> None:
    """Reject a role that looks like a misspelt known one; others, such as "Anna" and "user2", are speakers."""
    word = "" if role is None else role.lower()
    if word in _ROLES or not word.isalpha() or role not in (word, word.capitalize()):
        return
    if likely := get_close_matches(word, _ROLES, 1, _ALIKE):
        raise InputError(
            f'{within(place, "role")} is {shortened(role)}; write "{likely[0]}", or name a person by "speaker" instead'
        )


def _speaker_key(shape: TurnShape, value: Mapping[Any, Any]) -> str:
    """The key that a speaker is read from, which may be the role."""
    if not shape.speaker and shape.role:
        return "role"
    return next((key for key in names_of(TurnShape, "speaker") if value.get(key) is not None), OWN_KEYS.speaker)


def _is_silent(shape: TurnShape, value: Mapping[Any, Any]) -> bool:
    """Whether this is an assistant's blank or null message; if it has no key for a text, that key may be misspelt."""
    blank = not (shape.text or "").strip()
    return blank and is_assistant(shape.role) and any(key in value for key in TEXT_KEYS)


def session(value: Mapping[Any, Any], place: str, wordless: list[str] | None = None) -> Session:
    """The session in `value`, with at least one turn. Raises `InputError`.

    If `wordless` is given, blank turns are left out, their places are appended to it, and the session may be empty.
    """
    shape = validate(_SESSION, value, place)
    key = turns_key(value) or TURNS_KEYS[0]
    turns = tuple(
        turn
        for index, given in enumerate(shape.turns)
        for turn in _turns_in_session(given, within(place, key, index), wordless)
    )
    found = Session(turns, shape.id, shape.time, shape.first_ordinal)
    if turns or wordless is None:
        check_session(found, place)
    return found


def _turns_in_session(value: object, place: str, wordless: list[str] | None) -> list[Turn]:
    if isinstance(value, Turn):
        check_turn(value, place)
        return [value]
    if not isinstance(value, Mapping):
        raise InputError(f'{place} is not a turn: {shortened(value)}; give an object with "speaker" and "text"')
    return [each.turn for each in loose_turns(value, place, wordless)]


def stated(error: ErrorDetails) -> str:
    """The message of an error, without the "Value error" that pydantic puts before messages of our validators."""
    return str(error["ctx"]["error"]) if error["type"] == "value_error" else error["msg"]


def _complaint(error: ErrorDetails, place: str) -> str:
    where = within(place, *error["loc"])
    if error["type"] == "said":
        return f"{where}: {error['msg']}"
    if error["type"] == "part":
        return f"{where} {error['msg']}"
    wrong, remedy = COMPLAINTS.get(error["type"], (f"is wrong ({stated(error)})", "fix it"))
    return f"{where} {wrong}: {shortened(error['input'])}; {remedy}"
