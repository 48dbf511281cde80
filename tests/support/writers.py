"""Chat models that write memos: pure functions of what they are shown, so that a test can say what comes of it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from hashlib import sha256
from typing import Any

from convograph.chat import ChatRequest
from convograph.llm.scripted import ReceivedRequest, ScriptedChat

_LINE = re.compile(r'^(?:(\d+)\. )?("(?:[^"\\]|\\.)*"): ("(?:[^"\\]|\\.)*")$', re.MULTILINE)


def said_in(prompt: str) -> list[tuple[str, str]]:
    """Speakers and texts of the transcript in a prompt."""
    return [(json.loads(speaker), json.loads(text)) for _, speaker, text in _LINE.findall(prompt)]


def triplets_of(prompt: str) -> list[dict[str, object]]:
    """A triplet a line: who says what, without its full stop; with the number of the line where lines have one."""
    return [
        {
            **({"line": int(number)} if number else {}),
            **{"subject": json.loads(speaker), "relation": "says", "object": json.loads(text).rstrip(".")},
        }
        for number, speaker, text in _LINE.findall(prompt)
    ]


def reply_to(instructions: str, prompt: str) -> Any:
    """What the model writes: the first words of each turn, a fact a turn with a question mark left out, an insight.

    Of triplets, one a turn; of events, one a request.
    """
    if instructions.startswith("Summarise"):
        return {"summary": "Told: " + "; ".join(text[:30] for _, text in said_in(prompt))}
    if "Extract every personal fact" in instructions:
        return {"facts": [f"{speaker} said: {text}" for speaker, text in said_in(prompt) if "?" not in text]}
    if "building knowledge graphs" in instructions:
        return {"triplets": triplets_of(prompt)}
    digest = sha256(prompt.encode()).hexdigest()[:8]
    if "memory graph of events" in instructions:
        return {
            "events": [{"event": f"Event {digest}", "event_time": "May 2024", "triplets": [["Ana", "saw", digest]]}]
        }
    facts = json.loads(prompt)
    return {"insights": [{"timestamp": facts[-1]["timestamp"], "content": f"{len(facts)} things, {digest}."}]}


def writer(name: str = "writer") -> ScriptedChat:
    """A model within the process."""
    return ScriptedChat(answer_to, name)


def answer_to(request: ChatRequest) -> Any:
    """What the model writes to a request."""
    return reply_to(request.messages[0].content, request.messages[1].content)


def served(asked: ReceivedRequest) -> Any:
    """What the same model writes behind a server."""
    messages = asked.body["messages"]
    return reply_to(messages[0]["content"], messages[1]["content"])


def asked_of(model: ScriptedChat) -> list[str]:
    """The purposes of all requests, in the order of the alphabet: threads ask in any order."""
    return sorted(request.purpose for batch in model.batches for request in batch)


def prompts_of(requests: Iterable[ReceivedRequest]) -> list[str]:
    """What a server was asked, request by request: instructions and data."""
    return [json.dumps(asked.body["messages"][:2]) for asked in requests]
