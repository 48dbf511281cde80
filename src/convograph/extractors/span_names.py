"""The name and kind of a span that a model found in a turn."""

from __future__ import annotations

from dataclasses import dataclass

from convograph.extraction.extractor import Referents
from convograph.extraction.lexicon import word_list
from convograph.extraction.mentions import kind_of
from convograph.extraction.mentions.name_kinds import called
from convograph.extraction.mentions.phrases import head_of
from convograph.extraction.types import EntityKind, TurnInContext
from convograph.graph.turns import speaker_key

Stretch = tuple[int, int]
"""Characters `[start, end)` of a turn."""

_OURS = frozenset(
    {"we", "us", "our", "ours", "ourselves"}
)  # in a dialogue, more often the speaker's family than both speakers
_ARTICLES = frozenset({"a", "an", "the"})
_OWNERS = frozenset({"my", "our", "your", "ur", "his", "her", "their", "its"})
_POINTING = frozenset({"it", "its", "itself", "this", "that", "these", "those", "what", "which", "there", "here"})


@dataclass(frozen=True, slots=True)
class SpanName:
    """The name of a span: its words without article and pronoun, and its owner, if known.

    `lacks_owner` says that there is an unknown owner ("his mom"), `is_person` that the span certainly means a person: a
    participant or the referent of a pronoun.
    """

    words: str
    owner: str | None = None
    lacks_owner: bool = False
    is_person: bool = False

    def beside(self, other: str | None = None) -> str:
        """The name with its owner ("Ana's car"); if the owner is `other`, only kin keeps it ("Ana's sister", "car")."""
        is_family = self.words.split()[-1].lower() in word_list("kin")
        kept = self.owner is not None and (is_family or self.owner != other)
        return f"{self.owner}'s {self.words}" if kept else self.words


def name_at(turn: TurnInContext, stretch: Stretch, referents: Referents) -> SpanName | None:
    """The name of a span of a turn; `None` for a pronoun without a known referent.

    "I" and "we" mean the speaker, "you" the addressee; `referents` gives the meaning of third-person pronouns. A
    participant gets the full speaker name, even if the text has only the first name.
    """
    start, end = stretch
    text = turn.turn.text[start:end]
    if is_pronoun(text):
        meant = _meant(turn, stretch, referents)
        return None if meant is None else SpanName(meant, is_person=True)
    first, _, rest = text.partition(" ")
    is_owned = first.lower() in _OWNERS and bool(rest.strip())
    words = rest.strip() if is_owned or (first.lower() in _ARTICLES and rest.strip()) else text
    taking_part = called(speaker_key(words), turn.participants) if words[0].isupper() else None
    if taking_part is not None:
        return SpanName(taking_part, is_person=True)
    owner = _meant(turn, (start, start + len(first)), referents) if is_owned else None
    return SpanName(words, owner, lacks_owner=is_owned and owner is None)


def kind_at(turn: TurnInContext, stretch: Stretch) -> EntityKind:
    """The kind of a span, by its head in the parse."""
    start, end = stretch
    for sentence in turn.parsed.sentences:
        words = sentence.parse.words
        inside = [
            place
            for place, word in enumerate(words)
            if sentence.start + word.start < end and start < sentence.start + word.end
        ]
        if inside:
            return kind_of(sentence, head_of(words, (inside[0], inside[-1] + 1)), turn.participants)
    return "thing"


def is_pronoun(text: str) -> bool:
    """Whether a span is a personal, possessive or demonstrative pronoun."""
    return text.lower() in word_list("people_pronouns", "speaker_pronouns", "addressee_pronouns") | _POINTING


def _meant(turn: TurnInContext, stretch: Stretch, referents: Referents) -> str | None:
    """The referent of a pronoun, possessive or not."""
    pronoun = turn.turn.text[slice(*stretch)].lower()
    if pronoun in word_list("speaker_pronouns") | _OURS:
        return turn.turn.speaker
    return turn.addressee if pronoun in word_list("addressee_pronouns") else referents.get(stretch)
