"""Names and descriptions of communities without a model: their words, their form, their limits."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from convograph.communities.description import Member, described
from convograph.communities.distinctive_words import (
    TermCounts,
    distinctive_words,
    is_contraction,
    term_counts,
    usual_stems,
)
from convograph.terms import Analyzer
from convograph.types import Triplet

POTTERY = ["Ana: The pottery class has a new kiln.", "Ben: Ana's pottery class glazed bowls.", "Ana: The kiln broke!"]
OTHERS = ["Ben: It rained all day.", "Ana: We went home.", "Ben: Ana, dinner?", "Ana: Soon.", "Ben: Fine."]
COUNTS = term_counts(POTTERY + OTHERS)


def test_terms_are_counted_by_texts() -> None:
    """By stems, however often a text has one."""
    counts = term_counts(["dogs and a dog", "my dog", "rain"])
    assert (counts.texts, counts.with_term["dog"], counts.with_term["rain"]) == (3, 2, 1)


def test_pairs_are_shown_in_place_of_their_words() -> None:
    """The pottery class stands in two of the three texts, as both words do; the kiln likewise, a new one in one.

    Of eight texts, each in two: 2 · ln(9/2) = 3.0 for a word, half as much again for the pair; then what one text has.
    """
    assert distinctive_words(POTTERY, COUNTS, 4, without=["ana", "ben"]) == ["pottery class", "kiln", "bowls", "broke"]


def test_words_that_often_stand_alone_are_shown_alone() -> None:
    """Each of the words is in four texts, together they are in two: 4 > 1.5 · 2, at the same rarity."""
    texts = ["red kiln", "red kiln", "a kiln", "the kiln", "red", "red"]
    assert distinctive_words(texts, term_counts([*texts, *["rain"] * 8]), 2) == ["kiln", "red"]


def test_pairs_are_adjacent_as_written() -> None:
    """Words with others between them are no pair."""
    texts = ["support for the group", "support of a group"]
    assert distinctive_words(texts, term_counts([*texts, *["rain"] * 5]), 2) == ["group", "support"]


def test_words_are_shown_as_written() -> None:
    """What is never in lower case keeps its capitals; of several forms, the most frequent; possessives without 's."""
    texts = ["Choir at the NHS", "choirs, NHS", "my choir's NHS", "choirs"]
    assert distinctive_words(texts, term_counts([*texts, *["rain"] * 8]), 2) == ["choir", "NHS"]


def test_what_tells_nothing_is_left_out() -> None:
    """Usual words, contractions, numbers, words of two letters, and what more than half of all texts have."""
    texts = ["I'm really happy that's 2024, ok? Rain, vet", "We've a great TV there. Rain, vet", "rain"]
    assert distinctive_words(texts, term_counts(texts), 9) == ["vet"]
    assert "realli" in usual_stems()
    assert is_contraction("they've")
    assert not is_contraction("vet's")


def test_other_languages_have_no_usual_words_here() -> None:
    """English words may be German ones; terms are pairs of characters where there are no spaces."""
    counts = TermCounts(3, {})
    assert distinctive_words(["also"], counts, 1) == []
    assert distinctive_words(["also"], counts, 1, analyzer=Analyzer("german")) == ["also"]
    japanese = ["猫が好き", "猫が来た"]
    assert distinctive_words(japanese, term_counts([*japanese, "雨", "雪", "風"]), 1) == ["猫が"]


def test_texts_that_were_not_counted_are_as_rare_as_can_be() -> None:
    """Without counts, all words are equally rare."""
    assert distinctive_words(["zebra apple"], TermCounts(1, {}), 2) == ["apple", "zebra"]


def test_a_description_by_hand() -> None:
    """Members by mentions and kind, relations, words; "thing" says nothing, and underscores of relations are spaces."""
    members = [Member("kiln_2", "thing", 3), Member("Ana", "person", 5), Member("Ben", "Person", 4)]
    relations = [
        Triplet("Ana", "has_pet", "kiln_2"),
        Triplet("Ana", "has_pet", "kiln_2"),
        Triplet("Ben", "know", "Ana"),
    ]
    found = described(members, relations, POTTERY, COUNTS)
    assert found.name == "Ana, Ben, kiln_2: pottery class, bowls, broke"
    assert found.text == (
        "Mentioned together: Ana, Ben (person); kiln_2. Ana has pet kiln_2; Ben know Ana. "
        "Words that stand out: pottery class, bowls, broke, glazed."
    )


def test_of_many_members_the_most_mentioned_are_named() -> None:
    """Twelve in the description, and the number of the others; three in the name, ties in alphabetical order."""
    members = [Member(f"name{number:02}", "", 1) for number in range(20)]
    found = described(members, [], [], COUNTS)
    assert found.name == "name00, name01, name02"
    assert found.text == f"Mentioned together: {', '.join(f'name{number:02}' for number in range(12))}; 8 more."


def test_long_names_leave_room() -> None:
    """A first name is cut at eight words; further ones are named if they fit."""
    long = "the society of friends of the old harbour of Porto"
    assert described([Member(long, "", 2), Member("Ana", "", 1)], [], POTTERY, COUNTS).name == (
        "the society of friends of the old harbour"
    )
    names = [Member("a b c d", "", 3), Member("e f g", "", 2), Member("h", "", 1)]
    assert described(names, [], POTTERY, COUNTS).name == "a b c d, h: pottery class, kiln"


def test_names_are_as_long_as_they_can_be_where_little_is_known() -> None:
    """Three words, if there are three: further members, also long ones."""
    names = [Member("Ana", "", 3), Member("e f g h i j", "", 2)]
    assert described(names, [], [], COUNTS).name == "Ana, e f g h i j"
    assert described(names[:1], [], [], COUNTS).name == "Ana"


words = st.lists(st.sampled_from(["kiln", "Ana", "pottery", "class", "bowl", "rain"]), min_size=1, max_size=9)


@given(
    names=st.lists(words.map(" ".join), min_size=1, max_size=6, unique=True),
    texts=st.lists(words.map(" ".join), max_size=4),
)
def test_names_have_three_to_eight_words(names: list[str], texts: list[str]) -> None:
    """If the members have that many; and the order of members and of texts does not matter."""
    members = [Member(name, "", 1) for name in names]
    counts = term_counts([*texts, *OTHERS])
    found = described(members, [], texts, counts)
    length = len(found.name.split())
    assert length <= 8
    assert length >= min(3, sum(len(name.split()) for name in names)) or any(len(name.split()) > 5 for name in names)
    assert described(members[::-1], [], texts[::-1], counts) == found
