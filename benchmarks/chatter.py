"""Chat that nobody wrote, by a seed: as much of it as a memory is to hold, no two long turns alike.

Each word is drawn from those that follow the one before it somewhere in the chronicles, so that vocabulary, frequencies
and lengths are those of people who write to each other. The questions are those that come with the chronicles.
"""

from __future__ import annotations

import json
import random
from collections import defaultdict
from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from itertools import count, islice, pairwise
from pathlib import Path

from convograph import Session, Turn, parse_said

CHRONICLES = Path(__file__).parents[1] / "data" / "chronicles"

MOST_WORDS = 60  # of a turn; one in twenty of the chronicles' is longer
SESSION = 20  # turns
_BETWEEN = timedelta(hours=6)  # two sessions: a million turns span thirty-five years
_FIRST = datetime(1990, 1, 1, 9)
_SPEAKERS = ("Ana", "Ben")
_EDGE = ""  # before the first word of a turn, and after the last


class Chatter:
    """A source of turns. Equal texts and seeds give equal turns."""

    def __init__(self, texts: Iterable[str], seed: int = 0) -> None:
        followers: defaultdict[str, list[str]] = defaultdict(list)
        for text in texts:
            words = [_EDGE, *text.split(), _EDGE]
            for word, after in pairwise(words):
                followers[word].append(after)
        self._followers = dict(followers)
        self._chance = random.Random(seed)  # noqa: S311 - chance, not secrets

    def turns(self) -> Iterator[Turn]:
        """Turns without end, by two speakers in turn."""
        for number in count():
            yield Turn(self._text(), _SPEAKERS[number % len(_SPEAKERS)])

    def sessions(self, turns: int) -> Iterator[Session]:
        """Sessions with so many turns in all."""
        endless = self.turns()
        for number, start in enumerate(range(0, turns, SESSION)):
            said = parse_said(_FIRST + number * _BETWEEN)
            yield Session(tuple(islice(endless, min(SESSION, turns - start))), f"session {number}", said)

    def _text(self) -> str:
        words: list[str] = []
        word = self._after(_EDGE)
        while word != _EDGE and len(words) < MOST_WORDS:
            words.append(word)
            word = self._after(word)
        return " ".join(words)

    def _after(self, word: str) -> str:
        return self._chance.choice(self._followers[word])


def chronicle_texts() -> list[str]:
    """What is said in the chronicles, turn by turn."""
    files = sorted(path for path in CHRONICLES.glob("*.json") if "." not in path.stem)
    conversations = [json.loads(path.read_text(encoding="utf-8")) for path in files]
    return [
        turn["text"]
        for conversation in conversations
        for session in conversation["sessions"]
        for turn in session["turns"]
    ]


def chronicle_questions(most: int) -> list[str]:
    """Some of the chronicles' questions, drawn from all of them."""
    files = sorted(CHRONICLES.glob("*.questions.json"))
    questions = [one["question"] for path in files for one in json.loads(path.read_text(encoding="utf-8"))]
    return random.Random(0).sample(questions, most)  # noqa: S311
