"""How people say where they live, work, are at school, with whom, as what: read without syntax."""

from __future__ import annotations

from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from convograph.facts.names import third_persons
from convograph.facts.reading.frame_table import frames
from convograph.facts.reading.frames import ANY_FAVORITE, framed
from convograph.facts.values.forms import SHAPES

PATIENCE = 5.0  # seconds for a sentence that takes a fraction of one


def read(text: str) -> list[tuple[str, str, str, str]]:
    """Subject, relation, act and value of each."""
    return [(one.subject, one.relation, one.act, one.value) for one in framed(text, "Ana")]


@pytest.mark.parametrize(
    ("text", "relation", "act", "value"),
    [
        ("Home for me is Porto.", "lives_in", "holds", "Porto"),
        ("I'm severely allergic to penicillin btw", "be_allergic_to", "holds", "penicillin"),
        ("I am allergic to some fruits such as apples", "be_allergic_to", "holds", "some fruits"),
        ("I'm allergic to tree nuts, I know.", "be_allergic_to", "holds", "tree nuts"),
        ("I'm no longer allergic to aspirin.", "be_allergic_to", "ends", "aspirin"),
        ("I'm not allergic to nuts at all, it was a rash when I was four.", "be_allergic_to", "ends", "nuts"),
        ("Porto is where I live!", "lives_in", "holds", "Porto"),
        ("We've just moved to Porto", "lives_in", "begins", "Porto"),
        ("I'm no longer in Porto.", "lives_in", "ends", "Porto"),
        ("We gave up the flat in Porto", "lives_in", "ends", "Porto"),
        ("my employer is Siemens", "works_at", "holds", "Siemens"),
        ("Siemens just hired me!", "works_at", "begins", "Siemens"),
        ("Siemens has let me go.", "works_at", "ends", "Siemens"),
        ("First day at Siemens!", "works_at", "begins", "Siemens"),
        ("We relocated to Porto for a job with Siemens.", "works_at", "begins", "Siemens"),
        ("I’ve become a nurse", "occupation", "begins", "nurse"),
        ("I stopped being a nurse.", "occupation", "ends", "nurse"),
        ("My girlfriend is called Zoe.", "partner", "holds", "Zoe"),
        ("My girlfriend Zoe and I broke up.", "partner", "ends", "Zoe"),
        ("me and Zoe are done", "partner", "ends", "Zoe"),
        ("Zoe and I called it a day.", "partner", "ends", "Zoe"),
        ("Zoe and I are engaged", "partner", "holds", "Zoe"),
        ("I broke up with Zoe.", "partner", "ends", "Zoe"),
        ("It's over between Zoe and me.", "partner", "ends", "Zoe"),
        ("My favourite colours are green and blue", "favorite color", "holds", "green"),
        ("Green, that's my favourite colour.", "favorite color", "holds", "Green"),
        ("My favourite food is officially stew.", "favorite food", "holds", "stew"),
        ("I'm on the night team", "team", "holds", "night team"),
        ("My new phone: Pixel 8", "phone", "holds", "Pixel 8"),
        ("I lost my Pixel 8.", "phone", "ends", "Pixel 8"),
        ("New mobile is 07700 900862, from work.", "phone number", "begins", "07700 900862"),
        ("Our new address is 12 Mapperley Rise.", "address", "begins", "12 Mapperley Rise"),
        ("Hi! I'm Mara, 31, and I sing.", "age", "holds", "31"),
        ("Still in Porto, still at Siemens, still tired", "lives_in", "holds", "Porto"),
        ("Still in Porto, still at Siemens, still tired", "works_at", "holds", "Siemens"),
        ("I'm a student at Porto High.", "attends", "holds", "Porto High"),
        ("I dropped out of Porto High.", "attends", "ends", "Porto High"),
        ("Starting at Porto High on Monday!", "attends", "begins", "Porto High"),
        ("Ramen is my number one meal again", "favorite food", "holds", "Ramen"),
        ("I'm a proper nurse now", "occupation", "holds", "nurse"),
        ("I'm again a nurse", "occupation", "holds", "nurse"),
        ("My cat Milo died.", "has_pet", "ends", "cat Milo"),
        ("Milo died last week.", "has_pet", "ends", "Milo"),
        ("I'm mostly vegetarian these days", "diet", "holds", "vegetarian"),
        ("I went fully vegan!", "diet", "begins", "vegan"),
        ("I'm not vegan anymore", "diet", "ends", "vegan"),
        ("I eat meat again", "diet", "ends", ""),
        ("I'm lactose intolerant, sadly", "dietary need", "holds", "lactose intolerant"),
        ("I came off keto.", "dietary need", "ends", "keto"),
        ("My new number is 0151 234 567", "phone number", "holds", "0151 234 567"),
        ("New laptop, and my email is ana.diaz@post.example.com now.", "email", "holds", "ana.diaz@post.example.com"),
        ("my birthday's on the 3rd of May", "birthday", "holds", "3rd of May"),
        ("I was born on June 4th, 1990.", "birthday", "holds", "June 4th"),
        ("My blood type is O negative.", "blood type", "holds", "O negative"),
        ("My blood type is A-.", "blood type", "holds", "A-"),
        ("My number is 0470/55.01.02.", "phone number", "holds", "0470/55.01.02"),
        ("My favourite colour is red haha!", "favorite color", "holds", "red"),
        ("Cookies are my favorite to bake.", "favorite *", "holds", "Cookies"),
        ("I work as a night nurse at St Thomas.", "works_at", "holds", "St Thomas"),
        ("My name's Ana Lopez.", "name", "holds", "Ana Lopez"),
        ("My last name is Lopez.", "surname", "holds", "Lopez"),
        ("I'm 22 and looking for a job", "age", "holds", "22"),
        ("im 40 but feel 20", "age", "holds", "40"),
        ("I'm 28 today!", "age", "holds", "28"),
        ("I am 68 years young", "age", "holds", "68"),
        ("i'm 16 now so i can drive", "age", "holds", "16"),
        ("I'm 69 as of Tuesday", "age", "holds", "69"),
        ("Turned 28 yesterday", "age", "begins", "28"),
        ("Turned 28 last weds", "age", "begins", "28"),
        ("I finally turned 18 on Sunday!", "age", "begins", "18"),
        ("28 today!!", "age", "holds", "28"),
        ("also 28 now", "age", "holds", "28"),
        ("Zoe and me split up before May", "partner", "ends", "Zoe"),
        ("It's over with Zoe.", "partner", "ends", "Zoe"),
        ("My fiancee Zoe is here", "partner", "holds", "Zoe"),
        ("me and him are done", "partner", "ends", ""),
        ("Yo, I'm Marcus btw", "name", "holds", "Marcus"),
        ("I am already 60 years old.", "age", "holds", "60"),
        ("Please call me Nia!", "nickname", "holds", "Nia"),
        ("I left Porto High for Faro College", "attends", "begins", "Faro College"),
        ("I live at 22 Station Rise.", "lives_in", "holds", "22 Station Rise"),
        ("I weigh about 73.5 kg now", "weight", "holds", "73.5 kg"),
        ("i weigh 11 stone 4", "weight", "holds", "11 stone 4"),
        ("My weight is 70 kilos.", "weight", "holds", "70 kilos"),
        ("My boss Ravi is off.", "boss", "holds", "Ravi"),
        ("Our manager, Gwen, is off.", "manager", "holds", "Gwen"),
        ("Work gave me an iPhone 15", "phone", "begins", "iPhone 15"),
        ("We got the Octavia for £8150.", "owns", "begins", "Octavia"),
        ("I live in Porto with my wife and a cat called Rex.", "has_pet", "holds", "Rex"),
        ("I'm living in Porto with a beagle called Pretzel", "has_pet", "holds", "beagle"),
        ("I asked Tom to marry me", "partner", "begins", "Tom"),
        ("Colin (boss) wants the costs up front", "boss", "holds", "Colin"),
        ("Dana (my manager) said no", "manager", "holds", "Dana"),
        ("I picked up a second-hand Skoda.", "owns", "begins", "Skoda"),
        ("My bike is gone.", "owns", "ends", "bike"),
        ("So my old bike got stolen", "owns", "ends", "old bike"),
        ("Somebody nicked my bike last night", "owns", "ends", "bike"),
    ],
)
def test_a_change_in_other_words(text: str, relation: str, act: str, value: str) -> None:
    """By the sentence's own words alone, in capitals and marks as people write them."""
    assert ("Ana", relation, act, value) in read(text)


