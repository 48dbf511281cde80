"""Turns that only give the value that somebody's question asks for: "Where do you live?" – "In Porto, since May."

The question must be about its addressee and ask for one relation. The answer must be a single value of the form that
this relation has: a longer answer may say anything. English only.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from convograph.extraction.asides import composed_from
from convograph.extraction.asked_relation import ANY_PET, asked_for
from convograph.extraction.asking import asks_without_mark
from convograph.extraction.corrections import CUES
from convograph.extraction.lexicon import word_list
from convograph.facts.learned_reader.tagger import bundled_tagger
from convograph.facts.learned_reader.token_window import IN_FULL
from convograph.facts.names import is_first_name, names_nobody
from convograph.facts.reading.capitals import capitalized
from convograph.facts.reading.misreadings import FoundValue, is_stated
from convograph.facts.relations import FAVORITE, as_called
from convograph.facts.statement import SENTENCE, Statement, since_in, tells_a_change
from convograph.facts.values.forms import closed_form
from convograph.facts.values.kinds import is_job, is_name, names_nothing
from convograph.facts.values.words import words_of
from convograph.graph.turns import speaker_key
from convograph.patterns import lazy_pattern
from convograph.segmentation import is_assistant, is_tool
from convograph.types import SourceTurn

_BE = r"(?: (?:is|are)|['’]?s|['’]re)"
_ITS_NAME = lazy_pattern(
    rf"what{_BE} (?:it|he|she) called|what{_BE} (?:its|his|her) name"
    r"|what (?:did|do|have|will) you (?:call|called|name|named) (?:it|him|her)"
    r"|(?:do|does) (?:it|he|she|they) have a name(?: yet)?",
    re.IGNORECASE,
)
_IT = "it"
_REQUEST = lazy_pattern(r"(?:can|could|may) (?:i|we) (?:have|get) (?=your\b)", re.IGNORECASE)  # read as "what is"
_OPENING = (
    r"(?:(?:so|and|but|well|ok|okay|oh|hi|hey|hello|cool|nice|great|btw|by the way|anyways?|just curious|and you"
    r"|tell me|may i ask|can i ask)[\s,:!–—-]+)*"
)
_CLOSING = r"(?:,? (?:by the way|btw|if i may ask|though|anyway))?(?:,? (?P<called>(?-i:[A-Z])[\w-]+))?"
_OPENED = lazy_pattern(rf"\W*{_OPENING}", re.IGNORECASE)
_CLOSED = lazy_pattern(rf"{_CLOSING}\W*$", re.IGNORECASE)
_SUPPOSED = lazy_pattern(r"\b(?:imagine|pretend|suppos\w+|if|game|quiz|role|character|story)\b", re.IGNORECASE)
_SENTENCE = lazy_pattern(SENTENCE)
_SAID_FIRST = (
    r"(?:(?:oh|um+|uh+|er+m?|well|h+m+|ha(?:ha)*|so|yeah|ok|okay|sure|currently|now|definitely|easily|easy|probably|just"
    r"|hi|hey|hello)[\s,.:!–—-]+)*"
)
_LEAD = (
    r"(?:(?:it|that|he|she)(?:['’]s| is)(?: called)? |called |that would be |(?:her|his|its) name(?:['’]s| is) "
    r"|(?:I|we)(?:['’]ve| have)? (?:called|named) (?:it|him|her) )?"
    r"(?P<at>in |at |for |with )?(?:as )?(?:an? |the )?"
)
_TAIL = (
    r"(?:,? (?:since|for|now|at the (?:moment|minute)|these days|currently|actually|of course|by far|please|and yours?"
    r"|and you|(?:what|how) about you|here|mate|though|tho|years old|years|yrs|born and bred)\b.*|\s*[:;]-?[)D(P]"
    r"|[^\w\s.,'’+-]+)?"
)
_REPLY = lazy_pattern(
    rf"\W*?{_SAID_FIRST}{_LEAD}(?P<value>\+?\(?\w[^,;:!?]*?(?:, [A-Z][\w-]+)?){_TAIL}\s*", re.IGNORECASE
)
_SEVERAL = lazy_pattern(r" (?:and|or|but) |/|&| then ", re.IGNORECASE)
_AT = lazy_pattern(r" (?:at|in|for|with|on|by) ", re.IGNORECASE)
_WORD = lazy_pattern(r"[\w'’]+")
_NO_VALUE = frozenset(
    "i i'm im i've you we it my mine your yours that this these those none nothing nowhere no not never any all"
    " everything many depends depend hard tough difficult tricky idea clue guess secret question one ones both either"
    " choose pick say same maybe ask why what who where when lots too sure know dunno anything whatever whichever is"
    " was are am were called named like love".split()
)
_TAKEN_BACK = lazy_pattern(
    rf"\b(?:i wish|kidding|joking|jk|lol|not really|{CUES}|i mean|meant|used to|until|was|were|before)\b",
    re.IGNORECASE,
)  # after the answer: it may not be meant as one
_LISTS = (
    "usual_words",
    "interjections",
    "discourse_markers",
    "place_adverbs",
    "time_adverbs",
    "place_nouns",
    "relatives",
)
_SHORT_YOU = lazy_pattern(r"\b(?:u|ur)\b", re.IGNORECASE)
_LISTED = ("places", "towns", "organizations")
_OF_PLACES = frozenset(("lives_in", "works_at", "attends"))
_MOST_WORDS = 4
_LONGEST = 300  # characters; longer turns are not read


class DirectQuestion(NamedTuple):
    """A question to the addressee: the relation, the name used for them, if any, and the kind of pet to be named."""

    relation: str
    called: str | None
    pet: str | None = None

    @property
    def needs_a_pet(self) -> bool:
        """Whether only the turn before the question tells which pet is meant: "What's it called?"."""
        return self.pet == _IT


def asked_in(text: str) -> DirectQuestion | None:
    """The question that a turn puts to its addressee, if it is the only one, ends the turn and asks for one relation.

    >>> asked_in("I'm from Rome. So where do you live now?"), asked_in("Where do you live, and why?")
    (DirectQuestion(relation='lives_in', called=None, pet=None), None)
    >>> asked_in("what do u do")
    DirectQuestion(relation='occupation', called=None, pet=None)
    """
    said = _in_full(text.strip())
    if said.count("?") != 1 or len(said) > _LONGEST or _SUPPOSED.search(said) or composed_from(said) < len(said):
        return None
    *_, last = (found[0] for found in _SENTENCE.finditer(said[: said.index("?")]))
    if any(map(str.isalnum, said[said.index("?") :])):
        return None
    question = _OPENED.sub("", last, count=1)
    closing = _CLOSED.search(question)
    return _asked(question) or (closing and _asked(question[: closing.start()], closing["called"]))


def _in_full(text: str) -> str:
    """A question as typed in a hurry, in full: "what do u do" with "you" and a question mark."""
    said = _SHORT_YOU.sub(lambda match: IN_FULL[match[0].lower()], text)
    asks = "?" not in said and len(said) <= _LONGEST and asks_without_mark(said)
    return f"{said}?" if asks else said


def _asked(question: str, called: str | None = None) -> DirectQuestion | None:
    if _ITS_NAME.fullmatch(question):
        return DirectQuestion("has_pet", called, _IT)
    asked = asked_for(_REQUEST.sub("what is ", question))
    if asked is None or not asked.of_addressee or asked.former or asked.at:
        return None
    relation = as_called(asked.relations[0])
    return None if relation == "has_pet" and asked.kind is None else DirectQuestion(relation, called, asked.kind)


def answered(asked: DirectQuestion, asker: str | None, reply: SourceTurn) -> Iterator[Statement]:
    """What a person's turn states by giving only the value that the turn before it asks for.

    A pet's name follows its kind, which `asked` has.
    """
    speaker = reply.speaker
    if not speaker or not asker or speaker_key(speaker) == speaker_key(asker) or is_tool(asker):
        return
    if is_assistant(speaker) or is_tool(speaker) or len(reply.text) > _LONGEST:
        return
    if asked.called and asked.called.casefold() not in speaker_key(speaker).split():
        return
    sentence = _first_sentence(reply.text)
    value = _value_in(sentence, asked.relation)
    if value is not None and _TAKEN_BACK.search(reply.text.partition(sentence)[2]) is None:
        whole = value if asked.pet in (None, ANY_PET) else f"{asked.pet} {value}"
        yield Statement(
            subject=speaker,
            relation=asked.relation,
            value=whole,
            told="holds",
            claimed_by=speaker,
            start=reply.text.lower().find(value.lower()),
            replaces=tells_a_change(asked.relation, "holds", sentence),
            since=since_in(sentence, reply.said),
        )


def _first_sentence(text: str) -> str:
    """The first sentence; empty if it is a question."""
    found = _SENTENCE.search(text)
    return "" if found is None or text[found.end() : found.end() + 1] == "?" else found[0].strip()


def _value_in(sentence: str, relation: str) -> str | None:
    """The value that a sentence consists of; `None` if it says anything else."""
    found = _REPLY.fullmatch(sentence)
    if found is None:
        return None
    value = found["value"].strip(" '\"’‘-")
    form = closed_form(relation)
    if form is not None:
        return value if form.fullmatch(value) else None
    kind, led = relation.split(" ", maxsplit=1)[0], found["at"] is not None
    if kind == "occupation":
        value = _AT.split(value)[0]  # "a nurse at Bosch"
    words = _WORD.findall(value.lower())
    if _SEVERAL.search(value) or not _NO_VALUE.isdisjoint(words) or not 0 < len(words) <= _MOST_WORDS:
        return None
    if kind in _OF_PLACES and value in word_list(*_LISTED):
        value = capitalized(value)
    if kind not in _KINDS or names_nothing(value) or not _KINDS[kind](value, led):
        return None
    return value if kind == "has_pet" or is_stated(FoundValue.in_sentence(sentence, relation, value, "holds")) else None


def _is_named(value: str, led: bool) -> bool:
    """Whether the value is a known name or capitalized like one, and not just a word that begins the answer."""
    if value.lower() in word_list(*_LISTED):
        return True
    words = value.split()
    if not all(word[0].isupper() or word.lower() in ("of", "and", "the", "de", "da", "&") for word in words):
        return False
    return led or not (names_nobody(words[0]) or words[0].lower() in word_list(*_LISTS))


def _is_employer(value: str, led: bool) -> bool:
    """Whether it names an employer or a school, not just a common word: "Remotely.", "Retail"."""
    if value.lower() in word_list("organizations"):
        return True
    return _is_named(value, led) and (led or len(value.split()) > 1 or value.lower() not in bundled_tagger().numbers)


def _is_person(value: str, led: bool) -> bool:
    words = value.lower().split()
    return is_name(value) and len(words) <= 2 and is_first_name(words[0])


def _is_called(value: str, led: bool) -> bool:
    """Whether it may be a pet's name: one or two words with a capital, such as "Biscuit"."""
    return value[0].isupper() and len(value.split()) <= 2 and not names_nobody(value.split(maxsplit=1)[0])


def _is_liked(value: str, led: bool) -> bool:
    return word_list(*_LISTS).isdisjoint(words_of(value))


_KINDS: Mapping[str, Callable[[str, bool], bool]] = {
    "lives_in": _is_named,
    "works_at": _is_employer,
    "attends": _is_employer,
    "occupation": lambda value, led: is_job(value) and not led,
    "age": lambda value, led: value.isdigit(),
    "partner": _is_person,
    "name": _is_person,
    "has_pet": _is_called,
    FAVORITE: _is_liked,
}
