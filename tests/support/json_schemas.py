"""A reader of JSON Schema, for the keywords that the project's schemas use."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

_TYPES: Mapping[str, Callable[[Any], bool]] = {
    "null": lambda value: value is None,
    "boolean": lambda value: isinstance(value, bool),
    "string": lambda value: isinstance(value, str),
    "array": lambda value: isinstance(value, list),
    "object": lambda value: isinstance(value, dict),
    "number": lambda value: isinstance(value, int | float) and not isinstance(value, bool),
    "integer": lambda value: _TYPES["number"](value) and value == int(value),
}
_TELLING_NOTHING = {"$schema", "$defs", "title", "description"}


def is_valid(value: Any, schema: dict[str, Any], root: dict[str, Any] | None = None) -> bool:
    """Whether the schema takes the value. Raises `KeyError` for a keyword that is not known here."""
    root = schema if root is None else root
    closed = schema.get("additionalProperties") is False
    if closed and isinstance(value, dict) and not set(value) <= set(schema["properties"]):
        return False
    return all(_KEYWORDS[word](value, given, root) for word, given in schema.items() if word not in _TELLING_NOTHING)


def _properties(value: Any, given: dict[str, Any], root: dict[str, Any]) -> bool:
    return not isinstance(value, dict) or all(is_valid(value[key], given[key], root) for key in value if key in given)


def _items(value: Any, given: dict[str, Any], root: dict[str, Any]) -> bool:
    return not isinstance(value, list) or all(is_valid(each, given, root) for each in value)


_KEYWORDS: Mapping[str, Callable[[Any, Any, dict[str, Any]], bool]] = {
    "type": lambda value, given, root: any(
        _TYPES[one](value) for one in ([given] if isinstance(given, str) else given)
    ),
    "enum": lambda value, given, root: value in given,
    "const": lambda value, given, root: value == given,
    "anyOf": lambda value, given, root: any(is_valid(value, one, root) for one in given),
    "oneOf": lambda value, given, root: sum(is_valid(value, one, root) for one in given) == 1,
    "allOf": lambda value, given, root: all(is_valid(value, one, root) for one in given),
    "$ref": lambda value, given, root: is_valid(value, root["$defs"][given.removeprefix("#/$defs/")], root),
    "not": lambda value, given, root: not is_valid(value, given, root),
    "properties": _properties,
    "additionalProperties": lambda value, given, root: (
        isinstance(given, bool)
        or not isinstance(value, dict)
        or all(is_valid(each, given, root) for each in value.values())
    ),
    "required": lambda value, given, root: not isinstance(value, dict) or set(given) <= set(value),
    "items": _items,
    "minItems": lambda value, given, root: not isinstance(value, list) or len(value) >= given,
    "maxItems": lambda value, given, root: not isinstance(value, list) or len(value) <= given,
    "minimum": lambda value, given, root: not _TYPES["number"](value) or value >= given,
    "minLength": lambda value, given, root: not isinstance(value, str) or len(value) >= given,
    "maxLength": lambda value, given, root: not isinstance(value, str) or len(value) <= given,
}
