"""Whom a description means, by what is told anywhere."""

from __future__ import annotations

from convograph.resolution.described import Described, Identities, Meant, only, stands_alone

SISTER = Described("sister", "sister", "person", "possessed", "Ana")
DOG = Described("dog", "dog", "animal", "definite")


def told(*said: Described, speakers: tuple[str, ...] = ("Ana", "Tom")) -> Identities:
    """What some descriptions tell, all said in session 0."""
    return Identities.of([(one, 0) for one in said], speakers)


def by(one: Described, **changed: object) -> Described:
    """A description, changed."""
    fields = {name: getattr(one, name) for name in Described.__slots__}
    return Described(**(fields | changed))


def test_the_only_name_that_is_told_is_meant() -> None:
    """Of the same owner and the plain noun, in whatever words; the fullest name."""
    found = told(by(SISTER, called="Clara"), by(SISTER, called="Clara Diaz"), by(SISTER, whose="Tom", called="Bea"))
    assert found.meant(SISTER, 3) == Meant("Clara Diaz", named=True)
    assert found.meant(by(SISTER, whose="ana"), 3).surface == "Clara Diaz"
    mum = Described("mum", "mother", "person", "bare", "Ana")
    assert told(by(mum, called="Inés")).meant(by(mum, noun="mama"), 0) == Meant("Inés", named=True)


def test_of_two_with_names_neither_is_meant() -> None:
    """Nor is one by a noun of which everybody has several; where the turn itself tells, its name is meant."""
    cousin = Described("cousin", "cousin", "person", "possessed", "Ana")
    found = told(by(cousin, called="Bea"), by(cousin, called="Cleo"))
    assert found.meant(cousin, 0) == Meant("Ana's cousin", named=False)
    assert found.meant(by(cousin, called="Cleo"), 0) == Meant("Cleo", named=True)
    friend = Described("friend", "friend", "person", "possessed", "Ana")
    assert not told(by(friend, called="Bea")).meant(friend, 0).named
    assert not told(by(SISTER, called="Clara")).meant(by(SISTER, other=True), 0).named


def test_a_noun_alone_means_the_only_one_with_a_name() -> None:
    """But not if somebody else has one, too, and it is no "a dog", nor "her dog" of nobody who is known."""
    rex = by(DOG, whose="Ana", determiner="possessed", called="Rex")
    assert told(rex).meant(DOG, 0).surface == "Rex"
    assert not told(rex).meant(by(DOG, determiner="indefinite"), 0).named
    assert not told(rex, by(DOG, whose="Tom", determiner="possessed")).meant(DOG, 0).named
    assert not told(rex).meant(by(DOG, whose="Tom", determiner="possessed"), 0).named
    assert not told(rex).meant(by(DOG, determiner="possessed"), 0).named


def test_another_sort_of_the_same_animal() -> None:
    """The dog is the greyhound, the spaniel is the dog; the cat is neither."""
    pascal = by(DOG, noun="greyhound", plain="greyhound", called="Pascal")
    assert told(pascal).meant(DOG, 0).surface == "Pascal"
    assert told(by(DOG, called="Rex")).meant(by(DOG, noun="spaniel", plain="spaniel"), 0).surface == "Rex"
    assert not told(pascal).meant(by(DOG, noun="cat", plain="cat"), 0).named


def test_people_by_a_noun_alone() -> None:
    """As "the potter" may be her who has a name; "his boss" is not Ana's, and "the sister" not either."""
    potter = Described("potter", "potter", "person", "indefinite", called="Ms Oyelaran")
    assert told(potter).meant(by(potter, determiner="definite", called=None), 0).surface == "Ms Oyelaran"
    boss = Described("boss", "boss", "person", "possessed", "Ana", called="Greta")
    assert not told(boss).meant(by(boss, whose=None, called=None), 0).named
    clara = told(by(SISTER, called="Clara"))
    assert not clara.meant(by(SISTER, whose=None, determiner="definite"), 0).named


def test_a_place_is_the_same_in_its_session_alone() -> None:
    """Another day, "the gallery" is another one."""
    gallery = Described("gallery", "gallery", "place", "definite", called="The Art Cube")
    found = told(gallery)
    assert found.meant(by(gallery, called=None), 0).surface == "The Art Cube"
    assert not found.meant(by(gallery, called=None), 1).named


def test_brothers_and_sisters_have_the_same_parents() -> None:
    """If one of the speakers is told to be the other's; whose parents they are is evidence, no name."""
    brother = Described("brother", "brother", "person", "possessed", "Tom", called="Ana")
    mum = Described("mum", "mother", "person", "bare", "Tom")
    assert told(brother).meant(mum, 0) == Meant("mum", named=False, whose="ana")
    assert told(brother).meant(by(mum, determiner="possessed"), 0).owner == "ana"
    assert told(brother).meant(by(mum, whose="Ana"), 0).whose == "ana"
    assert told(brother, speakers=("Tom",)).meant(mum, 0).whose == "Tom"


def test_parents_that_are_told_from_others_are_of_one() -> None:
    """Who says "my dad", or hears "your dad", means the own one by "Dad", too: it is not the other's."""
    dad = Described("dad", "father", "person", "bare", "Ana")
    yours = by(dad, determiner="possessed", whose="Tom")
    mine = by(dad, determiner="possessed")
    assert told(dad).meant(dad, 0).owner is None
    assert told(dad, mine).meant(dad, 0).owner is None
    assert told(dad, mine, yours).meant(dad, 0).owner == "Ana"
    assert told(dad, mine, yours).meant(by(dad, whose="Tom"), 0).owner == "Tom"
    assert told(mine, yours, speakers=("Ana", "Tom", "Eva")).meant(dad, 0).owner is None
    assert told(mine, by(yours, noun="mum", plain="mother")).meant(dad, 0).owner is None


def test_what_stands_alone() -> None:
    """Kin, people by what they do and animals that somebody has; no friends, no belongings, none beside others."""
    assert stands_alone(SISTER)
    assert stands_alone(by(DOG, whose="Ana"))
    assert not stands_alone(DOG)
    assert not stands_alone(by(SISTER, other=True))
    assert not stands_alone(by(SISTER, noun="friend", plain="friend"))
    assert not stands_alone(Described("van", "van", "thing", "possessed", "Ana"))


def test_only_names_of_one() -> None:
    """All words of the shorter ones are in the fullest."""
    assert only(["Ana", "ana diaz"]) == "ana diaz"
    assert only(["Ana Diaz", "Ana Lopez"]) is None
