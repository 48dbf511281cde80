"""What the learned reader finds in a turn: the values that a small tagger marks, each with its relation and force.

Frames define exactly what they match; the reader also finds what no frame was written for, and gives a probability.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Final, NamedTuple

import numpy as np

from convograph.extraction.lexicon import word_list
from convograph.facts.acts import ReadAct
from convograph.facts.learned_reader.chunks import chunks_of
from convograph.facts.learned_reader.tagger import FORCES, OUTSIDE, RELATIONS, Floats, Tagger, bundled_tagger
from convograph.facts.learned_reader.token_window import Person, Token, marks_of, people_in, tokens_of, without_whence
from convograph.facts.relations import FAVORITE
from convograph.facts.values.kinds import is_time
from convograph.facts.values.words import begins_with_place
from convograph.patterns import lazy_pattern

_PLACES = "lives_in"
_MOST_PEOPLE = 4  # people for whom a piece of a turn is read; a piece that names more is listing them
_STATING: Final[tuple[ReadAct, ...]] = ("holds", "begins", "further")
_MAY_STATE = 0.5  # the least probability of all tags but "outside" with which a word can belong to a value
_NOUN = lazy_pattern(
    r"\b(?:favou?rite|fav|best|number one|preferred|other) (?:new )?(time of (?:the )?year|[a-z]+)", re.IGNORECASE
)
_NAMED = ("works_at", "attends", "favorite band", _PLACES)
_REST_OF_NAME = lazy_pattern(r"(?: (?:(?:and|&|of|the|de) )?(?!I\b)[A-Z][\w'’-]*){1,3}")
_WORD_BEFORE = lazy_pattern(r"(?<![^\s(])[A-Z][\w'’-]* $")
_LONGEST_NAME = 40  # characters before a value that are searched for an earlier word of its name
_KINDS = {
    **dict.fromkeys(("food", "foods", "dish", "dishes", "meal", "thing"), "food"),
    **dict.fromkeys(("color", "colour", "colors", "colours"), "color"),
    **dict.fromkeys(("band", "bands", "group"), "band"),
    **dict.fromkeys(("season", "seasons", "time of year", "time of the year"), "season"),
}
_NO_NOUNS = frozenset(
    "is now again too any anymore after used has since these by and but so of thing one way are was".split()
)
_ANY_KIND = lazy_pattern(r"\b(food|dish|dishes|meal|colou?rs?|bands?|seasons?|time of (?:the )?year)\b", re.IGNORECASE)


class ReadValue(NamedTuple):
    """A value in a turn: its subject, relation and force, its characters `[start, end)`, and how likely all that is."""

    subject: str
    relation: str
    value: str
    force: ReadAct
    start: int
    end: int
    likely: float


def readings_of(text: str, speaker: str, tagger: Tagger | None = None) -> list[ReadValue]:
    """The values in a turn, in order, including those that it only supposes; each for its likeliest subject."""
    held = tagger or bundled_tagger()
    found: list[ReadValue] = []
    for begin, piece in chunks_of(text):
        people = people_in(piece, speaker)
        tokens = without_whence(piece, tokens_of(piece), people)
        read = _read(held, piece, tokens, people)
        found += [one._replace(start=one.start + begin, end=one.end + begin) for one in _joined(_best(read), piece)]
    return found


def _best(readings: Iterable[ReadValue]) -> list[ReadValue]:
    """The likeliest of the readings that begin at the same character, in order."""
    likeliest = {one.start: one for one in sorted(readings, key=lambda one: one.likely)}
    return [one for _, one in sorted(likeliest.items())]


def _joined(readings: Iterable[ReadValue], piece: str) -> list[ReadValue]:
    """The readings without overlapping ones, and with "Porto, Portugal" joined into one place."""
    found: list[ReadValue] = []
    for one in readings:
        last = found[-1] if found else None
        if last and one.start < last.end:
            continue  # "Sebastian" of "Belle and Sebastian"
        if last and one.relation == last.relation == _PLACES and piece[last.end : one.start] == ", ":
            found[-1] = last._replace(value=piece[last.start : one.end], end=one.end)
        else:
            found.append(one)
    return found


def _read(tagger: Tagger, piece: str, tokens: list[Token], people: list[Person]) -> Iterator[ReadValue]:
    """Read a piece for each of the first `_MOST_PEOPLE` people, in one batch."""
    read = people[:_MOST_PEOPLE]
    inputs = np.stack([tagger.inputs(tokens, marks_of(tokens, one, people)) for one in read])
    for person, tags, forces in zip(read, *tagger.probabilities(inputs), strict=True):
        yield from _read_for(person, piece, tokens, tags, forces)


def _read_for(person: Person, piece: str, tokens: list[Token], tags: Floats, forces: Floats) -> Iterator[ReadValue]:
    for first, last in _spans(tags):
        inside = slice(first, last + 1)
        relation, of_relation = _likeliest(tags[inside])
        force, of_force = _force(forces[inside].mean(axis=0))
        start, end = _whole(RELATIONS[relation], piece, tokens[first].start, tokens[last].end)
        if any(begin < end and stop > start for begin, stop in person.spans):
            continue  # the value is the subject's own name: a firm does not work at itself
        name = RELATIONS[relation]
        if name == FAVORITE:
            name = _favorite(piece, tokens, first)
        yield ReadValue(person.name, name, piece[start:end], force, start, end, of_relation * of_force)


def _whole(relation: str, piece: str, start: int, end: int) -> tuple[int, int]:
    """The start and end of the whole name of which a value is a part: "Wet Leg" for "Wet"."""
    if relation in _NAMED and piece[start].isupper():
        rest = _REST_OF_NAME.match(piece, end)
        if rest is not None and not is_time(rest[0]):
            end = rest.end()
        if relation == _PLACES and (before := _WORD_BEFORE.search(piece, max(0, start - _LONGEST_NAME), start)):
            whole = piece[before.start() : end]
            if whole.lower() in word_list("places", "towns") or begins_with_place(whole):
                start = before.start()
    return start, end


def _spans(tags: Floats) -> Iterator[tuple[int, int]]:
    """The first and last word of each value; adjacent words always belong to the same value."""
    belongs = [bool(one) for one in 1 - tags[:, OUTSIDE] >= _MAY_STATE]
    place = 0
    for belonging, group in groupby(belongs):
        count = len(list(group))
        if belonging:
            yield place, place + count - 1
        place += count


def _likeliest(tags: Floats) -> tuple[int, float]:
    """The likeliest relation of a value by the tags of its words, and its probability for the least likely word."""
    of_relations = tags[:, 1::2] + tags[:, 2::2]
    relation = int(of_relations.mean(axis=0).argmax())
    return relation, float(of_relations[:, relation].min())


def _force(forces: Floats) -> tuple[ReadAct, float]:
    """The likeliest force, and how likely it is.

    A value that holds, begins or comes on top is stated: these forces are added up before the comparison with others.
    """
    stating = [FORCES.index(one) for one in _STATING]
    stated = float(forces[stating].sum())
    other = max((one for one in range(len(FORCES)) if one not in stating), key=lambda one: float(forces[one]))
    if stated < forces[other]:
        return FORCES[other], float(forces[other])
    return FORCES[max(stating, key=lambda one: float(forces[one]))], stated


def _favorite(piece: str, tokens: list[Token], first: int) -> str:
    """The relation of a favorite whose kind is not tagged: by the nearest noun, if possible one for a usual kind."""
    at = tokens[first].start
    named = (*_NOUN.finditer(piece), *_ANY_KIND.finditer(piece))
    nouns = [(abs(match.start() - at), match[1].lower()) for match in named]
    known = sorted((far, _KINDS[noun]) for far, noun in nouns if noun in _KINDS)
    if known:
        return f"{FAVORITE} {known[0][1]}"
    said = sorted((far, noun) for far, noun in nouns if noun not in _NO_NOUNS)
    return f"{FAVORITE} {said[0][1]}" if said else f"{FAVORITE} *"
