"""The plan of a chain: its topics and the order of its steps, before they are put into words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from convograph_eval.update_chains.courses import Course, Values
from convograph_eval.update_chains.types import Step, Subject, Topic
from convograph_eval.update_chains.wordings import People, Wordings

MOST_CHANGES: Final = 10
_MOST_TOPICS: Final = 3
_NAMESAKES: Final = 0.2  # the share of chains with two people of the same name
_ASIDE: Final = 0.7  # the chance of a step that changes nothing after each unit
_OCCUPYING: Final = frozenset({"employer", "job", "team", "school"})  # one per subject: a change may end another


@dataclass(frozen=True, slots=True)
class Plan:
    """The topics, the units of steps that must stay together, and the values that hold at the end, by topic."""

    topics: tuple[Topic, ...]
    units: tuple[tuple[Step, ...], ...]
    current: tuple[frozenset[str], ...]


def draw_plan(wordings: Wordings, speaker: str, pronoun: str, draw: Random) -> Plan:
    """A plan with 1 to `MOST_CHANGES` changes of 1 to 3 topics, at least one of which has one value at a time."""
    me = Subject("I", "you", pronoun, (speaker,), first_person=True)
    subjects = _namesakes(wordings.people, speaker, draw) if draw.random() < _NAMESAKES else ()
    topics = _shared_topics(wordings, subjects, draw) if subjects else []
    # With two namesakes, the only other subject is the speaker: a third person might be taken for one of them.
    others = [] if subjects else _others(wordings.people, speaker, draw)
    for _ in range(draw.randint(0, _MOST_TOPICS - len(topics)) if topics else draw.randint(1, _MOST_TOPICS)):
        topics.append(_another_topic(wordings, topics, [me, me, *others], draw))
    courses = _courses(wordings, topics, draw)
    units = tuple(_units(courses, draw))
    return Plan(tuple(topics), units, tuple(frozenset(course.holding) for course in courses))


def _courses(wordings: Wordings, topics: Sequence[Topic], draw: Random) -> list[Course]:
    """A course per topic; courses of the same relation share its values, so that a value identifies its topic."""
    values = {name: Values(wordings.relations[name], draw) for name in dict.fromkeys(one.relation for one in topics)}
    return [
        Course(place, wordings.relations[one.relation], one.subject.first_person, values[one.relation], draw)
        for place, one in enumerate(topics)
    ]


def _units(courses: Sequence[Course], draw: Random) -> Iterator[tuple[Step, ...]]:
    room = draw.randint(1, MOST_CHANGES)
    while room and not all(course.exhausted for course in courses):
        unit = draw.choice(courses).advance(room)
        room -= sum(step.former is not None for step in unit)
        yield from filter(None, (unit, _aside(courses, draw)))
    yield from (course.advance(0) for course in courses if not course.begun)


def _aside(courses: Sequence[Course], draw: Random) -> tuple[Step, ...]:
    begun = [course for course in courses if course.begun]
    return draw.choice(begun).aside() if draw.random() < _ASIDE else ()


def _namesakes(people: People, speaker: str, draw: Random) -> tuple[Subject, ...]:
    """Two people of the same name: "my brother Tom" and "Tom from work"."""
    one = draw.choice(people.namesakes)
    kin = f"{one.kinship} {one.name}"
    theirs = (f"{speaker}'s {kin}", f"my {kin}", kin, f"{speaker}'s {one.kinship}", f"my {one.kinship}", one.name)
    other = f"{one.name} {one.known_from}"
    return (
        Subject(f"my {kin}", f"your {kin}", one.pronoun, theirs, namesake=True),
        Subject(other, other, one.pronoun, (other, one.name), namesake=True),
    )


def _others(people: People, speaker: str, draw: Random) -> list[Subject]:
    relative, acquaintance = draw.choice(people.relatives), draw.choice(people.acquaintances)
    kin = relative.kinship
    return [
        Subject(f"my {kin}", f"your {kin}", relative.pronoun, (f"{speaker}'s {kin}", f"my {kin}", kin)),
        Subject(acquaintance.name, acquaintance.name, acquaintance.pronoun, (acquaintance.name,)),
    ]


def _shared_topics(wordings: Wordings, subjects: Sequence[Subject], draw: Random) -> list[Topic]:
    """The same relation of each subject: a change for one of them must not affect the other."""
    names = [name for name, one in wordings.relations.items() if one.third_person and not one.many]
    name = draw.choice(names)
    return [_topic(wordings, subject, name) for subject in subjects]


def _another_topic(wordings: Wordings, topics: Sequence[Topic], subjects: Sequence[Subject], draw: Random) -> Topic:
    """A new topic whose changes cannot end a value of another topic."""
    subject = draw.choice(subjects)
    taken = {one.relation for one in topics if one.subject == subject}
    if taken & _OCCUPYING:
        taken |= _OCCUPYING
    names = [
        name
        for name, one in wordings.relations.items()
        if name not in taken and one.cells(first_person=subject.first_person) and (topics or not one.many)
    ]
    return _topic(wordings, subject, draw.choice(names))


def _topic(wordings: Wordings, subject: Subject, relation: str) -> Topic:
    one = wordings.relations[relation]
    return Topic(subject, relation, one.many, tuple(one.values))
