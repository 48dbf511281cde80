"""Tokenization of a sentence into syntactic words as in the treebank English-EWT, with exact offsets. Pure.

Clitics and hyphenated words are split ("do n't", "Ana 's", "long - term"), also where chat omits the apostrophe
("i m", "do nt", "gon na"). Each word has the spelling that the model should read instead ("you" for "u", ":)" for any
emoji): a treebank of 250,000 words contains the standard spelling a hundred times as often.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from convograph.parsers.spelling import (
    BEFORE_VERBS,
    BEING,
    DENIALS,
    DOING,
    EMOTICON,
    FOLLOWED,
    JOINED,
    LIKE,
    NEITHER_NOR,
    NO_LONGER,
    READINGS,
)

FINGERPRINT = "words-2"  # increment whenever the words or readings of any sentence change

# Quantifiers are possessive or bounded, so that hostile text takes linear time.
_URL = r"(?:https?://|www\.)[^\s<>]*[^\s<>.,;:!?'’\"”)\]]"
_ADDRESS = (
    r"[\w.+%-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){0,8}"
    r"|[\w-]{1,63}(?:\.[\w-]{1,63}){0,8}\.(?:com|org|net|edu|gov|io|co\.uk|docx?|xlsx?|pdf|jpe?g|png)(?!\w)"
)
_FACE = r">?[:;]['’]?[-o^]?(?:\)+|\(+|[DPpOoSs/\\|*3\]\[](?!\w))|=[)(DP](?!\w)|<3+(?!\d)|\^_*\^|-_+-|[xX]D+(?!\w)"
_EMOJI = "[\U0001f000-\U0001faff\u2600-\u27bf\u2b00-\u2bff\u2300-\u23ff\u200d\ufe0f\u20e3\U000e0020-\U000e007f]++"
# Repeated groups are wrapped in atomic ones: Python before 3.11.5 gets possessive quantifiers of groups wrong.
_ABBREVIATION = (
    r"(?>(?:[^\W\d_]\.){2,12})(?=\s*[^\s\"”’')\]])|(?:[^\W\d_]\.){1,8}[^\W\d_](?=\.\s*[\"”’')\]]*$)|(?:[^\W\d_]\.){1,8}[^\W\d_](?!\w)"
    r"|(?:Mr|Mrs|Ms|Dr|St|Jr|Sr|Prof|Gen|Sen|Rep|Lt|Col|Inc|Ltd|Corp|Co|vs|etc|approx|Ave|Blvd|Ft|Mt|Attn"
    r"|Rev|Gov|Mon|Tues?|Wed|Thurs?|Fri|Sat|Sun|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\.(?=\s*[^\s.\"”’')\]])|[A-Z]\.(?=\s+[A-Z])"
)
_NUMBER = (
    r"(?!\d{4}-\d{4}(?!\d))\+?\d{1,9}(?:[-.]\d{3,9}){1,4}(?!\w)|\d{1,4}-\d{1,2}-\d{2,4}(?!\w)"
    r"|(?!\d/[2-8](?![\d/]))\+?\d++(?>(?:[.,:/]\d++){0,8})(?:st|nd|rd|th|['’]?s)?(?!\w)"
    r"|\d++(?>(?:[.,:]\d++){0,4})(?=(?i:am|pm|a\.m|p\.m|k|m|mm|cm|km|kg|g|lbs?|oz|ft|mph|hrs?|mins?|yrs?|ish)(?!\w))"
)
_PREFIXED = r"(?:e|co|re|pre|non|ex|anti|semi|multi|mid|post|pro|un|sub|inter|intra|ultra|micro|mini)-[^\W_]++(?!-)"
_WORD = (
    r"(?<!\w)[wW]/o?(?!\w)|(?<!\w)[bB]/c(?!\w)|(?<!\w)['’](?:em|cause|til|till|tis|twas|bout|round|n)(?!\w)|(?<!\w)['’]\d0s(?!\w)"
    r"|[^\W_]{2,30}in['’](?![\w])|[^\W\d_]{1,3}&[^\W\d_]{1,3}(?!\w)|\w++(?>(?:['’`]\w++)*)"
)
_MARKS = r"[.!?…]{2,}+|''|’’|[-_=*+~<>#$]{2,}+|\S"
_TOKEN = re.compile(
    "|".join((_URL, _ADDRESS, _FACE, _ABBREVIATION, _NUMBER, f"(?i:{_PREFIXED})", _WORD, f"({_EMOJI})", _MARKS))
)
_CLITIC = re.compile(r"(?:(?<=\w)n['’]t|['’`](?:s|m|re|ve|ll|d))$", re.IGNORECASE)
_NEXT_WORD = re.compile(r"\s+([^\W\d_]+)")
_STRETCHED = re.compile(r"([^\W\d_])\1{2,}")


@dataclass(frozen=True, slots=True)
class Token:
    """The characters `[start, end)` of a sentence, and how a model should read them ("you" for "u").

    `lemma` is set if the reading is another word, whose lemma the model must not give.
    """

    start: int
    end: int
    reading: str
    lemma: str | None = None


def words(sentence: str) -> list[Token]:
    """The syntactic words of a sentence in order: not blank, not overlapping, covering each visible character.

    >>> [token.reading for token in words("im gonna call u, ok?")]
    ['I', "'m", 'going', 'to', 'call', 'you', ',', 'ok', '?']
    """
    shouted = sentence.isupper() and len(sentence.split()) > 1
    found = [token for match in _TOKEN.finditer(sentence) for token in _parts(sentence, match, shouted)]
    return _with_stand_ins(found, [token.reading.lower() for token in found])


def _with_stand_ins(tokens: list[Token], read: list[str]) -> list[Token]:
    """The words with "no longer", "neither … nor" and the verb "like" read as words that the model knows better.

    `read` are their readings in lower case, which this changes too.
    """
    places: tuple[int, ...]
    stand_ins: tuple[str, ...]
    for place, word in enumerate(read):
        if read[place : place + 2] == ["no", "longer"] and read[place + 2 : place + 3] != ["than"]:
            places, stand_ins = (place, place + 1), NO_LONGER
        elif word == "neither" and "nor" in read[place:]:
            places, stand_ins = (place, read.index("nor", place)), NEITHER_NOR
        elif word == "like" and _follows_a_denial(read, place):
            places, stand_ins = (place,), (LIKE,)
        else:
            continue
        for at, stand_in in zip(places, stand_ins, strict=True):
            tokens[at], read[at] = replace(tokens[at], reading=stand_in, lemma=read[at]), stand_in
    return tokens


def _follows_a_denial(read: list[str], place: int) -> bool:
    """Whether a word stands where only a verb can: "do n't really …", "I never …", not "is n't …"."""
    match [word for word in read[:place] if word not in BEFORE_VERBS]:
        case [*_, subject_or_verb, "now", "never"]:
            return subject_or_verb not in BEING
        case [*_, auxiliary, denial]:
            return auxiliary in DOING and denial in DENIALS
    return False


def reading(form: str) -> str:
    """How a model should read a single word.

    >>> [reading("u"), reading("sooo"), reading("n’t")]
    ['you', 'so', "n't"]
    """
    plain = form.replace("’", "'").replace("`", "'")
    known = READINGS.get(plain.lower())
    if known is not None:
        return _like(plain, known)
    return _STRETCHED.sub(r"\1", plain) if len(plain) > 3 else plain


def _like(form: str, known: str) -> str:
    """A known spelling, capitalised if the form is; the case of a single letter does not count."""
    return known.capitalize() if form[0].isupper() and len(form) > 1 else known


def _parts(sentence: str, match: re.Match[str], shouted: bool) -> Iterator[Token]:
    """The words of one token."""
    start, end, text = match.start(), match.end(), match.group()
    if match.lastindex is not None:
        yield Token(start, end, EMOTICON)
        return
    parts = _joined(sentence, start, end) or _clitic(text)
    for width, read_as in parts:
        form = sentence[start : start + width]
        yield Token(start, start + width, _calm(_like(form, read_as) if read_as else reading(form), shouted))
        start += width


def _calm(form: str, shouted: bool) -> str:
    """A word of an all-caps sentence in lower case, except "I"."""
    return form.lower() if shouted and len(form) > 1 else form


def _joined(sentence: str, start: int, end: int) -> tuple[tuple[int, str], ...] | None:
    """The parts of a word written without its apostrophe or space ("dont", "gonna"): widths, and readings or ""."""
    word = sentence[start:end].lower()
    parts = JOINED.get(word)
    if parts is None:
        return None
    followers = FOLLOWED.get(word)
    if followers is not None:
        following = _NEXT_WORD.match(sentence, end)
        if following is None or following[1].lower() not in followers:
            return None
    return parts


def _clitic(text: str) -> tuple[tuple[int, str], ...]:
    """The widths of the parts of a word with an apostrophe ("don't", "Ana's"), or the width of any other word."""
    clitic = _CLITIC.search(text)
    at = clitic.start() if clitic is not None else 0
    return ((at, ""), (len(text) - at, "")) if at else ((len(text), ""),)
