"""What was said around a turn."""

from __future__ import annotations

import convograph
from convograph.facts.gathering.turn_order import Turns
from convograph.facts.statement import Statement


def test_nothing_is_asked_before_the_first_turn() -> None:
    """Not even by the last one; a question right before another turn is the other's."""
    lines = (("Ana", "Porto."), ("Ben", "Which bus is it?"), ("Ana", "Lyon."), ("Ben", "Where is the key?"))
    with convograph.open(":memory:", architecture="bm25") as memory:
        memory.add([{"speaker": speaker, "text": text} for speaker, text in lines], session="s")
        turns = Turns(memory._keeper.newest())
    stated = Statement("Ana", "lives_in", "Lille", "holds", "Ana", 0, 0, 0)
    assert [turns.is_of_one(row, stated) for row in (0, 2)] == [True, False]
