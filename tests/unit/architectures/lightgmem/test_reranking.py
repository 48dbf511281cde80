"""LightGMEM with a reranker beyond the worked example: how many, which texts, what it may say."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pytest

from convograph.architectures.lightgmem import LightGMEM, LightGMEMSettings
from convograph.build import open_memory
from convograph.errors import InputError
from convograph.extraction.reading import Reader
from convograph.memory import Memory
from convograph.protocols import Reranker
from convograph.types import Session, Turn
from support.encoders import HashingEncoder
from support.parses import ThreeWordParser
from support.rerankers import TableReranker

TURNS = tuple(Turn(f"Ana saw boat {number}.", "Ana", id=str(number)) for number in range(30))


def opened(reranker: Reranker | None, unit: str = "turn", **settings: object) -> Memory:
    """A memory of thirty boats."""
    architecture = LightGMEM(
        HashingEncoder(), Reader(ThreeWordParser()), LightGMEMSettings(**settings), unit=unit, reranker=reranker
    )
    memory = open_memory(":memory:", architecture=architecture)
    memory.add(Session(TURNS, id="s"))
    return memory


@pytest.mark.parametrize(("k", "read"), [(3, 25), (28, 28)])
def test_as_many_are_read_as_are_wanted_or_25(k: int, read: int) -> None:
    """The last of them may become the first."""
    with opened(None) as memory:
        ranked = [hit.id for hit in memory.recall("Which boat?", k=30).hits]
    reranker = TableReranker({f"Ana: Ana saw boat {ranked[read - 1]}.": 1.0})
    with opened(reranker) as memory:
        found = [hit.id for hit in memory.recall("Which boat?", k=k).hits]
    assert found == [ranked[read - 1], *ranked[: k - 1]]
    ((question, passages),) = reranker.asked
    assert (question, len(passages)) == ("Which boat?", read)


def test_it_reads_whole_episodes() -> None:
    """All lines of a chunk, with their speakers; a memory without a turn has nothing to read."""
    reranker = TableReranker({})
    with opened(reranker, "chunk500") as memory:
        memory.recall("Which boat?")
        assert reranker.asked[0][1] == ("\n".join(f"Ana: {turn.text}" for turn in TURNS),)
        memory.forget(session="s")
        assert memory.recall("Which boat?").hits == ()
    assert len(reranker.asked) == 1


def test_the_architecture_is_named_by_it() -> None:
    """As by a scorer of importance."""
    with opened(TableReranker({})) as memory:
        assert memory.recall("Which boat?").architecture == "lightgmem+table"
    with opened(TableReranker({}), fusion="linear") as memory:
        assert memory.recall("Which boat?").architecture == "lightgmem-linear+table"


@dataclass(frozen=True)
class Odd:
    """Says the same of everything, whatever is asked of it."""

    said: tuple[float, ...]
    name: str = "odd:"
    fingerprint: str = "odd:1"

    def scores(self, question: str, passages: object) -> npt.NDArray[np.float64]:
        return np.array(self.said)


@pytest.mark.parametrize("said", [(), (1.0,), (float("nan"),) * 25])
def test_a_number_for_each_or_none_at_all(said: tuple[float, ...]) -> None:
    """What is no ranking is refused by name."""
    with opened(Odd(said)) as memory, pytest.raises(InputError, match="odd: gave no finite score for each of 25"):
        memory.recall("Which boat?")
