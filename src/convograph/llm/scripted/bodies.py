"""Response bodies of OpenAI's protocol: completions, stream events, embeddings, errors."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

from convograph.llm.scripted.behaviours import Fail, ReceivedRequest, Refuse, Say, Vectors

MODEL = "scripted"


def completion(asked: ReceivedRequest, behaviour: Say | Refuse) -> bytes:
    """A whole reply."""
    said = {"role": "assistant", **_said(asked, behaviour)}
    finish = behaviour.finish if isinstance(behaviour, Say) else "stop"
    body: dict[str, Any] = {
        "id": "scripted-1",
        "object": "chat.completion",
        "created": 0,
        "model": asked.body.get("model", MODEL),
        "choices": [{"index": 0, "message": said, "finish_reason": finish}],
    }
    if isinstance(behaviour, Say) and behaviour.usage:
        read = sum(_words(message["content"]) for message in asked.body.get("messages", ()))
        body["usage"] = {"prompt_tokens": read, "completion_tokens": _words(said["content"])}
    return json.dumps(body).encode()


def events(asked: ReceivedRequest, behaviour: Say | Refuse) -> bytes:
    """A reply as a stream of server-sent events, one for each word."""
    ((key, text),) = _said(asked, behaviour).items()
    changes: list[tuple[dict[str, str], str | None]] = [({"role": "assistant"}, None)]
    changes += [({key: piece}, None) for piece in re.findall(r"\S+\s*|\s+", text)]
    changes.append(({}, behaviour.finish if isinstance(behaviour, Say) else "stop"))
    lines = [
        json.dumps(
            {
                "id": "scripted-1",
                "object": "chat.completion.chunk",
                "created": 0,
                "model": asked.body.get("model", MODEL),
                "choices": [{"index": 0, "delta": delta, "finish_reason": finish}],
            }
        )
        for delta, finish in changes
    ]
    return "".join(f"data: {line}\n\n" for line in [*lines, "[DONE]"]).encode()


def embeddings(behaviour: Vectors) -> bytes:
    """Rows of vectors; NaN and infinity are written as Python's JSON writes them, like careless servers do."""
    rows = [{"object": "embedding", "index": index, "embedding": list(row)} for index, row in enumerate(behaviour.rows)]
    usage = {"prompt_tokens": len(rows), "total_tokens": len(rows)}
    return json.dumps({"object": "list", "data": rows, "model": MODEL, "usage": usage}).encode()


def failure(behaviour: Fail) -> bytes:
    """An error in OpenAI's form."""
    error = {"message": behaviour.message, "type": "error", "param": behaviour.parameter, "code": behaviour.code}
    return json.dumps({"error": error}).encode()


def models() -> bytes:
    """The list of models, with one entry."""
    return json.dumps({"object": "list", "data": [{"id": MODEL, "object": "model", "owned_by": "convograph"}]}).encode()


def text_of(value: Any) -> str:
    """A text as it is, any other value as JSON."""
    return value if isinstance(value, str) else json.dumps(value)


def ended(text: str, stop: Sequence[str]) -> str:
    """The text up to the first occurrence of a stop text, as a server cuts a reply."""
    return text[: min((place for one in stop if (place := text.find(one)) >= 0), default=len(text))]


def _said(asked: ReceivedRequest, behaviour: Say | Refuse) -> dict[str, str]:
    if isinstance(behaviour, Refuse):
        return {"refusal": behaviour.reason}
    return {"content": ended(text_of(behaviour.value), asked.body.get("stop", ()))}


def _words(text: str) -> int:
    return len(text.split())
