"""The content of a message in parts: texts, images, calls of tools and their output."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from pydantic_core import PydanticCustomError

from convograph.formats.limits import shortened


def text_of_parts(value: object) -> object:
    """Content in parts as one text, each on its own lines; anything else as it is.

    Images and other parts become `[image]`, `[<type>]`; calls of tools are left out, and their output is its text.
    """
    return "\n".join(_texts(value)) if isinstance(value, list | tuple) else value


def only_calls_tools(content: object) -> bool:
    """Whether the content is calls of tools and nothing else."""
    return isinstance(content, list | tuple) and len(content) > 0 and all(_kind(part) == "use" for part in content)


def separated(message: Mapping[Any, Any], key: str) -> list[dict[Any, Any]]:
    """The message, or, where the content at `key` has tools' output among its parts, that output and the rest.

    The output comes first, with the role "tool"; the id stays with the words of a person, if there are any.
    """
    parts = message.get(key)
    output = [part for part in parts if _kind(part) == "result"] if isinstance(parts, list | tuple) else []
    if not isinstance(parts, list | tuple) or not output:
        return [dict(message)]
    rest = [part for part in parts if _kind(part) != "result"]
    said_by_tool = {**message, key: output, "role": "tool"}
    if not rest:
        return [said_by_tool]
    return [{name: value for name, value in said_by_tool.items() if name != "id"}, {**message, key: rest}]


def _kind(part: object) -> str | None:
    """`"use"` for the call of a tool, `"result"` for its output: "tool_use", "mcp_tool_result" and their like."""
    kind = part.get("type") if isinstance(part, Mapping) else None
    for ending in ("use", "result"):
        if isinstance(kind, str) and kind.endswith(f"tool_{ending}"):
            return ending
    return None


def _texts(parts: Iterable[object]) -> list[str]:
    return [_text(part) for part in parts if _kind(part) != "use"]


def _text(part: object) -> str:
    if isinstance(part, str):
        return part
    if isinstance(part, Mapping):
        if _kind(part) == "result":
            output = part.get("content")
            return output if isinstance(output, str) else "\n".join(_texts(_listed(output)))
        text, kind = part.get("text"), part.get("type")
        if isinstance(text, str):
            return text
        if isinstance(kind, str):
            return "[image]" if "image" in kind else f"[{kind}]"
    raise PydanticCustomError(
        "part", "has a part of unknown type: {part}; parts have a type and a text", {"part": shortened(part)}
    )


def _listed(output: object) -> Iterable[object]:
    """The parts of a tool's output; a tool may return nothing."""
    if output is None:
        return ()
    return output if isinstance(output, list | tuple) else (output,)
