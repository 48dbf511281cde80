"""A value as a reader found it, and the words around it that show a misreading."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from convograph.extraction.types import EntityKind
from convograph.facts.acts import StatedAct

SURE = 0.9
"""The least likelihood at which a reading counts as sure, for instance that somebody stayed where they went."""


@dataclass(frozen=True, slots=True)
class FoundValue:
    """A value as a reader found it: what is said of it, and the words of its sentence `before` and `after` it.

    `kind` is the kind that the extraction rules give it, `likely` how sure the learned reader is, and `own` says that
    the learned reader takes the value for the speaker's.
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
        """A value at its first occurrence in a sentence.

        If the value is empty or does not occur, `before` is the whole sentence.
        """
        before, _, after = sentence.partition(value) if value else (sentence, "", "")
        return cls(relation, value, told, before, after, kind)


Misreading = Callable[[FoundValue], bool]
"""A check for one kind of misreading: true if the value was misread."""


@dataclass(frozen=True, slots=True)
class Cue:
    """A misreading that shows in the words `before` and `after` the value; the value is bracketed in `example`."""

    example: str
    before: re.Pattern[str] | None = None
    after: re.Pattern[str] | None = None

    def __call__(self, found: FoundValue) -> bool:
        """Whether the words before and after the value match the patterns given."""
        if self.before is not None and self.before.search(found.before) is None:
            return False
        return self.after is None or self.after.match(found.after) is not None
