"""Rules for years and decades, and for the year after a month or a holiday ("March 2021", "Christmas last year")."""

from __future__ import annotations

from convograph.extraction.times.calendar import moment, period
from convograph.extraction.times.rule import Anchor, Match, Rule, named
from convograph.extraction.times.words import YEAR, any_of, way
from convograph.types import When

# The year after a month, a day or a holiday. Two-digit years are 1950 to 2049.
OF_YEAR = (
    rf"(?:,? (?:of |in )?(?P<year>{YEAR}|'\d\d)(?![\w%:/-])(?![.,]\d)"
    r"|,? (?:of |in )?(?P<near_year>last|this|next) year\b)?"
)
_NOT_COUNTED = (
    r"(?![\w%:/-])(?![.,]\d)(?! (?:people|dollars|euros|pounds|bucks|photos|pictures|calories|steps|miles|meters|feet"
    r"|words|points|times|followers|subscribers|views|pages|pieces|copies|songs|books|games|recipes|members|others|rpm)\b)"
)
_BEFORE_YEAR = (
    r"(?:in|since|until|till|through|by|before|after|from|of|during|around|circa|early|mid|late|year|summer|winter"
    r"|spring|autumn|fall)"
)
_DECADE_WORDS = {
    name: 10 * tens for tens, name in enumerate("twenties thirties forties fifties sixties seventies".split(), start=2)
} | {"eighties": 80, "nineties": 90}
_NEW_CENTURY = 50


def full_year(digits: str) -> int:
    """The year written with two digits (1950 to 2049) or four."""
    year = int(digits.lstrip("'’"))
    if len(digits) > 3:
        return year
    return year + (2000 if year < _NEW_CENTURY else 1900)


def year_of(match: Match, anchor: Anchor) -> int | None:
    """The year that `OF_YEAR` matched, or `None` if it matched nothing. Raises `NoSuchTimeError`."""
    if near := named(match, "near_year"):
        return anchor.now.year + way(near)
    digits = named(match, "year")
    return full_year(digits) if digits else None


def _year(match: Match, anchor: Anchor) -> When:
    return period(moment(full_year(match["year"])), "year")


def _years(match: Match, anchor: Anchor) -> When:
    first, last = int(match["year"]), int(match["last"])
    return When(moment(min(first, last)), moment(max(first, last) + 1), "year")


def _decade(match: Match, anchor: Anchor) -> When:
    word = named(match, "word").lower()
    decade = _DECADE_WORDS[word] if word else 10 * int(match["tens"])
    century = named(match, "century")
    start = 100 * int(century) + decade if century else decade + (2000 if decade < 30 else 1900)
    return period(moment(start), "decade")


RULES: tuple[Rule, ...] = (
    Rule("year", "period", rf"\b{_BEFORE_YEAR}[ -](?:the year )?(?P<time>(?P<year>{YEAR})){_NOT_COUNTED}", _year),
    Rule(
        "year as a subject", "period", rf"(?<![\w$,.:/-])(?P<time>(?P<year>{YEAR})) (?:was|has been|is going)\b", _year
    ),
    Rule("two-digit year", "period", r"\b(?:in|since|until|till|of|back in) (?P<time>(?P<year>'\d\d))(?![\w%])", _year),
    Rule(
        "range of years",
        "span",
        rf"(?<![\w$,.:/-])(?:(?:from|between) )?(?P<year>{YEAR})(?: ?[-–] ?| (?:to|until|till|through|and) )"
        rf"(?P<last>{YEAR}){_NOT_COUNTED}",
        _years,
    ),
    Rule(
        "decade",
        "period",
        rf"\b(?:the|early|mid|late)[ -](?P<time>(?:(?P<century>19|20)|')?(?P<tens>\d)0'?s|(?P<word>"
        rf"{any_of(_DECADE_WORDS)}))\b",
        _decade,
    ),
)
