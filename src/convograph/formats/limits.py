"""The requirements for stored turns and sessions, the same for files, objects and `Memory`.

Each check returns nothing, or raises an `InputError` that starts with the given place.
"""

from __future__ import annotations

import json
import re
import reprlib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from math import isfinite
from typing import Any, NamedTuple

from convograph.errors import InputError
from convograph.patterns import lazy_pattern
from convograph.quotation import on_one_line
from convograph.types import Said, Session, Turn

MAX_TURN_BYTES = 1_048_576  # a megabyte of UTF-8 is a book, not a turn, and would dominate recall and context
MAX_ID_CHARACTERS = 512
MAX_SPEAKER_CHARACTERS = 256
MAX_ORDINAL = 2**31  # more turns than a session can have, and far below the largest integer of a store
MINUTES_OF_A_DAY = 24 * 60
# Metadata is meant for filters and references; documents belong in turns.
MAX_METADATA_ENTRIES = 32
MAX_METADATA_KEY_CHARACTERS = 64
MAX_METADATA_BYTES = 4_096  # of its JSON
_INTEGERS = range(-(2**63), 2**63)

# C0 controls except tab, newline and carriage return: databases truncate at NUL or reject it, terminals act on the
# others. Lone surrogates cannot be encoded as UTF-8.
UNSTORABLE = lazy_pattern("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff]")
REPLACEMENT = "\ufffd"
_UNSTORABLE_IN_NAME = lazy_pattern("[\x00-\x1f\x7f-\x9f\ud800-\udfff]")

# Remedies for a blank name, where it is optional and where it is required.
OMIT_A_NAME = "leave it out if it is unknown"
GIVE_A_NAME = "give a name"

_SHOWN_CHARACTERS = 80
_SHORT = reprlib.Repr()
_SHORT.maxstring = _SHORT.maxother = _SHOWN_CHARACTERS
_SHORT.maxlevel = 2


class Keys(NamedTuple):
    """The keys under which the caller gave the text and the speaker of a turn, as error messages name them."""

    text: str = "text"
    speaker: str = "speaker"


OWN_KEYS = Keys()
"""The keys of `Turn` itself."""


def shortened(value: object) -> str:
    """The `repr` of `value`, at most 80 characters on one line."""
    try:
        return _SHORT.repr(value)[:_SHOWN_CHARACTERS]
    except ValueError:  # an integer with too many digits for Python to convert
        return f"<{type(value).__name__}>"


def within(place: str, *steps: str | int) -> str:
    """A place inside `place`: keys after a dot, positions in brackets; after a colon, a path starts.

    >>> within("chat.json:", "turns", 7, "text")
    'chat.json: turns[7].text'
    """
    for step in steps:
        if place.endswith(":"):
            place += " "
        elif isinstance(step, str) and place:
            place += "."
        place += f"[{step}]" if isinstance(step, int) else shown_name(step)
    return place


def shown_name(name: str) -> str:
    """An untrusted name or key for a message: on one line, printable, at most about 80 characters."""
    return name if name.isprintable() and len(name) <= _SHOWN_CHARACTERS else on_one_line(name, _SHOWN_CHARACTERS)


def with_replacements(turn: Turn) -> tuple[Turn, int]:
    """The turn with U+FFFD for each character that cannot be stored in text, speaker, time and metadata; their number.

    For a live conversation, which a stray byte must not end. The id is unchanged, since it names the turn.
    """
    text, in_text = _replaced(UNSTORABLE, turn.text)
    speaker, in_speaker = _replaced(_UNSTORABLE_IN_NAME, turn.speaker)
    raw, in_raw = _replaced(UNSTORABLE, turn.said.raw if isinstance(turn.said, Said) else None)
    said = replace(turn.said, raw=raw) if turn.said is not None and in_raw else turn.said
    given: object = turn.metadata
    values = {key: _replaced(UNSTORABLE, value) for key, value in given.items()} if isinstance(given, Mapping) else {}
    count = in_text + in_speaker + in_raw + sum(number for _, number in values.values())
    metadata: Any = {key: value for key, (value, _) in values.items()} if isinstance(given, Mapping) else given
    return replace(turn, text=text, speaker=speaker, said=said, metadata=metadata), count


def _replaced(unstorable: re.Pattern[str], given: Any) -> tuple[Any, int]:
    return unstorable.subn(REPLACEMENT, given) if isinstance(given, str) else (given, 0)


