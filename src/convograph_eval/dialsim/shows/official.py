"""The released form of a show: nested dicts by episode and scene, with the dates of evidence in separate files.

    X_dialsim.pickle     {episode: {scene: {"script", "date", "hard_q": {type: [question]},
                                            "easy_q": {type: {id: question}}}}}
    X_oracle_tkg.pickle  {episode: {scene: {type: [dates] in the order of the questions, or {question: dates}}}}
    X_oracle_fan.pickle  {episode: {scene: {type: {id: dates}}}}

A question is `{"questions": {character: text}, "options": five texts, "answer": text}`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any, Final

from convograph.errors import InputError, TimeError
from convograph.formats.limits import shortened, within
from convograph.times import parse_said
from convograph.types import Said
from convograph_eval.dialsim.shows.scripts import utterances
from convograph_eval.dialsim.shows.types import (
    DONT_KNOW,
    LETTERS,
    TYPES,
    ChoiceQuestion,
    QuestionSource,
    Scene,
    Show,
    is_unanswerable,
)

MAIN_CHARACTERS: Final[Mapping[str, str]] = {"friends": "Ross", "bigbang": "Sheldon", "theoffice": "Michael"}
"""The main character of each show of LongDialQA, whose role the memory plays."""

NO_WORDING: Final = "no wording"
NO_SUCH_OPTION: Final = "the answer is none of the options"
ANSWERABLE: Final = "unanswerable by its type, with another answer than (E)"


def official_show(name: str, scenes: object, graph_dates: object, quiz_dates: object, place: str) -> Show:
    """The show in the released form; `graph_dates` and `quiz_dates` are the oracles' contents, `None` if missing.

    Some questions are left out and counted: those without a wording, those whose answer is none of the options
    (ignoring case), and those that have an answer although their type is unanswerable. Raises `InputError` with the
    place in the file for anything else that deviates from the form.
    """
    reading = _Reading(place, _mapping(graph_dates or {}, place), _mapping(quiz_dates or {}, place))
    made = [
        reading.scene(str(episode), str(number), scene)
        for episode, numbers in _mapping(scenes, place).items()
        for number, scene in _mapping(numbers, within(place, episode)).items()
    ]
    if not made:
        raise InputError(f"{place} holds no scene; give a show with its scenes")
    return Show(name, MAIN_CHARACTERS[name], tuple(made), dict(reading.skipped))


@dataclass
class _Reading:
    """The oracles' dates, the place for messages, and the number of questions left out so far, by reason."""

    place: str
    graph_dates: Mapping[Any, Any]
    quiz_dates: Mapping[Any, Any]
    skipped: Counter[str] = field(default_factory=Counter)

    def scene(self, episode: str, number: str, given: object) -> Scene:
        """Read one scene."""
        place = within(self.place, episode, number)
        keys = _mapping(given, place)
        said = _date(_text(keys, "date", place), place)
        where = (episode, number)
        hard = _mapping(keys.get("hard_q") or {}, within(place, "hard_q"))
        easy = _mapping(keys.get("easy_q") or {}, within(place, "easy_q"))
        return Scene(
            episode,
            number,
            said,
            utterances(_text(keys, "script", place)),
            {
                "tkg": self._of_types("tkg", hard, where, self.graph_dates),
                "fan": self._of_types("fan", easy, where, self.quiz_dates),
            },
        )

    def _of_types(
        self, source: QuestionSource, types: Mapping[Any, Any], where: tuple[str, str], dates: Mapping[Any, Any]
    ) -> dict[str, tuple[ChoiceQuestion, ...]]:
        """The questions by type; types without questions are left out."""
        here = _below(_below(dates, where[0]), where[1])
        found = {}
        for kind, given in types.items():
            place = within(self.place, *where, kind)
            if kind not in TYPES[source]:
                raise InputError(
                    f"{place} is no type of question of the released form; there are {', '.join(TYPES[source])}"
                )
            of_type = _below(here, kind)
            listed = _listed(given, place)
            if isinstance(of_type, Sequence) and len(of_type) != len(listed):
                raise InputError(
                    f"{place} has {len(listed):,} questions, and {len(of_type):,} lists of dates in the oracle; take "
                    "both files from the same release"
                )
            kept: list[ChoiceQuestion] = []
            for key, one in listed:
                question = _question(source, str(kind), key, one, within(place, key))
                if isinstance(question, str):
                    self.skipped[question] += 1
                else:
                    kept.append(replace(question, evidence=_evidence(of_type, key, question.wordings)))
            if kept:
                found[str(kind)] = tuple(kept)
        return found


