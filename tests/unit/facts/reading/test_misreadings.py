"""Which values that were read in a sentence are those of their relation, whoever has read them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from convograph.extraction.types import EntityKind
from convograph.facts.acts import StatedAct
from convograph.facts.learned_reader.readings import ReadValue
from convograph.facts.reading import turn_statements
from convograph.facts.reading.misreadings import (
    MISREADINGS,
    SURE,
    FoundValue,
    is_misread,
    is_stated,
    may_be_a_membership,
)
from convograph.facts.reading.misreadings.found_value import Cue
from convograph.memory import Memory
from support.facts import JANUARY, MARCH, lines_of, tell


def found(
    sentence: str, relation: str, value: str, told: StatedAct = "holds", kind: EntityKind = "thing"
) -> FoundValue:
    """A value where it stands."""
    assert value in sentence
    return FoundValue.in_sentence(sentence, relation, value, told, kind)


@pytest.mark.parametrize(
    ("sentence", "value", "told", "expected"),
    [
        ("I moved my tools to Antwerp", "Antwerp", "begins", False),
        ("We shipped the old piano over to Antwerp", "Antwerp", "begins", False),
        ("I moved my tools to a shed in Antwerp", "Antwerp", "begins", False),
        ("I moved my tools from Antwerp", "Antwerp", "ends", False),
        ("I moved my whole family to Antwerp", "Antwerp", "begins", True),
        ("I moved my mum to Antwerp", "Antwerp", "begins", True),
        ("We moved the other week to Antwerp", "Antwerp", "begins", True),
        ("I moved my tools to the shed and now I live in Antwerp", "Antwerp", "holds", True),
        ("I moved to Antwerp", "Antwerp", "begins", True),
        ("We're in Vigo now, till August", "Vigo", "begins", False),
        ("I'm back in Vigo until Sunday", "Vigo", "begins", False),
        ("I'm back in Vigo for two weeks", "Vigo", "begins", False),
        ("I'm back in Vigo, and I can't wait until Sunday", "Vigo", "begins", True),
        ("I live in Vigo until August", "Vigo", "holds", True),
        ("I've been back in Vigo for two weeks", "Vigo", "holds", True),
        ("I'm no longer in Vigo until August", "Vigo", "ends", True),
        ("I live in a Japanese mansion", "Japanese", "holds", False),
        ("I live in a Japanese mansion", "Japanese mansion", "holds", False),
        ("I live in the Japanese Quarter", "Japanese Quarter", "holds", True),
        ("I moved in August", "August", "begins", False),
        ("I'm getting off in Seattle", "Seattle", "begins", False),
        ("I'm passing through Seattle", "Seattle", "begins", False),
        ("I moved to Mars", "Mars", "begins", False),
        ("I live on the Moon", "Moon", "holds", False),
        ("I live in Venus, Texas", "Venus, Texas", "holds", True),
        ("I'm with Tidewater Maps since January", "Tidewater Maps", "begins", False),
        ("We're back with the kids in Vigo", "Vigo", "begins", True),
        ("I found a flat in Bath, I'm leaving Vigo in June", "Vigo", "begins", False),
        ("We're leaving Vigo in June", "Vigo", "ends", True),
        ("We've been looking at flats in Vigo", "Vigo", "holds", False),
        ("We viewed a house near the park in Vigo", "Vigo", "begins", False),
        ("We looked at flats and bought one in Vigo", "Vigo", "begins", True),
        ("She's a vet from Vigo", "Vigo", "holds", False),
    ],
)
def test_where_somebody_lives(sentence: str, value: str, told: StatedAct, expected: bool) -> None:
    """A thing moved, a stay with an end and what is no place are no home; with the family one moves oneself."""
    assert is_stated(found(sentence, "lives_in", value, told)) == expected


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("I'm doing deliveries for a florist now", False),
        ("I help out at the local florist", False),
        ("I'm married to Tom and work as a florist", True),
        ("I work for the town as a florist", True),
        ("I've been a florist for a year", True),
    ],
)
def test_who_works_for_a_florist_is_none(sentence: str, expected: bool) -> None:
    """The job is another's."""
    assert is_stated(found(sentence, "occupation", "florist")) == expected


def test_a_pet_may_end_by_its_name() -> None:
    """What nobody has cannot end; who has a pet says what it is."""
    assert is_stated(found("Milo died", "has_pet", "Milo", "ends"))
    assert not is_stated(found("I have Milo", "has_pet", "Milo"))


def test_who_went_somewhere_need_not_stay() -> None:
    """Unless the reader is sure of it."""
    gone = found("I went to Oslo", "lives_in", "Oslo", "begins")
    assert not is_stated(replace(gone, likely=SURE - 0.01))
    assert is_stated(replace(gone, likely=SURE))


