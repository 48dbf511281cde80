"""The script that measures the offline resolver: mentions in the order of their scores, and the rows of its table."""

from __future__ import annotations

import numpy as np

from convograph.build import make_reader
from convograph.types import Conversation, Session, Turn
from convograph_eval.names import NamedConversation, NamedMention
from measure_resolution import FOUND, Measured, _in_order, found_entities, found_of, measured, reliability, table
from support.encoders import HashingEncoder

TALK = Conversation("talk", (Session((Turn("Maria Lopez met Tom.", "Ana"), Turn("Maria? And Tom?", "Ben")), id="s"),))


def mention(turn: int, start: int, text: str, entity: str, *, hard: bool = False) -> NamedMention:
    """A labelled span of the talk."""
    category = "short form" if hard else "exact"
    return NamedMention("s", f"s:{turn}", start, start + len(text), text, "person", entity, category, hard)


LABELS = (
    mention(1, 0, "Maria", "M", hard=True),
    mention(0, 0, "Maria Lopez", "M"),
    mention(1, 11, "Tom", "T"),
    mention(0, 16, "Tom", "T"),
)


def test_equal_names_part_a_person_from_the_short_form() -> None:
    """In order of saying: Maria Lopez, Tom, Maria, Tom; each of Maria's two names finds half of her mentions."""
    found = measured(NamedConversation("chronicles", TALK, LABELS), HashingEncoder(8), make_reader())
    assert [one.text for one in found.mentions] == ["Maria Lopez", "Tom", "Maria", "Tom"]
    assert found.scores["equal names"].tolist() == [[1, 0.5], [1, 1], [1, 0.5], [1, 1]]
    assert found.scores["paper"].tolist() == [[1, 1], [1, 1], [1, 1], [1, 1]]


def test_rows_are_means_over_the_mentions_that_they_are_about() -> None:
    """By hand: all 1 and (0.5 + 1 + 0.5 + 1) / 4, F1 2 · 0.75 / 1.75; of the hard one 1 and 0.5."""
    scores = {"equal names": np.array([[1, 0.5], [1, 1], [1, 0.5], [1, 1]]), "ours": np.ones((4, 2))}
    ordered = (LABELS[1], LABELS[3], LABELS[0], LABELS[2])
    lines = table([Measured(source, ordered, scores) for source in ("chronicles", "locomo", "friends", "made")])
    assert lines[2] == "| all | 12 | 1.000 / 0.750 / **0.857** | 1.000 / 1.000 / **1.000** [+0.143, +0.143] |"
    assert lines[3] == "| hard | 3 | 1.000 / 0.500 / **0.667** | 1.000 / 1.000 / **1.000** [+0.333, +0.333] |"
    assert lines[-1] == "| made, hard | 1 | 1.000 / 0.500 / **0.667** | 1.000 / 1.000 / **1.000** [+0.333, +0.333] |"


def test_what_was_said_stands_beside_what_was_so() -> None:
    """By hand: of two from .9 on one is so, of one at .55 none; the mean difference is (2 · .45 + .55) / 3."""
    asked = {"ours": [(0.9, True), (1.0, False), (0.55, False)], "paper": [(0.3, True)]}
    measured_ones = [
        Measured(source, (), {}, asked if source == "locomo" else {"ours": [(0.1, True)] * (source == "made")})
        for source in ("chronicles", "locomo", "friends", "made")
    ]
    lines = reliability(measured_ones)
    assert lines[4] == "| 0.50 to 0.60 | 0 | – | – | 1 | 0.550 | 0.000 |"
    assert lines[-3] == "| 0.90 to 1.00 | 0 | – | – | 2 | 0.950 | 0.500 |"
    assert lines[-2] == "| 0.00 to 1.00 | 1 | 0.300 | 1.000 | 3 | 0.817 | 0.333 |"
    assert lines[-1] == "| mean difference |  | | 0.700 |  | | 0.483 |"


def test_the_labels_say_whether_the_best_candidate_is_meant() -> None:
    """Maria is Maria Lopez, whatever the resolver chooses."""
    found = measured(NamedConversation("chronicles", TALK, LABELS), HashingEncoder(8), make_reader())
    assert [right for _, right in found.asked["paper"]] == [True]


def test_a_memory_finds_the_mentions_itself() -> None:
    """Maria and Tom are who they are; what is labelled and is no name is somebody else, though labelled as Maria."""
    labels = (*LABELS, mention(0, 12, "met", "M"))
    named = NamedConversation("chronicles", TALK, labels)
    found = found_entities(named, HashingEncoder(8), make_reader())
    lopez, met, tom, maria, other = found
    assert [one.text for one in _in_order(named)] == ["Maria Lopez", "met", "Tom", "Maria", "Tom"]
    assert lopez == maria
    assert tom == other != lopez
    assert met is None
    one = measured(named, HashingEncoder(8), make_reader(), finding=True)
    assert one.found == (True, False, True, True, True)
    assert found_of([one]) == "found: 4 of 5; hard: 1 of 1"
    scores = one.scores[FOUND]
    assert scores[:, 0].tolist() == [1.0] * 5
    assert scores[:, 1].tolist() == [2 / 3, 1 / 3, 1.0, 2 / 3, 1.0]
    assert FOUND not in measured(named, HashingEncoder(8), make_reader()).scores


def test_whoever_speaks_first_is_found_like_anybody() -> None:
    """Ana is entity 0, and both of her mentions are one."""
    talk = Conversation("talk", (Session((Turn("Hello.", "Ana"), Turn("Ana met Ana.", "Ben")), id="s"),))
    named = NamedConversation("chronicles", talk, (mention(1, 0, "Ana", "A"), mention(1, 8, "Ana", "A")))
    one = measured(named, HashingEncoder(8), make_reader(), finding=True)
    assert one.found == (True, True)
    assert one.scores[FOUND].tolist() == [[1, 1], [1, 1]]
