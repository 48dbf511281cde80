"""The words and phrases that set some texts apart from all of an owner's: TF-IDF over stems, shown as written.

    n_C(t) · ln((1 + N) / n(t))     n_C(t), n(t): the given texts, and all N texts, that have the term t

A pair of words has the rarity of its rarer word, times 1.5: it says more than its words, and is shown in their place if
it is in two of three texts with the rarer word.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from math import log

from convograph.extraction.lexicon import word_list
from convograph.patterns import lazy_pattern
from convograph.terms import DEFAULT_LANGUAGE, ENGLISH, STOP_WORDS, Analyzer

_PAIR = 1.5
_LEAST = log(2)  # the rarity of a term that half of all texts have
_CONTRACTED = lazy_pattern("'(?:m|re|ve|ll|d|t|all)$")
_WORD = lazy_pattern(r"[^\W_](?:[\w'’-]*[^\W_])?")

Term = tuple[str, ...]
"""The stem of a word, or the stems of a pair."""


@dataclass(frozen=True, slots=True)
class TermCounts:
    """The number of `texts`, and the number of them that have each term."""

    texts: int
    with_term: Mapping[str, int]

    def rarity(self, stem: str) -> float:
        """The rarity of a stem, above 0; lower for stems of many texts."""
        return log((1 + self.texts) / max(self.with_term.get(stem, 1), 1))


def term_counts(texts: Iterable[str], analyzer: Analyzer = ENGLISH) -> TermCounts:
    """The counts over all texts of an owner, made once for all of its communities."""
    terms = [set(analyzer.terms(text)) for text in texts]
    return TermCounts(len(terms), Counter(stem for of_text in terms for stem in of_text))


def distinctive_words(
    texts: Sequence[str],
    counts: TermCounts,
    most: int,
    *,
    without: Collection[str] = (),
    analyzer: Analyzer = ENGLISH,
) -> list[str]:
    """At most `most` words or pairs of words, the most distinctive first; no two share a stem.

    Left out are the stems `without`, numbers, Latin words of one or two letters, the usual words of English, and terms
    that more than half of all texts have. Terms that only one of several texts has come last, since they need not be
    what the texts are about. Ties go to pairs, then alphabetically.

    >>> texts = ["My dog met the vet.", "The vet weighed him.", "It rained."]
    >>> distinctive_words(texts[:2], term_counts(texts), 2)
    ['vet', 'dog']
    """
    written: dict[Term, Counter[Term]] = defaultdict(Counter)
    having: Counter[Term] = Counter()
    for text in texts:
        found = list(_terms(text, analyzer))
        having.update({term for term, _ in found})
        for term, words in found:
            written[term][words] += 1
    left_out = {*without, *usual_stems()} if analyzer.language == DEFAULT_LANGUAGE else set(without)
    scores = {
        term: times * max(map(counts.rarity, term)) * (_PAIR if len(term) > 1 else 1)
        for term, times in having.items()
        if (times > 1 or len(term) == 1) and not left_out & set(term) and min(map(counts.rarity, term)) >= _LEAST
    }
    chosen: list[Term] = []
    for term in sorted(scores, key=lambda term: (having[term] == 1, -scores[term], -len(term), term)):
        if len(chosen) < most and not any(set(term) & set(other) for other in chosen):
            chosen.append(term)
    spellings = _spellings(texts)
    return [" ".join(spellings.get(word, word) for word in _usual(written[term])) for term in chosen]


@cache
def usual_stems() -> frozenset[str]:
    """The stems of English words that say nothing about the topic of a chat, however rare they are in it."""
    return frozenset(stem for words in word_list("usual_words") for stem in ENGLISH.terms(words))


def is_contraction(word: str) -> bool:
    """Whether a word, in lower case, is a contraction: "I'm", "didn't", "y'all".

    >>> is_contraction("we've"), is_contraction("vet's")
    (True, False)
    """
    return bool(_CONTRACTED.search(word))


def _terms(text: str, analyzer: Analyzer) -> Iterator[tuple[Term, Term]]:
    """The terms of a text, pairs included, each with its words in lower case."""
    stems = [(word, stem) for word, stem in analyzer.stems(text) if _tells(word)]
    yield from (((stem,), (_bare(word),)) for word, stem in stems)
    spaced = " ".join(text.lower().split())
    for (word, stem), (following, other) in pairwise(stems):
        if stem != other and f"{word} {following}" in spaced:
            yield (stem, other), (word, _bare(following))


def _bare(word: str) -> str:
    """A word without its possessive ending."""
    return word.removesuffix("'s").removesuffix("’s")


def _tells(word: str) -> bool:
    bare = _bare(word)
    long = len(bare) > 2 or not bare.isascii()  # in scripts without spaces, terms are pairs of characters
    return long and bare not in STOP_WORDS and not bare.isdigit() and not is_contraction(word)


def _usual(words: Counter[Term]) -> Term:
    return min(words, key=lambda one: (-words[one], one))


def _spellings(texts: Iterable[str]) -> dict[str, str]:
    """The most frequent spelling of each word that is nowhere in lower case."""
    forms: dict[str, Counter[str]] = defaultdict(Counter)
    for text in texts:
        for form in map(_bare, _WORD.findall(text)):
            forms[form.lower()][form] += 1
    return {
        word: min(found, key=lambda form: (-found[form], form)) for word, found in forms.items() if word not in found
    }