def test_what_is_told_of_another_is_not_the_speakers() -> None:
    """Where a reader takes it for theirs; what is found for somebody else is left to them."""
    returned = found("Fien is back home with us in Ghent", "lives_in", "Ghent", "begins")
    assert is_stated(returned)
    assert not is_stated(replace(returned, own=True))
    assert is_stated(replace(found("I am back home in Ghent", "lives_in", "Ghent"), own=True))


@pytest.mark.parametrize(
    ("sentence", "value", "kind", "expected"),
    [
        ("I work at Tom", "Tom", "thing", False),
        ("I work at Osei", "Osei", "person", False),
        ("I work for Tom Becker", "Tom Becker", "thing", False),
        ("I work at Tom Becker", "Tom Becker", "person", True),  # as at John Lewis
        ("I work for Wendy's", "Wendy's", "thing", True),
        ("I work for Owen Insurance", "Owen Insurance", "thing", True),
        ("I work with Dr. Osei", "Dr. Osei", "thing", False),
        ("Dr. Osei hired me", "Osei", "thing", False),
        ("I start there in June", "June", "organization", False),
        ("I have a job at home", "home", "place", False),
        ("I work for Siemens", "Siemens", "thing", True),
        ("I drive a Fiat", "Fiat", "thing", False),
        ("I work at a Wetherspoons", "Wetherspoons", "thing", True),
    ],
)
def test_where_somebody_works(sentence: str, value: str, kind: EntityKind, expected: bool) -> None:
    """At no person; what has two names may be a shop, at which one works, or somebody with whom one does."""
    assert is_stated(found(sentence, "works_at", value, kind=kind)) == expected


def test_a_name_that_nobody_lists_is_no_firm_for_sure() -> None:
    """Where a reader is not."""
    good = found("Good for Inés", "works_at", "Inés")
    assert not is_stated(replace(good, likely=SURE - 0.01))
    assert is_stated(replace(good, likely=SURE))


@pytest.mark.parametrize(
    ("sentence", "value", "expected"),
    [
        ("True, my wife works a lot", "True", False),
        ("Imani, my wife, works a lot", "Imani", True),
        ("Tom, my husband, works a lot", "Tom", True),
        ("We got engaged in April", "April", False),
        ("I married April", "April", True),
        ("I'm with August", "August", False),  # hardly anybody's name
        ("My girlfriend is a DJ", "DJ", False),
    ],
)
def test_who_is_whose_partner(sentence: str, value: str, expected: bool) -> None:
    """No month, no job, and no word that begins a sentence; a name that nobody lists may begin one."""
    assert is_stated(found(sentence, "partner", value)) == expected


@pytest.mark.parametrize(
    ("sentence", "value", "told", "expected"),
    [
        ("I joined Tyne Voices", "Tyne Voices", "begins", True),
        ("I'm joining the Tyne Voices after work", "Tyne Voices", "begins", True),
        ("I joined Siemens", "Siemens", "begins", False),  # which nearly everybody knows
        ("I joined Tidewater Maps as an engineer", "Tidewater Maps", "begins", False),
        ("New job: I joined Tidewater Maps", "Tidewater Maps", "begins", False),
        ("I started at Tidewater Maps", "Tidewater Maps", "begins", False),
        ("I no longer regret that I joined Tidewater Maps", "Tidewater Maps", "ends", False),
    ],
)
def test_what_somebody_joined_may_be_a_choir(sentence: str, value: str, told: StatedAct, expected: bool) -> None:
    """Unless the name or the sentence tells that it is a firm."""
    assert may_be_a_membership(found(sentence, "works_at", value, told)) == expected


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("I joined Carlton Comets, they play on Wednesdays.", "works_at Siemens: current, s0:0"),
        ("I've left the Harbour Singers and joined Tyne Voices.", "works_at Siemens: current, s0:0"),
        ("I've left PureGym. I joined Nuffield, they have a pool.", "works_at Siemens: current, s0:0"),
        ("I've left Siemens and joined Nuffield.", "works_at Nuffield: current, since 2024-03-05, s1:0"),
        ("I've left Siemens. I joined Nuffield as a nurse.", "works_at Nuffield: current, since 2024-03-05, s1:0"),
    ],
)
def test_who_joins_something_leaves_no_employer(memory: Memory, said: str, expected: str) -> None:
    """Nor does who leaves what is none."""
    tell(memory, (JANUARY, "Ana: I work at Siemens."), (MARCH, f"Ana: {said}"))
    assert lines_of(memory.facts("Ana", "works_at")) == [expected]


def test_who_has_left_a_firm_and_joins_another_works_there(memory: Memory) -> None:
    """If nothing else was told since."""
    tell(memory, (JANUARY, "Ana: I work at Bosch."), (MARCH, "Ana: I left Bosch.\nAna: I joined Acme."))
    assert [one.value for one in memory.facts("Ana", "works_at")] == ["Acme"]


