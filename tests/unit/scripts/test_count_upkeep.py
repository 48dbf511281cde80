"""What agents read of a dialogue whose memories a model keeps."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from convograph.types import Conversation, Said, Session, Turn
from convograph_eval.datasets.dialogues.types import two_sided
from convograph_eval.responding import ResponseAgentSettings
from convograph_eval.responding.agents import AgentMaker
from count_upkeep import KINDS, PROMPTS, tokens_of


class WordCounter:
    """Words between spaces."""

    name = "words"

    def count(self, texts: list[str]) -> list[int]:
        return [len(text.split()) for text in texts]


def session(name: str, *texts: str) -> Session:
    turns = tuple(Turn(text, ("Ana", "Ben")[place % 2]) for place, text in enumerate(texts))
    return Session(turns, name, Said(datetime(2000, 1, 1), None, ""))


def counted(names: Iterable[str], second: str, third: str) -> dict[str, int]:
    """The tokens under these names, of a dialogue with these first lines in its second and third session."""
    said = (session("1", "I sail.", "Oh."), session("2", second, "Oh."), session("3", third, "Oh."))
    dialogue = two_sided(Conversation("d", said), "Ana", "Ben")
    found = tokens_of((dialogue,), AgentMaker(ResponseAgentSettings()), WordCounter())
    return {name: found[name] for name in names}


def test_sessions_before_the_last_are_read_once_by_each_request() -> None:
    """Two of three; a word more in one of them is a token more of each, in the last it is none."""
    few = counted(KINDS, "I row.", "I swim.")
    assert counted(KINDS, "I row there.", "I swim.") == {title: tokens + 1 for title, tokens in few.items()}
    assert counted(KINDS, "I row.", "I swim there.") == few
    assert all(tokens > 0 for tokens in few.values())


def test_a_prompt_has_the_line_that_is_replied_to() -> None:
    """A word more in it is a token more for LD-Agent; MemoryBank recalls rounds beside, so its prompt is longer."""
    few = counted(PROMPTS, "I row.", "I swim.")
    assert counted(PROMPTS, "I row.", "I swim there.")["ld-agent"] == few["ld-agent"] + 1
    assert few["memorybank"] > few["ld-agent"]
