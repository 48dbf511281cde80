"""Changing the text of a stored turn."""

from __future__ import annotations

from pathlib import Path

import pytest

import convograph
from convograph.errors import InputError, NotFoundError
from convograph.memory import Memory

SAID = ("My cat is called Miso.", "She sleeps on the boiler.", "The boiler is new.")


def talk(memory: Memory) -> None:
    """Three turns of one session."""
    for number, text in enumerate(SAID):
        turn = {"role": "user", "content": text, "id": f"m{number}", "metadata": {"channel": "web"}}
        memory.append(turn, "today", said=f"2024-03-01 10:0{number}")


def test_only_the_text_changes(location: Path | str) -> None:
    """Speaker, time, metadata and place stay; the new text is found, the former is not."""
    with convograph.open(location) as memory:
        talk(memory)
        before = memory.turn("m1")
        edited = memory.edit("m1", "She sleeps on the piano.")
        assert edited.text == "She sleeps on the piano."
        assert (edited.id, edited.speaker, edited.said, edited.ordinal, edited.metadata) == (
            before.id,
            before.speaker,
            before.said,
            1,
            before.metadata,
        )
        assert [turn.text for turn in memory.turns("today")] == [SAID[0], "She sleeps on the piano.", SAID[2]]
        assert memory.recall("Where does the cat sleep?").hits[0].turns[0].text == "She sleeps on the piano."
        assert not any("on the boiler" in hit.turns[0].text for hit in memory.recall("boiler", k=10).hits)
        memory.append({"role": "user", "content": "Bye."}, "today")
        assert memory.turns("today")[-1].ordinal == 3


def test_the_first_turn_can_be_edited(location: Path | str) -> None:
    """Its session is stored anew, with its name and the positions of its turns, also after some were forgotten."""
    with convograph.open(location) as memory:
        talk(memory)
        memory.forget(turn="m0")
        memory.edit("m1", "She sleeps on the piano.")
        assert [(turn.ordinal, turn.id) for turn in memory.turns("today")] == [(1, "m1"), (2, "m2")]
        stored = memory.append({"role": "user", "content": "Bye."}, "today")
        assert stored is not None
        assert stored.ordinal == 3


def test_the_former_text_is_gone(tmp_path: Path) -> None:
    """From the file, too, as after `forget`."""
    file = tmp_path / "memory.db"
    with convograph.open(file) as memory:
        talk(memory)
        memory.edit("m0", "My cat is called Pepper.")
    assert b"Miso" not in file.read_bytes()


def test_memos_of_what_was_said_before_stay(location: Path | str) -> None:
    """Those about the edited turn, or about later ones of its session, rest on what is no longer said."""
    with convograph.open(location) as memory:
        talk(memory)
        memory.bring([{"kind": "fact", "text": f"Fact {turn}.", "turns": [f"m{turn}"]} for turn in range(3)])
        memory.edit("m1", "She sleeps on the piano.")
        assert [memo.text for memo in memory.memos("fact")] == ["Fact 0."]


def test_the_same_text_changes_nothing(location: Path | str) -> None:
    """Memos stay."""
    with convograph.open(location) as memory:
        talk(memory)
        memory.bring([{"kind": "fact", "text": "Ana has a cat.", "turns": ["m0"]}])
        assert memory.edit("m0", SAID[0]).text == SAID[0]
        assert len(memory.memos("fact")) == 1


def test_what_cannot_be_edited_is_named() -> None:
    """An unknown id, and a text that cannot be stored; the turn is as before."""
    with convograph.open(":memory:") as memory:
        talk(memory)
        with pytest.raises(NotFoundError, match="no turn has the id 'm7'"):
            memory.edit("m7", "Hello.")
        with pytest.raises(InputError, match="the new text"):
            memory.edit("m1", "  ")
        assert memory.turn("m1").text == SAID[1]