@pytest.mark.parametrize("said", ["I'm not calling him my boyfriend yet", "I wouldn't call Tom my boyfriend."])
def test_whom_somebody_does_not_call_so_is_no_boyfriend(memory: Memory, said: str) -> None:
    """Who does not call him is another matter."""
    tell(memory, (JANUARY, f"Ana: {said}\nBen: I didn't call my boyfriend back."))
    assert [(one.subject, one.value) for one in memory.facts(relation="family_member")] == [("Ben", "boyfriend")]


@pytest.mark.parametrize("said", ["ben how's your dog", "Ben, how's your dog?"])
def test_what_somebody_is_asked_by_name_states_nothing(memory: Memory, said: str) -> None:
    """Though no mark ends the question."""
    tell(memory, (JANUARY, f"Ana: I feel so proud.\nCleo: {said}"))
    assert memory.facts() == []


def test_a_kind_of_house_is_no_language() -> None:
    """Nor is any other kind."""
    assert not is_stated(found("I live in a Japanese mansion", "speaks", "Japanese"))
    assert is_stated(found("I speak Japanese", "speaks", "Japanese"))


@pytest.mark.parametrize(
    ("said", "holding"),
    [
        ("I moved my tools to Antwerp.", ["lives_in Porto"]),
        ("We're in Vigo now, till August.", ["lives_in Porto"]),
        ("Fien is back home with us in Ghent.", ["lives_in Porto", "Fien lives_in Ghent"]),
        ("I'm living in a Japanese mansion now.", ["lives_in Porto"]),
        ("I work at Tom now.", ["lives_in Porto"]),
        ("Listen, Dr. Osei took me aside.", ["lives_in Porto"]),
        ("Merryn took me. It's only bronchitis.", ["lives_in Porto"]),
        ("Never been on a sports team.", ["lives_in Porto"]),
        ("True, my other half works a lot.", ["lives_in Porto"]),
    ],
)
def test_all_readers_have_the_same_check(memory: Memory, said: str, holding: list[str]) -> None:
    """What one of them is not to state, none of them does."""
    tell(memory, (JANUARY, "Ana: I live in Porto."), (MARCH, f"Ana: {said}"))
    assert [line.split(":")[0] for line in lines_of(memory.facts())] == holding


@pytest.mark.parametrize(
    ("sentence", "relation", "value", "expected"),
    [
        ("We have mice in the kitchen", "has_pet", "mice", False),
        ("we have pigeons on our roof again", "has_pet", "pigeons", False),
        ("We have mice, Pip and Squeak", "has_pet", "mice", True),
        ("We keep mice in the cage by the door", "has_pet", "mice", True),
        ("We have hens in the garden", "has_pet", "hens", True),
        ("I drive a Golf", "hobby", "Golf", False),
        ("My manager is Sunil", "works_at", "Sunil", False),
        ("my new line manager's called Bregje", "works_at", "Bregje", False),
        ("My employer is Sunil", "works_at", "Sunil", True),
        ("I play golf on Sundays", "hobby", "golf", True),
    ],
)
def test_pests_are_no_pets_one_of_many_no_hobby_and_a_manager_no_firm(
    sentence: str, relation: str, value: str, expected: bool
) -> None:
    """By the words around them, whoever has read them."""
    assert is_stated(found(sentence, relation, value)) == expected


def test_pests_are_in_nobodys_facts(memory: Memory) -> None:
    """Though many things are had, and what is only loosely read is listed."""
    tell(memory, (JANUARY, "Ana: We have mice in the kitchen. We have two hens."))
    assert [fact.value for fact in memory.facts("Ana", "has_pet")] == ["two hens"]


