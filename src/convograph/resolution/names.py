"""Names as they are compared: an exact key, a fuzzy form, the shingles of it, and whether those can be trusted.

LightGMEM, section 4.3 (stage 3): exact and fuzzy matching before anything else; the numbers are Graphiti's, which the
paper modifies [C]. Beyond them, letters and digits of any alphabet count, not only a to z, and upper and lower case
are folded as Unicode has it.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from math import log2

from convograph.graph.turns import speaker_key
from convograph.resolution.minhash import bands_of
from convograph.resolution.wording import Words, core

SHINGLE = 3  # characters [C]
FEWEST_CHARACTERS = 6  # of a single word that fuzzy matching may trust [C]
FEWEST_WORDS = 2  # of which more than one word may be shorter [C]
LEAST_ENTROPY = 1.5  # bits a character [C]
SAME_JACCARD = 0.9  # from which two fuzzy forms are one name [C]

_OF_ANOTHER = re.compile(r"(?P<owner>.*\S)['’]s \S")
_OTHER = re.compile(r"[^\w']+|_+")
_APOSTROPHES = str.maketrans("’ʼ‘", "'''")


@dataclass(frozen=True, slots=True)
class Name:
    """A name and the forms in which it is compared.

    `exact` ignores case and spacing. `words` are those of the fuzzy form: letters, digits and apostrophes; `core` are
    these without titles and articles. `shingles` are its runs of three characters without spaces, as numbers; `bands`
    are the eight keys of its MinHash buckets. `trusted` says whether similar shingles mean a similar name. `owner` is
    the key of "Tom" in "Tom's boss".
    """

    surface: str
    exact: str
    words: Words
    core: Words
    shingles: frozenset[int]
    bands: tuple[int, ...]
    trusted: bool
    owner: str | None = None


def names_of(surfaces: Iterable[str]) -> dict[str, Name]:
    """Each of some surfaces, distinct, as a name."""
    distinct = list(dict.fromkeys(surfaces))
    words = [fuzzy_words(one) for one in distinct]
    shingles = [shingles_of("".join(each)) for each in words]
    rows = zip(distinct, words, shingles, bands_of(shingles), strict=True)
    return {
        surface: Name(
            surface, speaker_key(surface), of, core(of), frozenset(runs), bands, is_trusted(of), owner_of(surface)
        )
        for surface, of, runs, bands in rows
    }


def owner_of(surface: str) -> str | None:
    """The key of whose somebody or something is said to be, by its name: "tom" of "Tom's boss", `None` of "Tom"."""
    found = _OF_ANOTHER.match(surface)
    return None if found is None else speaker_key(found["owner"])


def belongs_to(one: Name, other: Name) -> bool:
    """Whether one of two names says what is the other's: "Tom's boss" is not Tom.

    >>> names = names_of(["Tom's boss", "Tom", "boss"])
    >>> belongs_to(names["Tom's boss"], names["Tom"]), belongs_to(names["Tom's boss"], names["boss"])
    (True, False)
    """
    return one.owner == other.exact or other.owner == one.exact


def fuzzy_words(surface: str) -> Words:
    """The words of a surface in lower case: its letters, digits and apostrophes; of one without any, what it is.

    >>> fuzzy_words("Dr. Ruiz-Peña’s  (old) house")
    ('dr', 'ruiz', "peña's", 'old', 'house')
    """
    text = unicodedata.normalize("NFKC", surface).translate(_APOSTROPHES).casefold()
    return tuple(_OTHER.sub(" ", text).split()) or tuple(text.split())


def is_fuller(words: Words, others: Words) -> bool:
    """Whether a name, by its words, has all of another's, and more: an entity is called by the fullest.

    An initial is no more: what is often called Gil does not become "B. Gil" where somebody says or misreads that once.

    >>> is_fuller(("gil", "hart"), ("gil",)), is_fuller(("b", "gil"), ("gil",))
    (True, False)
    """
    return set(others) < set(words) and any(len(word) > 1 for word in set(words) - set(others))


def begins(name: str, other: str) -> bool:
    """Whether another name begins with all words of a name, and has more; what is somebody's goes by no name of theirs.

    >>> begins("Leo", "Leo Marchetti"), begins("Leo", "Leonora Diaz"), begins("Leo", "Leo Marchetti's sister")
    (True, False, False)
    """
    words, others = fuzzy_words(name), fuzzy_words(other)
    return len(words) < len(others) and others[: len(words)] == words and owner_of(other) is None


def shingles_of(text: str) -> tuple[int, ...]:
    """The distinct runs of three characters of a text, as numbers, ascending; a shorter text is one run.

    A run's number holds its three code points, so that different runs never have the same one.

    >>> len(shingles_of("banana"))  # ban, ana, nan
    3
    """
    codes = [ord(character) for character in text]
    if len(codes) < SHINGLE:
        codes = [0] * (SHINGLE - len(codes)) + codes
    runs = zip(codes, codes[1:], codes[2:], strict=False)
    return tuple(sorted({first << 42 | second << 21 | third for first, second, third in runs}))


def jaccard(one: frozenset[int], other: frozenset[int]) -> float:
    """The share of all shingles of two names that both have, 0 to 1."""
    shared = len(one & other)
    return shared / (len(one) + len(other) - shared)


def is_trusted(words: Words) -> bool:
    """Whether a name is long and varied enough for fuzzy matching [C].

    >>> is_trusted(("ana",)), is_trusted(("melanie",)), is_trusted(("ana", "diaz")), is_trusted(("aaaaaaa",))
    (False, True, True, False)
    """
    if len(" ".join(words)) < FEWEST_CHARACTERS and len(words) < FEWEST_WORDS:
        return False
    return entropy("".join(words)) >= LEAST_ENTROPY


def entropy(text: str) -> float:
    """Shannon's entropy of the characters of a text, in bits a character."""
    counts = Counter(text).values()
    return -sum(count / len(text) * log2(count / len(text)) for count in counts)
