"""Adding to a stored session without positions: its list repeated, its end repeated, or what is new alone."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import convograph
from convograph import Turn, parse_said
from convograph.errors import ConflictError
from convograph.memory import Memory

A, B, C, D, E = (Turn(letter, "Ana") for letter in "ABCDE")
OK = Turn("Ok.", "Ben")


@pytest.fixture
def memory(location: Path | str):
    with convograph.open(location) as opened:
        yield opened


def at(minute: int, text: str | None = None) -> Turn:
    """A turn said then, whose text is the minute unless another is given."""
    return Turn(text or str(minute), "Ana", parse_said(f"2024-05-01 09:{minute:02}"))


def texts(memory: Memory) -> str:
    return " ".join(turn.text for turn in memory.turns("s"))


def add(memory: Memory, *turns: Turn) -> tuple[int, int, int]:
    (report,) = memory.add(turns, session="s").sessions
    return report.added, report.known, report.forgotten


@pytest.mark.parametrize(
    ("stored", "turns", "added", "after"),
    [
        ((A, B), (A, B, C), 1, "A B C"),  # the list repeated
        ((A, B, C), (B, C, D, E), 2, "A B C D E"),  # its end repeated
        ((A, B, C), (C, D), 1, "A B C D"),
        ((A, B, C), (C,), 0, "A B C"),
        ((A, B, C, D), (B, C), 0, "A B C D"),  # its middle repeated
        ((A, OK, B, OK), (OK, C), 1, "A Ok. B Ok. C"),  # the first place where all that follows agrees
        ((A, OK, B, OK), (OK, B, OK, C), 1, "A Ok. B Ok. C"),
        ((A, B, A, B), (B, A, B, C), 1, "A B A B C"),
        ((at(1), at(2)), (at(3),), 1, "1 2 3"),  # the newest alone
        ((at(1), at(2)), (at(3), at(4)), 2, "1 2 3 4"),
        ((at(1), at(2)), (at(2), at(3)), 1, "1 2 3"),
        ((at(1, "Ok."), at(2)), (at(3, "Ok."),), 1, "Ok. 2 Ok."),
    ],
)
def test_turns_that_continue_a_session_are_added_once(
    memory: Memory, stored: tuple[Turn, ...], turns: tuple[Turn, ...], added: int, after: str
) -> None:
    """The rest are known; the same call again adds nothing."""
    add(memory, *stored)
    assert add(memory, *turns) == (added, len(turns) - added, 0)
    assert texts(memory) == after
    assert add(memory, *turns) == (0, len(turns), 0)
    assert texts(memory) == after


@pytest.mark.parametrize(
    ("turns", "added"),
    [((A, OK, B), 1), ((OK, B), 1), ((A, OK), 0), ((OK,), 0), ((A, OK, at(5)), 1), ((at(5),), 1)],
)
def test_a_clients_list_continues_what_was_stored_message_by_message(
    memory: Memory, turns: tuple[Turn, ...], added: int
) -> None:
    """Stored as said then; the client's list has no times, which makes no other turns of them."""
    for turn in (A, OK):
        memory.append(turn, "s", said="2024-05-01 09:00")
    assert add(memory, *turns) == (added, len(turns) - added, 0)
    assert add(memory, *turns) == (0, len(turns), 0)
    assert memory.turns("s")[0].said == parse_said("2024-05-01 09:00")


def test_a_new_message_without_a_time_may_be_a_changed_one(memory: Memory) -> None:
    """Also in a session that was stored message by message."""
    memory.append(A, "s", said="2024-05-01 09:00")
    with pytest.raises(ConflictError, match=r"another text: 'A', not 'B'.*append adds one turn after its last"):
        add(memory, B)


def test_later_is_later_as_an_instant_where_both_times_have_offsets(memory: Memory) -> None:
    """The clock of the newest may show less."""
    add(memory, Turn("1", "Ana", parse_said("2024-05-01T09:00+02:00")))
    newest = Turn("2", "Ana", parse_said("2024-05-01T07:01+00:00"))
    assert add(memory, newest) == (1, 0, 0)
    with pytest.raises(ConflictError, match="another text: '1', not '3'"):
        add(memory, Turn("3", "Ana", parse_said("2024-05-01T09:30+03:00")))