@pytest.mark.parametrize(
    ("sentence", "relation", "value", "expected"),
    [
        ("I now report to Dana", "partner", "Dana", False),
        ("I'm engaged to Dana", "partner", "Dana", True),
        ("I switched to a standing desk", "team", "a standing desk", False),
        ("They moved me to the news desk", "team", "news desk", True),
        ("I'm allergic to paying rent", "be_allergic_to", "paying rent", False),
        ("I'm allergic to peanuts", "be_allergic_to", "peanuts", True),
        ("I'm allergic to him", "be_allergic_to", "him", False),
        ("We named her Isla", "partner", "Isla", False),
        ("We called the dog Rex", "name", "Rex", False),
        ("Ingrid is my best client", "partner", "Ingrid", False),
        ("Ingrid is my wife", "partner", "Ingrid", True),
        ("I'm training to be a teacher", "occupation", "teacher", False),
        ("I'm a teacher, training in Leeds", "occupation", "teacher", True),
        ("The dentist moved my appointment, it's on Thursday now", "occupation", "dentist", False),
        ("Well, my dentist is ill", "occupation", "dentist", False),
        ("I was late because the new dentist was early", "occupation", "dentist", False),
        ("I'm the dentist here", "occupation", "dentist", True),
        ("My job: the dentist", "occupation", "dentist", True),
        ("I started at the gym", "works_at", "gym", False),
        ("I moved on to Kubernetes", "lives_in", "Kubernetes", False),
        ("I work out at Basic-Fit", "works_at", "Basic-Fit", False),
        ("I work late at Basic-Fit", "works_at", "Basic-Fit", True),
        ("My sister is called Eva", "partner", "Eva", False),
        ("My name is Ana Lopez", "partner", "Ana", False),
        ("My girlfriend is called Eva", "partner", "Eva", True),
        ("We married, witnessed by two friends and Waffle", "partner", "Waffle", False),
        ("We married in front of mum, dad and Waffle", "partner", "Waffle", False),
        ("My dog is called Biscuit", "has_pet", "Biscuit", True),
        ("My friend is called Biscuit", "has_pet", "Biscuit", False),
        ("I live in Ghent and shop at Colruyt", "lives_in", "Colruyt", False),
        ("I live in Ghent and we often shop at the Colruyt", "lives_in", "Colruyt", False),
        ("I live in Ghent and work in Brussels", "lives_in", "Brussels", False),
        ("I live and work in Ghent", "lives_in", "Ghent", True),
        ("I lived in Ghent and moved to Antwerp", "lives_in", "Antwerp", True),
        ("I live in Ghent and now in Antwerp", "lives_in", "Antwerp", True),
        ("I prefer tea to coffee", "likes", "coffee", False),
        ("I prefer tea to coffee", "likes", "tea", True),
        ("I prefer to drink coffee", "likes", "coffee", True),
        ("I moved from Porto to Lisbon for a job at Feedzai", "works_at", "Porto", False),
        ("I moved from Porto to Lisbon for a job at Feedzai", "works_at", "Lisbon", False),
        ("I moved from Porto to Lisbon for a job at Feedzai", "works_at", "Feedzai", True),
        ("I moved from Siemens to Bosch", "works_at", "Bosch", True),
        ("I like Ottilie or Tamsin for a girl", "likes", "Ottilie", False),
        ("Of all the names I like Eva", "likes", "Eva", False),
        ("I like Ottilie, she is fun", "likes", "Ottilie", True),
        ("My python I learned in a course", "has_pet", "python", False),
        ("I have a python and two cats", "has_pet", "python", True),
        ("I've been veggie since I was 14", "age", "14", False),
        ("I was 14 when we met", "age", "14", True),
        ("Pelican is only our name for the release", "name", "Pelican", False),
    ],
)
def test_other_roles_other_things(sentence: str, relation: str, value: str, expected: bool) -> None:
    """Whom one works under or for is no partner, a desk no team, what one would rather not do no allergy."""
    assert is_stated(found(sentence, relation, value)) == expected


@pytest.mark.parametrize(
    ("sentence", "relation", "value", "expected"),
    [
        ("like eating a dinosaur toe", "eats", "dinosaur toe", False),
        ("It feels a bit like working at Siemens", "works_at", "Siemens", False),
        ("It's like living in Porto", "lives_in", "Porto", False),
        ("Living here is like owning a boat", "owns", "boat", False),
        ("He talks as if I lived in Porto", "lives_in", "Porto", False),
        ("As though we owned a zoo", "owns", "zoo", False),
        ("It is as if my daughters were here", "family_member", "daughters", True),
        ("I like living in Porto", "lives_in", "Porto", True),
        ("I just like eating fish", "eats", "fish", True),
        ("People like working at Siemens", "works_at", "Siemens", True),
        ("like cooking", "likes", "cooking", True),
        ("I eat fish, and it's like eating rubber", "eats", "fish", True),
        ("I should have taken the job and lived in Porto", "lives_in", "Porto", False),
        ("You should've bought a car", "owns", "car", False),
        ("I'd have bought a boat", "owns", "boat", False),
        ("She might have joined Siemens", "works_at", "Siemens", False),
        ("I could have moved to Rome, but I live in Porto", "lives_in", "Porto", True),
        ("I should have known that you live in Porto", "lives_in", "Porto", True),
        ("I should have more money, I work at Siemens", "works_at", "Siemens", True),
        ("I have moved to Porto", "lives_in", "Porto", True),
    ],
)
def test_what_is_likened_and_what_might_have_been(sentence: str, relation: str, value: str, expected: bool) -> None:
    """States nothing in whatever relation."""
    one = found(sentence, relation, value, kind="organization" if relation == "works_at" else "thing")
    assert is_stated(one) == expected


