"""Which things a question compares in time."""

from __future__ import annotations

import pytest

from convograph.extraction.comparisons import compared_in

TWO = {
    "How many days passed between the day I bought the kayak and the day I sold the bike?": (
        "I bought the kayak",
        "I sold the bike",
    ),
    "How long was it between my first lesson and the concert?": ("my first lesson", "the concert"),
    "How many weeks had passed since Ana moved to Lyon when Ben visited her?": ("Ana moved to Lyon", "Ben visited her"),
    "How many days before the fair did I buy the tent?": ("the fair", "did I buy the tent"),
    "How long after the storm was the roof mended?": ("the storm", "was the roof mended"),
    "How long had Ben been a baker when he opened the café?": ("How long had Ben been a baker", "he opened the café"),
    "Before the trip to Skye, how long had Cal owned the van?": ("the trip to Skye", "how long had Cal owned the van"),
    "Which did I read first, 'Emma' or 'Middlemarch'?": ("'Emma'", "'Middlemarch'"),
    "What happened earlier: the flood or the fire?": ("the flood", "the fire"),
    "Who arrived last, Ana or Ben?": ("Ana", "Ben"),
    "Did Ana quit before or after her trip?": ("Ana quit", "her trip"),
    "How much time elapsed from the flood to the tick bite?": ("the flood", "the tick bite"),
    "Did the flood come first or the tick bite?": ("the flood", "the tick bite"),
    "Was it the flood or the tick bite that came first?": ("the flood", "the tick bite"),
    "Was the flood before the tick bite?": ("the flood", "the tick bite"),
    "Did the flood happen before the tick bite or after it?": ("the flood", "the tick bite"),
    "Was it before or after the wedding that Ben sold the boat?": ("the wedding", "Ben sold the boat"),
}


LISTED = {
    "In which order did I visit Rome, Porto and Lyon?": ("I visit Rome", "Porto", "Lyon"),
    "In what order did these happen: Ana moved; Ben quit; the cat died?": ("Ana moved", "Ben quit", "the cat died"),
    "Which three events happened in the order from first to last: the day I wed, the day I moved, and the fair?": (
        "I wed",
        "I moved",
        "the fair",
    ),
    "What is the order of the concert, the fair, and the flood, from earliest to latest?": (
        "the concert",
        "the fair",
        "the flood",
    ),
    "Put the move, the wedding and the storm in chronological order.": ("the move", "the wedding", "the storm"),
    "Which did I buy first, the car, the bike or the boat?": ("the car", "the bike", "the boat"),
    "What happened last: the flood, the fire, or the fish and chips?": ("the flood", "the fire", "the fish and chips"),
    "Who did I meet first, Mark and Sarah or Tom?": ("Mark and Sarah", "Tom"),
    "Which happened first, the trip, which was in May, or the fair?": ("the trip, which was in May", "the fair"),
}


@pytest.mark.parametrize(("question", "things"), [*TWO.items(), *LISTED.items()])
def test_what_is_compared(question: str, things: tuple[str, ...]) -> None:
    """The order of things, or how much time lies between two: each thing in the words of the question."""
    assert compared_in(question) == things


@pytest.mark.parametrize(
    "question",
    [
        "",
        "?",
        "Where was Ana between May and June?",  # a range of time
        "What did Ana do after the concert?",  # one thing is asked for, the other tells when
        "When did Ben move, and was that earlier or later than planned?",
        "After how many weeks did Tim call again?",
        "Did Ana eat before the race?",  # the race tells when
        "How many months have passed since I bought the kayak?",  # until now
        "Does Ana like tea or coffee?",
        "Which of them is first?",
        "What is the order of the three trips I took in the past three months, from earliest to latest?",  # not named
        "In which order did Ana see Rome, Oslo, Bath, Hull, York, Lyon and Porto?",  # too many to search for each
        "What did I order for Ana, Ben and Cal?",
        "Put what Ben caught in order of size, biggest first.",
        "How long is it since then when it is now?",
        "How many apples did I buy before Ana came?",  # a number, not a time
        "How long " + "very " * 30 + "before it rained?",
    ],
)
def test_what_is_not_compared(question: str) -> None:
    """Ranges, numbers of other things, and what says nothing of its own."""
    assert compared_in(question) == ()
