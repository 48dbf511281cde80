"""Candidate antecedents of third-person pronouns: the people and animals in a turn, with gender and number."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from convograph.extraction.lexicon import word_table
from convograph.extraction.mentions.mention_names import Name, names_alone
from convograph.extraction.mentions.noun_kinds import noun_kind
from convograph.extraction.mentions.phrases import WordSpan, case_of, head_of, noun_phrase
from convograph.extraction.types import LIVING, ParsedSentence, ParsedTurn
from convograph.patterns import lazy_pattern
from convograph.syntax import Word

Gender = Literal["she", "he", "unknown"]

_ANY = frozenset({"any", "every", "each", "no", "what", "which"})
_CRIED = frozenset({"man", "boy", "girl", "dude", "bro", "baby", "buddy", "brother", "lady"})
ASIDE = lazy_pattern(r"\[[^\]]*\]")  # "[shares a photo of two people]": not spoken
_BESIDE = frozenset({"compound", "flat", "nmod:desc", "appos"})


@dataclass(frozen=True, slots=True)
class Antecedent:
    """A person or animal in a turn: the name or noun phrase, its noun ("sister"), and its position.

    A name that is not known to be a person's or an animal's is not `living`. `noun` is the noun beside a name, if any,
    or the head of a noun phrase. `start` is the offset in the turn, `sentence` the number of the sentence, `subject_of`
    the place of the word whose subject it is, -1 for none.
    """

    name: str
    noun: str
    gender: Gender
    plural: bool
    proper: bool
    living: bool
    start: int
    sentence: int
    subject_of: int


def antecedents(turn: ParsedTurn, participants: Sequence[str]) -> list[Antecedent]:
    """The people and animals that a turn names, in order, without pronouns."""
    names = [name for name in names_alone(turn, frozenset(), participants) if name.kind != "time"]
    found: list[Antecedent] = []
    for place, sentence in enumerate(turn.sentences):
        own = [name for name in names if name.sentence is sentence]
        found.extend(_of_names(sentence, place, [name for name in own if name.kind in LIVING or not name.certain]))
        found.extend(_of_nouns(sentence, place, own))
    asides = [found.span() for found in ASIDE.finditer(turn.turn.text)]
    spoken = [one for one in found if not any(start <= one.start < end for start, end in asides)]
    return sorted(spoken, key=lambda one: one.start)


@dataclass(frozen=True, slots=True)
class _Called:
    """How a turn refers to a person or an animal."""

    noun: str
    gender: Gender
    proper: bool
    living: bool


def _of_names(sentence: ParsedSentence, place: int, names: Sequence[Name]) -> Iterator[Antecedent]:
    words = sentence.parse.words
    for name in names:
        head = head_of(words, name.span)
        if words[head].relation == "vocative":
            continue
        nouns = [words[noun].lemma.lower() for noun in _nouns_beside(words, name, head)]
        gender = _gender_of_name(words, name, nouns)
        called = _Called(nouns[0] if nouns else "", gender, proper=True, living=name.kind in LIVING)
        yield _antecedent(sentence, place, head, name.span, called)


def _of_nouns(sentence: ParsedSentence, place: int, names: Sequence[Name]) -> Iterator[Antecedent]:
    """The nouns for people and animals, except those that refer to the same one as a name."""
    words = sentence.parse.words
    beside = {noun for name in names for noun in _nouns_beside(words, name, head_of(words, name.span))}
    inside = {one for name in names for one in range(*name.span)}
    for head, word in enumerate(words):
        if word.tag != "NOUN" or word.relation in {"compound", "vocative"} or head in beside or head in inside:
            continue
        if noun_kind(words, head) in LIVING and not _names_nobody(words, head):
            lemma = word.lemma.lower()
            called = _Called(lemma, gender_of_noun(lemma), proper=False, living=True)
            yield _antecedent(sentence, place, head, noun_phrase(words, head), called)


def _names_nobody(words: Sequence[Word], head: int) -> bool:
    """Whether a noun refers to nobody in particular: "she is a teacher", "as your friend", "every dog", "oh man"."""
    case = case_of(words, head)
    if case in {"as", "like"} or (case == "in" and words[head].lemma == "person"):
        return True
    own = [word for word in words if word.head == head]
    if any(word.relation == "cop" or (word.relation == "det" and word.lemma in _ANY) for word in own):
        return True
    return words[head].lemma in _CRIED and not any(word.relation in {"det", "nmod:poss"} for word in own)


def _antecedent(sentence: ParsedSentence, place: int, head: int, span: WordSpan, called: _Called) -> Antecedent:
    words = sentence.parse.words
    word = words[head]
    first, last = span
    text = sentence.text[words[first].start : words[last - 1].end]
    return Antecedent(
        name=text,
        noun=called.noun,
        gender=called.gender,
        plural=not called.proper and "Number=Plur" in word.features,
        proper=called.proper,
        living=called.living,
        start=sentence.start + words[first].start,
        sentence=place,
        subject_of=word.head if word.relation.startswith("nsubj") else -1,
    )


def _nouns_beside(words: Sequence[Word], name: Name, head: int) -> Iterator[int]:
    """The nouns with the same referent as a name: "my sister Ana", "Ana, my sister", "Ana is my sister"."""
    first = name.span[0]
    above = words[head].head
    for place, word in enumerate(words):
        if word.tag != "NOUN" or noun_kind(words, place) not in LIVING:
            continue
        linked = (place == above < first and words[head].relation in _BESIDE) or (
            word.head == head and word.relation in _BESIDE
        )
        is_one = (
            place == above
            and words[head].relation == "nsubj"
            and any(other.head == place and other.relation == "cop" for other in words)
        )
        if linked or is_one or place == first - 1:
            yield place


def _gender_of_name(words: Sequence[Word], name: Name, nouns: Sequence[str]) -> Gender:
    for noun in nouns:
        if (gender := gender_of_noun(noun)) != "unknown":
            return gender
    first = name.span[0]
    before = words[first - 1].form.lower() if first else ""
    by_title = _gender_in("titles", before)
    return _gender_in("first_names", name.spelled.split()[0]) if by_title == "unknown" else by_title


def gender_of_noun(lemma: str) -> Gender:
    """The gender that a noun for a person implies."""
    return _gender_in("people", lemma)


def _gender_in(table: str, word: str) -> Gender:
    fits = word_table(table).get(word)
    return "she" if fits == "she" else "he" if fits == "he" else "unknown"