@pytest.mark.parametrize(
    ("sentence", "value", "told", "expected"),
    [
        ("You bought my mother a hob", "hob", "begins", False),
        ("I bought her a car", "car", "begins", False),
        ("I got Tom a bike", "bike", "begins", False),
        ("I bought a bed for the dog", "bed", "begins", False),
        ("I bought Tom a bike", "Tom", "begins", False),
        ("Lucia's in the van", "van", "holds", False),
        ("Tom is on the boat", "boat", "holds", False),
        ("I bought the tickets last night", "tickets", "begins", False),
        ("I bought a bottle of something", "bottle of something", "begins", False),
        ("I bought a coffee machine", "coffee machine", "begins", True),
        ("I bought her car", "car", "begins", True),
        ("I bought myself a guitar", "guitar", "begins", True),
        ("I bought a van for work", "van", "begins", True),
        ("I bought a desk for my room", "desk", "begins", True),
        ("Lucia's van is red", "van", "holds", True),
        ("My phone is in my bag", "bag", "holds", True),
    ],
)
def test_what_somebody_owns(sentence: str, value: str, told: StatedAct, expected: bool) -> None:
    """What was bought for another is theirs; who sits in a van need not own it, and a ticket is used up."""
    assert is_stated(found(sentence, "owns", value, told)) == expected


@pytest.mark.parametrize(
    ("sentence", "value", "expected"),
    [
        ("I've bought a bottle with a cork and drunk most of it", "bottle with cork drunk", False),
        ("I bought a house with a garden", "house with garden", True),
        ("I bought a bicycle", "Ana's bicycle", True),
        ("I bought Rex, my old boat", "boat Rex", True),
    ],
)
def test_words_that_stand_apart_are_no_value(sentence: str, value: str, expected: bool) -> None:
    """But for articles between them."""
    assert is_stated(FoundValue.in_sentence(sentence, "owns", value, "begins")) == expected


@pytest.mark.parametrize(
    ("sentence", "value", "expected"),
    [
        ("Happy new year, you old goat", "old goat", False),
        ("You lucky dog", "lucky dog", False),
        ("You cheeky little monkey", "monkey", False),
        ("We have sixty lobsters and a fiddler", "sixty lobsters", False),
        ("I have two turkeys", "two turkeys", False),
        ("We have a turkey called Bob", "turkey", True),
        ("We keep shrimp in a tank", "shrimp", True),
        ("You have two cats", "two cats", True),
        ("You adopted a dog", "dog", True),
        ("Did you get the old dog", "dog", True),
    ],
)
def test_who_is_called_an_animal_and_what_is_eaten(sentence: str, value: str, expected: bool) -> None:
    """Is nobody's pet, unless it is said to be kept."""
    assert is_stated(found(sentence, "has_pet", value)) == expected


@pytest.mark.parametrize(
    ("sentence", "value", "expected"),
    [
        ("i've got tuesday 20th jan at 10 with a guy called Marcus", "Marcus", False),
        ("I have an appointment with Marcus", "Marcus", False),
        ("First lesson with Yuki yesterday", "Yuki", False),
        ("There's this girl called Ivy", "Ivy", False),
        ("A bloke called Pete is here", "Pete", False),
        ("I'm seeing a guy called Marcus", "Marcus", True),
        ("I'm married to a man named Omar", "Omar", True),
        ("I moved in with a woman called Eva", "Eva", True),
        ("I'm with Tom now", "Tom", True),
        ("We met at 20 and I'm still with Lena", "Lena", True),
    ],
)
def test_an_appointment_is_with_no_partner(sentence: str, value: str, expected: bool) -> None:
    """Nor is some man or woman one of whom nothing tells that the two are a couple."""
    assert is_stated(found(sentence, "partner", value)) == expected


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("My phone number is +32 470 55 01 02.", ["phone number +32 470 55 01 02"]),
        ("My number: 0470/55.01.02", ["phone number 0470/55.01.02"]),
        ("I'm allergic to penicillin.", ["be_allergic_to penicillin"]),
        ("I am allergic to aspirin, latex.", ["be_allergic_to aspirin", "be_allergic_to latex"]),
        ("I'm allergic to latex, codeine and nuts.", [f"be_allergic_to {one}" for one in ("codeine", "latex", "nuts")]),
        ("I'm allergic to nuts.", ["be_allergic_to nuts"]),
        ("I'm allergic to nuts and tired.", ["be_allergic_to nuts"]),
        ("I'm allergic to nuts and dust.", ["be_allergic_to dust", "be_allergic_to nuts"]),
        ("Tom is allergic to ibuprofen.", ["Tom be_allergic_to ibuprofen"]),
        ("I'm a nurse at Leeds General.", ["occupation nurse", "works_at Leeds General"]),
        ("I'm a regular at Murphy's.", []),
        ("I'm a student at Leeds University.", ["attends Leeds University", "occupation student"]),
        ("Ngozi is my sister.", ["Ana's sister name Ngozi", "family_member sister Ngozi"]),
        ("Here is my sister.", ["family_member sister"]),
        ("Hey, I'm Tobi", ["name Tobi"]),
        ("I'm Tobi, 31, and new here", ["age 31", "name Tobi"]),
        ("Hey, I'm Vegan, 31", ["age 31", "diet Vegan"]),
        ("hey, im tom", ["name Tom"]),
        ("hi im knackered", []),
        ("Hey, I'm Dutch.", ["speaks Dutch"]),
        ("I'm Torvi", []),
        ("I was born in Enugu in 1995.", ["originates_from Enugu"]),
        (
            "I live in us and love my girlfriend",
            ["family_member girlfriend", "likes Ana's girlfriend", "lives_in US"],
        ),
        ("Unfortunately my kids are ill, and they're all allergic to water.", ["family_member Ana's kids"]),
        ("I moved in with Freya.", []),
        ("I've got a frog in my throat.", []),
        ("I have butterflies in my stomach.", []),
        ("I have a frog in my room.", ["has_pet frog"]),
        ("My address is the same as before.", []),
        ("My new address is Oudegracht 112.", ["address Oudegracht 112"]),
        ("Our dog's name is Rex.", ["has_pet dog Rex"]),
        ("My cat is called Miso.", ["has_pet cat Miso"]),
        ("Pickle hates stairs. We got a cat too, her name is Olga.", ["Pickle dislikes stairs", "has_pet cat Olga"]),
        ("My dog is called Rex and my cat is called Miso.", ["has_pet cat Miso", "has_pet dog Rex"]),
        ("She lives in Bristol with her dog Biscuit and her wife Clara.", []),
        ("Noted: dentist, Tuesday 15 September, 10:40, Dr. Patel.", []),
        ("I moved in with Freya: 23 Kelham Street, Sheffield.", ["lives_in Sheffield"]),
        (
            "I moved in with my girlfriend Freya.",
            ["Ana's girlfriend name Freya", "partner Freya"],
        ),
        ("I prefer tea to coffee.", []),
        ("I live in Ghent and shop at Colruyt.", ["lives_in Ghent"]),
        ("I have a dog called Waffle.", ["has_pet dog Waffle"]),
    ],
)
def test_what_a_turn_states(memory: Memory, said: str, expected: list[str]) -> None:
    """A number is whole, a second verb states nothing of the first, no word is made a verb, and no pet a person."""
    tell(memory, (JANUARY, f"Ana: {said}"))
    assert sorted(line.split(":")[0] for line in lines_of(memory.facts())) == expected


