"""Kinds of words and names, in sentences parsed by hand."""

from __future__ import annotations

import pytest

from convograph.extraction.mentions import kind_of
from convograph.extraction.mentions.name_kinds import called
from support.parses import parsed

SISTER = """
    My my PRON 2 nmod:poss
    sister sister NOUN 4 nsubj
    Ana Ana PROPN 2 flat
    adopted adopt VERB 0 root
    a a DET 6 det
    dog dog NOUN 4 obj
    named name VERB 6 acl
    Quill Quill PROPN 7 xcomp
    in in ADP 10 case
    Tyre Tyre PROPN 4 obl
    last last ADJ 12 amod
    June June PROPN 4 obl:unmarked
"""
COMPANY = """
    We we PRON 2 nsubj
    joined join VERB 0 root
    Foo Foo PROPN 4 compound
    Inc. Inc. PROPN 2 obj
    near near ADP 7 case
    Lake Lake PROPN 7 compound
    Sorrow Sorrow PROPN 2 obl
"""
READING = """
    melanie melanie NOUN 2 nsubj
    watched watch VERB 0 root
    Arrival Arrival PROPN 2 obj
    and and CCONJ 5 cc
    enjoys enjoy VERB 2 conj
    hiking hiking NOUN 5 obj
    in in ADP 8 case
    2019 2019 NUM 5 obl
"""


@pytest.mark.parametrize(
    ("rows", "place", "kind"),
    [
        (SISTER, 0, "person"),  # a pronoun of persons
        (SISTER, 1, "person"),
        (SISTER, 2, "person"),
        (SISTER, 3, "activity"),
        (SISTER, 5, "animal"),
        (SISTER, 7, "animal"),  # "a dog named Quill"
        (SISTER, 9, "place"),  # an unknown name behind "in"
        (SISTER, 11, "time"),
        (COMPANY, 3, "organization"),  # by its last word
        (COMPANY, 2, "organization"),  # any word of a name has the name's kind
        (COMPANY, 6, "place"),  # by its first word
        (READING, 0, "person"),  # in lower case, but a participant's
        (READING, 2, "work"),  # what is watched
        (READING, 5, "activity"),
        (READING, 7, "time"),
    ],
)
def test_the_kind_of_what_a_head_word_stands_for(rows: str, place: int, kind: str) -> None:
    """Names by their words, their neighbours and the lists; nouns by the lists; pronouns, verbs and numbers by tag."""
    assert kind_of(parsed(rows), place, ("Melanie", "Ben")) == kind


def test_a_code_is_nobody() -> None:
    """A device, an error or a form has a number in its name; a subject without one may be somebody."""
    rows = "{0} {0} PROPN 2 nsubj\nbroke break VERB 0 root"
    assert kind_of(parsed(rows.format("Hivecheck")), 0, ()) == "person"
    assert kind_of(parsed(rows.format("E-52")), 0, ()) == "thing"
    assert kind_of(parsed(rows.format("Ben2")), 0, ("Ben2",)) == "person"  # a participant may be called anything


def noun_in(form: str, lemma: str, features: str = "", article: bool = False) -> str:
    """The kind of a noun alone, or behind an article."""
    if article:
        return kind_of(parsed(f"a a DET 2 det\n{form} {lemma} NOUN 0 root {features}"), 1, ())
    return kind_of(parsed(f"{form} {lemma} NOUN 0 root {features}"), 0, ())


def test_endings_tell_the_kind_of_nouns_that_no_list_has() -> None:
    """Who bears "-ologist" is somebody; "-ing" is a doing, unless it has an article or a plural."""
    assert noun_in("herpetologist", "herpetologist") == "person"
    assert noun_in("checklist", "checklist") == "thing"
    assert noun_in("spelunking", "spelunking") == "activity"
    assert noun_in("spelunking", "spelunking", article=True) == "thing"
    assert noun_in("mini-marathon", "mini-marathon") == "activity"
    assert noun_in("gadgets", "gadget", "Number=Plur") == "thing"


def test_a_painting_is_a_work_and_painting_an_activity() -> None:
    """The article decides."""
    assert noun_in("painting", "painting", article=True) == "work"
    assert noun_in("painting", "painting") == "activity"


def test_what_is_eaten_is_no_animal() -> None:
    """Turkey that is eaten is a thing, a turkey that is seen an animal."""
    rows = "We we PRON 2 nsubj\n{} {} VERB 0 root\nturkey turkey NOUN 2 obj"
    assert kind_of(parsed(rows.format("ate", "eat")), 2, ()) == "thing"
    assert kind_of(parsed(rows.format("saw", "see")), 2, ()) == "animal"


def test_a_noun_of_quantity_is_what_it_counts() -> None:
    """A couple of friends are people."""
    sentence = parsed("a a DET 2 det\ncouple couple NOUN 0 root\nof of ADP 4 case\nfriends friend NOUN 2 nmod")
    assert kind_of(sentence, 1, ()) == "person"


@pytest.mark.parametrize(
    ("text", "participants", "name"),
    [
        ("melanie", ("Melanie", "Ben"), "Melanie"),
        ("mel", ("Melanie", "Ben"), "Melanie"),
        ("smith", ("Ann Smith", "Ben"), "Ann Smith"),
        ("smith", ("Ann Smith", "Joe Smith"), None),  # either
        ("jo", ("Joanna", "Ben"), None),  # too short to tell
        ("jon", ("Jon", "Jonathan"), "Jon"),  # the whole name comes before the first letters
        ("ana", (), None),
    ],
)
def test_whom_a_name_means_among_the_participants(text: str, participants: tuple[str, ...], name: str | None) -> None:
    """In full, by a part, or by the first letters, and only where one fits."""
    assert called(text, participants) == name
