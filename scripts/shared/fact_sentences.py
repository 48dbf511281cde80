"""Labelled turns generated from `data/fact_sentences`, with known values, relations and forces."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from convograph.extraction.lexicon import word_list
from convograph_eval.update_chains.phrasing import with_article
from convograph_eval.update_chains.wordings import Wordings
from shared.fact_forms import has_forms, spoken, with_verb
from shared.fact_wordings import WordedSteps

_CHOICE = re.compile(r"\(([^()]*)\)")
_SLOT = re.compile(r"\{(\w+)\}")
_PLAIN = re.compile("(?:^|(?<=[\x02\x04]))[^\x01-\x04]+")  # text outside of values
_VALUE = re.compile("\x01(.*?)\x02|\x03(.*?)\x04")
_FAVORITES = ("food", "color", "band", "season")
_ONE_VALUE = ("lives_in", "works_at", "attends", "occupation", "partner", "team", "phone", "favorite")
_MANY_VALUES = ("has_pet", "hobby", "speaks", "likes")
_NOUNS = {
    "food": ("food", "dish", "meal", "thing to eat"),
    "color": ("colour", "color"),
    "band": ("band", "group"),
    "season": ("season", "time of year", "time of the year"),
}
_CALLED = 0.3  # share of small talk that addresses somebody by name
_WORDED = 0.75  # random numbers above it give turns from the wordings of chains
_WHENCES = (
    "work",
    "school",
    "yoga",
    "upstairs",
    "choir",
    "church",
    "next door",
    "the gym",
    "the library",
    "the bakery",
)
_SINCE = "since March|since May|since last summer|since October|since last week|for two months now|since January"
_WHEN = "last week|in March|two weeks ago|a fortnight ago|in June|yesterday|this month|last month|in November|on Monday"


@dataclass(frozen=True, slots=True)
class LabelledTurn:
    """A turn, the mention it is about (`None`: its speaker), and its values as (start, end, relation, force)."""

    text: str
    about: str | None = None
    values: tuple[tuple[int, int, str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class _Template:
    relation: str
    force: str
    text: str
    kind: str = ""  # of favorites


@dataclass
class Sentences:
    """Draws turns from the folder's templates; equal seeds give equal turns."""

    folder: Path
    draw: Random
    wordings: Wordings | None = None
    _templates: dict[str, list[_Template]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Read the folder."""
        self._worded = None
        if self.wordings is not None:
            self._worded = WordedSteps(self.wordings, self.draw, self._value, self._mention)
        self._values: Mapping[str, Any] = json.loads((self.folder / "values.json").read_text(encoding="utf-8"))
        for relation in (*_ONE_VALUE, *_MANY_VALUES):
            self._templates[relation] = list(_of_file(self.folder / f"{relation}.txt", relation))
        around = [line.split("\t") for line in self._lines("around_verbs")]
        self._verbs: dict[str, list[list[str]]] = {}
        for line in self._lines("verbs"):
            relation, *rest = line.split("\t")
            self._verbs.setdefault(relation, []).append(rest)
        self._around = around
        leads = self._lines("lead_ins")
        cut = leads.index("= other")
        self._leads, self._leads_of_others = leads[:cut], leads[cut + 1 :]
        self._tails = (self.folder / "tails.txt").read_text(encoding="utf-8").splitlines()
        self._frames, self._talk, self._calls = (self._lines(name) for name in ("frames", "small_talk", "calls"))
        self._corrections, self._no_corrections = self._lines("corrections"), self._lines("not_corrections")
        self._jobs = [*self._values["jobs"], *sorted(word for word in word_list("occupations"))]
        self._given = sorted(word.capitalize() for word in word_list("first_names"))
        self._kin = [word for word in sorted(word_list("relatives")) if word not in ("kids", "family", "parents")]

    def turns(self, count: int) -> list[LabelledTurn]:
        """`count` turns: mostly of one relation, some of them framed, with corrections and small talk."""
        found: list[LabelledTurn] = []
        while len(found) < count:
            chance = self.draw.random()
            if chance < 0.05:
                found.append(self._correction())
            elif chance < 0.16:
                text = self._said([*self._talk, *self._no_corrections])
                found.append(LabelledTurn(self._cased(self.called(text) if self.draw.random() < _CALLED else text)))
            elif self._worded is not None and chance > _WORDED:
                found.append(self._of_wordings(self._worded))
            else:
                found.append(self._told(framed=chance < 0.25))
        return found

    def called(self, text: str) -> str:
        """A turn that addresses somebody by name, which does not make them anybody's partner."""
        call = self.draw.choice(self._calls).replace("{p}", self.draw.choice(self._given))
        return call.replace("*", text)

    def _said(self, lines: Sequence[str]) -> str:
        return self._choices(self.draw.choice(lines)).replace("{p}", self.draw.choice(self._given))

    def _lines(self, name: str) -> list[str]:
        lines = (self.folder / f"{name}.txt").read_text(encoding="utf-8").splitlines()
        return [line for line in lines if line and not line.startswith("# ")]

    def _told(self, *, framed: bool) -> LabelledTurn:
        template = self._template(stating=framed)
        other = template.relation == "favorite" and self.draw.random() < 0.15
        kind = template.kind or ("other" if other else self.draw.choice(_FAVORITES))
        new, old = (self._value(template.relation, kind if kind in _FAVORITES else "food") for _ in range(2))
        filled = self._filled(template, new, old, kind)
        frame = (
            self._choices(self.draw.choice(self._frames)).replace("{p}", self.draw.choice(self._given))
            if framed
            else "*"
        )
        spoken_to = "~" in frame
        named = has_forms(filled)
        third = named and self.draw.random() < 0.45
        mention = self._mention() if third else None
        lead, tail = "", ""
        if not framed:
            if mention and self.draw.random() < 0.15:
                lead = self.draw.choice(self._leads_of_others)
            elif self.draw.random() < 0.25:
                lead = self.draw.choice(self._leads)
            elif self.draw.random() < 0.16:
                talk = self._said(self._talk).rstrip(".!") + "."
                lead = self.called(talk) if self.draw.random() < _CALLED else talk
            if self.draw.random() < 0.35:
                tail = self.draw.choice(self._tails)
        text = spoken(f"{lead} {filled}{tail}".strip(), mention, self.draw, you=spoken_to and not third)
        text = frame.replace("*", text).replace("~", text)
        force = "nothing" if framed else template.force
        relation = f"favorite {kind}" if template.relation == "favorite" and kind in _FAVORITES else template.relation
        return _labelled(self._cased(text), mention, relation, force)

    def _of_wordings(self, worded: WordedSteps) -> LabelledTurn:
        """A step of a chain, sometimes with small talk, a lead-in or a tail added."""
        one = worded.turn()
        around, text = self.draw.random(), one.text
        if around < 0.1:
            text = f"{worded.small_talk().rstrip('.!?')}. {text}"
        elif around < 0.2:
            text = f"{self.draw.choice(self._leads)} {text[0].lower() if text[1:2] != ' ' else text[0]}{text[1:]}"
        if self.draw.random() < 0.15:
            text = text.rstrip(".") + self.draw.choice(self._tails)
        return _labelled(self._cased(text), one.about, one.relation, one.force)

    def _template(self, *, stating: bool) -> _Template:
        relation = self.draw.choice(list(self._templates))
        relation = self.draw.choice((relation, "lives_in", "works_at", "occupation", "partner", "favorite", relation))
        several = relation in _MANY_VALUES
        forces = ("holds", "begins") if stating else ("holds", "begins", "begins", "ends", "past", "nothing", "nothing")
        force = self.draw.choice(forces)
        if self.draw.random() < 0.25 and relation in self._verbs:
            verb = self.draw.choice(self._verbs[relation])
            able = [one for one in self._around if one[0] == verb[0] and one[1] == force]
            if able:
                text = self._choices(self.draw.choice(able)[2])
                return _Template(
                    relation, "further" if several and force == "begins" else force, with_verb(text, verb[1:])
                )
        wanted = "further" if several and force == "begins" else force
        able_templates = [one for one in self._templates[relation] if one.force == wanted]
        return self.draw.choice(able_templates)

    def _filled(self, template: _Template, new: str, old: str, kind: str) -> str:
        text = self._choices(template.text)
        noun = self.draw.choice(_NOUNS[kind]) if kind in _NOUNS else kind
        if kind == "other":
            noun = self.draw.choice(list(self._values["others"]))
            new, old = (self.draw.choice(self._values["others"][noun]) for _ in range(2))
        slots = {
            "v": f"\x01{new}\x02",
            "a": _article(new, "\x01", "\x02"),
            "o": f"\x03{old}\x04",
            "ao": _article(old, "\x03", "\x04"),
            "since": self.draw.choice(_SINCE.split("|")),
            "when": self.draw.choice(_WHEN.split("|")),
            "noun": noun,
            "nouns": {"time of year": "seasons", "time of the year": "seasons", "thing to eat": "foods"}.get(
                noun, "dishes" if noun == "dish" else f"{noun}s"
            ),
            "p": self.draw.choice(self._given),
        }
        return _SLOT.sub(lambda match: slots[match[1]], text)

    def _correction(self) -> LabelledTurn:
        relation = self.draw.choice(_ONE_VALUE)
        kind = self.draw.choice(_FAVORITES)
        slots = {"v": f"\x01{self._value(relation, kind)}\x02", "o": f"\x03{self._value(relation, kind)}\x04"}
        text = _SLOT.sub(lambda match: slots[match[1]], self._said(self._corrections))
        tail = self.draw.choice(self._tails) if self.draw.random() < 0.15 else self.draw.choice(("", "", "!", "."))
        return _labelled(self._cased(text + tail), None, "correction", "holds")

    def _choices(self, text: str) -> str:
        while (found := _CHOICE.search(text)) is not None:
            text = text[: found.start()] + self.draw.choice(found[1].split("|")) + text[found.end() :]
        return text

    def _mention(self) -> str:
        name = self.draw.choice(self._given)
        chance = self.draw.random()
        kin = self.draw.choice(
            ("sister", "brother", "mum", "dad", "aunt", "uncle", "cousin", "niece", self.draw.choice(self._kin))
        )
        if chance < 0.4:
            return f"my {kin}"
        if chance < 0.55:
            return f"my {kin} {name}"
        return f"{name} from {self.draw.choice(_WHENCES)}" if chance < 0.65 else name

    def _value(self, relation: str, kind: str) -> str:
        pick = self.draw.choice
        held: Mapping[str, Sequence[str]] = self._values
        names = {"has_pet": "pet", "speaks": "language", "favorite": kind}
        drawn: dict[str, Callable[[], str]] = {
            "works_at": lambda: pick(held["firms"]) if self.draw.random() < 0.25 else self._firm(),
            "attends": lambda: pick(held["schools"]) if self.draw.random() < 0.2 else self._school(),
            "partner": lambda: pick(self._given),
            "phone": lambda: f"{pick(held['phone_makes'])} {self.draw.randint(1, 23)}{pick(held['phone_tails'])}",
            "team": lambda: f"{pick(held['areas'])} {pick(held['team_tails'])}",
            "occupation": lambda: pick(self._jobs),
        }
        return drawn[relation]() if relation in drawn else pick(held[names.get(relation, relation)])

    def _school(self) -> str:
        held, pick = self._values, self.draw.choice
        return f"{pick(held['school_heads']).replace('-', ' ')} {pick(held['school_tails'])}".strip()

    def _firm(self) -> str:
        held, pick = self._values, self.draw.choice
        tail = "" if self.draw.random() < 0.25 else f" {pick(held['firm_tails'])}"
        return f"{pick(held['names'])}{tail}"

    def _cased(self, text: str) -> str:
        text = " ".join(text.split(" ")).replace("  ", " ").replace("..", ".").replace("?.", "?").replace("!.", "!")
        chance = self.draw.random()
        if chance < 0.12:
            text = _PLAIN.sub(lambda match: match[0].lower(), text)
        if chance < 0.04:
            text = text.replace("'", "")
        elif chance < 0.1:
            text = text.replace("'", "’")
        if chance > 0.35:
            place = next((at for at, char in enumerate(text) if char.isalpha()), 0)
            text = text[:place] + text[place : place + 1].upper() + text[place + 1 :]
        return f"{text}." if chance > 0.6 and text[-1:].isalnum() else text


def _of_file(path: Path, relation: str) -> list[_Template]:
    found: list[_Template] = []
    force = kind = ""
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("= "):
            force, *others = line[2:].split()
            kind = next((one for one in others if one in _FAVORITES), "")
        elif line and not line.startswith("# "):
            found.append(_Template(relation, force, line.replace(" ?more", "more"), kind))
    return found


def _article(value: str, begin: str, end: str) -> str:
    return f"{with_article(value).partition(' ')[0]} {begin}{value}{end}"


def _labelled(marked: str, about: str | None, relation: str, force: str) -> LabelledTurn:
    """The turn without the marks around its values, which become spans."""
    text, values, at = "", [], 0
    for match in _VALUE.finditer(marked):
        text += marked[at : match.start()]
        value = match[1] or match[2] or ""
        told = force if match[1] is not None else "nothing" if force == "nothing" else "ends"
        values.append((len(text), len(text) + len(value), relation, told))
        text, at = text + value, match.end()
    return LabelledTurn(text + marked[at:], about, tuple(values))