def test_a_pet_is_nobodys_partner(monkeypatch: pytest.MonkeyPatch, memory: Memory) -> None:
    """Where the reader only takes it for likely, and it is known what the pet is called."""
    text = "We tied the knot with Waffle there."
    reading = ReadValue("Ana", "partner", "Waffle", "begins", text.index("Waffle"), text.index("Waffle") + 6, 0.7)
    monkeypatch.setattr(turn_statements, "readings_of", lambda said, _: [reading] if said == text else [])
    tell(
        memory,
        (JANUARY, "Ana: I'm married to Tom.\nBen: Oh.\nAna: I have a dog called Waffle."),
        (MARCH, f"Ana: {text}"),
    )
    assert [fact.value for fact in memory.facts("Ana", "partner")] == ["Tom"]


@pytest.mark.parametrize(
    ("sentence", "relation", "value", "expected"),
    [
        ("I'm 6'4, fair enough", "age", "6", False),
        ("I'm 6ft2", "age", "6", False),
        ("I'm 1m80", "age", "1", False),
        ("I'm 5 foot 9", "age", "5", False),
        ("I'm 64, fair enough", "age", "64", True),
        ("My email is down", "email", "down", False),
        ("My boss emailed Priya", "email", "Priya", False),
        ("My email is ana@example.org", "email", "ana@example.org", True),
        ("My phone number is long", "phone number", "long", False),
        ("My phone number is 0470 55 01 02", "phone number", "0470 55 01 02", True),
        ("Mum's birthday was lovely", "birthday", "lovely", False),
        ("Mum's birthday is on the 3rd", "birthday", "the 3rd", True),
        ("Mum's birthday is in June", "birthday", "June", True),
        ("My blood type is rare", "blood type", "rare", False),
        ("My blood type is O negative", "blood type", "O negative", True),
        ("I joined Hackney Harriers", "works_at", "Hackney Harriers", False),
        ("I joined the Labour Party", "works_at", "Party", False),
        ("I joined Hackney Wick properly yesterday, paid and everything", "works_at", "Hackney Wick", False),
        ("I joined Siemens as an engineer", "works_at", "Siemens", True),
        ("I joined the Band as a coach, paid", "works_at", "Band", True),
        ("I joined Siemens last month", "works_at", "Siemens", True),
        ("My manager Priya gives me the hard cases", "partner", "Priya", False),
        ("My physio Priya is brilliant", "partner", "Priya", False),
        ("Mum's lovely new carer Dr. Priya", "partner", "Priya", False),
        ("My wonderful wife Priya is here", "partner", "Priya", True),
        ("My lovely Priya and I are together", "partner", "Priya", True),
        ("Alone with Mr Darcy on my lap", "partner", "Darcy", False),
        ("Alone with Otto asleep across my knees", "partner", "Otto", False),
        ("In love with Otto on my holiday", "partner", "Otto", True),
        ("I took the job in Bristol", "lives_in", "Bristol", False),
        ("I moved for a job in Bristol", "lives_in", "Bristol", True),
        ("I moved to Bath for the job in Bristol", "lives_in", "Bath", True),
        ("I'm moving to Bristol on the 28th", "lives_in", "Bristol", False),
        ("I moved to Bristol on the 28th", "lives_in", "Bristol", True),
        ("Jodie went back to Cardiff", "partner", "Cardiff", False),
        ("Jodie went back to Florence", "partner", "Florence", False),
        ("Jodie married Florence", "partner", "Florence", True),
        ("Jodie went back to Pavel", "partner", "Pavel", True),
        ("She's called Ruth and she loves gardening", "partner", "Ruth", False),
        ("My girlfriend is called Ruth", "partner", "Ruth", True),
        ("The place is three hours from Ipswich", "originates_from", "Ipswich", False),
        ("about three hours Ipswich it is", "originates_from", "about three hours Ipswich", False),
        ("She is from Ipswich", "originates_from", "Ipswich", True),
        ("My dog Pickle ate it", "has_pet", "Pickle", True),
        ("My dog Saturday", "has_pet", "Saturday", False),
        ("My friend Pickle ate it", "has_pet", "Pickle", False),
    ],
)
def test_values_have_the_form_of_their_relation(sentence: str, relation: str, value: str, expected: bool) -> None:
    """A height is no age, what has no @ no address, a club no firm, and no place anybody's partner."""
    assert is_stated(found(sentence, relation, value)) == expected


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("I'm 6'4, fair enough.", []),
        ("My boss emailed me at 6am.", []),
        ("I phone Tom.", []),
        ("Mum banked the cheque.", []),
        ("My vet is Dr Lopez.", ["vet Dr Lopez"]),
        ("She took the plants. I kept the dog and the air fryer.", ["has_pet dog"]),
        ("I kept the dog inside.", []),
        ("I work at the Norfolk and Norwich hospital.", ["works_at Norfolk and Norwich hospital"]),
        ("i work at the norfolk and norwich hospital", ["works_at norfolk and norwich hospital"]),
        ("I took the job in Bristol.", []),
        ("Pickle is my beagle.", ["has_pet beagle Pickle"]),
        ("Pickle (my dog) ate my shoe.", ["has_pet dog Pickle"]),
        ("My dog Pickle ate my shoe.", ["has_pet dog Pickle"]),
        ("My guinea pig Momo is ill.", ["has_pet guinea pig Momo"]),
        ("Leo's dog Biscuit is ill.", ["Leo has_pet dog Biscuit"]),
        ("They keep our German Shepherd busy.", ["has_pet German Shepherd"]),
        ("We draw lots.", []),
        ("I draw portraits.", ["hobby drawing"]),
        ("My knee likes the desk less than I thought.", []),
        ("The owner is a retired teacher.", []),
        ("mr farrokh bought a train set", ["mr farrokh owns train set"]),
        ("A friend of Tom owns a studio.", ["friend of Tom owns studio"]),
        ("He's 6, ex racer, came from the kennels in Doncaster.", []),
        ("Landlord confirmed Millrace Yard!", []),
        ("My bike is gone.", []),
        ("I've been veggie since I was 14.", ["diet veggie"]),
        (
            "I moved from Porto to Lisbon for a job at Feedzai.",
            ["lives_in Lisbon", "lives_in Porto", "works_at Feedzai"],
        ),
        (
            "My mum's 60th is soon. She's called Ruth and she loves gardening.",
            ["Ana's mum name Ruth", "family_member mother Ruth"],
        ),
    ],
)
def test_what_was_misread_states_nothing_else(memory: Memory, said: str, expected: list[str]) -> None:
    """Whoever reads it: a verb that is also a noun tells of nothing that one has, and what is kept one has still."""
    tell(memory, (JANUARY, f"Ana: {said}"))
    assert sorted(line.split(":")[0] for line in lines_of(memory.facts(outdated=True))) == expected


