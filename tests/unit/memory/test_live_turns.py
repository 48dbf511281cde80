"""Appending one message at a time, as a conversation goes on."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import convograph
from convograph import Turn, parse_said
from convograph.errors import ConflictError, InputError, NotFoundError, TimeError
from convograph.memory import Memory
from support.processes import all_at_once

HELLO = {"role": "user", "content": "Hello there"}
MORNING = "2024-05-01T09:00:00+02:00"


@pytest.fixture
def memory(location: Path | str):
    with convograph.open(location) as opened:
        yield opened


def texts(memory: Memory, session: str) -> list[str]:
    return [turn.text for turn in memory.turns(session)]


# What is said


@pytest.mark.parametrize(
    ("message", "speaker", "text"),
    [
        (HELLO, "user", "Hello there"),
        ({"speaker": "Ana", "text": "Hello there"}, "Ana", "Hello there"),
        (Turn("Hello there", "Ana"), "Ana", "Hello there"),
        ({"role": "tool", "tool_call_id": "c1", "name": "weather", "content": "12 °C"}, "tool", "12 °C"),
        ({"role": "user", "content": [{"type": "tool_result", "content": "12 °C"}]}, "tool", "12 °C"),
        (
            {"role": "user", "content": [{"type": "tool_result", "content": [{"type": "text", "text": "12 °C"}]}]},
            *("tool", "12 °C"),
        ),
        (
            {"role": "assistant", "content": [{"type": "text", "text": "Wait."}, {"type": "tool_use"}]},
            *("assistant", "Wait."),
        ),
        ({"role": "assistant", "content": [{"type": "refusal", "refusal": "No."}]}, "assistant", "No."),
        ({"type": "function_call_output", "call_id": "c1", "output": "12 °C"}, "tool", "12 °C"),
    ],
)
def test_a_message_is_a_turn(memory: Memory, message: Any, speaker: str, text: str) -> None:
    """In every form that `add` takes; the output of a tool is said by "tool"."""
    stored = memory.append(message, "s")
    assert stored is not None
    assert (stored.id, stored.speaker, stored.text, stored.replaced) == ("s:0", speaker, text, 0)
    assert memory.turns("s") == (stored,)


@pytest.mark.parametrize(
    "message",
    [
        {"role": "system", "content": "Be kind."},
        {"role": "assistant", "content": None, "tool_calls": [{"id": "c1"}]},
        {"role": "assistant", "content": [{"type": "tool_use", "name": "weather"}]},
        {"role": "assistant", "content": [{"type": "thinking", "thinking": "Hm."}]},
        {"type": "function_call", "call_id": "c1", "name": "weather", "arguments": "{}"},
        {"type": "reasoning", "summary": []},
        {"role": "tool", "content": ""},
        {"role": "user", "content": [{"type": "tool_result"}]},
        {"role": "assistant", "content": None},
        {"role": "assistant", "content": None, "refusal": "I cannot help with that."},
        {"role": "user", "content": " \n"},
        {"role": "user", "content": []},
        {"role": "user", "content": [{"type": "text", "text": ""}]},
        {"speaker": "Ana", "text": None},
    ],
)
def test_what_nobody_said_is_left_out(memory: Memory, message: dict[str, Any]) -> None:
    """Instructions, calls of tools, tools that return nothing, no content: nothing is stored, and nothing fails."""
    assert memory.append(message, "s") is None
    assert memory.owners() == []


def test_a_tools_output_beside_words_is_a_turn_of_its_own(memory: Memory) -> None:
    """The output first, as it came; the words are returned, and have the id."""
    parts = [{"type": "tool_result", "content": "12 °C"}, {"type": "text", "text": "Is that cold?"}]
    last = memory.append({"role": "user", "content": parts, "id": "m1"}, "s")
    assert [(turn.id, turn.speaker, turn.text) for turn in memory.turns("s")] == [
        ("s:0", "tool", "12 °C"),
        ("m1", "user", "Is that cold?"),
    ]
    assert last == memory.turns("s")[1]
    memory.forget(session="s")
    assert memory.add([{"role": "user", "content": parts}], session="s").added == 2


@pytest.mark.parametrize(
    ("message", "error"),
    [
        ("Hello.", r"append takes one message, a Turn or a mapping, .*: 'Hello.'; for lists and sessions there is add"),
        ([HELLO], "append takes one message"),
        (Turn("  ", "Ana"), "message: text is blank"),
        ({"role": "user"}, "message: text is missing"),
        ({"name": " ", "content": "Hello."}, "message: name is blank"),
        (Turn("Hello.", id="a\0"), "message: id holds the control character"),
    ],
)
def test_what_cannot_be_stored_is_named(memory: Memory, message: Any, error: str) -> None:
    """One line with the value and the remedy, and nothing is stored."""
    with pytest.raises(InputError, match=error):
        memory.append(message, "s")
    assert memory.owners() == []


@pytest.mark.parametrize("session", [7, "", "a\0"])
def test_a_session_that_is_no_name_is_refused(memory: Memory, session: Any) -> None:
    """As in `add`."""
    with pytest.raises(InputError, match="session"):
        memory.append(HELLO, session)


def test_characters_that_cannot_be_stored_are_replaced_and_counted(memory: Memory) -> None:
    """In the text and in the speaker's name; what can be stored stays, and `add` refuses such a text as before."""
    given_text = "a\x00b \ud83d \x1b[31mred\ttab\nline 😀"
    stored = memory.append({"speaker": "An\na", "text": given_text}, "s")
    assert stored is not None
    assert (stored.text, stored.speaker) == ("a\ufffdb \ufffd \ufffd[31mred\ttab\nline 😀", "An\ufffda")
    assert stored.replaced == 4
    with pytest.raises(InputError, match="holds the control character"):
        memory.add([{"speaker": "Ana", "text": given_text}])


