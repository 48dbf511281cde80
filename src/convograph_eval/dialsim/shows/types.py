"""A show for the simulator: scenes in order, each with its utterances and the questions that may be asked in it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from itertools import product
from typing import Final, Literal

from convograph.types import Said

LETTERS: Final = "ABCDE"
DONT_KNOW: Final = LETTERS[-1]
"""The letter of the last option, which says that the answer is unknown."""

DEFAULT_WORDING: Final = "default"
"""The key of the wording for characters without a wording of their own."""

QuestionSource = Literal["tkg", "fan"]
"""The temporal knowledge graph (`hard_q`), or a fan quiz (`easy_q`)."""

_TENSES: Final = ("past", "cur", "fu")
ONE_HOP_TYPES: Final = _TENSES
TWO_HOP_TYPES: Final = tuple(f"{first}_{second}" for first, second in product(_TENSES, _TENSES))
UNDATED: Final = "ans_wo_time"
BEFORE_EVENT: Final = "before_event_unans"
NEVER_KNOWN: Final = "dont_know_unans"
TYPES: Final[Mapping[QuestionSource, tuple[str, ...]]] = {
    "tkg": (*ONE_HOP_TYPES, *TWO_HOP_TYPES),
    "fan": ("ans_w_time", UNDATED, BEFORE_EVENT, NEVER_KNOWN, "dont_know_unans_time"),
}
"""The types of questions by source: one-hop and two-hop types of the graph, and types of fan quizzes."""

_UNANSWERABLE: Mapping[QuestionSource, str] = {"tkg": "fu", "fan": "unans"}


@dataclass(frozen=True, slots=True)
class Utterance:
    """A text by one speaker."""

    speaker: str
    text: str


@dataclass(frozen=True, slots=True)
class ChoiceQuestion:
    """A question with five options, the last of which says that the answer is unknown.

    `wordings` maps the asking character, or `DEFAULT_WORDING`, to the text. `gold` is the index of the right option.
    `evidence` has the dates of the scenes that answer it (`None`: unknown). `told_in` has for each hop the names of
    the scenes that state it ("S1E1#3"), each of which suffices; it is empty if they are unknown.
    """

    id: str
    source: QuestionSource
    type: str
    wordings: Mapping[str, str] = field(hash=False)
    options: tuple[str, ...]
    gold: int
    evidence: tuple[date, ...] | None = None
    told_in: tuple[tuple[str, ...], ...] = ()

    @property
    def letter(self) -> str:
        """The letter of the right option."""
        return LETTERS[self.gold]

    @property
    def unanswerable(self) -> bool:
        """Whether questions of this type have no answer."""
        return is_unanswerable(self.source, self.type)


@dataclass(frozen=True, slots=True)
class Scene:
    """A session of a show: its date, its utterances, and its questions by source and type (no type is empty).

    `episode` and `number` are those of the release; `said.raw` is the date as written there.
    """

    episode: str
    number: str
    said: Said
    utterances: tuple[Utterance, ...]
    questions: Mapping[QuestionSource, Mapping[str, tuple[ChoiceQuestion, ...]]] = field(hash=False)

    @property
    def name(self) -> str:
        """The scene's name, such as "S1E1#3"."""
        return f"{self.episode}#{self.number}"

    @property
    def day(self) -> date:
        """The scene's date."""
        return self.said.local.date()

    @property
    def speakers(self) -> frozenset[str]:
        """The speakers of the scene."""
        return frozenset(one.speaker for one in self.utterances)


@dataclass(frozen=True, slots=True)
class Show:
    """The scenes of a show in order; `agent` is the main character, whose role the memory plays.

    `skipped` counts the questions left out, by reason.
    """

    name: str
    agent: str
    scenes: tuple[Scene, ...]
    skipped: Mapping[str, int] = field(default_factory=dict, hash=False)


def is_unanswerable(source: QuestionSource, kind: str) -> bool:
    """Whether questions of this type have no answer: their name contains `fu` (tkg) or `unans` (fan).

    >>> is_unanswerable("tkg", "past_fu"), is_unanswerable("fan", "ans_w_time")
    (True, False)
    """
    return _UNANSWERABLE[source] in kind
