"""Names as they are compared: an exact key, a fuzzy form, its shingles, and whether these can be trusted.

LightGMEM, section 4.3 (stage 3): exact and fuzzy matching come first; the numbers are Graphiti's, which the paper
modifies [C]. Beyond them, letters and digits of any script count, not only a to z, and case is folded by Unicode's
rules.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from math import log2

from convograph.graph.turns import speaker_key
from convograph.patterns import lazy_pattern
from convograph.resolution.minhash import bands_of
from convograph.resolution.wording import Words, core

SHINGLE = 3  # characters [C]
FEWEST_CHARACTERS = 6  # of a single word that fuzzy matching can trust [C]
FEWEST_WORDS = 2  # a name with this many may be shorter [C]
LEAST_ENTROPY = 1.5  # bits per character [C]
SAME_JACCARD = 0.9  # at least, for two fuzzy forms to be one name [C]

_OF_ANOTHER = lazy_pattern(r"(?P<owner>.*\S)['’]s \S")
_OTHER = lazy_pattern(r"[^\w']+|_+")
_APOSTROPHES = str.maketrans("’ʼ‘", "'''")


@dataclass(frozen=True, slots=True)
class Name:
    """A name and the forms in which it is compared.

    `exact` ignores case and spacing. `words` are the words of the fuzzy form: letters, digits and apostrophes; `core`
    are these without titles and articles. `shingles` are its runs of three characters without spaces, as numbers;
    `bands` are the keys of its eight MinHash buckets. `trusted` says whether similar shingles mean a similar name.
    `owner` is the key of the possessor in the name: of "Tom" in "Tom's boss".
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
    """The `Name` of each distinct surface."""
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
    """The key of the possessor in a name: "tom" for "Tom's boss", `None` for "Tom"."""
    found = _OF_ANOTHER.match(surface)
    return None if found is None else speaker_key(found["owner"])


def belongs_to(one: Name, other: Name) -> bool:
    """Whether one of two names is the possessor in the other: "Tom's boss" is not Tom.

    >>> names = names_of(["Tom's boss", "Tom", "boss"])
    >>> belongs_to(names["Tom's boss"], names["Tom"]), belongs_to(names["Tom's boss"], names["boss"])
    (True, False)
    """
    return one.owner == other.exact or other.owner == one.exact


def fuzzy_words(surface: str) -> Words:
    """The words of a surface in lower case: its letters, digits and apostrophes; the surface itself if it has none.

    >>> fuzzy_words("Dr. Ruiz-Peña’s  (old) house")
    ('dr', 'ruiz', "peña's", 'old', 'house')
    """
    text = unicodedata.normalize("NFKC", surface).translate(_APOSTROPHES).casefold()
    return tuple(_OTHER.sub(" ", text).split()) or tuple(text.split())


def is_fuller(words: Words, others: Words) -> bool:
    """Whether a name has all words of another and more; an entity goes by its fullest name.

    An extra initial does not count: somebody often called Gil does not become "B. Gil" because it was once said or
    misread.

    >>> is_fuller(("gil", "hart"), ("gil",)), is_fuller(("b", "gil"), ("gil",))
    (True, False)
    """
    return set(others) < set(words) and any(len(word) > 1 for word in set(words) - set(others))


def begins(name: str, other: str) -> bool:
    """Whether `other` begins with all words of `name` and has more; a possessive name does not count.

    >>> begins("Leo", "Leo Marchetti"), begins("Leo", "Leonora Diaz"), begins("Leo", "Leo Marchetti's sister")
    (True, False, False)
    """
    words, others = fuzzy_words(name), fuzzy_words(other)
    return len(words) < len(others) and others[: len(words)] == words and owner_of(other) is None


def shingles_of(text: str) -> tuple[int, ...]:
    """The distinct runs of three characters of a text, as numbers, ascending; a shorter text is one run.

    A number packs the three code points of its run, so different runs never collide.

    >>> len(shingles_of("banana"))  # ban, ana, nan
    3
    """
    codes = [ord(character) for character in text]
    if len(codes) < SHINGLE:
        codes = [0] * (SHINGLE - len(codes)) + codes
    runs = zip(codes, codes[1:], codes[2:], strict=False)
    return tuple(sorted({first << 42 | second << 21 | third for first, second, third in runs}))


def jaccard(one: frozenset[int], other: frozenset[int]) -> float:
    """The Jaccard similarity of the shingles of two names, 0 to 1."""
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
    """The Shannon entropy of a text's characters, in bits per character."""
    counts = Counter(text).values()
    return -sum(count / len(text) * log2(count / len(text)) for count in counts)
