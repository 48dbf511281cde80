"""Whether the words that show a relation state it as present, as past, or neither for certain.

DialogRE's annotation has the words that show a relation ("was married to"), but no time. Tense, negation and condition
are read from these words and from the sentences that contain them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from convograph_eval.dialsim.building.naming import Gender, gender_of
from convograph_eval.dialsim.shows.types import Scene, Utterance

UNCERTAIN: Final = "told of another time, or not for certain"
OTHER_GENDER: Final = "a word for her shows that it is him, or the reverse"
BY_MARRIAGE: Final = "a relation by marriage"
WITHOUT_WORDS: Final = "a couple by no words"

VALUES: Final = frozenset(
    {"per:age", "per:title", "per:major", "per:place_of_work", "per:date_of_birth", "per:place_of_birth"}
)
"""Relations to values, which are not people."""

COUPLES: Final = frozenset({"per:spouse", "per:girl/boyfriend"})
_ROMANTIC: Final = COUPLES | {"per:dates"}
_PARENT_AND_CHILD: Final = frozenset({"per:parents", "per:children"})
_MAY_BE_OVER: Final = COUPLES | {"per:roommate"}
"""Relations that questions also have as past ones: an ex-wife, an ex-roommate."""

_FOR_GOOD: Final = _PARENT_AND_CHILD | {"per:siblings", "per:alumni", "per:date_of_birth", "per:place_of_birth"}
"""Permanent relations, for which the tense of the sentence does not matter."""


def _words(*words: str) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{'|'.join(words)})\b", re.IGNORECASE)


_OVER: Final = _words("ex", "used to", "broke up", "broke with", "broken up", "dumped", "divorced", "on a break")
_DOUBTFUL: Final = _words(
    *("break", "breaks", "breaking", "breakup", "dump", "divorce", "been with", "ended", "over", "anymore"),
    *("old", "first", "former", "lived", "moved out", "again", "college"),
)
_AT_ANOTHER_TIME: Final = _words(
    *("was", "were", "had", "did", "used to", "remember", "died", "ago", "no longer", "anymore"),
    *("would", "could", "when", "imagine"),
)
_DENIED: Final = re.compile(
    r"\b(?:not|never|if|should)\b|\b(?:ca|wo|do|does|did|is|are|was|were)n't (?!(?:it|he|she|that|this|you)\b)",
    re.IGNORECASE,
)
_BESIDE: Final = r"\b(?:for|with|by|to|from|at|of|like) an?"
"""The words before a job that is not the head's: "at a faculty meeting", "in the hallway with a cheerleader"."""

_SOMEBODY: Final = _words("you", "your", "you're", "he", "his", "he's", "she", "her", "she's")
_IN_LAW: Final = re.compile(r"\bstep|\bin-law", re.IGNORECASE)
_SENTENCE: Final = re.compile(r"(?<=[.!?…])\s+")

_HIS_AND_HERS = Mapping[Gender, re.Pattern[str]]
_PARENTS: Final[_HIS_AND_HERS] = {
    "she": _words("mom", "moms", "mommy", "mother", "mum", "mama"),
    "he": _words("dad", "dads", "daddy", "father", "papa"),
}
_CHILDREN: Final[_HIS_AND_HERS] = {"she": _words("daughter"), "he": _words("son")}
_EQUALS: Final[_HIS_AND_HERS] = {
    "she": _words("sister", "wife", "girlfriend"),
    "he": _words("brother", "husband", "boyfriend"),
}


@dataclass(frozen=True, slots=True)
class Telling:
    """A DialogRE relation in a scene: `tail` is the `relation` of `head`, and `shown` are the words that show it."""

    relation: str
    head: str
    tail: str
    shown: tuple[str, ...]
    scene: Scene

    @property
    def is_over(self) -> bool:
        """Whether the words say that the relation has ended."""
        return any(map(_OVER.search, self.shown))

    @property
    def doubt(self) -> str | None:
        """Why the relation may not hold at the scene's time (or have ended by then); `None` if it is certain."""
        if self.relation in _PARENT_AND_CHILD and any(map(_IN_LAW.search, self.shown)):
            return BY_MARRIAGE
        if self._has_a_word_of_the_other_gender():
            return OTHER_GENDER
        if self.relation in _ROMANTIC and not self.shown:
            return WITHOUT_WORDS
        return None if self.relation in _FOR_GOOD or self._is_certain() else UNCERTAIN

    def _has_a_word_of_the_other_gender(self) -> bool:
        words, head, tail = " ".join(self.shown), gender_of(self.head), gender_of(self.tail)
        if self.relation not in _PARENT_AND_CHILD:
            return _contradicts(words, _EQUALS, (head, tail))
        parent, child = (head, tail) if self.relation == "per:children" else (tail, head)
        return _contradicts(words, _PARENTS, (parent,)) or _contradicts(words, _CHILDREN, (child,))

    def _is_certain(self) -> bool:
        if self.is_over:
            return self.relation in _MAY_BE_OVER and self._is_said_without(_DENIED)
        if any(map(_DOUBTFUL.search, self.shown)):
            return False
        return self._is_said_without(_DENIED, _AT_ANOTHER_TIME)

    def _is_said_without(self, *signs: re.Pattern[str]) -> bool:
        """Whether a sentence that shows the relation has none of the signs; sentences about others do not count.

        Words that occur in no line are no evidence against it.
        """
        sentences = list(self._sentences())
        theirs = [one for one in sentences if self._is_about(one)]
        if not theirs and self.relation in VALUES and sentences:
            return False
        theirs = theirs or sentences
        return not theirs or any(
            not self._is_of_others(one) and not any(sign.search(one.text) for sign in signs) for one in theirs
        )

    @property
    def _form(self) -> str:
        """A regular expression for the words that show the relation, or for the tail if there are none."""
        return rf"(?<!\w)(?:{'|'.join(map(re.escape, self.shown or (self.tail,)))})(?!\w)"

    def _sentences(self) -> Iterator[Utterance]:
        """The sentences that match `_form`."""
        for line in self.scene.utterances:
            for sentence in _SENTENCE.split(line.text):
                if re.search(self._form, sentence, re.IGNORECASE):
                    yield Utterance(line.speaker, sentence)

    def _is_of_others(self, sentence: Utterance) -> bool:
        """Whether a sentence is about others: "they broke up" by one of the two; "he works for a buyer" for a job."""
        if self.relation == "per:title":
            form = rf"{_BESIDE} (?:[\w-]+ )*?{self._form}"
        elif sentence.speaker in (self.head, self.tail):
            form = rf"\bthey {self._form}"
        else:
            return False
        return re.search(form, sentence.text, re.IGNORECASE) is not None

    def _is_about(self, sentence: Utterance) -> bool:
        """Whether one of the two says a sentence or is named in it; for a value, also whether it has "you" or "he"."""
        whom = (self.head,) if self.relation in VALUES else (self.head, self.tail)
        if sentence.speaker in whom or any(name.split()[0] in sentence.text for name in whom):
            return True
        return self.relation in VALUES and _SOMEBODY.search(sentence.text) is not None


def _contradicts(words: str, gendered: _HIS_AND_HERS, genders: Sequence[Gender | None]) -> bool:
    """Whether the words name only genders that none of the people meant has; false if any of these is unknown."""
    named = {gender for gender, pattern in gendered.items() if pattern.search(words)}
    return bool(named) and None not in genders and named.isdisjoint(genders)