@pytest.mark.parametrize(
    ("stored", "turns", "error"),
    [
        ((A, B), (C, B), "turn 0 of session 's' is stored with another text: 'A', not 'C'"),  # a changed beginning
        ((A, B), (C,), "another text: 'A', not 'C'"),
        ((A,), (C, A), "another text: 'A', not 'C'"),
        ((A, B), (A, C), "turn 1 of session 's' is stored with another text: 'B', not 'C'"),
        ((A, A), (A, C), "turn 1"),  # begins like the session: changed, not continued
        ((A, B, C), (B, D), "another text: 'A', not 'B'"),  # found inside, and then other than what follows
        ((at(1), at(2)), (at(1, "x"), at(2)), "another text: '1', not 'x'"),
        ((at(1), at(2)), (at(2, "x"),), "another text: '1', not 'x'"),  # the same time is not later
        ((at(1), at(3)), (at(2),), "another text: '1', not '2'"),
        ((at(1), at(2)), (at(3), D), "another text: '1', not '3'"),  # one without a time
        ((A, at(2)), (at(3),), "another text: 'A', not '3'"),  # in a session with an unknown time
    ],
)
def test_what_may_be_a_changed_turn_stays_a_conflict(
    memory: Memory, stored: tuple[Turn, ...], turns: tuple[Turn, ...], error: str
) -> None:
    """Both are named, and both ways out; nothing is stored."""
    add(memory, *stored)
    remedy = rf"; append adds one turn after its last, first_ordinal={len(stored)} adds all of these, replace=True "
    with pytest.raises(ConflictError, match=error + ".*" + remedy if "not" in error else error):
        add(memory, *turns)
    assert texts(memory) == " ".join(turn.text for turn in stored)
    memory.add(turns, session="s", replace=True)
    assert texts(memory) == " ".join(turn.text for turn in turns)


def test_a_position_that_is_given_is_kept_to(memory: Memory) -> None:
    """No other place is looked for."""
    add(memory, at(1), at(2))
    with pytest.raises(ConflictError, match=r"turn 1 of session 's'.*forgets the stored session first$"):
        memory.add([at(3)], session="s", first_ordinal=1)
    assert memory.add([at(3)], session="s", first_ordinal=2).added == 1


def test_another_time_of_the_session_stays_a_conflict(memory: Memory) -> None:
    """Also where the turns continue it."""
    memory.add([at(1), at(2)], session="s", said="2024-05-01")
    with pytest.raises(ConflictError, match="is stored with the time '2024-05-01', not '2024-05-02'"):
        memory.add([at(2), at(3)], session="s", said="2024-05-02")
    assert memory.add([at(2), at(3)], session="s", said="2024-05-01").added == 1


def test_ids_tell_turns_apart(memory: Memory) -> None:
    """The same words under another id are another turn."""
    first, second = Turn("Ok.", "Ana", id="m1"), Turn("Ok.", "Ana", id="m2")
    add(memory, first, second)
    assert add(memory, second, Turn("Ok.", "Ana", id="m3")) == (1, 1, 0)
    assert [turn.id for turn in memory.turns("s")] == ["m1", "m2", "m3"]


def test_forgotten_turns_stay_forgotten(memory: Memory) -> None:
    """A gap inside matches anything; a gap at the end leaves open what is new, so times do not decide."""
    add(memory, *(at(minute) for minute in range(1, 6)))
    memory.forget(turn="s:2")
    assert add(memory, at(2), at(3), at(4)) == (0, 2, 1)
    assert add(memory, at(4), at(5), at(6)) == (1, 2, 0)
    memory.forget(turn="s:5")
    with pytest.raises(ConflictError, match="first_ordinal=6 adds all of these"):
        add(memory, at(6))
    assert add(memory, at(5), at(6), at(7)) == (1, 1, 1)
    assert texts(memory) == "1 2 4 5 7"


def test_a_forgotten_beginning_does_not_swallow_what_is_new(memory: Memory) -> None:
    """What is later than all that is stored is not the turn that was forgotten; what is not, may be."""
    add(memory, at(1), at(2), at(3))
    memory.forget(turn="s:0")
    assert add(memory, at(1)) == (0, 0, 1)
    assert add(memory, at(4)) == (1, 0, 0)
    assert add(memory, at(3), at(4), at(5)) == (1, 2, 0)
    assert texts(memory) == "2 3 4 5"


@given(st.data())
def test_any_windows_that_overlap_make_up_the_conversation(data: st.DataObject) -> None:
    """Whatever a client repeats, each turn is stored once and in order, and replaying any call changes nothing."""
    count = data.draw(st.integers(1, 12))
    timed = data.draw(st.booleans())
    turns = [at(minute) if timed else Turn(f"Turn {minute}.", "Ana") for minute in range(count)]
    with convograph.open(":memory:") as memory:
        end, calls = 0, []
        while end < count:
            start = data.draw(st.integers(0, end if timed or end == 0 else end - 1))
            end = data.draw(st.integers(max(end, start + 1), count))
            calls.append(turns[start:end])
            memory.add(calls[-1], session="s")
            assert [turn.text for turn in memory.turns("s")] == [turn.text for turn in turns[:end]]
        for call in data.draw(st.permutations(calls)):
            assert memory.add(call, session="s").added == 0
