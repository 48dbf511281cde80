"""Sessions from Python objects: the package's own values, mappings as in JSON, and sequences of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from convograph.errors import EmptyError, InputError
from convograph.formats.limits import (
    MAX_ID_CHARACTERS,
    check_name,
    check_session,
    check_turn,
    shortened,
    with_replacements,
    within,
)
from convograph.formats.shapes import TEXT_KEYS, LooseTurn, loose_turns, read_turns, session, turns_key
from convograph.formats.silences import original
from convograph.types import Conversation, Said, Session, Turn

Placed = tuple[str, object]
"""A value and its place, for error messages."""


def from_objects(objects: object, name: str = "conversation") -> tuple[Session, ...]:
    """The sessions in `objects`; a session without an id keeps `None`. Error messages start with `name`.

    Takes a `Session`, `Turn` or `Conversation`; a mapping that is a turn (`{"speaker": …, "text": …}`), an
    OpenAI-style message (`{"role": …, "content": …}`), a session (`{"id": …, "time": …, "turns": […]}`) or a
    conversation (`{"sessions": […]}`); or a list, tuple or other iterable of sessions, or else of turns. Turns form one
    session, unless they name theirs with the key "session". System and developer messages, thoughts, calls of tools,
    and an assistant's blank or null messages are left out.

    Raises `InputError` that names the place and the value, also if no turn is left.
    """
    return gathered(placed(objects, f"{name}:"), f"{name}:")


def live_turns(value: Turn | Mapping[Any, Any], place: str) -> tuple[list[LooseTurn], int]:
    """The turns in a message of a live conversation, and the number of characters that had to be replaced.

    Takes a `Turn`, or a mapping as in `from_objects`. There are none for a message that `from_objects` leaves out or a
    mapping with a blank or null text, and two for the output of a tool beside a person's words. Raises `InputError` for
    a turn that cannot be stored even with replacements.
    """
    found = [LooseTurn(value)] if isinstance(value, Turn) else _spoken(value, place)
    made = [(each, *with_replacements(each.turn)) for each in found]
    for each, turn, _ in made:
        check_turn(turn, place, each.keys)
    return [replace(each, turn=turn) for each, turn, _ in made], sum(count for *_, count in made)


def _spoken(value: Mapping[Any, Any], place: str) -> list[LooseTurn]:
    """The turns with a text in a message; a client may send one without, which must not stop the conversation."""
    given = [value[key] for key in TEXT_KEYS if key in value]
    if given and all(each is None for each in given):
        return []
    return [each for each in read_turns(value, place) if each.turn.text.strip()]


def placed(objects: object, place: str) -> Iterator[Placed]:
    """The turns and sessions in `objects`, each with its place."""
    if isinstance(objects, Mapping) and objects.get("sessions") is not None:
        place, objects = within(place, "sessions"), objects["sessions"]
        if not isinstance(objects, list | tuple):
            raise InputError(f"{place} is not a list: {shortened(objects)}; give a list of sessions")
    if isinstance(objects, Iterable) and not isinstance(objects, Mapping | str | bytes):
        for index, value in enumerate(objects):
            yield from _opened(value, within(place, index))
    else:
        yield from _opened(objects, place)


def gathered(values: Iterable[Placed], place: str, wordless: list[str] | None = None) -> tuple[Session, ...]:
    """The sessions unchanged, or the turns grouped into sessions by their session key; turns without one form another.

    Sessions are in the order of their first turn. If `wordless` is given, blank turns and sessions of only such turns
    are left out, and the turns' places are appended to it. Raises `InputError` for a mixture of sessions and turns, and
    if no turn is left.
    """
    sessions: list[Session] = []
    loose: dict[str | None, list[LooseTurn]] = {}
    for where, value in values:
        found = _read(value, where, wordless)
        if isinstance(found, Session):
            sessions.append(found)
        else:
            for turn in found:
                loose.setdefault(turn.session, []).append(turn)
        if sessions and loose:
            raise InputError(f"{where} mixes sessions and single turns: {shortened(value)}; give one or the other")
    sessions += [_joined(turns) for turns in loose.values()]
    spoken = tuple(each for each in sessions if each.turns)
    if not spoken:
        raise nothing_said(place)
    return spoken


def nothing_said(place: str) -> EmptyError:
    """The error for values without turns, or with only turns that are left out."""
    return EmptyError(f"{place} has no turns; give at least one with a text")


def named(name: str, sessions: Iterable[Session], place: str) -> Conversation:
    """The conversation `name`; its sessions without an id are named `<name>#<n>`, where n is their position from 1.

    For a copy of a file, "… (1)", the name of the original is used. Ids of turns that are bare numbers are left out:
    in many exports they are unique only within the file, while ids must be unique for the owner. Raises `InputError` if
    `name` cannot be part of an id.
    """
    kept = []
    for number, given in enumerate(sessions, start=1):
        session_id = f"{original(name)}#{number}" if given.id is None else given.id
        check_name(session_id, within(place, "session id"), MAX_ID_CHARACTERS)
        kept.append(Session(tuple(map(_without_number, given.turns)), session_id, given.said, given.first_ordinal))
    return Conversation(name, tuple(kept))


def _without_number(turn: Turn) -> Turn:
    return replace(turn, id=None) if turn.id is not None and turn.id.isdecimal() else turn


def _opened(value: object, place: str) -> Iterator[Placed]:
    if not isinstance(value, Conversation):
        yield place, value
        return
    for index, each in enumerate(value.sessions):
        yield within(place, "sessions", index), each


def _read(value: object, place: str, wordless: list[str] | None) -> Session | list[LooseTurn]:
    if isinstance(value, Session):
        check_session(value, place)
        return value
    if isinstance(value, Turn):
        check_turn(value, place)
        return [LooseTurn(value)]
    if isinstance(value, Mapping):
        return session(value, place, wordless) if turns_key(value) else loose_turns(value, place, wordless)
    raise InputError(
        f'{place} is neither a turn nor a session: {shortened(value)}; give Turn, Session, {{"speaker": …, "text": …}} '
        'or {"turns": […]}'
    )


def _joined(loose: list[LooseTurn]) -> Session:
    said: Said | None = next((each.session_said for each in loose if each.session_said is not None), None)
    return Session(tuple(each.turn for each in loose), loose[0].session, said)
