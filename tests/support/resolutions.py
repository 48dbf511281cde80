"""Conversations full of namesakes, and a chat model that says whom they mean: a pure function of what it is asked, so
that its calls may come in any order.
"""

from __future__ import annotations

import json
import random
from datetime import datetime
from hashlib import sha256
from typing import Any

from convograph.chat import ChatRequest
from convograph.llm.scripted import ReceivedRequest, Say, ScriptedChat
from convograph.types import Session, Turn
from support.conversations import said_at

FIRST = ("Maria", "Tom", "Ana", "Ben", "Ida", "Leo")
FAMILY = ("Lopez", "Silva")


def crowd(seed: int, sessions: int = 10) -> list[Session]:
    """People who share first names, on a day each: many mentions that a name alone does not tell."""
    chance = random.Random(seed)
    names = [*FIRST, *(f"{first} {family}" for first in FIRST for family in FAMILY)]
    return [
        Session(
            tuple(
                Turn(f"{chance.choice(names)} likes {chance.choice(names)}.", "Kim", id=f"s{day}.t{place}")
                for place in range(4)
            ),
            f"s{day}",
            said_at(datetime(2024, 1, 1 + day)),
        )
        for day in range(sessions)
    ]


def lists_in(prompt: str) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """The mentions in a prompt, and the entities that they may mean."""
    entities, existing = prompt.split("\n\nENTITIES\n")[1].split("\n\nEXISTING_ENTITIES\n")
    return json.loads(entities), json.loads(existing)


def chosen(prompt: str) -> dict[str, Any]:
    """Who has the same name, else one of the entities, or none of them, by their names alone: in whatever order."""
    entities, existing = lists_in(prompt)
    resolutions = []
    for place, entity in enumerate(entities):
        ranked = sorted((_liking(entity["name"], one), number) for number, one in enumerate(existing))
        choice = ranked[0][1] if ranked[0][0] < "8" else -1
        resolutions.append({"id": place, "name": "", "duplicate_id": choice, "duplicate_name": ""})
    return {"entity_resolutions": resolutions}


def _liking(name: str, entity: dict[str, Any]) -> str:
    names = [entity["name"], *entity["aliases"]]
    return "" if name in names else sha256(json.dumps([name, names[0]]).encode()).hexdigest()


def resolver(name: str = "resolver") -> ScriptedChat:
    """A model within the process."""
    return ScriptedChat(lambda request: chosen(prompt_of(request)), name)


def prompt_of(request: ChatRequest) -> str:
    """What a request asks."""
    return request.messages[1].content


def slowly(asked: ReceivedRequest) -> Say:
    """The same model behind a server, which replies to some requests later than to those behind them."""
    prompt = asked.body["messages"][1]["content"]
    return Say(json.dumps(chosen(prompt)), delay=sha256(prompt.encode()).digest()[0] % 4 / 50)