def check_turn(turn: Turn, place: str, keys: Keys = OWN_KEYS) -> None:
    """Reject a turn whose text, speaker, id, time or metadata cannot be stored; messages use its `place` and `keys`.

    Text: not blank, at most `MAX_TURN_BYTES` of UTF-8, no control characters except tab and line ends, no
    lone surrogates. Speaker and id: not blank, at most `MAX_SPEAKER_CHARACTERS` and `MAX_ID_CHARACTERS`.
    Raises `InputError`.
    """
    check_text(turn.text, within(place, keys.text), "turn")
    check_name(turn.speaker, within(place, keys.speaker), MAX_SPEAKER_CHARACTERS)
    check_name(turn.id, within(place, "id"), MAX_ID_CHARACTERS)
    check_said(turn.said, within(place, "said"))
    check_metadata(turn.metadata, within(place, "metadata"))


def check_session(session: Session, place: str) -> None:
    """Reject a session without turns, or with an id, a time, an ordinal or a turn that cannot be stored.

    Raises `InputError`.
    """
    check_name(session.id, within(place, "id"), MAX_ID_CHARACTERS)
    check_said(session.said, within(place, "said"))
    _check_ordinal(session.first_ordinal, within(place, "first_ordinal"))
    if not session.turns:
        raise InputError(f"{place} has no turns; leave the session out")
    for index, turn in enumerate(session.turns):
        check_turn(turn, within(place, "turns", index))


def check_sessions(sessions: Sequence[Session], file: str = "") -> None:
    """Reject the sessions of a call if one cannot be stored, or if two sessions or two turns have the same id.

    `file` is the place of the file that they come from, if any, for the messages. Raises `InputError`.
    """
    seen: dict[str, str] = {}
    sessions_seen: dict[str, int] = {}
    before = f"{file} " if file else ""
    for index, session in enumerate(sessions):
        own = f"sessions[{index}]"
        check_session(session, f"{before}{own}")
        if session.id is not None and sessions_seen.setdefault(session.id, index) != index:
            raise InputError(
                f"{before}sessions[{sessions_seen[session.id]}] and {own} have the same id: "
                f"{shortened(session.id)}; join them, or rename one"
            )
        for position, turn in enumerate(session.turns):
            if turn.id is None:
                continue
            place = within(own if len(sessions) > 1 else "", "turns", position)
            if turn.id in seen:
                raise InputError(
                    f"{before}{place} has the id of {seen[turn.id]}: {shortened(turn.id)}; give each turn its own id"
                )
            seen[turn.id] = place


def text_with_replacements(text: str) -> str:
    r"""The text with U+FFFD for each character that cannot be stored, for a model's output or a user's question.

    >>> text_with_replacements("a\x00b") == "a\ufffdb"
    True
    """
    return UNSTORABLE.sub(REPLACEMENT, text)


def checked_storable(text: str) -> str:
    """The text itself. Raises `ValueError` if it cannot be stored, so that it cannot be from an export of ours."""
    if UNSTORABLE.search(text):
        raise ValueError("it holds a control character or a lone surrogate")
    return text


def storable(text: str) -> str:
    """The text with spaces for the characters that cannot be stored; "" if it is blank and should be left out."""
    stored = UNSTORABLE.sub(" ", text)
    return stored if stored.strip() else ""


def check_owner(owner: object) -> None:
    """Reject anything but a valid name of an owner. Raises `InputError`."""
    if not isinstance(owner, str) or not owner.strip():
        raise InputError(f"an owner needs a name: {shortened(owner)}; give a string")
    check_name(owner, "owner", MAX_ID_CHARACTERS)


def check_name(name: object, place: str, most: int, instead: str = OMIT_A_NAME) -> None:
    """Reject a speaker or an id that is not a string, blank, longer than `most`, or has control characters.

    `None` means missing and is accepted; `instead` is the remedy for a blank name. Raises `InputError`.
    """
    if name is None:
        return
    if not isinstance(name, str):
        raise InputError(f"{place} is not a string: {shortened(name)}; give a string, or leave it out")
    if not name or name.isspace():
        raise InputError(f"{place} is blank: {shortened(name)}; {instead}")
    if len(name) > most:
        raise InputError(f"{place} has {len(name)} characters: {shortened(name)}; {most} is the maximum")
    if found := _UNSTORABLE_IN_NAME.search(name):
        raise InputError(f"{place} holds {_code_point(found)}: {shortened(name)}; remove it")


