"""Labelled turns from a file of update chains' wordings, by what each kind of step says about its values."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Final

from convograph_eval.update_chains.phrasing import with_article
from convograph_eval.update_chains.wordings import CLAUSES, FRAMES, Wordings

RELATION_OF: Final[Mapping[str, str]] = {
    **{"home": "lives_in", "employer": "works_at", "job": "occupation", "partner": "partner", "team": "team"},
    **{"phone": "phone", "school": "attends", "pets": "has_pet", "hobbies": "hobby", "languages": "speaks"},
    **{"likes": "likes", "food": "favorite", "colour": "favorite", "band": "favorite", "season": "favorite"},
}
"""The reader's relations by the file's; other relations are not used."""

KIND_OF: Final[Mapping[str, str]] = {"food": "food", "colour": "color", "band": "band", "season": "season"}
"""The kinds of favorites, by the file's relations."""

_FORCES: Final = {
    **{"first": "holds", "repetition": "holds", "change": "begins", "change_both": "begins", "change_dated": "begins"},
    **{"return": "begins", "further": "further", "end": "ends", "past": "past", "hypothetical": "nothing"},
    **{"visit": "nothing", "wish": "nothing", "other_speaker": "nothing"},
}
_BY_THE_OTHER: Final = ("other_speaker", "question")
_OFTEN: Final = ("first", "change")
_OWN: Final = 0.4  # share of values taken from the file
_MONTHS: Final = "January February March April May June July August September October November December".split()
_ANY_SLOT: Final = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True)
class Worded:
    """A wording with filled slots: values between the marks of `fact_sentences`, and the mention it is about."""

    text: str
    about: str | None
    relation: str
    force: str


@dataclass(frozen=True)
class WordedSteps:
    """Draws turns from wordings; `value` returns a value of a relation and kind, `mention` a person."""

    wordings: Wordings
    draw: Random
    value: Callable[[str, str], str]
    mention: Callable[[], str]

    def turn(self) -> Worded:
        """One step of a random relation, kind and person; some kinds frame a clause."""
        relation = self.draw.choice(list(RELATION_OF))
        held = self.wordings.relations[relation]
        third = bool(held.third_person) and self.draw.random() < 0.45
        cells = held.cells(first_person=not third)
        kinds = [*(one for one in cells if one != CLAUSES), *(FRAMES if CLAUSES in cells else ())]
        kind = self.draw.choice([*kinds, *(one for one in _OFTEN if one in cells)])
        fillers = self._fillers(relation, kind, self.mention() if third else None)
        text = self.draw.choice(cells[kind] if kind in cells else self.wordings.shared[kind])
        if kind in FRAMES:
            clause = self.draw.choice(cells[CLAUSES])
            text = text.replace("{clause}", clause).replace("{Clause}", clause[:1].upper() + clause[1:])
        about = fillers["subject"] if third and re.search(r"\{[Ss]ubject\}", text) else None
        return Worded(
            _ANY_SLOT.sub(lambda match: _filled(match[1], fillers), text),
            about,
            f"favorite {KIND_OF[relation]}" if relation in KIND_OF else RELATION_OF[relation],
            _FORCES.get(kind, "nothing"),
        )

    def small_talk(self) -> str:
        """A line that states nothing about anybody."""
        return self.draw.choice([*self.wordings.shared["filler"], *self.wordings.shared["reply"]])

    def _fillers(self, relation: str, kind: str, mention: str | None) -> dict[str, str]:
        new, old = (self._drawn(relation) for _ in range(2))
        he, his, him = self.draw.choice((("he", "his", "him"), ("she", "her", "her")))
        other = kind in _BY_THE_OTHER
        return {
            **{"new": f"\x01{new}\x02", "other": f"\x01{new}\x02"},
            **{"a_new": _with_article(new, "\x01", "\x02"), "a_other": _with_article(new, "\x01", "\x02")},
            **({"old": f"\x01{old}\x02", "a_old": _with_article(old, "\x01", "\x02")} if kind == "end" else {}),
            **({"old": f"\x03{old}\x04", "a_old": _with_article(old, "\x03", "\x04")} if kind != "end" else {}),
            **{"month": self.draw.choice(_MONTHS), "he": he, "his": his, "him": him, "speaker": "Zzz"},
            **{"i": "you" if other else "I", "my": "your" if other else "my"},
            "subject": (mention.replace("my ", "your ", 1) if other else mention) if mention else "I",
        }

    def _drawn(self, relation: str) -> str:
        own = self.draw.random() < _OWN
        return (
            self.draw.choice(self.wordings.relations[relation].values)
            if own
            else self.value(RELATION_OF[relation], KIND_OF.get(relation, ""))
        )


def _filled(slot: str, fillers: Mapping[str, str]) -> str:
    found = fillers[slot.lower()]
    return found if slot.islower() else found[:1].upper() + found[1:]


def _with_article(value: str, begin: str, end: str) -> str:
    return f"{with_article(value).partition(' ')[0]} {begin}{value}{end}"
