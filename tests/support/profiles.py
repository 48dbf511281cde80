"""A chat model that writes profiles: a pure function of what it is asked."""

from __future__ import annotations

import json
import re
from typing import Any

from convograph.chat import ChatRequest
from convograph.llm.scripted import ScriptedChat

_MESSAGE = re.compile(r'^(\d+)\. ("(?:[^"\\]|\\.)*"): ("(?:[^"\\]|\\.)*")$', re.MULTILINE)


def messages_in(prompt: str) -> list[tuple[int, str, str]]:
    """Number, speaker and text of each message in a prompt."""
    return [(int(number), json.loads(who), json.loads(text)) for number, who, text in _MESSAGE.findall(prompt)]


def entity_in(prompt: str) -> dict[str, Any]:
    """The entity that a prompt is about."""
    found: dict[str, Any] = json.loads(prompt.split("\n\nENTITY\n")[1].split("\n\n", maxsplit=1)[0])
    return found


def candidates_in(prompt: str) -> list[str]:
    """Whom and what else a prompt names."""
    listed = prompt.split("\n\nCANDIDATES\n")[1]
    return [] if listed == "none" else json.loads(f"[{listed}]")


def told(prompt: str) -> dict[str, Any]:
    """Each "likes X" of the entity's own messages is an interest of theirs, the last "visited X" is its home."""
    entity = entity_in(prompt)
    own = [(number, text) for number, speaker, text in messages_in(prompt) if speaker == entity["name"]]
    liked = [(number, match[1]) for number, text in own if (match := re.search(r"likes (\w+)", text))]
    homes = [(number, match[1]) for number, text in own if (match := re.search(r"visited (\w+)", text))]
    known = len(entity["attributes"].get("interests", ()))
    reply: dict[str, Any] = {"description": f"{entity['name']} after {known} interests."}
    reply["interests"] = [{"value": value, "messages": [number]} for number, value in liked]
    if homes:
        reply["homeLocation"] = {"value": homes[-1][1], "messages": [homes[-1][0]]}
    return reply


def profiler(name: str = "profiler") -> ScriptedChat:
    """A model within the process."""
    return ScriptedChat(lambda request: told(prompt_of(request)), name)


def prompt_of(request: ChatRequest) -> str:
    """What a request asks."""
    return request.messages[1].content
