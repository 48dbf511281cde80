"""Recorded events: reading their blocks, and counterparts of their triplets among ours."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from convograph.times import parse_said
from convograph.types import Conversation, Session, Turn
from convograph_eval.datasets import Case, Dataset
from convograph_eval.language.recorded.alignment import match_triplets
from convograph_eval.language.recorded.corpus import LabelledEvent, read_recorded, recorded_when
from convograph_eval.language.recorded.pools import half_around
from convograph_eval.language.recorded.scores import measure
from support.encoders import TableEncoder
from support.findings import event, reads, triplet

SAID = parse_said("1:56 pm on 8 May, 2023")
DATASET = Dataset(
    "locomo",
    (
        Case(
            Conversation(
                "c", (Session((Turn("one", "Ana", id="c#D1:1"), Turn("two", "Ben", id="c#D1:2")), "c#s1", SAID),)
            ),
            (),
        ),
    ),
    (),
)


def recorded(number: int, source: str, *triplets: tuple[str, str, str], block: str = "ab") -> LabelledEvent:
    """An event of a conversation whose turns are letters."""
    return LabelledEvent(f"e{number}", "c", tuple(block), (source,), "", "", "", None, triplets)


def test_blocks_are_read_with_the_ids_of_stored_turns(tmp_path: Path) -> None:
    """Sources that name no turn are left out, and so are conversations that the data set has not."""
    events = [
        {
            "event": "Ana runs",
            "event_time": "May 2023 (as of 8 May 2023)",
            "description": "Ana runs in May 2023.",
            "sources": ["D1:1", "D9:9"],
            "triplets": [["Ana", "runs in", "May 2023"]],
        }
    ]
    path = tmp_path / "blocks.jsonl"
    blocks = [{"sample_id": name, "turns": ["D1:1", "D1:2"], "timestamp": "", "events": events} for name in ("x", "c")]
    path.write_text("".join(json.dumps(each) + "\n" for each in blocks))
    (read,) = read_recorded(path, DATASET)
    assert (read.id, read.block, read.sources) == ("block1/event0", ("c#D1:1", "c#D1:2"), ("c#D1:1",))
    assert read.triplets == (("Ana", "runs in", "May 2023"),)
    assert read.when is not None
    assert (read.when.grain, read.when.start.month) == ("month", 5)


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("8 May 2023", "2023-05-08", "2023-05-08"),
        ("Friday 9 September 2022", "2022-09-09", "2022-09-09"),
        ("the weekend of 4-5 June 2022", "2022-06-04", "2022-06-05"),
        ("the week before 21 September 2023 (about 11 to 17 September 2023)", "2023-09-11", "2023-09-17"),
        ("October 2023 (between 17 and 21 October 2023)", "2023-10-01", "2023-10-31"),
        ("2022", "2022-01-01", "2022-12-31"),
        ("around 2019", None, None),
        ("shortly before 12 July 2023", None, None),
        ("ongoing as of 21 August 2023", None, None),
        ("Melanie's childhood", None, None),
    ],
)
def test_times_are_read_only_where_they_are_plain(text: str, first: str | None, last: str | None) -> None:
    """A day, a month, a year or a stretch; what is vague stays unread."""
    when = recorded_when(text)
    if first is None:
        assert when is None
        return
    assert when is not None
    assert when.start is not None
    assert when.end is not None
    assert str(when.start.date()) == first
    assert str(when.end.fromordinal(when.end.toordinal() - 1).date()) == last


def test_the_control_is_half_a_conversation_away() -> None:
    """The second half answers for the first, and the other way round."""
    assert half_around([1, 2, 3, 4, 5]) == [3, 4, 5, 1, 2]


def test_counterparts_by_hand() -> None:
    """Exact: the same stems of subject and object. By embedding: the best cosine in the turns, the block, and far away.

    Ours are a1 (the first event's, in other words), b1 (near the first at .8) and d1 (far from all). Events lie in the
    turns a, b (one block), c and d (another).
    """
    ours = {
        "a": [triplet("Ana", "go to", "the beach")],
        "b": [triplet("Ana", "likes", "sand", phrase="like")],
        "d": [triplet("Ben", "eat", "soup")],
    }
    events = [
        recorded(0, "a", ("Ana", "visited", "beaches")),
        recorded(1, "b", ("Ana", "visited", "shore")),
        recorded(2, "c", ("Ben", "cooks", "rice"), block="cd"),
        recorded(3, "d", ("Ben", "cooks", "soup"), block="cd"),
    ]
    encoder = TableEncoder(
        {
            "Ana visited beaches": (1, 0, 0),
            "Ana visited shore": (1, 0, 0),
            "Ana go to the beach": (0.6, 0.8, 0),
            "Ana like sand": (0.8, 0.6, 0),
            "Ben eat soup": (0, 0, 1),
            "Ben cooks soup": (0, 0, 1),
            "Ben cooks rice": (0, 1, 0),
        }
    )
    measured = match_triplets(events, ours, encoder)
    first, second, third, fourth, *mine = measured.items
    assert first["same_turns"] == {"candidates": 1, "exact": True, "cosine": 0.6, "nearest": "Ana go to the beach"}
    assert first["same_block"] == {"candidates": 2, "exact": True, "cosine": 0.8, "nearest": "Ana like sand"}
    assert first["control"] == {"candidates": 0, "exact": False, "cosine": 0.0, "nearest": None}
    assert (second["same_turns"]["cosine"], second["control"]["cosine"]) == (0.8, 0.0)
    assert (third["same_turns"]["candidates"], third["same_block"]["cosine"], third["control"]["cosine"]) == (0, 0, 0.8)
    assert (fourth["same_turns"]["exact"], fourth["same_turns"]["cosine"]) == (True, 1.0)
    assert [one["id"] for one in mine] == ["a", "b", "d"]
    assert mine[2]["control"]["nearest"] == "Ana visited shore"
    recorded_side = measured.summary["recorded"]
    assert recorded_side["triplets"] == 4
    assert recorded_side["same_turns"] == {
        "candidates": 0.75,
        "exact": 0.5,
        "cosine>=0.6": 0.75,
        "cosine>=0.7": 0.5,
        "cosine>=0.8": 0.5,
    }
    assert measured.summary["ours"]["triplets"] == 3
    assert measured.summary["ours"]["same_turns"]["exact"] == 2 / 3


def test_both_comparisons_come_from_one_pass() -> None:
    """Triplets and events of the turns that the blocks name, with the day of their session."""
    written = LabelledEvent(
        "e0", "c", ("c#D1:1", "c#D1:2"), ("c#D1:1",), "", "Ana runs", "8 May 2023", recorded_when("8 May 2023"),
        (("Ana", "runs", "home"),),
    )  # fmt: skip
    told: list[tuple[int, int]] = []
    read = reads({"one": [triplet("Ana", "run", "home")]}, {"one": [event("Ana runs", recorded_when("8 May 2023"))]})
    measured = measure([written], DATASET, read, TableEncoder({}), lambda done, total: told.append((done, total)))
    assert measured.summary["triplets"]["recorded"]["same_turns"]["exact"] == 1
    assert measured.summary["times"]["kinds"]["session's day"]["nearest"]["day"] == 1
    assert told == [(1, 1)]