@pytest.mark.parametrize(
    "text",
    [
        *(
            "Do I live in Porto?",
            "I live in Porto, right? ",
            "If I moved to Porto, I'd be happy",
            "Starting at Monzo on Monday!",
            "One of my cats died.",
            "I wish I lived in Porto.",
        ),
        *(
            "I might move to Porto",
            "I am planning to be back in Porto",
            "I will be back in Porto",
            "I'd moved to Porto.",
        ),
        *(
            '"I moved to Porto."',
            "She said 'I moved to Porto'.",
            "As a kid I lived in Porto",
            "Back in 2003 I lived in Porto.",
            "Still in Porto, the flight is late.",
            "I moved to Porto, that was when I was four.",
            "As a kid I was sad that we're not in Porto any more, it was hard.",
        ),
        *(
            "I'm in Porto for the weekend, back home in Porto now",
            "I live in my head",
            "I'm a great believer.",
            "turned 45 minutes late",
            "When I turned 18 and left",
            "22 more days",
            "28 today, degrees that is.",
            "Zoe and I split the bill",
            "Me and Zoe are done with exams",
            "Husband lives in Porto.",
            "",
            "…",
        ),
        "I moved to Porto " + "and so on " * 50,  # longer than a sentence is
    ],
)
def test_what_states_nothing(text: str) -> None:
    """Asked, supposed, wished, planned, quoted, long ago, in passing, and what is no place, job or name."""
    assert read(text) == []


