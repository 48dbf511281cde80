"""Synthetic chat of any length from a seed, in which no two long turns are alike.

A first-order Markov chain: each word is drawn from the words that follow its predecessor in the chronicles, so that
vocabulary, frequencies and lengths resemble real chat. The questions are the chronicles' own.
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

MOST_WORDS = 60  # of a turn; one in twenty turns of the chronicles is longer
SESSION = 20  # turns
_BETWEEN = timedelta(hours=6)  # between two sessions: a million turns span thirty-five years
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
        """An infinite stream of turns by two alternating speakers."""
        for number in count():
            yield Turn(self._text(), _SPEAKERS[number % len(_SPEAKERS)])

    def sessions(self, turns: int) -> Iterator[Session]:
        """Sessions with `turns` turns in total."""
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
    """The texts of all turns of the chronicles."""
    files = sorted(path for path in CHRONICLES.glob("*.json") if "." not in path.stem)
    conversations = [json.loads(path.read_text(encoding="utf-8")) for path in files]
    return [
        turn["text"]
        for conversation in conversations
        for session in conversation["sessions"]
        for turn in session["turns"]
    ]


def chronicle_questions(most: int) -> list[str]:
    """A random sample of `most` of the chronicles' questions."""
    files = sorted(CHRONICLES.glob("*.questions.json"))
    questions = [one["question"] for path in files for one in json.loads(path.read_text(encoding="utf-8"))]
    return random.Random(0).sample(questions, most)  # noqa: S311
