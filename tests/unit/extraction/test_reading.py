"""Reading sessions: what is remembered of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from convograph.extraction.extractor import Referents, RuleTriplets
from convograph.extraction.reading import Reader
from convograph.extraction.types import FoundTriplet, TurnInContext
from convograph.types import SourceTurn
from support.parses import ThreeWordParser


@dataclass(frozen=True)
class Counting(RuleTriplets):
    """Notes the sessions that it is asked for."""

    asked: list[tuple[int, ...]] = field(default_factory=list)

    def extract(self, turns: Sequence[TurnInContext], referents: Sequence[Referents]) -> list[list[FoundTriplet]]:
        self.asked.append(tuple(one.turn.key for one in turns))
        return super().extract(turns, referents)


def _session(*keys: int, text: str = "Ana has cats.") -> list[SourceTurn]:
    return [SourceTurn(key, f"s:{key}", "s", key, "Ana", text, None) for key in keys]


def test_a_session_is_read_once_for_the_layers_over_it() -> None:
    """A session with another turn, with another text, or with other keys is another one."""
    triplets = Counting()
    reader = Reader(ThreeWordParser(), triplets=triplets)
    first = reader.triplets_of(_session(1, 2))
    first[0].clear()  # who gets the list may do with it as they like
    again = reader.triplets_of(_session(1, 2))
    assert [[(one.subject, one.object) for one in of_turn] for of_turn in again] == [[("Ana", "cats")]] * 2
    assert triplets.asked == [(1, 2)]
    reader.triplets_of(_session(1, 2, 3))
    assert reader.triplets_of(_session(1, 2, text="Ben has dogs."))[0][0].subject == "Ben"
    assert triplets.asked == [(1, 2), (1, 2, 3), (1, 2)]


def test_a_reader_made_of_another_remembers_nothing_of_it() -> None:
    """It may read the same turns otherwise."""
    triplets = Counting()
    reader = Reader(ThreeWordParser(), triplets=triplets)
    reader.triplets_of(_session(1))
    replace(reader, pronouns=True).triplets_of(_session(1))
    assert triplets.asked == [(1,), (1,)]
