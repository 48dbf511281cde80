"""What the pictures of tests have in common: two times, the counts of a small memory, a graph of triplets."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from convograph.types import Picture, PictureLink, PictureNode, Said, SourceTurn, Stats

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

TRIPLETS = Picture(
    replace(STATS, sessions=2, turns=3, sentences=0, architecture="glong", entities=4, triplets=4),
    nodes=(
        PictureNode("may", "session", "may", "may"),
        PictureNode("june", "session", "june", "june"),
        PictureNode("may:0", "turn", "I live in Porto.", "may", "may:0", 0, 16),
        PictureNode("may:1", "turn", "You have a boat.", "may", "may:1", 0, 16),
        PictureNode("june:0", "turn", "Porto is wet.", "june", "june:0", 0, 13),
        PictureNode("e0", "entity", "ann", None),
        PictureNode("e1", "entity", "Porto", None),
        PictureNode("e2", "entity", "boat", None),
        PictureNode("e3", "entity", "wet", None),
    ),
    links=(
        *(PictureLink(one.split(":")[0], one, "contains", 1.0) for one in ("may:0", "may:1", "june:0")),
        *(PictureLink("may:0", name, "mentions", 1.0) for name in ("e0", "e1")),
        *(PictureLink("may:1", name, "mentions", 1.0) for name in ("e0", "e2")),
        *(PictureLink("june:0", name, "mentions", 1.0) for name in ("e0", "e1", "e3")),
        PictureLink("e0", "e1", "triplet", 0.4, "visited", ("june:0",)),
        PictureLink("e0", "e1", "triplet", 0.83456, "lives in", ("may:0", "june:0")),
        PictureLink("e0", "e2", "triplet", 1.0, "has", ("may:1",)),
        PictureLink("e1", "e3", "triplet", 0.62, "is", ("june:0",)),
    ),
    turns=(
        SourceTurn(1, "may:0", "may", 0, "Ann", "I live in Porto.", MAY),
        SourceTurn(2, "may:1", "may", 1, "Bob", "You have a boat.", MAY),
        SourceTurn(3, "june:0", "june", 0, "Ann", "Porto is wet.", JUNE),
    ),
    total_nodes=9,
)
