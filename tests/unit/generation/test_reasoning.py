"""Thoughts that a reply opens with are no part of it, whole or in pieces."""

from __future__ import annotations

import pytest

from convograph.generation.reasoning import spoken, without_thoughts


@pytest.mark.parametrize(
    ("reply", "answer"),
    [
        ("Miso [1].", "Miso [1]."),
        ("<think>Hm. [2]</think>\n\nMiso [1].", "Miso [1]."),
        ("\n<think>\nHm.\n</think>Miso [1].", "Miso [1]."),
        ("Hm, a cat.\n</think>\nMiso [1].", "Miso [1]."),
        ("<think>Hm, a cat", ""),
        ("<think></think>", ""),
        ("The tag <think> opens, and </think> closes [1].", "The tag <think> opens, and </think> closes [1]."),
        ("<thinking> is no tag of ours", "<thinking> is no tag of ours"),
    ],
)
def test_thoughts_are_left_out(reply: str, answer: str) -> None:
    """Only where they open the reply; those that never end leave no answer."""
    assert without_thoughts(reply) == answer


@pytest.mark.parametrize("size", [1, 2, 3, 7, 100])
@pytest.mark.parametrize(
    ("reply", "answer"),
    [
        ("Miso is a cat.", "Miso is a cat."),
        ("<think>Hm.</think>\n\nMiso </think> it is.", "Miso </think> it is."),
        ("  <think>Hm", ""),
        ("<th", "<th"),
        ("<thinking> is no tag", "<thinking> is no tag"),
        ("", ""),
    ],
)
def test_a_stream_begins_with_the_answer(reply: str, answer: str, size: int) -> None:
    """However the pieces are cut."""
    pieces = [reply[start : start + size] for start in range(0, len(reply), size)]
    assert "".join(spoken(pieces)) == answer


def test_an_answer_is_shown_as_it_comes() -> None:
    """Piece by piece, not when it is whole."""
    assert list(spoken(["Mi", "so", " is"])) == ["Mi", "so", " is"]
