"""Relations that the library reads in a script without a model: the triplets of its turns, as questions have them.

    "My sister Monica works at a restaurant."      Ross | sister | Monica      Monica | place of work | restaurant

Only what is stated as a fact counts: nothing denied, supposed, wished or told of the past. They are few, and a person
should look at them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from convograph.build import make_reader
from convograph.extraction.lexicon import word_list
from convograph.extraction.reading import Reader
from convograph.extraction.times.words import NUMBER, compiled
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
"""Relations to what is not a person, by a triplet's relation or phrase, and the kind of its object."""

PEOPLE_PHRASES: Final[Mapping[str, Mapping[str | None, str]]] = {
    "be married to": {"she": "wife", "he": "husband"},
    "be engaged to": {"she": "fiancee", "he": "fiance"},
    **dict.fromkeys(("date", "go out with"), dict.fromkeys(("she", "he", None), DATING)),
    **dict.fromkeys(("live with", "share flat with"), dict.fromkeys(("she", "he", None), "roommate")),
}
"""Relations between people by a triplet's phrase, for her, for him, and where neither is known."""

NOUNS: Final[Mapping[str, str]] = {
    **{relation: relation for relation in RELATIONS},
    **dict.fromkeys(("mom", "mum", "mommy", "mama"), "mother"),
    **dict.fromkeys(("dad", "daddy", "papa"), "father"),
    **dict.fromkeys(("flatmate", "housemate"), "roommate"),
    "neighbour": "neighbor",
}
"""What a person or an animal is called by whose it is ("my mum Sue", "Sue is my mum")."""

_WHOSE: Final = "'s "
_NUMBER: Final = compiled(NUMBER)
_PRAISE: Final = re.compile(r"(?:better|worse|first|second|last|own|\w+est|best|worst)\b")
"""How words begin that say how good somebody is at something: "the best actor" need not be one."""

_NAMES: Final = frozenset({"person", "animal"})


def offline_marks(
    scenes: Sequence[Scene], watch: Callable[[int, int], None] = lambda done, total: None
) -> tuple[MarkedRelation, ...]:
    """The relations of all scenes, each once a scene; `watch` is told how many scenes of how many were read."""
    reader, name_of = make_reader(pronouns=True), naming(scenes, {})
    found: list[MarkedRelation] = []
    for place, scene in enumerate(scenes):
        stated = (_marked(one, place, name_of) for one in _stated(reader, scene))
        found += dict.fromkeys(one for one in stated if one is not None)
        watch(place + 1, len(scenes))
    return tuple(found)


def _stated(reader: Reader, scene: Scene) -> Iterator[FoundTriplet]:
    """What a scene states of the present."""
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
    """A triplet as questions have it; `None` for what they do not ask about, and for nobody with a name."""
    told, triplet = found.stated, found.triplet
    try:
        for said in (triplet.relation, told.phrase):
            if value := VALUE_PHRASES.get((said, told.object_kind)):
                head = name_of(triplet.subject)
                return MarkedRelation(place, head, value, triplet.object) if _is_value(value, triplet) else None
        if told.object_kind not in _NAMES:
            return None
        head, noun, tail = triplet.subject, told.phrase, triplet.object
        if noun == "be" and _WHOSE in tail:  # "Monica is my sister": who she is to whom
            whose, _, noun = tail.partition(_WHOSE)
            head, tail = whose, head
        relation = _between(noun, name_of(tail))
        return None if relation is None else MarkedRelation(place, name_of(head), relation, name_of(tail))
    except UnknownNameError:
        return None


def _is_value(relation: str, triplet: Triplet) -> bool:
    """Whether the words can be what the relation asks for, of somebody rather than of something of theirs."""
    if _WHOSE.strip() in triplet.subject:
        return False
    if relation == "age":
        return _NUMBER.fullmatch(triplet.object) is not None
    return relation != "job" or (triplet.object.islower() and not _PRAISE.match(triplet.object))


def _between(phrase: str, tail: str) -> str | None:
    """What a question calls what a phrase says of somebody, or of an animal.

    >>> _between("mum", "Judy"), _between("be married to", "Carol"), _between("cat", "Smelly"), _between("like", "Ben")
    ('mother', 'wife', 'pet', None)
    """
    if phrase in PEOPLE_PHRASES:
        return PEOPLE_PHRASES[phrase].get(gender_of(tail))
    return "pet" if phrase in word_list("animals") else NOUNS.get(phrase)
