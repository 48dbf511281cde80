"""Misreadings of any relation: comparisons, and what might have been."""

from __future__ import annotations

import re

from convograph.facts.reading.misreadings.found_value import FoundValue, Misreading
from convograph.patterns import lazy_pattern

_SEEMS = (
    r"(?:am|is|are|was|were|be|been|being|feels?|felt|feeling|looks?|looked|sounds?|sounded|tastes?|tasted|smells?"
    r"|smelled|seems?|seemed)\b|(?:\b[a-z]+|\bI)['’](?:s|re|m)\b"
)
_SOMEWHAT = (
    r"(?:an?|bit|little|more|just|almost|kind|sort|of|so|very|much|pretty|rather|really|basically|not|nothing|exactly"
    r"|honestly|literally|a lot|n['’]t)"
)
_GERUND = r"(?:(?:still|always|just|suddenly|constantly|not) )?[a-z]+ing\b"
_LIKENED = lazy_pattern(rf"(?:\b{_SEEMS})(?:,? {_SOMEWHAT})*,? like {_GERUND}[^,;:]*$", re.IGNORECASE)
_LIKE_OPENS = lazy_pattern(
    rf"(?:^|[,;:(.!?–—-])\s*(?:(?:and|but|so|just|kinda|kind of|sort of) )*like {_GERUND}[^,;:]*$", re.IGNORECASE
)
_AS_IF = lazy_pattern(r"\bas (?:if|though)\b[^;:]*$", re.IGNORECASE)
_TAKEN_FOR_GRANTED = "family_member"  # "as if my daughters were here": she does have daughters
_LIKING = frozenset({"likes", "dislikes", "hobby"})
_UNREAL_PAST = lazy_pattern(
    r"\b(?:should|could|would|might|must|ought to|(?:I|you|he|she|we|they)['’]d)(?:n['’]?t)?(?: not)?(?: never)?"
    r"(?: have|['’]ve| of)\b(?P<rest>[^;:]*)$",
    re.IGNORECASE,
)
_SUBJECT = lazy_pattern(
    r"\b(?:I|you|he|she|it|we|they|who|which|that|because|but|although|since|when|so|my|our)\b", re.IGNORECASE
)


def _is_likened(found: FoundValue) -> bool:
    """Whether it is only a comparison: "like eating a dinosaur toe", "it feels like living in Narnia".

    For relations of liking, a clause that opens with "like" may state what somebody likes.
    """
    if found.relation == _TAKEN_FOR_GRANTED:
        return False
    if _AS_IF.search(found.before) or _LIKENED.search(found.before):
        return True
    return found.relation not in _LIKING and _LIKE_OPENS.search(found.before) is not None


def _might_have_been(found: FoundValue) -> bool:
    """Whether it never happened: "I should have taken the job and lived in Hull"."""
    unreal = _UNREAL_PAST.search(found.before)
    return unreal is not None and _SUBJECT.search(unreal["rest"]) is None


ANYTHING: tuple[Misreading, ...] = (_is_likened, _might_have_been)
"""Misreadings of every relation."""
