"""Relations that the library reads in a script without a model: triplets, mapped to the relations of questions.

    "My sister Monica works at a restaurant."      Ross | sister | Monica      Monica | place of work | restaurant

Only present facts count, not what is negated, hypothetical, modal, past or future. The relations are few, and should be
reviewed by a person.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from convograph.build import make_reader
from convograph.extraction.lexicon import word_list
from convograph.extraction.reading import Reader
from convograph.extraction.times.words import NUMBER, time_pattern
from convograph.extraction.types import FoundTriplet
from convograph.types import SourceTurn, Triplet
from convograph_eval.dialsim.building.naming import UnknownNameError, gender_of, naming
from convograph_eval.dialsim.building.relations import DATING, RELATIONS, MarkedRelation
from convograph_eval.dialsim.shows.types import Scene

VALUE_PHRASES: Final[Mapping[tuple[str, str], str]] = {
    ("occupation", "person"): "job",
    ("age", "time"): "age",
    ("work at", "organization"): "place of work",
    ("work at", "place"): "place of work",
    ("work for", "organization"): "place of work",
    ("work in", "place"): "place of work",
    ("major in", "thing"): "major",
    ("be born in", "place"): "place of birth",
    ("be born on", "time"): "date of birth",
    ("be from", "place"): "hometown",
}
"""A triplet's relation or phrase, and the kind of its object -> a relation to a value, which is not a person."""

PEOPLE_PHRASES: Final[Mapping[str, Mapping[str | None, str]]] = {
    "be married to": {"she": "wife", "he": "husband"},
    "be engaged to": {"she": "fiancee", "he": "fiance"},
    **dict.fromkeys(("date", "go out with"), dict.fromkeys(("she", "he", None), DATING)),
    **dict.fromkeys(("live with", "share flat with"), dict.fromkeys(("she", "he", None), "roommate")),
}
"""A triplet's phrase -> the relation between people, for her, for him, and for an unknown gender."""

NOUNS: Final[Mapping[str, str]] = {
    **{relation: relation for relation in RELATIONS},
    **dict.fromkeys(("mom", "mum", "mommy", "mama"), "mother"),
    **dict.fromkeys(("dad", "daddy", "papa"), "father"),
    **dict.fromkeys(("flatmate", "housemate"), "roommate"),
    "neighbour": "neighbor",
}
"""A noun for somebody's relative or acquaintance ("my mum Sue", "Sue is my mum") -> the relation."""

_WHOSE: Final = "'s "
_NUMBER: Final = time_pattern(NUMBER)
_PRAISE: Final = re.compile(r"(?:better|worse|first|second|last|own|\w+est|best|worst)\b")
"""The beginning of phrases that praise or rank rather than name a job: "the best actor" need not be one."""

_NAMES: Final = frozenset({"person", "animal"})


def offline_marks(
    scenes: Sequence[Scene], watch: Callable[[int, int], None] = lambda done, total: None
) -> tuple[MarkedRelation, ...]:
    """The relations of all scenes, each once per scene; `watch` gets the number of scenes read and their total."""
    reader, name_of = make_reader(pronouns=True), naming(scenes, {})
    found: list[MarkedRelation] = []
    for place, scene in enumerate(scenes):
        stated = (_marked(one, place, name_of) for one in _stated(reader, scene))
        found += dict.fromkeys(one for one in stated if one is not None)
        watch(place + 1, len(scenes))
    return tuple(found)


def _stated(reader: Reader, scene: Scene) -> Iterator[FoundTriplet]:
    """The triplets that a scene states as present facts."""
    turns = [
        SourceTurn(ordinal, f"{scene.name}:{ordinal}", scene.name, ordinal, one.speaker, one.text, scene.said)
        for ordinal, one in enumerate(scene.utterances)
    ]
    for _, found in reader.statements(turns):
        for one in found:
            told = one.stated
            past = told.tense == "past" and not told.phrase.startswith("be born")
            if not (one.hypothetical or told.negated or told.modality or past or told.tense == "future"):
                yield one


def _marked(found: FoundTriplet, place: int, name_of: Callable[[str], str]) -> MarkedRelation | None:
    """A triplet as a relation of questions; `None` if they do not ask about it, or somebody in it has no name."""
    told, triplet = found.stated, found.triplet
    try:
        for said in (triplet.relation, told.phrase):
            if value := VALUE_PHRASES.get((said, told.object_kind)):
                head = name_of(triplet.subject)
                return MarkedRelation(place, head, value, triplet.object) if _is_value(value, triplet) else None
        if told.object_kind not in _NAMES:
            return None
        head, noun, tail = triplet.subject, told.phrase, triplet.object
        if noun == "be" and _WHOSE in tail:  # "Monica is my sister" is read as Monica | be | Ross's sister
            whose, _, noun = tail.partition(_WHOSE)
            head, tail = whose, head
        relation = _between(noun, name_of(tail))
        return None if relation is None else MarkedRelation(place, name_of(head), relation, name_of(tail))
    except UnknownNameError:
        return None


def _is_value(relation: str, triplet: Triplet) -> bool:
    """Whether the object can be a value of the relation, and the subject is somebody, not something of theirs."""
    if _WHOSE.strip() in triplet.subject:
        return False
    if relation == "age":
        return _NUMBER.fullmatch(triplet.object) is not None
    return relation != "job" or (triplet.object.islower() and not _PRAISE.match(triplet.object))


def _between(phrase: str, tail: str) -> str | None:
    """The name in questions of the relation that a phrase expresses, by the gender of `tail`; `None` if it has none.

    >>> _between("mum", "Judy"), _between("be married to", "Carol"), _between("cat", "Smelly"), _between("like", "Ben")
    ('mother', 'wife', 'pet', None)
    """
    if phrase in PEOPLE_PHRASES:
        return PEOPLE_PHRASES[phrase].get(gender_of(tail))
    return "pet" if phrase in word_list("animals") else NOUNS.get(phrase)