@pytest.mark.parametrize(
    ("text", "subject"),
    [
        ("My sister lives in Porto.", "Ana's sister"),
        ("My brother Tom lives in Porto.", "Ana's brother"),
        ("Tom lives in Porto", "Tom"),
        ("Ana lives in Porto", "Ana"),
        ("I work at Siemens. Tom came by; he lives in Porto.", "Tom"),
        ("My sister called and she moved to Porto.", "Ana's sister"),
        ("I met Tom. He lives in Porto.", "Tom"),
        ("Lives in Porto.", "Ana"),
        ("My sister called. She moved to Porto.", "Ana's sister"),
        ("Anders quit and moved to Porto.", "Anders"),
        ("Yesterday Lea sold up and moved to Porto.", "Lea"),
    ],
)
def test_whom_it_is_about(text: str, subject: str) -> None:
    """The speaker where nobody is named; "she" is whom a sentence before has named."""
    assert {found[0] for found in read(text) if found[1] == "lives_in"} == {subject}


def test_whom_nobody_named_lives_nowhere() -> None:
    """A pronoun without anybody before it is nobody."""
    assert read("She moved to Porto.") == read("I live here. In Rome he works at Siemens") == []


def test_an_age_alone_is_the_next_one() -> None:
    """So only who is known to be a year younger is that old now: "28 today" may be of the weather."""
    (age,) = framed("28 today!!", "Ana")
    assert (age.value, age.instead_of, age.unsure) == ("28", "27", True)


