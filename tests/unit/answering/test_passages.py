"""How much is quoted around a sentence that answers."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from convograph.answering.candidates import Candidate
from convograph.answering.passages import MAX_WORDS, passages
from convograph.segmentation import sentence_spans
from convograph.types import Evidence, Reason, SourceTurn, Span

MUM = "Mum's in! She moved on the 8th. It was hot. Is she well?"
LONG = "word " * (MAX_WORDS - 5) + "end. I live in Leeds. Do come."


def candidates(*texts: str) -> list[Candidate]:
    """The sentences of some turns, one behind the other."""
    found: list[Candidate] = []
    for number, text in enumerate(texts):
        turn = SourceTurn(number, f"s:{number}", "s", number, "Ana", text, None)
        spans = sentence_spans(text)
        first = len(found)
        for place, (start, end) in enumerate(spans):
            found.append(
                Candidate(
                    text[start:end],
                    number + 1,
                    Evidence(Span(turn, start, end), 1.0, Reason("sentence", None)),
                    None,
                    shown=True,
                    companion=False,
                    states=True,
                    before=first + place - 1 if place else None,
                    after=first + place + 1 if place + 1 < len(spans) else None,
                )
            )
    return found


def quoted(texts: Sequence[str], kept: Sequence[int], quotable: Sequence[int]) -> list[str]:
    """What is quoted of some turns."""
    return [one.text for one in passages(candidates(*texts), kept, quotable)]


@pytest.mark.parametrize(
    ("text", "kept", "quotable", "expected"),
    [
        (MUM, [1], [0, 1, 2], ["Mum's in! She moved on the 8th. It was hot."]),
        (MUM, [1], [1, 2], ["She moved on the 8th. It was hot."]),
        (MUM, [0], [0, 2], ["Mum's in!"]),
        (MUM, [0, 2], [0, 1, 2], ["Mum's in! She moved on the 8th.", "It was hot."]),
        (LONG, [1], [0, 1, 2], ["I live in Leeds. Do come."]),
        (LONG, [0], [0, 1, 2], [LONG.removesuffix(" Do come.")]),
        ("Buy:\n- milk, two.\n- bread.", [1], [0, 1, 2], ["- milk, two."]),
    ],
)
def test_a_sentence_brings_those_beside_it(
    text: str, kept: list[int], quotable: list[int], expected: list[str]
) -> None:
    """Of its line, that may be quoted and are not by themselves, while the passage is short; what follows first."""
    assert quoted([text], kept, quotable) == expected


def test_no_passage_reaches_into_another_turn() -> None:
    """And its evidence is where it stands."""
    (found,) = passages(candidates("It rains.", "Miso sleeps. On the boiler.", "Good."), [1], [0, 1, 2, 3])
    assert found.text == "Miso sleeps. On the boiler."
    assert found.evidence is not None and found.evidence.span.text == found.text


def test_a_sentence_of_a_memo_stays_as_it_is() -> None:
    """Memos are short as they are."""
    (one, *others) = candidates("Miso sleeps. On the boiler.")
    memo = Candidate(one.text, 1, None, None, shown=True, companion=False, states=True, before=None, after=1)
    assert [*passages([memo, *others], [0], [0, 1])] == [memo]
