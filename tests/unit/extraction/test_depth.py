"""Of which sentences of a turn syntax is read, by who speaks and how much they say."""

from __future__ import annotations

import pytest

from convograph.errors import InputError
from convograph.extraction.depth import ASSISTANT_SENTENCES, EVERYTHING, SENTENCES, Bound, Depth
from convograph.extraction.in_context import turns_in_context
from convograph.extraction.reading import Reader
from convograph.types import SourceTurn
from support.parses import ThreeWordParser

FIVE = "Ana has cats. Ben likes tea. Cleo sings songs. Dan reads books. Eve paints boats."


def _turn(speaker: str | None, text: str = FIVE, ordinal: int = 0) -> SourceTurn:
    return SourceTurn(ordinal + 1, f"s:{ordinal}", "s", ordinal, speaker, text, None)


def _read(depth: Depth, speaker: str | None, text: str = FIVE) -> list[str]:
    """The first words of the sentences that are read."""
    turn = _turn(speaker, text)
    return [text[start:end].split(maxsplit=1)[0] for start, end in depth.spans(turn)]


@pytest.mark.parametrize(
    ("bound", "read"),
    [
        (Bound(), ["Ana", "Ben", "Cleo", "Dan", "Eve"]),
        (Bound(0), []),
        (Bound(2), ["Ana", "Ben"]),
        (Bound(1, 1), ["Ana", "Eve"]),
        (Bound(0, 2), ["Dan", "Eve"]),
        (Bound(3, 3), ["Ana", "Ben", "Cleo", "Dan", "Eve"]),
        (Bound(9), ["Ana", "Ben", "Cleo", "Dan", "Eve"]),
    ],
)
def test_first_and_last_sentences_within_a_bound(bound: Bound, read: list[str]) -> None:
    """In order, none twice."""
    assert [FIVE[start:end].split(maxsplit=1)[0] for start, end in bound.spans(FIVE)] == read


def test_assistants_have_a_bound_of_their_own() -> None:
    """An assistant is who is called so, however that is spelled; people, and nobody known, have the others' bound."""
    depth = Depth(Bound(1), Bound(3))
    assert _read(depth, "assistant") == _read(depth, " Assistant") == ["Ana"]
    assert _read(depth, "user") == _read(depth, "Ana") == _read(depth, None) == ["Ana", "Ben", "Cleo"]


def test_by_default_people_are_read_whole_and_assistants_begun() -> None:
    """But of a pasted document only the beginning."""
    document = " ".join(f"Ana has {number} cats." for number in range(3 * SENTENCES))
    assert len(_read(Depth(), "assistant", document)) == ASSISTANT_SENTENCES
    assert len(_read(Depth(), "Ana", document)) == SENTENCES
    assert len(_read(EVERYTHING, "assistant", document)) == 3 * SENTENCES
    assert _read(Depth(), "Ben") == _read(EVERYTHING, "Ben")


@pytest.mark.parametrize(
    ("text", "depth"),
    [
        ("all", EVERYTHING),
        ("assistant=0", Depth(Bound(0))),
        ("others=all", Depth(others=Bound())),
        ("others=7, assistant=1+1", Depth(Bound(1, 1), Bound(7))),
        ("assistant=all,others=all", EVERYTHING),
    ],
)
def test_a_depth_is_read_from_words(text: str, depth: Depth) -> None:
    """What is left out is as by default; what is written is read again."""
    assert Depth.read(text) == depth
    assert Depth.read(str(depth)) == depth


@pytest.mark.parametrize(
    "text", ["", "2", "assistant", "assistant=-1", "assistant=all+1", "user=2", "others=1,others=2", "All", "others=1,"]
)
def test_what_is_no_depth_is_refused(text: str) -> None:
    """The message shows how one is written."""
    with pytest.raises(
        InputError, match=r"no depth of reading; give 'all', or bounds as in 'assistant=\d+,others=\d+'"
    ):
        Depth.read(text)


def test_a_bound_below_zero_is_refused() -> None:
    """Before anything is read."""
    with pytest.raises(InputError, match="below 0: -1, 0"):
        Bound(-1)


def test_what_is_not_read_has_no_sentences() -> None:
    """Nothing is found there; what is read keeps its characters, and who speaks to whom does not change."""
    session = [_turn("assistant"), _turn("Ana", FIVE, 1)]
    reader = Reader(ThreeWordParser(), depth=Depth(Bound(0), Bound(1, 1)))
    silent, read = reader.read(session)
    assert (silent.turn.parsed.sentences, silent.mentions, silent.triplets, silent.events) == ((), (), (), ())
    assert [one.text for one in read.turn.parsed.sentences] == ["Ana has cats.", "Eve paints boats."]
    assert [FIVE[one.start : one.end] for one in read.triplets] == ["Ana has cats", "Eve paints boats"]
    assert [one.name for one in read.events] == ["Ana has cats", "Eve paints boats"]
    assert [one.addressee for one in turns_in_context(session, ThreeWordParser(), reader.depth)] == ["Ana", "assistant"]


def test_another_depth_is_another_reader() -> None:
    """Layers that were read to another depth are derived anew."""
    depths = [Depth(), EVERYTHING, Depth(Bound(0)), Depth(Bound(1, 1)), Depth(others=Bound(7))]
    fingerprints = [Reader(ThreeWordParser(), depth=depth).fingerprint for depth in depths]
    assert len(set(fingerprints)) == len(depths)
    assert Reader(ThreeWordParser(), depth=Depth()).fingerprint == fingerprints[0]
