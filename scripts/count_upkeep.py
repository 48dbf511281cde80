"""Counts what MemoryBank's and LD-Agent's memories read to keep themselves, as far as that needs no model.

    python scripts/count_upkeep.py msc /path/to/dialogue_session_3_valid.jsonl.gz

Some requests hold a session and nothing else: their tokens are those of any model's run. MemoryBank's second request,
about all sessions, holds what a model wrote, and is left out. Each figure is the mean over dialogues of the tokens of
all requests of a kind, for the sessions before the last that is replied in.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from convograph.build import DEFAULT_ENCODER, make_encoder
from convograph.chat import ChatRequest
from convograph.errors import ConvographError
from convograph.llm.scripted import ScriptedChat
from convograph.protocols import Encoder, TokenCounter
from convograph.tokens import WordPieceCounter
from convograph_eval.datasets.dialogues import Dialogue, load_dialogues
from convograph_eval.responding.agents.ld_agent import LDAgent
from convograph_eval.responding.agents.memory_bank import MemoryBank
from convograph_eval.responding.agents.types import ResponseMemory
from convograph_eval.responding.prompt import Roles

KINDS = {"SessionNotes": "memorybank, a session", "Event": "ld-agent, the event", "Personas": "ld-agent, the traits"}
"""The requests that hold a session and nothing else, by the title of their schema."""

_REPLIES = {
    "SessionNotes": {"summary": "-", "personality": "-"},
    "GlobalNotes": {"summary": "-", "portrait": "-"},
    "Event": {"summary": "-", "topics": []},
    "Personas": {"user": [], "agent": []},
}


def main(arguments: list[str] | None = None) -> None:
    """Print a line for each kind of request."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("dataset", help="msc, cc or locomo")
    parser.add_argument("data", type=Path, help="the file of the dialogues")
    options = parser.parse_args(arguments)
    try:
        dialogues = load_dialogues(options.dataset, options.data).dialogues
    except ConvographError as error:
        parser.error(str(error))
    counter = WordPieceCounter()
    counted = tokens_of(dialogues, make_encoder(DEFAULT_ENCODER), counter)
    for title, kind in KINDS.items():
        print(f"{kind}: {counted[title] / len(dialogues):,.0f} tokens a dialogue ({counter.name})")


@dataclass
class _Asked:
    """Replies with as little as a request allows, and counts its tokens by the title of its schema."""

    counter: TokenCounter
    tokens: Counter[str] = field(default_factory=Counter)

    def __call__(self, request: ChatRequest) -> object:
        title = str((request.schema or {})["title"])
        self.tokens[title] += sum(self.counter.count([message.content for message in request.messages]))
        return _REPLIES[title]


def tokens_of(dialogues: tuple[Dialogue, ...], encoder: Encoder, counter: TokenCounter) -> Counter[str]:
    """The tokens of all requests by the title of their schema."""
    asked = _Asked(counter)
    model = ScriptedChat(asked)
    for dialogue in dialogues:
        last = max((place.session for place in dialogue.places), default=1)
        for memory in _memories(dialogue, encoder, model):
            for session in dialogue.sessions[: last - 1]:
                memory.remember(session)
    return asked.tokens


def _memories(dialogue: Dialogue, encoder: Encoder, model: ScriptedChat) -> Iterator[ResponseMemory]:
    yield MemoryBank(encoder, model, dialogue.user, k=1)
    yield LDAgent(encoder, model, Roles(dialogue.user, dialogue.agent), k=1)


if __name__ == "__main__":
    main()