@pytest.mark.parametrize(
    ("said", "since"),
    [
        ("I got the job at Spire, start on 6 May.", "works_at Spire: current, since 2024-05-06"),
        ("I got hired by Spire, starting 6 May.", "works_at Spire: current, since 2024-05-06"),
        ("We signed the lease in Bath, moving on the 28th.", "lives_in Bath: current, since 2024-03-28"),
        ("I started at Spire on 2 March.", "works_at Spire: current, since 2024-03-02"),
    ],
)
def test_what_is_to_begin_lies_ahead(memory: Memory, said: str, since: str) -> None:
    """A day without its year or month is the next one where something starts, and the last one where it started."""
    tell(memory, (MARCH, f"Ana: {said}"))
    assert [line.rpartition(", s0")[0] for line in lines_of(memory.facts())] == [since]


CUES = [(relation, one) for relation, several in MISREADINGS.items() for one in several if isinstance(one, Cue)]


@pytest.mark.parametrize(("relation", "cue"), CUES, ids=[f"{relation}: {cue.example}" for relation, cue in CUES])
def test_the_example_of_a_cue_is_misread(relation: str, cue: Cue) -> None:
    """Its value stands in brackets; by the words around it alone, it is none."""
    before, value, after = cue.example.replace("[", "]").split("]")
    example = FoundValue(relation, value, "holds", before, after)
    assert cue(example)
    assert is_misread(example)
    assert not cue(FoundValue(relation, value, "holds"))


