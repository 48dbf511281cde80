"""Parsers of files and objects with conversations, memos and exports."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import convograph
from convograph.errors import ConvographError, InputError
from convograph.formats import (
    FORMATS,
    check_session,
    check_sessions,
    from_objects,
    live_turns,
    read_bytes,
    read_file,
    read_text,
)
from convograph.formats.memos import memos_in_text, read_memos
from convograph.memory.exchange.content import read_export
from convograph.types import Conversation, Session
from faults.fuzzing.parser import FEW, SOME, Parser, Read, lines, of_text, of_value, text_of, value_of, values
from faults.fuzzing.samples import BLOCK, EXPORT, FORMAT_SAMPLES, MEMOS, MESSAGES, PARTS, SESSIONS, TURNS, files
from tests.support.pictures import exported


def _storable(conversations: tuple[Conversation, ...]) -> None:
    """Check that the conversations read can be stored, and that each session has an id."""
    for conversation in conversations:
        assert conversation.sessions
        assert all(session.id is not None for session in conversation.sessions)
        check_sessions(conversation.sessions)
        for session in conversation.sessions:
            check_session(session, "any")


def _text(text: str, name: str | None = None) -> None:
    _storable(read_text(text, "any", name))


def _recognised(text: str) -> None:
    """Read a text as conversations, else as memos."""
    try:
        _text(text)
    except InputError:
        memos_in_text(text, "any")


def _objects(value: Any) -> None:
    for session in from_objects(value):
        check_session(session, "any")


def _live(value: Any) -> None:
    """Read a live message; its turns must encode as UTF-8 and pass the checks of all other inputs."""
    if not isinstance(value, dict):
        return
    found, replaced = live_turns(value, "message:")
    assert replaced >= 0
    for each in found:
        check_session(Session((each.turn,)), "session")
        each.turn.text.encode()


def _of_file(*reads: Callable[[Path], object]) -> Callable[[Path], Read]:
    def make(folder: Path) -> Read:
        path = folder / "any.json"

        def read(content: bytes) -> None:
            path.write_bytes(content)
            errors = []
            for each in reads:
                try:
                    each(path)
                except InputError as error:
                    errors.append(error)
            if len(errors) == len(reads):
                raise errors[0]

        return read

    return make


def _file(path: Path) -> None:
    _storable(read_file(path))


def _stream(path: Path) -> None:
    _storable(read_bytes(path.read_bytes(), "any"))


def _export_file(path: Path) -> None:
    read_export(path)


def _export(text: str) -> None:
    read_export(text.split("\n"))


def _import(folder: Path) -> Read:
    """Check that an import can be exported and imported again, and that a refused one stores nothing."""
    memory = convograph.open(":memory:", architecture="bm25")
    nothing = exported(memory, content_only=False)

    def read(content: bytes) -> None:
        try:
            memory.import_from(text_of(content).split("\n"))
        except ConvographError:
            assert exported(memory, content_only=False) == nothing
            raise
        if not memory.sessions():
            return
        written = exported(memory, content_only=False)
        copy = memory.for_owner("copy")
        try:
            copy.import_from(written)
            assert exported(copy, content_only=False) == written
        finally:
            for each in (copy, memory):
                if each.sessions():
                    each.forget(owner=each.owner)

    return read


def _append(folder: Path) -> Read:
    """Check that an appended turn is found among the turns, and that its export can be encoded."""
    memory = convograph.open(":memory:", architecture="hybrid")

    def read(content: bytes) -> None:
        value = value_of(content)
        turn = memory.append(value if isinstance(value, dict) else {"text": text_of(content)})
        if turn is None:
            return
        try:
            assert turn.id in [each.id for each in memory.turns(turn.session)]
            "".join(exported(memory, content_only=False)).encode()
        finally:
            memory.forget(owner=memory.owner)

    return read


def _add(folder: Path) -> Read:
    """Check that turns are added all or none, and that adding them again changes nothing."""
    memory = convograph.open(":memory:", architecture="bm25")

    def read(content: bytes) -> None:
        value = value_of(content)
        try:
            report = memory.add(value)
        except ConvographError:
            assert not memory.sessions()
            raise
        try:
            assert sum(session.turns for session in memory.sessions()) == report.added > 0
            assert memory.add(value).added == 0
        finally:
            memory.forget(owner=memory.owner)

    return read


def _bring(folder: Path) -> Read:
    """Check that memos are stored all or none."""
    memory = convograph.open(":memory:", architecture="bm25")
    memory.add([{"speaker": "Ana", "text": "I have a cat."}], session="s")

    def read(content: bytes) -> None:
        value = value_of(content)
        try:
            report = memory.bring(value if isinstance(value, list) else [value])
        except ConvographError:
            assert not memory.memos()
            raise
        if report.added:
            assert len(memory.memos()) == report.added
            memory.add([{"speaker": "Ana", "text": "I have a cat."}], session="s", replace=True)
            memory.forget(owner=memory.owner)
            memory.add([{"speaker": "Ana", "text": "I have a cat."}], session="s")

    return read


_FORMAT_PARSERS = {
    name: Parser(samples, of_text(partial(_text, name=name)))
    for name, samples in FORMAT_SAMPLES.items()
    if name in FORMATS
}
_MEMOS = (*values(MEMOS), lines(*MEMOS), lines(BLOCK), *values([BLOCK]))
_ALL = tuple(sample for samples in FORMAT_SAMPLES.values() for sample in samples)

PARSERS: Mapping[str, Parser] = {
    **_FORMAT_PARSERS,
    "recognition": Parser((*_ALL, *_MEMOS), of_text(_recognised)),
    "files": Parser(files(), _of_file(_file, _stream, read_memos, _export_file), SOME),
    "memos": Parser(_MEMOS, of_text(lambda text: memos_in_text(text, "any"))),
    "export": Parser((lines(*EXPORT),), of_text(_export)),
    "import": Parser((lines(*EXPORT),), _import, SOME),
    "objects": Parser(values(MESSAGES, PARTS, TURNS, SESSIONS), of_value(_objects)),
    "message": Parser(values(*MESSAGES, *PARTS, *TURNS), of_value(_live)),
    "append": Parser(values(*MESSAGES, *PARTS, *TURNS), _append, SOME),
    "add": Parser(values(MESSAGES, PARTS, TURNS, SESSIONS), _add, SOME),
    "bring": Parser(values(MEMOS, *([memo] for memo in MEMOS)), _bring, FEW),
}
"""Parsers of conversations, memos and exports, by name."""
