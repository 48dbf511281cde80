"""Proper names in a sentence: where they begin and end."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from convograph.extraction.lexicon import word_list, word_table
from convograph.extraction.mentions.noun_kinds import kinds_of_nouns, noun_kind
from convograph.extraction.mentions.phrases import WordSpan
from convograph.extraction.times.words import SHORT_WEEKDAYS, WEEKDAYS
from convograph.patterns import lazy_pattern
from convograph.syntax import Word

_ADDRESS = lazy_pattern(r"https?:|www\.|\S@\S|\.(?:com|org|net|edu|gov|html?|pdf|jpg|doc|xls)\b", re.IGNORECASE)
_HAS_LETTER = lazy_pattern(r"[^\W\d_]")
_OPENS_NAMES = frozenset({"new", "united", "north", "south", "east", "west", "san", "great", "saint", "st.", "los"})
_LINKS = frozenset({"flat", "compound", "amod", "nmod:desc", "goeswith", "nmod", "nmod:unmarked", "fixed", "nummod"})
_APART = frozenset({"vocative", "obl:unmarked", "list", "discourse"})
_OPENS_OF = frozenset({"gulf", "bay", "isle", "strait", "statue", "lord", "game", "cape", "u", "court"})
CLOSED_CLASS = frozenset({"ADP", "AUX", "CCONJ", "DET", "PART", "PRON", "PUNCT", "SCONJ"})  # tags of no names
_NAMEABLE = frozenset({"NOUN", "ADJ", "X", "INTJ", "VERB", "ADV", "NUM", "SYM"})
_SHORT = 4  # words; a shorter line may be a heading
_MANY = 0.5  # share of capitalised words above which a line is a heading or shouting
_PEOPLE = ("person_nouns", "trades", "further_callings", "roles", "somebody", "titles")
_KNOWN = ("first_names", "places", "organizations")
_NOUNS = frozenset({"NOUN", "PROPN", "ADJ", "X"})
_OWNED = frozenset({"NOUN", "PROPN", "ADJ"})
_WEEKDAYS = frozenset({*WEEKDAYS, *SHORT_WEEKDAYS})
_DAYS = frozenset({"day", "eve", "weekend"})
_SHORTEST_PARTICIPLE = 6  # letters; a shorter word like "Ahmed" may be an unlisted name
_DASHES = frozenset({"-", "–", "'", "’"})
_LETTER = lazy_pattern(r"[A-Z]\.")


def name_spans(words: Sequence[Word], familiar: frozenset[str] = frozenset()) -> list[WordSpan]:
    """The spans of words that are proper names, in order.

    Names are the parser's proper nouns and words whose capital has no other explanation; words in `familiar` (lower
    case) are names even without a capital. Titles ("Dr.") are left out.
    """
    marks = [word.tag not in CLOSED_CLASS and _is_name_word(words, place, familiar) for place, word in enumerate(words)]
    if not any(marks):
        return []
    found: list[WordSpan] = []
    place = 0
    while place < len(words):
        if not marks[place]:
            place += 1
            continue
        last = _name_end(words, marks, place)
        first = _without_title(words, place, last)
        if first < last:
            found.append((first, last))
        place = last
    return found


def name_around(words: Sequence[Word], place: int, familiar: frozenset[str] = frozenset()) -> WordSpan | None:
    """The name that the word at `place` is part of, or `None`."""
    return next((one for one in name_spans(words, familiar) if one[0] <= place < one[1]), None)


def familiar_words(names: Iterable[str]) -> frozenset[str]:
    """The words of names, in lower case, that count as names without a capital: those of at least three letters."""
    return frozenset(part for name in names for part in name.casefold().split() if len(part) > 2)


def _is_name_word(words: Sequence[Word], place: int, familiar: frozenset[str]) -> bool:
    word = words[place]
    form, lower = word.form, word.form.lower()
    if lower in word_list("interjections"):
        return False
    if word.head < 0 and _is_word_too(lower) and lower not in word_list("first_names") and opens_sentence(words, place):
        return False  # "Nice!" is not the city
    if any(is_none(words, place) for is_none in _NO_NAMES):
        return False
    if word.tag == "PROPN":
        return bool(_HAS_LETTER.search(form)) and lower not in word_list("clock_words") and not _ADDRESS.search(form)
    if word.tag not in _NAMEABLE:
        return form[0].isupper() and _is_first_name(lower)
    return lower in familiar or _is_known(words, place, lower) or _is_capital_name(words, place, lower)


def _goes_by_letter(words: Sequence[Word], place: int) -> bool:
    """Whether a word is a label letter or the noun before it: in "Plan B. Tom agrees", only "Tom" is a name."""
    if words[place].form.lower() in word_list("lettered_things"):
        return place + 1 < len(words) and is_letter(words, place + 1)
    return is_letter(words, place)


def is_letter(words: Sequence[Word], place: int) -> bool:
    """Whether a capital with a dot labels the thing before it, as "B." in "plan B. Tom agrees".

    After a noun for a person or an animal it is an initial: "my boss B. Gil".
    """
    if not place or not _LETTER.fullmatch(words[place].form):
        return False
    before = words[place - 1]
    if before.form.lower() in word_list("lettered_things"):
        return True
    is_thing = before.tag == "NOUN" and before.form.islower() and before.form not in word_list(*_PEOPLE)
    return is_thing and noun_kind(words, place - 1) not in {"person", "animal"}


def _is_holiday_possessive(words: Sequence[Word], place: int) -> bool:
    """Whether a word in the possessive is short for a holiday: "on Valentine's", but not "Valentine's dog"."""
    if f"{words[place].form.lower()}'s day" not in word_list("holidays") or place + 1 >= len(words):
        return False
    owned = words[place + 2] if place + 2 < len(words) else None
    of_somebody = owned is not None and owned.tag in _OWNED and owned.form.lower() not in _DAYS
    return words[place + 1].form in {"'s", "’s"} and not of_somebody


def _is_lone_participle(words: Sequence[Word], place: int) -> bool:
    """Whether the word is a participle that is the whole sentence, hence its capital: "Corrected."."""
    lower = words[place].form.lower()
    if not lower.endswith("ed") or len(lower) < _SHORTEST_PARTICIPLE or lower in word_list("first_names"):
        return False
    others = (word for other, word in enumerate(words) if other != place)
    return opens_sentence(words, place) and all(word.tag == "PUNCT" for word in others)


def _is_noun_behind_person(words: Sequence[Word], place: int) -> bool:
    """Whether a word is a common noun in lower case behind a first name: "Dan kitchen", but not "Nelson street"."""
    name, noun = words[place - 1].form if place else "", words[place].form
    if not (name[:1].isupper() and noun.islower() and _is_first_name(name.lower())):
        return False
    if name.lower() in word_list("places") or noun in word_list("organization_endings", "place_endings"):
        return False
    return noun in kinds_of_nouns()


_NO_NAMES = (_is_holiday_possessive, _is_lone_participle, _goes_by_letter, _is_noun_behind_person)


def _is_known(words: Sequence[Word], place: int, lower: str) -> bool:
    """Whether a word is a listed name: in any case if tagged like a noun, else only as a capitalised first name."""
    word = words[place]
    if word.tag in _NOUNS:
        is_known = len(lower) > 3 and lower in word_list(*_KNOWN) and not _is_word_too(lower)
        if is_known or _is_in_pair(words, place):
            return True
    return word.form[0].isupper() and _is_first_name(lower)


def _is_first_name(lower: str) -> bool:
    """Whether a word is a first name and not also a common word."""
    return len(lower) > 2 and lower in word_list("first_names") and not _is_word_too(lower)


def _is_word_too(lower: str) -> bool:
    """Whether a name is also a common word."""
    return lower in word_list("names_or_words")


def _is_capital_name(words: Sequence[Word], place: int, lower: str) -> bool:
    """Whether the capital of a word that is not tagged as a name shows that it is one."""
    word = words[place]
    if not word.form[0].isupper() or len(word.form) < 2:
        return False
    if place + 1 < len(words) and lower in _OPENS_NAMES and words[place + 1].tag == "PROPN":
        return True
    return not opens_sentence(words, place) and _is_unexplained(word) and not _is_shouted(words)


def _is_in_pair(words: Sequence[Word], place: int) -> bool:
    """Whether a word is half of a known two-word name, like "new york"."""
    pairs = ((one, one + 1) for one in (place - 1, place) if 0 <= one < len(words) - 1)
    return any(f"{words[one].form} {words[other].form}".lower() in word_list(*_KNOWN) for one, other in pairs)


def _is_unexplained(word: Word) -> bool:
    """Whether a capital inside a sentence can only be explained by a name."""
    lower = word.form.lower()
    if lower in word_list("peoples", "products") or lower.rstrip("s") in word_list("peoples"):
        return False
    if _ADDRESS.search(word.form):
        return False
    if word.form.isupper():  # shouting, unless it is a well-known name
        return lower in word_list("places")
    return word.tag in {"NOUN", "ADJ", "X"}


def opens_sentence(words: Sequence[Word], place: int) -> bool:
    """Whether a word begins a sentence, or stands after a mark within it that may begin another."""
    return place == 0 or (words[place - 1].tag == "PUNCT" and words[place - 1].form not in {",", "-"})


def _is_shouted(words: Sequence[Word]) -> bool:
    """Whether capitals mean nothing because the line is a heading or shouted."""
    written = [word.form for word in words if word.form[0].isalpha() and word.form != "I"]
    return len(written) < _SHORT or sum(form[0].isupper() for form in written) > _MANY * len(written)


def _name_end(words: Sequence[Word], marks: Sequence[bool], first: int) -> int:
    """The end of the name that begins at `first`."""
    last = first + 1
    while last < len(words):
        if marks[last] and _are_linked(words, first, last):
            last += 1
        elif (beyond := _continued_end(words, marks, first, last)) is not None:
            last = beyond
        else:
            break
    return last


def _are_linked(words: Sequence[Word], first: int, place: int) -> bool:
    """Whether the parse tree links a word to the name before it, or at least does not separate them."""
    word, before = words[place], words[place - 1]
    for one, other in ((word, place - 1), (before, place)):
        if one.head == other:
            return one.relation in _LINKS
    return word.relation not in _APART and before.relation not in _APART


def _continued_end(words: Sequence[Word], marks: Sequence[bool], first: int, place: int) -> int | None:
    """The end of a name that continues after "of", "&", "-" or "'s"; `None` if it does not continue."""
    if place + 1 >= len(words):
        return None
    word, after = words[place], words[place + 1]
    if word.form in _DASHES:
        tight = word.start == words[place - 1].end and word.end == after.start
        return place + 2 if tight and marks[place + 1] else None
    if word.form in {"&", "+"}:
        return place + 2 if marks[place + 1] else None
    if word.form in {"'s", "’s"}:
        ends = marks[place + 1] and after.form.lower() in word_list("organization_endings")
        return place + 2 if ends else None
    before = [words[one].form.lower() for one in range(first, place)]
    opens = any(form in _OPENS_OF or form in word_list("organization_openings") for form in before)
    if word.form == "of" and opens:
        skipped = place + 2 if after.form.lower() == "the" else place + 1
        return skipped + 1 if skipped < len(words) and marks[skipped] else None
    return None


def _without_title(words: Sequence[Word], first: int, last: int) -> int:
    """The start of a name after its titles, or after the day of a rota.

    A title alone is a name only if it is a gendered kin noun: "Grandma".
    """
    if last - first > 1 and words[first].form.lower() in _WEEKDAYS and _is_first_name(words[first + 1].form.lower()):
        first += 1  # "Mon Dan, Tue Lou"
    while first < last and (words[first].form.lower() in word_list("titles") or words[first].form in _DASHES):
        if first + 1 == last and word_table("kin").get(words[first].form.lower(), "either") != "either":
            break
        first += 1
    return first
