"""Names: their forms, their MinHash buckets, and what their words tell."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from convograph.resolution.blocking import keys_to_file, keys_to_find
from convograph.resolution.minhash import BANDS, bands_of
from convograph.resolution.names import fuzzy_words, jaccard, names_of, shingles_of
from convograph.resolution.wording import core, is_kin, titles_of
from support.mentions import name_of


@pytest.mark.parametrize(
    ("surface", "words"),
    [
        ("Dr. Ruiz-Peña", ("dr", "ruiz", "peña")),
        ("Ana’s sister", ("ana's", "sister")),
        ("Pen\u0303a", ("peña",)),
        ("STRASSE 3", ("strasse", "3")),
        ("C_3PO", ("c", "3po")),
        ("李 雷", ("李", "雷")),
        ("!?", ("!?",)),
    ],
)
def test_words_are_letters_digits_and_apostrophes(surface: str, words: tuple[str, ...]) -> None:
    """Of any alphabet, composed and in lower case; a name without any is what it is."""
    assert fuzzy_words(surface) == words


@pytest.mark.parametrize(
    ("words", "titles", "rest"),
    [
        (("dr", "ruiz"), ("dr",), ("ruiz",)),
        (("aunt", "bea"), ("aunt",), ("bea",)),
        (("the", "louvre"), (), ("louvre",)),
        (("mum",), (), ("mum",)),
        (("uncle",), (), ("uncle",)),
        (("the",), (), ("the",)),
        (("dad's",), (), ("dad",)),
        (("mum'll",), (), ("mum",)),
        (("mums",), (), ("mum",)),
        (("sisters",), (), ("sisters",)),
        (("ana's", "sister"), (), ("ana's", "sister")),
        (("the", "james'"), (), ("james",)),
        (("'",), (), ("'",)),
    ],
)
def test_titles_and_articles_are_no_part_of_the_core(words: tuple[str, ...], titles: object, rest: object) -> None:
    """Unless there is nothing else."""
    assert (titles_of(words), core(words)) == (titles, rest)


def test_kin_are_words_for_relatives_alone() -> None:
    """Mum is, also as "my mum" and "Mum's"; somebody with a name is not."""
    assert is_kin(("my", "mum"))
    assert is_kin(("mum's",))
    assert is_kin(("nan",))
    assert not is_kin(("my",))
    assert not is_kin(("aunt", "bea"))
    assert not is_kin(("maria",))


@given(st.lists(st.text(min_size=1, max_size=12).filter(str.strip), min_size=1, max_size=8))
def test_a_name_does_not_depend_on_the_others(surfaces: list[str]) -> None:
    """A batch gives what each alone gives."""
    found = names_of(surfaces)
    for surface in surfaces:
        assert found[surface] == name_of(surface)


@given(st.text(min_size=1, max_size=20).filter(str.strip))
def test_a_name_in_other_case_and_spacing_is_the_same(surface: str) -> None:
    """Its exact key is, and whoever files it finds it."""
    one, other = name_of(surface), name_of(f"  {surface.casefold()} ")
    assert one.exact == other.exact
    assert set(keys_to_file(one)) & set(keys_to_find(other))


@given(st.sets(st.integers(0, 2**62), min_size=1, max_size=12), st.randoms(use_true_random=False))
def test_bands_do_not_depend_on_the_order_of_shingles(shingles: set[int], chance: object) -> None:
    """A set is a set."""
    order = sorted(shingles)
    chance.shuffle(order)
    assert bands_of([sorted(shingles)]) == bands_of([order])


def test_bands_find_similar_sets_and_not_others() -> None:
    """Of 200 pairs with a Jaccard of .9, all share a band (each fails once in 15,000); of 200 with .1, next to none
    (each does once in 1,250); and no band is another's.
    """
    near = [list(range(step * 100, step * 100 + 19)) for step in range(200)]
    like = [[*row[:-1], row[-1] + 50] for row in near]  # 18 of 20 are shared
    far = [[*row[:3], *(value + 40 for value in row[3:16])] for row in near]  # 3 of 32
    found, similar, other = (bands_of(rows) for rows in (near, like, far))
    assert all(set(one) & set(two) for one, two in zip(found, similar, strict=True))
    assert sum(bool(set(one) & set(two)) for one, two in zip(found, other, strict=True)) <= 3
    assert len({band for one in found for band in one}) == 200 * BANDS


def test_a_set_without_shingles_is_refused() -> None:
    """There is no minimum of nothing; no sets at all have no bands."""
    assert bands_of([]) == []
    with pytest.raises(ValueError, match="set 1 has no shingles"):
        bands_of([[1], []])


@given(st.sets(st.text(st.characters(exclude_characters="\0"), min_size=1, max_size=3), max_size=9))
def test_different_runs_have_different_numbers(runs: set[str]) -> None:
    """A number holds the code points themselves."""
    assert len({number for run in runs for number in shingles_of(run)}) == len(runs)


def test_jaccard_is_the_share_of_both() -> None:
    """2 of 4."""
    assert jaccard(frozenset({1, 2, 3}), frozenset({2, 3, 4})) == 0.5


@pytest.mark.parametrize(
    ("said", "known"),
    [
        ("Bob", "Robert Reed"),
        ("Robert", "Bob"),
        ("NYC", "New York City"),
        ("New York City", "NYC"),
        ("Melonie", "Melanie Johnson"),
        ("Micheal", "Michael"),
        ("Dr. Ruiz", "Elena Ruiz"),
        ("Liz", "Beth"),
        ("louvre", "the Louvre"),
    ],
)
def test_a_name_is_found_under_the_keys_of_names_like_it(said: str, known: str) -> None:
    """Short forms, initials, a letter wrong, a part: some key is shared."""
    assert set(keys_to_find(name_of(said))) & set(keys_to_file(name_of(known)))


def test_a_name_is_not_found_under_those_of_others() -> None:
    """Else everything would be compared with everything."""
    assert not set(keys_to_find(name_of("the Louvre"))) & set(keys_to_file(name_of("the Prado")))
