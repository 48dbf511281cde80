"""JSON Schemas of inputs, generated from the shapes that the readers validate with.

Everything that a reader accepts is valid under its schema, with all aliases of keys. Some inputs that a schema cannot
exclude (a time that cannot be parsed, a blank text) are still rejected by the reader.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from pydantic import BaseModel

from convograph.formats.memo_shapes import DecisionShape, EventShape, StatementShape, TripletShape
from convograph.formats.shapes import ClosedShape, SessionShape, TurnShape, names_of

_MEMOS: Mapping[str, type[BaseModel]] = {
    "statement": StatementShape,
    "triplet": TripletShape,
    "event": EventShape,
    "decision": DecisionShape,
}

_DIALECT = "https://json-schema.org/draft/2020-12/schema"


def json_schema(name: str) -> dict[str, Any]:
    """The JSON Schema with this name, one of `convograph.formats.format_names.SCHEMAS`."""
    if name == "memo":
        return {"$schema": _DIALECT, **_memo_schema()}
    if name == "session":
        return {"$schema": _DIALECT, **_session_schema()}
    return {"$schema": _DIALECT, **_schema_of(_MEMOS.get(name, TurnShape))}


def _memo_schema() -> dict[str, Any]:
    """The schema of a memo of any kind, whose `kind` selects the shape."""
    return {
        "title": "memo",
        "description": "A memo: a summary, a fact, an insight, a triplet, an event or a decision, and its sources.",
        "type": "object",
        "oneOf": [{"$ref": f"#/$defs/{name}"} for name in _MEMOS],
        "$defs": {name: _schema_of(shape) for name, shape in _MEMOS.items()},
    }


def _session_schema() -> dict[str, Any]:
    turns = {"type": "array", "items": {"$ref": "#/$defs/turn"}}
    return {**_schema_of(SessionShape, {"turns": turns}), "$defs": {"turn": _schema_of(TurnShape)}}


_NULL = {"type": "null"}


def _schema_of(shape: type[BaseModel], known: Mapping[str, Any] = MappingProxyType({})) -> dict[str, Any]:
    """Pydantic's schema with all aliases of the properties, and with null allowed where it counts as missing.

    `known` replaces pydantic's schemas of some fields.
    """
    made = shape.model_json_schema(by_alias=False)
    properties: dict[str, Any] = {}
    choices: list[dict[str, Any]] = []
    required: list[str] = []
    for field, read in made["properties"].items():
        names, given = names_of(shape, field), known.get(field, read)
        needed = field in made.get("required", ())
        if needed and len(names) == 1:
            required += names
            properties[names[0]] = given
            continue
        properties.update({each: _or_null(given) if each == names[0] else {} for each in names})
        choices += [_unless(names[:place], each, _or_null(given)) for place, each in enumerate(names) if place]
        if needed:
            choices.append({"anyOf": [{"required": [each]} for each in names]})
    extra = {"anyOf": made["anyOf"]} if "anyOf" in made else {}
    return {
        "title": made["title"].removesuffix("Shape").lower(),
        "description": made["description"],
        "type": "object",
        "properties": properties,
        **({"required": required} if required else {}),
        **({"allOf": choices} if choices else {}),
        **extra,
        **({"additionalProperties": False} if issubclass(shape, ClosedShape) else {}),
    }


def _unless(earlier: Sequence[str], name: str, given: Mapping[str, Any]) -> dict[str, Any]:
    """The schema of the key `name`, which is ignored if one of the `earlier` keys has a value other than null."""
    there = [{"required": [each], "properties": {each: {"not": _NULL}}} for each in earlier]
    return {"anyOf": [*there, {"properties": {name: given}}]}


def _or_null(given: Mapping[str, Any]) -> dict[str, Any]:
    kept = {key: value for key, value in given.items() if key not in ("title", "default")}
    options = kept.get("anyOf")
    if (options is not None and _NULL in options) or not {"type", "anyOf"} & set(kept):
        return kept
    described = {key: kept.pop(key) for key in ("description",) if key in kept}
    return {**described, "anyOf": [*(options or [kept]), _NULL]}
