"""What the memories that a model keeps read of a dialogue."""

from __future__ import annotations

import sys
from datetime import datetime
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[3] / "scripts"))  # scripts belong to the checkout and are not installed

from convograph.types import Conversation, Said, Session, Turn
from convograph_eval.datasets.dialogues.types import two_sided
from count_upkeep import KINDS, tokens_of
from support.encoders import HashingEncoder


class WordCounter:
    """Words between spaces."""

    name = "words"

    def count(self, texts: list[str]) -> list[int]:
        return [len(text.split()) for text in texts]


def session(name: str, *texts: str) -> Session:
    turns = tuple(Turn(text, ("Ana", "Ben")[place % 2]) for place, text in enumerate(texts))
    return Session(turns, name, Said(datetime(2000, 1, 1), None, ""))


def test_sessions_before_the_last_are_read_once_by_each_request() -> None:
    """Two of three; a word more in one of them is a token more of each, in the last it is none."""

    def counted(second: str, third: str) -> dict[str, int]:
        said = (session("1", "I sail.", "Oh."), session("2", second, "Oh."), session("3", third, "Oh."))
        dialogue = two_sided(Conversation("d", said), "Ana", "Ben")
        found = tokens_of((dialogue,), HashingEncoder(), WordCounter())
        return {title: found[title] for title in KINDS}

    few = counted("I row.", "I swim.")
    assert counted("I row there.", "I swim.") == {title: tokens + 1 for title, tokens in few.items()}
    assert counted("I row.", "I swim there.") == few
    assert all(tokens > 0 for tokens in few.values())
