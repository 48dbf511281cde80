"""By which weights sentences are quoted: those for chats, or those for what is said at length."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from convograph.answering.candidates import Candidate
from convograph.answering.certainty import CERTAINTY_SIGNS
from convograph.answering.weights import AT_LENGTH, FEWEST, IN_CHAT, WITH_ASSISTANT, AnswerWeights, weights_for
from convograph.terms import ENGLISH
from convograph.types import Evidence, Reason, SourceTurn, Span

LETTER = "Dita planted beans along the northern fence and painted both sheds green before the summer holidays began."


def turns(texts: Sequence[str], speaker: str = "Ana") -> list[SourceTurn]:
    """The turns of a session."""
    return [SourceTurn(n, f"s:{n}", "s", n, speaker, text, None) for n, text in enumerate(texts)]


def weights_of(said: Sequence[SourceTurn], found: Sequence[SourceTurn]) -> AnswerWeights:
    """The weights for the only sentence of each turn that was found, among all that was said."""
    evidence = [Evidence(Span(turn, 0, len(turn.text)), 1.0, Reason("sentence", None)) for turn in found]
    candidates = [
        Candidate(turn.text, 1, one, None, shown=True, companion=False, states=True, before=None, after=None)
        for turn, one in zip(found, evidence, strict=True)
    ]
    place = {turn.id: n for n, turn in enumerate(said)}
    padded = [None, *said, None]
    return weights_for(candidates, lambda turn: (padded[place[turn.id]], padded[place[turn.id] + 2]), ENGLISH)


@pytest.mark.parametrize(
    ("texts", "speaker", "expected"),
    [
        (["nah tuesday"] * FEWEST, "Ana", IN_CHAT),
        (["nah tuesday"] * (FEWEST - 1), "Ana", AT_LENGTH),
        (["nah tuesday"] * FEWEST, "user", WITH_ASSISTANT),
        (["nah tuesday"] * (FEWEST - 1), "user", AT_LENGTH),
        ([f"{LETTER} {LETTER}"] * FEWEST, "user", AT_LENGTH),
        (["nah tuesday"] * FEWEST, "assistant", AT_LENGTH),
        ([LETTER] * FEWEST, "Ana", AT_LENGTH),
        ([], "Ana", AT_LENGTH),
    ],
)
def test_people_chat_in_short_messages(texts: list[str], speaker: str, expected: AnswerWeights) -> None:
    """Of a few turns nobody knows; with an assistant its user tells."""
    said = turns(texts, speaker)
    assert weights_of(said, said) is expected


def test_what_stands_beside_the_turns_found_tells_how_people_write() -> None:
    """In a chat the longer messages are found."""
    said = turns(["nah tuesday", LETTER] * FEWEST)
    assert weights_of(said, said[1::2]) is IN_CHAT
    assert weights_of(said, said[::2]) is AT_LENGTH


def test_a_reply_in_a_chat_may_have_nothing_in_common_with_the_question() -> None:
    """Where people write at length, what has not is never quoted."""
    signs = np.zeros(len(CERTAINTY_SIGNS))
    signs[CERTAINTY_SIGNS.index("likely")] = 2.0
    assert IN_CHAT.answers(signs, is_likely_known=True)
    assert not AT_LENGTH.answers(signs, is_likely_known=True)
    assert [one.leaves_out(signs) for one in (IN_CHAT, AT_LENGTH)] == [False, True]
