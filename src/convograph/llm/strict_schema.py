"""JSON schemas as OpenAI's strict mode takes them: closed objects, every key required, few keywords."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

# What strict mode refuses or ignores. The pydantic type checks the reply in any case.
_DROPPED = frozenset({"default", "title", "examples", "minLength", "maxLength", "uniqueItems", "discriminator"})
_MAPS = frozenset({"properties", "$defs"})  # their keys are names, not keywords
_VALUES = frozenset({"enum", "const"})


def strict_schema(schema: Mapping[str, Any]) -> dict[str, Any]:
    """`schema` with every object closed and its keys required, without the keywords that strict mode does not know.

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
