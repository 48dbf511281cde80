"""What is wished, over or somebody else's is no answer to a question about what is."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import convograph
from convograph.answering.standpoint import has_other_subject, is_about_speakers, is_former, may_answer, supposes

SPEAKERS = ["Ana", "Ben"]

TALK = [
    ("Ana", "Where do you all live these days?"),
    ("Ben", "I wish I lived in Lisbon. My ex lives in Braga."),
    ("Ana", "If I lived in Vienna I would eat cake every day. My sister Clara lives in Porto."),
    ("Ana", "I used to live in Faro. I live in Évora, near the station."),
    ("Ben", "My mother's favourite food is caldo verde. My favourite food is ramen."),
    ("Ana", "Clara was born in 1991. I was born on 3 May 1988."),
]


@pytest.fixture(scope="module")
def memory() -> Iterator[convograph.Memory]:
    """A conversation full of what does not answer."""
    with convograph.open(":memory:") as opened:
        opened.add([{"speaker": speaker, "text": text} for speaker, text in TALK], said="2024-05-01")
        yield opened


def first(memory: convograph.Memory, question: str) -> str:
    """What is quoted first, without its number."""
    return memory.answer(question).text.split(" [")[0]


@pytest.mark.parametrize(
    ("question", "quoted"),
    [
        ("Where does Ana live?", "I live in Évora, near the station."),
        ("Where did Ana use to live?", "I used to live in Faro."),
        ("Where does Ana's sister live?", "My sister Clara lives in Porto."),
        ("Where does Ben wish he lived?", "I wish I lived in Lisbon."),
        ("What is Ben's favourite food?", "My favourite food is ramen."),
        ("When was Ana born?", "I was born on 3 May 1988."),
        ("When was Clara born?", "Clara was born in 1991."),
    ],
)
def test_what_is_so_is_quoted_first(memory: convograph.Memory, question: str, quoted: str) -> None:
    """Unless the question asks for what is wished, over, or somebody else's."""
    assert first(memory, question) == quoted


def test_wishes_and_others_do_not_answer(memory: convograph.Memory) -> None:
    """Where Ben lives was never said."""
    assert not memory.answer("Where does Ben live?").found


@pytest.mark.parametrize(
    ("sentence", "question", "expected"),
    [
        ("I might move to Rome.", "Where does Ben live?", True),
        ("I might move to Rome.", "Where might Ben move?", False),
        ("I might move to Rome.", "Where does Ben want to live?", False),
        ("In the novel I am reading, the hero is a spy.", "What is Ben?", True),
        ("I write about fantasy novels.", "What does Ben write about?", False),
        ("It was a dream come true.", "How was it?", False),
        ("He asked if we were ready.", "What did he ask?", True),
        ("I have two free nights, so I might go to Faro.", "How many free nights do I have?", False),
        ("Well, I might have two.", "How many free nights do I have?", True),
        ("By the way, I wish I lived in Rome.", "Where does Ana live?", True),
    ],
)
def test_what_supposes(sentence: str, question: str, expected: bool) -> None:
    """Wishes, conditions and tales, by their words."""
    assert supposes(sentence, question) is expected


def test_what_held_once() -> None:
    """A question may ask for it, or whether it still holds; what is denied holds now."""
    assert is_former("I used to smoke.", "What does Ben do?")
    assert not is_former("I used to smoke.", "Does Ben still smoke?")
    assert not is_former("I got a lens that I am getting used to.", "What is new?")
    assert not is_former("I used to smoke.", "What did Ben do?")
    assert not is_former("I don't smoke anymore.", "Does Ben smoke?")


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Where does Ana live?", True),
        ("What do I like?", True),
        ("Where does Ana's mother live?", False),
        ("What did Clara tell Ana?", False),
        ("What is the fish called?", False),
        ("", False),
    ],
)
def test_questions_about_speakers(question: str, expected: bool) -> None:
    """Nobody else is asked about."""
    assert is_about_speakers(question, SPEAKERS) is expected


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("My brother has a dog.", True),
        ("And my old neighbour left.", True),
        ("Clara left.", True),
        ("Ben left.", False),
        ("My flat is cold.", False),
        ("She sleeps on the boiler.", False),
        ("", False),
    ],
)
def test_sentences_about_others(sentence: str, expected: bool) -> None:
    """By their subject."""
    assert has_other_subject(sentence, {"ana", "ben"}) is expected


def test_cheers_are_no_answer() -> None:
    """With a name or without; a reply may be one."""
    may = may_answer("Does Ana live in Porto?", SPEAKERS)
    assert [may(one) for one in ("Congrats, Ana!", "Ha.", "Yes!", "Porto!", "...")] == [False, False, True, True, False]


