"""JSON schemas for OpenAI's strict mode: closed objects, all keys required, few keywords."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

# Keywords that strict mode rejects or ignores. The pydantic type validates the reply in any case.
_DROPPED = frozenset({"default", "title", "examples", "minLength", "maxLength", "uniqueItems", "discriminator"})
_MAPS = frozenset({"properties", "$defs"})  # their keys are names, not keywords
_VALUES = frozenset({"enum", "const"})


def strict_schema(schema: Mapping[str, Any]) -> dict[str, Any]:
    """`schema` with every object closed and all keys required, without the keywords that strict mode does not support.

    >>> strict_schema({"type": "object", "properties": {"n": {"type": "integer", "default": 0}}})
    {'type': 'object', 'properties': {'n': {'type': 'integer'}}, 'required': ['n'], 'additionalProperties': False}
    """
    strict: dict[str, Any] = {}
    for keyword, value in schema.items():
        if keyword in _MAPS:
            strict[keyword] = {name: strict_schema(each) for name, each in value.items()}
        elif keyword == "oneOf":
            strict["anyOf"] = _inside(value)
        elif keyword not in _DROPPED:
            strict[keyword] = value if keyword in _VALUES else _inside(value)
    if "properties" in strict:
        strict |= {"required": list(strict["properties"]), "additionalProperties": False}
    return strict


def _inside(value: Any) -> Any:
    if isinstance(value, Mapping):
        return strict_schema(value)
    if isinstance(value, list):
        return [_inside(each) for each in value]
    return value
