"""A value as a reader found it, and the words around it that show a misreading."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from convograph.extraction.types import EntityKind
from convograph.facts.acts import StatedAct

SURE = 0.9
"""How likely a reading is that is taken for sure: a place that somebody went to is one where they stayed."""


@dataclass(frozen=True, slots=True)
class FoundValue:
    """A value as a reader found it: what is told of it, and the words of its sentence `before` and `after` it.

    `kind` is what the rules of extraction take it for, `likely` how sure the learned reader is, and `own` says that it
    takes the value for the speaker's.
    """

    relation: str
    value: str
    told: StatedAct
    before: str = ""
    after: str = ""
    kind: EntityKind = "thing"
    likely: float = 1.0
    own: bool = False

    @classmethod
    def in_sentence(
        cls, sentence: str, relation: str, value: str, told: StatedAct, kind: EntityKind = "thing"
    ) -> FoundValue:
        """A value where it first stands in a sentence; all of the sentence is before one that stands nowhere in it, or
        that is not named.
        """
        before, _, after = sentence.partition(value) if value else (sentence, "", "")
        return cls(relation, value, told, before, after, kind)


Misreading = Callable[[FoundValue], bool]
"""Tells of a value whether it was misread in some way."""


@dataclass(frozen=True, slots=True)
class Cue:
    """A way of misreading that words `before` the value and `after` it show, with an example: "the [value]"."""

    example: str
    before: re.Pattern[str] | None = None
    after: re.Pattern[str] | None = None

    def __call__(self, found: FoundValue) -> bool:
        """Whether the words stand there."""
        if self.before is not None and self.before.search(found.before) is None:
            return False
        return self.after is None or self.after.match(found.after) is not None