@given(st.text(st.characters(codec=None), min_size=1))
def test_any_text_but_a_blank_one_can_be_appended(text: str) -> None:
    """Whatever characters it has; as many are replaced as differ."""
    with convograph.open(":memory:") as memory:
        if not text.strip():
            return
        stored = memory.append({"role": "user", "content": text}, "s")
        assert stored is not None
        stored.text.encode()
        assert stored.replaced == sum(one != other for one, other in zip(stored.text, text, strict=True))


# When it is said


@pytest.mark.parametrize(
    ("message", "said", "local", "offset"),
    [
        (HELLO, "2024-05-01T18:30+02:00", datetime(2024, 5, 1, 18, 30), 120),
        (HELLO, datetime(2024, 5, 1, 18, 30), datetime(2024, 5, 1, 18, 30), None),
        (HELLO, parse_said("1 May 2024"), datetime(2024, 5, 1), None),
        ({**HELLO, "time": "2024-05-01 18:30"}, None, datetime(2024, 5, 1, 18, 30), None),
        ({**HELLO, "session_time": "2024-05-01"}, None, datetime(2024, 5, 1), None),
        ({**HELLO, "create_time": "2024-05-01 18:30"}, None, datetime(2024, 5, 1, 18, 30), None),
        ({**HELLO, "time": "2024-05-01 18:30"}, "2024-05-02", datetime(2024, 5, 2), None),
    ],
)
def test_a_time_is_given_beside_or_inside_the_message(
    memory: Memory, message: dict[str, Any], said: Any, local: datetime, offset: int | None
) -> None:
    """In any form; the one beside it counts first."""
    stored = memory.append(message, "s", said=said)
    assert stored is not None
    assert stored.said is not None
    assert (stored.said.local, stored.said.offset_minutes) == (local, offset)


def test_a_message_without_a_time_is_said_now(memory: Memory) -> None:
    """On the machine's wall clock, with its offset from UTC."""
    before = datetime.now().astimezone().replace(microsecond=0)
    stored = memory.append(Turn("Hello there", "Ana"), "s")
    after = datetime.now().astimezone()
    assert stored.said is not None
    assert before.replace(tzinfo=None) <= stored.said.local <= after.replace(tzinfo=None)
    offset = after.utcoffset()
    assert offset is not None
    assert stored.said.offset_minutes == offset // timedelta(minutes=1)


def test_a_time_that_cannot_be_read_is_an_error(memory: Memory) -> None:
    """Rather than now."""
    with pytest.raises(TimeError, match="cannot read the time 'soon'"):
        memory.append(HELLO, "s", said="soon")


# In which session


def session_of(memory: Memory, said: str, **options: Any) -> str:
    stored = memory.append(HELLO, said=said, **options)
    assert stored is not None
    return stored.session


def test_the_latest_session_goes_on_until_it_has_been_silent_for_hours(memory: Memory) -> None:
    """Four hours are still the same session, a second more is not; the clock starts with the last message."""
    first = session_of(memory, "2024-05-01 09:00")
    assert first == "2024-05-01-090000"
    assert session_of(memory, "2024-05-01 13:00") == first
    assert session_of(memory, "2024-05-01 17:00") == first
    second = session_of(memory, "2024-05-01 21:00:01")
    assert second == "2024-05-01-210001"
    assert [len(memory.turns(session)) for session in (first, second)] == [3, 1]