def _question(source: QuestionSource, kind: str, key: Any, given: object, place: str) -> ChoiceQuestion | str:
    """A question without its evidence dates, or the reason why it is left out."""
    keys = _mapping(given, place)
    wordings = {
        str(character): str(text)
        for character, text in _mapping(_needed(keys, "questions", place), within(place, "questions")).items()
        if text
    }
    options = _options(_needed(keys, "options", place), within(place, "options"))
    gold = place_of(_text(keys, "answer", place), options)
    if not wordings:
        return NO_WORDING
    if gold is None:
        return NO_SUCH_OPTION
    if is_unanswerable(source, kind) and LETTERS[gold] != DONT_KNOW:
        return ANSWERABLE
    return ChoiceQuestion(str(key), source, kind, wordings, options, gold)


def place_of(answer: str, options: Sequence[str]) -> int | None:
    """The index of an answer among the options, ignoring case; `None` if it is none of them.

    >>> place_of("carol", ["Emily", "Carol"]), place_of("Julie", ["Emily", "Carol"])
    (1, None)
    """
    wanted = answer.strip().casefold()
    return next((place for place, option in enumerate(options) if option.strip().casefold() == wanted), None)


def _listed(given: object, place: str) -> list[tuple[Any, object]]:
    """The questions of a type with their ids: the keys of a mapping, or the positions in a list."""
    if isinstance(given, Mapping):
        return list(given.items())
    if isinstance(given, list | tuple):
        return list(enumerate(given))
    raise InputError(
        f"{place} is neither a list nor a mapping of questions: {shortened(given)}; give a show in the released form"
    )


def _evidence(dates: Any, key: Any, wordings: Mapping[str, str]) -> tuple[date, ...] | None:
    """The oracle's dates for a question, by its id or one of its wordings; entries that are not dates are skipped."""
    if isinstance(dates, Mapping):
        keys = (key, str(key), *wordings.values())
        found = next((dates[one] for one in keys if one in dates), None)
    else:
        found = None if dates is None else dates[key]
    if found is None:
        return None
    named = (_day(one) for one in ([found] if isinstance(found, str) else found))
    return tuple(dict.fromkeys(day for day in named if day is not None))


def _day(text: object) -> date | None:
    try:
        return parse_said(str(text)).local.date()
    except TimeError:
        return None


def _below(dates: Any, key: Any) -> Any:
    """The oracle's entry for a key, compared as text since the oracle may use numbers; `None` if there is none."""
    if not isinstance(dates, Mapping):
        return None
    return next((value for name, value in dates.items() if str(name) == str(key)), None)


def _options(given: object, place: str) -> tuple[str, ...]:
    if not isinstance(given, Sequence) or isinstance(given, str) or len(given) != len(LETTERS):
        raise InputError(f"{place} is no list of {len(LETTERS)} options: {shortened(given)}; give (A) to (E)")
    return tuple(str(one) for one in given)


def _date(text: str, place: str) -> Said:
    try:
        return parse_said(text)
    except TimeError as error:
        raise InputError(f"{within(place, 'date')}: {error}") from None


def _text(keys: Mapping[Any, Any], key: str, place: str) -> str:
    found = _needed(keys, key, place)
    if not isinstance(found, str):
        raise InputError(f"{within(place, key)} is not a string: {shortened(found)}; give a string")
    return found


def _needed(keys: Mapping[Any, Any], key: str, place: str) -> Any:
    if key not in keys:
        raise InputError(f"{within(place, key)} is missing; give a show in the released form")
    return keys[key]


def _mapping(given: object, place: str) -> Mapping[Any, Any]:
    if not isinstance(given, Mapping):
        raise InputError(f"{place} is not a mapping: {shortened(given)}; give a show in the released form")
    return given
