"""What a turn states by the learned reader: values that a small tagger finds, each with its relation and force.

Beside the frames, which say exactly what they match, it reads what nobody wrote a frame for, at a known certainty.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from convograph.facts.chunks import chunks_of
from convograph.facts.relations import FAVORITE
from convograph.facts.tagger import FORCES, OUTSIDE, RELATIONS, Floats, Force, Tagger, bundled_tagger, first_tag
from convograph.facts.token_window import Person, Token, marks_of, people_in, tokens_of

_PLACES = "lives_in"
_MOST_PEOPLE = 4  # of a piece of a turn; who names more is listing them
_MAY_STATE = 0.5  # the least sum of tags beyond "outside" with which a word can belong to a value
_NOUN = re.compile(
    r"\b(?:favou?rite|fav|best|number one|preferred|other) (?:new )?(time of (?:the )?year|[a-z]+)", re.IGNORECASE
)
_KINDS = {
    **dict.fromkeys(("food", "foods", "dish", "dishes", "meal", "thing"), "food"),
    **dict.fromkeys(("color", "colour", "colors", "colours"), "color"),
    **dict.fromkeys(("band", "bands", "group"), "band"),
    **dict.fromkeys(("season", "seasons", "time of year", "time of the year"), "season"),
}
_NO_NOUNS = frozenset(
    "is now again too any anymore after used has since these by and but so of thing one way are was".split()
)
_ANY_KIND = re.compile(r"\b(food|dish|dishes|meal|colou?rs?|bands?|seasons?|time of (?:the )?year)\b", re.IGNORECASE)


class Reading(NamedTuple):
    """A value that a turn names: of whom, in which relation, with which force, where, and how likely all that is."""

    subject: str
    relation: str
    value: str
    force: Force
    start: int
    end: int
    likely: float


def readings_of(text: str, speaker: str, tagger: Tagger | None = None) -> list[Reading]:
    """The values in a turn in their order, those that it only supposes included; each for the likeliest subject."""
    held = tagger or bundled_tagger()
    found: list[Reading] = []
    for begin, piece in chunks_of(text):
        tokens, people = tokens_of(piece), people_in(piece, speaker)
        read = [one for person in people[:_MOST_PEOPLE] for one in _read(held, piece, tokens, person, people)]
        found += [one._replace(start=one.start + begin, end=one.end + begin) for one in _joined(_best(read), piece)]
    return found


def _best(readings: Iterable[Reading]) -> list[Reading]:
    """The likeliest of those that begin at one place, in order."""
    likeliest = {one.start: one for one in sorted(readings, key=lambda one: one.likely)}
    return [one for _, one in sorted(likeliest.items())]


def _joined(readings: Iterable[Reading], piece: str) -> list[Reading]:
    """With "Porto, Portugal" as one place."""
    found: list[Reading] = []
    for one in readings:
        last = found[-1] if found else None
        if last and one.relation == last.relation == _PLACES and piece[last.end : one.start] == ", ":
            found[-1] = last._replace(value=piece[last.start : one.end], end=one.end)
        else:
            found.append(one)
    return found


def _read(tagger: Tagger, piece: str, tokens: list[Token], person: Person, people: list[Person]) -> Iterator[Reading]:
    tags, forces = tagger.probabilities(tagger.inputs(tokens, marks_of(tokens, person, people)))
    for first, last, relation in _spans(tags):
        inside = slice(first, last + 1)
        tag = first_tag(relation)
        force = forces[inside].mean(axis=0)
        best = int(force.argmax())
        likely = float(tags[inside, tag : tag + 2].sum(axis=1).min() * force[best])
        start, end = tokens[first].start, tokens[last].end
        if any(begin < end and stop > start for begin, stop in person.spans):
            continue  # a firm is no person who works there
        name = RELATIONS[relation]
        if name == FAVORITE:
            name = _favorite(piece, tokens, first)
        yield Reading(person.name, name, piece[start:end], FORCES[best], start, end, likely)


def _spans(tags: Floats) -> Iterator[tuple[int, int, int]]:
    """First and last word and the relation of each value: it goes on while the next words do."""
    place, count = 0, len(tags)
    while place < count:
        if 1 - tags[place, OUTSIDE] < _MAY_STATE:
            place += 1
            continue
        relation = int((tags[place, 1::2] + tags[place, 2::2]).argmax())
        after = first_tag(relation) + 1
        last = place
        while last + 1 < count and int(tags[last + 1].argmax()) == after:
            last += 1
        yield place, last, relation
        place = last + 1


def _favorite(piece: str, tokens: list[Token], first: int) -> str:
    """The relation of a favorite: by the noun that is said nearest to the value."""
    at = tokens[first].start
    named = (*_NOUN.finditer(piece), *_ANY_KIND.finditer(piece))
    nouns = [(abs(match.start() - at), match[1].lower()) for match in named]
    known = sorted((far, _KINDS[noun]) for far, noun in nouns if noun in _KINDS)
    if known:
        return f"{FAVORITE} {known[0][1]}"
    said = sorted((far, noun) for far, noun in nouns if noun not in _NO_NOUNS)
    return f"{FAVORITE} {said[0][1]}" if said else f"{FAVORITE} *"
