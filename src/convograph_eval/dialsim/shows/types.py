"""A show as the simulator sees it: scenes in order, each with what is said and the questions that may be asked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from itertools import product
from typing import Final, Literal

from convograph.types import Said

LETTERS: Final = "ABCDE"
DONT_KNOW: Final = LETTERS[-1]
"""The last option says that the answer is not known."""

DEFAULT_WORDING: Final = "default"
"""The key of the wording for everybody without a wording of their own."""

QuestionSource = Literal["tkg", "fan"]
"""Made from the temporal knowledge graph (`hard_q`), or taken from a fan quiz (`easy_q`)."""

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
"""The types of questions by their source: from the graph of one and of two hops, and of fan quizzes."""

_UNANSWERABLE: Mapping[QuestionSource, str] = {"tkg": "fu", "fan": "unans"}


@dataclass(frozen=True, slots=True)
class Utterance:
    """What one speaker says."""

    speaker: str
    text: str


@dataclass(frozen=True, slots=True)
class ChoiceQuestion:
    """A question with five options, of which the last says that the answer is not known.

    `wordings` maps the character who asks, or `DEFAULT_WORDING`, to the text. `gold` is the place of the right option.
    `evidence` are the dates of the scenes that answer it, as far as the release tells (`None`: it does not). `told_in`
    names the scenes themselves ("S1E1#3") where they are known: for each hop, those of which any tells it.
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
    """A session: when it takes place, what is said in it, and its questions by type, none of them empty.

    `episode` and `number` name it, as in the release; `said.raw` is the date as the release has it.
    """

    episode: str
    number: str
    said: Said
    utterances: tuple[Utterance, ...]
    questions: Mapping[QuestionSource, Mapping[str, tuple[ChoiceQuestion, ...]]] = field(hash=False)

    @property
    def name(self) -> str:
        """As in "S1E1#3"."""
        return f"{self.episode}#{self.number}"

    @property
    def day(self) -> date:
        """Its date."""
        return self.said.local.date()

    @property
    def speakers(self) -> frozenset[str]:
        """Who speaks in it."""
        return frozenset(one.speaker for one in self.utterances)


@dataclass(frozen=True, slots=True)
class Show:
    """The scenes of a show in order; `agent` is the main character, whom the memory plays.

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
