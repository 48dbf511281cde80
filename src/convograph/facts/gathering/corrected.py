"""The statements that a correction is about: those of the wrong value, or the last that the right value can replace."""

from __future__ import annotations

import re
from collections.abc import Sequence

from convograph.extraction.corrections import Correction
from convograph.extraction.lexicon import word_list
from convograph.facts.names import is_first_name, names_nobody
from convograph.facts.relations import FAVORITE, plain
from convograph.facts.statement import Statement
from convograph.facts.values.checks import fits
from convograph.facts.values.forms import closed_form
from convograph.facts.values.kinds import is_job, is_name, is_time
from convograph.facts.values.sameness import are_equal, are_same, share_a_word
from convograph.patterns import lazy_pattern

_NUMBER = lazy_pattern(r"\d+")
_NUMBERED = lazy_pattern(r"(?<![\w.,:/-])\d+(?![\w:/-])")
_DAY = lazy_pattern(r"\b(?P<day>\d{1,2})(?P<mark>st|nd|rd|th)?\b")
_AGE = lazy_pattern(r"\d\d")
_NO_VALUES = ("discourse_markers", "interjections", "usual_words", "time_adverbs", "nicknames", "relatives")


def corrected(found: Correction, stated: Sequence[Statement]) -> list[Statement]:
    """The statements that are corrected: those of the wrong value if it is named, else the latest ones that can be.

    There may be several, since one sentence may state a value of several relations.
    """
    able = [one for one in stated if one.told in ("holds", "begins") and not one.brought]
    if is_time(found.value):  # "it's June 21st" corrects the day of the wedding, not the groom
        able = [one for one in able if is_time(one.value)]
    if found.instead_of is not None:
        return [one for one in able if are_same(one.value, found.instead_of) or _is_day_of(found, one.value)]
    alike = [one for one in able if one.precise and _fits_as_well(found.value, one) and _may_replace(found, one)]
    wrong = next((one for one in alike if _is_another(found.value, one)), None)
    return [one for one in alike if wrong is not None and one.turn == wrong.turn and are_same(one.value, wrong.value)]


def right_of(found: Correction, stated: Statement) -> str:
    """The right value in place of a stated one; if only the day of a date is corrected, the whole date.

    >>> from convograph.facts.statement import Statement
    >>> right_of(Correction("14th", "12th"), Statement("Ana", "birthday", "12 April", "holds", "Ana", 0))
    '14 April'
    """
    if not _is_day_of(found, stated.value):
        return found.value
    bare = _DAY.sub(r"\g<day>", found.value)
    return _DAY.sub(lambda day: found.value if day["mark"] else bare, stated.value, count=1)


def _is_day_of(found: Correction, value: str) -> bool:
    """Whether both values of a correction are days of the month, and `value` is a date on the wrong day."""
    wrong, day = _DAY.fullmatch((found.instead_of or "").removeprefix("the ")), _DAY.search(value)
    if wrong is None or day is None or not wrong["mark"] or not is_time(value):
        return False
    return _DAY.fullmatch(found.value) is not None and day["day"] == wrong["day"]


def values_like(stated: Statement, text: str) -> int:
    """The number of values in a text that have the form of a statement's value; 0 if its value has no known form."""
    form = _form_of(stated)
    if form is not None:
        return len({found[0] for found in form.finditer(text)})
    return len(set(_NUMBERED.findall(text))) if _NUMBER.search(stated.value) else 0


def _may_replace(found: Correction, stated: Statement) -> bool:
    """Whether the right value is of the same kind as the wrong one: a name for a name, a job for a job."""
    form = _form_of(stated)
    if form is not None:
        return form.fullmatch(found.value) is not None
    if _is_numbered_like(found.value, stated.value):
        return True
    if stated.relation == "occupation":
        return is_job(found.value)
    if found.bare and not _may_be_called_so(found, stated):
        return False
    if is_name(stated.value):
        return is_name(found.value)
    alike = stated.relation.startswith(FAVORITE) or found.value.split()[-1] == stated.value.split()[-1]
    return found.sure and alike


def _fits_as_well(value: str, stated: Statement) -> bool:
    """Whether a value fits the relation if the stated one does: "Sorry, it's on Tuesdays" does not name a language."""
    return _fits(stated, value) or not _fits(stated, stated.value)


def _fits(stated: Statement, value: str) -> bool:
    return fits(stated.relation, value, "thing")


def _may_be_called_so(found: Correction, stated: Statement) -> bool:
    """Whether a value with "sorry" before it can be a value, and not a person who is addressed: "Sorry, Ben"."""
    known = stated.relation == "lives_in" and found.value.lower() in word_list("places")
    if known or not found.sure:
        return known
    words = found.value.lower().split()
    if names_nobody(words[0]) or word_list(*_NO_VALUES).issuperset(words):
        return False
    return is_first_name(words[0]) == is_first_name(stated.value.lower().split()[0]) and _fits(stated, found.value)


def _is_another(value: str, stated: Statement) -> bool:
    """Whether a value differs from the stated one in its words; all teams share one word, addresses all but one."""
    if _form_of(stated) is not None or _is_numbered_like(value, stated.value):
        return not are_equal(value, stated.value)
    last = value.rsplit(maxsplit=1)[-1].lower() == stated.value.split()[-1].lower()
    return not are_same(value, stated.value) if last else not share_a_word(value, stated.value)


def _form_of(stated: Statement) -> re.Pattern[str] | None:
    """The pattern for the values of a statement's relation, if its own value matches it."""
    relation = plain(stated.relation)
    form = _AGE if relation == "age" else closed_form(relation)
    return form if form is not None and form.fullmatch(stated.value) else None


def _is_numbered_like(value: str, other: str) -> bool:
    """Whether two values are the same except for their numbers: "12 High Street" and "14 High Street"."""
    return _NUMBER.search(value) is not None and _without_numbers(value) == _without_numbers(other)


def _without_numbers(value: str) -> str:
    return _NUMBER.sub("0", " ".join(value.lower().split()))
