"""Counts the tokens that MemoryBank's and LD-Agent's models read for upkeep and replies, as far as no model is needed.

    python scripts/count_upkeep.py msc /path/to/dialogue_session_3_valid.jsonl.gz

Upkeep requests that contain only a session have the same tokens with any model. MemoryBank's second request, about all
sessions, contains text written by a model, and is left out. Prompts for replies have a dash in place of each text
written by a model; real ones are longer. Each figure is the mean over dialogues, for the sessions before the last, in
which replies are made.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from convograph.chat import ChatRequest
from convograph.errors import ConvographError
from convograph.llm.scripted import ScriptedChat
from convograph.protocols import TokenCounter
from convograph.tokens import WordPieceCounter
from convograph_eval.datasets.dialogues import Dialogue, load_dialogues
from convograph_eval.responding import ResponseAgentSettings, ResponseModels
from convograph_eval.responding.agents import AgentMaker
from convograph_eval.responding.responder import Responder

KINDS = {"SessionNotes": "memorybank, a session", "Event": "ld-agent, the event", "Personas": "ld-agent, the traits"}
"""The requests that contain only a session, by the title of their schema."""

PROMPTS = {
    "memorybank": "memorybank, prompts for replies at least",
    "ld-agent": "ld-agent, prompts for replies at least",
    "long-context": "long-context, prompts for replies",
}
"""The agents whose prompts are counted."""

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
    parser.add_argument("--limit", type=int, help="only the first dialogues, so many")
    options = parser.parse_args(arguments)
    try:
        dialogues = load_dialogues(options.dataset, options.data).dialogues[: options.limit]
    except ConvographError as error:
        parser.error(str(error))
    counter = WordPieceCounter()
    counted = tokens_of(dialogues, AgentMaker(ResponseAgentSettings()), counter)
    for title, kind in {**KINDS, **PROMPTS}.items():
        print(f"{kind}: {counted[title] / len(dialogues):,.0f} tokens a dialogue ({counter.name})")


@dataclass
class _Asked:
    """Gives minimal replies to requests, and counts their tokens by the title of their schema."""

    counter: TokenCounter
    tokens: Counter[str] = field(default_factory=Counter)

    def __call__(self, request: ChatRequest) -> object:
        title = str((request.schema or {})["title"])
        self.tokens[title] += sum(self.counter.count([message.content for message in request.messages]))
        return _REPLIES[title]


def tokens_of(dialogues: Sequence[Dialogue], maker: AgentMaker, counter: TokenCounter) -> Counter[str]:
    """The tokens of all upkeep requests by the title of their schema, and of prompts for replies by agent."""
    asked = _Asked(counter)
    responder = Responder(maker, ResponseModels(upkeep=ScriptedChat(asked)), None, counter)
    for agent in PROMPTS:
        for dialogue in dialogues:
            replies = responder.record(agent, dialogue).replies
            asked.tokens[agent] += sum(reply.prompt_tokens for reply in replies)
    return asked.tokens


if __name__ == "__main__":
    main()
