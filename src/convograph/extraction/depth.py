"""How much of each turn is parsed, and so read for names, triplets and events.

Whatever the depth, turns are stored and searched whole. An assistant's long turns are mostly general text (recipes,
lists, explanations) that says little about the people who talk, and parsing it is most of the work.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from convograph.errors import InputError
from convograph.graph.turns import speaker_key
from convograph.patterns import lazy_pattern
from convograph.segmentation import sentence_spans
from convograph.types import SourceTurn

ASSISTANT = "assistant"  # a model's speaker name in the messages of every API, in LongMemEval and in a `Talk`
WHOLE = "all"

ASSISTANT_SENTENCES = 1  # picks up what was said; more would crowd out people's triplets (docs/language.md)
SENTENCES = 24  # people who talk say at most a dozen; anything longer is nearly always pasted

_GIVEN = lazy_pattern(r"(assistant|others)=(?:(all)|(\d{1,6})(?:\+(\d{1,6}))?)")


@dataclass(frozen=True, slots=True)
class Bound:
    """How many sentences to read at the start and the end of a turn; all of them if `first` is `None`."""

    first: int | None = None
    last: int = 0

    def __post_init__(self) -> None:
        if (self.first or 0) < 0 or self.last < 0:
            raise InputError(f"no bound of a turn's sentences is below 0: {self.first}, {self.last}")

    def spans(self, text: str) -> list[tuple[int, int]]:
        """The spans of these sentences in a text, in order."""
        if self.first is None or not self.last:
            return sentence_spans(text, self.first)
        spans = sentence_spans(text)
        return [*spans[: self.first], *spans[max(self.first, len(spans) - self.last) :]]

    def __str__(self) -> str:
        first = WHOLE if self.first is None else str(self.first)
        return f"{first}+{self.last}" if self.last and self.first is not None else first


@dataclass(frozen=True, slots=True)
class Depth:
    """Which sentences of a turn are parsed: one bound for an assistant's turns, one for everybody else's.

    An assistant is a speaker called "assistant". The bound `others` also applies to unknown speakers.
    """

    assistant: Bound = Bound(ASSISTANT_SENTENCES)
    others: Bound = Bound(SENTENCES)

    def spans(self, turn: SourceTurn) -> list[tuple[int, int]]:
        """The spans of the sentences of a turn that are parsed, in order."""
        by_assistant = turn.speaker is not None and speaker_key(turn.speaker) == ASSISTANT
        return (self.assistant if by_assistant else self.others).spans(turn.text)

    @property
    def fingerprint(self) -> str:
        """Changes with the sentences that are parsed."""
        return f"depth:{self}"

    def __str__(self) -> str:
        return f"assistant={self.assistant},others={self.others}"

    @classmethod
    def read(cls, text: str) -> Self:
        """The depth that a user writes: `"all"`, or one or both bounds, as in `"assistant=1,others=24"`.

        A bound is `all`, or a number of first sentences, optionally with `+` and a number of last ones. Raises
        `InputError` for other texts.

        >>> str(Depth.read("assistant=1+1"))
        'assistant=1+1,others=24'
        """
        if text == WHOLE:
            return cls(Bound(), Bound())
        bounds: dict[str, Bound] = {}
        for part in text.split(","):
            given = _GIVEN.fullmatch(part.strip())
            if given is None or given[1] in bounds:
                raise InputError(
                    f"{text[:80]!r} is no depth of reading; give 'all', or bounds as in '{cls()}' or 'assistant=1+1'"
                )
            bounds[given[1]] = Bound() if given[2] else Bound(int(given[3]), int(given[4] or 0))
        return cls(**bounds)


EVERYTHING = Depth(Bound(), Bound())
