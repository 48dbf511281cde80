"""Which words of a text name somebody, and which only look like names."""

from __future__ import annotations

import re
from functools import cache
from itertools import pairwise

from convograph.extraction.lexicon import word_list
from convograph.patterns import lazy_pattern

GREETINGS = r"hi|hello|hey|hiya|heya|hullo|howdy|yo|g['’]?day|greetings|good (?:morning|afternoon|evening|day)"
"""Greetings that people say before they introduce themselves, as a pattern."""
RUN = r"[A-Z][\w-]+(?: (?:(?:d[aeio]s?|v[ao]n(?: der?)?|del) )?[A-Z][\w-]+){0,3}"
"""One to four capitalised words, as a pattern: "Maria da Silva"."""
WHENCE = r" from (?:next door|the \w+|(?!(?:here|now|that|then|there|this|time|what|where|which)\b)\w+)\b"
"""Where the speaker knows somebody from, as a pattern: "Tom from work", "Tom from the office"."""
NO_NAMES = frozenset(
    "he she they we you i his her its their so well yes no ok okay honestly guess still also now then and but hi hey"
    " home my our the this that it there here what who when new last since in at on if is are was yeah oh by way thing"
    " things everyone everybody someone nobody people today yesterday tomorrow once after before during ever never"
    " maybe work life back days did not did do does breaking unfortunately fortunately sadly luckily hopefully"
    " apparently obviously basically clearly".split()
)
"""Words that may be capitalised but are not names, in lower case."""
_BEGIN_REQUESTS = frozenset("ask can email has have invite let remind shall tell thank".split())
_WILL = lazy_pattern(
    r"^\W*(?:(?:and|but|hey|hi|so)\W+)?Will(?= (?:[A-Z]|(?:he|it|my|our|she|the|they|we|you|your)\b)[^?]*\?\s*$)"
)
_NO_NAME_LISTS = ("usual_words", "time_adverbs", "calendar_names", "interjections", "discourse_markers")
_ALSO_WORDS = ("names_or_words", "usual_words", "calendar_names", "peoples", "places")
_NICKNAMES_OR_WORDS = frozenset("art barb chip dick dot em les nan norm peg pip randy rich rod sandy tad val".split())
_POSSESSIVE = ("'s", "’s")
_NO_PEOPLE = ("places", "organizations")
_MOST_NAMES = 2  # words in a person's name; a firm may be called "Owen and Sons"


@cache
def third_persons() -> re.Pattern[str]:
    """A pattern for mentions of people other than the speaker: "my sister", or up to four capitalised words."""
    return re.compile(rf"\b(?:my|our) (?:{kin_nouns()})\b|(?-i:\b{RUN}\b)", re.IGNORECASE)


def asking_end(sentence: str) -> int:
    """The end of "Will" if it opens a question instead of being a name; 0 for any other sentence.

    >>> asking_end("Will Bea come?"), asking_end("Will lives in Hull.")
    (4, 0)
    """
    will = _WILL.match(sentence)
    return 0 if will is None else will.end()


def name_start(run: str) -> int:
    """The offset at which a name begins in capitalised words, after words such as "Yesterday" in "Yesterday Tom".

    >>> name_start("Yesterday Tom Becker"), name_start("Tom Becker")
    (10, 0)
    """
    start = 0
    for word, following in pairwise(run.split(" ")):
        if not (names_nobody(word) or _is_only_a_place(word) or _is_a_month_before(word, following)):
            break
        start += len(word) + 1
    return start


def names_nobody(word: str) -> bool:
    """Whether a capitalised word is not a name, but a word that may begin a sentence, or a day."""
    lowered = word.lower()
    if lowered in NO_NAMES or lowered in _BEGIN_REQUESTS:
        return True
    return lowered in word_list(*_NO_NAME_LISTS) and lowered not in word_list("first_names")


def _is_a_month_before(word: str, following: str) -> bool:
    """Whether a word is a month rather than a first name, since a first name follows: "in April Lucy moved"."""
    return word.lower() in word_list("calendar_names") and following.lower() in word_list("first_names")


def _is_only_a_place(word: str) -> bool:
    return word.lower() in word_list("places") and word.lower() not in word_list("first_names")


def is_first_name(word: str) -> bool:
    """Whether a word is a first name or a short form of one."""
    return word in word_list("first_names", "further_first_names", "nicknames")


def is_name_of_greeter(word: str) -> bool:
    """Whether a lower-case word after a greeting is the speaker's name: "hi im mark", but not "hi im rich"."""
    return is_first_name(word) and word not in word_list("peoples") and word not in _NICKNAMES_OR_WORDS


def is_only_a_name(word: str) -> bool:
    """Whether a lower-case word is a first name and not a common word as well, as "rich" and "grace" are.

    >>> is_only_a_name("marcus"), is_only_a_name("rich"), is_only_a_name("late")
    (True, False, False)
    """
    return is_first_name(word) and word not in word_list(*_ALSO_WORDS) and word not in _NICKNAMES_OR_WORDS


def may_be_a_name(word: str) -> bool:
    """Whether a word may be a pet's name: any word but the most common ones and particles."""
    return not names_nobody(word) and word.lower() not in word_list("usual_words", "verb_particles", "place_adverbs")


def is_somebody(value: str) -> bool:
    """Whether a value is a person's name rather than a firm's: a first name or a title, perhaps with a surname.

    >>> [is_somebody(one) for one in ("Tom", "Tom Becker", "Dr. Osei", "Tom's", "Sydney", "Owen Insurance")]
    [True, True, True, False, False, False]
    """
    words = value.lower().split()
    if not words or len(words) > _MOST_NAMES or value.endswith(_POSSESSIVE) or value.lower() in word_list(*_NO_PEOPLE):
        return False
    if words[0] in word_list("titles"):
        return len(words) > 1
    return is_first_name(words[0]) and words[-1] not in word_list("organization_endings", "place_endings", "places")


@cache
def kin_nouns() -> str:
    """All nouns for kin as alternatives of a pattern, longest first."""
    return "|".join(sorted(map(re.escape, word_list("relatives")), key=len, reverse=True))
