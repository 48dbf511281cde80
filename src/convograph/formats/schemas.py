"""JSON Schemas of what can be given, made from the shapes that the readers check with.

Everything that a reader takes is valid here, under all of its names; what cannot be said in a schema (that a time can
be read, that a text is not blank) the reader still refuses.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import AliasChoices, BaseModel

from convograph.formats.memos import MemoShape
from convograph.formats.shapes import SessionShape, TurnShape

SCHEMAS: Mapping[str, type[BaseModel]] = {"memo": MemoShape, "turn": TurnShape, "session": SessionShape}
"""The shapes by the names under which `convograph schema` prints them."""

_DIALECT = "https://json-schema.org/draft/2020-12/schema"


def json_schema(name: str) -> dict[str, Any]:
    """The JSON Schema of the shape with this name."""
    schema = _schema_of(SCHEMAS[name])
    if name == "session":
        turn = _schema_of(TurnShape)
        for key in _names(SessionShape, "turns"):
            schema["properties"][key] = {"anyOf": [{"type": "array", "items": {"$ref": "#/$defs/turn"}}, _NULL]}
        schema["$defs"] = {"turn": turn}
    return {"$schema": _DIALECT, **schema}


_NULL = {"type": "null"}


def _schema_of(shape: type[BaseModel]) -> dict[str, Any]:
    """Pydantic's schema with every name of every property, and null where it counts as missing."""
    made = shape.model_json_schema(by_alias=False)
    properties: dict[str, Any] = {}
    choices: list[dict[str, Any]] = []
    required: list[str] = []
    for field, given in made["properties"].items():
        names = _names(shape, field)
        needed = field in made.get("required", ())
        if needed and len(names) == 1:
            required += names
            properties[names[0]] = given
            continue
        properties.update(dict.fromkeys(names, _or_null(given)))
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
    }


def _names(shape: type[BaseModel], field: str) -> list[str]:
    """The keys that a field is read from."""
    alias = shape.model_fields[field].validation_alias
    return [str(choice) for choice in alias.choices] if isinstance(alias, AliasChoices) else [field]


def _or_null(given: Mapping[str, Any]) -> dict[str, Any]:
    kept = {key: value for key, value in given.items() if key not in ("title", "default")}
    options = kept.get("anyOf")
    if (options is not None and _NULL in options) or not {"type", "anyOf"} & set(kept):
        return kept
    described = {key: kept.pop(key) for key in ("description",) if key in kept}
    return {**described, "anyOf": [*(options or [kept]), _NULL]}