def test_the_silence_can_be_set(memory: Memory) -> None:
    """By the call; 0 continues only what is said in the same second."""
    first = session_of(memory, "2024-05-01 09:00", silence_hours=0.5)
    assert session_of(memory, "2024-05-01 09:30", silence_hours=0.5) == first
    assert session_of(memory, "2024-05-01 09:31", silence_hours=0) != first
    assert session_of(memory, "2024-05-02 09:31", silence_hours=48) == "2024-05-01-093100"
    for hours in (-1, 10**9, float("nan"), float("inf"), "4", True):
        with pytest.raises(InputError, match="silence_hours is a number of hours, from 0 to 100,000,000: "):
            session_of(memory, "2024-05-01 09:00", silence_hours=hours)


def test_of_several_sessions_the_one_spoken_in_last_goes_on(memory: Memory) -> None:
    """By said time, whatever was stored last; of the same second the one stored last."""
    first = session_of(memory, "2024-05-01 09:00")
    second = session_of(memory, "2024-05-01 10:00", silence_hours=0)
    for said in ("2020-01-01 10:00", "2030-01-01 10:00"):
        session_of(memory, said)
    memory.add([HELLO], session="undated")
    assert session_of(memory, "2024-05-01 10:30") == second
    memory.append(HELLO, first, said="2024-05-01 10:30")
    assert session_of(memory, "2024-05-01 10:31") == first


def test_a_clock_that_runs_a_little_behind_does_not_split_a_session(memory: Memory) -> None:
    """Messages of another process may be said later than this one."""
    first = session_of(memory, "2024-05-01 09:00:30")
    assert session_of(memory, "2024-05-01 09:00:00") == first


def test_only_a_session_that_such_a_message_began_goes_on(memory: Memory) -> None:
    """Not one that a caller named, nor one from a file, which may come again and be longer."""
    memory.add([HELLO], session="Chat with Zoe#2024-05-01-0900", said="2024-05-01 09:00")
    memory.append(HELLO, "named", said="2024-05-01 09:30")
    assert session_of(memory, "2024-05-01 10:00") == "2024-05-01-100000"
    assert session_of(memory, "2024-05-01 10:10") == "2024-05-01-100000"
    longer = [HELLO, {"role": "assistant", "content": "Hi."}]
    assert memory.add(longer, session="Chat with Zoe#2024-05-01-0900", said="2024-05-01 09:00").added == 1


def test_a_session_that_a_message_began_goes_on_in_another_store(memory: Memory) -> None:
    """Its name tells; turns without a time have their session's."""
    memory.add([HELLO], session="2024-05-01-090000-2", said="2024-05-01 09:00")
    assert session_of(memory, "2024-05-01 10:00") == "2024-05-01-090000-2"


@pytest.mark.parametrize("zone", ["UTC", "America/Los_Angeles", "Asia/Tokyo"])
def test_a_unix_time_and_now_are_one_conversation(memory: Memory, monkeypatch: pytest.MonkeyPatch, zone: str) -> None:
    """Wherever the machine stands: a Unix time is in UTC, and what has no time is said on the machine's clock."""
    monkeypatch.setenv("TZ", zone)
    time.tzset()
    try:
        for message in [{**HELLO, "created_at": int(time.time())}, {"role": "assistant", "content": "Hi."}] * 2:
            memory.append(message)
    finally:
        monkeypatch.undo()
        time.tzset()
    assert [session.turns for session in memory.sessions()] == [4]


def test_times_with_offsets_are_compared_as_instants(memory: Memory) -> None:
    """A time without an offset is compared on the wall clock."""
    first = session_of(memory, "2024-05-01T23:00+09:00")
    second = session_of(memory, "2024-05-01T19:00+00:00")  # five hours later, and earlier by the clock
    assert (first, second) == ("2024-05-01-230000", "2024-05-01-190000")
    assert session_of(memory, "2024-05-01T23:30+09:00") == first
    assert session_of(memory, "2024-05-01T13:00-07:00") == second
    assert session_of(memory, "2024-05-02 01:00") == first


def test_the_latest_turn_is_found_behind_those_of_clocks_that_are_ahead(memory: Memory) -> None:
    """Whatever order the wall clocks give; none of those that are too far away names the session."""
    latest = session_of(memory, "2024-05-01T06:00-12:00")  # 18:00 in UTC
    for hour in range(6):
        memory.append(HELLO, "2024-05-02-000000", said=f"2024-05-02T0{hour}:00+12:00")  # 12:00 to 17:00
    assert session_of(memory, "2024-05-01T18:30+00:00", silence_hours=2) == latest
    assert session_of(memory, "2024-05-01T12:00+00:00", silence_hours=0) == "2024-05-02-000000"


