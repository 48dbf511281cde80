"""Every argument of every public call, given what it cannot be: the library's own error, or a result that makes sense.

Calls are found by inspection, so that a new one is tried without being listed; one that needs an argument of a new name
fails here until `VALID` has a value for it.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any, Unpack, get_args, get_origin, get_type_hints

import pytest

import convograph
from convograph.chat import ChatRequest, Message
from convograph.errors import ConvographError
from convograph.llm.scripted import ScriptedChat
from convograph.memory import Memories, Memory, Talk
from support.encoders import HashingEncoder

TURN = {"speaker": "Ana", "text": "My cat is called Miso.", "time": "2024-05-08 13:56"}
QUESTION = "What is the cat called?"


def nested(depth: int) -> list[Any]:
    """A list in a list in a list …"""
    value: list[Any] = []
    for _ in range(depth):
        value = [value]
    return value


WRONG: dict[str, Any] = {
    "None": None,
    "True": True,
    "5": 5,
    "-1": -1,
    "10**30": 10**30,
    "10**5000": 10**5000,
    "1.5": 1.5,
    "nan": float("nan"),
    "-inf": float("-inf"),
    "bytes": b"x",
    "a lone surrogate": "\ud800",
    "NUL": "\0",
    "words with a lone surrogate": "Miso\ud800 the cat",
    "an empty text": "",
    "a long name": "x" * 300,
    "a long text": "x" * 200_000,
    "[None]": [None],
    "[5]": [5],
    "[[]]": [[]],
    "a text in a list": ["\ud800"],
    "5,000 lists": nested(5_000),
    "{}": {},
    "{None: None}": {None: None},
    "{str: list}": {"x": nested(5_000)},
    "{str: object}": {"x": object()},
    "object": object(),
    "the first moment": datetime.min,
    "the last moment": datetime.max,
    "the last moment, far east": datetime.max.replace(tzinfo=timezone(timedelta(hours=-23))),
    "[the last moments]": [datetime.max, datetime.max],
    "a class": object,
    "a function": lambda: None,
}

CALLBACKS = {"progress", "on_text", "target"}  # what a caller's function raises is the caller's
LONGEST_MESSAGE = 1_000

VALID: dict[str, Callable[[Memory], Any]] = {
    "conversation": lambda memory: [TURN],
    "turn": lambda memory: TURN,
    "memos": lambda memory: [{"kind": "fact", "text": "Ana has a cat.", "turns": ["s:0"]}],
    "model": lambda memory: ScriptedChat(lambda request: "Miso [1]."),
    "encoder": lambda memory: HashingEncoder(16),
    "question": lambda memory: QUESTION,
    "other": lambda memory: "Miso",
    "text": lambda memory: QUESTION,
    "recall": lambda memory: memory.recall(QUESTION),
    "request": lambda memory: ChatRequest("test", (Message("user", "Say yes."),)),
    "session": lambda memory: "s",
    "this": lambda memory: memory.turns("s")[0],
    "most": lambda memory: 3,
    "subject": lambda memory: "Ana",
    "name": lambda memory: "Ana",
    "id_": lambda memory: fact_to_decide_about(memory),  # noqa: PLW0108 - defined below
    "owner": lambda memory: "ana",
    "target": lambda memory: lambda line: None,
    "source": lambda memory: exported(memory),  # noqa: PLW0108 - defined below
    "location": lambda memory: ":memory:",
    "memory": lambda memory: memory,
}


def fact_to_decide_about(memory: Memory) -> str:
    """The id of the cat's fact."""
    return memory.facts("Ana")[0].id


def exported(memory: Memory) -> list[str]:
    """The lines of an export."""
    lines: list[str] = []
    memory.export_to(lines.append)
    return lines


