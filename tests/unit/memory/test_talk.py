"""Talking with a memory: what is stored when, and what the model is shown."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import convograph
from convograph import Talk, Turn
from convograph.chat import ChatRequest
from convograph.errors import ConflictError, InputError, ModelBusyError, ModelOutputError
from convograph.formats.limits import MAX_ID_CHARACTERS
from convograph.llm.scripted import ScriptedChat
from convograph.memory import Memory
from support.contexts import knows, said
from support.encoders import HashingEncoder


@pytest.fixture
def memory(location: Path | str) -> Iterator[Memory]:
    """One session of the past."""
    with convograph.open(location, encoder=HashingEncoder(32)) as opened:
        opened.add([{"speaker": "Ana", "text": "My cat is called Miso."}], session="cats", said="2024-03-01 10:00")
        yield opened


def model(answer: Any = None) -> ScriptedChat:
    """One that knows of cats, or says what it is told to."""
    return ScriptedChat(lambda request: knows("Miso", request) if answer is None else answer)


def lines(memory: Memory, talk: Talk) -> list[tuple[str | None, str]]:
    """Who said what in a talk."""
    return [(turn.speaker, turn.text) for turn in memory.turns(talk.session)]


def shown(chat: ScriptedChat) -> str:
    """The data in the last prompt."""
    return chat.batches[-1][0].messages[1].content


def test_both_lines_are_stored_at_once(memory: Memory) -> None:
    """The reply without its citations, which mean nothing later; both with the time of saying."""
    talk = Talk(memory, model(), user="Ana")
    answer = talk.say("What is my cat called?")
    assert (answer.text, answer.found) == ("It is Miso [1].", True)
    assert [one.turn.id for one in answer.citations] == ["cats:0"]
    assert lines(memory, talk) == [("Ana", "What is my cat called?"), ("assistant", "It is Miso.")]
    assert all(turn.said is not None for turn in memory.turns(talk.session))
    assert [entry.purpose for entry in memory.ledger()] == ["chat"]


def test_the_last_lines_are_shown_and_not_found_again(memory: Memory) -> None:
    """Neither the line itself nor those shown above it take a place of the memory; older ones are found."""
    chat = model("Hm.")
    talk = Talk(memory, chat, user="Ana")
    talk.say("Rex is my dog.")
    assert "Rex" not in shown(chat).partition("The memory.")[2].partition("says now")[0]
    for number in range(5):
        talk.say(f"Number {number}.")
    before, _, after = shown(chat).partition("The memory.")
    assert before.count("\n") == 13  # a heading, the time, ten lines, a blank one
    assert "Number 0" in before
    assert "Number" not in after.partition("says now")[0]
    talk.say("Who is my dog Rex?")
    before, _, after = shown(chat).partition("The memory.")
    assert "Rex" not in before
    assert '"Ana": "Rex is my dog."' in after


@pytest.mark.parametrize("failure", [ModelBusyError("not now"), said("Miso is a", complete=False), "[1]", "<think>"])
def test_no_line_is_lost_when_the_model_fails(memory: Memory, failure: object) -> None:
    """What the user said is stored, nothing is stored as a reply, and the talk goes on."""
    replies = iter([failure, "Good."])
    talk = Talk(memory, ScriptedChat(lambda request: next(replies)))
    with pytest.raises((ModelBusyError, ModelOutputError)):
        talk.say("I bought pears.")
    assert lines(memory, talk) == [("user", "I bought pears.")]
    assert talk.say("And plums.").text == "Good."
    assert lines(memory, talk)[1:] == [("user", "And plums."), ("assistant", "Good.")]


def test_the_line_is_stored_before_the_model_is_asked(memory: Memory) -> None:
    """A process that is killed while it waits has it."""
    seen: list[str] = []

    def look(request: ChatRequest) -> str:
        seen.extend(turn.text for turn in memory.turns("today"))
        return "Hello."

    Talk(memory, ScriptedChat(look), session="today").say("Good morning!")
    assert seen == ["Good morning!"]


def test_a_line_repeated_by_another_talk_is_stored_once(memory: Memory) -> None:
    """As after a lost response; that talk goes on where the line was said. Another line starts a session."""
    first = Talk(memory, model(), user="Ana")
    said_first = first.say("What is my cat called?", id="q1").text
    again = Talk(memory, model("Never asked."), user="Ana")
    assert again.say("What is my cat called?", id="q1").text == said_first.replace(" [1]", "")
    assert again.session == first.session
    assert len(lines(memory, first)) == 2
    other = Talk(memory, model(), user="Ana")
    other.say("And yours?", id="q2")
    assert other.session != first.session
    with pytest.raises(ConflictError, match=r"with another text: .*; to change a stored turn, use `edit`"):
        Talk(memory, model(), user="Ana").say("What is my dog called?", id="q1")


def test_a_repeated_line_gets_its_own_reply(memory: Memory) -> None:
    """Even if other lines were said before the reply, as when two messages arrive at once; nothing else is stored."""
    memory.append(Turn("My dog is Rex.", "user", id="a"), "today")
    memory.append(Turn("My bird is Kiki.", "user", id="b"), "today")
    Talk(memory, model("A dog!"), session="today").say("My dog is Rex.", id="a")
    Talk(memory, model("A bird!"), session="today").say("My bird is Kiki.", id="b")
    pieces: list[str] = []
    for line, text, reply in (("a", "My dog is Rex.", "A dog!"), ("b", "My bird is Kiki.", "A bird!")):
        again = Talk(memory, model("Never asked."), session="today").say(text, pieces.append, id=line)
        assert again.text == reply
        assert memory.turn(f"{line}/reply").text == reply
    assert pieces == ["A dog!", "A bird!"]
    assert len(memory.turns("today")) == 4


def test_of_two_calls_with_one_id_the_first_reply_counts(memory: Memory) -> None:
    """The same message delivered twice at once: the model is asked twice, one reply is stored and returned by both."""

    def meanwhile(request: ChatRequest) -> str:
        Talk(memory, model("First."), session="today").say("My dog is Rex.", id="a")
        return "Second."

    answer = Talk(memory, ScriptedChat(meanwhile), session="today").say("My dog is Rex.", id="a")
    assert answer.text == "First."
    assert [turn.text for turn in memory.turns("today")] == ["My dog is Rex.", "First."]


def test_an_id_of_the_greatest_length_has_a_reply(memory: Memory) -> None:
    """Its reply's id is hashed."""
    longest = "x" * MAX_ID_CHARACTERS
    Talk(memory, model("A dog!"), session="today").say("My dog is Rex.", id=longest)
    assert Talk(memory, model("Never."), session="today").say("My dog is Rex.", id=longest).text == "A dog!"