def test_two_values_of_a_change() -> None:
    """What ends comes before what begins, which names it; told of several relations, it is not sure which."""
    ended, begun = framed("I went from Siemens to Bosch", "Ana")[:2]
    assert (ended.act, ended.value, begun.act, begun.value) == ("ends", "Siemens", "begins", "Bosch")
    assert (begun.instead_of, begun.unsure, begun.generic) == ("Siemens", True, True)
    assert read("I left Porto for Lisbon.")[:2] == [
        ("Ana", "lives_in", "ends", "Porto"),
        ("Ana", "lives_in", "begins", "Lisbon"),
    ]


def test_favorites_that_are_not_said_to_be_of_what() -> None:
    """The history knows."""
    assert read("I'm over sushi, it's not my favourite anymore") == [("Ana", ANY_FAVORITE, "ends", "sushi")]


def test_nouns_of_favorites_are_one_for_all_their_words() -> None:
    """Dishes and meals are food, and plurals are singular."""
    told = ["My favorite dish is stew.", "My favourite meal is stew", "Stew is my favorite food."]
    assert {found[1] for text in told for found in read(text)} == {"favorite food"}
    assert read("My favourite time of the year is winter")[0][1:] == ("favorite season", "holds", "winter")


def test_every_frame_has_a_value_or_ends_what_holds() -> None:
    """And is of a relation that the facts know."""
    for frame in frames():
        values = {"V", "OLD"} & set(frame.pattern.groupindex)
        assert values <= {"OLD"} if frame.act == "ends" else values, frame.pattern.pattern
    assert SHAPES.keys() < {frame.relation for frame in frames()}
    assert third_persons().findall("my Sister saw Tom at our brother") == ["my Sister", "Tom", "our brother"]


WORDS = "I my sister and now moved from to left for Porto A a with at in is not favourite no longer , . ? “ ' é".split()


@given(st.one_of(st.text(max_size=200), st.lists(st.sampled_from(WORDS), max_size=80).map(" ".join)))
def test_any_text_is_read(text: str) -> None:
    """Values are within their sentence, and nobody is blank."""
    for one in framed(text, "Ana"):
        assert one.value.strip()
        assert one.subject.strip()
        assert one.value in one.sentence


@pytest.mark.parametrize(
    "unit", ["A ", "and ", "now ", "I now ", "a-", "'", "my sister ", "I left A for B and ", "A of "]
)
def test_no_sentence_takes_long(unit: str) -> None:
    """Whatever its words, and however many sentences there are, the time is a multiple of their number."""
    sentence = (unit * 400)[:398] + ". "
    began = process_time()
    framed(sentence * 5, "Ana")
    assert process_time() - began < PATIENCE


@pytest.mark.parametrize(
    "text",
    [
        "I'm a vegan chef",
        "I went to a vegan place",
        "My number is up",
        "My birthday is in two weeks",
        "Call me tomorrow",
        "If I were vegan, I'd miss cheese",
        'He said "I\'m vegan"',
    ],
)
def test_what_looks_like_a_value_of_a_known_form(text: str) -> None:
    """A word beside it, a question or a condition tells nothing."""
    closed = {"diet", "dietary need", "phone number", "email", "birthday", "blood type", "nickname"}
    assert not closed & {relation for _, relation, _, _ in read(text)}


@pytest.mark.parametrize(
    "text",
    [
        "I'm 5 and a half months pregnant.",
        "I'm Mara, 31 Green Street.",
        "I'm 10 minutes away.",
        "I'm 90% sure.",
        "I'm 6'2.",
        "I'm 2 for 2.",
        "I'm 30.5 kg lighter.",
        "I'm 3 and 0 this season.",
        "We're 5 and hungry.",
        "I've played since I'm 8!",
        "They treat me like I'm 9.",
        "I was 20.",
    ],
)
def test_what_is_no_age(text: str) -> None:
    """A measure, a score, a group, and what was long ago."""
    assert "age" not in [one.relation for one in framed(text, "Ana")]
