"""The standpoint of a sentence: whether it only supposes, tells what held before, or is about somebody else."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable

from convograph.extraction.asking import named_in
from convograph.extraction.lexicon import word_list
from convograph.patterns import lazy_pattern
from convograph.terms import STOP_WORDS

_FEIGNED = (
    r"^\W*(?:if|suppos(?:e|ing)|imagine)\b|\bif (?:i|you|we|he|she|they|it) (?:were|was|had|could|ever)\b"
    r"|\b(?:pretend|wish(?:es|ed)?)\b|\bin (?:a|the|my|this|that) (?:novel|book|film|movie|story|game)\b"
)
_IMAGINED = lazy_pattern(_FEIGNED, re.IGNORECASE)
_SUPPOSED = lazy_pattern(
    rf"{_FEIGNED}|\b(?:might|maybe|perhaps|would|should)\b|['’]d (?:be|like|love|prefer|rather)\b", re.IGNORECASE
)
_ASKS_WHO_IS = lazy_pattern(
    r"\bwho(?:['’]s|\s+(?:is|are))\b|\bcalled\b|\bnames?\b|^\W*(?:do|does) .*\bhave\b", re.IGNORECASE
)  # "My cat Miso would eat all day" still says who Miso is
_WANTED = lazy_pattern(
    r"\b(?:hop(?:e|es|ing)|could|may|want(?:s|ed)?|plan(?:s|ning)?|going to|gonna|will|won['’]t)\b|['’]ll\b",
    re.IGNORECASE,
)
_PAST = lazy_pattern(
    r"\b(?:used? to|former(?:ly)?|still|any ?more|previous(?:ly)?|before|back when|once|was|were|did|had|ever)\b",
    re.IGNORECASE,
)
_ONCE = lazy_pattern(
    r"\b(?:i|we|he|she|they|who|also)\s+(?:\w+ly\s+)?used to\b|\bformerly\b|\bback when\b", re.IGNORECASE
)
_PART = lazy_pattern(r"[,;:–—]|\b(?:so|but|and|because|though|although|which|who)\b", re.IGNORECASE)
_CALLING = 2  # words of the question, at most, in a sentence that only calls what is asked about
_FEWEST_WORDS = 3  # of a part that says something: "Oh well" does not
_LEAD_IN = lazy_pattern(r"\W*by the way\W*", re.IGNORECASE)  # three words that say nothing
_OPENING = lazy_pattern(
    r"\W*(?:(?:and|but|so|well|oh|ah|ha|yes|yeah|no|also|then|now|anyway|actually)\b\W*)*", re.IGNORECASE
)
_WORD = lazy_pattern(r"[\w-]+")
_OF_SOMEBODY = lazy_pattern(r"(?:my|our|his|her|their)((?:\s+[\w-]+){1,3})", re.IGNORECASE)
_CAPITAL = lazy_pattern(r"[A-Z][\w-]+")
_TO_EACH_OTHER = frozenset("i my me we our us you your".split())
_FURTHER_PEOPLE = frozenset({"ex"})
_REPLIES = frozenset("exactly nah no nope right sure totally yeah yep yes yup".split())  # to questions for yes or no
_AGREEING = _REPLIES | frozenset("absolutely agreed certainly course definitely done noted problem understood".split())
_ASKS_WHICH = lazy_pattern(r"\b(?:what|where|when|who|whom|whose|which|why|how)\b", re.IGNORECASE)
_ASKS_VALUE = lazy_pattern(
    r"\b(?:what|where|when|who|whom|whose|which|how (?:many|much|old|long|far|often|big|tall))\b", re.IGNORECASE
)
_UNKNOWING = lazy_pattern(
    r"\W*(?:(?:sorry|hm+|well|oh)\W+)*(?:(?:i have )?no idea|not sure|dunno|idk|i(?: am|['’]m) (?:not sure|unsure)"
    r"|i (?:really )?(?:do|did|have) ?n(?:o|['’])t (?:know|remember|(?:have|got) (?:that|any) \w+))"
    r"(?: (?:about |of )?(?:that|it))?(?: yet| either)?(?:\W+sorry)?\W*",
    re.IGNORECASE,
)
_SUBJECT = lazy_pattern(
    r"\b(?:do|does|did|is|are|was|were|has|have|had|can|could|will|would|should)\s+([A-Z][\w-]*)\b(?!['’]|\s+and\b)"
)
_OF_ONESELF = lazy_pattern(
    rf"{_OPENING.pattern}(?:i|i['’](?:m|ve|d|ll)|im|my|we|we['’](?:re|ve|d|ll)|our)\b", re.IGNORECASE
)
_OF_OTHERS = lazy_pattern(r"\b(?:he|him|his|she|her|hers|they|them|their|you|your|yours|us)\b", re.IGNORECASE)
_KNOWS_NOTHING = lazy_pattern(
    r"\bi(?: (?:do not|don['’]t)|['’]m afraid i (?:do not|don['’]t)) (?:\w+ )?(?:know|have|recall|remember|see)\b"
    r"|\byou (?:have(?:n['’]t| not| never)|never|did(?:n['’]t| not)) (?:\w+ )?"
    r"(?:told|tell|mention(?:ed)?|shared?|said|say)\b"
    r"|\bi have no (?:\w+ )?(?:information|record|memory|idea|details?|mention)\b"
    r"|\bi(?: am|['’]m) (?:not sure|unaware)\b",
    re.IGNORECASE,
)
_EXCLAMATION = lazy_pattern(r"\W*(?:what an?(?:\s+[\w'’-]+){1,4}|how\s+\w+)[\s.!…]*", re.IGNORECASE)


def may_answer(question: str, speakers: Collection[str]) -> Callable[[str], bool]:
    """A test of whether a sentence may answer: "I wish I lived in Rome" does not say where Ana lives."""
    about_speakers = is_about_speakers(question, speakers)
    ours = _first_names(speakers)
    says_nothing = only_civil(question, speakers)

    def may(sentence: str) -> bool:
        if says_nothing(sentence) or supposes(sentence, question) or is_former(sentence, question):
            return False
        return not (about_speakers and has_other_subject(sentence, ours))

    return may


def only_civil(question: str, speakers: Iterable[str]) -> Callable[[str], bool]:
    """A test of whether a sentence is only civil: "Congrats, Ana!", "What a lovely family."

    If the question asks what, where or who, these count as civil, too: "Sure." and "Yes, I did", which may answer other
    questions; a sentence that says that somebody does not know, "I'm not sure, sorry."; and one that only calls what is
    asked about: "Callum!"
    """
    cheers, names = word_list("interjections"), _first_names(speakers)
    asks_which = _ASKS_WHICH.search(question) is not None
    civil = cheers | _AGREEING if asks_which else cheers - _REPLIES
    beside = names | STOP_WORDS if asks_which else names
    asked = frozenset(_WORD.findall(question.casefold()))

    def is_civil(sentence: str) -> bool:
        if asks_which and _UNKNOWING.fullmatch(sentence):
            return True
        words = frozenset(_WORD.findall(sentence.casefold()))
        if asks_which and len(words) <= _CALLING and words <= asked:
            return True
        if words.isdisjoint(civil):
            return words <= names or _EXCLAMATION.fullmatch(sentence) is not None
        return words <= civil | beside

    return is_civil


def asked_about(question: str, speakers: Iterable[str]) -> frozenset[str]:
    """The first names, case-folded, of the speakers who are the subject of a question: it asks what they do or are.

    >>> [sorted(asked_about(one, ["Ana", "Ben"])) for one in ("Where does Ben live?", "Who gave Ben a kayak?")]
    [['ben'], []]
    """
    subjects = {found[1].casefold() for found in _SUBJECT.finditer(question)}
    return frozenset(_first_names(speakers) & subjects)


def asks_for_a_value(question: str) -> bool:
    """Whether a few words are a complete answer: a name, a place, a time, a number.

    >>> asks_for_a_value("What's your dog called?"), asks_for_a_value("How did it go?"), asks_for_a_value("All done?")
    (True, False, False)
    """
    return _ASKS_VALUE.search(question) is not None


def tells_of_oneself(sentence: str) -> bool:
    """Whether a sentence is only about who says it: it tells nothing about another speaker.

    >>> tells_of_oneself("I live in Cardiff."), tells_of_oneself("I gave him a kayak.")
    (True, False)
    """
    return _OF_ONESELF.match(sentence) is not None and _OF_OTHERS.search(sentence) is None


def knows_nothing(sentence: str) -> bool:
    """Whether an assistant says that it does not know; quoted, that would answer the same question ever after.

    >>> knows_nothing("You never told me your cat's name."), knows_nothing("I don't know where Chidi lives.")
    (True, True)
    """
    return _KNOWS_NOTHING.search(sentence) is not None


def supposes(sentence: str, question: str) -> bool:
    """Whether a sentence begins with a wish, a supposition or a tale, while the question contains none.

    What follows the beginning does not count: "I have two free nights, so I might go".

    >>> [supposes("I wish I lived in Rome.", one) for one in ("Where does Ana live?", "Where would Ana live?")]
    [True, False]
    >>> [supposes("My cat Miso would eat all day.", one) for one in ("Who is Miso?", "What does Miso eat?")]
    [False, True]
    """
    told = _beginning(sentence)
    if _SUPPOSED.search(told) is None or _SUPPOSED.search(question) or _WANTED.search(question):
        return False
    return _ASKS_WHO_IS.search(question) is None or _IMAGINED.search(told) is not None


def is_former(sentence: str, question: str) -> bool:
    """Whether a sentence tells what once held, while the question asks neither for that nor whether it still does.

    >>> [is_former("I used to teach.", one) for one in ("What does Ana do?", "Does Ana still teach?")]
    [True, False]
    """
    return _ONCE.search(_beginning(sentence)) is not None and not _PAST.search(question)


def is_about_speakers(question: str, speakers: Iterable[str]) -> bool:
    """Whether a question is only about speakers: it names one, or says "I" or "you", and names nobody else.

    >>> [is_about_speakers(one, ["Ana"]) for one in ("Where does Ana live?", "Where does Ana's sister live?")]
    [True, False]
    """
    named = {name.casefold() for name in named_in(question, speakers)}
    words = {word.casefold() for word in _WORD.findall(question)}
    capitals = {word.casefold() for word in _CAPITAL.findall(question)}
    others = _people_in(words) | (capitals & word_list("first_names") - named)
    return bool(named or words & _TO_EACH_OTHER) and not others


def has_other_subject(sentence: str, speakers: Collection[str]) -> bool:
    """Whether the subject of a sentence is somebody who is not a speaker: "my sister", "Clara"; "she" may be a cat.

    `speakers` are their first names, case-folded.

    >>> [has_other_subject(one, {"ana", "ben"}) for one in ("My ex is in Braga.", "My flat is in Braga.", "Ben left.")]
    [True, False, False]
    """
    opening = _OPENING.match(sentence)
    told = sentence[opening.end() :] if opening else sentence
    of_somebody = _OF_SOMEBODY.match(told)
    if of_somebody:
        return bool(_people_in({word.casefold() for word in _WORD.findall(of_somebody[1])}))
    name = _CAPITAL.match(told)
    if name is None or (named := name[0].casefold()) in speakers:
        return False
    return named in word_list("first_names")


def _beginning(sentence: str) -> str:
    """The first part of a sentence that says something."""
    parts = _PART.split(sentence)
    telling = (part for part in parts if len(_WORD.findall(part)) >= _FEWEST_WORDS and not _LEAD_IN.fullmatch(part))
    return next(telling, sentence)


def _first_names(speakers: Iterable[str]) -> set[str]:
    return {speaker.split()[0].casefold() for speaker in speakers if speaker.split()}


def _people_in(words: Iterable[str]) -> set[str]:
    people = word_list("somebody")
    return {word for word in words if word in _FURTHER_PEOPLE or not people.isdisjoint((word, word.removesuffix("s")))}
