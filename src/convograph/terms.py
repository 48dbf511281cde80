"""Words to search terms: lower case, Snowball English stems, stop words left out.

A store keeps a term as a 64-bit hash, so that there is no vocabulary in which the words of a
forgotten turn could live on.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Sequence
from functools import lru_cache
from hashlib import blake2b

import numpy as np
import numpy.typing as npt
import Stemmer

FINGERPRINT = "snowball-english-1"  # raised by hand whenever the terms of some text change

STOP_WORDS = frozenset(
    (
        "a an the of to in is are was were be been and or for on at by with from that this it i you he she they we my "
        "your his her their our me him them do does did has have had will would can could what which who whom when "
        "where why how not no so if as than then there here about into over up out s t"
    ).split()
)

_WORD = re.compile(r"(?:[^\W_]|')+")
_local = threading.local()  # a Snowball stemmer keeps state: one a thread


def terms(text: str) -> list[str]:
    """The search terms of a text, in order, with repetitions.

    >>> terms("Ana's dogs were running to the dog")
    ["ana", 'dog', 'run', 'dog']
    """
    return [stem for _, stem in _stems(text)]


def term_hashes(texts: Sequence[str]) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.uint64]]:
    """How many terms each text has, shape (texts,), and the hashes of all of them, flat."""
    found = [terms(text) for text in texts]
    flat = [_hash(term) for text_terms in found for term in text_terms]
    return np.array([len(text_terms) for text_terms in found], np.int32), np.array(flat, np.uint64)


def shared_words(text: str, other: str) -> tuple[str, ...]:
    """The words of `text`, as written and in order, whose terms stand in `other` too.

    >>> shared_words("Her dogs ran home", "Whose dog is at home?")
    ('dogs', 'home')
    """
    wanted = set(terms(other))
    return tuple(dict.fromkeys(word for word, stem in _stems(text) if stem in wanted))


def _stems(text: str) -> list[tuple[str, str]]:
    words = [word for word in (match.strip("'") for match in _WORD.findall(text.lower())) if word]
    kept = [word for word in words if word not in STOP_WORDS]
    return list(zip(kept, _stemmer().stemWords(kept), strict=True))


def _stemmer() -> Stemmer.Stemmer:
    stemmer = getattr(_local, "stemmer", None)
    if stemmer is None:
        stemmer = _local.stemmer = Stemmer.Stemmer("english")
    return stemmer


@lru_cache(maxsize=1 << 17)
def _hash(term: str) -> int:
    return int.from_bytes(blake2b(term.encode(), digest_size=8).digest(), "little")