def arguments_of(call: Callable[..., Any]) -> Iterator[tuple[str, bool]]:
    """The name of each argument, those of unpacked options included, and whether the call needs it."""
    for name, each in inspect.signature(call).parameters.items():
        if name == "self":
            continue
        if each.kind is inspect.Parameter.VAR_KEYWORD:
            options = get_type_hints(call)[name]
            assert get_origin(options) is Unpack, f"{call} takes options without names"
            yield from ((option, False) for option in get_type_hints(get_args(options)[0]))
        else:
            yield name, each.default is inspect.Parameter.empty


def public(kind: type) -> list[str]:
    return [name for name, _ in inspect.getmembers(kind, inspect.isfunction) if not name.startswith("_")]


CALLS: dict[str, Callable[[Memory], Callable[..., Any]]] = {
    **{f"Memory.{name}": lambda memory, name=name: getattr(memory, name) for name in public(Memory)},
    **{f"Memories.{name}": lambda memory, name=name: getattr(memories(), name) for name in public(Memories)},
    **{f"Talk.{name}": lambda memory, name=name: getattr(Talk(memory), name) for name in public(Talk)},
    "Talk": lambda memory: Talk,
    "open": lambda memory: convograph.open,
    "open_memories": lambda memory: convograph.open_memories,
    "parse_said": lambda memory: convograph.parse_said,
}
KINDS = {"Memory": Memory, "Memories": Memories, "Talk": Talk}
VALUES = {
    "parse_said": {"value": lambda memory: "2024-05-08"},
    "Memory.edit": {"turn": lambda memory: "s:0", "text": lambda memory: QUESTION},
}


def memories() -> Memories:
    opened = convograph.open_memories(":memory:", architecture="hybrid")
    opened.of("ana").add([TURN], session="s")
    return opened


def signature_of(call: str) -> Callable[..., Any]:
    kind, _, name = call.partition(".")
    if name:
        return getattr(KINDS[kind], name)
    return {"Talk": Talk.__init__, "parse_said": convograph.parse_said}.get(call) or getattr(convograph, call)


CASES = [(call, name) for call in CALLS for name, _ in arguments_of(signature_of(call))]


@pytest.mark.parametrize(("call", "wrong"), CASES)
def test_a_wrong_argument_gets_the_librarys_own_error(
    call: str, wrong: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No TypeError, no AttributeError, nothing of numpy or SQLite."""
    monkeypatch.chdir(tmp_path)  # for what makes sense as the name of a file
    foreign = []
    with convograph.open("memory.db", owner="ana", architecture="hybrid") as memory:
        memory.add([TURN], session="s")
        given = {name: valid(call, name, memory) for name, needed in arguments_of(signature_of(call)) if needed}
        for label, value in WRONG.items():
            if wrong in CALLBACKS and callable(value):
                continue
            try:
                result = CALLS[call](memory)(**{**given, wrong: value})
                if hasattr(result, "close"):
                    result.close()
            except ConvographError as error:
                if len(str(error)) > LONGEST_MESSAGE:
                    foreign.append(f"{wrong}={label}: a message of {len(str(error)):,} characters")
            except Exception as error:  # noqa: BLE001 - all of them are what this test looks for
                foreign.append(f"{wrong}={label}: {type(error).__name__}: {error!s:.80}")
    assert not foreign, "\n".join(foreign)


def valid(call: str, name: str, memory: Memory) -> Any:
    found = VALUES.get(call, VALID).get(name)
    assert found, f"{call} needs {name}: give it a valid value in VALID"
    return found(memory)


@pytest.mark.parametrize(
    "options", [{"owner": ""}, {"owner": None}, {"encoder": "none"}, {"encoder": "openai:x"}, {"architecture": "none"}]
)
def test_what_cannot_be_opened_leaves_no_store(
    options: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Options are looked at before a file is made."""
    monkeypatch.delenv("CONVOGRAPH_BASE_URL", raising=False)
    with pytest.raises(ConvographError):
        convograph.open(tmp_path / "memory.db", **options)
    assert list(tmp_path.iterdir()) == []
