"""What a turn is read with: sentences, what was said before, whom it speaks to."""

from __future__ import annotations

from convograph.extraction.in_context import TURNS_BEFORE, turns_in_context
from convograph.types import SourceTurn
from support.parses import ThreeWordParser


def _session(*said: tuple[str | None, str]) -> list[SourceTurn]:
    return [SourceTurn(n, f"s:{n}", "s", n, speaker, text, None) for n, (speaker, text) in enumerate(said)]


def _addressees(*speakers: str | None) -> list[str | None]:
    turns = _session(*((speaker, "Ana has cats.") for speaker in speakers))
    return [one.addressee for one in turns_in_context(turns, ThreeWordParser())]


def test_between_two_each_speaks_to_the_other() -> None:
    """Also the first, before the other has said anything; spellings of one name are one speaker."""
    assert _addressees("Ana", "Ben", "ana") == ["Ben", "Ana", "Ben"]


def test_among_more_a_turn_answers_the_last_other_speaker() -> None:
    """The first turn speaks to nobody known; who speaks twice goes on speaking to the same."""
    assert _addressees("Ana", "Ben", "Cleo", "Cleo", "Ana") == [None, "Ana", "Ben", "Ben", "Cleo"]


def test_alone_or_unknown_nobody_is_spoken_to() -> None:
    """A diary has no addressee; an unknown speaker may speak to the only known one."""
    assert _addressees("Ana", "Ana") == [None, None]
    assert _addressees(None, "Ana") == ["Ana", None]


def test_sentences_keep_their_places_and_six_turns_stand_before() -> None:
    """Each sentence is the text at its characters, and has its own parse."""
    turns = _session(*(("Ana", f"Ana has {n} cats. Ben sings songs.") for n in range(9)))
    read = turns_in_context(turns, ThreeWordParser())
    for one in read:
        assert [one.turn.text[s.start : s.end] for s in one.parsed.sentences] == [s.text for s in one.parsed.sentences]
        assert [s.parse.words[0].form for s in one.parsed.sentences] == ["Ana", "Ben"]
    assert [before.turn.ordinal for before in read[8].before] == [2, 3, 4, 5, 6, 7]
    assert len(read[8].before) == TURNS_BEFORE
    assert read[0].before == ()
