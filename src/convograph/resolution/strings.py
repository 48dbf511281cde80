"""Similarity of two short strings: edit ratios of words in any order, and typing errors."""

from __future__ import annotations

from collections.abc import Sequence

ONE_EDIT, TWO_EDITS = 5, 8  # characters that a word needs for one or two edits to be typing errors: our choice


def token_set_ratio(one: Sequence[str], other: Sequence[str]) -> float:
    """The similarity of two names in any word order, 0 to 1; 1 if one has all words of the other.

    The best edit ratio between three texts: the shared words, and the shared words followed by the remaining words of
    either name, in alphabetical order. The measure of fuzzywuzzy and rapidfuzz, as a fraction.

    >>> token_set_ratio(("maria", "lopez"), ("maria",)), round(token_set_ratio(("ana", "lee"), ("ana", "ruiz")), 4)
    (1.0, 0.6)
    """
    ours, theirs = set(one), set(other)
    shared = " ".join(sorted(ours & theirs))
    if shared and (ours <= theirs or theirs <= ours):
        return 1.0
    texts = [" ".join((shared, *sorted(each - (ours & theirs)))).strip() for each in (ours, theirs)]
    best = edit_ratio(*texts)
    return max(best, *(edit_ratio(shared, text) for text in texts)) if shared else best


def edit_ratio(one: str, other: str) -> float:
    """Twice the longest common subsequence over the sum of both lengths, 0 to 1: 1 minus the normalised indel distance.

    >>> edit_ratio("ana", "anna")
    0.8571428571428571
    """
    return 2 * common_subsequence(one, other) / (len(one) + len(other)) if one and other else 0.0


def common_subsequence(one: str, other: str) -> int:
    """The length of the longest common subsequence.

    Bit-parallel, one bit per character of `one` (Hyyrö 2004): a 0 bit marks where the subsequence grows.
    """
    places: dict[str, int] = {}
    for place, character in enumerate(one):
        places[character] = places.get(character, 0) | 1 << place
    everything = (1 << len(one)) - 1
    row = everything
    for character in other:
        matches = row & places.get(character, 0)
        row = (row + matches) | (row - matches)
    return len(one) - (row & everything).bit_count()


def distance(one: str, other: str, most: int) -> int:
    """The number of edits between two words: insertions, deletions, substitutions, swaps of neighbours.

    Optimal string alignment; `most` + 1 if there are more than `most` edits.

    >>> distance("jhon", "john", 2), distance("ana", "maria", 1)
    (1, 2)
    """
    if abs(len(one) - len(other)) > most:
        return most + 1
    before: list[int] = []
    row = list(range(len(other) + 1))
    for place, character in enumerate(one, start=1):
        following = [place]
        for column, another in enumerate(other, start=1):
            edits = min(row[column] + 1, following[-1] + 1, row[column - 1] + (character != another))
            swaps = place > 1 and column > 1 and character == other[column - 2] and another == one[place - 2]
            following.append(min(edits, before[column - 2] + 1) if swaps else edits)
        if min(following) > most:
            return most + 1
        before, row = row, following
    return min(row[-1], most + 1)


def is_typo(one: str, other: str) -> bool:
    """Whether two different words differ by one edit, or two if both are long, after the first letter.

    People seldom mistype a first letter; names that differ in it, and short names that differ at all, are usually two
    names.

    >>> is_typo("melanie", "melonie"), is_typo("katherine", "kathrina"), is_typo("immel", "ammel")
    (True, True, False)
    """
    shorter = min(len(one), len(other))
    if shorter < ONE_EDIT or one == other or one[0] != other[0]:
        return False
    allowed = 2 if shorter >= TWO_EDITS else 1
    return distance(one, other, allowed) <= allowed


def deletions(word: str) -> set[str]:
    """A word and its variants with one character deleted; a word too short for typing errors alone.

    Two words one edit apart share one of these (Garbe's symmetric deletion).
    """
    if len(word) < ONE_EDIT:
        return {word}
    return {word, *(word[:place] + word[place + 1 :] for place in range(len(word)))}
