"""A tiny script in Friends' released form, and relations marked in it as in DialogRE."""

from __future__ import annotations

import gzip
import json
import math
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

EPISODES = {(1, 1): "1994-09-22", (1, 2): "1994-12-15", (2, 1): "1995-09-21", (3, 1): "1996-09-19"}

Line = tuple[str | None, str]
SCENES: dict[tuple[int, int, int], list[Line]] = {
    (1, 1, 1): [
        ("Scene Directions", "[Scene: Central Perk]"),
        ("Ross Geller", "My wife Carol moved out today, and she took the plant."),
        ("Monica Geller", "I never liked that plant, to be quite honest with you."),
        ("#ALL#", "Let it go, Ross!"),
    ],
    (1, 1, 2): [
        ("Scene Directions", "[Scene: the museum, the next day]"),
        ("Ross Geller", "As a paleontologist I look at bones the whole day long."),
        ("Chandler Bing", "And my girlfriend Janice looks at me like that, too."),
    ],
    (1, 1, 3): [("Phoebe Buffay", "Nobody hears me say that Ursula is my sister."), ("Phoebe Abbott", "I do hear it.")],
    (1, 2, 1): [
        ("Ross Geller", "Merry Christmas, everybody, and a happy new year to you all."),
        ("Phoebe Buffay", "My boyfriend David flies to Minsk tomorrow, for three years."),
        (None, "And I am whoever nobody names in here, thank you all."),
        ("Phoebe Buffay", "I was on the street when I was, um, fourteen. Now I am 27."),
    ],
    (2, 1, 1): [
        ("Ross Geller", "This is Julie, my girlfriend, we met in China this summer."),
        ("Joey Tribbiani", "And Erica over there is the girlfriend of mine these days."),
        ("Monica Geller", "Richard is my boyfriend, and he is an eye doctor, you know."),
    ],
    (3, 1, 1): [("Ross Geller", "Out of range by default, as the third season is.")],
}
RELATIONS: list[tuple[int, int, int, list[tuple[str, str, str, str]]]] = [
    (1, 1, 1, [("Speaker 1", "Carol", "per:spouse", "wife"), ("Speaker 1", "Speaker 2", "per:siblings", "")]),
    (
        1,
        1,
        2,
        [("Speaker 1", "paleontologist", "per:title", ""), ("Chandler", "Janice", "per:girl/boyfriend", "girlfriend")],
    ),
    (1, 1, 3, [("Speaker 1", "Ursula", "per:siblings", "sister")]),
    (
        1,
        2,
        1,
        [
            ("Speaker 2", "David", "per:girl/boyfriend", "boyfriend"),
            ("Speaker 2", "tall guy", "per:friends", ""),
            ("Speaker 2", "fourteen", "per:age", ""),
            ("Speaker 2", "27", "per:age", ""),
        ],
    ),
    (
        2,
        1,
        1,
        [
            ("Speaker 1", "Julie", "per:girl/boyfriend", "girlfriend"),
            ("Speaker 2", "Erica", "per:girl/boyfriend", "girlfriend"),
            ("Speaker 3", "Richard Burke", "per:girl/boyfriend", "boyfriend"),
            ("Richard Burke", "Monica", "per:girl/boyfriend", "boyfriend"),
            ("Speaker 3", "The Man", "per:neighbor", ""),
        ],
    ),
]


def write_friends(folder: Path, directions: Mapping[tuple[int, int, int], str] = MappingProxyType({})) -> Path:
    """The folder of the release; `directions` take the place of those of their scenes."""
    target = folder / "friends"
    target.mkdir()
    lines = [
        {
            "season": s,
            "episode": e,
            "scene": n,
            "utterance": place,
            "speaker": who or math.nan,
            "text": directions.get((s, e, n), text) if who == "Scene Directions" else text,
        }
        for (s, e, n), said in SCENES.items()
        for place, (who, text) in enumerate(said, 1)
    ]
    info = [{"season": str(s), "episode": str(e), "air_date": day} for (s, e), day in EPISODES.items()]
    for name, records in (("utterances", lines), ("info", info)):
        with gzip.open(target / f"friends_{name}.jsonl.gz", "wt") as file:
            file.write("\n".join(map(json.dumps, records)))
    return target


def dialogues() -> list[Any]:
    """The scenes as DialogRE has them: speakers by number, without directions."""
    found: list[Any] = []
    for season, episode, scene, relations in RELATIONS:
        said = [(who, text) for who, text in SCENES[season, episode, scene] if who != "Scene Directions"]
        numbers = {who: f"Speaker {place}" for place, who in enumerate(dict.fromkeys(who for who, _ in said), 1)}
        marked = [{"x": x, "y": y, "r": [r], "t": [t]} for x, y, r, t in relations]
        found.append([[f"{numbers[who]}: {text}" for who, text in said], marked])
    return found


def write_relations(folder: Path) -> Path:
    """The file of DialogRE."""
    path = folder / "v2_en_dev.json"
    path.write_text(json.dumps(dialogues()))
    return path