def check_text(text: object, place: str, what: str) -> None:
    """Reject a text that is not a string, blank, longer than `MAX_TURN_BYTES`, or has characters that cannot be stored.

    `what` is what the message calls its container, to be left out if the text is blank. Raises `InputError`.
    """
    if not isinstance(text, str):
        raise InputError(f"{place} is not a string: {shortened(text)}; give a string")
    if not text or text.isspace():
        raise InputError(f"{place} is blank: {shortened(text)}; leave the {what} out")
    if found := UNSTORABLE.search(text):
        near = text[max(0, found.start() - 20) : found.end() + 20]
        raise InputError(
            f"{place} holds {_code_point(found)} at character {found.start()}: {shortened(near)}; remove it"
        )
    if 4 * len(text) > MAX_TURN_BYTES and (size := len(text.encode())) > MAX_TURN_BYTES:
        raise InputError(
            f"{place} has {size:,} bytes: {shortened(text)}; {MAX_TURN_BYTES:,} is the maximum, split it into turns"
        )


def check_metadata(metadata: object, place: str) -> None:
    """Reject metadata that is not a mapping of names to strings, numbers, true or false, or that is too large.

    At most `MAX_METADATA_ENTRIES` names of at most `MAX_METADATA_KEY_CHARACTERS`; in all `MAX_METADATA_BYTES` of JSON.
    Raises `InputError`.
    """
    if not isinstance(metadata, Mapping):
        raise InputError(f'{place} is not an object: {shortened(metadata)}; give names and values: {{"channel": "a"}}')
    if len(metadata) > MAX_METADATA_ENTRIES:
        raise InputError(f"{place} has {len(metadata)} entries; {MAX_METADATA_ENTRIES} is the maximum")
    for key, value in metadata.items():
        if key is None:
            raise InputError(f"{place} has a name that is not a string: None; give a string")
        check_name(key, f"{place}: the name", MAX_METADATA_KEY_CHARACTERS)
        check_metadata_value(value, within(place, key))
    size = len(json.dumps(dict(metadata), ensure_ascii=False).encode())
    if size > MAX_METADATA_BYTES:
        raise InputError(f"{place} has {size:,} bytes: {shortened(metadata)}; {MAX_METADATA_BYTES:,} is the maximum")


def check_metadata_value(value: object, place: str) -> None:
    """Reject a value that is not a string, a finite number of at most 64 bits, true or false. Raises `InputError`."""
    if isinstance(value, str):
        if found := UNSTORABLE.search(value):
            raise InputError(f"{place} holds {_code_point(found)}: {shortened(value)}; remove it")
    elif not isinstance(value, int | float):
        raise InputError(
            f"{place} is neither a string, a number, true nor false: {shortened(value)}; flatten it, or leave it out"
        )
    elif not (value in _INTEGERS if isinstance(value, int) else isfinite(value)):
        raise InputError(f"{place} is not a finite number of at most 64 bits: {shortened(value)}; give a string")


def check_said(said: object, place: str) -> None:
    """Reject a time that is not a `Said`, or cannot be stored; `None` is accepted. Raises `InputError`."""
    if said is None:
        return
    if not isinstance(said, Said):
        raise InputError(f"{place} is not a Said: {shortened(said)}; make one with convograph.times.parse_said")
    local: object = said.local
    if not isinstance(local, datetime) or local.tzinfo is not None:
        raise InputError(f"{place}.local is not a naive datetime: {shortened(local)}; use convograph.times.parse_said")
    offset: object = said.offset_minutes
    if offset is not None and (not isinstance(offset, int) or abs(offset) >= MINUTES_OF_A_DAY):
        raise InputError(
            f"{place}.offset_minutes is not an offset from UTC: {shortened(offset)}; it must be less than a day"
        )
    raw: object = said.raw
    if not isinstance(raw, str) or UNSTORABLE.search(raw):
        raise InputError(f"{place}.raw cannot be stored: {shortened(raw)}; use convograph.times.parse_said")


def _check_ordinal(ordinal: object, place: str) -> None:
    if isinstance(ordinal, bool) or not isinstance(ordinal, int) or not 0 <= ordinal <= MAX_ORDINAL:
        raise InputError(
            f"{place} is not a position: {shortened(ordinal)}; positions are whole numbers from 0 to {MAX_ORDINAL:,}"
        )


def _code_point(found: re.Match[str]) -> str:
    kind = "the lone surrogate" if "\ud800" <= found[0] <= "\udfff" else "the control character"
    return f"{kind} U+{ord(found[0]):04X}"