@pytest.mark.parametrize(
    ("sentence", "which", "whether"),
    [
        ("Sure!", False, True),
        ("Done!", False, True),
        ("Yes, I did.", False, True),
        ("Of course.", False, True),
        ("Thank you, Ben!", False, True),
        ("What a lovely family.", False, False),
        ("What a day it was when my brother came home.", True, True),
        ("I'm not sure, sorry.", False, True),
        ("Sorry, I don't know that yet.", False, True),
        ("I have no idea", False, True),
        ("I don't know Lisbon well.", True, True),
        ("I'm not sure about Tom's flat.", True, True),
        ("Yes, in Porto.", True, True),
        ("It is here.", True, True),
        ("Present!", False, True),
        ("A present.", False, True),
        ("A tent.", True, True),
    ],
)
def test_what_is_only_civil_is_no_answer(sentence: str, which: bool, whether: bool) -> None:
    """A reply may answer what can be answered by yes or no."""
    assert may_answer("What did you suggest as a present?", SPEAKERS)(sentence) is which
    assert may_answer("Did you suggest a present?", SPEAKERS)(sentence) is whether


def test_civil_words_are_not_quoted() -> None:
    """Though nothing else stands near what was asked for."""
    with convograph.open(":memory:", owner="ana") as memory:
        memory.append({"role": "user", "content": "Can you suggest a birthday present for the twins?"})
        memory.append({"role": "assistant", "content": "Sure! How about a telescope?"})
        memory.append({"role": "user", "content": "I teach maths in Ghent."})
        assert "Sure!" not in memory.answer("What did you suggest as a present?").text


def test_what_is_civil_neither_opens_what_was_said_then_nor_stands_beside_an_answer() -> None:
    """The first sentence that tells something is quoted of a turn; "Thanks!" tells no number."""
    with convograph.open(":memory:", owner="ana") as memory:
        memory.append({"role": "user", "content": "Hello! I sold the boat."}, said="2024-05-08T10:00")
        memory.append({"role": "user", "content": "Thanks! This is my new number."}, said="2024-06-01")
        assert memory.answer("What did I say on 8 May 2024?").text == "I sold the boat. [1]"
        assert memory.answer("What is my new number?").text == "This is my new number. [1]"


def test_what_is_left_beside_a_wish_is_not_quoted_in_its_place() -> None:
    """What stands beside it has nothing of the question; its turn has, by the wish alone."""
    with convograph.open(":memory:") as memory:
        memory.add(
            [
                {"speaker": "Dana", "text": "I wish I lived in Barcelona tbh. this rain."},
                {"speaker": "Marco", "text": "twice a week, the climbing"},
            ]
        )
        assert not memory.answer("Where does Dana live?").found


@pytest.mark.parametrize(
    ("said", "question"),
    [
        ("I live in Leeds, do you know it?", "Where do I live?"),
        ("My name is Hannah, what's yours?", "What's my name?"),
        ("My mum's called Adaeze, isn't that pretty?", "What's my mum called?"),
        ("My flight is at 9:40 on Monday, right?", "When is my flight?"),
        ("Can you remind me that my dentist is on Friday at 3?", "When is my dentist?"),
        ("My sister Ngozi would love that, she's vegan.", "Who is my sister?"),
        ("My cat Miso would eat all day if I let her.", "What's my cat called?"),
    ],
)
def test_what_is_told_beside_a_question_or_a_supposition_is_quoted(said: str, question: str) -> None:
    """Most of what people tell in a chat ends in a question, or names somebody by the way."""
    with convograph.open(":memory:") as memory:
        memory.append({"role": "user", "content": said}, said="2026-11-20")
        memory.append({"role": "assistant", "content": "Good to know."})
        assert memory.answer(question).text.startswith(said)


def test_an_assistant_that_does_not_know_is_not_quoted() -> None:
    """It would answer the same question from then on."""
    with convograph.open(":memory:") as memory:
        memory.append({"role": "user", "content": "What's my cat's name?"})
        memory.append({"role": "assistant", "content": "You never told me your cat's name."})
        assert not memory.answer("What's my cat's name?").found
        memory.append({"role": "user", "content": "My cat's name is Miso."})
        assert memory.answer("What's my cat's name?").text == "My cat's name is Miso. [1]"


def test_what_others_tell_of_themselves_says_nothing_of_whom_one_asks_about() -> None:
    """But what they did to them may."""
    with convograph.open(":memory:") as memory:
        lines = [
            ("Aisha", "I live in Cardiff, near the bay."),
            ("Carlos", "I live in Swindon, sadly."),
            ("Ben", "Nice."),
        ]
        lines.append(("Aisha", "I bought him a kayak for his birthday, red and long."))
        memory.add([{"speaker": speaker, "text": text} for speaker, text in lines], said="2024-01-01")
        assert not memory.answer("Where does Ben live?").found
        assert memory.answer("Where does Carlos live?").text == "I live in Swindon, sadly. [1]"
        assert "kayak" in memory.answer("What did Ben get for his birthday, which kayak?").text