def test_a_taken_reply_id_is_an_error(memory: Memory) -> None:
    """Somebody else's line has the id of the reply; the user's line is stored."""
    memory.append(Turn("Mine.", "Ana", id="a/reply"), "today")
    with pytest.raises(ConflictError, match="a/reply"):
        Talk(memory, model("A dog!"), session="today").say("My dog is Rex.", id="a")
    assert memory.turn("a").text == "My dog is Rex."


def test_a_quotation_comes_in_one_piece(memory: Memory) -> None:
    """So that a page that shows pieces shows something without a model, too."""
    pieces: list[str] = []
    answer = Talk(memory, user="Ana").say("What is my cat called?", pieces.append)
    assert pieces == [answer.text]


def test_pieces_come_as_they_are_said(memory: Memory) -> None:
    """And what is stored is the whole reply."""
    pieces: list[str] = []
    talk = Talk(memory, model("<think>Hm.</think>Good morning to you [7]!"))
    assert talk.say("Good morning!", pieces.append).text == "Good morning to you!"
    assert "".join(pieces) == "Good morning to you [7]!"
    assert lines(memory, talk)[1] == ("assistant", "Good morning to you!")


def test_a_talk_goes_on_in_its_session(memory: Memory) -> None:
    """Another process shows the model what was said last, and so does a session that was added."""
    Talk(memory, model("Noted."), session="today").say("My dog is Rex.")
    chat = model("Well.")
    Talk(memory, chat, session="today").say("Who?")
    assert '"user": "My dog is Rex."\n"assistant": "Noted."\n\nThe memory.' in shown(chat)
    Talk(memory, chat, session="cats").say("Who?")
    assert '"Ana": "My cat is called Miso."\n\nThe memory.' in shown(chat)


