"""Values as one JSON document: dataclasses as objects under the names of their fields, times in ISO 8601."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass
from datetime import datetime
from typing import Any, Final

from convograph.cli.output import write_exactly

# Legal in JSON as they are, and obeyed by terminals; written as escapes they mean the same.
_ESCAPES: Final = {
    code: f"\\u{code:04x}" for code in (*range(0x7F, 0xA0), *range(0x202A, 0x202F), *range(0x2066, 0x206A))
}


def print_json(value: object, *, on_one_line: bool = False) -> None:
    """Write a value as one JSON document on the standard output; several follow each other as JSON Lines."""
    indent = None if on_one_line else 2
    write_exactly(json.dumps(jsonable(value), ensure_ascii=False, indent=indent).translate(_ESCAPES) + "\n")


def jsonable(value: Any) -> Any:
    """The value in what JSON knows: objects with text keys, lists, texts, numbers."""
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: jsonable(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, Mapping):
        return {str(key): jsonable(each) for key, each in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [jsonable(each) for each in value]
    return value.isoformat() if isinstance(value, datetime) else value
