"""A question that was appended before memory is asked it: it does not find itself."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import convograph
from convograph.errors import InputError
from convograph.memory import Memory
from convograph.memory.recalling.asked_turns import LATEST

ASKED = "What is my cat called?"


@pytest.fixture
def memory() -> Iterator[Memory]:
    """One session of the past."""
    with convograph.open(":memory:") as opened:
        opened.add([{"role": "user", "content": "My cat is called Miso."}], session="cats", said="2024-03-01 10:00")
        yield opened


def ask(memory: Memory, text: str = ASKED, session: str = "now") -> None:
    memory.append({"role": "user", "content": text}, session)


def found(memory: Memory, question: str = ASKED, **options: object) -> list[str]:
    return [turn.id for hit in memory.recall(question, **options).hits for turn in hit.turns]  # type: ignore[arg-type]


def test_a_question_finds_what_it_found_before_it_was_appended(memory: Memory) -> None:
    """In a recall, a context and an answer; `itself` has it found."""
    before = memory.context(ASKED, asked_at="2024-03-02").text
    ask(memory)
    assert found(memory) == ["cats:0"]
    assert memory.context(ASKED, asked_at="2024-03-02").text == before
    assert [one.turn.id for one in memory.answer(ASKED).citations] == ["cats:0"]
    assert "now:0" in found(memory, itself=True)
    assert ASKED in memory.context(ASKED, itself=True).text


def test_what_stands_before_the_question_does_not_bring_it_along(memory: Memory) -> None:
    """As the reply to another question would come."""
    ask(memory, "Shall we talk about the cat?")
    ask(memory)
    context = memory.context("What is my cat called? ", speakers="user")
    assert "Shall we talk" in context.text
    assert ASKED not in context.text
    assert memory.recall(ASKED).filters.hidden == (memory.turns("now")[1].key,)


def test_white_space_and_replaced_characters_make_no_difference(memory: Memory) -> None:
    """The question is asked as it came, and was stored as it could be."""
    ask(memory, " What is my\x00 cat called?\n")
    assert found(memory, "What is my\x00 cat called?") == ["cats:0"]


def test_an_image_beside_the_question_makes_no_difference(memory: Memory) -> None:
    """Before or behind it; the mark of one is never quoted, also not of a question that was replied to."""
    image = {"type": "image_url", "image_url": {"url": "https://example.org/cat.png"}}
    for parts in ([{"type": "text", "text": ASKED}, image], [image, {"type": "text", "text": ASKED}]):
        memory.append({"role": "user", "content": parts}, "now")
        assert found(memory) == ["cats:0"]
        assert ASKED not in memory.context(ASKED).text
    memory.append({"role": "assistant", "content": "What a nice picture!"}, "now")
    assert "[image]" not in memory.answer(ASKED, min_probability=None).text
    assert found(memory, f"{ASKED}\n[image]", itself=True)


def test_messages_of_the_speaker_behind_the_question_make_no_difference(memory: Memory) -> None:
    """Up to three, and the output of tools; somebody else's word behind it makes it part of the conversation."""
    ask(memory)
    memory.append({"role": "tool", "content": "No events today."}, "now")
    for text in ("I am in a hurry.", "Please.", "The cat, I mean."):
        ask(memory, text)
        assert "now:0" not in found(memory, k=10)
    ask(memory, "Hello?")
    assert "now:0" in found(memory, k=10)


def test_a_question_that_was_replied_to_is_found(memory: Memory) -> None:
    """It belongs to the conversation, and brings its reply; so does one that is asked again."""
    ask(memory)
    memory.append({"role": "assistant", "content": "Let me think."}, "now")
    assert "now:0" in found(memory)
    ask(memory)
    assert "now:0" in found(memory)
    assert "now:2" not in found(memory)


def test_an_old_question_is_found(memory: Memory) -> None:
    """One after which more was stored, in other sessions, than between appending and asking."""
    ask(memory, session="then")
    for number in range(LATEST):
        ask(memory, f"Number {number}.")
    assert "then:0" in found(memory)


def test_several_conversations_may_go_on(memory: Memory) -> None:
    """What was stored elsewhere meanwhile does not make the question an old one."""
    ask(memory)
    ask(memory, "It rains.", "elsewhere")
    assert "now:0" not in found(memory)


def test_a_context_does_not_repeat_what_was_said_just_before(memory: Memory) -> None:
    """Neither what the prompt has, nor as what stands beside a hit; recalls and answers count it, and `itself` does."""
    said = [{"role": "user", "content": "My cat loves the boiler."}, {"role": "assistant", "content": "A cat! [1]"}]
    memory.append(said[0], "now")
    memory.append({"role": "assistant", "content": "A cat!"}, "now")
    ask(memory)
    asked = {"role": "user", "content": ASKED}
    for recent in (said, [*said, asked]):
        context = memory.context(ASKED, recent=recent)
        assert [one.turn.id for one in context.citations] == ["cats:0"]
        assert [hit.rank for hit in context.recall.hits] == [1]
        assert "now:0" in found(memory, recent=recent)
        assert "boiler" in memory.context(ASKED, recent=recent, itself=True).text
        assert memory.context(ASKED, recent=iter(recent)).text == context.text
    assert "boiler" in memory.answer("What does my cat love?", recent=said).text
    assert [hit.rank for hit in memory.context(ASKED, recent=said, k=1).recall.hits] == [1]


def test_what_was_said_in_the_same_words_before_is_in_the_context(memory: Memory) -> None:
    """Only the newest turn is what was said just before; one for each text."""
    for _ in range(2):
        ask(memory, "My cat is called Miso.")
    context = memory.context(ASKED, recent="My cat is called Miso.")
    assert "now:0" in {turn.id for hit in context.recall.hits for turn in hit.turns}
    assert "now:1" not in {turn.id for hit in context.recall.hits for turn in hit.turns}
    twice = memory.context(ASKED, recent=["My cat is called Miso."] * 2)
    assert [one.turn.id for one in twice.citations] == ["cats:0"]


def test_what_is_no_text_or_question_is_refused(memory: Memory) -> None:
    """As by recall."""
    for arguments in ({"question": None, "recent": "Hi."}, {"question": ASKED, "recent": [5]}):
        with pytest.raises(InputError):
            memory.context(**arguments)


@pytest.mark.parametrize("architecture", ["unified", "hybrid", "rag-s"])
def test_a_session_is_found_without_the_question(architecture: str) -> None:
    """What else was said in it counts."""
    with convograph.open(":memory:", architecture=architecture) as memory:
        ask(memory, "I love my cat Miso.")
        ask(memory)
        (hit,) = memory.recall(ASKED, unit="session").hits
        assert [turn.text for turn in hit.turns] == ["I love my cat Miso."]


def test_nothing_but_the_question_is_nothing() -> None:
    """The first message of an owner finds nothing."""
    with convograph.open(":memory:") as empty:
        ask(empty)
        assert found(empty) == []
        assert empty.context(ASKED).citations == ()
