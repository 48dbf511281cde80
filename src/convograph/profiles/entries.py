"""Facts as entries of a profile: which attribute, which value, and one value or several.

    one value:    the last that the entity itself stated, else the last that somebody else stated
    many values:  the union; equal values are one entry, with the turns of both

LightGMEM, section 4.3, stage 4: a new value replaces the old one, finding nothing changes nothing, and several values
add up. What replaced what, and when, is already in the facts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import groupby
from operator import attrgetter

from convograph.facts.values.words import words_of
from convograph.profiles.schema import Attribute, attribute_of, attributes_of
from convograph.times import moment_of
from convograph.types import Fact, ProfileEntry, ProfileType, SourceTurn

_EARLIEST = datetime.min
_GENERAL = frozenset({"family_member"})  # "my sister Maria" says more than that she is family


@dataclass(frozen=True, slots=True)
class Finding:
    """A fact as a value of an attribute; `own` if the entity itself states it.

    `said_as` is the noun said in place of a name ("dog"), `None` if the value itself is said.
    """

    attribute: Attribute
    value: str
    fact: Fact
    own: bool = False
    said_as: str | None = None

    @property
    def is_outdated(self) -> bool:
        """Whether the value no longer holds."""
        return self.fact.status == "outdated"


def finding_of(
    type_: ProfileType, fact: Fact, *, own: bool, reverse: bool = False, name: str | None = None
) -> Finding | None:
    """What a fact tells about its subject (with `reverse`, its value); `None` if this type has no attribute for it.

    `name` is the name of the value (with `reverse`, of the subject), if it is known who or what it is.
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
    """The entries of a profile, by attribute in the order of the table, then in the order first said.

    With `outdated`, values that no longer hold, and the other values stated for an attribute with one value, come after
    what holds. Facts that were struck out have no entry.
    """
    findings = [one for one in findings if one.fact.reason != "struck"]
    found: list[ProfileEntry] = []
    for _, of_attribute in groupby(sorted(findings, key=lambda one: one.attribute.place), attrgetter("attribute")):
        found += _of_attribute(list(of_attribute), outdated=outdated)
    return tuple(found)


def with_written(
    type_: ProfileType, findings: Iterable[Finding], written: Sequence[ProfileEntry], *, outdated: bool = False
) -> tuple[ProfileEntry, ...]:
    """The entries of a profile from facts and from the values that a model wrote, in the order of `entries_of`.

    For an attribute with one value at a time, the one stated last counts, the model's if both were stated at the same
    time. Equal values are one entry, that of the facts. A value that facts say is over, or was never true, counts only
    if the model found it stated later.
    """
    told = list(findings)
    equal: dict[tuple[str, tuple[str, ...]], list[Finding]] = {}
    for finding in told:
        equal.setdefault((finding.attribute.name, words_of(finding.value)), []).append(finding)
    new = [one for one in written if _adds(one, equal.get((one.attribute, words_of(one.value)), ()))]
    read = entries_of(told, outdated=True)
    found: list[ProfileEntry] = []
    for name, attribute in attributes_of(type_).items():
        own, more = ([one for one in of_both if one.attribute == name] for of_both in (read, new))
        holding, former = _one_of(own, more) if attribute.single else _all_of(own, more)
        found += (*holding, *(former if outdated else ()))
    return tuple(found)


def _adds(written: ProfileEntry, equal: Sequence[Finding]) -> bool:
    """Whether a written value says more than facts with an equal value, all of which have to be over by then."""
    if equal and (written.status == "outdated" or not all(one.is_outdated for one in equal)):
        return False
    return all(_last(written.turns) > _end(one.fact) for one in equal)


def _end(fact: Fact) -> datetime:
    """When an outdated fact was last stated, or said to be over."""
    return max(_last((*fact.turns, *fact.ended_by)), fact.valid_to or _EARLIEST)


def _last(turns: Iterable[SourceTurn]) -> datetime:
    """When the last of some turns was said."""
    return max((moment_of(turn.said) for turn in turns), default=_EARLIEST)


Divided = tuple[list[ProfileEntry], list[ProfileEntry]]
"""Entries of one attribute: those that hold, and the others."""


def _all_of(read: Sequence[ProfileEntry], written: Sequence[ProfileEntry]) -> Divided:
    both = (*read, *written)
    return [one for one in both if one.status != "outdated"], [one for one in both if one.status == "outdated"]


def _one_of(read: Sequence[ProfileEntry], written: Sequence[ProfileEntry]) -> Divided:
    """The value stated last holds; the first of `read` is the one that counts among facts, if any holds."""
    held = [one for one in read[:1] if one.status != "outdated"] + [one for one in written if one.status != "outdated"]
    if not held:
        return [], [*read, *written]
    last = max(reversed(held), key=lambda one: _last(one.turns))
    replaced = [one for one in held if not one.facts]  # a fact has its own times
    others = [one for one in (*read, *written) if one is not last]
    return [last], [outdone(one, last) if one in replaced else one for one in others]


def outdone(entry: ProfileEntry, by: ProfileEntry) -> ProfileEntry:
    """A written value that a later one replaced, which held until that was first stated."""
    until = None if by.known_from is None else by.known_from.local
    return replace(entry, status="outdated", reason="newer", valid_to=until)


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
    """The findings grouped by value, in the order in which the values were first found."""
    found: dict[tuple[str, ...], list[Finding]] = {}
    for one in findings:
        found.setdefault(words_of(one.value), []).append(one)
    return list(found.values())


def _standing(findings: Sequence[Finding]) -> tuple[bool, datetime]:
    """The rank of a value: what the entity itself states is above what others do, then later is above earlier."""
    said = [one.fact.known_from.local for one in findings if one.fact.known_from is not None]
    return any(one.own for one in findings), max(said, default=_EARLIEST)


def _entry(findings: Sequence[Finding]) -> ProfileEntry:
    """The entry for all facts with one value; its times are those of the first, its relation the most specific."""
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
