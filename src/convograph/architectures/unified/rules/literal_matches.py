"""Questions with numbers or codes, or of a single word: turns that have these come first.

Whoever asks for "2026-0147" or just "invoice" wants the turns that contain it. The ranker, trained on whole questions,
may prefer their neighbours.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime

from convograph.architectures.unified.scored import Scored
from convograph.extraction.asking import times_named
from convograph.patterns import lazy_pattern
from convograph.terms import Analyzer

ABOVE = 1.0  # log odds that the last such turn is put above all others: set by hand
LEAST = 4  # characters of a number or code: shorter ones are counts and sizes
MOST = 8  # numbers and codes in a question: more are a pasted log or listing, which asks for none of them
_TOKEN = lazy_pattern(r"(?<![\w-])\w+(?:[./:#-]\w+)*")
_YEAR = lazy_pattern(r"(?:19|20)\d\d")
_WORD = lazy_pattern(r"\w+")


def put_literal_matches_first(scored: Scored, question: str, moment: datetime | None, analyzer: Analyzer) -> Scored:
    """The same turns; those with a code of the question, or with its only word, come first, in their order."""
    codes = dict.fromkeys(codes_in(question, moment))
    words = _WORD.findall(question)
    if 0 < len(codes) <= MOST:
        wanted = re.compile("|".join(rf"(?<!\w){re.escape(one)}(?!\w)" for one in codes), re.IGNORECASE)
        having = _turns_with(scored, lambda text: wanted.search(text) is not None)
    elif len(words) == 1 and not scored.features.is_courtesy and (asked := set(analyzer.terms(question))):
        having = _turns_with(scored, lambda text: not asked.isdisjoint(analyzer.terms(text)))
    else:
        return scored
    if not having:
        return scored
    raised = scored.scores.turns.copy()
    raised[having] += raised.max() - raised[having].min() + ABOVE
    return scored.rescored(raised, "words")


def _turns_with(scored: Scored, has: Callable[[str], bool]) -> list[int]:
    """The numbers of the scored turns with a sentence whose text passes `has`."""
    of_turns = scored.features.sentences.places.tolist()
    return sorted({turn for number, turn in enumerate(of_turns) if has(scored.sentence(number).text)})


def codes_in(question: str, moment: datetime | None) -> list[str]:
    """The numbers and codes in a question that are not times; `moment` is when it is asked (`None`: now).

    >>> codes_in("What of invoice 2026-0147, due on 2026-03-01 at 18:30?", None)
    ['2026-0147']
    >>> codes_in("Was 1500 much in 1999 or 2001?", None)
    ['1500']
    """
    found = [one for one in _TOKEN.finditer(question) if _is_code(one.group())]
    times = times_named(question, moment) if found else []
    dated = {character for time in times for character in range(time.start, time.end)}
    return [one.group() for one in found if dated.isdisjoint(range(*one.span()))]


def _is_code(token: str) -> bool:
    return len(token) >= LEAST and any(map(str.isdecimal, token)) and not _YEAR.fullmatch(token)