def test_forgotten_lines_are_shown_no_more(memory: Memory) -> None:
    """Also when they were said in the same talk, and were its last; what is said next takes a place of its own."""
    chat = model("Noted.")
    talk = Talk(memory, chat, session="today")
    talk.say("My dog is Rex.")
    memory.forget(turn="today:0")
    memory.forget(turn="today:1")
    talk.say("Good morning!")
    memory.forget(turn=memory.turns("today")[-1].id)
    talk.say("What now?")
    assert "Rex" not in shown(chat)
    assert [text for _, text in lines(memory, talk)] == ["Good morning!", "What now?", "Noted."]


def test_a_line_without_a_word_is_a_line(memory: Memory) -> None:
    """Nothing is recalled for it."""
    chat = model("Yes?")
    talk = Talk(memory, chat)
    assert talk.say("…?!").text == "Yes?"
    assert "There is no data." in shown(chat)
    assert Talk(memory).say("?!").found is False


def test_small_talk_brings_nothing_from_memory(location: Path | str) -> None:
    """Below the probability that the talk asks for; `None` brings the best there is."""
    with convograph.open(location) as memory:
        memory.add([{"speaker": "Ana", "text": "Thanks for my cat Miso."}], session="cats", said="2024-03-01 10:00")
        chat = model("Good.")
        Talk(memory, chat).say("ok thanks")
        assert "Miso" not in shown(chat)
        Talk(memory, chat, min_probability=None).say("ok thanks")
        assert "Miso" in shown(chat)
        with pytest.raises(InputError, match="min_probability is a probability"):
            Talk(memory, chat, min_probability=2)


def test_without_a_model_it_quotes(memory: Memory) -> None:
    """And stores what the person says alone; a line is no answer to itself."""
    talk = Talk(memory, user="Ana")
    answer = talk.say("What is my cat called?")
    assert (answer.kind, answer.text) == ("extractive", "My cat is called Miso. [1]")
    assert "bicycle" not in talk.say("My bicycle is green.").text
    assert [speaker for speaker, _ in lines(memory, talk)] == ["Ana", "Ana"]
    assert memory.ledger() == ()


@pytest.mark.parametrize("text", ["", "   "])
def test_a_line_that_cannot_be_stored_is_refused(memory: Memory, text: str) -> None:
    """Before a model sees it."""
    chat = model()
    with pytest.raises(InputError):
        Talk(memory, chat).say(text)
    assert chat.batches == []


def test_talks_have_sessions_of_their_own(memory: Memory) -> None:
    """Unless they name one."""
    assert Talk(memory).session != Talk(memory).session


def test_a_talk_that_is_made_anew_for_each_line_may_go_on(memory: Memory) -> None:
    """In the latest session that `append` began, after no longer silence; each sees the last lines."""
    begun = memory.append({"role": "user", "content": "My dog is Rex."})
    chat = model("Noted.")
    talk = Talk(memory, chat, silence_hours=1)
    assert talk.session is None
    talk.say("He is old.")
    assert talk.session == begun.session
    Talk(memory, chat, silence_hours=1).say("What now?")
    assert '"user": "My dog is Rex."\n"user": "He is old."\n"assistant": "Noted."\n\nThe memory.' in shown(chat)
    memory.forget(session=begun.session)
    memory.append({"role": "user", "content": "My cat is old.", "time": "2024-03-01 10:00"})
    last = Talk(memory, chat, silence_hours=1)
    last.say("Good morning!")
    assert [text for _, text in lines(memory, last)] == ["Good morning!", "Noted."]
    with pytest.raises(InputError, match="silence_hours"):
        Talk(memory, silence_hours=-1)


