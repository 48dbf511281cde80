"""Signs from two names for and against their meaning one person or thing, each from 0 to 1.

Our choice; the paper leaves this to a model.
"""

from __future__ import annotations

from collections.abc import Sequence

from convograph.extraction.lexicon import word_list, word_table
from convograph.resolution.likeness import are_forms
from convograph.resolution.names import Name, jaccard
from convograph.resolution.strings import is_typo, token_set_ratio
from convograph.resolution.wording import Words, genders, initials, titles_of

FOR = ("same", "jaccard", "token_set", "typo", "initials", "given", "family", "part", "nickname", "title")
AGAINST = ("other_name", "other_title")
NAME_SIGNS = (*FOR, *AGAINST)
"""Signs of two names; jaccard and token_set compare all words, the others leave out titles and articles.

same: all words. jaccard, token_set: as in the score. typo: the words are the same up to typing errors; two common first
names are not typing errors of each other. initials: "NYC" and "New York City", "M. Lopez" and "Maria Lopez". given,
family: one name is the first, or the last, word of the other. part: one has all words of the other in any other way.
nickname: the first word is a short form. title: only one of them has a title.

other_name: the same first name with another family name, or the reverse; different numbers; a place and something named
after it. other_title: a man's and a woman's name, by title ("Mr." and "Mrs.") or by the first word of a full name.
"""

Signs = tuple[float, ...]


def name_signs(one: Name, other: Name) -> Signs:
    """The signs `NAME_SIGNS` of two names, in this order; symmetric."""
    ours, theirs = sorted((one.core, other.core), key=lambda words: (len(words), words))
    contained = set(ours) < set(theirs) and not _is_named_after_place(ours, theirs)
    given = contained and len(ours) == 1 and theirs[0] == ours[0]
    family = contained and len(ours) == 1 and theirs[-1] == ours[0] and not given
    return tuple(
        map(
            float,
            (
                ours == theirs,
                jaccard(one.shingles, other.shingles),
                token_set_ratio(one.words, other.words),
                _is_misspelled(ours, theirs),
                _has_initials(ours, theirs),
                given,
                family,
                contained and not given and not family,
                _is_nickname(ours, theirs),
                bool(titles_of(one.words)) != bool(titles_of(other.words)),
                _is_other_name(ours, theirs),
                _is_other_title(one, other),
            ),
        )
    )


def _is_misspelled(ours: Words, theirs: Words) -> bool:
    if len(ours) != len(theirs) or ours == theirs:
        return False
    return all(map(_is_near, ours, theirs))


def _are_names(one: str, other: str) -> bool:
    return one in word_list("first_names") and other in word_list("first_names")


def _has_initials(ours: Words, theirs: Words) -> bool:
    """Whether one name is the initials of the other, or some of its words are initials of the other's."""
    if ours == (initials(theirs),):
        return True
    pairs = list(zip(ours, theirs, strict=False))
    short = [one for one, other in pairs if one != other and 1 in (len(one), len(other)) and one[0] == other[0]]
    same = sum(one == other for one, other in pairs)
    return len(ours) == len(theirs) and bool(short) and bool(same) and len(short) + same == len(ours)


def _is_nickname(ours: Words, theirs: Words) -> bool:
    return are_forms(ours[0], theirs[0]) and (len(ours) == 1 or ours[1:] == theirs[1:])


def _is_other_name(ours: Words, theirs: Words) -> bool:
    if _is_named_after_place(ours, theirs):
        return True
    numbers = [{word for word in words if any(map(str.isdigit, word))} for words in (ours, theirs)]
    if numbers[0] != numbers[1] and all(numbers):
        return True
    if len(ours) < 2 or set(ours) <= set(theirs) or _has_initials(ours, theirs):
        return False
    first = _is_near(ours[0], theirs[0]) or are_forms(ours[0], theirs[0])
    return first != _is_near(ours[-1], theirs[-1])


def _is_named_after_place(ours: Words, theirs: Words) -> bool:
    """Whether one name is a place and the other, longer one is named after it: a club, a street, a firm there.

    The first word of a race is a place even if no list has it ("Norwich Half"). "Georgia", also a first name, may be
    short for "Georgia Brown"; "Portland Oregon" is Portland.
    """
    if len(ours) != 1 or len(theirs) < 2 or theirs[0] != ours[0]:
        return False
    if theirs[-1] in word_list("races"):
        return True
    if ours[0] not in word_list("places") or ours[0] in word_list("first_names"):
        return False
    rest = theirs[1:]
    return " ".join(rest) not in word_list("places") and "".join(rest) not in word_list("state_codes")


def _is_near(one: str, other: str) -> bool:
    return one == other or (is_typo(one, other) and not _are_names(one, other))


def _is_other_title(one: Name, other: Name) -> bool:
    """Whether titles, or the first words of full names without a title, tell a man from a woman."""
    return {_gender(one), _gender(other)} == {"he", "she"}


def _gender(name: Name) -> str:
    told = [genders().get(title, "either") for title in titles_of(name.words)]
    if not told and len(name.core) > 1:
        told = [word_table("first_names").get(name.core[0], "either")]
    return next((one for one in told if one != "either"), "either")


def strongest(signs: Sequence[Signs]) -> Signs:
    """The maximum of each sign over several pairs of names."""
    return tuple(map(max, zip(*signs, strict=True)))
