"""How alike two short strings are: edit ratios of words in any order, and single typing errors."""

from __future__ import annotations

from collections.abc import Sequence

ONE_EDIT, TWO_EDITS = 5, 8  # characters of a word from which one and two edits are typing errors: our choice


def token_set_ratio(one: Sequence[str], other: Sequence[str]) -> float:
    """How alike two names are, whatever the order of their words, 0 to 1; 1 where one has all words of the other.

    The best edit ratio among three texts: the shared words, and these followed by what each of the two has beyond
    them, in alphabetical order. The measure known from fuzzywuzzy and rapidfuzz, as a share of 1.

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
    """Twice the longest common subsequence as a share of both lengths, 0 to 1: 1 less the normalised indel distance.

    >>> edit_ratio("ana", "anna")
    0.8571428571428571
    """
    return 2 * common_subsequence(one, other) / (len(one) + len(other)) if one and other else 0.0


def common_subsequence(one: str, other: str) -> int:
    """The length of the longest common subsequence.

    A bit a character of `one` (Hyyrö 2004): a bit that is 0 marks where the subsequence grows.
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

    Optimal string alignment; `most` + 1 as soon as there are more than `most`.

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
    """Whether two different words of some length differ by an edit, or long ones by two, behind the first letter.

    People seldom mistype a first letter, and names that differ in it, or short ones that differ at all, are mostly two.

    >>> is_typo("melanie", "melonie"), is_typo("katherine", "kathrina"), is_typo("immel", "ammel")
    (True, True, False)
    """
    shorter = min(len(one), len(other))
    if shorter < ONE_EDIT or one == other or one[0] != other[0]:
        return False
    allowed = 2 if shorter >= TWO_EDITS else 1
    return distance(one, other, allowed) <= allowed


def deletions(word: str) -> set[str]:
    """A word and all that remain of it when a character is deleted; a word too short for typing errors alone.

    Two words an edit apart share one of these (Garbe's symmetric deletion).
    """
    if len(word) < ONE_EDIT:
        return {word}
    return {word, *(word[:place] + word[place + 1 :] for place in range(len(word)))}
