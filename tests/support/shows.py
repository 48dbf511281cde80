"""A tiny show in the released form: five scenes of three friends, with questions from both sources."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

from convograph_eval.dialsim.shows import Show
from convograph_eval.dialsim.shows.official import official_show

UNKNOWN = "I don't know. (None of the above)"


def question(text: str, options: tuple[str, ...], answer: str, **wordings: str) -> dict[str, Any]:
    """A question in the released form; `wordings` are those of characters."""
    return {"questions": {**wordings, "default": text}, "options": [*options, UNKNOWN], "answer": answer}


WHO = ("Ben", "Carol", "Emma", "Susan")
WHERE = ("Paris", "Minsk", "Vermont", "China")
WIFE = question("Who was Ross's wife on September 22, 1994?", WHO, "carol", Joey="Whom was Ross married to then?")
FUTURE = question("Who was Ross's wife in 1996?", WHO, UNKNOWN)
TRIP = question("Where did Rachel go?", WHERE, "Vermont", Rachel="Where did I go, Ross?")
NEVER = question("Where did Gunther go?", WHERE, UNKNOWN)

SCRIPTS = {
    "S1E1": {
        1: (
            "September 22, 1994",
            "Ross: Hi.\nJoey: How is Carol?\nRoss: My wife Carol moved out.\nshe took the plant.",
        ),
        2: (
            "September 22, 1994",
            "Rachel: I go to Vermont tomorrow.\nRoss: Vermont!\nMonica: Lovely.\nRoss: Have fun.",
        ),
    },
    "S1E2": {
        1: ("September 29, 1994", "Gunther: I sing alone.\nGunther: Still."),
        2: (
            "September 29, 1994",
            "Story: Somebody\nRoss: Where is everybody?\nRachel: Back from Vermont!\nRoss: Was it cold?\nAll: Yes!",
        ),
        3: ("October 6, 1994", "Ross: I am alone with Marcel.\nMarcel: Ee!\nRoss: Good monkey."),
    },
}


def released() -> dict[str, Any]:
    """What `friends_dialsim.pickle` would hold."""
    scenes: dict[str, Any] = {}
    for episode, numbers in SCRIPTS.items():
        for number, (date, script) in numbers.items():
            scenes.setdefault(episode, {})[number] = {
                "script": script,
                "date": date,
                "hard_q": {"past": [WIFE], "fu": [FUTURE], "cur": []},
                "easy_q": {"ans_wo_time": {"q1": TRIP}, "dont_know_unans": {"q2": NEVER}},
            }
    scenes["S1E1"][1] |= {"hard_q": {}, "easy_q": {}}
    return scenes


GRAPH_DATES = {
    "S1E2": {
        2: {"past": [["September 22, 1994"]], "fu": [["fu", "October 6, 1996"]]},
        3: {"past": {WIFE["questions"]["default"]: ["September 22, 1994"]}},
    }
}
QUIZ_DATES = {"S1E2": {"2": {"ans_w_time": {}, "ans_wo_time": {"q1": ["September 29, 1994"]}}}}


def friends() -> Show:
    """The show."""
    return official_show("friends", released(), GRAPH_DATES, QUIZ_DATES, "friends:")


def write_pickles(folder: Path) -> Path:
    """The three files of the release; the path of the show's."""
    made = {"dialsim": released(), "oracle_tkg": GRAPH_DATES, "oracle_fan": QUIZ_DATES}
    for name, value in made.items():
        (folder / f"friends_{name}.pickle").write_bytes(pickle.dumps(value))
    return folder / "friends_dialsim.pickle"
