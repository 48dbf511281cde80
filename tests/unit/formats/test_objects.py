"""Objects: everything that `Memory.add` takes becomes sessions."""

from __future__ import annotations

from types import MappingProxyType

import pytest

from convograph.errors import InputError
from convograph.formats import from_objects
from convograph.times import parse_said
from convograph.types import Conversation, Session, Turn

TURN = Turn("a", "Anna")
SESSION = Session((TURN,))


@pytest.mark.parametrize(
    "objects",
    [
        TURN,
        [TURN],
        SESSION,
        [SESSION],
        Conversation("c", (SESSION,)),
        (Conversation("c", (SESSION,)),),
        {"speaker": "Anna", "text": "a"},
        [{"role": "Anna", "content": "a"}],
        {"turns": [{"speaker": "Anna", "text": "a"}]},
        {"messages": [TURN]},
        {"sessions": [SESSION]},
        MappingProxyType({"turns": (MappingProxyType({"from": "Anna", "text": "a"}),)}),
        (each for each in [TURN]),
    ],
)
def test_every_kind_of_object_gives_the_same_session(objects):
    """Values of the package, mappings and iterables of both; a session without an id keeps none."""
    assert from_objects(objects) == (SESSION,)


def test_times_may_be_called_as_in_add():
    """`said`, of a session and of a turn."""
    said = parse_said("2024-05-01T09:00")
    assert from_objects({"said": "2024-05-01T09:00", "messages": [TURN]}) == (Session((TURN,), said=said),)
    ((turn,),) = (one.turns for one in from_objects([{"speaker": "Anna", "text": "a", "said": "2024-05-01T09:00"}]))
    assert turn.said == said


def test_turns_are_one_session_and_sessions_stay_apart():
    """A list of turns is one session, package values and mappings side by side."""
    assert from_objects([TURN, {"speaker": "Ben", "text": "b"}]) == (Session((TURN, Turn("b", "Ben"))),)
    assert from_objects([SESSION, {"id": "s", "time": "2024-03-01", "turns": [TURN]}]) == (
        SESSION,
        Session((TURN,), "s", parse_said("2024-03-01")),
    )


def test_a_session_mapping_can_grow_a_stored_session():
    """The position of its first turn travels along."""
    assert from_objects({"id": "s", "first_ordinal": 4, "turns": [TURN]}) == (Session((TURN,), "s", None, 4),)


@pytest.mark.parametrize(
    ("objects", "message"),
    [
        ("hi", "conversation: is neither a turn nor a session: 'hi'; give Turn, Session, "),
        (b"hi", "conversation: is neither a turn nor a session: b'hi'"),
        (None, "conversation: is neither a turn nor a session: None"),
        ([TURN, "hi"], "conversation: [1] is neither a turn nor a session: 'hi'"),
        ([], "conversation: has no turns"),
        (Session(()), "conversation: has no turns"),
        ([SESSION, Session((Turn(""),))], "conversation: [1].turns[0].text is blank"),
        ([{"role": "user", "content": " "}], "conversation: [0].content is blank"),
        ([{"role": "user", "message": "a\0"}], "conversation: [0].message holds the control character"),
        ([{"role": " ", "content": "a"}], "conversation: [0].role is blank"),
        ({"turns": [{"from": " ", "text": "a"}]}, "conversation: turns[0].from is blank"),
        ({"turns": [{"text": "", "speaker": "Ana"}]}, "conversation: turns[0].text is blank"),
        ([SESSION, TURN], "conversation: [1] mixes sessions and single turns"),
        ({"turns": [TURN], "first_ordinal": -1}, "conversation: first_ordinal is wrong (Input should be greater than"),
        ({"text": "a", "time": True}, "conversation: time: a time cannot be a bool: True"),
        ({"text": "a", "id": True}, "conversation: id is not a string: True"),
        ({"text": "a", "id": 10**6000}, "conversation: id is wrong "),
    ],
)
def test_what_is_no_conversation_is_named(objects, message):
    """The place, the value and the remedy, on one line."""
    with pytest.raises(InputError) as caught:
        from_objects(objects)
    assert str(caught.value).startswith(message)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("role", "meant"),
    [
        *(
            ("asistant", "assistant"),
            ("assitant", "assistant"),
            ("Assistent", "assistant"),
            ("assistants", "assistant"),
        ),
        *(("usr", "user"), ("users", "user"), ("sytem", "system"), ("develper", "developer"), ("tools", "tool")),
    ],
)
def test_a_misspelt_role_is_refused(role, meant):
    """It would be a person, whose words are neither left out nor told from the user's."""
    with pytest.raises(InputError) as caught:
        from_objects([{"role": "user", "content": "Hi."}, {"role": role, "content": "a"}])
    assert str(caught.value) == (
        f'conversation: [1].role is \'{role}\'; write "{meant}", or name a person by "speaker" instead'
    )
    assert from_objects([{"speaker": role, "text": "a"}]) == (Session((Turn("a", role),)),)


@pytest.mark.parametrize("role", ["king", "Anna", "Usha", "user2", "userA", "Uther", "model", "bot"])
def test_another_role_is_a_speaker(role):
    """A list of messages may have more than a user and an assistant."""
    assert from_objects([{"role": role, "content": "a"}]) == (Session((Turn("a", role),)),)


def test_the_callers_name_opens_the_message():
    """So that a person knows which of several arguments is meant."""
    with pytest.raises(InputError, match=r"^request: has no turns"):
        from_objects([], name="request")
