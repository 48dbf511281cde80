"""Facts as entries of a profile: which attribute, which value, and one value or several.

    one value:    the last that the entity itself stated, else the last that another did
    many values:  the union; equal values are one entry, with the turns of both

LightGMEM, section 4.3, stage 4: a value that is found takes the place of the old, nothing found changes nothing, and
several values add up. What took the place of what, and when, facts already say.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from operator import attrgetter

from convograph.facts.values.words import words_of
from convograph.profiles.schema import Attribute, attribute_of, attributes_of
from convograph.types import Fact, ProfileEntry, ProfileType

_EARLIEST = datetime.min
_GENERAL = frozenset({"family_member"})  # "my sister Maria" tells more than that she is family


@dataclass(frozen=True, slots=True)
class Finding:
    """A fact as a value of an attribute; `own` says that the entity itself states it.

    `said_as` is the noun that it says in place of a name ("dog"), `None` where it says the value.
    """

    attribute: Attribute
    value: str
    fact: Fact
    own: bool = False
    said_as: str | None = None

    @property
    def is_outdated(self) -> bool:
        """Whether the value holds no longer."""
        return self.fact.status == "outdated"


def finding_of(
    type_: ProfileType, fact: Fact, *, own: bool, reverse: bool = False, name: str | None = None
) -> Finding | None:
    """What a fact tells of its subject, or `reverse` of its value, of a type; `None` where that is no attribute.

    `name` is what the value (reversed, the subject) is called, if it is known who or what it is.
    """
    attribute = attribute_of(type_, fact.relation, reverse=reverse)
    if attribute is None:
        return None
    value = fact.subject if reverse else fact.value.removeprefix(f"{fact.subject}'s ")  # "Ana's brother" is a brother
    if not attribute.takes(value):
        return None
    noun = value if name is not None and value[:1].islower() and words_of(value) != words_of(name) else None
    return Finding(attribute, name or value, fact, own, noun)


def entries_of(findings: Iterable[Finding], *, outdated: bool = False) -> tuple[ProfileEntry, ...]:
    """The entries of a profile, by attribute as the table has them, then as they were first said.

    With `outdated`, what holds no longer, or what somebody else states otherwise of an attribute with one value, comes
    after what holds.
    """
    found: list[ProfileEntry] = []
    for _, of_attribute in groupby(sorted(findings, key=lambda one: one.attribute.place), attrgetter("attribute")):
        found += _of_attribute(list(of_attribute), outdated=outdated)
    return tuple(found)


def with_written(
    type_: ProfileType, entries: Sequence[ProfileEntry], written: Sequence[ProfileEntry]
) -> tuple[ProfileEntry, ...]:
    """Entries that rules read, with those that a model wrote, by attribute as the table has them.

    Where there is one value at a time, the one that was stated last counts, the model's if both were. Equal values are
    one entry, that of the rules, which has facts.
    """
    attributes = attributes_of(type_)
    read = {(one.attribute, words_of(one.value)) for one in entries}
    new = [one for one in written if one.attribute in attributes and (one.attribute, words_of(one.value)) not in read]
    current = {one.attribute: one for one in entries if one.status != "outdated" and attributes[one.attribute].single}
    outdone = {one.attribute for one in new if one.attribute in current and _last(one) >= _last(current[one.attribute])}
    left = {one.attribute for one in new if one.attribute in current} - outdone
    kept = [one for one in entries if one.attribute not in outdone or one.status == "outdated"]
    added = [one for one in new if one.attribute not in left]
    return tuple(sorted((*kept, *added), key=lambda one: (attributes[one.attribute].place, one.status == "outdated")))


def _last(entry: ProfileEntry) -> datetime:
    """When a value was last stated."""
    return max((turn.said.local for turn in entry.turns if turn.said is not None), default=_EARLIEST)


def _of_attribute(findings: Sequence[Finding], *, outdated: bool) -> Iterator[ProfileEntry]:
    holding = _united([one for one in findings if not one.is_outdated])
    if findings[0].attribute.single and holding:
        last = max(holding, key=_standing)
        others, holding = [one for one in holding if one is not last], [last]
    else:
        others = []
    former = [*others, *_united([one for one in findings if one.is_outdated])] if outdated else []
    yield from (_entry(one) for one in (*holding, *former))


def _united(findings: Sequence[Finding]) -> list[list[Finding]]:
    """Findings of one value each, in the order in which the values were first found."""
    found: dict[tuple[str, ...], list[Finding]] = {}
    for one in findings:
        found.setdefault(words_of(one.value), []).append(one)
    return list(found.values())


def _standing(findings: Sequence[Finding]) -> tuple[bool, datetime]:
    """What the entity itself states stands above what others do, then what was stated later."""
    said = [one.fact.known_from.local for one in findings if one.fact.known_from is not None]
    return any(one.own for one in findings), max(said, default=_EARLIEST)


def _entry(findings: Sequence[Finding]) -> ProfileEntry:
    """An entry by all facts that tell its value; its times are those of the first, its relation says most."""
    first = findings[0]
    relations = (one.fact.relation for one in findings)
    claimants = (one.fact.claimed_by for one in findings)
    turns = dict.fromkeys(turn for one in findings for turn in one.fact.turns)
    return ProfileEntry(
        attribute=first.attribute.name,
        value=first.value,
        relation=next((one for one in relations if one not in _GENERAL), first.fact.relation),
        status=first.fact.status,
        claimed_by=tuple(dict.fromkeys(one for one in claimants if one is not None)),
        known_from=first.fact.known_from,
        valid_from=first.fact.valid_from,
        valid_to=first.fact.valid_to,
        reason=first.fact.reason,
        turns=tuple(turns),
        facts=tuple(one.fact.id for one in findings),
        said_as=next((one.said_as for one in findings if one.said_as is not None), None),
    )