def test_what_others_store_meanwhile_counts_by_the_same_rules(tmp_path: Path) -> None:
    """Only sessions that a message began, and instants."""
    path = tmp_path / "memory.db"
    with convograph.open(path) as memory, convograph.open(path) as other:
        first = session_of(memory, "2024-05-01T09:00+00:00")
        other.append(HELLO, "named", said="2024-05-01T09:30+00:00")
        second = session_of(other, "2024-05-01T18:10+09:00")
        assert first == second
        other.add([HELLO], session="imported", said="2024-05-01T09:20+00:00")
        assert session_of(memory, "2024-05-01T09:40+00:00") == first


def test_a_name_that_is_taken_gets_a_number(memory: Memory) -> None:
    """A session of this name may be another one."""
    memory.add([HELLO], session="2024-05-01-090000", said="2020-01-01")
    assert session_of(memory, "2024-05-01 09:00") == "2024-05-01-090000-2"


def test_a_forgotten_session_does_not_go_on(memory: Memory) -> None:
    """Also when another process has forgotten it a moment ago."""
    first = session_of(memory, "2024-05-01 09:00")
    memory.append(HELLO, "other", said="2020-01-01")
    memory.forget(session=first)
    assert session_of(memory, "2024-05-01 09:05") == "2024-05-01-090500"


def test_a_message_that_names_its_session_goes_there(memory: Memory) -> None:
    """By its key "session", as in `add`; what the call names counts first."""
    in_message, in_call = memory.append({**HELLO, "session": "s"}), memory.append({**HELLO, "session": "s"}, "t")
    assert in_message is not None
    assert in_call is not None
    assert (in_message.session, in_call.session) == ("s", "t")
    assert (in_message.began, in_message.ordinal) == (True, 0)


def test_a_message_that_comes_again_with_its_id_is_stored_once(memory: Memory) -> None:
    """A call can be repeated after a failure, later and without its session; with other words the id is taken."""
    message = {"role": "user", "content": "The key is red.", "id": "m1"}
    first = memory.append(message, "talk", said="2024-05-01T10:00")
    assert memory.append(message) == memory.append(message, "talk", said="2024-05-01T18:00") == first
    assert [one.turns for one in memory.sessions()] == [1]
    with pytest.raises(ConflictError, match="'m1' is stored already"):
        memory.append({**message, "content": "The key is blue."})
    with pytest.raises(ConflictError, match="'m1' is stored already"):
        memory.append(message, "another")
    assert memory.append({"role": "user", "content": "The key is red."}, "talk") != first


def test_processes_that_begin_at_once_share_a_session(tmp_path: Path) -> None:
    """Which session goes on is decided in the transaction: whoever comes second sees the first."""
    path = tmp_path / "memory.db"
    writers = 6
    memories = [convograph.open(path) for _ in range(writers)]

    def write(number: int) -> list[str | None]:
        spoken = [memories[number].append({"role": "user", "content": f"{number} {n}"}, said=MORNING) for n in range(5)]
        return [turn.session for turn in spoken if turn]

    with ThreadPoolExecutor(writers) as pool:
        sessions = {session for found in pool.map(write, range(writers)) for session in found}
    assert sessions == {"2024-05-01-090000"}
    assert len(memories[0].turns("2024-05-01-090000")) == 5 * writers
    for each in memories:
        each.close()


def test_processes_that_make_the_store_at_once_share_a_session(tmp_path: Path) -> None:
    """Each in a process of its own, with snapshots that know nothing of the others."""
    path = tmp_path / "memory.db"

    def write(number: int) -> None:
        with convograph.open(path) as memory:
            for n in range(3):
                memory.append({"role": "user", "content": f"{number} {n}"}, said=f"2024-05-01 09:00:{number:02}")

    assert all_at_once([partial(write, number) for number in range(4)]) == [""] * 4
    with convograph.open(path) as memory:
        (session,) = memory.sessions()
        assert session.turns == 12
        assert sorted(texts(memory, session.id)) == sorted(f"{number} {n}" for number in range(4) for n in range(3))


def test_the_loop_of_an_assistant(memory: Memory) -> None:
    """Each message one call, each question one call."""
    assert memory.context("What is my cat called?").citations == ()
    for role, content in (("user", "My cat is called Miso."), ("assistant", "A good name."), ("tool", "{}")):
        memory.append({"role": role, "content": content})
    assert "Miso" in memory.context("What is my cat called?").text


def test_a_turn_is_read_by_its_id(memory: Memory) -> None:
    """As stored, with its session; an id that no turn has is named."""
    stored = memory.append({"speaker": "Ana", "text": "Hello."}, "s", said="2024-05-08 12:00")
    assert stored is not None
    assert memory.turn(stored.id) == memory.turns("s")[0]
    for name in ("s:1", "s", "a\0"):
        with pytest.raises(NotFoundError, match="no turn has the id"):
            memory.turn(name)
