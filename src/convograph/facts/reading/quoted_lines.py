"""Lines of a turn that quote somebody else, as pasted from a chat or a mail: "Tom: i live in Rome now", "> I moved".

A line is quoted if it begins with a name and a colon, perhaps behind the time of day. What it says is not its sender's
own.
"""

from __future__ import annotations

import re

from convograph.extraction.lexicon import word_list, word_table
from convograph.facts.learned_reader.tagger import bundled_tagger
from convograph.facts.names import is_first_name, names_nobody
from convograph.graph.turns import speaker_key
from convograph.patterns import lazy_pattern
from convograph.segmentation import is_assistant

Span = tuple[int, int]

_CLOCK = r"[\[(]?(?:\d[\d/.-]*,? )?\d{1,2}:\d\d(?::\d\d)?(?: ?[ap]\.?m\.?)?[\])]?(?: [–—-])?"
_NAMED = lazy_pattern(
    rf"^[^\S\n]*(?:[•*-][^\S\n]+)?(?:(?P<time>{_CLOCK})[^\S\n]+)?"
    r"(?P<name>[^\W\d_][\w'’-]*(?: [^\W\d_][\w'’-]*){0,2}): ?(?![/\s])[^\n]*",
    re.IGNORECASE | re.MULTILINE,
)
_MARKED = lazy_pattern(r"^>+ ?(?=[^\W_])[^\n]*", re.MULTILINE)
_OWN = frozenset({"i", "me", "myself"})
_SEVERAL = 2  # lines of this form are a pasted chat, in which any name may occur


def quoted_lines(text: str, speaker: str | None) -> tuple[Span, ...]:
    r"""The characters `[start, end)` of each line that quotes somebody other than the speaker.

    None in a turn of an assistant, which writes lists in this form.

    >>> quoted_lines("hm\nTom: i live in Rome now\nso?", "Ana"), quoted_lines("Tom: i live in Rome", "Tom")
    (((3, 26),), ())
    >>> quoted_lines("Address: 12 Oak Road", "Ana")
    ()
    """
    if is_assistant(speaker):
        return ()
    marked = [found.span() for found in _MARKED.finditer(text)] if ">" in text else []
    named = [*_NAMED.finditer(text)] if ":" in text else []
    own, pasted = {*_OWN, speaker_key(speaker or "")}, len(named) >= _SEVERAL
    others = (found for found in named if speaker_key(found["name"]) not in own)
    return (*marked, *(one.span() for one in others if one["time"] or _is_somebody(one["name"], pasted=pasted)))


def without_quoted_lines(text: str, speaker: str | None) -> str:
    """A turn with those lines left empty."""
    for start, end in sorted(quoted_lines(text, speaker), reverse=True):
        text = text[:start] + text[end:]
    return text


def _is_somebody(name: str, *, pasted: bool) -> bool:
    """Whether words before a colon name a person: a first name or a word for kin, perhaps with capitalized ones behind.

    In a `pasted` chat, it may be any capitalized word that is not in common use.
    """
    first, *others = name.split()
    word = first.lower()
    if not all(other[0].isupper() for other in others) or names_nobody(first) or word in word_list("places"):
        return False
    if word in word_table("kin_words"):
        return not others
    if is_first_name(word):
        return first[0].isupper() or word not in word_list("names_or_words", "usual_words", "calendar_names")
    return pasted and first.istitle() and word not in bundled_tagger().numbers