def test_a_line_may_have_an_id_and_metadata(memory: Memory) -> None:
    """Both are stored once; the reply has neither."""
    talk = Talk(memory, model("Noted."))
    first = talk.say("My dog is Rex.", id="m1", metadata={"channel": "web"})
    again = Talk(memory, model("Once more."), session=talk.session).say(
        "My dog is Rex.", id="m1", metadata={"channel": "web"}
    )
    assert (first.text, again.text, again.found, again.citations) == ("Noted.", "Noted.", False, ())
    said, *replies = memory.turns(talk.session or "")
    assert (said.id, dict(said.metadata)) == ("m1", {"channel": "web"})
    assert [(turn.text, dict(turn.metadata)) for turn in replies] == [("Noted.", {})]


def test_a_line_may_have_a_time(memory: Memory) -> None:
    """The reply has it, too."""
    talk = Talk(memory, model("Noted."))
    talk.say("I moved yesterday.", said="2024-05-02 09:00")
    assert [turn.said and turn.said.raw for turn in memory.turns(talk.session or "")] == ["2024-05-02 09:00"] * 2


# Appending


def test_the_same_may_be_said_twice(memory: Memory) -> None:
    """A turn is put behind all others, whoever else has put one there meanwhile."""
    first = memory.append(Turn("Yes.", "Ana"), "today")
    memory.add([{"speaker": "Ben", "text": "No."}], session="today", first_ordinal=1)
    second = memory.append(Turn("Yes.", "Ana"), "today")
    assert (first.id, second.id, second.ordinal, second.session) == ("today:0", "today:2", 2, "today")
    assert [turn.text for turn in memory.turns("today")] == ["Yes.", "No.", "Yes."]
    assert memory.turns("today")[2] == second
    assert memory.recall("Who says yes?").hits


def test_places_of_forgotten_turns_stay_empty(memory: Memory) -> None:
    """The next turn gets the next place, also when the last one was forgotten."""
    for text in ("One.", "Two."):
        memory.append(Turn(text), "today")
    memory.forget(turn="today:1")
    assert memory.append(Turn("Three."), "today").id == "today:2"
    assert [turn.text for turn in memory.turns("today")] == ["One.", "Three."]


def test_ids_are_ones_own_and_differ(memory: Memory) -> None:
    """A turn's own id counts; one that is taken is a conflict."""
    assert memory.append(Turn("One.", id="x"), "today").id == "x"
    with pytest.raises(ConflictError):
        memory.append(Turn("Two.", id="x"), "today")
    assert memory.turns("nowhere") == ()


def test_only_the_lines_that_are_shown_are_read(memory: Memory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a long session, and those before a line that is said again under its id."""
    memory.add(
        [{"speaker": "user", "text": f"Line {place}.", "id": f"l{place}"} for place in range(50)], session="long"
    )
    read: list[tuple[str, ...]] = []
    monkeypatch.setattr(memory, "turns", lambda session: pytest.fail("all turns of a session are read"))
    before = memory.turns_before
    monkeypatch.setattr(
        memory, "turns_before", lambda *given: read.append(tuple(one.id for one in before(*given))) or before(*given)
    )
    talk = Talk(memory, session="long")
    talk.say("Hello.")
    talk.say("Line 20.", id="l20")
    assert read == [tuple(f"l{place}" for place in range(start, start + 10)) for start in (40, 10)]
