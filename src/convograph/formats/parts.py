"""The content of a message in parts: texts, images, thoughts, calls of tools and their output.

Some clients send thoughts, calls and output as separate items beside the messages (OpenAI's Responses).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from pydantic_core import PydanticCustomError

from convograph.formats.limits import shortened

_UNSAID = ("use", "thought")  # kinds of parts that are left out
_THOUGHTS = frozenset({"thinking", "redacted_thinking", "reasoning"})
_USES = ("tool_use", "tool_call", "function_call")  # and "server_tool_use", "custom_tool_call"
_RESULTS = ("tool_result", "tool_call_output", "function_call_output")  # and "mcp_tool_result"
_RUN_BY_THE_SERVER = frozenset({"web_search_call", "file_search_call", "code_interpreter_call", "mcp_call"})


def text_of_parts(value: object) -> object:
    """Content in parts as one text, with each part on its own lines; anything else unchanged.

    Images and other parts become `[image]` and `[<type>]`; thoughts and calls of tools are left out, and the output of
    tools is included as text.
    """
    return "\n".join(_texts(value)) if isinstance(value, list | tuple) else value


def says_nothing(content: object) -> bool:
    """Whether the content consists only of thoughts and calls of tools, at least one."""
    return isinstance(content, list | tuple) and len(content) > 0 and all(_kind(part) in _UNSAID for part in content)


def is_item(value: Mapping[Any, Any]) -> bool:
    """Whether the value is not a message but an item: thoughts, the call of a tool or its output."""
    return value.get("role") is None and value.get("speaker") is None and _kind(value) is not None


def as_message(value: Mapping[Any, Any], key: str) -> Mapping[Any, Any]:
    """A message unchanged, or an item as a message whose content, at `key`, is only that item."""
    return {**value, key: [value]} if is_item(value) else value


def separated(message: Mapping[Any, Any], key: str) -> list[dict[Any, Any]]:
    """The message, split into the output of tools and the rest if the content at `key` has both.

    The output comes first, with the role "tool"; the id stays with the rest, if there is any.
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
    """The kind of a part: `"use"` for the call of a tool, `"result"` for its output, `"thought"`; `None` for others."""
    kind = part.get("type") if isinstance(part, Mapping) else None
    if not isinstance(kind, str):
        return None
    if kind.endswith(_RESULTS):
        return "result"
    if kind.endswith(_USES) or kind in _RUN_BY_THE_SERVER:
        return "use"
    return "thought" if kind in _THOUGHTS else None


def _texts(parts: Iterable[object]) -> list[str]:
    return [_text(part) for part in parts if _kind(part) not in _UNSAID]


def _text(part: object) -> str:
    if isinstance(part, str):
        return part
    if isinstance(part, Mapping):
        if _kind(part) == "result":
            output = part.get("output") if part.get("content") is None else part["content"]
            return output if isinstance(output, str) else "\n".join(_texts(_listed(output)))
        kind = part.get("type")
        text = part.get("refusal" if kind == "refusal" else "text")
        if isinstance(text, str):
            return text
        if isinstance(kind, str):
            return "[image]" if "image" in kind else f"[{kind}]"
    raise PydanticCustomError(
        "part", "has a part of unknown type: {part}; parts have a type and a text", {"part": shortened(part)}
    )


def _listed(output: object) -> Iterable[object]:
    """The parts of a tool's output, none if the tool returned nothing."""
    if output is None:
        return ()
    return output if isinstance(output, list | tuple) else (output,)
