"""What the pictures of tests have in common: two times and the counts of a small memory."""

from __future__ import annotations

from datetime import datetime

from convograph.types import Said, Stats

MAY = Said(datetime(2023, 5, 8, 13, 56), 120, "1:56 pm on 8 May, 2023")
JUNE = Said(datetime(2023, 6, 9, 8, 0), None, "2023-06-09T08:00")

STATS = Stats(
    owner="default",
    location="memory.db",
    sessions=3,
    turns=4,
    sentences=5,
    characters=60,
    speakers={"Ann": 2, "Bob": 1},
    unknown_speaker_turns=1,
    first_said=MAY.local,
    last_said=JUNE.local,
    encoder="static",
    architecture="sgmem",
    layers=(),
    bytes=49152,
)