@pytest.mark.parametrize("relation", ["lives_in", "works_at", "attends"])
@pytest.mark.parametrize(
    ("sentence", "value"),
    [
        ("bought a Skoda instead", "Skoda"),
        ("bought a second-hand Toyota Yaris instead, it's red", "Toyota Yaris"),
        ("we sold the Ipad", "Ipad"),
        ("got a Kindle instead", "Kindle"),
        ("got myself a new Kindle", "Kindle"),
        ("ordered a Berlin print instead", "Berlin"),
        ("sold the bike and bought a Vespa", "Vespa"),
        ("picked up a used Kia Ceed", "Kia Ceed"),
        ("we traded in the Corsa", "Corsa"),
        ("I drive a Volvo now", "Volvo"),
        ("we finally got rid of the Ikea sofa", "Ikea"),
        ("bought new Adidas trainers", "Adidas"),
        ("drank a Guinness instead", "Guinness"),
    ],
)
def test_nobody_lives_or_works_at_what_was_bought(relation: str, sentence: str, value: str) -> None:
    """The object of a verb of buying, selling or using is no home, employer or school."""
    assert is_misread(FoundValue.in_sentence(sentence, relation, value, "begins"))


@pytest.mark.parametrize(
    ("relation", "sentence", "value"),
    [
        ("lives_in", "we sold the house in Leeds and bought one in Hull", "Leeds"),
        ("lives_in", "we sold the house in Leeds and bought one in Hull", "Hull"),
        ("lives_in", "bought a flat in Hull", "Hull"),
        ("lives_in", "bought a house, we live in Hull now", "Hull"),
        ("lives_in", "sold up, Hull now", "Hull"),
        ("lives_in", "we bought a little cottage outside Whitby", "Whitby"),
        ("lives_in", "we sold our Leeds flat", "Leeds"),
        ("lives_in", "we sold the little Leeds semi", "Leeds"),
        ("lives_in", "bought Rose Cottage", "Rose Cottage"),
        ("lives_in", "we swapped London for Hull", "London"),
        ("lives_in", "sold the car and moved to Hull", "Hull"),
        ("works_at", "got the Acme job", "Acme"),
        ("works_at", "got a part-time Acme job", "Acme"),
        ("works_at", "I sold my Tesco shares, but I work at Tesco", "Tesco"),
        ("works_at", "sold the van when I joined Acme", "Acme"),
        ("attends", "got a place at Durham", "Durham"),
    ],
)
def test_a_home_bought_and_a_job_got_are_stated(relation: str, sentence: str, value: str) -> None:
    """With a preposition, or a noun that says what it is, a home may be bought and a job got."""
    assert not is_misread(FoundValue.in_sentence(sentence, relation, value, "begins"))


def test_a_car_is_no_partner() -> None:
    """Somebody who "bought an Octavia" has no partner of that name; who lives with Octavia may."""
    assert is_misread(found("I sold the Polo, bought an Octavia", "partner", "Octavia", "begins"))
    assert not is_misread(found("I live with Octavia", "partner", "Octavia", "begins"))


@pytest.mark.parametrize(
    "bought",
    [
        "we sold the Golf. bought a Skoda instead",
        "we sold the Panda. bought a second-hand Toyota Yaris instead, it's red",
        "sold the Ipad. got a Kindle instead",
        "we returned the lamp. bought a Berlin print",
    ],
)
def test_buying_leaves_home_and_work_as_they_were(memory: Memory, bought: str) -> None:
    """The learned reader takes what was bought for a new home; the check against the verb rejects it."""
    tell(memory, (JANUARY, "Ana: I live in Leeds. I work at Boots."), (MARCH, f"Ana: {bought}"))
    assert [(one.value, one.status) for one in memory.facts("Ana", "lives_in", outdated=True)] == [("Leeds", "current")]
    assert [(one.value, one.status) for one in memory.facts("Ana", "works_at", outdated=True)] == [("Boots", "current")]


def test_a_house_bought_elsewhere_is_a_move(memory: Memory) -> None:
    """A house sold in one town and bought in another does change the home."""
    tell(memory, (JANUARY, "Ana: I live in Leeds."), (MARCH, "Ana: We sold the house in Leeds and bought one in Hull."))
    assert [one.value for one in memory.facts("Ana", "lives_in")] == ["Hull"]
